#!/bin/sh
# confined.sh - limits for untrusted clients: with --files=FOLDER no file outside the folder is read
# or written, whatever its name; with --files=none, no file at all; no ceiling is exceeded. Each
# attempt gets an error and leaves no trace.

. "${srcdir:-.}/tests/support/common.sh"

top=$PWD/$scratch/top
in=$top/in
out=$top/beyond
mkdir -p $in/sub $in/tables $out/tables $in/linked
tables=$(cd "$srcdir/tests/game/chess/syzygy" && pwd)
record='(;GM[1]SZ[9]KM[5.5];B[ee])'
for file in $in/a.sgf $in/sub/b.sgf $out/secret.sgf $top/in2.sgf; do
    echo "$record" >$file
done
cp $tables/K*.rtb? $in/tables
cp $tables/K*.rtb? $out/tables
ln -s $tables/KQvK.rtbw $in/linked/KQvK.rtbw
ln -s ../beyond/secret.sgf $in/link.sgf
ln -s ../beyond $in/way
ln -s ../beyond/new.sgf $in/dangling.sgf
ln -s /proc/self/fd/0 $in/input.sgf
mkfifo $in/fifo.sgf
printf '%016d' 0 >$out/book.bin
dd if=/dev/zero of=$in/large.sgf bs=1024 count=2000 2>/dev/null
# A small file with a large network.
{
    printf 'x 8 512 1 t 1 1 1 1 1 1 c 1 1 512 4096 1 1 @BIN@'
    head -c 8388608 /dev/zero
} | gzip >$in/bomb.bin.gz
find $top -type f -exec cksum {} + | sort >$scratch/before

refusals=0

# refused PATTERN LINE: adds a GTP line; judge() tests all lines of a game together.
refused()
{
    printf '%s\n' "$1" >>$scratch/patterns
    printf '%s\n' "$2" >>$scratch/lines
}

# judge ARGUMENT...: has the program refused each line, with its pattern in the error?
judge()
{
    tr '\001' '\000' <$scratch/lines |
        "$miai" --files=$in --max-file=1 "$@" gtp >$scratch/out 2>$scratch/err ||
        fail "status $?: $(cat $scratch/err)"
    grep '^[=?]' $scratch/out >$scratch/replies
    paste -d '\n' $scratch/lines $scratch/patterns $scratch/replies | awk '
        NR % 3 == 1 { line = $0 }
        NR % 3 == 2 { pattern = "^[?] .*" $0 }
        NR % 3 == 0 && $0 ~ pattern { n++ }
        NR % 3 == 0 && $0 !~ pattern { print "accepted: " line ": " $0 }
        END { print n }' >$scratch/judged
    ! grep '^accepted' $scratch/judged || status=1
    refusals=$((refusals + $(tail -n 1 $scratch/judged)))
    rm $scratch/lines $scratch/patterns
}

outside='outside the folder'
up='must not contain'
link='must not contain a link'

# ---- reading ----

refused "$outside" "loadsgf $out/secret.sgf"
refused "$up" 'loadsgf ../beyond/secret.sgf'
refused "$up" 'loadsgf sub/../../beyond/secret.sgf'
refused "$up" "loadsgf $in/../beyond/secret.sgf"
refused "$up" 'loadsgf ./.././out/secret.sgf'
refused "$outside" "loadsgf ${in}2.sgf"
refused "$outside" "loadsgf //$out/secret.sgf"
refused "$outside" 'loadsgf /proc/self/environ'
refused "$outside" 'loadsgf /dev/stdin'
refused "$outside" 'loadsgf /etc/passwd'
refused "$link" 'loadsgf link.sgf'
refused "$link" 'loadsgf way/secret.sgf'
refused "$link" "loadsgf $in/way/secret.sgf"
refused "$link" 'loadsgf input.sgf'
refused 'not a regular file' 'loadsgf fifo.sgf'
refused 'Is a directory' 'loadsgf sub'
refused 'No such file' 'loadsgf ~/a.sgf'
refused 'larger than 1048576 bytes' 'loadsgf large.sgf'
refused "$outside" "loadsgf /proc/self/root$out/secret.sgf"
refused "$outside" 'loadsgf /proc/self/cwd/configure'
refused "$outside" 'loadsgf /dev/fd/0'
refused "$up" 'loadsgf a.sgf/../../beyond/secret.sgf'
refused "$up" 'loadsgf ..'
refused 'Is a directory' 'loadsgf .'
refused 'Is a directory' "loadsgf $in"
# Special names of other systems, shells and servers are ordinary names here; 0 is a zero byte.
zero=$(printf '\001')
refused "$up" "loadsgf ../beyond/secret.sgf${zero}a.sgf"
for name in "a.sgf${zero}/../beyond/secret.sgf" '..\beyond\secret.sgf' '\\server\share\a.sgf' \
    'C:\a.sgf' "file://$out/secret.sgf" '~root/a.sgf' '$HOME/a.sgf' '%2e%2e/beyond/secret.sgf' '""' \
    "$(printf 'a/%.0s' $(seq 3000))"; do
    refused "(No such file|$up)" "loadsgf $name"
