#!/bin/sh
# faults.sh [all] - system calls such as read and write fail, one after the other, during dialogues
# of every protocol and while files are written. The program ends by itself, with one of its own
# statuses, and a file has its old or its new content, completely. The first five calls of each kind
# fail, with "all" every one.

. "${srcdir:-.}/tests/support/common.sh"

all=${1-}
seconds=30 # a program that hangs is killed
here=$PWD/$scratch

# check_status STATUS TITLE: is it one of the program's own statuses?
check_status()
{
    [ "$1" -le 2 ] || fail "$2: status $1: $(cat $scratch/err)"
}

# ---- dialogues ----

cat >$scratch/gtp <<EOF
boardsize 9
play b e5
genmove w
gomill-savesgf $here/saved.sgf PB=me
loadsgf $here/saved.sgf
kata-analyze w 1 maxmoves 2
showboard
quit
EOF
printf '%s\n' uci isready 'position startpos moves e2e4' 'go nodes 20' 'go depth 2' d quit >$scratch/uci
printf '%s\n' 'START 15' 'INFO timeout_turn 10000' BEGIN 'TURN 3,4' 'BOARD' '7,7,1' '7,8,2' DONE END \
    >$scratch/gomocup
printf '%s\n' '{"id":"a","moves":[["B","E5"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":5}' \
    '{"id":"b","action":"query_version"}' >$scratch/analysis

# run_dialogue PROTOCOL [ENVIRONMENT...]: holds the protocol's dialogue; sets code.
run_dialogue()
{
    protocol=$1
    shift
    game=go
    [ $protocol != uci ] || game=chess
    code=0
    timeout $seconds env "$@" "$miai" --game=$game --playouts=5 --memory=8 $protocol \
        <$scratch/$protocol >$scratch/out 2>$scratch/err || code=$?
}

# An unfinished last line counts as a line, and a closed output is no error.
for protocol in gtp uci gomocup analysis; do
    printf '%s' "$(cat $scratch/$protocol)" >$scratch/half
    cp $scratch/half $scratch/$protocol
    run_dialogue $protocol
    [ $code -eq 0 ] && [ -s $scratch/out ] || fail "$protocol: half a line: status $code"
    code=0
    timeout $seconds "$miai" --playouts=5 $protocol <$scratch/$protocol >&- 2>$scratch/err || code=$?
    [ $code -eq 1 ] && grep -q 'cannot write to standard output' $scratch/err ||
        fail "$protocol: standard output is closed: status $code"
    (timeout $seconds "$miai" --playouts=5 $protocol <$scratch/$protocol 2>$scratch/err || echo $? >$scratch/code) |
        head -n 1 >/dev/null
    code=0
    [ ! -f $scratch/code ] || code=$(cat $scratch/code)
    rm -f $scratch/code
    check_status $code "$protocol: the reader has gone"
done

# With few descriptors: an error, or a reply.
for count in 3 4 5 6 8; do
    code=0
    (ulimit -n $count && exec timeout $seconds "$miai" --playouts=5 gtp) <$scratch/gtp >$scratch/out 2>$scratch/err ||
        code=$?
    [ $code -le 2 ] || [ $code -ge 125 ] && [ $code -le 127 ] || fail "$count descriptors: status $code"
done

# A locale with decimal commas.
for locale in $(locale -a 2>/dev/null | grep -E '^(de|fr|es|ru)_.*[uU][tT][fF]' | head -n 1); do
    LC_ALL=$locale run_dialogue uci
    [ $code -eq 0 ] || fail "$locale: status $code"
    printf 'komi 6.5\nget_komi\nkomi 6,5\n' | LC_ALL=$locale "$miai" >$scratch/out
    grep -q '^= 6.5$' $scratch/out && grep -q '^? ' $scratch/out || fail "$locale: komi"
done

# Signals during a search.
for signal in INT TERM; do
    code=0
    (printf 'time_settings 0 60 1\ngenmove b\n' && sleep 1) |
        timeout -k $seconds -s $signal 0.5 "$miai" --time=60 gtp >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq 124 ] || fail "SIG$signal: status $code"
done
(printf 'genmove b\nname\n' && sleep 1) | "$miai" --time=0.5 gtp >$scratch/out 2>$scratch/err &
stopped=$!
sleep 0.2
kill -STOP $stopped
sleep 0.7
kill -CONT $stopped
wait $stopped || fail "SIGSTOP: status $?"
grep -q '^= miai' $scratch/out || fail "SIGSTOP: the search does not continue"

# ---- failing calls ----

