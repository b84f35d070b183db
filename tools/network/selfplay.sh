#!/bin/sh
# selfplay.sh GAME FOLDER [GENERATIONS] - a network from nothing: games by the engine against itself,
# at first by playouts alone, then by the network that has learnt from them, generation by
# generation.  See README.  Broken off, it goes on where it was.
#
# From the environment: SHAPE, SHARDS of a generation (16 games each), PLAYOUTS a move, FIRST of
# these in the first generation, EXACT positions in which the game's solver may solve one, WILD moves
# at random at most before a game, WINDOW of generations to learn from, STEPS of training a
# generation, LAST of them in the last one, in the second half of which the rate falls, RATE, BATCH,
# RESULT (its part of the value), JOBS (processes that play), TRAIN (more options of train.py), MATCH
# (settings of "miai match", which is played after each generation), LIMIT (an option that bounds its
# searches), PYTHON, MIAI (the program).

set -eu
game=$1 folder=$2 generations=${3:-10}
tools=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$tools}
shards=${SHARDS:-20} playouts=${PLAYOUTS:-100} steps=${STEPS:-300} jobs=${JOBS:-1}
network=$folder/$game.bin.gz
mkdir -p "$folder/samples"

# The positions of a generation are all made by the network that it began with.
play() {
    teacher=none count=${FIRST:-$playouts}
    if [ "$generation" -gt 0 ]; then
        teacher=$folder/generation.$((generation - 1)).bin.gz count=$playouts
    fi
    for job in $(seq 0 $((jobs - 1))); do
        "$build/samples" game="$game" network="$teacher" out="$folder/samples" playouts="$count" \
            exact="${EXACT:-0}" wild="${WILD:-0}" first=$((generation * shards + job)) \
            shards=$((shards - job)) step="$jobs" seed=$((generation + 1)) &
        players="${players:-} $!"
    done
    for player in $players; do
        wait "$player"
    done
    players=
}

learn() {
    cool=0 count=$steps
    [ $((generation + 1)) -lt "$generations" ] || cool=0.5 count=${LAST:-$steps}
    "${PYTHON:-python3}" "$tools/train.py" "$folder/samples" "$network" --shape "${SHAPE:-ooo24}" \
        --name "miai-$game" --latest $((${WINDOW:-4} * shards)) --result "${RESULT:-0.7}" \
        --cool "$cool" --rate "${RATE:-1.5e-3}" --batch "${BATCH:-256}" --again --steps "$count" \
        --every "$count" ${TRAIN:-}
    cp "$network" "$folder/generation.$generation.bin.gz"
}

generation=0
while [ "$generation" -lt "$generations" ]; do
    if [ ! -e "$folder/done.$generation" ]; then
        play
        learn
        : >"$folder/done.$generation"
        [ -z "${MATCH:-}" ] || {
            echo "generation $generation: $("${MIAI:-miai}" --game="$game" ${LIMIT:-} match $MATCH \
                "network: network=$network" 'none: network=none' | head -n 1)" |
                tee -a "$folder/curve"
        }
    fi
    generation=$((generation + 1))
done
