#!/bin/sh
# killed.sh [COUNT] - a match, solving and an analysis that are killed (kill -9) at random moments
# can be resumed: nothing is lost or repeated, and every file is complete. COUNT kills of each, by
# default 20 (6 with sanitizers), at different moments each time.

. "${srcdir:-.}/tests/support/common.sh"
kills=20
[ -z "${SANITIZE_FLAGS-}" ] || kills=6 # with sanitizers each takes many times as long
kills=${1:-$kills}

hits=0

# moment N SECONDS: a random fraction of so many seconds.
moment()
{
    awk -v seed="$$" -v n="$1" -v most="$2" 'BEGIN { srand(seed * 1000 + n); printf "%.3f\n", rand() * most }'
}

# span COMMAND...: how many seconds it takes, plus a little.
span()
{
    began=$(date +%s%N)
    "$@" >$scratch/out 2>&1 || fail "$*: status $?"
    echo "$began $(date +%s%N)" | awk '{ printf "%.3f\n", ($2 - $1) / 1e9 * 1.2 }'
}

# kill_after SECONDS COMMAND...: kills it after that time; true if it succeeded before.
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

# run_match TABLE: until it is finished, or killed after some seconds.
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
    games=$((6 * n + 20)) # more each time, so that something is left to do
    after=$(moment $n "$long")
    run_match $scratch/killed || :
    # What was once in the table stays there.
    [ -f $scratch/killed ] || continue
    touch $scratch/before
    grep -v '^record\|^miai' $scratch/before | grep -vxF -f $scratch/killed >$scratch/lost || :
    [ ! -s $scratch/lost ] || fail "kill $n: lost: $(cat $scratch/lost)"
    sed '$d' $scratch/killed >$scratch/before
done
after=
games=$whole
run_match $scratch/killed
# Each game occurs once, with its record, players and result. (The moves depend on what the players'
# processes played before.)
awk '/^(white|black|result|round) / { of[$1] = $2 }
    /^round / { print $2, of["black"] == "a" ? "b a" : "a b", of["result"] }' $scratch/killed.txt |
    sort -n >$scratch/records
sed 1d $scratch/killed | cut -d ' ' -f 1-4 | sort -n >$scratch/games
diff $scratch/games $scratch/records >&2 || fail "the records are not those of the table"
sed 1d $scratch/whole | cut -d ' ' -f 1-3 | sort -n >$scratch/wanted
cut -d ' ' -f 1-3 $scratch/games | diff $scratch/wanted - >&2 || fail "a game is missing or repeated"
"$miai" --game=tictactoe convert --to=text $scratch/killed.txt - >/dev/null ||
    fail "the records are broken"

# Killed between writing a record and its line in the table: the partial record is removed, unless
# something else follows it.
for behind in '' 'game tictactoe, played by somebody else'; do
    cp $scratch/whole $scratch/between
    cp $scratch/whole.txt $scratch/between.txt
    printf 'record %d 30 %s' "$(wc -c <$scratch/between.txt)" $scratch/between.txt >>$scratch/between
    printf 'game tictactoe\nsize 3%s' "$behind" >>$scratch/between.txt
    run_match $scratch/between
    if [ -z "$behind" ]; then
        cmp $scratch/between.txt $scratch/whole.txt || fail "a partial record is left"
    else
        grep -q "$behind" $scratch/between.txt || fail "text after the partial record is lost"
    fi
done

# ---- solving: its state ----

# The state is read at the beginning and written at the end.
set -- "$miai" --size=5x5 --state=$scratch/state solve connect4
"$@" >$scratch/solved 2>$scratch/err || fail "solve: status $?: $(cat $scratch/err)"
long=$(span "$@")
n=0
while [ $n -lt $kills ]; do
    n=$((n + 1))
    kill_after "$(moment $((n + 5000)) "$long")" "$@" || :
done
"$@" >$scratch/out 2>$scratch/err || fail "solve: status $?: $(cat $scratch/err)"
diff $scratch/solved $scratch/out || fail "the result differs"

# ---- an analysis: its record is the old one, or complete ----

# A resumed analysis starts with another tree, so that no two are the same.
printf '(;GM[1]SZ[5];B[cc];W[cd];B[dd];W[bd];B[dc];W[bc];B[cb];W[bb])' >$scratch/game.sgf
set -- "$miai" --network=none --playouts=30 analyze $scratch/game.sgf

# analyzed: the record is complete, with values for its nine positions.
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
        fail "kill $n: the record of an analysis is neither the old one nor complete"
done
"$@" >$scratch/out 2>&1 && analyzed || fail "an analysis that goes on: status $?"
# The draft of a killed process is replaced by the next one.
! find $scratch -name '*.miai-[0-9]*.part' | grep . || fail 'drafts are left'
echo "$hits of $((3 * kills)) kills came before the end"
[ $hits -gt 0 ] || fail 'no kill came before the end'
exit $status
