#!/bin/sh
# convert.sh - converting game records: files, folders, and errors in them.

. "${srcdir:-.}/tests/support/common.sh"
work=$scratch/work
mkdir $work

# convert STATUS ARGUMENT...
convert()
{
    wanted=$1
    shift
    code=0
    "$miai" convert "$@" >$scratch/out 2>$scratch/err </dev/null || code=$?
    [ $code -eq $wanted ] || fail "convert $*: status $code: $(cat $scratch/err)"
}

# says TEXT: on standard error
says()
{
    grep -qxF -e "miai: $1" $scratch/err || fail "instead of \"$1\": $(cat $scratch/err)"
}

printf '(;GM[1]FF[4]SZ[9]PB[a]\n;B[ee];W[cc])\n\n(;GM[1]FF[4]SZ[9]XX[\\]]\n;B[aa](;W[bb])(;W[cc]))\n' \
    >$work/two.sgf
convert 0 $work/two.sgf $work/copy.sgf
cmp $work/two.sgf $work/copy.sgf || fail "the copy differs"
convert 0 $work/two.sgf $work/two.txt
printf 'game go\nsize 9\nkomi 7.5\nrules chinese\nblack a\nmoves E5 C7\n\n' >$scratch/expected
printf 'game go\nsize 9\nkomi 7.5\nrules chinese\nmoves A9 B8\n\n' >>$scratch/expected
cmp $scratch/expected $work/two.txt || fail "as text: $(cat $work/two.txt)"
says "$work/two.sgf: warning: 1 variation left out: text has none"
convert 0 --to=sgf $work/two.txt
grep -c '^;W\[' $scratch/out >/dev/null || fail "to standard output"

# A file without games does not replace an existing file, and creates none.
echo 'What is this?' >$work/words.txt
echo kept >$work/kept.pgn
convert 1 $work/words.txt $work/kept.pgn
grep -qx kept $work/kept.pgn || fail "overwritten although there was no game"
convert 1 $work/words.txt $work/none.pgn
[ ! -e $work/none.pgn ] || fail "created although there was no game"

# Malformed games are reported, and the others are converted.
printf '[Event "1"]\n\n1. e4 *\n\n[Event "2"]\n\n1. e4 e6\n2. e5 (2. d4\n\n[Event "3"]\n\n1. d4\nd6 2. e6 *\n\n[Event "4"]\n\n1. c4 *\n' \
    >$work/four.pgn
convert 1 $work/four.pgn $work/four.txt
says "$work/four.pgn:8: a variation has no end: \")\" is missing"
says "$work/four.pgn:13: move 2, e6, is not a legal move of Chess"
[ "$(grep -c '^game chess' $work/four.txt)" -eq 2 ] || fail "not two of four games"
convert 1 $work/four.pgn $work/none/four.txt
says "$work/none/four.txt: cannot write the file: No such file or directory"
mkdir -p $work/folder
convert 1 --to=txt $work/folder $work/none/folder
says "$work/none/folder: cannot make the folder: No such file or directory"
# Moves written as drops, as cutechess saves them.
printf '[Variant "gomokufreestyle"]\n\n1. P@h8 P@h9 2. P@g7 *\n' >$work/drops.pgn
convert 0 --to=text $work/drops.pgn $work/drops.txt
grep -q '^game gomoku' $work/drops.txt && grep -q '^moves H8 H9 G7$' $work/drops.txt ||
    fail "drops: $(cat $work/drops.txt)"
printf '[Variant "cfour"]\n\n1. P@d1 P@d2 2. P@e1 *\n' >$work/drops.pgn
convert 0 --to=text $work/drops.pgn $work/drops.txt
grep -q '^moves D1 D2 E1$' $work/drops.txt || fail "drops that fall: $(cat $work/drops.txt)"

convert 1 $work/missing.pgn $work/four.txt
says "$work/missing.pgn: cannot read the file: No such file or directory"
convert 1 $work/four.pgn $work/four
says "$work/four: unknown format; use --to=sgf, pgn, epd, text, svg or png"
convert 2 $work/four.pgn
convert 2 --to=gif $work/four.pgn
[ ! -e $work/four ] && [ ! -e $work/four.part ] || fail "files are left"

