#!/bin/sh
# cli.sh - the command line: its output, its errors, and that each option reaches the engine.

. "${srcdir:-.}/tests/support/common.sh"

# prints TITLE PATTERN ARGUMENT...: succeeds with a matching line and an empty standard error.
prints()
{
    title=$1
    pattern=$2
    shift 2
    "$miai" "$@" </dev/null >$scratch/out 2>$scratch/err || fail "$title: status $?"
    [ ! -s $scratch/err ] || fail "$title: $(cat $scratch/err)"
    grep -Eq -e "$pattern" $scratch/out || fail "$title: no line '$pattern'"
}

# refuses PATTERN ARGUMENT...: status 2, one line on standard error, nothing printed.
refuses()
{
    pattern=$1
    shift
    code=0
    "$miai" "$@" </dev/null >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq 2 ] || fail "$*: status $code, not 2"
    [ ! -s $scratch/out ] || fail "$*: printed something"
    [ "$(grep -c '' $scratch/err)" -eq 1 ] || fail "$*: not one line on standard error"
    grep -Eq -e "^miai: .*$pattern" $scratch/err || fail "$*: $(cat $scratch/err)"
}

# has NAME VALUE ARGUMENT...: with those arguments the option has that value.
has()
{
    name=$1
    value=$2
    shift 2
    prints "$*" "^$name = $value\$" "$@" --list-options
}

# ---- output ----

prints version '^miai [0-9]+\.[0-9]+\.[0-9]+$' --version
prints help '^Usage: miai' --help
prints help '^Usage: miai' -h
prints help '^Usage: miai' help
prints version '^miai [0-9]' -v
prints "rules in the help" '^  go +Go \(2x2 to 25x25\): chinese, tromp-taylor,' --help
prints games '^go +Go$' --list-games
prints games '^connect4 +Connect Four$' --list-games
prints games '^tictactoe +' --list-games

# Each option is in the help, and the list of options is a valid configuration file.
prints options '^threads = 1$' --list-options
sed -n 's/^\([a-z-]*\) =.*/\1/p' $scratch/out >$scratch/names
cp $scratch/out $scratch/all.conf
[ "$(grep -c '' $scratch/names)" -gt 10 ] || fail "few options"
prints help '^Options' --help
while read -r name; do
    grep -q -e "--$name" $scratch/out || fail "--$name is not in --help"
done <$scratch/names
prints "options read back" '^threads = 1$' --config=$scratch/all.conf --list-options
cmp $scratch/all.conf $scratch/out || fail "the options read back differ"

# ---- typing errors, with a suggestion ----

refuses 'unknown word: chss; did you mean chess\?' chss
refuses 'unknown word: chess960; did you mean "miai --rules=chess960 chess"\?' chess960
refuses 'unknown word: Reversi; did you mean "miai othello"\?' Reversi
refuses 'did you mean "miai --size=3 tictactoe"' tictactoe 3
refuses 'did you mean "miai --level=1500 chess"' chess 1500
refuses '"gtp" has no arguments' gtp uci
refuses '"go" has no arguments' go chess
refuses 'miai --help" lists the commands, "miai --list-games" the games' selfplay
refuses 'for a file use "miai analyze FILE"' game.sgf
refuses '"miai --help" lists them' --opening-book=x
refuses 'level=1500: unacceptable value: levels of Go are 20k to [1-9]d' --level=1500 --game=go
refuses 'level=1500: unacceptable value: levels of Hex are 1 to 20' --game=hex match 'a: level=1500' 'b:'
refuses 'playuots=10: unknown option "playuots"; did you mean playouts' match 'a: playuots=10' 'b:'
refuses 'such as .gnugo: gtp gnugo --mode gtp' match a: 'gnugo --mode gtp'
refuses 'with DEPTH from 1 to 100' perft chess 0
has level 1500 --level=1500 --game=chess
has level 1500 --level=1500
has level 10k --level=10k

# ---- options ----

