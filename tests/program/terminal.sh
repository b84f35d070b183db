#!/bin/sh
# terminal.sh - the program used by a person: tests/program/terminal runs it in a pseudo-terminal
# and types.

. "${srcdir:-.}/tests/support/common.sh"

[ -x tests/program/terminal ] || exit 77
unset NO_COLOR || :
edited=$(grep -c '^#define HAVE_LIBEDIT 1' config.h || :)

# talk TITLE ARGUMENT...: runs the script on standard input.
talk()
{
    title=$1
    shift
    cat >$scratch/script
    code=0
    tests/program/terminal $scratch/script "$miai" "$@" >$scratch/out 2>&1 || code=$?
    [ $code -ne 77 ] || exit 77
    [ $code -eq 0 ] || fail "$title"
}

TERM=dumb
ASAN_OPTIONS=detect_leaks=0 # libedit keeps the name of a function that is added to it
export TERM ASAN_OPTIONS

talk "a game of Go" --size=9 --playouts=100 <<END
? Go, 9x9, rules chinese, komi 7.5.  Type a move, or "help".
? black (X) to move
> E5
? I play
> list
? E5
> undo
> list
? No moves yet.
> answer off
? Replies to your moves are off.
> D4
? white (O) to move
> D4
? D4: illegal move: the point is occupied.
> Z99
? Z99: the board has columns A to J without I and rows 1 to 9.
> hlep
? did you mean help?
> help
? list the commands
> hint
? Best is
? visits
> size 99
? unacceptable size: Go boards are 2x2 to 25x25
> rules japanesse
? you mean japanese?
> set thread 2
? unknown option "thread"; did you mean threads?
> set threads 0
? unacceptable value (1 to 256)
> game ches
? unknown game "ches" (go connect4 tictactoe chess othello hex gomoku); did you
> save $scratch/game.sgf
? Saved in $scratch/game.sgf.
> load $scratch/game.sgf
? white (O) to move
> load $scratch/none.sgf
? cannot read the file
> save $scratch/game
? usage: save FILE; its extension selects the format
> save $scratch/board.svg
? A picture of the board is saved in $scratch/board.svg.
> save $scratch/none/board.svg
? cannot write the file
> game chess
? R N B Q K B N R
> e4
> e5
> save $scratch/game.pgn
? Saved in $scratch/game.pgn.
> pass
? pass: passing is not allowed in Chess.
> gtp
? start "miai gtp"
> quit
END
grep -q '^1\. e4 e5 \*$' $scratch/game.pgn || fail "the saved game"
talk 'a file that exists' --playouts=1 tictactoe <<END
> save $scratch/game.pgn
? $scratch/game.pgn exists and was not changed.
> save $scratch/board.svg
? $scratch/board.svg exists and was not changed.
> save $scratch/board.svg
? A picture of the board is saved in $scratch/board.svg.
> save $scratch/other.txt
? Saved in $scratch/other.txt.
> save $scratch/other.txt
? Saved in $scratch/other.txt.
> quit
END
grep -q '^1\. e4 e5 \*$' $scratch/game.pgn || fail "a file that existed was replaced"
grep -q '<svg ' $scratch/board.svg || fail "the saved picture"

# Ctrl-C ends the search, not the program, also if no search is running.
talk "Ctrl-C" --size=9 --time=100 <<END
? captured 0 stones
? captured 0 stones
? > 
. 0.2
- \c
. 0.2
> E5
? playouts
- \c
? I play
> quit
END

# Ctrl-C discards what was typed.
talk "Ctrl-C at the prompt" --size=5 --playouts=1 <<END
? > 
- zzz
? zzz
- \c
> komi
? komi = 7.5
> quit
END

# Ctrl-\ ends the program.  Until the prompt is edited, the terminal sends the signal, also to the
# shell, which survives it.
if [ "$edited" -gt 0 ]; then
    cat >$scratch/script <<'END'
? > 
- zzz
? zzz
- \q
END
    # shellcheck disable=SC2016 # the inner shell expands $?
    tests/program/terminal $scratch/script /bin/sh -c 'ulimit -c 0; trap : QUIT; "$0" --size=5; [ $? -gt 128 ]' \
        "$miai" >$scratch/out 2>&1 || fail "Ctrl-\\ at the prompt: $(cat $scratch/out)"
