#!/bin/sh
# gomocup.sh [FILE...] - conversations with the program in Gomocup's protocol, as
# tests/protocol/gomocup/*.gomocup write them down.
#
#     # a comment
#     $ ARGUMENTS of the program
#     > a line for the program, in which printf's escapes such as \r stand for bytes
#     = REGEX    the next line of the program is this one; MESSAGE and DEBUG are skipped
#     ~ REGEX    the next line of the program is this one, MESSAGE or not
#     ! MOVE     the next line of the program is a move, and not this one
#     @ SECONDS  nothing is said for so long
#     < SECONDS  less than so many, a whole number, have gone by since the last line for the program
#
# A REGEX is a basic one and matches whole lines.  Behind the last line input ends, and then the
# program has no more to say.

. "${srcdir:-.}/tests/support/common.sh"
dir=$srcdir/tests/protocol/gomocup

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

# The next line whatever it is.
expect_any()
{
    line=
    IFS= read -r line <&4 || :
    expr "X$line" : "X$1\$" >/dev/null || fail "$transcript: \"$line\" instead of \"$1\""
}

converse()
{
    while IFS= read -r step; do
        text=${step#? }
        case $step in
        '>'*)
            began=$(date +%s)
            printf '%b\n' "$text" >&3
            ;;
        '='*) expect "$text" ;;
        '~'*) expect_any "$text" ;;
        '!'*)
            expect '[0-9][0-9]*,[0-9][0-9]*'
            [ "$line" != "$text" ] || fail "$transcript: \"$line\" is forbidden"
            ;;
        '@'*) sleep "$text" ;;
        '<'*)
            seconds=$(($(date +%s) - began))
            [ $seconds -lt "$text" ] || fail "$transcript: \"$line\" took $seconds s"
            ;;
        esac
    done <"$transcript"
}

[ $# -gt 0 ] || set -- "$dir"/*.gomocup
for transcript; do
    hold "$transcript"
    [ ! -s $scratch/rest ] || fail "$transcript: unexpected lines at the end"
done

# More stones than any board has, and a line without an end.
{
    echo START 15
    echo BOARD
    awk 'BEGIN { for (i = 0; i < 1100; i++) print i % 15 "," int(i / 15) % 15 ",1" }'
    echo DONE
    head -c 70000000 /dev/zero | tr '\0' x
    printf '\nABOUT\nEND\n'
} | "$miai" >$scratch/long
printf 'OK\nERROR illegal arrangement of stones\nERROR line too long\n' >$scratch/wanted
grep -v "^name=" $scratch/long | cmp - $scratch/wanted || fail "long: $(cut -c 1-200 $scratch/long)"
grep -q "^name=" $scratch/long || fail "nothing behind a long line"
exit $status
