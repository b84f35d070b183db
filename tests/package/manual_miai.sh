#!/bin/sh
# manual_miai.sh - the examples of miai(6) and miai-methods(7) do what the pages say: each command
# between .Bd and .Ed that begins with "$ " is run and prints the lines under it, "..." standing for
# any.  And miai(6) names every option and every command.

. "${srcdir:-.}/tests/support/common.sh"
page=$srcdir/man/miai.6
mkdir $scratch/bin

printf '#!/bin/sh\nexec "%s" "$@"\n' "$(cd "$(dirname "$miai")" && pwd)/$(basename "$miai")" \
    >$scratch/bin/miai
chmod +x $scratch/bin/miai

# Takes the examples apart: file N.sh is the command, N.out what it prints.
awk -v dir=$scratch '
/^\.Bd/            { inside = 1; shown = 0; next }
/^\.Ed/            { inside = 0; next }
!inside            { next }
                   { gsub(/\\e/, "\\"); gsub(/\\&/, ""); gsub(/\\-/, "-") }
/^\$ /             { shown = ++n; print substr($0, 3) >(dir "/" n ".sh"); printf "" >(dir "/" n ".out"); next }
shown              { print >(dir "/" n ".out") }
END                { print n + 0 }' "$page" "$srcdir/man/miai-methods.7" >$scratch/count

count=$(cat $scratch/count)
[ "$count" -ge 3 ] || {
    echo "only $count examples"
    exit 1
}

# The module of an example.
if grep -q '^#define HAVE_LTDL 1' config.h && [ -f examples/.libs/nim.so ]; then
    cp examples/.libs/nim.so $scratch
fi

PATH=$PWD/$scratch/bin:$PATH
export PATH
n=1
while [ $n -le "$count" ]; do
    if grep -q nim.so $scratch/$n.sh && ! [ -f $scratch/nim.so ]; then
        n=$((n + 1))
        continue
    fi
    (cd $scratch && sh $n.sh) >$scratch/printed 2>&1 ||
        fail "example $n ended with status $?"
    awk -v n=$n '
    NR == FNR     { want[++wants] = $0; next }
    done          { next }
    { line++; sub(/ +$/, "") }
    want[line] == "..." { done = 1; next }
    $0 != want[line]    { printf "example %d, line %d: \"%s\", not \"%s\"\n", n, line, $0, want[line]
                          failed = done = 1 }
    END {
        if (!done && line < wants && want[line + 1] != "...") {
            printf "example %d: lines are missing\n", n
            failed = 1
        }
        exit failed
    }' $scratch/$n.out $scratch/printed || status=1
    n=$((n + 1))
done

# Every option has its place in the page, those of the table under the title of their scope; and so has
# every GTP command.
"$miai" --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' | while read -r name; do
    grep -q "^\.It Fl Fl $name" "$page" || echo "option $name"
done >$scratch/missing
"$miai" --list-options | awk '
    /^# ---- .* ----$/ { title = substr($0, 8, length($0) - 12); title_of[++titles] = title; next }
    !/^#/ && FNR == NR { scope[$1] = title; next }
    FNR == NR          { next }
    /^\.S[hs] /        { title = "" }
    { text = $0; sub(/[.:]$/, "", text)
      for (i in title_of) if (text == title_of[i]) title = text }
    /^\.It Fl Fl /     { found[$4] = found[$4] "/" title "/" }
    END { for (name in scope) if (!index(found[name], "/" scope[name] "/"))
              print "option " name " under \"" scope[name] "\"" }' - "$page" >>$scratch/missing
printf 'list_commands\n' | "$miai" | sed 's/^= //' | while read -r name; do
    [ -z "$name" ] || grep -q "^\.It Ic $name\( \|\$\)" "$page" || echo "command $name"
done >>$scratch/missing
if [ -s $scratch/missing ]; then
    fail "not in the manual:"
    cat $scratch/missing
fi

exit $status
