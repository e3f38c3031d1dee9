#!/usr/bin/env bash
# The main job in a real window: a virtual display with software Vulkan, pictures of it, and that it can be closed.
#
#   window-check.sh OUT_DIR COMMAND...     COMMAND must end by itself when its goals are over (`run --exit …`)
#
# Leaves window-*.png and window-*.log in OUT_DIR.
set -euo pipefail
out=$1
shift
mkdir -p "$out"
patience=${WINDOW_CHECK_SECONDS:-300}

check=window
here=$(dirname "$0")
source "$here/display.sh"
open_display 1280x800

colours() { identify -format '%k' "$1"; }

# A picture with words, a map and marks has hundreds of colours; a blank one has a handful. A window that closes meanwhile leaves
# none: false.
picture() {
    import -window root "$out/window-new.png"
    local count
    count=$(colours "$out/window-new.png")
    echo "window-$1.png: $count colours"
    if [ "$count" -lt "$2" ]; then
        ended_within 5 || fail "$1: the picture is blank ($count colours)"
        rm "$out/window-new.png"
        return 1
    fi
    mv "$out/window-new.png" "$out/window-$1.png"
}

open_window job "$@"
sleep 6
picture start 200 || fail "the window closed before it was looked at"
last=start
for round in $(seq 1 $((patience / 5))); do
    if ended_within 5; then
        break
    fi
    if [ $((round % 2)) -eq 0 ]; then
        picture at-work 200 || break
        last=at-work
    fi
done
kill -0 "$app" 2>/dev/null && fail "the job did not end within $patience seconds"
status=0
wait "$app" || status=$?
[ "$status" -eq 0 ] || fail "the job in the window ended with status $status"
# The map fills in as the bot sees the world, and the plan moves on: the last picture is not the first.
if [ "$last" != start ]; then
    differs=$(compare -metric AE "$out/window-start.png" "$out/window-$last.png" null: 2>&1 || true)
    [ "${differs%%[. e(]*}" != 0 ] || fail "the picture never changed"
fi

# The same again without the option that ends it: a person closes the window.
stays=()
for word in "$@"; do [ "$word" = --exit ] || stays+=("$word"); done
open_window close "${stays[@]}"
sleep 6
perl "$here/close-window.pl" "$number" "$window" || fail "the window cannot be asked to close"
ended_within 15 || fail "the window does not close"
status=0
wait "$app" || status=$?
case $status in
0 | 130) ;; # Over already, or given up in the midst of it.
*) fail "closing the window ended the program with status $status" ;;
esac
grep -q panicked "$out"/window-*.log && fail "something panicked"
echo "window-check: passed"
