#!/bin/sh
# mistakes.sh - typical mistakes on the command line and at the terminal, each answered by what
# would be right.

. "${srcdir:-.}/tests/support/common.sh"

# answers PATTERN ARGUMENT...: the program refuses, in one line that has the pattern.
answers()
{
    pattern=$1
    shift
    code=0
    "$miai" "$@" </dev/null >$scratch/out 2>$scratch/err || code=$?
    [ $code -ne 0 ] || fail "miai $*: status 0"
    [ "$(grep -c '' $scratch/err)" -eq 1 ] || fail "miai $*: not one line: $(cat $scratch/err)"
    grep -Eq -e "$pattern" $scratch/err || fail "miai $*: $(cat $scratch/err)"
}

# ---- words and options ----

answers 'did you mean chess\?' ches
answers 'did you mean chess\?' --game=ches
answers 'did you mean gtp\?' gpt
answers 'gtp, uci, gomocup, analysis, terminal' --mode=gpt
answers 'did you mean --size\?' --sized=9
answers 'Go boards are 2x2 to 25x25' --size=99
answers 'did you mean "miai --size=9 go"\?' go 9
answers 'nearest: 9x7' --game=connect4 --size=9
answers 'Chess boards are 8x8' --game=chess --size=9
answers '0 to 1000000' --time=fast
answers '0 to 1000000\): seconds per move' --time=5s
answers '0 to 1000000\): seconds per move' --time=1:00
answers '\): MiB for ' --memory=4G
answers '\(1 to [0-9]*\)$' --memory=9999999999
answers '1 to 256' --threads=0
answers 'a number\); write it like 6.5' --komi=6,5
answers 'did you mean "miai --size=9x9"\?' 9x9
answers '"miai GAME" plays' play
answers '"load FILE" is a command of the terminal' load game.sgf
answers 'did you mean connect4\?' connect-four
answers 'did you mean tictactoe\?' tic-tac-toe
answers '"switch" at the terminal changes sides' --color=black
answers 'use "handicap N" at the terminal' --handicap=2
answers 'use "load FILE" at the terminal' --fen=8/8
answers 'name a game by --game=NAME' uci chess
answers 'did you mean japanese\?' --rules=japanesse
answers 'did you mean alphabeta\?' --search=alphabta
answers 'a number' --komi=abc
answers 'levels are 20k to 2d' --level=25k
answers 'levels are 800 to 2500' --game=chess --level=10k
answers 'unknown option: --elo; use --level=RATING' --elo=1500
answers 'No such file' --network=$scratch/none.bin.gz
answers 'No such file' --config=$scratch/none.conf
answers '"miai --help" lists them' -x
answers 'try "miai help \| grep size' help size

# ---- commands ----

printf '(;GM[1]SZ[9]AB[cc][gg]HA[2]PL[W];W[ee])' >$scratch/handicap.sgf
echo nothing >$scratch/no.record
answers 'miai analyze FILE' analyze
answers '"miai analyze FILE", "miai convert FILE OUT"' $scratch/handicap.sgf
answers '"miai analyze FILE", "miai convert FILE OUT"' load.sgf
answers 'no record of games \(SGF, PGN, EPD' analyze $scratch/no.record
answers 'miai convert IN OUT' convert $scratch/handicap.sgf
answers 'unknown format' convert $scratch/handicap.sgf $scratch/x.doc
answers 'SGF and plain text \(.txt\) can' convert $scratch/handicap.sgf $scratch/x.pgn
answers 'NAME: OPTION=VALUE' match
answers 'a number of games per pairing' --game=chess match new: old: games=x
answers 'miai solve GAME' solve
answers 'the columns are A to G, or 1 to 7' solve connect4 8
answers 'miai perft GAME DEPTH' perft go

# What is no record at all is told once, of its first line.
printf 'Dear all,\n\nhere is my game.\n\nBye\n' >$scratch/letter.txt
cp $scratch/letter.txt $scratch/letter.epd
answers 'letter.txt:1: move 1, Dear, is not a move .*first of 3 errors' convert $scratch/letter.txt \
    $scratch/x.sgf
answers 'letter.epd:1: not EPD: .*first of 3 errors' convert $scratch/letter.epd $scratch/x.sgf
answers 'letter.txt:1: .*first of 3 errors' analyze $scratch/letter.txt
answers 'letter.epd:1: not EPD: .*first of 3 errors' --game=chess suite $scratch/letter.epd
answers 'none.epd: .*No such file' --game=chess suite $scratch/none.epd
[ ! -s $scratch/out ] || fail "a sum of nothing: $(cat $scratch/out)"

# ---- at the terminal ----

[ -x tests/program/terminal ] || exit 77

