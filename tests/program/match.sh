#!/bin/sh
# match.sh - games between players: results, tables that can be continued, sequential tests,
# tournaments, and players that break the rules, exceed their time or crash.

. "${srcdir:-.}/tests/support/common.sh"

# play STATUS ARGUMENT...: runs a small game.
play()
{
    wanted=$1
    shift
    run "$wanted" --game=tictactoe --memory=8 --playouts=20 "$@"
}

# prints TEXT: on standard output
prints()
{
    grep -qF -e "$1" $scratch/out || fail "not printed: $1"
}

# A match, its table and its records. Called again with more games, it continues and repeats none.
table=$scratch/table
play 0 match games=4 plies=1 table=$table record=$scratch/games.txt a: 'b: search=flat'
prints ' of 4 games'
[ "$(wc -l <$table)" -eq 5 ] || fail "not one line per game: $(cat $table)"
[ "$(grep -c '^moves' $scratch/games.txt)" -ge 4 ] || fail "not one record per game"
cp $table $scratch/before
printf '5 a b 1-0 7' >>$table # a line that was cut off by a full disk
play 0 match games=8 plies=1 table=$table a: 'b: search=flat'
prints ' of 8 games'
[ "$(head -n 5 $table)" = "$(cat $scratch/before)" ] || fail "earlier games have changed"
[ "$(sed 1d $table | cut -d ' ' -f 1 | sort -n | tr '\n' ' ')" = '1 2 3 4 5 6 7 8 ' ] ||
    fail "a game is missing or repeated: $(cat $table)"
cp $table $scratch/before
play 1 match games=8 plies=1 table=$table a: 'b: search=minimax'
says "$table: the table of another match"
cmp $table $scratch/before || fail "the table of another match was changed"

play 0 match games=2 plies=2 record=$scratch/drawn.pgn 'a: search=flat playouts=1' 'b: search=flat playouts=1'
grep -q '^\[Opening "2 random moves"\]' $scratch/drawn.pgn || fail "the record does not count the random moves: $(cat $scratch/drawn.pgn)"
"$miai" --playouts=20 analyze $scratch/drawn.pgn || fail "the record of a match"
grep -q '"drawn":2,' $scratch/drawn-analysis.html || fail "the players are blamed for random moves"
[ "$(sed -n 's/.*"turns":\[{"k":\([0-9]*\).*/\1/p' $scratch/drawn-analysis.html | awk '$1 < 2' | grep -c '')" -eq 0 ] ||
    fail "turning points among the random moves"
play 0 match games=1 plies=1 'a: search=flat playouts=1' 'b: search=flat playouts=1'
says 'games=1: playing 2, because each opening is played twice'
play 2 match games=2 table=$scratch/both.txt record=$scratch/./both.txt a: b:
says 'table and record: both name the same file; give two different files'
play 2 match games=2 openings=$scratch/games.txt record=$scratch/games.txt a: b:
says 'openings and record: both name the same file; give two different files'

# The same opening twice, with colours exchanged.
grep '^moves' $scratch/games.txt | cut -d ' ' -f 2 >$scratch/first
[ "$(sed -n 1p $scratch/first)" = "$(sed -n 2p $scratch/first)" ] || fail "openings differ"
printf 'game tictactoe\nmoves B2 A1\n\ngame tictactoe\nmoves A1 B2\n' >$scratch/openings.txt
play 0 match games=4 openings=$scratch/openings.txt record=$scratch/of.txt a: b:
[ "$(grep -c '^moves B2 A1 ' $scratch/of.txt)" -eq 2 ] || fail "openings from a file are not used"
echo 'game chess' >$scratch/openings.txt
play 2 match openings=$scratch/openings.txt a: b:
says 'not a record of the game of the match'
play 2 match openings=$scratch/missing.txt a: b:
says "$scratch/missing.txt: cannot read the file"

