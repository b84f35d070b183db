#!/bin/sh
# faults.sh [all] - reads, writes and other calls of the system fail, one after the other, over dialogues
# of every protocol and over files: the program ends by itself, with a status of its own, and what was in
# a file is there, the old or the new, and whole.  Of reads, writes and the like it tries the first
# five of a kind, with "all" every one.

. "${srcdir:-.}/tests/support/common.sh"

all=${1-}
seconds=30 # a program that waits is ended
here=$PWD/$scratch

# held STATUS TITLE: was it a status of the program's own?
held()
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

# converse PROTOCOL [ENVIRONMENT...]: holds its dialogue; sets code.
converse()
{
    protocol=$1
    shift
    game=go
    [ $protocol != uci ] || game=chess
    code=0
    timeout $seconds env "$@" "$miai" --game=$game --playouts=5 --memory=8 $protocol \
        <$scratch/$protocol >$scratch/out 2>$scratch/err || code=$?
}

# Half a line at the end is a line, and a reader that has gone is no fault.
for protocol in gtp uci gomocup analysis; do
    printf '%s' "$(cat $scratch/$protocol)" >$scratch/half
    cp $scratch/half $scratch/$protocol
    converse $protocol
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
    held $code "$protocol: the reader has gone"
done

# Few descriptors: words, or an answer.
for count in 3 4 5 6 8; do
    code=0
    (ulimit -n $count && exec timeout $seconds "$miai" --playouts=5 gtp) <$scratch/gtp >$scratch/out 2>$scratch/err ||
        code=$?
    [ $code -le 2 ] || [ $code -ge 125 ] && [ $code -le 127 ] || fail "$count descriptors: status $code"
done

# Where commas stand before decimals.
for locale in $(locale -a 2>/dev/null | grep -E '^(de|fr|es|ru)_.*[uU][tT][fF]' | head -n 1); do
    LC_ALL=$locale converse uci
    [ $code -eq 0 ] || fail "$locale: status $code"
    printf 'komi 6.5\nget_komi\nkomi 6,5\n' | LC_ALL=$locale "$miai" >$scratch/out
    grep -q '^= 6.5$' $scratch/out && grep -q '^? ' $scratch/out || fail "$locale: komi"
done

# Signals in the middle of a search.
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
grep -q '^= miai' $scratch/out || fail "SIGSTOP: it went on no more"

# ---- calls that fail ----

if [ -n "${SANITIZE_FLAGS-}" ] ||
    ! ${CC:-cc} -shared -fPIC -o $scratch/faulty.so "$srcdir/tests/program/faulty.c" -ldl 2>$scratch/err; then
    echo "calls that fail: left out: $(cat $scratch/err)"
    exit $status
fi

# fault CALL AT ERRNO [ALWAYS]: what lets it fail.
fault()
{
    echo "LD_PRELOAD=$here/faulty.so FAULT_CALL=$1 FAULT_AT=$2 FAULT_ERRNO=$3 ${4:+FAULT_ALWAYS=1}"
}

# plain: the output without what hangs on the clock.
plain()
{
    sed '/^info/d; /^{"id":"a"/d; /^bestmove/d; /^MESSAGE/d; /^DEBUG/d' $scratch/out
}

# Bytes one by one, and interruptions, are no faults.
for protocol in gtp uci gomocup analysis; do
    converse $protocol
    plain >$scratch/plain
    for kind in 'write 1 0 always' 'read 1 0 always' 'write 2 4' 'read 2 4'; do
        # shellcheck disable=SC2046,SC2086 # words
        converse $protocol $(fault $kind)
        [ $code -eq 0 ] || fail "$protocol, $kind: status $code"
        plain |
            diff $scratch/plain - >$scratch/diff || fail "$protocol, $kind: $(cat $scratch/diff)"
    done
done

# starve PROTOCOL ARGUMENT...: no memory is had, once, each time when some is asked for.
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
        held $code "$protocol: allocation $n of $count"
        [ $n -gt 0 ] || count=$(cat $scratch/count) # of all, none of which failed
        n=$((n + 1))
    done
    [ "$count" -gt 50 ] || fail "$protocol: $count allocations"
}
if [ -z "${MIAI_COVERAGE-}" ]; then # whose counters have memory, too
    starve gtp
    for protocol in uci gomocup analysis; do
        starve $protocol --network=none
    done
fi

# each CALL ERRNO ARGUMENT...: lets each call of that kind fail in turn, or the first five.
each()
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
        held $code "$*: $call $n"
        [ -z "$after" ] || $after || fail "$*: $call $n: a file is broken"
    done
}

# Of files: what stood there stays whole.
whole()
{
    [ ! -f $scratch/saved.sgf ] || tr -d '\n' <$scratch/saved.sgf | grep -q '^(;.*)$'
}
after=whole
for call in openat fdopen flock fwrite fflush fclose fsync renameat fread mmap; do
    each $call 28 --playouts=2 --threads=2 gtp
done
after=
for call in pthread_create read write; do
    each $call 11 --playouts=2 --threads=2 gtp
done
for call in fread fdopen; do
    each $call 5 --game=chess --eval-file="$srcdir/data/chess.nnue" perft chess 1
done
solved()
{
    "$miai" --state=$scratch/state solve tictactoe >$scratch/solved 2>&1
}
after=solved
for call in openat fwrite fflush fsync renameat; do
    each $call 28 --state=$scratch/state solve tictactoe
done
exit $status
