#!/bin/sh
# network.sh - descriptions of network files, and errors for other files.

. "${srcdir:-.}/tests/support/common.sh"

# network STATUS ARGUMENT...
network()
{
    wanted=$1
    shift
    code=0
    "$miai" network "$@" >$scratch/out 2>$scratch/err </dev/null || code=$?
    [ $code -eq $wanted ] || fail "network $*: status $code: $(cat $scratch/err)"
}

has()
{
    grep -q -e "$1" $scratch/$2 || fail "no \"$1\" in: $(cat $scratch/$2)"
}

file=$srcdir/data/go.bin.gz
network 0 --size=9 "$file"
[ ! -s $scratch/err ] || fail "messages: $(cat $scratch/err)"
has '^kind  *KataGo, version 8$' out
has '^name  *miai-go' out
has '^plays  *go (it sees katago-7)$' out
has '^shape  *[0-9]* blocks of [0-9]* channels, [0-9]* weights$' out
has '^memory  *[0-9.]* MiB, plus [0-9.]* MiB per thread$' out
has '^speed  *[0-9.]*[1-9][0-9.]* evaluations per second .*(9x9, ' out
# Winograd's tiles of 3 need 25 products for 81 of a direct 3x3 convolution.
work=$(sed -n 's/^work  *\([0-9]*\)\..* million multiplications per evaluation.*/\1/p' $scratch/out)
[ "${work:-0}" -ge 8 ] && [ "$work" -le 50 ] || fail "implausible work: $work million"
has '^checksum  *[0-9a-f]\{8\} ' out

# The checksum is that of the file: the same for a copy, another for a different file.
cp "$file" $scratch/copy.bin.gz
of_copy=$(grep checksum $scratch/out)
network 0 --game=chess $scratch/copy.bin.gz
[ "$(grep checksum $scratch/out)" = "$of_copy" ] || fail "another checksum: $(cat $scratch/out)"
has '^speed .*(19x19, ' out # on the board of the game that it plays

# A file that is no network gives an error; the others are described nevertheless.
dd if="$file" of=$scratch/cut.bin.gz bs=1000 count=3 2>/dev/null
network 1 $scratch/cut.bin.gz "$file" $scratch/missing
has '^kind' out
has 'cut.bin.gz: cannot load file: its compressed data ends too early' err
has 'missing: cannot load file: ' err
network 2
has 'miai network FILE' err

# A network for another game is refused, with the reason.
code=0
"$miai" --game=othello --network="$file" gtp </dev/null >$scratch/out 2>$scratch/err || code=$?
[ $code -eq 2 ] || fail "a network of Go's in Othello: status $code"
has 'this network is for go, but the game is othello' err
exit $status
