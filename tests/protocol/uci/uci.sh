#!/bin/sh
# uci.sh [FILE...] - runs conversations in UCI, written in tests/protocol/uci/*.uci:
#
#     # a comment
#     $ ARGUMENTS of the program
#     > a line for the program, with printf's escapes such as \r and \t for bytes
#     = REGEX    the program's next line must match; info, id and option lines that do not match
#                are skipped, any other line is a failure
#     @ SECONDS  the program must write nothing for that long
#     - REGEX    no line of the whole output may match
#
# A REGEX is a basic regular expression for whole lines.  After the last line the input ends.  In
# addition all output is checked: one bestmove per go, which begins the last pv before it; multi-PV
# lines together and in order; numbers where they belong.

. "${srcdir:-.}/tests/support/common.sh"
dir=$srcdir/tests/protocol/uci

# matches LINE REGEX
matches()
{
    expr "X$1" : "X$2\$" >/dev/null
}

# Reads up to the line that matches, from file 4.
expect()
{
    while IFS= read -r line <&4; do
        printf '%s\n' "$line" >>$scratch/log
        if matches "$line" "$1"; then
            return 0
        fi
        case $line in
        'info '* | 'id '* | 'option '*) ;;
        *)
            fail "$transcript: \"$line\" instead of \"$1\""
            return 1
            ;;
        esac
    done
    fail "$transcript: no \"$1\""
    return 1
}

# A book for the transcripts: in the first position a2a4, whose origin and target are 010 and 030.
printf '\106\073\226\030\026\221\374\234\002\030\000\001\000\000\000\000' >$scratch/book

# Runs one transcript, up to the first wrong line.
converse()
{
    while IFS= read -r step; do
        text=${step#? }
        [ ${#step} -gt 1 ] || text=
        case $step in
        '>'*)
            printf '%b\n' "$text" >&3
            ;;
        '='*) expect "$text" || return 0 ;;
        '@'*) sleep "$text" ;;
        esac
    done <"$transcript"
}

# Checks that apply to all output.
check_log()
{
    awk '
    function number(name,    i)
    {
        for (i = 1; i < NF; i++)
            if ($i == name && $(i + 1) !~ /^-?[0-9]+$/)
                return 0
        return 1
    }

    function after(name,    i)
    {
        for (i = 1; i < NF; i++)
            if ($i == name)
                return $(i + 1)
        return ""
    }

    /^info depth/ {
        split("depth seldepth multipv nodes nps hashfull time cp mate", names)
        for (n in names)
            if (!number(names[n])) {
                print "no whole number: " $0
                wrong = 1
            }
        line = after("multipv") + 0
        if (line > 1 && line != last + 1) {
            print "out of order: " $0
            wrong = 1
        }
        last = line
        lines = line > lines ? line : lines
        if (line > 1)
            next
        first = after("pv")
        scored = / score (cp|mate) /
    }

    $1 == "bestmove" {
        if (last != lines) {
            print "not all lines before: " $0
            wrong = 1
        }
        last = lines = 0
        if (!scored || (first != "" && $2 != first) || (first == "" && $2 != "(none)")) {
            print "info does not fit: " $0
            wrong = 1
        }
        if (NF != 2 && (NF != 4 || $3 != "ponder")) {
            print "malformed: " $0
            wrong = 1
        }
        scored = 0
    }

    END { exit wrong }' $scratch/log
}

[ $# -gt 0 ] || set -- "$dir"/*.uci
for transcript; do
    : >$scratch/log
    hold "$transcript"
    if grep -v '^info ' $scratch/rest; then
        fail "$transcript: unexpected lines at the end"
    fi
    cat $scratch/rest >>$scratch/log
    check_log || fail "$transcript: see above"
    sed -n 's/^- //p' "$transcript" | while IFS= read -r regex; do
        ! grep -x -e "$regex" $scratch/log || echo "$regex" >>$scratch/found
    done
    if [ -s $scratch/found ]; then
        fail "$transcript: it says $(cat $scratch/found)"
        rm $scratch/found
    fi
done
exit $status
