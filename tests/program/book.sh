#!/bin/sh
# book.sh - miai book: making, continuing and sharing a book, its moves in play, symmetries, exports,
# and damaged files.

. "${srcdir:-.}/tests/support/common.sh"

# shows TEXT: on standard output
shows()
{
    grep -q -e "$1" $scratch/out || fail "not shown: $1, but: $(cat $scratch/out)"
}

othello="--game=othello --search=mcts --playouts=60 --threads=1 --memory=16"

# A book that is continued is the same as one that is made at once.
# shellcheck disable=SC2086 # several options
run 0 $othello book make $scratch/whole positions=24
# shellcheck disable=SC2086
run 0 $othello book make $scratch/parts positions=9
run 0 --search=mcts --playouts=60 --threads=1 --memory=16 book make $scratch/parts positions=24
cmp $scratch/whole $scratch/parts || fail "a continued book differs"
shows '24 positions, .* moves, at most .* plies; the start is worth'

# The four first moves of Othello are mirror images: one stands for all, and all are played.
grep '^0 ' $scratch/whole >$scratch/first
grep -q '^0 .* - 0 0$' $scratch/first && [ "$(wc -l <$scratch/first)" -eq 1 ] ||
    fail "not one first move: $(cat $scratch/first)"
# plays COUNT COMMANDS [OPTION]...: the book gives COUNT different moves after these commands
plays()
{
    count=$1 commands=$2 color=${2:+w}
    shift 2
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
        printf "${commands}genmove %s\n" "${color:-b}" |
            "$miai" --game=othello --playouts=1 --book-file=$scratch/whole --seed=$seed "$@" gtp | tail -n 2
    done | grep '= [A-H]' | sort -u >$scratch/moves
    [ "$(wc -l <$scratch/moves)" -eq "$count" ] || fail "not $count moves, but $(cat $scratch/moves)"
}
plays 4 ''
plays 4 '' --book-tolerance=0
plays 1 'play b e6\n' --book-tolerance=0
plays 3 'play b e6\n' --book-tolerance=1
run 0 book show $scratch/whole moves=f5
shows '^[A-H][1-8] .* % '
for moves in 'F5 D6' 'E6 F4' 'C4 E3' 'D3 C5'; do # one opening, mirrored
    echo "$moves" | {
        read -r first second
        printf 'play b %s\nplay w %s\ngenmove b\nmiai-stats\n' "$first" "$second" |
            "$miai" --game=othello --book-file=$scratch/whole --book-best=yes gtp >$scratch/out
    }
    grep -e 'search book$' $scratch/out >>$scratch/found || fail "$moves: not found in the book"
    grep -e '^value ' $scratch/out >>$scratch/values
done
[ "$(sort -u $scratch/values | wc -l)" -eq 1 ] || fail "values differ: $(cat $scratch/values)"

# Several processes make one book.
for number in 1 2 3; do
    # shellcheck disable=SC2086
    "$miai" $othello book make $scratch/shared positions=40 >/dev/null 2>$scratch/err.$number &
done
wait
run 0 book check $scratch/shared searches=4 --search=mcts --playouts=60 --threads=1
shows '4[0-2] positions'
shows 'searched again: '
[ "$(sed 1d $scratch/shared | sort | uniq -d | wc -l)" -eq 0 ] || fail "two processes did the same"

# An opening and records come first.
run 0 --game=chess --playouts=50 --threads=1 --memory=16 book make $scratch/chess positions=12 moves='e2e4 c7c5'
run 0 book show $scratch/chess moves='e2e4 c7c5'
shows '^[a-h][1-8][a-h][1-8] .*% '
run 1 book show $scratch/chess moves='a2a3'
says 'a2a3 leads out of the book'
printf '1. d4 d5 2. c4 *\n' >$scratch/games.pgn
run 0 --playouts=50 --threads=1 --memory=16 book make $scratch/chess positions=1 plies=3 records=$scratch/games.pgn
run 0 book show $scratch/chess moves='d2d4 d7d5 c2c4'
printf '1. d4 d5 *\n\n1. e4 Kd4 *\n' >$scratch/wrong.pgn
run 1 book make $scratch/chess records=$scratch/wrong.pgn
says 'wrong.pgn:3: cannot load file: move 1, Kd4, is not a legal move'
run 1 book make $scratch/chess records=$scratch/none.pgn
says 'none.pgn: cannot read the file'