# The end of a game is described in its own terms, with points only if they are counted.
echo '6k1/5ppp/8/8/8/8/8/R6K w - - hmvc 0; fmvn 1;' >$scratch/mate.epd
play 0 --game=chess match games=2 openings=$scratch/mate.epd record=$scratch/mate.pgn table=$scratch/mate a: b:
grep -q '^1 a b 1-0 1 -1 a wins (checkmate)$' $scratch/mate || fail "a mate: $(cat $scratch/mate)"
grep -q '{b wins (checkmate)} 1-0$' $scratch/mate.pgn || fail "a mate: $(cat $scratch/mate.pgn)"
grep -q 'a draw (the board is full)$' $table || fail "draws: $(cat $table)"

# A game depends only on its number: not on earlier games, nor on how many run in parallel.
for side in 1 2; do
    play 0 --game=connect4 --search=mcts match games=12 plies=2 parallel=$side table=$scratch/side.$side \
        'a: playouts=30' 'b: playouts=20'
    sort -n $scratch/side.$side >$scratch/sorted.$side
done
cmp $scratch/sorted.1 $scratch/sorted.2 || fail "parallel games differ"

# On a full disk, finished games stay.
rm -f $scratch/small
(
    ulimit -f 1
    play 1 match games=400 parallel=2 plies=1 table=$scratch/small 'a: playouts=1' 'b: playouts=1'
    exit $status
) || status=1
says 'File too large'
lines=$(wc -l <$scratch/small)
[ "$lines" -gt 10 ] || fail "the table is lost"
play 0 match games=$((lines + 4)) plies=1 table=$scratch/small 'a: playouts=1' 'b: playouts=1'

# Interrupted by a signal.
"$miai" --game=tictactoe --time=1 match games=100 plies=1 table=$scratch/long a: b: \
    >$scratch/out 2>$scratch/err &
process=$!
arrive '' $scratch/long
kill -TERM $process
code=0
wait $process || code=$?
[ $code -eq 1 ] || fail "interrupted: status $code"
says 'stopped after '
says 'the same command resumes'
head -n 1 $scratch/long | grep -q '^miai-table' || fail "no table is left"

play 1 match games=2 a: 'b: gtp nosuchprogram --gtp'
says 'b cannot start: it is not found: nosuchprogram --gtp (is it installed, and in PATH?)'
echo 'exit 0' >$scratch/noprogram
play 1 match games=2 a: "b: gtp $scratch/noprogram"
says 'b cannot start: it cannot be started: '
says '(is it executable, and on a searchable PATH?)'

# A sequential test ends the match early; if the weaker player is the first, with its own status.
play 3 match games=10000000 sprt=0:400 parallel=2 plies=1 'a: search=flat playouts=1' b:
prints 'elo0 accepted'
play 0 match games=2000 sprt=0:100 plies=1 a: 'b: search=flat playouts=1'
prints 'elo1 accepted'

# A round robin.
play 0 tournament games=4 plies=1 a: 'weak: search=flat playouts=1' 'c: search=minimax'
[ "$(grep -c ' 8 ' $scratch/out)" -eq 3 ] || fail "three players, eight games each"
awk '$2 ~ /^[a-z]+$/ && NR > 1 { if (NR > 2 && $3 > last) exit 1; last = $3 }' $scratch/out ||
    fail "not sorted by rating"
play 0 tournament form=gauntlet games=4 plies=1 a: b: c:
[ "$(awk '$6 == 4' $scratch/out | wc -l)" -eq 2 ] || fail "a gauntlet"

# Players that lose by faults of their own, which are reported.
cat >$scratch/bad.sh <<'EOF'
while read -r command rest; do
    case $1:$command in
    crash:genmove) kill -9 $$ ;;
    exit:genmove) exit 0 ;;
    silent:genmove) sleep 100 ;;
    talk:protocol_version) while :; do echo talk && sleep 0.05; done ;;
    illegal:genmove) printf '= Z9\n\n' ;;
    refuse:play) printf '? no\n\n' ;;
    foul:genmove) printf '? \033[2J \302\233 caf\303\251 \377\n\n' ;;
    once:genmove) printf '= resign\n\n' && exit 3 ;;
    *:genmove) printf '= resign\n\n' ;;
    *) printf '= \n\n' ;;
    esac
