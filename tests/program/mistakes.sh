#!/bin/sh
# mistakes.sh - typical mistakes on the command line and at the terminal; each error says what would
# be right.

. "${srcdir:-.}/tests/support/common.sh"

# fails_with PATTERN ARGUMENT...: the program fails with one matching line.
fails_with()
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

fails_with 'did you mean chess\?' ches
fails_with 'did you mean chess\?' --game=ches
fails_with 'unknown game: checkers; the games are go .*chess' checkers
fails_with 'unknown game "checkers" \(go [a-z0-9 ]*\)$' --game=checkers
fails_with 'did you mean gtp\?' gpt
fails_with 'gtp, uci, gomocup, analysis, terminal' --mode=gpt
fails_with 'did you mean --size\?' --sized=9
fails_with 'Go boards are 2x2 to 25x25' --size=99
fails_with 'did you mean "miai --size=9 go"\?' go 9
fails_with 'nearest: 9x7' --game=connect4 --size=9
fails_with 'Chess boards are 8x8' --game=chess --size=9
fails_with '0 to 1000000' --time=fast
fails_with '0 to 1000000\): seconds per move' --time=5s
fails_with '0 to 1000000\): seconds per move' --time=1:00
fails_with '\): MiB for ' --memory=4G
fails_with '\(1 to [0-9]*\)$' --memory=9999999999
fails_with '1 to 256' --threads=0
fails_with 'a number\); write it like 6.5' --komi=6,5
fails_with 'did you mean "miai --size=9x9"\?' 9x9
fails_with '"miai GAME" plays' play
fails_with '"load FILE" is a command of the terminal' load game.sgf
fails_with 'did you mean connect4\?' connect-four
fails_with 'did you mean tictactoe\?' tic-tac-toe
fails_with '"switch" at the terminal changes sides' --color=black
fails_with 'use "handicap N" at the terminal' --handicap=2
fails_with 'use "load FILE" at the terminal' --fen=8/8
fails_with 'name a game by --game=NAME' uci chess
fails_with 'did you mean japanese\?' --rules=japanesse
fails_with 'did you mean alphabeta\?' --search=alphabta
fails_with 'a number' --komi=abc
fails_with 'levels of Go are 20k to 2d' --level=25k
fails_with 'levels of Chess are 800 to 2500' --game=chess --level=10k
fails_with 'unknown option: --elo; use --level=RATING' --elo=1500
fails_with 'No such file' --network=$scratch/none.bin.gz
fails_with 'No such file' --config=$scratch/none.conf
fails_with '"miai --help" lists them' -x
fails_with 'try "miai help \| grep size' help size

# ---- commands ----

printf '(;GM[1]SZ[9]AB[cc][gg]HA[2]PL[W];W[ee])' >$scratch/handicap.sgf
echo nothing >$scratch/no.record
fails_with 'miai analyze FILE' analyze
fails_with '"miai analyze FILE", "miai convert FILE OUT"' $scratch/handicap.sgf
fails_with '"miai analyze FILE", "miai convert FILE OUT"' load.sgf
for command in 'analyze FILE' 'convert FILE out.sgf' 'solve go FILE' 'problems FILE' \
    'match openings=FILE a: b:'; do
    fails_with 'no record of games \(SGF, PGN, EPD' \
        $(echo "$command" | sed "s,FILE,$scratch/no.record,")
done
fails_with 'miai convert IN OUT' convert $scratch/handicap.sgf
fails_with 'unknown format' convert $scratch/handicap.sgf $scratch/x.doc
fails_with 'SGF and plain text \(.txt\) can' convert $scratch/handicap.sgf $scratch/x.pgn
fails_with 'NAME: OPTION=VALUE' match
fails_with '1 to 10000000 games per pairing' --game=chess match new: old: games=0
fails_with 'new: level=99k: unacceptable value: levels of Chess are' --game=chess match 'new: level=99k' old:
fails_with 'miai solve GAME' solve
fails_with 'the columns are A to G, or 1 to 7' solve connect4 8
fails_with 'miai perft GAME DEPTH' perft go

# A file that is no record at all gives one error, for its first line.
printf 'Dear all,\n\nhere is my game.\n\nBye\n' >$scratch/letter.txt
cp $scratch/letter.txt $scratch/letter.epd
fails_with 'letter.txt:1: move 1, Dear, is not a legal move .*first of 3 errors' convert $scratch/letter.txt \
    $scratch/x.sgf
fails_with 'letter.epd:1: not EPD: .*first of 3 errors' convert $scratch/letter.epd $scratch/x.sgf
fails_with 'letter.txt:1: .*first of 3 errors' analyze $scratch/letter.txt
fails_with 'letter.epd:1: not EPD: .*first of 3 errors' --game=chess suite $scratch/letter.epd
fails_with 'none.epd: .*No such file' --game=chess suite $scratch/none.epd
[ ! -s $scratch/out ] || fail "statistics without games: $(cat $scratch/out)"

# ---- at the terminal ----

[ -x tests/program/terminal ] || exit 77

# talk GAME ARGUMENT...: runs the script on standard input; the program does not reply to moves.
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
? levels of Go are 20k to 2d
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
? White played Nc3.
> a3
> Qh4+
> a4
? the king is in check, and this move does not stop it.
> Kf2
? Black attacks f2: the king would be in check.
> e4 e5
? enter moves, or one command
> handicap 2
? Chess has no handicap of stones
END

# Pins, promotions, and ambiguous moves.
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

# A PNG is not written to a terminal.
echo '? name a file for it' >$scratch/script
tests/program/terminal $scratch/script "$miai" --to=png convert $scratch/handicap.sgf >$scratch/out 2>&1 || :
grep -q 'cannot print a PNG on a terminal; name a file' $scratch/out || fail "a picture: $(head -c 300 $scratch/out)"

exit $status
