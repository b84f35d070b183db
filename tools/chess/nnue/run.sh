#!/bin/sh
# run.sh - trains a chess network from scratch: PLAY processes play games by the teacher's network
# ("train play"), TREES processes keep positions of searches ("train trees"), each BLOCKS blocks, while
# learn.py trains on them and waits for those that are still missing.
#
#   run.sh OUT PLAY BLOCKS TREES BLOCKS [OPTION-OF-LEARN.PY...]
#
# The folder of this script must contain train, learn.py and stockfish.nnue.gz, the output of
# "export_net" of Stockfish 15.1.  Positions are in $RECORDS, by default in a folder of /dev/shm or,
# without 20 GB there, of /tmp; existing ones are continued.  OUT gets chess.nnue and learn.log.
# $SEED (default 1) is the seed of the first process of each kind, $PYTHON the interpreter (python3).
# The players end with the script.
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
# A block of play has about 11,000 positions, half of them without hanging pieces; a block of trees
# has 55,000.
"${PYTHON:-python3}" "$here/learn.py" "$out/chess.nnue" $files \
    --capacity $((play * play_blocks * 8000 + trees * trees_blocks * 70000)) "$@" \
    >"$out/learn.log" 2>&1
