#!/bin/sh
# gtp.sh [FILE...] - compares the program's replies with the transcripts *.gtp of this folder and of
# client/.
#
# A transcript has these lines:
#     # a comment
#     $ ARGUMENTS of the program
#     > INPUT, with printf's escapes such as \r and \0377 for bytes
#     ! a line that is expected on standard error
# Below each input is the expected reply: lines of text (trailing spaces are ignored), lines "~ REGEX"
# that must match a whole line, or "..." for any lines up to the end of the reply.  "? syntax error"
# also matches that error with the arguments that the command expects.  Below an input without a
# reply there is nothing.  @dir@ is the folder of the transcripts.

. "${srcdir:-.}/tests/support/common.sh"
dir=$srcdir/tests/protocol/gtp

# compare TRANSCRIPT OUTPUT
compare()
{
    awk -v name="$1" '
    function fail(text) { printf "%s: %s\n", name, text; failed = 1 }

    # Does reply r of the output match the reply expected below input i?
    function fits(i, r,    l, want, got)
    {
        for (l = 1; l <= wants[i]; l++) {
            want = line[i, l]
            if (want == "...")
                return 1
            if (l > gots[r])
                return 0
            got = reply[r, l]
            sub(/ +$/, "", got)
            if (want ~ /^\?[0-9]* syntax error$/)
                sub(/: (expected: .*|[a-z_-]+ takes no arguments)$/, "", got)
            if (want ~ /^~ / ? got !~ ("^(" substr(want, 3) ")$") : got != want)
                return 0
        }
        return gots[r] == wants[i]
    }

    function show(r,    l)
    {
        for (l = 1; l <= gots[r]; l++)
            printf "    %s\n", reply[r, l]
    }

    NR == FNR && /^>/      { input[++inputs] = $0; wants[inputs] = 0; at[inputs] = FNR; next }
    NR == FNR && /^(#|\$|!)/ { next }
    NR == FNR && $0 == ""  { next }
    NR == FNR              { sub(/ +$/, ""); line[inputs, ++wants[inputs]] = $0; next }

    $0 == "" { replies++; next }
             { reply[replies + 1, ++gots[replies + 1]] = $0 }

    END {
        for (i = 1; i <= inputs; i++) {
            if (wants[i] == 0)
                continue
            r++
            if (r > replies) {
                fail("line " at[i] ": no reply to " input[i])
                break
            }
            if (!fits(i, r)) {
                fail("line " at[i] ": another reply to " input[i])
                show(r)
            }
        }
        if (r < replies) {
            fail("more replies than expected; the next one:")
            show(r + 1)
        }
        if (gots[replies + 1])
            fail("the last reply has no end")
        exit failed
    }' "$1" "$2"
}

[ $# -gt 0 ] || set -- "$dir"/*.gtp "$dir"/client/*.gtp
for transcript; do
    sed "s|@dir@|$dir|g" "$transcript" >$scratch/transcript
    arguments=$(sed -n 's/^\$ //p' $scratch/transcript)
    sed -n 's/^> \{0,1\}//p' $scratch/transcript | while IFS= read -r line; do
        printf '%b\n' "$line"
    done >$scratch/input
    # shellcheck disable=SC2086 # arguments are words
    "$miai" $arguments <$scratch/input >$scratch/output 2>$scratch/error ||
        fail "$transcript: the program ended with status $?"
    sed -n 's/^! //p' $scratch/transcript >$scratch/wanted
    if ! cmp -s $scratch/wanted $scratch/error; then
        fail "$transcript: wrong text on standard error:"
        cat $scratch/error
    fi
    compare "$transcript" $scratch/output || status=1
done
exit $status