# A folder with subfolders.
mkdir $work/in $work/in/deep
printf '1. e4 c5 *\n' >$work/in/a.pgn
printf '1. d4 *\n' >$work/in/deep/b.pgn
echo nothing >$work/in/notes
convert 0 --to=epd $work/in $work/outside
[ "$(grep -c ' hmvc 0; ' $work/outside/a.epd)" -eq 3 ] || fail "positions of a game"
[ -f $work/outside/deep/b.epd ] || fail "the subfolder is not converted"
mkdir $work/self $work/self/deep
cp $work/copy.sgf $work/self/deep
ln -s ../../self $work/self/deep/loop 2>/dev/null || :
for round in 1 2; do
    convert 0 --to=text $work/self $work/self/made
    [ "$(find $work/self -name '*.txt' | tr '\n' ' ')" = "$work/self/made/deep/copy.txt " ] ||
        fail "a folder converted into itself, $round: $(find $work/self)"
done
[ ! -e $work/outside/notes ] || fail "a file that is no record is converted"
printf '1. c4 *\n' >$work/in/a.b.pgn
printf '(;GM[1]SZ[9];B[ee])' >$work/in/a.sgf
convert 1 --to=text $work/in $work/outside
says "$work/in/a.sgf: not converted: the output of a.pgn has the same name"
grep -q '^moves e2e4 c7c5$' $work/outside/a.txt || fail "one file replaced another"
grep -q '^moves c2c4$' $work/outside/a.b.txt || fail "a name with two extensions"
convert 1 $work/in $work/outside
says "$work/in: a folder needs a format: --to=sgf, pgn, epd, text, svg or png"

# Standard input, and many games.
i=0
while [ $i -lt 2000 ]; do
    echo "[Event \"$i\"]"
    echo
    echo '1. e4 e5 2. Nf3 {[%clk 0:01:00]} Nc6 3. Bb5 (3. Bc4 Bc5) a6 1/2-1/2'
    echo
    i=$((i + 1))
done >$work/many.pgn
"$miai" convert --from=pgn --to=pgn - <$work/many.pgn >$scratch/out
sed 's/} Nc6/} 2... Nc6/; s/Bc5) a6/Bc5) 3... a6/' $work/many.pgn | cmp - $scratch/out || fail "many games"
"$miai" convert --to=text - <$work/many.pgn | grep -c '^moves b8c6 f1b5 a7a6$' >$scratch/out
[ "$(cat $scratch/out)" -eq 2000 ] || fail "many games as text"

# A picture of the last position: the remaining stones, a mark on the last move, coordinates.
printf '(;GM[1]FF[4]SZ[3];B[bb];W[aa];B[ba];W[cc];B[ab])' >$scratch/board.sgf
convert 0 $scratch/board.sgf $scratch/board.svg
[ "$(grep -c "<circle.*stroke='#000'" $scratch/board.svg)" -eq 4 ] || fail "not four stones"
[ "$(grep -c "<circle.*fill='#fff'" $scratch/board.svg)" -eq 1 ] || fail "not one white stone"
[ "$(grep -c "<circle.*fill='#c30'" $scratch/board.svg)" -eq 1 ] || fail "not one mark"
grep -q ">C</text>" $scratch/board.svg || fail "no column C"
printf '1. e4 e5 2. Nf3 *\n1. d4 *\n' >$scratch/board.pgn
convert 0 --to=svg $scratch/board.pgn
[ "$(grep -c "<g class='man'" $scratch/out)" -eq 32 ] || fail "not 32 men"
[ "$(grep -c '</svg>' $scratch/out)" -eq 1 ] || fail "not one picture"
printf 'game othello\nmoves d3\n' >$scratch/board.txt
convert 0 --to=svg $scratch/board.txt
# D3 is in the third row from the top, of 32 pixels each; D4 was flipped.
grep -q "<circle cx='138.0' cy='80.0' r='14' fill='#000'" $scratch/out || fail "D3: $(cat $scratch/out)"
grep -q "<text x='13' y='21'>1</text>" $scratch/out || fail "the upper row is not the first"
[ "$(grep -c "<circle.*fill='#c30'" $scratch/out)" -eq 2 ] || fail "not two marks: the disc and the flipped one"
printf 'game hex\nsize 3\nmoves a1 c2\n' >$scratch/board.txt
convert 0 --to=svg $scratch/board.txt
[ "$(grep -c "<path d='M.*z'" $scratch/out)" -eq 9 ] || fail "not nine hexagons"
# Star points, and winning lines: a row, and a path from side to side.
printf 'game gomoku\nmoves h8 h9 g8 g9 f8 f9 e8 e9 d8\n' >$scratch/board.txt
convert 0 --to=svg $scratch/board.txt
[ "$(grep -c "class='star'" $scratch/out)" -eq 5 ] || fail "not five star points"
# D8 to H8: from x = 26 + 3 * 32 + 16, in the eighth row.
grep -q "class='won'.* d='M138.0 240.0L266.0 240.0'" $scratch/out || fail "the row: $(grep won $scratch/out)"
printf 'game hex\nsize 3\nmoves a1 c1 a2 c2 a3\n' >$scratch/board.txt
convert 0 --to=svg $scratch/board.txt
grep -q "class='won'.* d='M[^ML]*L[^ML]*L[^ML]*'" $scratch/out || fail "the path: $(grep won $scratch/out)"
printf 'game connect4\nmoves d1 d2 e1 e2 f1 f2\n' >$scratch/board.txt
convert 0 --to=svg $scratch/board.txt
! grep -q "class='won'" $scratch/out || fail "a winning line before the end of the game"

