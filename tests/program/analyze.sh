#!/bin/sh
# analyze.sh - analyzing the games of files: the annotated record and the page, and resuming an
# interrupted analysis.

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
[ ! -s $scratch/err ] || fail "messages: $(cat $scratch/err)"
[ ! -e $work/game-analysis.part ] || fail "the partial file is left"
record=$work/game-analysis.sgf
grep -q 'XX\[kept\]' $record || fail "an unknown property is lost"
grep -q 'C\[text' $record || fail "a comment is lost"
[ "$(grep -o 'SBKV\[[0-9.]*\]' $record | grep -c '')" -eq 5 ] || fail "a position without a value"
grep -q '(;W\[ee\])' $record || fail "a variation is lost"
"$miai" convert --to=text $record >$scratch/out || fail "the record cannot be read"
page=$work/game-analysis.html
! grep -Eq '(src|href)=|https?:|@import' $page || fail "the page refers to other files"
[ "$(grep -c '^{"p":[01],"v":.*"d":\[' $page)" -eq 5 ] || fail "a position without a board"
grep -q '"own":"[A-U]*"' $page || fail "no ownership"
grep -q '"turns":\[{"k":[0-9]' $page || fail "no turning point"
grep -q '^(;W\[[a-e]*\]$' $record || fail "the better line is not a variation"
! grep -q '"why":\[\]' $page || fail "a turning point without a reason"
grep -q '"effort":"60 playouts per position, search mcts, no network"' $page || fail "not what was searched"
grep -q 'SBKV\[[0-9.]*\]V\[-*[0-9.]*\]' $record || fail "no lead"

# The page in a browser, if there is one: its script draws each board with coordinates, steps
# through the game and the better line, and asks questions. The test presses what a reader would
# press, and checks the final page.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome || :)
if [ -n "$browser" ]; then
    {
        sed 's,</body></html>,,' $page
        echo "<script>const key = k => document.dispatchEvent(new KeyboardEvent('keydown', {key: k}));" \
            "const note = text => document.body.append(' [' + text + '] ');" \
            "key('End'); note(parts.text.textContent); key('Home'); key('b');" \
            "note(parts.text.textContent); key('Escape'); key('o'); note(state.own);" \
            "const edges = () => [...parts.board.querySelectorAll('.edge')].map(e => e.textContent).join('');" \
            "key('f'); note('turned ' + edges()); key('f'); note('upright ' + edges());" \
            "key('q'); note(parts.text.textContent); const turn = state.game.positions[state.k];" \
            "selectPoint(turn.best[0][1][0]); note(parts.text.textContent);" \
            "note(parts.spoken.textContent); key('Enter'); note(state.quiz ? 'next' : 'asked');" \
            "if (!state.quiz) key('q');" \
            "const goal = state.game.positions[state.k].best[0][1][0], across = state.game.w; key('ArrowUp');" \
            "for (let i = 0; i < 40 && state.quiz.cursor !== goal; i++) {" \
            "  const at = state.quiz.cursor, dx = goal % across - at % across;" \
            "  key(dx > 0 ? 'ArrowRight' : dx < 0 ? 'ArrowLeft' : goal > at ? 'ArrowDown' : 'ArrowUp'); }" \
            "note('at ' + parts.spoken.textContent); key('Enter'); note('keys: ' + parts.spoken.textContent);" \
            "key('Escape'); key('q'); const q = state.game.positions[state.k];" \
            "const wrong = [...Array(state.game.w * state.game.h).keys()].find(i => !findTried(i, null));" \
            "selectPoint(wrong); note('first ' + parts.text.textContent); selectPoint(wrong); note('second ' + parts.text.textContent);" \
            "note('hidden ' + (parts.list.box.hidden && parts.turns.hidden)); key('Escape'); note('shown ' + !parts.turns.hidden);" \
            "note('sums ' + state.game.positions.every(p => Math.abs(inTenths(p.v) - inTenths(playedValue(p))) === 1000 * lossOf(p)));" \
            "note('boards ' + document.querySelectorAll('.turn svg').length + ' of ' + state.game.turns.length);" \
            "</script></body></html>"
    } >$scratch/pressed.html
    timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/$scratch/browser" \
        --dump-dom "file://$(cd $scratch && pwd)/pressed.html" >$scratch/dom 2>/dev/null || :
    if [ -s $scratch/dom ]; then
        grep -Eq '\[After 4. C4[ .]' $scratch/dom || fail "the end of the game is not shown"
        grep -q '\[best: [A-E][1-5]Back' $scratch/dom || fail "the better line is not shown"
        grep -q '\[true\]' $scratch/dom || fail "the owners of the points are not shown"
        grep -q 'Question 1 of ' $scratch/dom || fail "no question is asked"
        grep -q '\[Right: [A-E][1-5] is best' $scratch/dom || fail "the answer is not right"
        grep -Eq '\[at [A-E][1-5], (empty|Black|White)\]' $scratch/dom || fail "the square is not described"
        grep -q '\[keys: Right: [A-E][1-5] is best.*Press Enter to continue' $scratch/dom || fail "no answer by keys"
        grep -Eq '\[first [A-E][1-5] is not among the moves that were searched. Try once more.\]' $scratch/dom ||
            fail "no second try"
        grep -Eq '\[second [A-E][1-5] is not among.*The best move is [A-E][1-5]\.' $scratch/dom || fail "no answer"
        grep -q 'Percentages are Black.*s chance to win. Searched by miai' $scratch/dom || fail "no point of view"
        grep -q '\[hidden true\]' $scratch/dom || fail "the answers are seen"
        grep -q '\[shown true\]' $scratch/dom || fail "the answers are still hidden"
        grep -q '\[turned EDCBA12345\]' $scratch/dom || fail "the board is not turned"
        grep -q '\[upright ABCDE54321\]' $scratch/dom || fail "the board is not turned back"
        grep -q '\[sums true\]' $scratch/dom || fail "the numbers do not add up"
        grep -Eq '\[boards ([1-9]) of \1\]' $scratch/dom || fail "a turning point without a board"
        grep -q '<text [^>]*class="edge">E</text>' $scratch/dom || fail "boards without coordinates"
        grep -q 'class="move better"' $scratch/dom || fail "the best move is not marked"
    else
        echo "the browser does not start here: its part is skipped"
    fi
