#!/bin/sh
# shared.sh [GAMES [SECONDS [PLAYOUTS]]] - several processes, or ranks of mpirun, play one match.
# Each game is played once, even if processes are killed, and a sequential test ends the match for
# all. Two workers play GAMES games (default 500) with PLAYOUTS per move; one of them is killed and
# replaced every SECONDS.

. "${srcdir:-.}/tests/support/common.sh"
games=500 ranked=400
[ -z "${SANITIZE_FLAGS-}" ] || games=100 ranked=100 # with sanitizers each takes many times as long
games=${1:-$games}
seconds=${2:-0.5}
playouts=${3:-10}
table=$scratch/table

# worker NUMBER WORD...: one of several processes of the match
worker()
{
    number=$1
    shift
    # shellcheck disable=SC2086 # more words
    exec "$miai" --game=tictactoe --memory=8 --playouts="$playouts" match plies=2 "$@" a: 'b: search=flat' \
        >$scratch/out$number 2>$scratch/err$number </dev/null
}

# once GAMES TABLE RECORDS: each game is there once, with its record, players and result
once()
{
    sed 1d "$2" | cut -d ' ' -f 1-4 | sort -n >$scratch/games
    [ "$(cut -d ' ' -f 1 $scratch/games)" = "$(seq "$1")" ] || fail "a game is missing or repeated: $2"
    awk '/^(white|black|result|round) / { of[$1] = $2 }
        /^round / { print $2, of["black"] == "a" ? "b a" : "a b", of["result"] }' "$3" |
        sort -n | diff $scratch/games - >&2 || fail "the records are not those of the table: $3"
}

# openings RECORDS: the first moves by number
openings()
{
    awk '/^round / { round = $2 } /^moves / { print round, $2, $3 }' "$1" | sort -n
}

# ---- two workers, one of which is killed ----

began=$(date +%s)
kills=0
code=x
worker 1 games="$games" table=$table record=$table.txt &
steady=$!
while [ "$code" != 0 ]; do
    worker 2 games="$games" table=$table record=$table.txt &
    child=$!
    clock=
    if kill -0 $steady 2>/dev/null; then # otherwise all games are finished
        (sleep "$seconds" && kill -9 $child) 2>/dev/null &
        clock=$!
    fi
    code=0
    wait $child 2>/dev/null || code=$?
    if [ -n "$clock" ]; then
        kill "$clock" 2>/dev/null || :
        wait "$clock" 2>/dev/null || :
    fi
    case $code in
    0) ;;
    137) kills=$((kills + 1)) ;;
    *) fail "a worker: status $code: $(cat $scratch/err2)" && break ;;
    esac
done
wait $steady || fail "the other worker: status $?: $(cat $scratch/err1)"
echo "$games games of two workers in $(($(date +%s) - began)) s, $kills killed"
once "$games" $table $table.txt
for i in 1 2; do
    grep -q " of $games games" $scratch/out$i || fail "worker $i does not report the end"
done

# The openings are those of a single process.
(worker 3 games=12 table=$scratch/alone record=$scratch/alone.txt) || fail "single process: status $?"
openings $table.txt | sed 12q >$scratch/openings
openings $scratch/alone.txt | diff $scratch/openings - >&2 || fail "other openings"

# A watcher sees the end of the games that another process plays.
worker 4 games=20 parallel=0 table=$scratch/watched &
watcher=$!
(worker 5 games=20 table=$scratch/watched) || fail "playing: status $?"
wait $watcher || fail "watching: status $?: $(cat $scratch/err4)"
cmp $scratch/out4 $scratch/out5 || fail "the watcher reports another end: $(cat $scratch/out4)"
code=0
(worker 6 parallel=0) || code=$?
[ $code -eq 2 ] || fail "watching without a table: status $code"

# When the test is decided, no worker plays on.
workers=
for i in 1 2; do
    "$miai" --game=tictactoe --memory=8 match games=2000 sprt=0:400 plies=1 table=$scratch/test \
        'a: search=flat playouts=1' b: >$scratch/out$i 2>$scratch/err$i &
    workers="$workers $!"
done
for process in $workers; do
    code=0
    wait "$process" || code=$?
    [ $code -eq 3 ] || fail "a test: status $code"
done
grep -q 'elo0 accepted' $scratch/out1 || fail "no decision"
cmp $scratch/out1 $scratch/out2 || fail "the workers' tests differ"

# ---- ranks, which work without MPI support in the program ----

. "$srcdir/tests/support/ranks.sh"
# ranks WORD...
ranks()
{
    mpirun -n 2 "$miai" --game=tictactoe --memory=8 --playouts=10 match plies=2 "$@" a: 'b: search=flat' \
        >$scratch/out 2>$scratch/err </dev/null
}
ranks games=40 table=$scratch/ranks record=$scratch/ranks.txt || fail "ranks: status $?"
once 40 $scratch/ranks $scratch/ranks.txt
openings $scratch/ranks.txt | sed 12q | diff $scratch/openings - >&2 || fail "ranks: other openings"
[ "$(grep -c ' of 40 games' $scratch/out)" -eq 1 ] || fail "not one table: $(cat $scratch/out)"
ranks games=2 || : # mpirun may not return the status
[ "$(grep -c 'several MPI ranks: needs table=FILE' $scratch/err)" -eq 1 ] || fail "messages: $(cat $scratch/err)"

# If a rank is killed, the other one plays its game.
if [ -d /proc/self ]; then
    ranks games=$ranked table=$scratch/fewer record=$scratch/fewer.txt &
    leader=$!
    arrive '^20 ' $scratch/fewer
    killed=0
    for process in /proc/[0-9]*; do
        [ -r "$process/environ" ] || continue
        if tr '\0' ' ' <"$process/cmdline" 2>/dev/null | grep -q "match.*table=$scratch/fewer " &&
            tr '\0' '\n' <"$process/environ" 2>/dev/null | grep -q '^\(OMPI_COMM_WORLD\|PMI\)_RANK=1$'; then
            kill -9 "${process#/proc/}" && killed=1
        fi
    done 2>/dev/null
    wait $leader || : # mpirun reports the killed rank
    [ $killed -eq 1 ] || echo "no rank was killed in time"
    [ -s $scratch/out ] || ranks games=$ranked table=$scratch/fewer record=$scratch/fewer.txt || :
    once $ranked $scratch/fewer $scratch/fewer.txt
fi
exit $status
