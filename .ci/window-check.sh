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

fail() {
    echo "window-check: $*" >&2
    tail -n 20 "$out"/window-*.log >&2 || true
    exit 1
}

# The server picks a free display itself and says which.
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT
display=$(mktemp -d)/display
mkfifo "$display"
exec 3<>"$display"
Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp >"$out/window-xvfb.log" 2>&1 &
pids+=($!)
read -r -t 20 number <&3 || fail "Xvfb does not start"
export DISPLAY=:$number
# Mesa's drivers want one; it need not outlive this.
XDG_RUNTIME_DIR=$(mktemp -d)
export XDG_RUNTIME_DIR
unset WAYLAND_DISPLAY

open_window() { # COMMAND... -> $app, $window
    "$@" >"$out/window-$name.log" 2>&1 &
    app=$!
    pids+=("$app")
    window=
    for _ in $(seq 1 120); do
        window=$(xdotool search --onlyvisible --name '^Blockwright' 2>/dev/null | head -n 1) && [ -n "$window" ] && return
        kill -0 "$app" 2>/dev/null || fail "$name: the program ended before its window opened"
        sleep 0.5
    done
    fail "$name: no window within a minute"
}

colours() { identify -format '%k' "$1"; }

# A picture with words, a map and marks has hundreds of colours; a blank one has a handful.
picture() {
    import -window root "$out/window-$1.png"
    local count
    count=$(colours "$out/window-$1.png")
    echo "window-$1.png: $count colours"
    [ "$count" -ge "$2" ] || fail "$1: the picture is blank ($count colours)"
}

ended_within() { # seconds
    for _ in $(seq 1 $((2 * $1))); do
        kill -0 "$app" 2>/dev/null || return 0
        sleep 0.5
    done
    return 1
}

name=job
open_window "$@"
sleep 6
picture start 200
last=start
for round in $(seq 1 $((patience / 5))); do
    if ended_within 5; then
        break
    fi
    if [ $((round % 2)) -eq 0 ]; then
        last=at-work
        picture "$last" 200
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
name=close
stays=()
for word in "$@"; do [ "$word" = --exit ] || stays+=("$word"); done
open_window "${stays[@]}"
sleep 6
perl "$(dirname "$0")/close-window.pl" "$number" "$window" || fail "the window cannot be asked to close"
ended_within 15 || fail "the window does not close"
status=0
wait "$app" || status=$?
case $status in
0 | 130) ;; # Over already, or given up in the midst of it.
*) fail "closing the window ended the program with status $status" ;;
esac
grep -q panicked "$out"/window-*.log && fail "something panicked"
echo "window-check: passed"