fi

talk "options as on the command line" --size=5 --playouts=50 <<END
> depth=5
? depth = 5
> --depth=7
? depth = 7
> --depht=7
? not a legal move, and not a command
> quit
END

talk "moves with a blank inside" --size=19 --playouts=50 <<END
> answer off
> q 16
? "q" has no arguments; ignored.  Did you mean q16?
> exit now
? "exit" has no arguments; ignored.
> d 4
? Black played D4.
> new chess
? KQkq - 0 1
> e2 e4
? Black to move.  White played e4.
> nf 6
? White to move.  Black played Nf6.
> quit
END

talk "stones that look dead at the end" --size=7 --playouts=50 <<END
> answer off
> D4
> A1
> D5
> pass
> D3
> pass
> D2
> pass
> D1
> pass
> D6
> pass
> D7
> pass
> pass
! if all stones live
? The game is over (two passes): Black wins by 41.5.
? Dead stones, by the engine's estimate: A1.
> quit
END

talk "a position for the third time" chess --playouts=50 <<END
> answer off
> Nf3
> Nf6
> Ng1
> Ng8
> Nf3
> Nf6
> Ng1
> Ng8
? The game is over (the same position for the third time): a draw.
> quit
END

talk "the end of a game" --game=tictactoe --playouts=2000 <<END
> answer off
> a1
> b1
> a2
> b2
> a3
? The game is over (three in a row): the first player (X) wins.
> resign
? The game is over
> save $scratch/end.pgn
? Saved in
> c3
? The game is over; "new" starts another
> moves
? The game is over (three in a row): the first player (X) wins.
> handicap 2
? Tic-tac-toe has no handicap of stones
> new
? X to move
> quit
END

grep -q '^\[Result "1-0"\]$' $scratch/end.pgn || fail "who won: $(cat $scratch/end.pgn)"
grep -q '^\[Date "????' $scratch/end.pgn || fail "a date of a game that the program did not play"

