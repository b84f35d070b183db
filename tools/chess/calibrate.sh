#!/bin/sh
# calibrate.sh ELO GAMES OPENINGS - a match, by fastchess, of ./miai at that rating against Stockfish
# at the same UCI_Elo.  OPENINGS is a file in EPD; each is played twice, the colours exchanged.
#
# miai's rating is a bound of nodes, which the clock must not cut off; Stockfish's is the depth at
# which it draws among its best moves, and a tenth of a second suffices for that up to 2200.
set -eu

rating="option.UCI_LimitStrength=true option.UCI_Elo=$1 option.Hash=16"
# shellcheck disable=SC2086 # words
exec "${FASTCHESS:-fastchess}" \
    -engine cmd=./miai name=miai st=5 $rating \
    -engine cmd="${STOCKFISH:-stockfish}" name=stockfish st=0.1 $rating \
    -each timemargin=2000 -rounds $(($2 / 2)) -games 2 -repeat \
    -openings file="$3" format=epd order=random -srand 21 \
    -draw movenumber=60 movecount=8 score=10 -resign movecount=3 score=800
