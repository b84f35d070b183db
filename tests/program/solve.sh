#!/bin/sh
# solve.sh - miai solve: its output, and the saved state that it continues from.

set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
unset MIAI_CONFIG 2>/dev/null || true
miai="./miai --memory=8"

fail()
{
    printf 'solve.sh: %s\n' "$1" >&2
    exit 1
}

# is TEXT ARGUMENT...: "miai solve ARGUMENTS" prints the text.
is()
{
    text=$1
    shift
    printed=$($miai solve "$@") || fail "solve $* failed"
    [ "$printed" = "$text" ] || fail "solve $* printed '$printed', not '$text'"
}

# complains WORD ARGUMENT...: "miai solve ARGUMENTS" fails with one line that has the word.
complains()
{
    word=$1
    shift
    if printed=$($miai solve "$@" 2>"$folder/complaint"); then
        fail "solve $* succeeded"
    fi
    [ -z "$printed" ] || fail "solve $* printed '$printed'"
    [ "$(grep -c "$word" "$folder/complaint")" = 1 ] || fail "solve $*: $(cat "$folder/complaint")"
}

is 'draw' tictactoe
is 'draw in 20 plies (score 0)' connect4 --size=5x4
is 'first player wins in 3 plies (score 18)' connect4 d1 d2 e1 e2
is 'first player wins' tictactoe a1 b1 b2
is 'draw' --game=connect4 tictactoe
# Life and death, as JSON: the same members as the answer to solveRegion.
cat >"$folder/three.sgf" <<'END'
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei]PL[B])
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei];B[hh];W[bi];B[bb])
END
json=$($miai solve go --region=D1 --json "$folder/three.sgf" | sed 's/"positions":[0-9]*/"positions":N/')
[ "$(echo "$json" | head -1)" = '{"turnNumber":0,"region":{"group":"D1","status":"dead","proved":true,"positions":N,"moves":[{"move":"B1","result":"works","pv":[]},{"move":"A1","result":"fails","pv":["B1"]},{"move":"C1","result":"fails","pv":["B1"]}]}}' ] ||
    fail "JSON: $json"
[ "$(echo "$json" | grep -c '^{"turnNumber":3,"region":{.*"status":"alive",')" -eq 1 ] || fail "JSON: $json"
# Without two of Black's stones, the answer says what it assumes.
echo '(;GM[1]SZ[19]AW[ar][br][cr][dr][ds]AB[aq][bq][cq][dq][eq]PL[B])' >"$folder/gap.sgf"
json=$($miai --playouts=20000 solve go --region --json "$folder/gap.sgf")
case $json in
    *'"status":"dead","proved":false,'*',"assumes":"the group cannot leave the region","moves":[{"move":"B1",'*) ;;
    *) fail "JSON: $json" ;;
esac
echo '(;GM[1]SZ[19]AB[dd][dq][pd]AW[pp][cc][qc])' >"$folder/open.sgf"
complains '^miai: --region, game 1: no group is enclosed; name a stone of the group$' go --region "$folder/open.sgf"
complains 'add --region' go --json d4
complains '^miai: --region=z9: not a point of the board; name a stone of the group' go --region=z9
complains '^miai: --region=e5: the point is empty; name a stone of the group$' go --region=e5
complains '^miai: --region: this game has no problems of life and death$' chess --region
echo '(;GM[1]SZ[9])' >"$folder/empty.sgf"
complains '^miai: --region, game 1: no group is enclosed' go --region "$folder/empty.sgf"

complains 'illegal' tictactoe a1 a1
complains 'repeated position' chess
complains 'miai solve GAME' --each

# Each move, best for the side to move first.
moves='d1 d2 d3 d4 d5 d6 b1 c1 f1 f2 b2 c2 g1'
[ "$($miai solve connect4 --each $moves | sed -n 2,3p)" = \
'  E1     second player wins in 28 plies (score -1)
  C3     first player wins in 1 ply (score 14)' ] || fail 'other moves are best'
[ "$($miai solve tictactoe --each | grep -c '^  .* draw$')" = 9 ] || fail 'not nine draws'

# The games of a file, each with its own size and game.
printf 'game connect4\nsize 5x4\nmoves C1 C2\n\ngame tictactoe\nmoves A1 B1 B2\n' >"$folder/a.txt"
is '1: draw in 18 plies (score 0)
2: first player wins' connect4 "$folder/a.txt"

# The state: a second run has almost nothing to do; it belongs to one size; a refused file stays
# unchanged.
state=$folder/state
is 'draw in 25 plies (score 0)' connect4 --size=5x5 --state="$state"
[ -s "$state" ] || fail 'no state'
is 'draw in 25 plies (score 0)' connect4 --size=5x5 --state="$state"
cp "$state" "$folder/whole"
complains 'not a state' connect4 --size=5x4 --state="$state"
cmp "$state" "$folder/whole" || fail 'the state of another size was overwritten'
printf 'x' >>"$state"
complains 'not a state' connect4 --size=5x5 --state="$state"
[ "$(wc -c <"$state")" -eq $(($(wc -c <"$folder/whole") + 1)) ] || fail 'a file that is no state was overwritten'

# Column numbers, and the game set by an option.
is 'first player wins in 3 plies (score 18)' connect4 4455
printed=$($miai --game=connect4 solve 44 5 5) || fail 'a game that an option chose'
[ "$printed" = 'first player wins in 3 plies (score 18)' ] || fail "printed '$printed'"
complains '48: illegal move: the columns are A to G, or 1 to 7' connect4 48
complains 'nosuch.sgf: no such file' connect4 nosuch.sgf

# With a swap, the second player wins: the centre of 3x3 would win, but is swapped.
[ "$($miai --size=3 solve hex)" = 'second player wins' ] || fail 'a stone that is swapped won'
[ "$($miai --size=3 --rules=no-swap solve hex)" = 'first player wins' ] || fail 'the centre did not win'

# The expected effort is reported first, limits are respected, and an interruption gives a message.
complains 'up to 10^172 positions: at best 10^72 years' --time=0.1 --rules=tromp-taylor go
complains 'a repeated position is a draw; it can be solved with rules=tromp-taylor' go
complains 'limit reached after .*: not solved; nothing was saved (use --state=FILE)' --playouts=1000 \
    --size=5 hex
complains "resumes from $folder/kept" --time=0.1 --state="$folder/kept" connect4
[ -s "$folder/kept" ] || fail 'nothing was saved at the limit'
code=0
timeout -s INT 1 $miai solve connect4 2>"$folder/complaint" || code=$?
grep -q 'interrupted after .*: not solved' "$folder/complaint" || fail "interrupted: $code"
[ "$($miai --size=2 --rules=chinese-ogs solve go 2>&1)" = 'second player wins' ] || fail 'a message before a short task'