printf '(;SZ[5];B[aa];W[aa])' >$scratch/bad.sgf
printf '(;SZ[5' >$scratch/broken.sgf
talk "each command, and words that it does not take" --size=5 --playouts=50 <<END
> answer off
? Replies to your moves are off.
> answer maybe
? usage: answer on, or answer off
> warn
? Warnings of blunders are off
> warn maybe
? usage: warn on, or warn off
> show
? black (X) to move
> undo x
? usage: undo [N], with N at least 1
> undo 3
? Moves that can be taken back: 0.
> forward x
? usage: forward [N], with N at least 1
> why
? No moves yet.
> go
? white (O) to move
? I play
> switch
? I play
> komi
? komi = 7.5
> komi 3.5
? black (X) to move
> komi much
? unacceptable value (a number)
> komi 1e9
? unacceptable value: komi must be from -9999 to 9999
> time
? time = 
> time 1
? time = 1
> time soon
? unacceptable value (0 to
> set playouts = 30
? playouts = 30
> set playouts
? playouts = 30
> set playuots
? did you mean playouts?
> set
? human-permanent = 
> game
? tictactoe
> handicap
? usage: handicap N, with N at least 2
> handicap 99
? "new" starts another game
> help ?
? list the commands
> help showboard
? show the board
> moves
? pass
> load
? load FILE
> load $scratch/bad.sgf
? move 2, aa, is not a legal move of Go
> load $scratch/broken.sgf
? the file ends within a value
> save $scratch/none/game.txt
? cannot write the file
> save
? usage: save FILE; its extension
> save $scratch/game.txt
? Saved in
> new tictactoe
? X to move
> komi
? "komi" does not apply to Tic-tac-toe.
> komi 3
? "komi" does not apply to Tic-tac-toe.
> a1
> b2
> a2
> a3
> c1
> b1
> b3
> c3
> c2
? The game is over (the board is full): a draw.
> moves
? The game is over (the board is full): a draw.
> hint
? The game is over
> go
? The game is over
> score
? The game is over
> show
? The game is over
> goto 9
? Move 9 of 9
> goto 10
? usage: goto N, with N from 0 (the start) to 9.
> save $scratch/draw.pgn
? Saved in
> load $scratch/draw.pgn
? a draw
> q
END
grep -q 'Result "1/2-1/2"' $scratch/draw.pgn || fail "a draw: $(cat $scratch/draw.pgn)"

# Scores and dates of saved games; a loaded game was not played today.
HOME=$scratch
export HOME
talk "chess as people type it" chess --playouts=200 <<END
? Chess, 8x8
> e2-e4
? I play
? for Black
> hint
? Best is
? for White
> undo
> help resign
? resign for the side to move
> help playouts
? set playouts VALUE
> help frobnicate
? not a command, not an option, and not a game
> save ~/home.pgn
? Saved in $scratch/home.pgn
> resign
? White resigns: Black wins.
> answer off
> new
> e4
> e5
> Bc4
> Nc6
> Qh5
> Nf6
> hint
? Best is Qxf7#
> quit
END
[ -s $scratch/home.pgn ] || fail "nothing saved at home"

# What moves were worth, during a game.
talk "teaching" tictactoe --playouts=3000 <<END
> answer off
> why
? No moves yet.
> a1
> b2
? (O)
> why
? B2 
> a2
> b1
> takeback
? was better
> goto 1
? Move 1 of 4: A1.
> forward 2
? Move 3 of 4: A2.
> forward 9
? There is 1 move to go forward.
> goto 9
? usage: goto N, with N from 0 (the start) to 4
> warn on
? Warnings of blunders are on
> b1
? It was not played: type it again if you mean it.
> list
? 1. A1 B2 2. A2
> b1
? X to move
> forward
? There are 0 moves to go forward.
> handicap 2
? Tic-tac-toe has no handicap of stones
> quit
END

cat >$scratch/even.pgn <<END
[Event "?"]
[White "?"]
[Black "?"]
[Result "1/2-1/2"]
[Variant "othello"]

C4 C3 D3 E3 D2 C2 C1 C6 F3 E2 F4 D1 C5 F5 E1 B4 A3 B6 G6 G5 H6 H5 G4 H7 F6 E6 D6 B5 C7 D7 D8 B3 F7
E7 E8 F2 F1 H4 H3 H2 G3 F8 G8 B8 A2 B2 G7 H8 C8 B7 A8 A7 A6 B1 A1 G1 G2 H1 A5 A4 1/2-1/2
END
talk "an even count" othello --playouts=30 <<END
> load $scratch/even.pgn
? black (X) 32, white (O) 32
> score
? The game is over (the board is full): a draw.
> q
END

talk "what the game does not have" tictactoe --playouts=30 <<END
> help
? quit
! handicap
! komi
! the rule set
> resign please
? "resign" has no arguments; ignored.
! resigns
> hint
? Values based on few visits are unreliable
! 50% here, not 50%
> q
END

# Lines break between words; each move of alpha-beta has a value and a line.
talk "hints of chess" chess --playouts=60000 <<END
> help level
? on the game's scale
?  7; empty
> hint
? Best is 
? visits  
? visits  
> game othello
? black (X) 2, white (O) 2, black to move
> quit
END
awk '/visits/ && NF < 6 { exit 1 }' $scratch/out || fail "a move without its line: $(cat $scratch/out)"

talk "figures of men are no letters" chess --playouts=30 <<END
> ♞f3
? not a legal move, and not a command
> e4
? I play
> quit
END
printf '♞f3\n' | "$miai" --mode=terminal chess >$scratch/out || fail "a script at the terminal"
grep -q 'not a legal move' $scratch/out || fail "a piece symbol: $(tail -n 3 $scratch/out)"

talk "slips" chess --playouts=30 <<END
> answer off
> e4 e5 Ke3
? Ke3: illegal move: no king of White can move to e3.
> e4 foo
? "foo" is not a move here.
> f3 e5 g4 Qh4 d4
? "d4" comes after the end of the game.
? No move was played.
> play e4
> 1... e5
> play w Nf3
> list
? 1. e4 e5 2. Nf3
> e4 e5
? enter moves, or one command
> O-O
? O-O: illegal move: a piece stands between king and rook.
> E4
? E4: illegal move: squares are written in small letters: e4.
> nc6
? White to move.  Black played Nc6.
> list
? 1. e4 e5 2. Nf3 Nc6
> warn yes
? usage: warn on, or warn off
> load
? usage: load FILE
> level 1500
? level = 1500
> new game
> undo
? Moves that can be taken back: 0.
> tictactoe
? X to move
> level 1500
? levels of Tic-tac-toe are 1 to 20
> quit
END

# The tags and the first position of a loaded file are in the saved file, too.
cat >$scratch/names.pgn <<END
[Event "Club"]
[Site "Berlin"]
[Date "2020.01.02"]
[Round "3"]
[White "Anna"]
[Black "Bert"]
[Result "*"]
[SetUp "1"]
[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]

1. a8=Q *

END
talk "saved again" chess --playouts=300 <<END
> answer off
> load $scratch/names.pgn
? Q7/7k/8/8/8/8/8/K7 b
> save $scratch/again.pgn
? Saved in
> save $scratch/again.txt
? Saved in
> load $scratch/again.txt
? Q7/7k/8/8/8/8/8/K7 b
> save $scratch/twice.pgn
? Saved in
> new
> save $scratch/fresh.pgn
? Saved in
> quit
END
for file in again twice; do
    diff $scratch/names.pgn $scratch/$file.pgn >&2 || fail "saved again: $file.pgn"
done
! grep -q 'Anna\|FEN' $scratch/fresh.pgn || fail "a new game has the names of the old one"
printf '(;GM[1]FF[4]SZ[9]PB[Anna]PW[Bert]EV[Club];B[ee])\n' >$scratch/names.sgf
talk "saved again" --playouts=10 <<END
> load $scratch/names.sgf
? to move
> save $scratch/names2.sgf
? Saved in
> quit
END
talk "of another board" --size=13 --playouts=10 <<END
> board
> load $scratch/names.sgf
> save $scratch/names3.sgf
? Saved in
> size 7
> save $scratch/names4.sgf
? Saved in
> quit
END
grep -q 'PB\[Anna\]' $scratch/names3.sgf || fail "no names from another board: $(cat $scratch/names3.sgf)"
! grep -q Anna $scratch/names4.sgf || fail "the names of another game: $(cat $scratch/names4.sgf)"
grep -q 'PB\[Anna\]' $scratch/names2.sgf && grep -q 'EV\[Club\]' $scratch/names2.sgf ||
    fail "no names: $(cat $scratch/names2.sgf)"

talk "draws and levels" chess --playouts=300 <<END
> level
? level = off (800 to 2500, or off)
> level 900
? level = 900
> level off
? level = off
> set playouts=200
? playouts = 200
> answer off
> e4
> g5
> d4
> draw
? I decline the draw.
> resign
? White wins
> resign
? The game has ended
> e5
? The game has ended; "new" starts another, "undo" takes back the resignation.
> go
? The game has ended
> back
? Black to move.
> back
> back
> back
> back
? Moves that can be taken back: 0.
> hex
> draw
? Hex has no draws by agreement.
> quit
END

talk "who is to move, the last move, captures" chess --playouts=30 <<END
? White to move.
> answer off
> 1. e4 d5 2. exd5 qxd5
? White to move.  Black played Qxd5.  White has captured ♟.  Black has captured
? ♙.
> Nc3 Qc8
? Qc8: illegal move: Black's own bishop stands on c8.
> list
? 1. e4 d5 2. exd5 Qxd5
> flip
? H G F E D C B A
? 1 R N B K Q B N R 1
? 5 . . . .(q). . . 5
> flip
? A B C D E F G H
> clear
? White to move.  Black played Qxd5.
> hint x
? usage: hint [SECONDS]
> hint 0.1
? Best is
> set playouts
? playouts = 30
> go
? I play
> quit
END
talk "two moves, and whose turn it is then" chess --playouts=30 <<END
> e4 e5
? White to move.  Black played e5.
> d4
? I play
> connect4
> answer off
> 4 3
? X to move
? The second player (O) played C1.
> go
> tictactoe
> B2
? The first player (X) played B2.
> A1 A2
? The first player (X) played A2.
> B3 B3
? B3: illegal move: the point is occupied.
> hex
> c5
? "swap" is a move now: "help hex" explains it.
> swap
? (X, top to bottom) to move
> flip
? The board of Hex is not turned
> othello
> D3
? Black played D3.
> gomoku
> H8
? Black played H8.
> go
? I play
> quit
END
talk "the rules of each game" chess --playouts=30 <<END
> rules
? Goal: checkmate
? rules = standard
> help go
? Goal: surround
> help Othello
? Goal: more discs
> help gomoku
? Goal: five stones
> help hex
? Goal: a connected chain
> help connect4
? Goal: four of your discs
> help tictactoe
? Goal: three in a row
> help checkers
? not a command, not an option, and not a game
> checkers
? "checkers": miai does not play it; the games are go
> ches
? did you mean chess?
> tictactoe
> rules
? Goal: three in a row
! does not apply
> quit
END
for game in go chess othello gomoku hex connect4 tictactoe; do
    echo "help $game" | "$miai" --mode=terminal tictactoe >$scratch/out
    lines=$(sed '1,/^X to move/d' $scratch/out | grep -c '' || :)
    [ "$lines" -gt 4 ] && [ "$lines" -le 25 ] || fail "$game: the rules take $lines lines, not a screen"
    ! grep -q '.\{80\}' $scratch/out || fail "$game: lines wider than a screen"
done

talk "records name the players" chess --level=1000 <<END
> e4
? I play
> save $scratch/players.pgn
? Saved in
> name Anna
? name = Anna
> save $scratch/players.txt
? Saved in
> new
> answer off
> e4 e5
> save $scratch/nobody.pgn
? Saved in
> go
? I play
> undo 2
> answer on
> go
> e5
> save $scratch/black.txt
? Saved in
> quit
END
grep -q '^\[White "Human"\]' $scratch/players.pgn &&
    grep -q '^\[Black "miai [0-9.]*, level 1000"\]' $scratch/players.pgn ||
    fail "no players: $(cat $scratch/players.pgn)"
grep -q '^\[White "?"\]' $scratch/nobody.pgn || fail "players: $(cat $scratch/nobody.pgn)"
talk "and after the first move" go --size=9 --playouts=20 <<END
> name Anna
> pass
? I play
> save $scratch/names5.sgf
? Saved in
> quit
END
grep -q '^white Anna$' $scratch/players.txt && grep -q 'PB\[Anna\]' $scratch/names5.sgf &&
    grep -q 'PW\[miai [0-9.]*\]' $scratch/names5.sgf ||
    fail "the name: $(cat $scratch/players.txt $scratch/names5.sgf)"

talk "a draw that was not the end" chess --playouts=100 <<END
> answer off
> e4
> g5
> draw
? I accept the draw.
> undo
? White to move.
> answer on
> d4
? I play
> save $scratch/on.pgn
? Saved in
> quit
END
! grep -q '1/2' $scratch/on.pgn || fail "a draw of a game that went on: $(cat $scratch/on.pgn)"

# A locked position: no mistake of a level can decide it.
echo '4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - -' >$scratch/even.epd
talk "an offer of a draw" chess --level=2200 --threads=1 --time=60 <<END
> load $scratch/even.epd
> answer off
$(for i in 1 2 3 4 5 6; do printf '> go\n> go\n> go\n> go\n> go\n> go\n> go\n> go\n> go\n> go\n'; done)
? I offer a draw: "draw" accepts it, a move declines it.
> draw
? I accept the draw.
> quit
END

talk "handicap" --size=9 --playouts=50 <<END
> handicap 1
? 
> handicap 2
? I play
> handicap 2
? "new" starts another game
> handicap
? usage: handicap N
> quit
END

talk "columns by number" connect4 --playouts=50 <<END
> answer off
> 44
> list
? 1. D1 D2
> 44448
> list
? 1. D1 D2
> 4444
> 4
? 4: illegal move: column D is full.
> quit
END

talk "games that end" --size=3 --playouts=100 <<END
> b2
? I play
> save $scratch/date.sgf
? Saved in
> save $scratch/date.pgn
? Saved in
> answer off
> new
? black (X) to move
> b2
> pass
> pass
? The game is over (two passes): Black wins by 1.5.
> save $scratch/score.sgf
? Saved in
> load $scratch/date.sgf
? to move
> save $scratch/again.sgf
? Saved in
> quit
END
grep -q 'DT\[20[0-9][0-9]-[01][0-9]-[0-3][0-9]\]' $scratch/date.sgf || fail "no date: $(cat $scratch/date.sgf)"
grep -q '^\[Date "20[0-9][0-9]\.[01][0-9]\.[0-3][0-9]"\]' $scratch/date.pgn || fail "no date in PGN"
grep -q 'RE\[B+1.5\]' $scratch/score.sgf || fail "no score: $(cat $scratch/score.sgf)"
grep -q 'DT\[' $scratch/again.sgf || fail "the date of a game that was loaded"
! grep -q 'DT\[' $scratch/score.sgf || fail "a date of another game"

# A result that the board does not show, and handicap stones, are in the saved file, too.
talk "resigned, and saved again" --size=9 --playouts=20 <<END
> answer off
> d4
> resign
> save $scratch/resigned.sgf
> load $scratch/resigned.sgf
? According to the file Black won by resignation.
> save $scratch/resigned.txt
> load $scratch/resigned.txt
? According to the file Black won by resignation.
> save $scratch/resigned.pgn
> load $scratch/resigned.pgn
? According to the file Black won by resignation.
> save $scratch/resigned2.sgf
> undo
> e5
> save $scratch/on.sgf
? Saved in
> quit
END
for file in resigned resigned2; do
    grep -q 'RE\[B+R\]' $scratch/$file.sgf || fail "resigned: $(cat $scratch/$file.sgf)"
done
grep -q '^\[Termination "normal"\]' $scratch/resigned.pgn || fail "resigned: $(cat $scratch/resigned.pgn)"
! grep -q 'RE\[' $scratch/on.sgf || fail "goes on: $(cat $scratch/on.sgf)"
printf '[Result "0-1"]\n[Termination "Time forfeit"]\n\n1. e4 e5 0-1\n' >$scratch/time.pgn
talk "lost on time, and by agreement" chess --playouts=20 <<END
> answer off
> load $scratch/time.pgn
? According to the file Black won on time.
> save $scratch/time.txt
> load $scratch/time.txt
? According to the file Black won on time.
> save $scratch/time2.pgn
> e4
> undo 1
> new
> e4
> g5
> draw
? I accept the draw.
> save $scratch/agreed.pgn
> load $scratch/agreed.pgn
> save $scratch/agreed2.pgn
? Saved in
> quit
END
grep -q '^\[Result "0-1"\]' $scratch/time2.pgn && grep -q '"time forfeit"' $scratch/time2.pgn ||
    fail "on time: $(cat $scratch/time2.pgn)"
cmp -s $scratch/agreed.pgn $scratch/agreed2.pgn || fail "agreed: $(cat $scratch/agreed2.pgn)"
printf '(;GM[11]FF[4]SZ[5]AB[a1][b2]PL[W];W[c3])' >$scratch/hex.sgf
talk "set-up stones" --size=9 --playouts=20 <<END
> handicap 2
? I play
> save $scratch/stones.txt
> load $scratch/stones.txt
> save $scratch/stones.sgf
> save $scratch/stones.pgn
? SGF and plain text (.txt) can
> hex
> load $scratch/hex.sgf
> save $scratch/hex.txt
> load $scratch/hex.txt
> save $scratch/hex2.sgf
? Saved in
> quit
END
grep -q 'HA\[2\]' $scratch/stones.sgf && grep -q 'AB\[' $scratch/stones.sgf ||
    fail "handicap: $(cat $scratch/stones.sgf)"
grep -q 'AB\[a1\]\[b2\]' $scratch/hex2.sgf || fail "set-up: $(cat $scratch/hex2.sgf)"

# Why a move is best, from measured facts.
talk "reasons in chess" chess --playouts=2000 <<END
> answer off
> e4
> e5
> Bc4
> Nc6
> Qh5
> hint
? Otherwise White wins at once by Qxf7#.
> Nf6
> why
? White now wins by force in 1 move: Qxf7#
> hint
? It wins at once.
> score
? Proven: White wins in at most 1 move.
> quit
END
printf '[SetUp "1"]\n[FEN "r3k3/8/8/3N4/8/8/8/4K3 w - - 0 1"]\n\n*\n' >$scratch/fork.pgn
talk "a capture that a line brings" chess --playouts=3000 <<END
> answer off
> load $scratch/fork.pgn
> hint
? Best is Nc7+
? It wins ♜: Nc7+
> quit
END
printf '[SetUp "1"]\n[FEN "k4b1r/6p1/5P2/8/8/8/8/4K1R1 w - - 0 1"]\n\n*\n' >$scratch/promotions.pgn
talk "four promotions of one capture are not a fork" chess --depth=6 --memory=16 <<END
> answer off
> load $scratch/promotions.pgn
> hint
? Best is fxg7
? It attacks ♝ and ♜ at once: a fork.
> quit
END
talk "reasons in Connect Four" connect4 --playouts=2000 <<END
> answer off
> 4433
> hint
? a double threat.
? The first player wins by force in at most 2 moves.
> quit
END
talk "reasons in Gomoku" gomoku --playouts=2000 <<END
> answer off
> h8
> a1
> h9
> a2
> h10
> hint
? Otherwise Black wins by force in at most 2 moves: H
> score
? estimate
> quit
END
talk "reasons in Go" go --size=5 --network=none --playouts=1000 <<END
> answer off
> c3
> c4
> b4
> b3
> d4
> hint
? C5
? Black
> score
? If both passed now: 
? counted without dead stones (by the engine
? If both play on, by my estimate
> quit
END
talk "a quiet position" chess --depth=7 --memory=16 <<END
> answer off
> hint
? pieces:
? , the next best,
> quit
END
talk "a quiet position of Gomoku" gomoku --playouts=300 <<END
> answer off
> h8
> i9
> hint
? If White were to move, Black would have
> quit
END
echo '7k/6R1/8/8/8/8/8/K7 b - - 0 1' >$scratch/only.epd
talk "a move without choice" chess --depth=4 --memory=16 <<END
> answer off
> load $scratch/only.epd
> hint
? It is the only move.
> quit
END
talk "a swap turns nothing" hex --size=5 --playouts=50 <<END
> answer off
> c3
> hint
! leaves
> quit
END
talk "reasons in Othello" othello --playouts=500 <<END
> help
? quit the program
! is the group there alive
> answer off
> d3
> c3
> score
? On the board Black has 3, White 3.
? By my estimate
> hint
? moves to White
> quit
END
cat >$scratch/corner.sgf <<'END'
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei]PL[B])
END
echo '(;GM[1]SZ[19]AW[ar][br][cr][dr][ds]AB[aq][bq][cq][dq][eq]PL[B])' >$scratch/gap.sgf
echo '(;GM[1]SZ[19]AB[dd][dq][pd]AW[pp][cc][qc])' >$scratch/open.sgf
talk "life and death" --size=9 --playouts=20000 <<END
> load $scratch/corner.sgf
> problem a2
? The group at D1 is White's.
? If Black plays first, it is dead: B1.  These fail: A1 (then B1)
? If White plays first, it is alive: B1.  These fail: A1, C1.
> answer off
> pass
> pass
? The game is over
> problem
? If White plays first, it is alive: B1.
> list
? 1. pass 2. pass
> problem e5
? the point is empty; name a stone of the group
> problem z
? usage: problem [POINT]
> help
? is the group there alive
> size 19
> load $scratch/gap.sgf
> problem
? If Black plays first, it is dead, provided that the group cannot leave the
> load $scratch/open.sgf
> problem
? no group is enclosed; name a stone of the group
> game othello
> problem
? this game has no problems of life and death
> quit
END

talk "Hex: labels, and the mark after a swap" hex --size=5 --playouts=50 <<END
> answer off
? 5 . . . . .  5
?         a b c d e
!          a b c d e
> b2
> swap
? 2 .(O). . .
> hint
? Otherwise
> quit
END

talk "the end of input" --game=tictactoe <<END
? Type a move
> moves
? A1 B1 C1
? > 
. 1
- \d
END

talk "GTP at a terminal" gtp <<END
? miai speaks GTP
> name
? = miai
> quit
END

talk "UCI at a terminal" --mode uci <<END
> uci
? uciok
> quit
END

TERM=xterm
talk "colour" --size=5 --playouts=50 <<END
? Type a move
> C3
? [1;33mX
> quit
END

NO_COLOR=1
export NO_COLOR
talk "no colour" --size=5 --playouts=50 <<END
? Type a move
> C3
? I play
! [1;33m
> quit
END

if [ "$edited" -gt 0 ]; then
    talk "history and completion" --size=9 --playouts=50 <<END
? Type a move
. 0.5
- scor\t
? e
>
? W+7.5
. 0.5
- \u
? score
>
? W+7.5
. 0.5
- he\t
? lp
>
? list the commands
> quit
END
fi

exit $status