fi

# An even exchange is not what a move wins or loses, and the answer to a move is no reason.
printf '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 *\n' >$work/opera.pgn
"$miai" --depth=9 --memory=16 analyze $work/opera.pgn || fail "opera: status $?"
! grep -Eq '♛[^ "]* for ♕|♕[^ "]* for ♛|best answer is' $work/opera-analysis.html ||
    fail "no net of an exchange: $(grep -o '"why":[^]]*' $work/opera-analysis.html)"

# Partial results of other options or of another file are not used.
echo 'miai-analysis none' >$work/game-analysis.part
cp $record $scratch/before
analyze 0 $work/game.sgf
cmp $record $scratch/before || fail "the same seed gives another record"

# Interrupted: partial results are used, and not computed again.
printf '1. e4 e5 2. Qh5 Ke7 *\n' >$work/mate.pgn
"$miai" --time=100 analyze $work/mate.pgn 2>/dev/null &
process=$!
arrive '' $work/mate-analysis.part
kill $process
wait $process 2>/dev/null || :
head -n 1 $work/mate-analysis.part | grep -q '^miai-analysis [0-9a-f]*$' || fail "no partial results"
{
    head -n 1 $work/mate-analysis.part
    for k in 0 1 2 3 4; do
        move=$([ $((k % 2)) -eq 0 ] && echo 'a2a3\ta2a3 a7a6' || echo 'a7a6\ta7a6 a2a3')
        printf "0\t$k\t$((k % 2))\t0.$((k + 1))00000000\t0.0$((k + 1))0000000\t$move"
        printf '\t0\t0\t0\t1\t-35\t%d\t\t\t\t0\n' $((k == 4 ? 5 : 0))
    done
} >$scratch/part
mv $scratch/part $work/mate-analysis.part
timeout 60 "$miai" --time=100 analyze $work/mate.pgn || fail "resuming failed"
grep -q '{\[%eval -0.35\] miai: 90.0% for Black; now best a3 (a3 a6)' $work/mate-analysis.pgn ||
    fail "partial results are not used"
