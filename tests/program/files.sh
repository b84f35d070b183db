#!/bin/sh
# files.sh - files that users and clients name: anything but a regular file gives an error and is
# never waited for; failing to write a file or standard output is an error; no client can overwrite
# a file that is not a record.

. "${srcdir:-.}/tests/support/common.sh"
mkfifo $scratch/fifo
seconds=30 # a program that hangs is killed

# refuses PATTERN ARGUMENT...: status 1 or 2, and a matching line on standard error.
refuses()
{
    pattern=$1
    shift
    code=0
    timeout $seconds "$miai" "$@" </dev/null >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq 1 ] || [ $code -eq 2 ] || fail "$*: status $code"
    grep -Eq -e "$pattern" $scratch/err || fail "$*: $(cat $scratch/err)"
}

# answers TITLE LINE...: sends the words or lines as a client; the replies go to the file out.
answers()
{
    code=0
    printf '%s\n' "$@" | timeout $seconds "$miai" >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq 0 ] || fail "$*: status $code"
}

# ---- reading ----

# Files to be written are tested below only: a faulty program must not replace a device here.
for file in $scratch/fifo /dev/zero; do
    for option in network eval-file book-file; do
        refuses 'cannot load file: not a regular file' --game=chess --$option=$file --version
    done
    refuses 'cannot load file: not a regular file' --game=go --eval-file=$file --version
    refuses "$file: cannot read the file: not a regular file" --config=$file
    refuses "$file: cannot read the file: not a regular file" convert --to=text $file -
    refuses "$file: cannot read the file: not a regular file" analyze $file
    refuses "$file: cannot read the file: not a regular file" solve connect4 $file
    refuses "$file: cannot read the file: not a regular file" --game=chess suite $file
    refuses "$file.*: cannot read the file: not a regular file" match openings=$file a: b:
    answers "miai-param network $file" "kata-set-param network $file" "loadsgf $file" \
        'set_game chess' "miai-param book-file $file" "miai-param eval-file $file" 'showboard'
    [ "$(grep -c '^? cannot load file' $scratch/out)" -eq 5 ] || fail "GTP: $file"
    printf 'uci\nsetoption name network value %s\nisready\n' $file |
        timeout $seconds "$miai" uci >$scratch/out || fail "UCI: $file"
    grep -q 'cannot load file' $scratch/out || fail "UCI: $file: no words"
done
file=$scratch/fifo
refuses "$file: cannot read the file: not a regular file" --state=$file solve tictactoe
refuses "$file: not a regular file" match games=2 table=$file a: b:
ln -s fifo $scratch/fifo.sgf
refuses "$file.sgf: not a regular file" match games=2 record=$file.sgf a: b:
refuses "$file: .*: not a regular file" --game=tictactoe regret positions=1 file=$file
refuses "$file: cannot write the file: not a regular file" \
    --game=tictactoe --playouts=1 regret positions=1 from=1 to=1 csv=$file
if grep -q '^#define HAVE_LTDL 1' config.h; then
    refuses 'cannot read the file: not a regular file' --load=$scratch/fifo
fi

code=0
timeout $seconds "$miai" --config=/dev/null --version </dev/null >$scratch/out 2>&1 || code=$?
[ $code -eq 0 ] || fail "--config=/dev/null: status $code, $(cat $scratch/out)"

# ---- files that a client writes ----

# savesgf REPLY FILE: the reply to gomill-savesgf.
savesgf()
{
    answers 'boardsize 9' 'play b e5' "gomill-savesgf $2 PB=me"
    [ "$(sed '/^$/d' $scratch/out | tail -n 1)" = "$1" ] || fail "gomill-savesgf $2"
}

echo 'a letter' >$scratch/letter.txt
printf 'int main(void)\n{\n    for (;;);\n}\n' >$scratch/source.c
: >$scratch/empty
savesgf '? cannot write the file: not a regular file' $scratch/fifo
savesgf '? cannot write the file: Is a directory' $scratch
savesgf '? cannot write the file: No such file or directory' $scratch/none/a.sgf
savesgf '? cannot write the file: the existing file is not an SGF record; name another' $scratch/letter.txt
savesgf '? cannot write the file: the existing file is not an SGF record; name another' $scratch/source.c
answers "printsgf $scratch/letter.txt"
grep -q '^? .*not an SGF record' $scratch/out || fail "printsgf over a letter: $(cat $scratch/out)"
[ "$(cat $scratch/letter.txt)" = 'a letter' ] || fail "a letter was written over"
answers "printsgf $scratch/printed.sgf" "printsgf $scratch/printed.sgf"
grep -c '^= *$' $scratch/out | grep -qx 2 || fail "printsgf twice: $(cat $scratch/out)"
for file in new.sgf empty new.sgf; do
    savesgf '= ' $scratch/$file
    [ "$(tr -d '\n' <$scratch/$file | grep -c '^(;PB\[me\].*;B\[ee\])$')" -eq 1 ] ||
        fail "gomill-savesgf: $(cat $scratch/$file)"