has game connect4 --game connect4
has size 7x6 --game=connect4
has size 9 --size 9
has size 9x7 --size=9x7
has size 8x7 --size=8x7 --game=connect4
has komi 5.5 --komi 5.5
has search alphabeta --search=alphabeta
has search minimax --search minimax
has search flat --set search=flat
has threads 2 --threads=2
has memory 64 --memory=64
has seed 42 --seed=42
has time 0.25 --time=.25
has playouts 1000 --playouts=1000
has reuse false --reuse=false
has reuse false --reuse=no
has reuse true --reuse=no --reuse
has playouts 2 --playouts=1 --set playouts=2
has threads 3 --thread=3
has rules japanese --set rules=japanese

cat >$scratch/good.conf <<END
# a comment

game = tictactoe   # and another
 playouts=77
seed	=	5
search = flat
END
has game tictactoe --config=$scratch/good.conf
has playouts 77 --config $scratch/good.conf
has seed 5 --config=$scratch/good.conf
has seed 6 --config=$scratch/good.conf --seed=6
has seed 5 --seed=6 --config=$scratch/good.conf

# A value is shown completely, however long the file name is.
long=$scratch/$(printf '%0200d' 0)
mkdir -p "$long"
head -c 16 /dev/zero >"$long/$(printf '%0200d' 1)"
has book-file "$long/$(printf '%0200d' 1)" --game=chess --book-file="$long/$(printf '%0200d' 1)"
printf 'seed = 9' >$scratch/short.conf
has seed 9 --config=$scratch/short.conf
printf 'seed = 8\r\ngame = connect4\r\n' >$scratch/crlf.conf
has game connect4 --config=$scratch/crlf.conf

# ---- spellings of other programs ----

has size 9 --boardsize 9
has size 9 --boardsize=9 --mode gtp
has rules japanese --japanese-rules
has rules chinese --rules=aga --chinese-rules --quiet
has resign 0 --never-resign
has memory 32 --cache-size 32 --gtp -g
has seed 5 -config $scratch/good.conf
has playouts 50 -override-config maxVisits=50,numSearchThreads=2
has threads 2 -override-config maxVisits=50,numSearchThreads=2
printf 'name\n' | "$miai" gtp >$scratch/out
grep -q '^= miai$' $scratch/out || fail "miai gtp"
printf 'isready\nquit\n' | "$miai" uci >$scratch/out
grep -q '^readyok$' $scratch/out || fail "miai uci"
printf 'name\n' | "$miai" --mode gtp --size 9 >$scratch/out
grep -q '^= miai$' $scratch/out || fail "--mode gtp"

# ---- errors ----

refuses 'unknown game "ches" \(go connect4 tictactoe chess othello hex gomoku\); did you mean chess\?' --game=ches
refuses '--threads=0: unacceptable value \(1 to 256\)$' --threads=0
refuses 'unacceptable value \(auto, mcts.*\); did you mean mcts\?' --search=mcst
refuses 'unacceptable size: Go boards are 2x2 to 25x25' --size=99
refuses 'Chess boards are 8x8' --game=chess --size=9
refuses 'did you mean japanese\?' --rules=japanesse
refuses 'did you mean --threads\?' --treads=2
refuses 'unknown option: --elo; use --level=RATING' --elo=1500
refuses 'did you mean convert\?' covnert
refuses 'unknown protocol .gtp, uci, gomocup, analysis, terminal.: xboard' --mode xboard
refuses 'miai convert IN OUT' convert x.sgf
printf 'seed = 1\nthreds = 2\n' >$scratch/bad.conf
refuses 'bad.conf:2: unknown option "threds"; did you mean threads\?' --config=$scratch/bad.conf

