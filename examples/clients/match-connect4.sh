#!/bin/sh
# Ten games of Connect Four, by Cute Chess, which calls it cfour.
cutechess-cli -variant cfour -engine cmd=miai proto=uci name=a -engine cmd=miai proto=uci name=b \
    -each tc=10+0.1 -games 10 -pgnout match.pgn