# talk GAME ARGUMENT...: the script on standard input goes well, moves being answered by nobody.
talk()
{
    (
        echo '> answer off'
        cat
        echo '> quit'
    ) >$scratch/script
    code=0
    tests/program/terminal $scratch/script "$miai" "$@" >$scratch/out 2>&1 || code=$?
    [ $code -ne 77 ] || exit 77
    [ $code -eq 0 ] || fail "$*"
}

TERM=dumb
ASAN_OPTIONS=detect_leaks=0 # libedit keeps the name of a function that is added to it
export TERM ASAN_OPTIONS

talk go --size=5 --rules=japanese --playouts=20 <<END
> hlep
? did you mean help?
> i1
? the board has columns A to E and rows 1 to 5.
> a2
> a1
> b3
> b2
> c2
> c1
> b1
> b2
? it is suicide: the stone would have no liberty.
> b3
? illegal move: the point is occupied.
> new
> b3
> c3
> a2
> d2
> b1
> c1
> c2
> b2
> c2
? it is a ko: play elsewhere before retaking.
> komi much
? (a number)
> size 99
? Go boards are 2x2 to 25x25
> handicap 3
? "new" starts another game
> new
> handicap 3
? 5x5 has no handicap points; 7x7 has them for 2 to 4
> level 99k
? levels are 20k to 2d
> set playuots 5
? did you mean playouts?
> warn maybe
? usage: warn on, or warn off
> save $scratch/game
? its extension selects the format
> load $scratch/none.sgf
? No such file
END

talk chess --playouts=20 <<END
> redo
? did you mean forward?
> history
? did you mean list?
> legal
? did you mean moves?
> give up
? did you mean resign?
> offer draw
? did you mean draw?
> play as black
? did you mean switch?
> color white
? did you mean switch?
> eval
? did you mean score?
> restart
? did you mean new?
> fen 8/8
? did you mean load FILE?
> export game.pgn
? did you mean save
> time 5 min
? seconds per move
> sidestep
? "moves"
> Ke3
? no king of White can move to e3.
> Nd2
? White's own pawn stands on d2.
> e7e5
? the pawn on e7 belongs to Black, but White is to move.
> e3e4
? nothing stands on e3.
> i9
> d9
? the squares are a1 to h8.
> O-O
? a piece stands between king and rook.
> castle
? castling is O-O on the kingside, O-O-O on the queenside.
> long castle
? castling is O-O
> pass
? passing is not allowed in Chess.
> f3
> e5
> nc3
? did you mean Nc3?
> a3
> Qh4+
> a4
? the king is in check, and this move does not stop it.
> Kf2
? Black attacks f2: the king would be in check.
> e4 e5
? enter one move or one command
> handicap 2
? Chess has no handicap of stones
END

# Pins, promotions, and men of which several can go.
cat >$scratch/pin.pgn <<END
[SetUp "1"]
[FEN "4r1k1/P7/8/8/1N6/8/4N3/4K2R w - - 0 1"]

*
END
talk chess --playouts=20 <<END
> load $scratch/pin.pgn
> Ng3
? the knight is pinned: the king would be in check.
> Nbc2
> Kf7
> O-O
? castling not allowed: the king or rook has moved
> a8
? add the piece that the pawn becomes, such as a8=Q.
> Nb4
> Kg8
> Ne5
? no knight of White can move to e5.
END

talk othello --playouts=20 <<END
> a1
? it flips no disc of O.
> d4
? the point is occupied.
> pass
? passing is only legal without a move that flips discs
> z9
? columns A to H and rows 1 to 8.
END

talk gomoku --rules=renju --size=15 --playouts=20 <<END
> 4,4
? 4,4: a point is a letter and a number, for example D4.
> h8
> h8
? the point is occupied.
> a1
> h9
> a3
> g7
> a5
> f7
> a7
> h7
? renju forbids Black two threes at once.
> pass
? passing is not allowed in Gomoku.
END

talk hex --size=5 --playouts=20 <<END
> swap
? there is no piece yet to swap.
> b2
> b2
? the point is occupied.
> swap
> swap
? only the second move of a game can swap
> f1
? columns A to E and rows 1 to 5.
END

talk connect4 --playouts=20 <<END
> 444444
> 4
? column D is full.
> 8
? the columns are A to G, or 1 to 7.
> 3,2
? the columns are A to G, or 1 to 7.
> a5
? in column A a piece falls to row 1.
> size 9
? nearest: 9x7
END

talk tictactoe --playouts=20 <<END
> 5
? 5: a point is a letter and a number, for example B2.
> 3-2
? 3-2: a point is a letter and a number, for example C2.
> a1
> a1
? the point is occupied.
> d4
? columns A to C and rows 1 to 3.
END

# A picture fills no screen with signs.
echo '? name a file for it' >$scratch/script
tests/program/terminal $scratch/script "$miai" --to=png convert $scratch/handicap.sgf >$scratch/out 2>&1 || :
grep -q 'cannot print a PNG on a terminal; name a file' $scratch/out || fail "a picture: $(head -c 300 $scratch/out)"

exit $status