grep -q '80.0% for Black; loss 1.0%, best was a3; now best a6 (a6 a3)' $work/mate-analysis.pgn ||
    fail "the loss found before is not used"
grep -q '\[%eval #3\]' $work/mate-analysis.pgn || fail "the mate found before is not used"
grep -q '1\. e4 {' $work/mate-analysis.pgn || fail "no moves"

# A white stone behind Black's wall is dead and stays on the board. Both players pass, which loses
# nothing, and the final count excludes the stone. With the stone, White would win.
{
    printf '(;GM[1]FF[4]SZ[7]KM[-8.5]'
    for y in a b c d e f g; do printf ';B[c%s];W[d%s]' $y $y; done
    printf ';B[bd];W[ed];B[ad];W[fd];B[bb];W[gd];B[];W[fb];B[];W[ff];B[];W[af];B[];W[])\n'
} >$work/dead.sgf
analyze 0 $work/dead.sgf
grep -Eq ';B\[\]SBKV\[100.00\][^C]*C\[[^]]*now best pass \(pass\)\];W\[\]SBKV\[100.00\]V\[1.5\]GB\[2\]C\[[^]]*Black leads by 1.5\]\)' $work/dead-analysis.sgf ||
    fail "passes at the end: $(tail -c 300 $work/dead-analysis.sgf)"

# Errors, and folders.
mkdir $work/all
printf '1. e4 e5 2. Kf6 *\n' >$work/all/bad.pgn
printf 'game tictactoe\nmoves A1 B1 A2 B2 A3\n' | tee $work/all/x.txt >$work/all/bad.txt
odd=$(printf 'caf\303\251 \351<&')
mkdir "$work/all/$odd" 2>/dev/null && cp $work/all/x.txt "$work/all/$odd" # skipped if file names are UTF-8
analyze 1 $work/all
grep -q "^miai: $work/all/bad.txt: not analysed: the output of bad.pgn has the same name" $scratch/err ||
    fail "two files with one base name: $(cat $scratch/err)"
grep -q "^miai: $work/all/bad.pgn:1: .*move 2, Kf6, is not a legal move of Chess" $scratch/err ||
    fail "wrong error: $(cat $scratch/err)"
[ -s $work/all/x-analysis.html ] || fail "the valid game is not analyzed"
mkdir $work/loop $work/loop/deep $work/loop/closed
cp $work/all/x.txt $work/loop/deep
ln -s ../../loop $work/loop/deep/loop 2>/dev/null || :
chmod 0 $work/loop/closed
refused=$([ -r $work/loop/closed ] || echo 1) # root can read everything
analyze ${refused:-0} $work/loop
chmod 700 $work/loop/closed
[ -z "$refused" ] || grep -q "^miai: $work/loop/closed/: Permission denied$" $scratch/err ||
    fail "unreadable folder: $(cat $scratch/err)"
[ "$(sed 1,2d $work/loop/analysis.table | cut -f 3)" = deep/x.txt ] ||
    fail "link to a parent folder: $(cat $work/loop/analysis.table)"
[ ! -d "$work/all/$odd" ] ||
    grep -qF "$(printf '>caf\303\251 &#xfffd;&#60;&#38;/x.txt<')" $work/all/analysis.html ||
    fail "name not valid UTF-8 in the page: $(grep -a caf $work/all/analysis.html)"
grep -Eq '^(moves A1 )?# .*miai: [0-9.]*% for The (first|second) player; (loss|now)' $work/all/x-analysis.txt ||
    fail "no notes in the text record: $(cat $work/all/x-analysis.txt)"
"$miai" convert --to=text $work/all/x-analysis.txt | cmp - $work/all/x-analysis.txt ||
    fail "the notes are not read"
printf '4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "rook";\n' >$work/rook.epd
analyze 0 --playouts=20 $work/rook.epd
grep -q '^4k3/8/8/8/8/8/8/R3K3 w Q - bm Ra8+; id "rook"; c9 "miai: [0-9.]*% for .*; best .*";$' \
    $work/rook-analysis.epd || fail "EPD: $(cat $work/rook-analysis.epd)"
