#!/bin/sh
# suite.sh - positions with known moves: what is solved, what is not, and errors in files.

. "${srcdir:-.}/tests/support/common.sh"

# suite STATUS ARGUMENT...
suite()
{
    wanted=$1
    shift
    code=0
    "$miai" --game=chess --memory=4 --depth=4 suite "$@" >$scratch/out 2>$scratch/err </dev/null ||
        code=$?
    [ $code -eq $wanted ] || fail "suite $*: status $code: $(cat $scratch/err)"
}

has()
{
    grep -q -e "$1" $scratch/$2 || fail "no \"$1\" in: $(cat $scratch/$2)"
}

cat >$scratch/good.epd <<'END'
# A mate in one, twice, in two notations; a move to avoid; an invalid line.
6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8#, Ka2; id "back; rank";
6k1/5ppp/8/8/8/8/8/K3R3 w - - id "other"; bm a1a2 e1e8;
6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1 am Re8;

6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Ka2;
END
suite 0 $scratch/good.epd
[ ! -s $scratch/err ] || fail "messages: $(cat $scratch/err)"
has '^ *1 solved e1e8 .* since .*  back; rank$' out
has '^ *2 solved e1e8 .*  other$' out
has '^ *3 missed e1e8 .* am e1e8' out
has '^ *4 missed e1e8 .* bm a1a2' out
has '^solved 2 of 4, nodes [1-9]' out

cat >$scratch/bad.epd <<'END'
6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8;
6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Qe8;
6k1/5ppp/8/8/8/8/8/K3R3 w - - id "nothing asked";
nonsense
END
suite 1 $scratch/bad.epd $scratch/missing.epd
has 'bad.epd:2: .*Qe8' err
has 'bad.epd:3: it has neither bm' err
has 'bad.epd:4: ' err
has 'missing.epd: cannot read the file: No such file or directory' err
has '^solved 1 of 1,' out
# The first error of a file is reported with the others once one of its positions is valid.
printf 'nonsense\nmore\n' | cat - $scratch/good.epd >$scratch/late.epd
suite 1 $scratch/late.epd
has 'late.epd:1: ' err
has 'late.epd:2: ' err
has '^solved 2 of 4, ' out
# Of very many errors, only the first are reported.
yes nonsense | head -n 3000 | cat - $scratch/good.epd >$scratch/long.epd
suite 1 $scratch/long.epd
has 'long.epd:400: ' err
has 'long.epd: [1-9][0-9]* more errors up to here$' err
has '^solved 2 of 4, ' out
[ $(wc -c <$scratch/err) -lt 70000 ] || fail "too many messages: $(wc -c <$scratch/err) bytes"
echo '# nothing is asked' >$scratch/empty.epd
suite 1 $scratch/empty.epd
has 'empty.epd:1: no ' err
suite 2
has 'miai suite FILE' err

exit $status
