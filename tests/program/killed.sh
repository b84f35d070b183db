#!/bin/sh
# killed.sh [COUNT] - a match, solving, and an analysis, that are killed (kill -9) at random moments go on
# where they were: nothing is lost, nothing is there twice, and every file is whole.  COUNT kills of each, 20 by
# itself, 6 with sanitizers; the moments are others each time.

. "${srcdir:-.}/tests/support/common.sh"
kills=20
[ -z "${SANITIZE_FLAGS-}" ] || kills=6 # with sanitizers each takes many times as long
kills=${1:-$kills}

hits=0

# moment N SECONDS: a part of so many seconds that is another each time.
moment()
{
    awk -v seed="$$" -v n="$1" -v most="$2" 'BEGIN { srand(seed * 1000 + n); printf "%.3f\n", rand() * most }'
}

# span COMMAND...: how many seconds it takes, and a little more.
span()
{
    began=$(date +%s%N)
    "$@" >$scratch/out 2>&1 || fail "$*: status $?"
    echo "$began $(date +%s%N)" | awk '{ printf "%.3f\n", ($2 - $1) / 1e9 * 1.2 }'
}

# kill_after SECONDS COMMAND...: kills it then; true if it ended before, and well.
kill_after()
{
    seconds=$1
    shift
    "$@" >$scratch/out 2>$scratch/err </dev/null &
    child=$!
    (sleep "$seconds" && kill -9 $child) 2>/dev/null &
    clock=$!
    code=0
    wait $child 2>/dev/null || code=$?
    kill $clock 2>/dev/null || :
    wait $clock 2>/dev/null || :
    [ $code -ne 137 ] || hits=$((hits + 1))
    [ $code -eq 0 ] || [ $code -eq 137 ] || fail "$*: status $code: $(cat $scratch/err)"
    [ $code -eq 0 ]
}

# ---- a match: its table and its records ----

# run_match TABLE: until it is done, or killed after so many seconds.
run_match()
{
    set -- "$miai" --game=tictactoe --memory=8 --playouts=20 match games=$games parallel=2 plies=2 table=$1 \
        record=$1.txt a: 'b: search=flat'
    if [ -n "$after" ]; then
        kill_after "$after" "$@"
    else
        "$@" >$scratch/out 2>&1 || fail "match: status $?"
    fi
}

games=$((6 * kills + 20))
after=
run_match $scratch/whole
whole=$games
games=20
long=$(span run_match $scratch/short)
n=0
while [ $n -lt $kills ]; do
    n=$((n + 1))
    games=$((6 * n + 20)) # more each time, so that there is always something to do
    after=$(moment $n "$long")
    run_match $scratch/killed || :
    # What was in the table once is there for good.
    [ -f $scratch/killed ] || continue
    touch $scratch/before
    grep -v '^record\|^miai' $scratch/before | grep -vxF -f $scratch/killed >$scratch/lost || :
    [ ! -s $scratch/lost ] || fail "kill $n: lost: $(cat $scratch/lost)"
    sed '$d' $scratch/killed >$scratch/before
done
after=
games=$whole
run_match $scratch/killed
# Each game once, and its record, with the same players and result.  (Which moves are made hangs on
# what the players' processes played before.)
awk '/^(white|black|result|round) / { of[$1] = $2 }
    /^round / { print $2, of["black"] == "a" ? "b a" : "a b", of["result"] }' $scratch/killed.txt |
    sort -n >$scratch/records
sed 1d $scratch/killed | cut -d ' ' -f 1-4 | sort -n >$scratch/games
diff $scratch/games $scratch/records >&2 || fail "the records are not those of the table"
sed 1d $scratch/whole | cut -d ' ' -f 1-3 | sort -n >$scratch/wanted
cut -d ' ' -f 1-3 $scratch/games | diff $scratch/wanted - >&2 || fail "not each game once"
"$miai" --game=tictactoe convert --to=text $scratch/killed.txt - >/dev/null ||
    fail "the records are broken"

# Between the record and its line in the table: what there is of the record goes, unless something
# else stands behind it.
for behind in '' 'game tictactoe, played by somebody else'; do
    cp $scratch/whole $scratch/between
    cp $scratch/whole.txt $scratch/between.txt
    printf 'record %d 30 %s' "$(wc -c <$scratch/between.txt)" $scratch/between.txt >>$scratch/between
    printf 'game tictactoe\nsize 3%s' "$behind" >>$scratch/between.txt
    run_match $scratch/between
    if [ -z "$behind" ]; then
        cmp $scratch/between.txt $scratch/whole.txt || fail "a record that was begun stays"
    else
        grep -q "$behind" $scratch/between.txt || fail "what is behind a record has gone"
    fi
done

# ---- solving: its state ----

# It is read at the beginning and written at the end.
set -- "$miai" --size=5x5 --state=$scratch/state solve connect4
"$@" >$scratch/solved 2>$scratch/err || fail "solve: status $?: $(cat $scratch/err)"
long=$(span "$@")
n=0
while [ $n -lt $kills ]; do
    n=$((n + 1))
    kill_after "$(moment $((n + 5000)) "$long")" "$@" || :
done
"$@" >$scratch/out 2>$scratch/err || fail "solve: status $?: $(cat $scratch/err)"
diff $scratch/solved $scratch/out || fail "another result"

# ---- an analysis: its record is the old one, or that of all moves ----

# It goes on where it was, too, with a tree that is another then: so no two are the same.
printf '(;GM[1]SZ[5];B[cc];W[cd];B[dd];W[bd];B[dc];W[bc];B[cb];W[bb])' >$scratch/game.sgf
set -- "$miai" --network=none --playouts=30 analyze $scratch/game.sgf

# analyzed: the record is whole, and tells of each of its nine positions.
analyzed()
{
    [ "$(grep -o 'C\[miai:' $scratch/game-analysis.sgf | wc -l)" -eq 9 ] &&
        "$miai" convert --to=text $scratch/game-analysis.sgf - >/dev/null 2>&1
}

long=$(span "$@")
analyzed || fail "an analysis: $(cat $scratch/game-analysis.sgf)"
n=0
while [ $n -lt $kills ]; do
    n=$((n + 1))
    cp $scratch/game.sgf $scratch/game-analysis.sgf
    kill_after "$(moment $((n + 9000)) "$long")" "$@" || :
    cmp -s $scratch/game-analysis.sgf $scratch/game.sgf || analyzed ||
        fail "kill $n: the record of an analysis is neither the old one nor a whole one"
done
"$@" >$scratch/out 2>&1 && analyzed || fail "an analysis that goes on: status $?"
# A draft that was killed is gone: the next that is written takes its place.
! find $scratch -name '*.miai-[0-9]*.part' | grep . || fail 'drafts are left'
echo "$hits of $((3 * kills)) kills came before the end"
[ $hits -gt 0 ] || fail 'no kill came before the end'
exit $status
