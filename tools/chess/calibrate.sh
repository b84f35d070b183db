#!/bin/sh
# calibrate.sh ELO GAMES OPENINGS - runs a match with fastchess between ./miai and Stockfish at the same
# UCI_Elo.  OPENINGS is an EPD file; each opening is played twice, with the colours exchanged.
#
# miai's rating sets a limit on nodes, which the clock must not cut short.  Stockfish's sets the depth at
# which it picks among its best moves; up to 2200, a tenth of a second is enough for that.
set -eu

rating="option.UCI_LimitStrength=true option.UCI_Elo=$1 option.Hash=16"
# shellcheck disable=SC2086 # words
exec "${FASTCHESS:-fastchess}" \
    -engine cmd=./miai name=miai st=5 $rating \
    -engine cmd="${STOCKFISH:-stockfish}" name=stockfish st=0.1 $rating \
    -each timemargin=2000 -rounds $(($2 / 2)) -games 2 -repeat \
    -openings file="$3" format=epd order=random -srand 21 \
    -draw movenumber=60 movecount=8 score=10 -resign movecount=3 score=800
