#!/bin/sh
# play.sh COMMAND... - a number for all that miai, run by this command, plays and says in some games and
# conversations of a fixed length: the same wherever it plays the same.  Networks of floating-point
# numbers, whose last bits are those of the processor's kernels, are left out; those of whole numbers,
# of chess and Gomoku, are in.

set -eu

# gtp GAME SIZE PLAYOUTS MOVES: a game with itself, and what is asked behind it.
gtp()
{
    game=$1 size=$2 playouts=$3 moves=$4
    shift 4
    {
        echo protocol_version
        for _ in $(seq "$moves"); do
            printf 'genmove b\ngenmove w\n'
        done
        printf 'showboard\nfinal_score\nno such command\nquit\n'
    } | "$@" --game="$game" --size="$size" --playouts="$playouts" gtp
}

# The last of the lines that say what is found; what changes from run to run are the times.
uci()
{
    printf '%s\n' uci isready 'position startpos moves e2e4 e7e5' 'go nodes 5000' |
        "$@" uci | sed 's/ nps [0-9]*//; s/ time [0-9]*//; /^id name/d' |
        awk '/^info / { last = $0; next } /^bestmove/ { print last } { print }'
}

gomocup()
{
    printf '%s\n' 'START 15' BEGIN 'TURN 8,8' 'TURN 6,6' END |
        "$@" --playouts=500 gomocup
}

analysis()
{
    printf '{"id":"a","moves":[["B","E5"],["W","C3"]],"rules":"chinese","komi":7,%s\n' \
        '"boardXSize":9,"boardYSize":9,"maxVisits":100,"includeOwnership":true}' |
        "$@" --network=none analysis
}

said=$(
    gtp go 9 100 4 "$@" --network=none
    gtp othello 8 1000 4 "$@"
    gtp gomoku 15 500 3 "$@"
    gtp hex 11 100 2 "$@"
    gtp connect4 7x6 500 3 "$@" --network=none
    uci "$@"
    gomocup "$@"
    analysis "$@"
)
echo "$said" | cksum | cut -d' ' -f1
