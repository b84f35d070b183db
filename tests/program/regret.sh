#!/bin/sh
# regret.sh - miai regret: exact values, curves of methods that make mistakes and of one that does
# not, files.

. "${srcdir:-.}/tests/support/common.sh"

# X has B2 and C3, O has A1 and A3: a move that does not block A2 loses.
file=$scratch/values
printf 'miai-regret tictactoe 3 0 -\nB2 A1 C3 A3\n' >$file
run 0 --game=tictactoe regret positions=2 plies=5-5 file=$file by=depth from=1 to=2 step=1 \
    'minimax: search=minimax'
[ "$(sed -n 2p $file | tr ' ' '\n' | sed '1,5d' | paste -d ' ' - - | sort | tr '\n' ' ')" = \
    'A2 0.5 B1 0 B3 0 C1 0 C2 0 ' ] || fail "other values: $(cat $file)"
[ "$(wc -l <$file)" -eq 3 ] || fail "not two positions: $(cat $file)"
cp $file $scratch/before
run 0 --game=tictactoe regret positions=2 file=$file to=10
cmp $file $scratch/before || fail "the file was changed"
sed 's/ |.*//' $file >$scratch/unsolved
cp $scratch/unsolved $scratch/solved
run 0 --game=tictactoe regret positions=1 file=$scratch/solved to=10
{ sed -n 1,2p $file && sed 1,2d $scratch/unsolved; } | cmp - $scratch/solved ||
    fail "positions not asked for are lost: $(cat $scratch/solved)"

# Full minimax never errs, a single playout does, and the regret of UCT falls.
run 0 --game=tictactoe regret positions=40 plies=1-5 from=1 to=1000 step=1000 searches=2 \
    csv=$scratch/csv svg=$scratch/svg 'uct: solver=false' 'flat: search=flat'
awk '$1 == "uct" && $2 == 1 && $4 > 0.1 { bad++ } $1 == "uct" && $2 == 1000 && $4 < 0.05 { good++ }
    END { exit !(bad && good) }' $scratch/out || fail "the regret of UCT does not fall"
[ "$(wc -l <$scratch/csv)" -eq $((1 + 2 * 2 * 40 * 2)) ] || fail "not one line per search"
awk -F, 'NR > 1 { sum[$1 " " $5] += $7 } END { for (i in sum) printf "%s %.4f\n", i, sum[i] / 80 }' \
    $scratch/csv | sort >$scratch/means
awk 'NR > 1 { printf "%s %s %.4f\n", $1, $2, $4 }' $scratch/out | sort >$scratch/means2
cmp $scratch/means $scratch/means2 || fail "the table is not the mean of the lines"
[ "$(grep -c '<polyline' $scratch/svg)" -eq 2 ] || fail "not two curves"
run 0 --game=tictactoe regret positions=40 plies=1-5 by=depth from=9 to=9 'exact: search=minimax' \
    'ab: search=alphabeta'
[ "$(grep -c ' 0\.0000  0\.0000  100\.0%' $scratch/out)" -eq 2 ] || fail "minimax errs"

# A second run gives the same output.
run 0 --game=tictactoe regret positions=5 from=5 to=50
cp $scratch/out $scratch/before
run 0 --game=tictactoe regret positions=5 from=5 to=50
cmp $scratch/out $scratch/before || fail "another run, other regrets"

# If two arguments name the same file, by whatever path, nothing is written.
cp $file $scratch/kept
for other in csv svg; do
    run 2 --game=connect4 --size=4x4 regret file=$file $other=$scratch/../regret.tmp/${file##*/}
    says "file and $other: both name the same file; give two different files"
done
run 2 --game=connect4 --size=4x4 regret csv=$scratch/new svg=$scratch/./new
says 'csv and svg: both name the same file; give two different files'
cmp $file $scratch/kept || fail "the file of positions was replaced"
[ ! -e $scratch/new ] || fail "a refused file was written"

# Errors.
run 2 --game=tictactoe regret nodes=3
says 'unknown setting'
run 2 --game=tictactoe regret positons=3
says 'did you mean positions?'
run 2 --game=tictactoe regret from=5 to=3
says 'from must not exceed to'
run 2 --game=tictactoe regret step=1
says 'above 1'
run 2 --game=tictactoe regret from=0.4
says 'from: must be 1 or more'
run 2 --game=tictactoe regret by=depth to=1e11
says 'to: at most 1000'
run 2 --game=tictactoe regret 'a: sarch=flat'
says 'unknown option'
run 2 --game=tictactoe regret 'a: size=3'
says 'the same for all methods'
run 1 --game=chess regret
says 'repeated position'
run 1 --game=connect4 --size=4x4 regret file=$file
says 'not positions of this game'
printf 'miai-regret tictactoe 3 0 -\nB2 A1 | A2 1\n' >$file
run 1 --game=tictactoe regret file=$file
says "$file:2: expected MOVES | MOVE VALUE"
run 1 --game=tictactoe regret plies=9-9
says 'no random position'
run 1 --game=tictactoe regret positions=2 to=10 svg=/nowhere/x.svg
says '/nowhere/x.svg'

exit $status
