#!/bin/sh
# recipe.sh - makes data/othello.bin anew, the same bytes each time, in the folder of the build:
#
#     sh tools/othello/recipe.sh
#
# The first games are played by counting moves, the others by what was learned from them.

set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

generation() # GAMES SEED DEPTH [moves]
{
    make -s miai tools/othello/games tools/othello/learn
    tools/othello/games "$@" >"$work/positions"
    tools/othello/learn "$work/weights" <"$work/positions"
    mv "$work/weights" data/othello.bin
}

generation 8000 1 2 moves
generation 20000 2 3