done
EOF
# bad KIND TEXT
bad()
{
    play 0 match games=2 plies=0 movetime=0.3 a: "bad: gtp sh $scratch/bad.sh $1"
    says "bad $2"
    prints 'a - bad: 2 of 2 games'
    prints 'bad forfeited 2 games (illegal move, time, exit or crash)'
}
bad crash 'crashes (signal 9)'
bad exit 'exits before the game is over (status 0)'
bad illegal 'plays "Z9", which is illegal'
bad silent 'loses on time: does not answer'
code=0
timeout -k 20 2 "$miai" --game=tictactoe match games=2 a: "bad: gtp sh $scratch/bad.sh talk" \
    >$scratch/out 2>$scratch/err || code=$?
[ $code -eq 124 ] || fail "one that talks and talks is waited for in spite of SIGTERM: status $code"
says 'stopped after '
play 0 match games=2 plies=0 a: "bad: gtp sh $scratch/bad.sh refuse"
says 'bad says "? no"'
play 0 match games=2 plies=0 record=$scratch/foul.txt a: "bad: gtp sh $scratch/bad.sh foul"
for file in err foul.txt; do
    grep -qF "$(printf 'bad says "?  [2J    caf\303\251 ?"')" $scratch/$file || fail "$file: $(cat $scratch/$file)"
done
# A player whose process ends with each game plays the next one in a new process.
play 0 match games=4 plies=0 a: "bad: gtp sh $scratch/bad.sh once"
prints 'a - bad: 4 of 4 games'
play 0 match games=2 plies=1 a: "bad: gtp sh $scratch/bad.sh good"
prints 'a - bad: 2 of 2 games'
! grep -q faults $scratch/out || fail "resigning is reported as a fault"
# agree FILE: in each game of a PGN, the player named as winner in the comment is White if the
# result is 1-0, and Black if it is 0-1.
agree()
{
    awk -F '"' '
    /^\[White / { white = $2 }
    /^\[Black / { black = $2 }
    /^\[Result / { winner = $2 == "1-0" ? white : $2 == "0-1" ? black : "a" }
    /{/ { games++; split($0, part, "{"); split(part[2], word, " "); if (word[1] != winner) bad++ }
    END { exit bad || games != 6 }' $1 || fail "result and comment differ: $(cat $1)"
}
for name in tictactoe connect4 othello; do
    play 0 --game=$name match games=6 plies=2 record=$scratch/$name.pgn 'a:' 'b: search=flat playouts=1'
    agree $scratch/$name.pgn
    grep -q '^\[Date "20[0-9][0-9]\.[01][0-9]\.[0-3][0-9]"\]$' $scratch/$name.pgn || fail "no date"
done
# results KIND RESULT: the SGF results of two games that end that way for the player who moves first
# and for the other one.
results()
{
    rm -f $scratch/end.sgf
    play 0 --game=go --size=5 match games=2 plies=0 movetime=0.3 record=$scratch/end.sgf a: \
        "bad: gtp sh $scratch/bad.sh $1"
    for side in B W; do
        grep -q "RE\[$side+$2\].*DT\[20[0-9][0-9]-[01][0-9]-[0-3][0-9]\]" $scratch/end.sgf ||
            fail "no RE[$side+$2]: $(cat $scratch/end.sgf)"
    done
}
results good R
results silent T
results illegal F
rm -f $scratch/end.sgf
play 0 --game=go --size=5 --komi=2.5 match games=2 plies=2 record=$scratch/end.sgf a: b:
[ "$(grep -c 'RE\[[BW]+[0-9.]*5\]' $scratch/end.sgf)" -eq 2 ] || fail "no score: $(cat $scratch/end.sgf)"
play 1 match games=2 a: 'none: gtp /nonexistent'
says 'none cannot start'

# A UCI player, and starting positions.
echo '8/8/8/8/8/5k2/7p/7K b - - 0 1' >$scratch/open.epd
play 0 --game=chess match games=2 most=4 openings=$scratch/open.epd record=$scratch/uci.pgn a: \
    "u: uci nodes=50 option.Hash=1 option.uci_elo=1400 option.Clear_Hash=1 tee $scratch/told | $miai uci"
grep -q '^setoption name UCI_Elo value 1400' $scratch/told || fail "an option of UCI's own"
grep -q '^setoption name Clear Hash$' $scratch/told || fail "a space in an option's name"
# A stone may be written as the drop of a piece.
play 0 --game=gomoku match games=2 most=4 a: "u: uci nodes=50 $miai --game=gomoku --memory=8 uci"
grep -q 'illegal' $scratch/out && fail "a drop is no move: $(cat $scratch/out)"
# The option of the rules is set before each game, as the opening requires.
grep -q '^setoption name UCI_Chess960 value false$' $scratch/told || fail "the standard rules"
start='nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq - 0 1'
printf '[Event "1"]\n[Variant "Chess960"]\n[FEN "%s"]\n\n1. e3 *\n\n[Event "2"]\n\n1. e4 *\n' \
    "$start" >$scratch/variants.pgn
for rules in standard chess960; do
    play 0 --game=chess --rules=$rules match games=4 most=2 openings=$scratch/variants.pgn a: \
        "u: uci nodes=50 tee $scratch/told | $miai uci"
    grep Chess960 $scratch/told | cut -d ' ' -f 5 | uniq | tr '\n' ' ' >$scratch/sent
    [ "$(cat $scratch/sent)" = 'true false ' ] || fail "UCI_Chess960: $(cat $scratch/sent)"
done
play 1 --game=chess match games=2 a: "u: uci option.Hsh=1 $miai uci"
says 'u cannot start: it has no option "Hsh"'
grep -q '^\[FEN "8/8/8/8/8/5k2/7p/7K b' $scratch/uci.pgn || fail "the position in the record"

# White space of all kinds between words, and a reply without a move.
cat >$scratch/blanks.sh <<'EOF'
while read -r command rest; do
    case $1:$command in
    *:uci) printf ' uciok \n' ;;
    *:isready) printf '\treadyok\r\n' ;;
    mate:go) printf ' bestmove\t a1  ponder b1\n' ;;
    none:go) printf 'bestmove\n' ;;
    esac
done
EOF
printf 'game tictactoe\nmoves A2 B1 A3 B2\n' >$scratch/won.txt
play 0 match games=2 openings=$scratch/won.txt table=$scratch/blanks a: "u: uci sh $scratch/blanks.sh mate"
grep -q '^2 u a 1-0 5 -1 u wins (three in a row)$' $scratch/blanks || fail "blanks: $(cat $scratch/blanks)"
play 0 match games=2 openings=$scratch/won.txt a: "u: uci sh $scratch/blanks.sh none"
says 'u plays "", which is illegal'

# Gomocup players: miai on various boards; one that sends many messages and then moves outside the
# board; and none in another game.
play 0 --game=gomoku --size=9x7 match games=2 plies=2 most=12 record=$scratch/gomoku.txt a: \
    "g: gomocup $miai gomocup --memory=8 --playouts=20"
prints ' of 2 games'
! grep -q faults $scratch/out || fail "Gomocup's protocol: $(cat $scratch/err)"
[ "$(grep -c '^moves' $scratch/gomoku.txt)" -ge 2 ] || fail "no records of Gomoku"
cat >$scratch/brain.sh <<'EOF'
while read -r command rest; do
    case $command in
    START | RECTSTART) printf 'OK\n' ;;
    BEGIN | DONE) printf 'MESSAGE thinking\n99,3\n' ;;
    esac
done
EOF
play 0 --game=gomoku match games=2 plies=0 a: "b: gomocup sh $scratch/brain.sh"
says 'b plays 99,3'
play 1 match games=2 a: "b: gomocup sh $scratch/brain.sh"
says 'speaks a protocol that supports only Gomoku'

# Errors on the command line.
play 2 match a:
says 'usage'
play 2 match a: 'b: playots=3'
says 'playots'
play 2 match a: 'b: size=3'
says 'the same for all'
play 2 match gams=3 a: b:
says 'did you mean games?'
play 2 match a: a:
says 'two players have the same name'
play 2 match sprt=5:0 a: b:
says 'ELO0:ELO1'

exit $status
