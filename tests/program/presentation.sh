#!/bin/sh
# presentation.sh - a game that is not in the library, tests/program/breakthrough.c, in pictures,
# records, pages, UCI and the terminal. Without a presentation it is shown with its own letters,
# otherwise as its presentation says.

. "${srcdir:-.}/tests/support/common.sh"

game=tests/program/breakthrough
ASAN_OPTIONS=detect_leaks=0 # libedit keeps the name of a function that is added to it
export ASAN_OPTIONS

# has NUMBER TITLE REGEX FILE: that many lines match.
has()
{
    found=$(grep -Ec -e "$3" "$4" || :)
    [ "$found" -eq "$1" ] || fail "$2: $found lines '$3', not $1"
}

# talk NAME: the program's replies to the lines on standard input.
talk()
{
    name=$1
    shift
    cat >$scratch/in
    ./$game --game=$name --search=alphabeta --depth=2 "$@" <$scratch/in >$scratch/out 2>&1 ||
        fail "$name $*: status $?"
}

for name in breakthrough shown kept; do
    ./$game check $name >$scratch/out || fail "check $name"
done

# ---- GTP: the position as a picture ----

printf 'boardsize 3 5\nplay b a2a\nmiai-svg none\n' | talk breakthrough
has 6 "the first player's letter" '<text [^>]*>&#87;</text>' $scratch/out
has 6 "the second player's" '<text [^>]*>&#98;</text>' $scratch/out
has 15 "squares" '<rect .* fill="#dde" stroke="#889"/>' $scratch/out
has 1 "columns" '>C</text>' $scratch/out
printf 'boardsize 3 5\nplay b a2a\nmiai-svg none\n' | talk shown
has 6 "discs" '<circle .* fill="#ffe"' $scratch/out
has 6 "signs" '<text [^>]*>&#9650;</text>' $scratch/out
has 8 "dark squares" '<rect .* fill="#a66" stroke="none"/>' $scratch/out
has 7 "light squares" '<rect .* fill="#ecc" stroke="none"/>' $scratch/out
has 1 "small columns" '>c</text>' $scratch/out

# ---- records and pictures of them ----

for name in breakthrough shown; do
    printf 'game %s\nsize 3x5\nwhite Anna\nblack Berta\nmoves a2a c4c a3b c3b b4a\n' $name >$scratch/$name.txt
    ./$game convert --to=pgn $scratch/$name.txt $scratch/$name.pgn || fail "$name: no PGN"
    has 1 "who begins" '^\[White "Anna"\]' $scratch/$name.pgn
    ./$game --game=go convert --to=text $scratch/$name.pgn $scratch/back.txt || fail "$name: not read"
    has 1 "the game of a PGN" "^game $name\$" $scratch/back.txt
    has 1 "who began" '^white Anna' $scratch/back.txt
    ./$game convert --to=svg $scratch/$name.txt $scratch/$name.svg || fail "$name: no picture"
    has 1 "the last move" "stroke='#c30'|fill='#c30'" $scratch/$name.svg
done
has 1 "the game's name" '^\[Variant "breakthrough"\]' $scratch/breakthrough.pgn
has 1 "its name in a PGN" '^\[Variant "bt"\]' $scratch/shown.pgn
sed 's/"bt"/"Break-Through"/' $scratch/shown.pgn >$scratch/other.pgn
./$game convert --to=text $scratch/other.pgn $scratch/back.txt || fail "another name: not read"
has 1 "another name" '^game shown$' $scratch/back.txt
has 5 "letters" "<text class='m' [^>]*>&#87;</text>" $scratch/breakthrough.svg
has 4 "the second player's" "<text class='m' [^>]*>&#98;</text>" $scratch/breakthrough.svg
has 5 "discs" "<circle .* fill='#ffe' stroke='#000'/>" $scratch/shown.svg

# ---- SGF: moves from point to point ----

moves='a2a c4c a3b c3b b4a'
printf 'game kept\nsize 3x5\nblack Anna\nwhite Berta\nmoves %s\n' "$moves" >$scratch/kept.txt
for format in sgf pgn; do
    ./$game convert --to=$format $scratch/kept.txt $scratch/kept.$format || fail "kept: no $format"
    ./$game --game=go convert --to=text $scratch/kept.$format $scratch/back.txt || fail "kept: $format not read"
    has 1 "the game of $format" '^game kept$' $scratch/back.txt
    has 1 "all of its moves" "^moves $moves\$" $scratch/back.txt
