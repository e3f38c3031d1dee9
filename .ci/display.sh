# For checks of the real window, to be sourced: a virtual display of its own, the program's window on it.
#
# Needs $out, where logs and pictures go, and $check, the check's name. Sets DISPLAY, $number and $framebuffer.

pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT

fail() {
    echo "$check: $*" >&2
    tail -n 20 "$out/$check"-*.log >&2 || true
    exit 1
}

open_display() { # WIDTHxHEIGHT
    # The server picks a free display itself and says which. Its pixels lie in a file that anybody may read. Without
    # `-noreset` it begins anew whenever a window is the last to close, and the next one may find nobody there.
    local pipe
    pipe=$(mktemp -d)
    mkfifo "$pipe/display"
    exec 3<>"$pipe/display"
    Xvfb -noreset -displayfd 3 -screen 0 "$1x24" -fbdir "$pipe" -nolisten tcp >"$out/$check-xvfb.log" 2>&1 &
    pids+=($!)
    read -r -t 20 number <&3 || fail "Xvfb does not start"
    export DISPLAY=:$number
    framebuffer=$pipe/Xvfb_screen0
    # Mesa's drivers want one; it need not outlive this.
    XDG_RUNTIME_DIR=$(mktemp -d)
    # Whoever runs this has a history and a layout of the window of their own.
    XDG_DATA_HOME=$(mktemp -d)
    export XDG_RUNTIME_DIR XDG_DATA_HOME
    unset WAYLAND_DISPLAY
}

open_window() { # NAME COMMAND... -> $name, $app, $window
    name=$1
    shift
    "$@" >"$out/$check-$name.log" 2>&1 &
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

ended_within() { # seconds
    for _ in $(seq 1 $((2 * $1))); do
        kill -0 "$app" 2>/dev/null || return 0
        sleep 0.5
    done
    return 1
}
