#!/bin/sh
# analyze.sh - games of files, position by position: the record and the page that come of it, and
# going on where the last call was broken off.

. "${srcdir:-.}/tests/support/common.sh"
work=$scratch/work
mkdir $work

# analyze STATUS ARGUMENT...
analyze()
{
    wanted=$1
    shift
    code=0
    "$miai" --playouts=60 analyze "$@" >$scratch/out 2>$scratch/err </dev/null || code=$?
    [ $code -eq $wanted ] || fail "analyze $*: status $code: $(cat $scratch/err)"
}

# The first of two moves in a row fills a dead corner.
printf '(;GM[1]FF[4]SZ[5]KM[0.5]XX[kept]\n;B[cc];W[aa]C[text];B[bb](;W[cb])(;W[ee]))\n' >$work/game.sgf
analyze 0 $work/game.sgf
[ ! -s $scratch/err ] || fail "it said: $(cat $scratch/err)"
[ ! -e $work/game-analysis.part ] || fail "what was found so far is still there"
record=$work/game-analysis.sgf
grep -q 'XX\[kept\]' $record || fail "an unknown property is lost"
grep -q 'C\[text' $record || fail "a comment is lost"
[ "$(grep -o 'SBKV\[[0-9.]*\]' $record | grep -c '')" -eq 5 ] || fail "not a value for each position"
grep -q '(;W\[ee\])' $record || fail "a variation is lost"
"$miai" convert --to=text $record >$scratch/out || fail "the record cannot be read"
page=$work/game-analysis.html
grep -q '<polyline points=' $page || fail "no curve"
! grep -Eq '(src|href)=|https?:|@import' $page || fail "the page needs others"
[ "$(grep -c '<figure>' $page)" -eq "$(grep -c '</figure>' $page)" ] || fail "figures"

# The page in a browser, where there is one: the program in it draws each board, with its columns,
# and leads through the better line; what a reader would press is pressed, and the end is looked at.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)
if [ -n "$browser" ]; then
    {
        sed 's,</body></html>,,' $page
        echo "<script>for (const b of document.querySelectorAll('.b')) {" \
            "const next = b.querySelectorAll('button')[1]; next.click(); next.click(); }" \
            "document.body.append('pressed');</script></body></html>"
    } >$scratch/pressed.html
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/$scratch/browser" \
        --dump-dom "file://$(cd $scratch && pwd)/pressed.html" >$scratch/dom 2>/dev/null || :
    if [ -s $scratch/dom ]; then
        boards=$(grep -c '<figure>' $page)
        [ "$boards" -gt 0 ] || fail "no board to look at"
        grep -q pressed $scratch/dom || fail "the page's program fails in a browser"
        [ "$(grep -c "<p>better: [A-E][1-5]</p>" $scratch/dom)" -eq "$boards" ] ||
            fail "the better line is not shown"
        [ "$(grep -o '<text [^>]*>E</text>' $scratch/dom | grep -c '')" -eq "$boards" ] ||
            fail "no letters at the boards"
        grep -q '<circle [^>]*fill="#c30"' $scratch/dom || fail "the move is not marked"
    else
        echo "the browser does not start here: its part is skipped"
    fi
fi

# What was found with other options, or of another file, is not taken.
echo 'miai-analysis none' >$work/game-analysis.part
cp $record $scratch/before
analyze 0 $work/game.sgf
cmp $record $scratch/before || fail "the same seed gives another record"

# Broken off: what was found is taken, and not searched again.
printf '1. e4 e5 2. Qh5 Ke7 *\n' >$work/mate.pgn
"$miai" --time=100 analyze $work/mate.pgn 2>/dev/null &
process=$!
n=0
while ! [ -s $work/mate-analysis.part ] && [ $n -lt 100 ]; do
    sleep 0.1
    n=$((n + 1))
done
kill $process
wait $process 2>/dev/null || :
head -n 1 $work/mate-analysis.part | grep -q '^miai-analysis [0-9a-f]*$' || fail "no findings kept"
{
    head -n 1 $work/mate-analysis.part
    for k in 0 1 2 3 4; do
        echo "0 $k $((k % 2)) 0.$((k + 1))00000000 0.0$((k + 1))0000000 a2a3 a2a3 a7a6"
    done
} >$scratch/part
mv $scratch/part $work/mate-analysis.part
timeout 60 "$miai" --time=100 analyze $work/mate.pgn || fail "going on"
grep -q '10.0% for the first player; now best a2a3 (a2a3 a7a6)' $work/mate-analysis.pgn ||
    fail "what was found is not used"
grep -q '20.0% for the first player; loss 1.0%, best was a2a3' $work/mate-analysis.pgn ||
    fail "the loss that was found is not used"
grep -q '1\. e4 {' $work/mate-analysis.pgn || fail "no moves"

# A white stone is dead behind Black's wall, and stays there.  Both pass: that loses nothing, and the
# end is worth what it counts without the stone.  As the board stands White would win.
{
    printf '(;GM[1]FF[4]SZ[7]KM[-8.5]'
    for y in a b c d e f g; do printf ';B[c%s];W[d%s]' $y $y; done
    printf ';B[bd];W[ed];B[ad];W[fd];B[bb];W[gd];B[];W[fb];B[];W[ff];B[];W[af];B[];W[])\n'
} >$work/dead.sgf
analyze 0 $work/dead.sgf
tail -c 300 $work/dead-analysis.sgf |
    grep -q ';B\[\]SBKV\[100.00\]C\[[^]]*now best pass (pass)\];W\[\]SBKV\[100.00\]C\[[^]]*player\])' ||
    fail "passes at the end: $(tail -c 300 $work/dead-analysis.sgf)"

# Faults, and a folder.
mkdir $work/all
printf '1. e4 e5 2. Kf6 *\n' >$work/all/bad.pgn
printf 'game tictactoe\nmoves A1 B1 A2 B2 A3\n' >$work/all/x.txt
analyze 1 $work/all
grep -q "^miai: $work/all/bad.pgn:1: .*move 3, Kf6, is no move of the game" $scratch/err ||
    fail "the fault: $(cat $scratch/err)"
[ -s $work/all/x-analysis.html ] || fail "the other game"
grep -Eq '^(moves A1 )?# .*miai: [0-9.]*% for the first player; (loss|now)' $work/all/x-analysis.txt ||
    fail "no notes as text: $(cat $work/all/x-analysis.txt)"
"$miai" convert --to=text $work/all/x-analysis.txt | cmp - $work/all/x-analysis.txt ||
    fail "the notes are not read"
printf '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "rook";\n' >$work/rook.epd
analyze 0 --playouts=20 $work/rook.epd
grep -q '^4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "rook"; c9 "miai: [0-9.]*% for .*; best .*";$' \
    $work/rook-analysis.epd || fail "EPD: $(cat $work/rook-analysis.epd)"
analyze 1 $work/none.sgf
analyze 2

exit $status
