#!/bin/sh
# selfplay.sh GAME FOLDER [GENERATIONS] - a network from nothing: games by the engine against itself,
# at first by playouts alone, then by the network that has learnt from them, generation by
# generation.  See README.  Broken off, it goes on where it was.
#
# From the environment: SHAPE, SHARDS of a generation (16 games each), PLAYOUTS a move, STEPS of
# training a generation, MATCH (settings of "miai match", which is played after each generation),
# LIMIT (an option that bounds its searches), MIAI (the program).

set -eu
game=$1 folder=$2 generations=${3:-10}
tools=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$tools}
shards=${SHARDS:-20} playouts=${PLAYOUTS:-100} steps=${STEPS:-300}
network=$folder/$game.bin.gz
mkdir -p "$folder/samples"

generation=0
while [ "$generation" -lt "$generations" ]; do
    if [ ! -e "$folder/done.$generation" ]; then
        # The positions of a generation are all made by the network that it began with.
        teacher=none
        if [ "$generation" -gt 0 ]; then
            teacher=$folder/generation.$((generation - 1)).bin.gz
        fi
        "$build/samples" game="$game" network="$teacher" out="$folder/samples" playouts="$playouts" \
            first=$((generation * shards)) shards="$shards" seed=$((generation + 1))
        cool=0
        [ $((generation + 1)) -lt "$generations" ] || cool=0.1
        "${PYTHON:-python3}" "$tools/train.py" "$folder/samples" "$network" --shape "${SHAPE:-ooo24}" \
            --name "miai-$game" --latest $((4 * shards)) --result 0.7 --cool "$cool" \
            --rate 1.5e-3 --again --steps "$steps" --every "$steps"
        cp "$network" "$folder/generation.$generation.bin.gz"
        : >"$folder/done.$generation"
        [ -z "${MATCH:-}" ] || {
            echo "generation $generation: $("${MIAI:-miai}" --game="$game" ${LIMIT:-} match $MATCH \
                "network: network=$network" 'none: network=none' | head -n 1)" |
                tee -a "$folder/curve"
        }
    fi
    generation=$((generation + 1))
done