# PNG, if librsvg is there, is twice as wide as SVG. If drawing fails, the old file stays.
if ASAN_OPTIONS=detect_leaks=0 "$miai" convert $scratch/board.txt $scratch/board.png 2>$scratch/err; then
    [ "$(od -An -tx1 -N4 $scratch/board.png)" = ' 89 50 4e 47' ] || fail "no PNG"
    [ "$(od -An -tu1 -j18 -N2 $scratch/board.png | awk '{print $1 * 256 + $2}')" -eq 500 ] || fail "its width"
else
    grep -q 'cannot write PNG: .*; SVG (.svg) needs no library' $scratch/err || fail "no PNG: $(cat $scratch/err)"
    [ ! -e $scratch/board.png ] || fail "a file without a picture"
fi
echo kept >$scratch/torn.png
printf '(;GM[1]SZ[3];B[bb];W[bb])' >$scratch/torn.sgf
convert 1 $scratch/torn.sgf $scratch/torn.png
[ "$(cat $scratch/torn.png)" = kept ] || fail "a picture that failed took the place of another"
convert 2 --from=svg --to=sgf $scratch/board.svg
grep -q 'from: not a format (sgf, pgn, epd, text)' $scratch/err || fail "$(cat $scratch/err)"

# A transcript of Othello: points without spaces; rows count from the top, also in SGF.
printf 'f5d6c3d3c4\n' >$scratch/othello.txt
"$miai" --game=othello convert --to=sgf $scratch/othello.txt | tr -d '\n' >$scratch/out
grep -q 'GM\[2\].*SZ\[8\];B\[fe\];W\[df\];B\[cc\];W\[dc\];B\[cd\])' $scratch/out ||
    fail "an Othello transcript: $(cat $scratch/out)"

# Comments and NAGs survive conversion to plain text, where they follow a #.
printf '(;GM[1]SZ[9]C[before]AN[me];B[ee]C[one\ntwo]DO[];W[cc]BM[2]C[$5 is money];B[gg])' >$work/notes.sgf
convert 0 $work/notes.sgf $work/notes.txt
cat >$scratch/expected <<'EOF'
game go
size 9
rules chinese
annotator me
comment before
moves E5 # $6
# one two
moves C7 # $4
# $5 is money
moves G3

EOF
grep -v '^komi' $work/notes.txt | cmp $scratch/expected - || fail "notes: $(cat $work/notes.txt)"
convert 0 --to=sgf $work/notes.txt $work/back.sgf
for note in 'AN\[me\]' 'C\[before\]' 'B\[ee\]DO\[\]C\[one two\]' 'W\[cc\]BM\[2\]C\[$5 is money\]'; do
    grep -q "$note" $work/back.sgf || fail "$note is lost: $(cat $work/back.sgf)"
done

# The players retook a ko, which superko forbids. The record is read nevertheless, and changing it
# keeps the moves.
printf '(;GM[1]SZ[5]AB[ba][ab][bc]AW[ca][db][cc][bb]PL[B];B[cb];W[];B[];W[bb];B[ee])' >$work/ko.sgf
convert 0 --to=text $work/ko.sgf
grep -q '^moves C4 pass pass B4 E1$' $scratch/out || fail "a ko: $(cat $scratch/out)"
printf 'loadsgf %s\nkomi 3.5\nundo\nshowboard\n' $work/ko.sgf | "$miai" --network=none >$scratch/out
grep -q '^ 4 X O . O . 4' $scratch/out || fail "the ko is gone: $(cat $scratch/out)"
! grep -q '^?' $scratch/out || fail "$(cat $scratch/out)"