done
refused "$outside" "printsgf $out/new.sgf"
refused 'syntax error' "miai-svg $out/new.sgf" # it names no file
for name in network human-network eval-file; do
    refused "$outside" "miai-param $name $out/secret.sgf"
    refused "$up" "kata-set-param $name ../beyond/secret.sgf"
    refused "$link" "miai-params $name link.sgf"
done
# The ceiling also holds for decompression.
refused 'more than 1048576 bytes' 'miai-param network bomb.bin.gz'
refused 'more than 1048576 bytes' 'miai-param human-network bomb.bin.gz'
judge
refused "$outside" "miai-param book-file $out/book.bin"
refused "$up" 'miai-param BookFile ../beyond/book.bin'
refused "$link" 'miai-param book-file way/book.bin'
refused "$outside" 'miai-param eval-file /dev/zero'
refused "$outside" "miai-param knowledge-file $out/tables"
refused "$outside" "miai-param knowledge-file tables:$out/tables"
refused "$up" 'miai-param SyzygyPath ../beyond/tables'
refused "$link" 'miai-param knowledge-file way/tables'
refused 'in the folder, KQvK.rtbw is not a regular file' 'miai-param knowledge-file linked'
judge --game=chess

# ---- writing ----

refused "$outside" "gomill-savesgf $out/new.sgf"
refused "$outside" "gomill-savesgf $out/secret.sgf"
refused "$up" 'gomill-savesgf ../beyond/new.sgf'
refused "$link" 'gomill-savesgf way/new.sgf'
refused "$link" 'gomill-savesgf dangling.sgf'
refused "$link" 'gomill-savesgf link.sgf'
refused 'not a regular file' 'gomill-savesgf fifo.sgf'
refused "$outside" 'gomill-savesgf /dev/null'
refused 'Is a directory' 'gomill-savesgf .'
refused 'No such file' 'gomill-savesgf nowhere/new.sgf'
for name in config load; do
    refused 'unknown option' "miai-param $name $out/secret.sgf"
done

# ---- number of attempts, and no changes ----

for setting in 'files /' 'files none' 'max-file 0' 'max-memory 4096' 'max-threads 256' 'max-time 0' \
    'max-depth 0' 'max-size 0'; do
    refused 'not allowed: only the command line and the configuration file set this option' "miai-param $setting"
done
refused 'not allowed: only the command line' "kata-set-param files $out"

judge
[ $refusals -ge 70 ] || fail "$refusals refusals"
find $top -type f -exec cksum {} + | sort | diff $scratch/before - || fail "files were changed"

# ---- no files at all ----

for line in 'loadsgf a.sgf' "loadsgf $in/a.sgf" 'gomill-savesgf new.sgf' 'miai-param network a' \
    'miai-param eval-file a'; do
    refused 'file names are not allowed here' "$line"
done
judge --files=none

# ---- UCI, and KataGo's questions ----