done
has 1 "the game's number" 'GM\[1001\]' $scratch/kept.sgf
has 1 "a move" '^;B\[a2a\]' $scratch/kept.sgf
printf 'boardsize 3 5\nplay b a2a\nplay w c4c\nprintsgf\n' | talk kept
sed -n 's/^= (/(/;/^(/,$p' $scratch/out >$scratch/printed.sgf
printf 'loadsgf %s\nundo\nundo\nundo\n' $scratch/printed.sgf | talk kept
has 1 "the moves of what was printed" '^\? cannot undo' $scratch/out

# ---- matches, and a format without a notation for the game ----

# record NAME FILE: plays a match of one pair; returns its status
record()
{
    rm -f $scratch/$2
    ./$game --game=$1 --size=3x5 match games=2 plies=0 record=$scratch/$2 'a: depth=1' 'b: depth=1' \
        >$scratch/out 2>&1
}

for file in game.sgf game.pgn game.txt; do
    record kept $file || fail "kept: match with $file: $(cat $scratch/out)"
    ./$game convert --to=text $scratch/$file $scratch/back.txt || fail "kept: $file not read"
    has 2 "games in $file" '^game kept$' $scratch/back.txt
done
record breakthrough game.pgn || fail "match with game.pgn"
for file in game.sgf game.epd; do
    record breakthrough $file && fail "match with $file"
    has 1 "what is in the way" "$file: (SGF cannot store|EPD cannot store positions of) Breakthrough" $scratch/out
    has 0 "games that were played in vain" 'games' $scratch/out
    [ -e $scratch/$file ] && fail "a $file without a game"
    printf 'size 3x5\na2a\nsave %s\nquit\n' $scratch/$file | talk breakthrough --mode=terminal
    has 1 "what is in the way of saving" "$file: (SGF cannot store|EPD cannot store positions of) Breakthrough" $scratch/out
done

# ---- GoGui: what it shows on points ----

for name in breakthrough go; do
    echo gogui-analyze_commands | talk $name --search=mcts
    has $([ $name = go ] && echo 8 || echo 0) "commands for points" '^(pspairs|plist|var)/' $scratch/out
done

# ---- the page of an analysis ----

for name in breakthrough shown; do
    ./$game --search=alphabeta --depth=2 analyze $scratch/$name.txt 2>/dev/null || fail "$name: no analysis"
done
grep -q '"W":\[0,87\]' $scratch/breakthrough-analysis.html || fail "no letters on the page"
grep -q '"W":\[0,0\],"b":\[1,9650\]' $scratch/shown-analysis.html || fail "no pieces on the page"
grep -q '#ffe.*#321' \
    $scratch/shown-analysis.html || fail "no presentation on the page"

# ---- UCI ----

printf 'uci\nposition startpos moves a2a\ngo depth 1\nquit\n' | talk breakthrough --mode=uci
has 1 "the game over UCI" '^option name UCI_Variant type combo default breakthrough .* var breakthrough var bt var kept$' \
    $scratch/out
has 1 "a move of its own" '^bestmove [a-h][78][a-h]' $scratch/out
printf 'uci\nsetoption name UCI_Variant value BT\nuci\nposition startpos\ngo depth 1\nquit\n' |
    talk breakthrough --mode=uci
has 1 "its name over UCI" '^option name UCI_Variant type combo default bt ' $scratch/out
has 0 "what it has not" '^option name UCI_Chess960' $scratch/out

# ---- the terminal ----

printf 'size 3x5\nanswer off\na2a\nc4c\na3b\nc3b\nb4a\nquit\n' >$scratch/moves
talk breakthrough --mode=terminal <$scratch/moves
has 1 "who won" 'The game is over: the first player wins\.' $scratch/out
talk shown --mode=terminal <$scratch/moves
has 1 "who won, by name" 'The game is over: Chalk wins' $scratch/out

# The colour shows whose piece it is.
if [ -x tests/program/terminal ]; then
    escape=$(printf '\033')
    printf '? %s[1;36mb%s[0m\n? %s[1;33mW%s[0m\n> quit\n' $escape $escape $escape $escape >$scratch/script
    code=0
    TERM=vt100 NO_COLOR= tests/program/terminal $scratch/script ./$game --game=shown >$scratch/out 2>&1 || code=$?
    [ $code -eq 0 ] || [ $code -eq 77 ] || fail "no colours"
fi

exit $status
