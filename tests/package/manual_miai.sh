#!/bin/sh
# manual_miai.sh - the examples of miai(6), miai-options(7), miai-protocols(7), miai-methods(7) and
# miai-tutorial(7) do what the pages say: each command between .Bd and .Ed that begins with "$ " is run,
# gets the lines under it that begin with "> " as input, and prints the others; "..." stands for any text,
# in a line or for lines.  A display after '.\" file NAME' is a file that the examples find.
# miai-options(7) lists every option, miai-protocols(7) every GTP command.

. "${srcdir:-.}/tests/support/common.sh"

ASAN_OPTIONS=detect_leaks=0 # libedit keeps the name of a function that is added to it
export ASAN_OPTIONS
options=$srcdir/man/miai-options.7
protocols=$srcdir/man/miai-protocols.7
mkdir $scratch/bin

printf '#!/bin/sh\nexec "%s" ${MODE-} "$@"\n' \
    "$(cd "$(dirname "$miai")" && pwd)/$(basename "$miai")" >$scratch/bin/miai
printf '#!/bin/sh\nPATH="%s" exec %s "$@"\n' "$PATH" "${CC:-cc}" >$scratch/bin/cc
printf '#!/bin/sh\necho "-I%s"\n' "$(cd "$srcdir/src" && pwd)" >$scratch/bin/pkg-config
chmod +x $scratch/bin/*

# Splits the examples: file N.sh is the command, N.in the typed input, N.out the expected output.
awk -v dir=$scratch '
/^\.\\" file /     { file = dir "/" $3; next }
/^\.Bd/            { inside = 1; shown = 0; next }
/^\.Ed/            { inside = 0; file = ""; next }
!inside            { next }
                   { gsub(/\\&/, ""); gsub(/\\-/, "-"); gsub(/\\e/, "\\") }
file               { print >file; next }
/^\$ /             { shown = ++n; print substr($0, 3) >(dir "/" n ".sh"); printf "" >(dir "/" n ".out"); next }
shown && /^> /     { print substr($0, 3) >(dir "/" n ".in"); next }
shown              { print >(dir "/" n ".out") }
END                { print n + 0 }' "$srcdir/man/miai.6" "$options" "$protocols" \
    "$srcdir/man/miai-methods.7" "$srcdir/man/miai-tutorial.7" >$scratch/count

count=$(cat $scratch/count)
[ "$count" -ge 20 ] || {
    echo "only $count examples"
    exit 1
}

# The module of an example. Examples that need one are skipped if modules cannot be loaded.
module=examples/.libs/nim.so
if ! grep -q '^#define HAVE_LTDL 1' config.h || ! [ -f $module ]; then
    module=
fi
[ -z "$module" ] || cp $module $scratch

# judge NUMBER: does the output equal the page's?
judge()
{
    awk -v n="$1" '
    # Does the text match the pattern, in which "..." stands for any text?
    function like(text, pattern,    part, parts, i, at)
    {
        parts = split(pattern, part, "[.][.][.]")
        if (parts < 2)
            return text == pattern
        for (i = 1; i <= parts; i++) {
            at = index(text, part[i])
            if (part[i] != "" && (!at || (i == 1 && at > 1)))
                return 0
            text = substr(text, (part[i] == "" ? 1 : at + length(part[i])))
        }
        return part[parts] == "" || text == ""
    }
    NR == FNR { want[++wants] = $0; next }
    failed    { next }
              { sub(/ +$/, "") }
              { while (want[line + 1] == "...") { line++; open = 1 } }
    line < wants && like($0, want[line + 1]) { line++; open = 0; next }
    !open && (line < wants || $0 != "") {
        printf "example %d: \"%s\", not \"%s\"\n", n, $0, want[line + 1]
        failed = 1
    }
    END {
        while (want[line + 1] == "...")
            line++
        if (!failed && line < wants) {
            printf "example %d: not said: \"%s\"\n", n, want[line + 1]
            failed = 1
        }
        exit failed
    }' $scratch/"$1".out $scratch/printed
}

PATH=$PWD/$scratch/bin:$PATH
export PATH
n=0
while [ $n -lt "$count" ]; do
    n=$((n + 1))
    [ -n "$module" ] || ! grep -Eq 'nim\.so|chomp\.so' $scratch/$n.sh || continue
    MODE=
    typed=/dev/null
    [ ! -f $scratch/$n.in ] || MODE=--mode=terminal typed=$n.in
    export MODE
    (cd $scratch && sh $n.sh <$typed) >$scratch/printed 2>&1 ||
        fail "example $n ended with status $?: $(cat $scratch/$n.sh)"
    judge $n || status=1
done

# The pages list every option, those of the table under the title of their scope, and every GTP
# command.
"$miai" --help | sed -n 's/^  --\([a-z-]*\).*/\1/p' | while read -r name; do
    grep -q "^\.It Fl Fl $name" "$options" || echo "option $name"
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
              print "option " name " under \"" scope[name] "\"" }' - "$options" >>$scratch/missing
printf 'list_commands\n' | "$miai" | sed 's/^= //' | while read -r name; do
    [ -z "$name" ] || grep -q "^\.It Ic $name\( \|\$\)" "$protocols" || echo "command $name"
done >>$scratch/missing
if [ -s $scratch/missing ]; then
    fail "not in the manual:"
    cat $scratch/missing
fi

exit $status
