#!/usr/bin/env bash
# mineflayer plays on the practice world, through a proxy that decodes and re-encodes every packet; then our own bot
# does the main job through the same proxy. Needs Node and the check scripts, which are no part of this repository.
set -euo pipefail
blockwright=$1
out=$2
peer=${PEER_DIR:-$(cd "$(dirname "$0")/../.." && pwd)/shared/peer}
if [ ! -f "$peer/client.js" ]; then
    echo "no foreign client beside this checkout"
    # Whoever builds at home may lack it; a check that should have run may not.
    if [ "${CI:-}" = true ]; then exit 1; else exit 0; fi
fi
work=${XDG_CACHE_HOME:-$HOME/.cache}/blockwright/peer
mkdir -p "$work"
cp "$peer"/* "$work"/
[ -d "$work/node_modules/mineflayer" ] || (cd "$work" && npm install --no-audit --no-fund --silent)

pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT
world=25900
tap=25901
"$blockwright" world --port $world >"$out/world.log" 2>&1 &
pids+=($!)
(cd "$work" && exec node wiretap.js --listen $tap --to $world --reencode) >"$out/wiretap.log" 2>&1 &
pids+=($!)
for _ in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/$tap) 2>/dev/null && break; sleep 0.1; done

(cd "$work" && node client.js --port $world --limit 180) | tee "$out/client.log"
"$blockwright" run --headless --server 127.0.0.1:$tap "get me a stone pickaxe" | tail -n 3
kill -INT "${pids[1]}"
tapped=0
wait "${pids[1]}" || tapped=$?
grep -E 'BAD|every packet|re-encoded' "$out/wiretap.log" || true
exit $tapped
