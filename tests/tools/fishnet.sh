#!/bin/sh
# fishnet.sh - jobs in fishnet's protocol from a server on loopback: the program's answers are
# valid, and the server detects invalid ones.

. "${srcdir:-.}/tests/support/common.sh"
python=$(command -v python3 || :)
[ -n "$python" ] || {
    echo "no python3"
    exit 77
}
tools=$srcdir/tools/fishnet

# loopback STATUS [OPTION]... -- ENGINE...: runs the server's jobs with a client that uses that
# engine
loopback()
{
    wanted=$1
    shift
    options=
    while [ "$1" != -- ]; do
        options="$options $1"
        shift
    done
    shift
    code=0
    # shellcheck disable=SC2086 # options are words
    PYTHONDONTWRITEBYTECODE=1 "$python" "$tools/loopback.py" --judge="$miai" --timeout=60000 $options \
        "$python" "$tools/client.py" --endpoint URL --key KEY "$@" >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq "$wanted" ] || fail "$options: status $code: $(cat $scratch/err)"
}

loopback 0 --nodes=2000 -- "$miai" --memory=16
grep -q '^all jobs as they should be$' $scratch/out || fail "not all jobs"
[ "$(grep -c ' answered ' $scratch/out)" -eq 19 ] || fail "a job is not answered"
grep -q '^drops .* given back ' $scratch/out || fail "the variant is not given back"
grep -q '^long .* given back ' $scratch/out || fail "the job of a stopped client is not given back"

# An engine with illegal variations, and one without scores.
cat >$scratch/broken.py <<'END'
import re, subprocess, sys
program = subprocess.Popen([sys.argv[3], "--memory=16"], stdout=subprocess.PIPE, text=True)
for line in program.stdout:
    print(re.sub(sys.argv[1], sys.argv[2], line), end="", flush=True)
END
loopback 1 --nodes=2000 --jobs=mated,only -- "$python" $scratch/broken.py ' pv [a-h][1-8]' ' pv a5' "$miai"
grep -Eq '^mated .*position 0: a5[a-h][1-8] is illegal after no move' $scratch/out || fail "illegal lines"
loopback 1 --nodes=2000 --jobs=mated,only -- "$python" $scratch/broken.py ' score [a-z]+ [-0-9]+' '' "$miai"
grep -q '^mated .* left ' $scratch/out || fail "no score"
grep -q '^mated: a move without a score' $scratch/err || fail "no score: $(cat $scratch/err)"
exit $status
