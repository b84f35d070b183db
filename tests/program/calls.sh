#!/bin/sh
# calls.sh - typical command lines, command by command: the exit status of each, and one line of its
# output or error.

. "${srcdir:-.}/tests/support/common.sh"

# call STATUS PATTERN ARGUMENT...: the input is the file in, which is empty by default.
call()
{
    wanted=$1
    pattern=$2
    shift 2
    code=0
    timeout 100 "$miai" "$@" <$scratch/in >$scratch/out 2>&1 || code=$?
    [ $code -eq "$wanted" ] || fail "miai $*: status $code, not $wanted"
    [ -z "$pattern" ] || grep -Eq -e "$pattern" $scratch/out || fail "miai $*: no line '$pattern'"
    : >$scratch/in
}

# set_input LINE...: sets the input of the next call.
set_input()
{
    printf '%s\n' "$@" >$scratch/in
}

: >$scratch/in
echo '(;GM[1]SZ[5]KM[5.5];B[cc];W[cd];B[])' >$scratch/a.sgf
echo '(;GM[1]SZ[5];B[zz])' >$scratch/wrong.sgf
echo '[Event "x"]

1. e4 e5 2. Qh5 Nc6 *' >$scratch/a.pgn
echo '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "a";' >$scratch/a.epd
mkdir $scratch/games
cp $scratch/a.sgf $scratch/games

# ---- protocols ----

set_input 'name'
call 0 '^= miai$' gtp
set_input 'uci' 'isready' 'quit'
call 0 '^readyok$' --game=hex uci
set_input 'START 10' 'END'
call 0 '^OK$' gomocup
set_input '{"id":"a","action":"query_version"}'
call 0 '"version"' analysis
set_input '{"id":"a","moves":[],"rules":"chinese","boardXSize":5,"boardYSize":5,"maxVisits":2}'
call 0 '"id":"a"' --playouts=2 analysis "$miai --playouts=2 analysis"
set_input '{"id":"a","moves":[],"boardXSize":5,"boardYSize":5,"maxVisits":2}'
call 1 'nothing' analysis "$scratch/nothing analysis"
set_input 'uci' 'quit'
call 0 '^uciok$'
printf '\357\273\277\r\n  \r\nuci\r\nquit\r\n' >$scratch/in # byte-order mark, blank lines
call 0 '^uciok$'
set_input 'name' 'quit'
call 0 '^= miai$'
leaks=${ASAN_OPTIONS:-}
ASAN_OPTIONS=detect_leaks=0 # libedit keeps the name of a function that is added to it
export ASAN_OPTIONS
set_input 'e4' 'quit'
call 0 'I play [a-h]' --mode=terminal --playouts=20 chess
set_input 'help' 'quit'
call 0 'hint' --mode=ascii --size=5 go
ASAN_OPTIONS=$leaks
set_input 'name'
call 0 '^= miai$' -- gtp
call 2 'cannot load file' -model $scratch/none.bin.gz gtp
call 2 'has only one rule set' --game=tictactoe --rules=x gtp
call 2 "\"gomocup\" has no arguments" gomocup gtp
call 2 '"help" has no arguments' help me

# ---- perft, solve, bench ----

call 0 '^3 504$' perft tictactoe 3
call 0 '^3 8902$' perft chess 3
call 0 ': 0 faults$' check tictactoe
call 2 'perft GAME DEPTH' perft chess 101
call 2 'miai analyze FILE' analyze
call 2 'miai suite FILE' suite
call 2 'miai network FILE' network
call 1 'cannot' network $scratch/a.sgf
call 0 'of 1' --game=chess --playouts=2000 suite $scratch/a.epd
call 1 'No such file' --game=chess suite $scratch/none.epd

# ---- records ----

call 0 '^\(;' --to=sgf convert $scratch/a.sgf -
call 0 '' convert $scratch/a.sgf $scratch/b.txt
call 0 '' --size=5 convert $scratch/b.txt $scratch/c.sgf
call 0 '' convert $scratch/games $scratch/converted --to=text
call 1 'unknown format' convert $scratch/a.sgf -
call 0 '^1\. e4' convert --to=pgn $scratch/a.pgn
call 0 ' w KQkq - ' convert --to=epd $scratch/a.pgn -
call 0 '<svg' convert --to=svg $scratch/a.sgf
call 1 'wrong.sgf' --to=text convert $scratch/wrong.sgf
call 1 'No such file' --to=sgf convert $scratch/none.sgf
call 2 'not a format' --to=bmp convert $scratch/a.sgf -
call 2 'not a format' --from=svg convert $scratch/a.sgf -
call 2 'miai convert IN OUT' convert
call 2 'miai convert IN OUT' convert a b c
call 0 '' --playouts=5 analyze $scratch/a.sgf
call 0 '' --playouts=5 analyze $scratch/games
call 1 'none.sgf' --playouts=5 analyze $scratch/none.sgf
call 2 'for a file use' $scratch/a.sgf

# ---- solving ----

call 0 'draw' solve tictactoe
call 0 'win|loss|draw' --each solve tictactoe A1 B2
call 0 'draw' --game=tictactoe solve
call 0 'draw' --state=$scratch/state --game=tictactoe solve B2
call 0 'draw' --state=$scratch/state --game=tictactoe solve B2
call 1 'A9' solve tictactoe A9
call 2 'miai solve GAME' solve
call 2 'unknown game' solve nothing

# ---- matches ----

call 0 '^a - b: .* of 2 games' --game=tictactoe --playouts=5 match games=2 'a:' 'b: playouts=9'
call 0 ' 1[.] [abc] ' --game=tictactoe --playouts=5 tournament games=2 'a:' 'b:' 'c:'
call 0 ' 3[.] [abc] ' --game=tictactoe --playouts=5 tournament games=2 form=gauntlet 'a:' 'b:' 'c:'
call 2 'miai match' match
call 2 'PLAYER PLAYER' --game=tictactoe match 'a:'
call 2 'games' --game=tictactoe match games=x 'a:' 'b:'
call 0 'a' --game=tictactoe regret positions=2 from=5 to=5 'a: search=flat'
call 2 'positions' --game=tictactoe regret positions=x

# ---- options of all commands ----

call 2 'only for gtp, uci, gomocup and analysis' --sandbox perft tictactoe 1
call 2 'only for analysis' --quit-without-waiting gtp
call 2 'only for analysis' --quit-without-waiting perft tictactoe 1
call 2 'No such file' --load=$scratch/none.so --list-games
call 2 'cannot load the module|not a game module|without libltdl' --load=$scratch/a.sgf --list-games
call 2 'No such file' --config=$scratch/none.conf gtp
call 2 'missing value of the option' --game
call 2 'did you mean' --gme=go
call 0 '^game = chess$' --level=1500 --list-options
call 0 '^go +Go$' --list-games --game=hex
call 0 '^reuse = false$' --reuse=off --list-options

exit $status
