#!/bin/sh
# recipe.sh - makes data/othello.bin anew, the same bytes each time, in the folder of the build:
#
#     make tools/othello/games tools/othello/learn && sh tools/othello/recipe.sh
#
# The first games are played by counting moves, the others by what was learned from them; in the end
# all of them count.  It takes some two minutes of a processor.

set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tools/othello/games 20000 1 2 none >"$work/first"
tools/othello/learn "$work/weights" "$work/first"
tools/othello/games 9000 11 3 "$work/weights" >"$work/second"
tools/othello/games 9000 12 3 "$work/weights" >"$work/third"
tools/othello/learn data/othello.bin "$work/first" "$work/second" "$work/third"
