#!/bin/sh
# resume.sh - an analysis that was killed and resumed gives the same values as an uninterrupted one.

. "${srcdir:-.}/tests/support/common.sh"

# resume ARGUMENT...: for a game of 19 plies
resume()
{
    rm -f $scratch/*-analysis*
    "$miai" "$@" analyze $scratch/game.sgf </dev/null || fail "$*: status $?"
    for file in html sgf; do
        mv $scratch/game-analysis.$file $scratch/whole.$file
    done
    for goal in 7 18; do
        "$miai" "$@" analyze $scratch/game.sgf </dev/null >/dev/null 2>&1 &
        process=$!
        while kill -0 $process 2>/dev/null &&
            [ "$(cat $scratch/game-analysis.part 2>/dev/null | wc -l)" -lt $goal ]; do
            sleep 0.01
        done
        kill -9 $process 2>/dev/null || :
        wait $process 2>/dev/null || :
    done
    "$miai" "$@" analyze $scratch/game.sgf </dev/null || fail "$*: resumed: status $?"
    for file in html sgf; do
        cmp $scratch/game-analysis.$file $scratch/whole.$file || fail "$*: resumed, other values: $file"
    done
}

printf '(;GM[1]SZ[9];B[ee];W[cc];B[gg];W[gc];B[cg];W[ce];B[cf];W[fc];B[be];W[bd];B[fd];W[ec];B[de];W[ad];B[hd];W[hc];B[gf];W[dd];B[hb])\n' \
    >$scratch/game.sgf
resume --playouts=50
resume --search=alphabeta --depth=2

exit $status
