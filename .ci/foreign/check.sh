#!/usr/bin/env bash
# Clients of other makes play in the practice world: mineflayer (wider.js) at both tick rates, twice each, and botmine
# (second.py). Where the decoding proxy lies beside this checkout, half of it goes through that.
#
#   check.sh BLOCKWRIGHT OUT
#
# Installs by package name into the user's cache folder. `ROUNDS=1` for a quick look.
set -euo pipefail
blockwright=$1
out=$2
here=$(cd "$(dirname "$0")" && pwd)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/blockwright
peer=$cache/peer # where foreign-client.sh has put the proxy
world=25910
tap=25911
# A seed whose world begins on level ground: botmine walks straight on.
level=418

mkdir -p "$cache/foreign"
cp "$here"/*.js* "$here"/*.py "$cache/foreign"
[ -d "$cache/foreign/node_modules/mineflayer" ] || (cd "$cache/foreign" && npm install --no-audit --no-fund --silent)
if ! "$cache/botmine/bin/python" -c 'import botmine' 2>/dev/null; then
    python3 -m venv "$cache/botmine"
    "$cache/botmine/bin/pip" install --quiet botmine==0.1.0
fi

pids=()
stop() { kill -INT "$1" 2>/dev/null && wait "$1"; }
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT
listens() {
    for _ in $(seq 100); do
        (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null && return
        sleep 0.1
    done
    echo "nothing listens on port $1"
    return 1
}

failed=0
for round in $(seq "${ROUNDS:-2}"); do
    for rate in 20 60; do
        echo "-- round $round, $rate ticks a second"
        "$blockwright" world --port $world --seed $level --tick-rate $rate --ops flayer >"$out/world-$rate-$round.log" 2>&1 &
        server=$!
        pids+=("$server")
        listens $world
        port=$world
        if [ -f "$peer/wiretap.js" ]; then
            (cd "$peer" && exec node wiretap.js --listen $tap --to $world --reencode --ttl 900) >"$out/wiretap-$rate-$round.log" 2>&1 &
            proxy=$!
            pids+=("$proxy")
            listens $tap
            port=$tap
        fi
        # First, while the ground is as it grew.
        "$cache/botmine/bin/python" "$cache/foreign/second.py" --port $world | tee "$out/second-$rate-$round.log" || failed=1
        (cd "$cache/foreign" && node wider.js --port $port) | tee "$out/wider-$rate-$round.log" || failed=1
        if [ $port = $tap ]; then
            stop "$proxy" || failed=1
            grep -E 'BAD|every packet|re-encoded' "$out/wiretap-$rate-$round.log" || true
        fi
        stop "$server" || true
    done
done
exit $failed