# Polyglot's format, and SGF.
run 0 book export $scratch/chess $scratch/chess.bin
printf 'position startpos moves e2e4\ngo movetime 1000\n' |
    "$miai" --game=chess --book-file=$scratch/chess.bin uci >$scratch/out
shows ' nodes 0 .* pv [a-h]'
run 0 book export $scratch/whole $scratch/whole.sgf
run 0 convert $scratch/whole.sgf $scratch/again.sgf
grep -q 'for the player who moved' $scratch/again.sgf || fail "the SGF has no values"
run 0 book export $scratch/whole $scratch/whole.html
[ "$(grep -c '"parent":' $scratch/whole.html)" -eq 24 ] || fail "not all positions are on the page"
run 1 book export $scratch/whole $scratch/whole.bin
says "whole.bin: books of Othello cannot be written as .bin; .html works for each game"
run 1 book export $scratch/chess $scratch/chess.txt
says 'chess.txt: the name of the output must end with .html, .sgf, or .bin'
run 1 book export $scratch/chess $scratch/none/chess.html
says 'none/chess.html: cannot write the file'

# A book that an editor of Windows has saved can be read, not continued.
sed "s/\$/$(printf '\r')/" $scratch/whole >$scratch/windows
run 0 book check $scratch/windows
run 1 book make $scratch/windows positions=30
says 'windows: its lines must end with LF, without CR, to be continued'

# Other games, sizes and damaged lines are refused.
run 1 --game=chess book make $scratch/whole
says 'the book is for game=othello size=8x8'
run 2 --game=hex --book-file=$scratch/whole bench
says 'the book is for game=othello size=8x8'
run 2 book
says 'usage: miai book'
run 2 book make $scratch/whole positions=0
says '1 to 10000000'
run 1 book check $scratch/missing
says 'cannot read the file'
damaged()
{
    sed "$1" $scratch/whole >$scratch/damaged
    run 1 book check $scratch/damaged
    says "$2"
    run 2 --game=othello --book-file=$scratch/damaged bench
    says "$2"
}
damaged '2s/0\./7./' 'line 2: the value'
damaged '2s/start .. /start A1 /' 'line 2: A1 is not a legal move there'
damaged '3s/^0 /99 /' 'line 3: 99 is not the number of an earlier position'
damaged '4s/^\([0-9]* ..\) .. [^ ]* [0-9]*/\1 = 0/' 'line 4: the move does not lead to position 0'
damaged '/^0 E6/s/E6.*/E6/' ': the line ends where'
damaged '4{h;G}' 'line 5: '
damaged '1s/=8x8/=7x7/' '7x7'

# searches NAME OPTION...: the search that finds Othello's first move
searches()
{
    name=$1
    shift
    printf 'genmove b\nmiai-stats\n' |
        "$miai" --game=othello --playouts=50 --threads=1 "$@" gtp >$scratch/out
    shows "^= search $name\$"
}

# The built-in book: valid, small, used by default, but not at a level, with another search, depth,
# temperature or set-up, in an analysis, or over UCI.
run 0 book check "$srcdir/data/othello.book"
run 0 --game=othello book show auto moves='f5 d6'
shows '^C3 .* %'
run 1 --game=chess book show auto
says 'this game has no built-in book'
[ "$(wc -c <"$srcdir/data/othello.book")" -le 200000 ] || fail "data/othello.book is too large"
searches book
searches book --book-file=auto
searches alphabeta --book-file=none
searches alphabeta --level=3
searches alphabeta --search=alphabeta --depth=1
searches alphabeta --temperature=2
searches alphabeta --temperature-early=2
searches minimax --search=minimax --depth=1
searches flat --search=flat
searches book --search=alphabeta
searches book --search=minimax --depth=1 --book-file="$srcdir/data/othello.book"
searches alphabeta --size=6
searches alphabeta --rules=discs
printf 'reg_genmove b\nmiai-stats\n' | "$miai" --game=othello --playouts=50 gtp >$scratch/out
shows '^= search alphabeta$'
printf 'position startpos\ngo nodes 50\n' | "$miai" --game=othello uci >$scratch/out
shows ' nodes 50 '
[ "$(for seed in 1 2 3 4 5 6 7 8 9 10 11 12; do
    printf 'genmove b\ngenmove w\ngenmove b\ngenmove w\ngenmove b\ngenmove w\nshowboard\n' |
        "$miai" --game=othello --playouts=50 --seed=$seed gtp | cksum
done | sort -u | wc -l)" -ge 6 ] || fail "the built-in book lacks variety"

exit $status
