#!/bin/sh
# Twenty games of chess, ten seconds and a tenth a move: two searches of miai, by fastchess.
fastchess -engine cmd=miai name=alphabeta -engine cmd=miai name=mcts option.search=mcts \
    -each tc=10+0.1 -rounds 10 -pgnout file=match.pgn
