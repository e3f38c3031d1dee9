#!/usr/bin/env bash
# Land that is on the map never vanishes from it: the pixels of a real window, read some fifty times a second.
#
#   map-check.sh OUT_DIR PROGRAM
#
# First the bot stands still and the window is resized, then it digs 200 blocks. Leaves map-*.log and map-*.png in OUT_DIR.
set -euo pipefail
out=$1
program=$2
mkdir -p "$out"
check=map
patience=${MAP_CHECK_SECONDS:-600}
here=$(dirname "$0")
source "$here/display.sh"
open_display 1600x1200

stands() { # The bot has done what it was asked to.
    grep -q '^done: ' "$out/$check-$name.log"
}

broken=()
watch() { # SIZE SECONDS: in place of the shell, which has to be one of its own
    exec perl "$here/map-watch.pl" "$framebuffer" "${1%x*}" "${1#*x}" "$2" "$out/$check-missing-$name-$1.xwd"
}

picture() { import -window root -crop "$2+0+0" "$out/map-$1.png"; }

# At rest nothing else has the window drawn again: what is missing stays so for long enough to be seen. Small on the way,
# so that larger sizes show land that was never drawn: where the bot goes, four of the map's pictures meet some 60 blocks off.
open_window resize "$program" run --no-journal --tick-rate 60 "go to 60 60"
xdotool windowsize "$window" 800 500
for _ in $(seq 1 120); do stands && break; sleep 0.5; done
stands || fail "the bot was never in the world"
(watch 800x500 8) || broken+=("$name at first")
for size in 1280x800 800x500 1340x1000 900x760 1280x800; do
    xdotool windowsize "$window" "${size%x*}" "${size#*x}"
    (WHOLE=1 watch "$size" 5) || broken+=("$name to $size")
    picture "resized-$size" "$size"
done
kill "$app"
wait "$app" 2>/dev/null || true

open_window digs "$program" run --no-journal --tick-rate 60 "mine 200 dirt"
watch 1280x800 "$patience" &
watcher=$!
pids+=("$watcher")
for _ in $(seq 1 $((2 * patience))); do stands && break; kill -0 "$app" 2>/dev/null || break; sleep 0.5; done
kill "$watcher" 2>/dev/null || true
wait "$watcher" || broken+=("$name")
stands || fail "the digs did not end within $patience seconds"
[ "${#broken[@]}" -eq 0 ] || fail "land was missing: ${broken[*]}"
grep -q panicked "$out/$check"-*.log && fail "something panicked"
echo "map-check: passed"
