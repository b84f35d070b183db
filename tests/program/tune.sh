#!/bin/sh
# tune.sh - miai tune: the table of constants, faults, SPSA by games.

. "${srcdir:-.}/tests/support/common.sh"

# tune STATUS ARGUMENT...
tune()
{
    wanted=$1
    shift
    code=0
    timeout 100 "$miai" --memory=8 "$@" >$scratch/out 2>$scratch/err </dev/null || code=$?
    [ $code -eq "$wanted" ] || fail "$*: status $code: $(cat $scratch/err)"
}

# The table has the values of the game, and those of options.
tune 0 --game=chess tune
grep -qx 'tune-null-move-reduction, int, 4, 1, 8, 0.5, 0.002' $scratch/out ||
    fail "no null-move-reduction: $(cat $scratch/out)"
tune 0 --game=othello tune
grep -q '^tune-window, int, 67,' $scratch/out || fail "not Othello's window: $(cat $scratch/out)"
tune 0 --game=chess --set tune-futility=55 tune
grep -q '^tune-futility, int, 55,' $scratch/out || fail "not the option: $(cat $scratch/out)"

tune 2 --game=chess tune futile
says 'futile: not a constant'
tune 2 --game=chess tune games=1 futility
says 'games=1: 2 to'
tune 2 --game=chess tune openings=$scratch/none futility
says "$scratch/none"
tune 2 --game=tictactoe tune
says 'has no constants to tune; a game with an evaluation has them'

# Values stay within bounds, and are lines of a configuration file.  The same seed gives the same.
for i in 1 2; do
    tune 0 --game=chess --playouts=400 tune games=20 seed=1 reduction tune-futility
    cp $scratch/out $scratch/run$i
done
cmp $scratch/run1 $scratch/run2 || fail "the same seed gives other values"
tail -2 $scratch/out >$scratch/values
grep -q '^tune-reduction = [0-9]* # 100\.00$' $scratch/values &&
    fail "the games changed nothing: $(cat $scratch/out)"
tune 0 --game=chess --config=$scratch/values tune
tune 0 --game=chess --config=$scratch/run1 tune

exit $status