analyze 1 $work/none.sgf
printf 'game tictactoe\nmoves A1\n' >$work/rook.txt
cp $work/rook-analysis.html $scratch/before
analyze 1 --playouts=20 $work/rook.epd $work/rook.txt
grep -q "^miai: $work/rook.txt: not analysed: the output of $work/rook.epd has the same name" $scratch/err ||
    fail "two files with one base name: $(cat $scratch/err)"
cmp $work/rook-analysis.html $scratch/before || fail "another file's page of that name is overwritten"
analyze 1 --playouts=20 $work/rook.epd $work/./rook.txt
cmp $work/rook-analysis.html $scratch/before || fail "another file's page of that name is overwritten"
analyze 1 --playouts=20 $work/./rook.epd $work/rook-analysis.epd
grep -q "^miai: $work/rook-analysis.epd: not analysed: the output of $work/./rook.epd would replace it" $scratch/err ||
    fail "replaced record: $(cat $scratch/err)"
analyze 2

# An interrupted analysis reports what was kept.
printf '(;GM[1]SZ[9];B[ee];W[cc];B[gg];W[gc];B[cg];W[ce])\n' >$work/long.sgf
"$miai" --time=1 analyze $work/long.sgf 2>$scratch/err &
process=$!
arrive '^0[[:space:]]' $work/long-analysis.part
kill -TERM $process
code=0
wait $process || code=$?
[ $code -eq 1 ] || fail "interrupted: status $code"
grep -q 'long-analysis.part: interrupted after [0-9]* of 7 positions' $scratch/err ||
    fail "message about what was kept: $(cat $scratch/err)"
analyze 0 $work/long.sgf

# After a move with a proven loss, all following positions are lost, too, and the losing side makes
# no further mistakes, even if later searches do not find the proof again.
printf '(;GM[11]FF[4]SZ[9]RU[swap]' >$work/hex.sgf
player=B
for move in d9 f2 i2 b5 e4 d6 f5 e7 d3 g6 i4 h6 h3 d7; do
    printf ';%s[%s]' $player $move
    [ $player = B ] && player=W || player=B
done >>$work/hex.sgf
echo ')' >>$work/hex.sgf
analyze 0 --playouts=600 $work/hex.sgf
grep -q '"why":\["White now wins in every line that was searched."' $work/hex-analysis.html ||
    fail "the loss is not explained: $(grep '"why"' $work/hex-analysis.html)"
grep '^{"p":[01],"v":' $work/hex-analysis.html |
    sed 's/^{"p":\([01]\),"v":\([0-9.]*\),\("loss":\([0-9.]*\)\)*.*/\1 \2 \4/' >$scratch/values
awk '
    certain != "" && $2 != certain { print "after a certain end: " $0; wrong = 1 }
    certain == ($1 ? "1.0000" : "0.0000") && $3 > 0 { print "a mistake of who has lost: " $0; wrong = 1 }
    certain != "" { ends++ }
    { made = ($1 ? 1 - $2 : $2) - $3; certain = made <= 0 ? ($1 ? "1.0000" : "0.0000") : "" }
    END { exit wrong || ends == 0 }' $scratch/values >&2 || fail "proven values: $(cat $scratch/values)"

# A solved position is reported as won, by however few discs.
printf 'genmove b\ngenmove w\n%.0s' 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 \
    >$scratch/othello
printf 'gomill-savesgf %s\n' $work/othello.sgf >>$scratch/othello
"$miai" --game=othello --depth=2 gtp <$scratch/othello >/dev/null
"$miai" --depth=8 analyze $work/othello.sgf >/dev/null || fail "Othello is not analyzed"
grep -o 'C\[miai: [0-9.]*%' $work/othello-analysis.sgf | tail -6 | grep -Evq ' (100|50)\.0%$' &&
    fail "Othello endgame: $(grep -o 'C\[miai: [0-9.]*%' $work/othello-analysis.sgf | tail -6)"

exit $status
