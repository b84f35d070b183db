#!/bin/sh
# names.sh - file names with control characters, or that a spreadsheet takes for formulas; and
# commands whose standard output is closed.

. "${srcdir:-.}/tests/support/common.sh"

folder=$scratch/folder
mkdir $folder
tab=$(printf '\t')
escape=$(printf '\033')
line=$(printf '\nx')

# A folder: each game is analyzed once, whatever its name, and the index links to it.
names="a${tab}b.txt
=HYPERLINK(1).txt
plain\\t.txt"
printf "%s\n" "$names" | while read -r name; do
    printf 'game tictactoe\nmoves A1 B1 A2 B2 A3\n' >"$folder/$name" 2>/dev/null || exit 77
done || exit $?
printf 'game tictactoe\nmoves A1\n' >"$folder/a${line}.txt"
"$miai" --playouts=5 analyze $folder >$scratch/out 2>$scratch/err || fail "a folder: $(cat $scratch/err)"
[ "$(sed 1d $folder/analysis.table | grep -c "^[0-9a-f]*$tab")" -eq 4 ] || fail "not four files: $(cat $folder/analysis.table)"
for link in a%09b a%0Ax %3DHYPERLINK%281%29 plain%5Ct; do
    grep -q "href=\"$link-analysis.html\"" $folder/analysis.html || fail "the index does not lead to $link"
done
cp $folder/analysis.table $scratch/before
"$miai" --playouts=5 analyze $folder || fail "again"
cmp $folder/analysis.table $scratch/before || fail "analysed again"
grep -q "^'=HYPERLINK(1).txt,1,1," $folder/analysis.csv || fail "a formula: $(cat $folder/analysis.csv)"
! grep -q '^[=+@-]' $folder/analysis.csv || fail "a cell starts like a formula"
"$miai" --game=tictactoe regret positions=1 plies=5-5 to=10 csv=$scratch/regret.csv '@a:' >/dev/null
sed -n 2p $scratch/regret.csv | grep -q "^'@a,1," || fail "a formula: $(cat $scratch/regret.csv)"

# clean ARGUMENT...: messages about a file whose name has an escape sequence contain none.
odd="$scratch/odd$escape[2J.txt"
clean()
{
    "$miai" "$@" </dev/null >$scratch/out 2>$scratch/err || :
    grep -q "odd *\[2J" $scratch/err || fail "$1: no message about the file: $(cat $scratch/err)"
    ! grep -q "$escape" $scratch/err $scratch/out || fail "$*: an escape sequence"
}
for present in no yes; do
    [ $present = no ] || printf 'game chess\nmoves %s[2J\n' "$escape" >"$odd"
    clean analyze "$odd"
    clean convert --to=sgf "$odd" -
    clean suite "$odd"
    clean network "$odd"
    clean match openings="$odd" a: b:
    clean --config="$odd" bench
done
clean --game=connect4 --size=4x4 solve connect4 --state="$odd"
clean --game=tictactoe regret file="$odd"

# closed ARGUMENT...: standard output is closed
closed()
{
    code=0
    timeout 60 "$miai" "$@" </dev/null >&- 2>$scratch/err || code=$?
    [ $code -eq 1 ] || fail "$*: status $code"
    grep -q '^miai: cannot write to standard output: ' $scratch/err || fail "$*: $(cat $scratch/err)"
}
printf 'game tictactoe\nmoves A1\n' >$scratch/game.txt
echo '6k1/5ppp/8/8/8/8/8/R6K w - - bm Ra8#;' >$scratch/suite.epd
for command in --help --version --list-games --list-options gtp uci gomocup analysis \
    'perft chess 1' 'check tictactoe' 'solve tictactoe' "suite $scratch/suite.epd" \
    "convert --to=sgf $scratch/game.txt -" "convert $scratch/game.txt $scratch/game.sgf" \
    "analyze $scratch/game.txt" "network $scratch/game.txt" 'match a: b:' 'tournament a: b:' regret bench; do
    # shellcheck disable=SC2086 # words
    closed $command
done

exit $status
