#!/bin/sh
# Makes a network of chess from nothing: so many processes let the teacher's network play for so many
# seconds, and meanwhile learn.py learns for so many, from when the first games are there.
#
#   run.sh OUT PROCESSES PLAYING-SECONDS LEARNING-SECONDS WIDTH [OPTION-OF-LEARN.PY...]
#
# Beside this script lie train, learn.py and stockfish.nnue.gz, what "export_net" of Stockfish 15.1
# writes.  The games are in $RECORDS, or a folder of /dev/shm or, without 20 GB there, of /tmp:
# those there already are gone on with, and with 0 PLAYING-SECONDS just learned from.  OUT gets
# chess-WIDTH.nnue, anew each 30 seconds, and chess-WIDTH.log.
# $FIRST (20): seconds before it learns; $SEED (1): that of the first process;
# $PYTHON (python3).
set -eu
out=$1 processes=$2 playing=$3 learning=$4 width=$5
shift 5
here=$(cd "$(dirname "$0")" && pwd)
roomy=$(df -Pk /dev/shm 2>/dev/null | awk 'NR == 2 && $4 > 20000000 { print "/dev/shm" }')
records=${RECORDS:-${roomy:-/tmp}/chess-records}
seed=${SEED:-1}
mkdir -p "$out" "$records"
if [ "$playing" -gt 0 ]; then
    gzip -dc "$here/stockfish.nnue.gz" >"$records/stockfish.nnue"
    i=0
    while [ "$i" -lt "$processes" ]; do
        games=$records/games.$((seed + i))
        : >>"$games.bin"
        timeout "$playing" nice "$here/train" play "$records/stockfish.nnue" $((seed + i)) 0 \
            "$games.bin" >"$games.log" 2>&1 &
        i=$((i + 1))
    done
    sleep "${FIRST:-20}"
    set -- --grow 15 "$@"
fi
"${PYTHON:-python3}" "$here/learn.py" "$out/chess-$width.nnue" "$records"/games.*.bin \
    --hidden "$width" --seconds "$learning" "$@" 2>&1 | tee "$out/chess-$width.log"
wait
tail -qn 1 "$records"/games.*.log >"$out/games.log" || true
