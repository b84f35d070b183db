#!/bin/sh
# ways.sh - "make check-ways" runs what README.md and packages/README promise: each of their commands is
# in a line "run" of tools/ways/ways, and each way of that table is well formed.

. "${srcdir:-.}/tests/support/common.sh"

table=$srcdir/tools/ways/ways
sed -n 's/^run *//p' "$table" >$scratch/run

# Commands of README.md: the displays of "Start", the spans of "Get it" and "Read on".
sed -n '/^Start$/,/^How strong/s/^    //p' "$srcdir/README.md" >$scratch/promised
sed -n '/^Get it$/,/^packages.README/p; /^`man /,/^Licence/p' "$srcdir/README.md" | grep -o '`[^`]*`' | tr -d '`' |
    grep -v '/$' >>$scratch/promised
# Commands of packages/README: lines of displays, without their comments and continuations.
sed -n 's/^    //p' "$srcdir/packages/README" | sed 's/  *#.*//; s/ *\\$//; s/&& make$//; s/ *$//' |
    grep -E '^(autoreconf|\.\./configure|make|MIAI_|\./bootstrap)' >>$scratch/promised
sort -u $scratch/promised >$scratch/commands

while IFS= read -r command; do
    grep -Fq -e "$command" $scratch/run || fail "no way of tools/ways/ways runs: $command"
done <$scratch/commands
count=$(grep -c '' $scratch/commands)
echo "$count commands"
[ "$count" -ge 20 ] || fail "only $count commands were found"

awk '
    function bad(text) { print FILENAME ":" FNR ": " text; faults++ }
    function finish()  { if (way != "" && (!shown || !runs)) bad("the way " way " has no line \"shown\" or \"run\"") }
    /^#|^$/           { next }
    $1 == "way"       { finish(); if ($2 in known) bad($2 " occurs twice"); way = $2; known[way] = 1; shown = runs = 0 }
    $1 == "way"       { if ($2 ~ /^(system|npm|results|new|order|chosen)$/) bad("check.sh uses the name " $2); next }
    $1 == "from" && !($2 in known) { bad("the way " $2 " does not come earlier") }
    $1 == "in" && $2 !~ /^(root|bare)$/ { bad("in " $2) }
    $1 == "shown"     { shown = 1 }
    $1 == "run"       { runs = 1 }
    $1 !~ /^(shown|from|in|minutes|needs|run|prints|measure|otherwise)$/ { bad("unknown key " $1) }
    END               { finish(); exit faults > 0 }' "$table" || status=1

grep -q 'tools/ways/results.md' "$srcdir/README.md" || fail "README.md does not link the results"

exit $status
