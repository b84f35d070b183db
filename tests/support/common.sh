# common.sh - helpers for test scripts. Each script reads it first, in the build folder. It fails if
# fail() was called.

set -eu
LC_ALL=C
export LC_ALL

srcdir=${srcdir:-.}
miai=${MIAI:-./miai}
scratch=tests/$(basename "$0" .sh).tmp
status=0
rm -rf "$scratch"
mkdir -p "$scratch"
# finish STATUS: ends the script. One that has failed must not succeed because its last command does.
# A subshell of bash that is killed right after it started runs the script's trap too; only the
# script itself removes the folder.
finish()
{
    # shellcheck disable=SC2016 # $PPID is that of the new shell
    [ "$(exec sh -c 'echo $PPID')" != $$ ] || rm -rf "$scratch"
    [ "$1" -ne 0 ] || exit "$status"
    exit "$1"
}
trap 'finish $?' EXIT

# fail TEXT: reports an error and the end of the program's output in the file out; the script
# continues.
fail()
{
    echo "$1"
    [ ! -f "$scratch/out" ] || tail -c 2000 "$scratch/out"
    status=1
}

# run STATUS ARGUMENT...: runs miai without input; its output goes to the files out and err. The exit
# status must be STATUS.
run()
{
    wanted=$1
    shift
    code=0
    timeout 100 "$miai" "$@" >$scratch/out 2>$scratch/err </dev/null || code=$?
    [ $code -eq "$wanted" ] || fail "$*: status $code: $(cat $scratch/err)"
}

# says TEXT: the last run wrote it to standard error.
says()
{
    grep -qF -e "$1" $scratch/err || fail "not said: $1, but: $(cat $scratch/err)"
}

# Sets python to one that has PyTorch, the first on the path or the system's, or skips the test.
need_torch()
{
    for python in python3 /usr/bin/python3; do
        "$python" -c 'import numpy, torch' 2>/dev/null || continue
        export PYTHONDONTWRITEBYTECODE=1
        return
    done
    echo "no python3 with torch"
    exit 77
}

# The time in seconds.
now()
{
    date +%s
}

# quick START TITLE: fails if more than a minute has passed since the time START.
quick()
{
    [ $(($(now) - $1)) -lt 60 ] || fail "$2: too late"
}

# arrive PATTERN [FILE]: waits up to a minute until a line of the file (default: out) matches.
arrive()
{
    for _ in $(seq 600); do
        ! grep -q -e "$1" "${2:-$scratch/out}" 2>/dev/null || return 0
        sleep 0.1
    done
}

# hold TRANSCRIPT: runs the program once with the script's converse(), which writes to it by file 3
# and reads from it by file 4. Then the input ends, and the rest of the output goes to the file
# rest. Lines "$ ARGUMENT..." of the transcript are the program's arguments.
hold()
{
    transcript=$1
    trap '' PIPE
    rm -f $scratch/in $scratch/out
    mkfifo $scratch/in $scratch/out
    # shellcheck disable=SC2046 # arguments are words
    "$miai" $(sed -n 's/^\$ //p' "$transcript") <$scratch/in >$scratch/out 2>$scratch/error &
    program=$!
    exec 3>$scratch/in 4<$scratch/out
    (sleep 60 && kill $program) >/dev/null 2>&1 3>&- 4<&- &
    watchdog=$!
    converse
    exec 3>&-
    cat <&4 >$scratch/rest
    exec 4<&-
    wait $program || fail "$transcript: the program ended with status $?"
    kill $watchdog 2>/dev/null || :
    [ ! -s $scratch/error ] || fail "$transcript: text on standard error"
}
