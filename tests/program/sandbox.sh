#!/bin/sh
# sandbox.sh - with --sandbox the same lines get the same replies. With several threads replies
# vary: there only has to be one.

. "${srcdir:-.}/tests/support/common.sh"

in=$PWD/$scratch/in
mkdir -p $in/tables
cp "$srcdir"/tests/game/chess/syzygy/K*.rtb? $in/tables
cp "$srcdir"/data/go.bin.gz $in
cp "$srcdir"/data/hex.bin.gz $scratch/operator.bin.gz

# prepare: restores the files that a dialogue may change.
prepare()
{
    rm -f $in/new.sgf
    echo '(;GM[1]SZ[9]KM[5.5];B[ee];W[cc])' >$in/a.sgf
    cp $in/a.sgf $in/private.sgf
    chmod 600 $in/private.sgf
}

prepare
echo quit | "$miai" --files=$in --sandbox gtp >$scratch/out 2>$scratch/err || {
    grep -q 'system' $scratch/err || fail "$(cat $scratch/err)"
    exit 77
}

# ask ARGUMENT...: prints the program's replies to the lines.
ask()
{
    timeout 100 "$miai" --files=$in "$@" <$scratch/lines 2>&1 || echo "status $?"
}

# same NAME ARGUMENT...: compares the replies to the lines on standard input.
same()
{
    name=$1
    shift
    cat >$scratch/lines
    for sandbox in '' --sandbox; do
        prepare
        ask $sandbox "$@" | sed 's/ time [0-9]*//; s/ nps [0-9]*//' >$scratch/out$sandbox
        [ -s $scratch/out$sandbox ] || fail "$name: no reply"
        ls -l $in | sed 's/ [A-Z][a-z]* .*[0-9]:[0-9]* / /' >>$scratch/out$sandbox
    done
    diff $scratch/out $scratch/out--sandbox || fail "$name: differs with --sandbox"
    ! grep '^status' $scratch/out || fail "$name"
}

same 'Go, records, a network' --game=go --size=9 --playouts=50 gtp <<END
genmove b
genmove w
loadsgf a.sgf
gomill-savesgf new.sgf
loadsgf new.sgf
gomill-savesgf private.sgf
showboard
final_score
final_status_list dead
miai-param network go.bin.gz
genmove w
miai-param network /etc/passwd
END
grep -q '^? .*outside the folder' $scratch/out || fail 'another file is not refused'
same 'the network of the operator' --game=hex --network=$scratch/operator.bin.gz --playouts=50 gtp <<END
genmove b
miai-param network-numbers float
genmove w
END
same 'chess with tables' --game=chess --playouts=2000 gtp <<END
miai-param knowledge-file tables
miai-position 8/8/8/3k4/8/8/1P6/K7 w - - 0 1
genmove w
genmove b
miai-position 8/8/8/3k4/8/8/1Q6/K7 w - - 0 1
genmove w
END
same 'UCI' --game=chess uci <<END
uci
position startpos moves e2e4
d
quit
END
same 'Gomoku' --game=gomoku --playouts=200 gomocup <<'LAST'
START 15
BEGIN
TURN 8,8
ABOUT
END
LAST
same 'JSON' --game=go --playouts=50 analysis <<END
{"id":"a","moves":[["B","E5"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":20,"overrideSettings":{"numSearchThreads":1}}
{"id":"b","action":"query_version"}
END

# Several threads, in each search and in parallel.
for game in go chess gomoku; do
    printf '%s\n' 'time_settings 0 1 1' 'genmove b' 'genmove w' 'miai-param threads 5' 'genmove b' |
        timeout 100 "$miai" --game=$game --threads=3 --playouts=3000 --files=$in --sandbox gtp \
            >$scratch/out 2>$scratch/err || fail "$game, threads: status $?"
    [ "$(grep -c '^= ..' $scratch/out)" -eq 3 ] || fail "$game, threads: $(cat $scratch/out)"
    [ ! -s $scratch/err ] || fail "$game, threads: $(cat $scratch/err)"
done

exit $status
