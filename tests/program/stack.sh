#!/bin/sh
# stack.sh - searches with small stacks: the shell's limit applies to the main thread, and would to
# the others if they did not set their own.

. "${srcdir:-.}/tests/support/common.sh"

# Sanitizers make each frame larger.
[ -z "${SANITIZE_FLAGS:-}" ] || exit 77

# small KIB ARGUMENTS: the program with a stack of that size.
small()
{
    kib=$1
    shift
    (ulimit -s "$kib" && exec "$miai" "$@")
}

# Includes judging stones.
moves='genmove b\ngenmove w\ngenmove b\nmiai-legal\nfinal_score\nfinal_status_list dead\nquit\n'
for size in 9 19 25; do
    # shellcheck disable=SC2059
    printf "$moves" | small 128 --size=$size --threads=2 --playouts=30 >$scratch/out ||
        fail "Go on $size"
    [ "$(grep -c '^= ' $scratch/out)" = 7 ] || fail "Go on $size: replies"
done

for search in mcts alphabeta minimax; do
    printf 'genmove b\ngenmove w\nmiai-legal\nquit\n' |
        small 256 --game=chess --search=$search --threads=2 --memory=16 --playouts=500 >$scratch/out ||
        fail "chess, $search"
    [ "$(grep -c '^= ' $scratch/out)" = 4 ] || fail "chess, $search: replies"
    printf 'position startpos\ngo nodes 500\n' |
        small 128 --search=$search --threads=2 --memory=16 >$scratch/out || fail "UCI, $search"
    grep -q '^bestmove [a-h]' $scratch/out || fail "UCI, $search: no move"
done

# An endgame solved to the last square: the first of the FFO suite; Black wins by 38.
printf '%s\n' 'position fen O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X' \
    'go movetime 60000' |
    small 128 --game=othello --search=alphabeta --threads=2 --memory=16 >$scratch/out || fail "Othello"
grep -q '^bestmove A2' $scratch/out || fail "Othello: the move"

exit $status
