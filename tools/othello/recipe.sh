#!/bin/sh
# recipe.sh - makes data/othello.bin anew, the same bytes each time, in the folder of the build:
#
#     sh tools/othello/recipe.sh
#
# The first games are played by counting moves, the others by what was learned from them; in the end
# all of them count.  It takes some two minutes of a processor.

set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

learn()
{
    tools/othello/learn "$work/weights" <"$work/positions"
    cp "$work/weights" data/othello.bin
    make -s tools/othello/games
}

make -s tools/othello/games tools/othello/learn
tools/othello/games 20000 1 2 moves >"$work/positions"
learn
tools/othello/games 9000 11 3 >>"$work/positions"
tools/othello/games 9000 12 3 >>"$work/positions"
learn
