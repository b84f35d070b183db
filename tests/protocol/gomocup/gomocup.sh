#!/bin/sh
# gomocup.sh [FILE...] - runs conversations in Gomocup's protocol, written in
# tests/protocol/gomocup/*.gomocup:
#
#     # a comment
#     $ ARGUMENTS of the program
#     > a line for the program, with printf's escapes such as \r for bytes
#     = REGEX    the program's next line must match; MESSAGE and DEBUG are skipped
#     ~ REGEX    the program's next line must match, even if it is a MESSAGE
#     ! MOVE     the program's next line must be a move other than this one
#     @ SECONDS  the program must write nothing for that long
#     < SECONDS  less than that many seconds (an integer) since the last line for the program
#
# A REGEX is a basic regular expression for whole lines.  After the last line the input ends, and the
# program must write nothing more.

. "${srcdir:-.}/tests/support/common.sh"
dir=$srcdir/tests/protocol/gomocup

# Reads from file 4 up to the next reply.
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

# Reads the next line of any kind.
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

# A book for the transcripts.
cat >$scratch/book <<'EOF'
miai-book 1 game=gomoku size=15x15 rules=freestyle
start A1 0.6 100
0 A1 B2 0.4 100 C1 0.5 100
EOF

[ $# -gt 0 ] || set -- "$dir"/*.gomocup
for transcript; do
    hold "$transcript"
    [ ! -s $scratch/rest ] || fail "$transcript: unexpected lines at the end"
done

# More stones than any board has, and an unfinished line.
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
grep -q "^name=" $scratch/long || fail "no reply after a long line"
exit $status