if [ -n "${SANITIZE_FLAGS-}" ] ||
    ! ${CC:-cc} -shared -fPIC -o $scratch/faulty.so "$srcdir/tests/program/faulty.c" -ldl 2>$scratch/err; then
    echo "calls that fail: left out: $(cat $scratch/err)"
    exit $status
fi

# fault CALL AT ERRNO [ALWAYS]: sets the environment that makes the call fail.
fault()
{
    echo "LD_PRELOAD=$here/faulty.so FAULT_CALL=$1 FAULT_AT=$2 FAULT_ERRNO=$3 ${4:+FAULT_ALWAYS=1}"
}

# plain: the output without the parts that depend on the clock.
plain()
{
    sed '/^info/d; /^{"id":"a"/d; /^bestmove/d; /^MESSAGE/d; /^DEBUG/d' $scratch/out
}

# Single bytes and interrupted calls are no errors.
for protocol in gtp uci gomocup analysis; do
    run_dialogue $protocol
    plain >$scratch/plain
    for kind in 'write 1 0 always' 'read 1 0 always' 'write 2 4' 'read 2 4'; do
        # shellcheck disable=SC2046,SC2086 # words
        run_dialogue $protocol $(fault $kind)
        [ $code -eq 0 ] || fail "$protocol, $kind: status $code"
        plain |
            diff $scratch/plain - >$scratch/diff || fail "$protocol, $kind: $(cat $scratch/diff)"
    done
done

# starve PROTOCOL ARGUMENT...: each allocation in turn fails.
starve()
{
    protocol=$1
    shift
    game=go
    [ $protocol != uci ] || game=chess
    count=0
    n=0
    while [ $n -le "$count" ]; do
        code=0
        LD_PRELOAD=$here/faulty.so FAULT_CALL=malloc FAULT_AT=$n FAULT_ERRNO=12 FAULT_SECONDS=$seconds \
            FAULT_COUNT=$scratch/count "$miai" --game=$game --playouts=5 --memory=8 "$@" $protocol \
            <$scratch/$protocol >$scratch/out 2>$scratch/err || code=$?
        check_status $code "$protocol: allocation $n of $count"
        [ $n -gt 0 ] || count=$(cat $scratch/count) # the total, in a run without failures
        n=$((n + 1))
    done
    [ "$count" -gt 50 ] || fail "$protocol: $count allocations"
}
if [ -z "${MIAI_COVERAGE-}" ]; then # coverage counters need memory, too
    starve gtp
    for protocol in uci gomocup analysis; do
        starve $protocol --network=none
    done
fi

# fail_each_call CALL ERRNO ARGUMENT...: each call of that kind fails in turn, or the first five.
fail_each_call()
{
    call=$1
    number=$2
    shift 2
    env LD_PRELOAD=$here/faulty.so FAULT_CALL=$call FAULT_COUNT=$scratch/count FAULT_AT=0 "$miai" "$@" \
        <$scratch/gtp >$scratch/out 2>$scratch/err || fail "$*: status $?: $(cat $scratch/err)"
    count=$(cat $scratch/count)
    [ "$count" -le 5 ] || [ -n "$all" ] || count=5
    n=0
    while [ $n -lt "$count" ]; do
        n=$((n + 1))
        code=0
        LD_PRELOAD=$here/faulty.so FAULT_CALL=$call FAULT_AT=$n FAULT_ERRNO=$number FAULT_SECONDS=$seconds \
            "$miai" "$@" <$scratch/gtp >$scratch/out 2>$scratch/err || code=$?
        check_status $code "$*: $call $n"
        [ -z "$after" ] || $after || fail "$*: $call $n: a file is broken"
    done
}

# Files: the old content stays complete.
files_are_complete()
{
    [ ! -f $scratch/saved.sgf ] || tr -d '\n' <$scratch/saved.sgf | grep -q '^(;.*)$'
}
after=files_are_complete
for call in openat fdopen flock fwrite fflush fclose fsync renameat fread mmap; do
    fail_each_call $call 28 --playouts=2 --threads=2 gtp
done
after=
for call in pthread_create read write; do
    fail_each_call $call 11 --playouts=2 --threads=2 gtp
done
for call in fread fdopen; do
    fail_each_call $call 5 --game=chess --eval-file="$srcdir/data/chess.nnue" perft chess 1
done
solved()
{
    "$miai" --state=$scratch/state solve tictactoe >$scratch/solved 2>&1
}
after=solved
for call in openat fwrite fflush fsync renameat; do
    fail_each_call $call 28 --state=$scratch/state solve tictactoe
done
exit $status
