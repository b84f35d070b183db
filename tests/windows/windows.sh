#!/bin/sh
# windows.sh - the Windows program under Wine, started like a client would; MIAI is wine.sh.

. "${srcdir:-.}/tests/support/common.sh"

# prints TITLE WANTED: the file out has these bytes
prints()
{
    printf '%b' "$2" | cmp -s - $scratch/out || fail "$1"
}

# CRLF line ends in the input; none in the output.
printf 'name\r\nquit\r\n' | timeout 60 "$miai" gtp >$scratch/out || fail 'GTP: it did not end properly'
prints 'GTP with carriage returns' '= miai\n\n= \n\n'
printf 'START 15\r\nABOUT\r\nEND\r\n' | timeout 60 "$miai" gomocup >$scratch/out ||
    fail 'Gomocup: it did not end properly'
grep -q '^OK$' $scratch/out && grep -q 'name="miai"' $scratch/out || fail 'Gomocup: no OK, no name'
printf 'START 15\r\nABOUT\r\nEND\r\n' | MIAI_EXE=./pbrain-miai.exe timeout 60 "$miai" >$scratch/out ||
    fail 'pbrain-miai: it did not end properly'
grep -q '^OK$' $scratch/out && grep -q 'name="miai"' $scratch/out || fail 'pbrain-miai: no OK, no name'
[ "$(MIAI_EXE=./pbrain-miai.exe timeout 60 "$miai" --version)" = "$(timeout 60 "$miai" --version)" ] ||
    fail 'pbrain-miai: its arguments do not reach miai'
! MIAI_EXE=./pbrain-miai.exe timeout 60 "$miai" --no-such-option 2>/dev/null ||
    fail "pbrain-miai: it does not end with miai's status"
[ "$(wc -c <pbrain-miai.exe)" -lt 20000 ] || fail 'pbrain-miai.exe is not small'
printf 'uci\r\nisready\r\nquit\r\n' | timeout 60 "$miai" uci >$scratch/out || fail 'UCI: it did not end properly'
grep -q '^uciok$' $scratch/out && grep -q '^readyok$' $scratch/out || fail 'UCI: no uciok, no readyok'
! grep -q "$(printf '\r')" $scratch/out || fail 'UCI: a carriage return in the output'

# It ends after quit although its input stays open, and when nobody reads its output.
start=$(now)
(printf 'quit\n'; sleep 40) | { timeout 60 "$miai" gtp; now >$scratch/ended; } >$scratch/out
[ $(($(cat $scratch/ended) - start)) -lt 30 ] || fail 'quit: it waits for the end of input'
start=$(now)
(printf 'lz-analyze 10\n'; sleep 40) | { timeout 60 "$miai" gtp; now >$scratch/ended; } |
    head -n 1 >$scratch/out
[ $(($(cat $scratch/ended) - start)) -lt 30 ] || fail 'nobody reads: it goes on'

# An unlimited search ends with the input and makes a move.
(printf 'uci\ngo infinite\n'; sleep 2) | timeout 60 "$miai" uci >$scratch/out || fail 'UCI: it did not end properly'
grep -q '^bestmove ' $scratch/out || fail 'UCI: no move at the end of input'
(printf 'START 15\nINFO timeout_turn 50000\nBEGIN\n'; sleep 2) | timeout 40 "$miai" gomocup >$scratch/out ||
    fail 'Gomocup: it did not end properly'
tail -n 1 $scratch/out | grep -q '^[0-9]*,[0-9]*$' || fail 'Gomocup: no move at the end of input'

# Ctrl-C makes a command report its state; pressing it needs a terminal.
if command -v script >/dev/null 2>&1; then
    echo "MIAI_EXE=tests/windows/control.exe exec '$miai' 2 ./miai.exe solve connect4 2>$scratch/words" \
        >$scratch/press
    timeout 60 script -qec "sh $scratch/press" /dev/null </dev/null >/dev/null 2>&1 || :
    grep -q 'interrupted after .*: not solved' $scratch/words || fail 'Ctrl-C: no message'
fi

# File names with spaces and letters of any language; an existing file is replaced.
folder="$scratch/a folder 囲碁 é"
mkdir -p "$folder"
printf '(;GM[1]SZ[9];B[dd];W[ee])' >"$folder/game 棋.sgf"
echo old >"$folder/new 棋.txt"
timeout 60 "$miai" convert "$folder/game 棋.sgf" "$folder/new 棋.txt" >$scratch/out 2>&1 ||
    fail 'convert: names in UTF-8'
grep -q '^moves' "$folder/new 棋.txt" || fail 'convert: the file is not replaced'

# Games from a DLL; the system's reason if there is none.
timeout 60 "$miai" --load=tests/windows/nim.dll --list-games >$scratch/out 2>&1 &&
    grep -q '^nim  *Nim' $scratch/out || fail 'no game from a DLL'
printf 'boardsize 1 3\ngenmove b\nfinal_score\n' |
    timeout 60 "$miai" --load=tests/windows/nim.dll >$scratch/out || fail 'the game of a DLL: status'
grep -q '^= B+' $scratch/out || fail 'the game of a DLL: not won'
cp tests/windows/nim.dll "$folder/nim 棋.dll"
timeout 60 "$miai" "--load=$folder/nim 棋.dll" check nim >$scratch/out || fail 'a DLL: name in UTF-8'
for file in $srcdir/examples/nim.c miai.exe none.dll; do
    ! timeout 60 "$miai" --load=$file gtp </dev/null 2>$scratch/out || fail "loaded: $file"
    grep -Eq 'cannot load the module: .*[a-z]{3}|cannot read the file: |no miai_games' $scratch/out ||
        fail "no reason: $file: $(cat $scratch/out)"
done

# A match starts the program twice and uses pipes.
timeout 100 "$miai" --game=tictactoe --playouts=20 match games=2 table="$folder/table" a: b: >$scratch/out 2>&1 ||
    fail 'no match'
grep -q ' of 2 games' $scratch/out || fail 'no result of a match'

exit $status