printf 'uci\nsetoption name BookFile value %s\nsetoption name EvalFile value ../beyond/secret.sgf
setoption name files value /\nsetoption name Hash value 500\nsetoption name Threads value 9\nisready\n' \
    "$out/book.bin" | "$miai" --game=chess --files=$in --max-memory=300 --max-threads=2 uci >$scratch/out
for words in "BookFile.*$outside" "EvalFile.*$up" 'files.*command line and the configuration file' \
    'Hash.*memory at most 300' 'Threads.*threads at most 2'; do
    name=${words%%.\**}
    grep -Eq "^info string .*${words#*.\*}.*" $scratch/out || fail "UCI: $name"
done
grep -q '^option name Hash type spin default 256 min 1 max 300$' $scratch/out || fail "UCI: Hash"
grep -q '^option name Threads type spin default 1 min 1 max 2$' $scratch/out || fail "UCI: Threads"
! grep -q '^option name \(files\|max-\)' $scratch/out || fail "UCI offers an option that cannot be set"

echo '{"id":"a","moves":[],"rules":"chinese","boardXSize":19,"boardYSize":19,"maxVisits":1000000000}' |
    timeout 60 "$miai" --max-size=9 analysis >$scratch/out || fail "analysis: status $?"
grep -q '"error":.*size at most 9' $scratch/out || fail "analysis: a large board"
echo '{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000}' |
    timeout 60 "$miai" --max-time=0.2 analysis >$scratch/out || fail "analysis: status $?"
grep -q '"id":"a"' $scratch/out || fail "analysis: no answer"

# An initial board that is too large is reduced to the ceiling.
printf 'miai-param size\nset_game hex\nmiai-param size\nset_game othello\nmiai-param size\n' |
    "$miai" --size=19 --max-size=7 gtp | grep '^= .' | tr '\n' ' ' >$scratch/out
[ "$(cat $scratch/out)" = '= 7 = 7 = 6 ' ] || fail "boards at the beginning: $(cat $scratch/out)"

# ---- allowed commands ----

# accepts ARGUMENT... -- LINE...: sets the variable refused to the number of refusals.
accepts()
{
    words=
    while [ "$1" != -- ]; do
        words="$words $1"
        shift
    done
    shift
    # shellcheck disable=SC2086 # words
    printf '%s\n' "$@" | timeout 60 "$miai" $words gtp >$scratch/out || fail "$*: status $?"
    refused=$(grep -c '^?' $scratch/out || :)
}

accepts --files=$in --size=9 --max-time=0.2 --max-size=9 --max-depth=2 --playouts=1000000000 -- \
    'loadsgf a.sgf' "loadsgf $in/sub/b.sgf" 'loadsgf ./sub//b.sgf' 'gomill-savesgf sub/new.sgf' \
    'loadsgf sub/new.sgf' "gomill-savesgf $in/new.sgf" 'genmove b' 'miai-perft 9' \
    'miai-alphabeta' 'miai-alphabeta depth 3'
[ "$(grep -c '^? not allowed: depth at most 2' $scratch/out)" -eq 2 ] ||
    fail "more depth than the ceiling"
[ "$refused" -eq 2 ] || fail "refused below the folder"
accepts --max-time=0.1 -- 'miai-perft 9'
grep -q '^? stopped' $scratch/out || fail "perft went on beyond the ceiling"
printf 'position startpos\ngo perft 3\n' | "$miai" --game=chess --max-depth=2 uci >$scratch/out
grep -q '^info string .*maximum depth is 2' $scratch/out || fail "UCI: perft beyond the ceiling"
grep -q '^Nodes searched: 0$' $scratch/out || fail "UCI: no answer to perft"
accepts --files=$in --game=chess --max-time=0.2 -- 'miai-param knowledge-file tables:./tables' \
    'genmove w'
[ "$refused" -eq 0 ] || fail "tables below the folder are refused"

# Files that the operator named on the command line stay in use.
accepts --files=none --game=chess --book-file=$out/book.bin -- "miai-param book-file $out/book.bin" \
    'showboard' 'miai-param book-file'
[ "$refused" -eq 0 ] || fail "the operator's book is refused"
grep -q "^= $out/book.bin$" $scratch/out || fail "the operator's book is not in use any more"

exit $status
