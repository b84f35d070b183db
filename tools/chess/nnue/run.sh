#!/bin/sh
# Makes a network of chess from nothing: so many processes play games by the teacher's network, and
# keep their positions, so many others keep those of searches ("train play" and "train trees"), so
# many blocks each; and meanwhile learn.py learns from them, waiting for what is not there yet.
#
#   run.sh OUT PLAY BLOCKS TREES BLOCKS [OPTION-OF-LEARN.PY...]
#
# Beside this script lie train, learn.py and stockfish.nnue.gz, what "export_net" of Stockfish 15.1
# writes.  The positions are in $RECORDS, or a folder of /dev/shm or, without 20 GB there, of /tmp:
# those there already are gone on with.  OUT gets chess.nnue, and learn.log
# tells how it goes.
# $SEED (1): that of the first process of each kind; $PYTHON (python3).  Who plays ends with it.
set -eu
out=$1 play=$2 play_blocks=$3 trees=$4 trees_blocks=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)
roomy=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $4 > 20000000 { print "/dev/shm" }')
records=${RECORDS:-${roomy:-/tmp}/chess-records}
files= players=

# gather KIND PROCESSES BLOCKS
gather()
{
    seed=${SEED:-1}
    last=$((seed + $2))
    while [ "$seed" -lt "$last" ]; do
        : >>"$records/$1.$seed.bin"
        nice "$here/train" "$1" "$records/stockfish.nnue" "$seed" $(($3 + 1)) \
            "$records/$1.$seed.bin" >"$records/$1.$seed.log" 2>&1 &
        players="$players $!"
        files="$files $records/$1.$seed.bin:$3"
        seed=$((seed + 1))
    done
}

# shellcheck disable=SC2086 # their numbers
trap 'kill $players 2>/dev/null || true' EXIT
trap 'exit 1' INT TERM
mkdir -p "$out" "$records"
gzip -dc "$here/stockfish.nnue.gz" >"$records/stockfish.nnue"
gather play "$play" "$play_blocks"
gather trees "$trees" "$trees_blocks"
# A block of play has some 11,000 positions, half of which nothing hangs in, one of trees 55,000.
# shellcheck disable=SC2086 # the files, without spaces
"${PYTHON:-python3}" "$here/learn.py" "$out/chess.nnue" $files \
    --capacity $((play * play_blocks * 8000 + trees * trees_blocks * 70000)) "$@" \
    >"$out/learn.log" 2>&1