# Byte-order marks: that of UTF-8 is skipped, and UTF-16 is decoded, with a note.
utf8()
{
    printf '\357\273\277'
    cat
}
utf16()
{
    printf '\377\376'
    tr '\n' '~' | sed 's/./&@/g' | tr '~@' '\n\000'
}
utf16be()
{
    printf '\376\377'
    tr '\n' '~' | sed 's/./@&/g' | tr '~@' '\n\000'
}
for encoding in utf8 utf16 utf16be; do
    printf '(;GM[1]SZ[9];B[ee])' | $encoding >$work/mark.sgf
    printf '[Event "1"]\n\n1. e4 *\n' | $encoding >$work/mark.pgn
    printf '8/8/8/8/8/5k2/7p/7K b - - bm Kg3;\n' | $encoding >$work/mark.epd
    printf '8/8/8/8/8/5k2/7p/7K b - - 0 1\n' | $encoding >$work/mark.fen
    printf 'game chess\nmoves e2e4\n' | $encoding >$work/mark.txt
    for format in sgf pgn epd fen txt; do
        convert 0 --to=$([ $format = txt ] && echo pgn || echo text) $work/mark.$format
        grep -q -e '^moves E5$' -e '^moves e2e4$' -e '^position 8/8/8/8/8/5k2' -e '^1. e4' \
            $scratch/out || fail "$format in $encoding: $(cat $scratch/out)"
        [ $encoding = utf8 ] || says "$work/mark.$format: note: read as UTF-16"
    done
    printf 'playouts = 7\n' | $encoding >$work/mark.cfg
    echo 'miai-param playouts' | "$miai" --config=$work/mark.cfg gtp 2>/dev/null | grep -qx '= 7' ||
        fail "settings in $encoding"
done

# EPD cannot name Chess960: the position does, or --rules.
castled='nrbqkbrn/pppppppp/8/8/8/8/PPPPPPPP/NRBQKBRN w KQkq -'
printf '[Variant "Chess960"]\n[FEN "%s 0 1"]\n\n1. e3 *\n' "$castled" >$work/960.pgn
convert 0 --to=epd $work/960.pgn $work/960.epd
echo "8/8/8/8/8/5k2/7p/7K b - -" >>$work/960.epd
convert 0 --to=pgn $work/960.epd $work/back.pgn
[ "$(grep -c '^\[Variant "chess960"\]' $work/back.pgn)" -eq 2 ] || fail "$(cat $work/back.pgn)"
grep -qF "[FEN \"$castled 0 1\"]" $work/back.pgn || fail "rights: $(cat $work/back.pgn)"
"$miai" --game=chess --rules=chess960 convert --to=pgn $work/960.epd >$scratch/out ||
    fail "Chess960 is refused"
[ "$(grep -c '^\[Variant "chess960"\]' $scratch/out)" -eq 3 ] || fail "--rules: $(cat $scratch/out)"
printf '%s bm e4;\n8/8/8/8/8/5k2/7p/7K b - - bm Kg3;\n' "$castled" >$work/suite.epd
for rules in standard chess960; do
    "$miai" --game=chess --rules=$rules --playouts=50 suite $work/suite.epd >$scratch/out 2>&1 ||
        fail "suite: $(cat $scratch/out)"
done

# In PGN without the tag Variant, a castling right that does not fit is dropped if the rest is
# standard chess.
printf '[FEN "r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1"]\n\n1. Ke2 *\n' >$work/right.pgn
convert 0 --to=epd $work/right.pgn
says "$work/right.pgn:1: note: castling K is left out: its rook is missing"
grep -q 'R3K1R1 w Qkq -' $scratch/out || fail "a right that does not fit: $(cat $scratch/out)"

# The input is not replaced by the output, by whatever name.
cp $work/right.pgn $work/same.pgn
convert 1 $work/same.pgn $work/./same.pgn
says "$work/same.pgn: the output is the input, which would be replaced; name another file"
cmp $work/right.pgn $work/same.pgn || fail "the input was replaced"

# A castling right whose rook is missing.
echo '4k3/8/8/8/8/8/8/4K2R w KQ - 0 1' >$work/rook.fen
convert 0 --to=pgn $work/rook.fen
says "$work/rook.fen:1: note: castling Q is left out: its rook is missing"
grep -q '4K2R w K - 0 1' $scratch/out || fail "a missing rook: $(cat $scratch/out)"

exit $status
