#!/bin/sh
# environment.sh - a changing or deficient environment: the system clock is set while the program
# waits and searches, files are truncated while they are read, there are no threads, no /proc,
# little address space, small stacks. The program replies as usual or with an error, and ends by
# itself.

. "${srcdir:-.}/tests/support/common.sh"

seconds=60 # a program that hangs is killed
here=$PWD/$scratch

printf '%s\n' 'boardsize 9' 'play b e5' 'genmove w' 'kata-genmove_analyze b 1' showboard >$scratch/gtp
printf '%s\n' uci isready 'position startpos moves e2e4' 'go nodes 20' 'go movetime 50' d >$scratch/uci
printf '%s\n' 'START 15' 'INFO timeout_turn 100' BEGIN 'TURN 3,4' ABOUT >$scratch/gomocup
printf '%s\n' '{"id":"a","moves":[["B","E5"]],"boardXSize":9,"boardYSize":9,"maxVisits":5}' \
    '{"id":"b","action":"query_version"}' >$scratch/analysis

# run_dialogue PROTOCOL COMMAND...: holds the protocol's dialogue by the command, followed by the
# program and its arguments; sets code.
run_dialogue()
{
    protocol=$1
    shift
    code=0
    timeout $seconds "$@" "$miai" --playouts=5 --memory=8 --threads=3 $protocol \
        <$scratch/$protocol >$scratch/out 2>$scratch/err || code=$?
}

# Is everything answered?
answered()
{
    case $1 in
    gtp) [ "$(grep -c '^=' $scratch/out)" = 5 ] ;;
    uci) grep -q '^readyok' $scratch/out && [ "$(grep -c '^bestmove [a-h]' $scratch/out)" = 2 ] ;;
    gomocup) [ "$(grep -c '^[0-9]*,[0-9]*$' $scratch/out)" = 2 ] && grep -q '^name=' $scratch/out ;;
    analysis) grep -q '^{"id":"a",.*"moveInfos":\[{' $scratch/out && grep -q version $scratch/out ;;
    esac
}

# check_each_protocol TITLE COMMAND...: every protocol's dialogue works as without the command.
check_each_protocol()
{
    title=$1
    shift
    for protocol in gtp uci gomocup analysis; do
        run_dialogue $protocol "$@"
        [ $code -eq 0 ] && answered $protocol || fail "$title: $protocol: status $code: $(cat $scratch/err)"
    done
}

check_each_protocol 'as it is' env

# ---- scarce resources ----

if [ -z "${SANITIZE_FLAGS-}" ]; then
    check_each_protocol 'stacks of 128 KiB' sh -c 'ulimit -s 128 && exec "$@"' sh
    check_each_protocol 'little room for addresses' sh -c 'ulimit -v 60000 && exec "$@"' sh
fi

# An empty folder mounted over /proc, which sanitizers read.
if [ -n "${SANITIZE_FLAGS-}" ]; then
    echo "no /proc: left out under sanitizers"
elif unshare -rm sh -c 'mount -t tmpfs none /proc' 2>$scratch/err; then
    check_each_protocol 'no /proc' unshare -rm sh -c 'mount -t tmpfs none /proc && exec "$@"' sh
else
    echo "no /proc: left out: $(cat $scratch/err)"
fi

# ---- failures by a preloaded library ----

if [ -n "${SANITIZE_FLAGS-}" ] ||
    ! ${CC:-cc} -shared -fPIC -o $scratch/faulty.so "$srcdir/tests/program/faulty.c" -ldl 2>$scratch/err; then
    echo "the clock, files and threads: left out: $(cat $scratch/err)"
    exit $status
fi
faulty=LD_PRELOAD=$here/faulty.so

check_each_protocol 'a clock that is set' env $faulty FAULT_CLOCK=1

# A search that has found out everything tells on, at the interval that was asked for.
(echo 'lz-analyze b 10' && sleep 2 && echo name) | env $faulty FAULT_CLOCK=1 timeout $seconds "$miai" \
    --game=tictactoe gtp >$scratch/out || fail "an analysis with a clock that is set: status $?"
[ "$(grep -c '^info' $scratch/out)" -ge 5 ] || fail "a clock that is set stops an analysis"
grep -q '^= miai$' $scratch/out || fail "a clock that is set: no name"

# Without any thread the input cannot be read, which is an error. With one, a search runs on the
# main thread only.
for protocol in gtp uci gomocup analysis; do
    run_dialogue $protocol env $faulty FAULT_CALL=pthread_create FAULT_AT=1 FAULT_ERRNO=11 FAULT_ALWAYS=1
    [ $code -eq 1 ] && [ -s $scratch/err ] || fail "no threads: $protocol: status $code"
    run_dialogue $protocol env $faulty FAULT_CALL=pthread_create FAULT_AT=2 FAULT_ERRNO=11 FAULT_ALWAYS=1
    [ $code -eq 0 ] && answered $protocol || fail "one thread: $protocol: status $code: $(cat $scratch/err)"
done

# ---- files truncated while they are read ----

# cut_while_read FILE ARGUMENT...: the file, as $here/file, is cut to half after its size was read.
cut_while_read()
{
    cp "$1" $scratch/file
    whole=$1
    shift
    code=0
    timeout $seconds env $faulty FAULT_CUT=$here/file "$miai" "$@" <$scratch/gtp >$scratch/out \
        2>$scratch/err || code=$?
    [ $code -le 2 ] || fail "$whole, cut: status $code: $(cat $scratch/err)"
    ! cmp -s "$whole" $scratch/file || fail "$whole was not read"
}

awk 'BEGIN { printf "(;GM[1]FF[4]SZ[9]"; for (i = 0; i < 60; i++) printf ";B[aa];W[];B[];W[]"; print ")" }' \
    >$scratch/game.sgf
printf 'loadsgf %s\nname\n' "$here/file" >$scratch/gtp
cut_while_read $scratch/game.sgf gtp
grep -q '^= miai$' $scratch/out || fail "a record that is cut"
cut_while_read "$srcdir/data/chess.nnue" --game=chess --eval-file=$here/file gtp
cut_while_read "$srcdir/data/go.bin.gz" --network=$here/file gtp
cut_while_read $scratch/game.sgf convert --to=text $here/file -
cut_while_read $scratch/game.sgf --playouts=1 analyze $here/file
"$miai" --state=$scratch/state solve tictactoe >$scratch/out || fail "solve"
cut_while_read $scratch/state --state=$here/file solve tictactoe
exit $status
