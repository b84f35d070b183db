#!/bin/sh
# gomocup.sh [FILE...] - conversations with the program in Gomocup's protocol, as
# tests/gomocup/*.gomocup write them down.
#
#     # a comment
#     $ ARGUMENTS of the program
#     > a line for the program, in which printf's escapes such as \r stand for bytes
#     = REGEX    the next line of the program is this one; MESSAGE and DEBUG are skipped
#     @ SECONDS  nothing is said for so long
#
# A REGEX is a basic one and matches whole lines.  Behind the last line input ends, and then the
# program has no more to say.

. "${srcdir:-.}/tests/common.sh"
dir=$srcdir/tests/gomocup

# Reads up to the next line that is an answer, from file 4.
expect()
{
    while IFS= read -r line <&4; do
        case $line in
        'MESSAGE '* | 'DEBUG '*) continue ;;
        esac
        expr "X$line" : "X$1\$" >/dev/null || fail "$transcript: \"$line\" instead of \"$1\""
        return
    done
    fail "$transcript: no \"$1\""
}

converse()
{
    while IFS= read -r step; do
        text=${step#? }
        case $step in
        '>'*) printf '%b\n' "$text" >&3 ;;
        '='*) expect "$text" ;;
        '@'*) sleep "$text" ;;
        esac
    done <"$transcript"
}

run()
{
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
    [ ! -s $scratch/rest ] || fail "$transcript: unexpected lines at the end"
}

[ $# -gt 0 ] || set -- "$dir"/*.gomocup
for transcript; do
    trap '' PIPE
    run
done
exit $status
