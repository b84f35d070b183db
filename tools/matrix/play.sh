#!/bin/sh
# play.sh COMMAND... - prints a checksum of miai's replies in games and sessions of fixed length.
# COMMAND runs miai.  The checksum is the same on every system where miai plays the same.  The replies go
# to standard error.
#
# Searches use the integer networks of chess and Gomoku's alpha-beta.  Other networks compute with kernels
# that round differently, and an emulated processor evaluates one position per second.  They only choose
# the first moves of a game, with two playouts each.

set -eu
hex=$(dirname "$0")/../../data/hex.bin.gz

# gtp GAME SIZE PLAYOUTS MOVES: plays a game of miai against itself, then sends some queries.
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

# Keeps the last line with search results; only the times vary from run to run.
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
    gtp go 9 2 1 "$@"
    gtp othello 8 1000 4 "$@"
    gtp gomoku 15 500 3 "$@" --network=none
    gtp gomoku 15 500 3 "$@" --search=alphabeta
    gtp hex 11 100 2 "$@" --network=none
    gtp hex 11 2 1 "$@" --network="$hex"
    gtp connect4 7x6 500 3 "$@" --network=none
    gtp connect4 7x6 2 2 "$@"
    uci "$@"
    gomocup "$@" --search=alphabeta
    analysis "$@"
)
echo "$said" >&2
echo "$said" | cksum | cut -d' ' -f1
