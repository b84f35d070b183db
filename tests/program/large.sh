#!/bin/sh
# large.sh - a file with more games than fit on one page: pages that link to each other, each game
# once, also if the analysis is killed; the same for a folder, whose index links to each game's
# page.

. "${srcdir:-.}/tests/support/common.sh"
games=1010 # on three pages
whole=$scratch/whole
killed=$scratch/killed
folder=$scratch/folder
mkdir -p $whole $killed $folder

# Games of tic-tac-toe; the middle one has an illegal move.
awk -v games=$games 'BEGIN {
    split("A1 A2 A3 B1 B2 B3 C1 C2 C3", point, " ")
    for (i = 0; i < games; i++) {
        printf "game tictactoe\nblack x%d\nmoves %s %s\n\n", i + 1, point[i % 9 + 1], point[(i + 1) % 9 + 1]
        if (i == 504)
            printf "game tictactoe\nmoves B2 B2\n\n"
    }
}' >$whole/g.txt
cp $whole/g.txt $killed/g.txt
cp $whole/g.txt $folder/g.txt

# analyze PATH: one of the games has an illegal move, which is reported
analyze()
{
    code=0
    "$miai" --reuse=false --playouts=30 analyze "$1" >$scratch/out 2>$scratch/err </dev/null || code=$?
    [ $code -eq 1 ] && [ "$(grep -c 'g.txt:[0-9]*: ' $scratch/err)" -eq 1 ] ||
        fail "$1: status $code: $(cat $scratch/err)"
}

analyze $whole/g.txt
[ "$(grep -c '^black x' $whole/g-analysis.txt)" -eq $games ] || fail "not all games in the record"
[ ! -e $whole/g-analysis.part ] || fail "the partial file is left"
page=$whole/g-analysis
for other in .html -2.html -3.html; do
    [ -s $page$other ] || fail "no page $other"
    [ "$(grep -o 'href="g-analysis[-0-9]*.html"' $page$other | grep -c '')" -eq 2 ] ||
        fail "page $other does not lead to the two others"
done
[ ! -e $page-4.html ] || fail "a page too many"
grep -q 'Games 1 to 500 of 1010 <strong' $page.html || fail "the first page"
grep -q 'Games 1001 to 1010 of 1010 .*<strong aria-current="page">3<' $page-3.html || fail "the last page"
grep -q '"first":500,' $page-2.html || fail "the games of the second page do not continue the numbers"
[ "$(grep -o '"sums":' $page-2.html | grep -c '')" -eq 500 ] || fail "not 500 games on the second page"
[ "$(grep -o '"sums":' $page-3.html | grep -c '')" -eq 10 ] || fail "not the last ten on the third page"

# Killed during the search, and between writing page and record: the result is the same.
for goal in 200 1000; do
    "$miai" --reuse=false --playouts=30 analyze $killed/g.txt >/dev/null 2>&1 &
    process=$!
    while kill -0 $process 2>/dev/null && [ "$(cat $killed/g-analysis.part 2>/dev/null | wc -l)" -lt $goal ]; do
        sleep 0.02
    done
    kill -9 $process 2>/dev/null || :
    wait $process 2>/dev/null || :
    echo "killed after $(cat $killed/g-analysis.part 2>/dev/null | wc -l) lines"
done
analyze $killed/g.txt
cmp $whole/g-analysis.txt $killed/g-analysis.txt || fail "the record differs after a kill"
for other in .html -2.html -3.html; do
    sed "s,$killed,$whole,g" $killed/g-analysis$other | cmp - $whole/g-analysis$other ||
        fail "another page $other after it was killed"
done

# A folder.
analyze $folder
[ "$(sed 1d $folder/analysis.csv | cut -d , -f 2 | uniq | wc -l)" -eq $games ] || fail "not all games in the table"
[ "$(sed 1d $folder/analysis.csv | grep -c '')" -eq $((3 * games)) ] || fail "not all positions in the table"
for wanted in '500 g-analysis.html' '500 g-analysis-2.html' '10 g-analysis-3.html'; do
    [ "$(grep -c "^<tr><td><a href=\"${wanted#* }\"" $folder/analysis.html)" -eq "${wanted% *}" ] ||
        fail "the index leads not to $wanted"
done
[ -z "$(find $folder -name '*.rows' -o -name '*.part')" ] || fail "left: $(ls $folder)"
exit $status