refuses 'unknown option.*--nothing' --nothing
refuses 'unknown option: -x' -x
refuses 'unknown option: -help' -help
refuses 'unknown option: -help' --size=9 -help
refuses 'unknown option: -x' -x -y
refuses 'unknown option: -x' -x --size=9
refuses '--threads' --threads
refuses '--threads=0: unacceptable value' --threads=0
refuses '--threads=two: unacceptable value' --threads two
refuses '--threads=: unacceptable value' --threads=
refuses '--playouts=-1: unacceptable value' --playouts=-1
refuses '--memory=99999999999999999999: unacceptable value' --memory=99999999999999999999
refuses '--time=nan' --time=nan
refuses '--komi=1e999' --komi=1e999
refuses '--search=best: unacceptable value' --search=best
refuses '--game=chess960x: unknown game' --game=chess960x
refuses '--size=1: unacceptable size' --size=1
refuses '--size=9x9x9' --size=9x9x9
refuses '--reuse=maybe' --reuse=maybe
refuses '--version' --version=3
refuses '--processor: not a class .*: mmx' --processor=mmx
for class in plain dotprod sse2 avx2 avxvnni avx512 tiles; do
    "$miai" --processor=$class version >/dev/null 2>&1 || fail "--processor=$class"
done
refuses 'name = value' --set threads
refuses 'name = value' --set =3
refuses 'unknown option' --set nothing=3
refuses 'unknown word: play' play
refuses 'unknown word: play; did you mean "miai chess"\?' play chess
refuses 'unexpected argument: more; "version" has no arguments' version more
[ "$("$miai" version)" = "$("$miai" --version)" ] || fail "version as a word"
refuses 'unexpected argument: more' bench more
refuses 'perft GAME DEPTH' perft
refuses 'perft GAME DEPTH' perft go
refuses 'perft GAME DEPTH' perft go 0
refuses 'perft GAME DEPTH' perft go x
refuses 'perft GAME DEPTH' perft go 3 4
refuses 'unknown game' perft nothing 3
refuses "missing.conf" --config=$scratch/missing.conf
refuses "$scratch" --config=$scratch
printf 'seed = 1\n\nseed 2\n' >$scratch/bad.conf
refuses 'bad.conf:3: ' --config=$scratch/bad.conf
printf '# one\nseed = 1\nnothing = 2\n' >$scratch/bad.conf
refuses 'bad.conf:3: unknown option' --config=$scratch/bad.conf
printf 'size = 0\n' >$scratch/bad.conf
refuses 'bad.conf:1: unacceptable size' --config=$scratch/bad.conf
printf '\001\377\n' >$scratch/bad.conf
refuses 'bad.conf:1: ' --config=$scratch/bad.conf
refuses 'name = value' --set "a
b"

# ---- perft and check ----

"$miai" perft tictactoe 9 >$scratch/out
printf '%s\n' '1 9' '2 72' '3 504' '4 3024' '5 15120' '6 54720' '7 148176' '8 200448' '9 127872' |
    cmp - $scratch/out || fail "perft tictactoe"
prints "perft with a size" '^2 72$' --size=3 perft tictactoe 2
prints "perft with a size behind" '^1 82$' perft go 1 --size=9

prints "check" '^tictactoe: 0 faults$' check tictactoe
prints "check of the game" '^tictactoe: 0 faults$' --game=tictactoe check
refuses 'unknown game' check nothing
refuses 'unexpected argument: more' check go more

# ---- no messages on a pipe; the decimal point in every locale ----

printf '' | "$miai" >$scratch/out 2>&1
[ ! -s $scratch/out ] || fail "not silent on a pipe"
printf 'komi 6.5\nget_komi\n' | LC_ALL=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 "$miai" >$scratch/out
grep -q '^= 6.5$' $scratch/out || fail "komi under a locale with a comma"

# The same seed gives the same game.
for i in 1 2; do
    printf 'genmove b\ngenmove w\ngenmove b\nmiai-visits\n' |
        "$miai" --size=7 --playouts=500 --seed=3 >$scratch/game$i
done
cmp $scratch/game1 $scratch/game2 || fail "the same seed gives two games"

exit $status