done
answers 'boardsize 9' "gomill-savesgf $scratch/named.sgf PB=a\\_b PC=x]y C=c PB=again pb=z SZ=3 none"
grep -q '^(;PB\[a b\]PC\[x\\\]y\]C\[c\]GM\[1\]' $scratch/named.sgf ||
    fail "gomill-savesgf, properties: $(cat $scratch/named.sgf)"
! find $scratch -name '*.part' | grep . || fail "drafts are left"

# ---- full devices ----

# A full device, and a limit on file sizes.
if [ -w /dev/full ]; then
    for words in --version --help --list-games --list-options 'perft tictactoe 5' \
        'solve tictactoe' 'convert --to=text tests/protocol/gtp/game.sgf -'; do
        # shellcheck disable=SC2086 # words
        set -- $words
        code=0
        (cd "$srcdir" && cat tests/protocol/gtp/game.sgf) >$scratch/game.sgf
        [ "$1" != convert ] || set -- convert --to=text $scratch/game.sgf -
        timeout $seconds "$miai" "$@" </dev/null >/dev/full 2>$scratch/err || code=$?
        [ $code -eq 1 ] || fail "$words to a full device: status $code"
        grep -q '^miai: cannot write to standard output: ' $scratch/err ||
            fail "$words to a full device: $(cat $scratch/err)"
    done
    for hello in 'gtp name' 'uci uci' 'gomocup ABOUT' 'analysis {"id":"a"}'; do
        code=0
        echo "${hello#* }" | timeout $seconds "$miai" ${hello%% *} >/dev/full 2>$scratch/err || code=$?
        [ $code -eq 1 ] || fail "$hello to a full device: status $code"
        grep -q '^miai: cannot write to standard output: No space' $scratch/err ||
            fail "$hello to a full device: $(cat $scratch/err)"
    done
fi

# No message if the reader has closed the pipe, like head(1).
for words in --list-options 'perft tictactoe 5' 'match games=2 a:depth=1 b:depth=1'; do
    {
        sleep 0.5
        code=0
        # shellcheck disable=SC2086 # words
        timeout $seconds "$miai" --game=tictactoe $words 2>$scratch/err || code=$?
        echo $code >$scratch/code
    } | :
    [ "$(cat $scratch/code)" = 1 ] || fail "$words to nobody: status $(cat $scratch/code)"
    [ ! -s $scratch/err ] || fail "$words to nobody: $(cat $scratch/err)"
done

# too_long ARGUMENT...: like refuses(), with files limited to 512 bytes; the file stays unchanged.
too_long()
{
    code=0
    echo 'as it was' >$scratch/kept
    (trap '' XFSZ && ulimit -f 1 && exec timeout $seconds "$miai" "$@" </dev/null) \
        2>&1 >/dev/null | cat >$scratch/err || :
    (trap '' XFSZ && ulimit -f 1 && exec timeout $seconds "$miai" "$@" </dev/null) \
        >/dev/null 2>&1 || code=$?
    [ $code -eq 1 ] || fail "$* without room: status $code"
    grep -Eq 'cannot write the file: ' $scratch/err || fail "$* without room: $(cat $scratch/err)"
    [ "$(cat $scratch/kept)" = 'as it was' ] || fail "$* without room: the old file is lost"
}

awk 'BEGIN { printf "(;GM[1]FF[4]SZ[9]C["; for (i = 0; i < 5000; i++) printf "word "; print "];B[ee])" }' \
    >$scratch/long.sgf
ln -s kept $scratch/kept.sgf
too_long convert $scratch/long.sgf $scratch/kept.sgf
ln -s kept $scratch/kept.csv
too_long --game=tictactoe --playouts=1 regret positions=30 from=1 to=2 searches=5 csv=$scratch/kept.csv
cp $scratch/long.sgf $scratch/played.sgf
ln -s kept $scratch/played-analysis.sgf
too_long --playouts=1 analyze $scratch/played.sgf
! find $scratch -name '*.miai-[0-9]*.part' | grep . || fail "drafts are left"

exit $status
