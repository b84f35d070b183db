#!/bin/sh
# mpi.sh - several ranks under mpirun search together, reply in time while others are killed or
# suspended, and end after quit.

. "${srcdir:-.}/tests/support/common.sh"

grep -q '^#define HAVE_MPI 1' config.h 2>/dev/null || {
    echo "built without MPI"
    exit 77
}
[ -z "${SANITIZE_FLAGS:-}" ] || {
    echo "sanitizers find fault with MPI itself"
    exit 77
}
status_without_ranks=77
. "$srcdir/tests/support/ranks.sh"

# The processes of all ranks except rank 0.
others()
{
    for process in /proc/[0-9]*; do
        tr '\0' '\n' <"$process/environ" >$scratch/environ || continue
        ! grep -qx "MIAI_TEST=$$" $scratch/environ ||
            ! grep -q '^\(OMPI_COMM_WORLD\|PMI\)_RANK=[1-9]' $scratch/environ ||
            echo "${process#/proc/}"
    done 2>/dev/null
}
MIAI_TEST=$$
export MIAI_TEST

mkfifo $scratch/in $scratch/out
mpirun -n 3 "$miai" gtp --time=0.25 --size=9 <$scratch/in >$scratch/out 2>$scratch/trouble &
leader=$!
exec 3>$scratch/in 4<$scratch/out

# Sends a command and reads its whole reply into $answer.
ask()
{
    echo "$*" >&3
    answer=
    while IFS= read -r line <&4; do
        [ -n "$line" ] || return 0
        answer="$answer$line
"
    done
    fail "no answer to $*"
    exit 1
}

genmove()
{
    ask "genmove $1"
    case $answer in
    '= '[A-J][1-9]*) ;;
    *) fail "genmove answers $answer" ;;
    esac
}

# Searches until all ranks have taken part, which takes some time on a busy machine.
all_search()
{
    searches=0
    part=0
    while [ "$part" -ne 3 ] && [ $searches -lt 40 ]; do
        searches=$((searches + 1))
        ask clear_board
        genmove b
        ask miai-stats
        part=$(echo "$answer" | grep -c '^rank [0-2] playouts [1-9]' || :)
    done
    [ "$part" -eq 3 ] || fail "$1: $answer"
}

all_search 'not all ranks search'

# Suspended during one search, absent in another, then resumed.
# shellcheck disable=SC2046 # numbers are words
set -- $(others)
[ $# -eq 2 ] || fail "the other ranks are $*"
(sleep 0.1 && kill -STOP "$1") &
genmove w
genmove b
kill -CONT "$1"
all_search 'not all ranks are back'

# Killed, and the last one suspended for good.
(sleep 0.1 && kill -KILL "$1") &
genmove w
genmove b
kill -STOP "$2"
genmove w
genmove b
ask quit
exec 3>&- 4<&-
wait $leader || :
tries=0
while [ -n "$(others)" ] && [ $tries -lt 50 ]; do
    sleep 0.2
    tries=$((tries + 1))
done
[ -z "$(others)" ] || fail "still there: $(others)"

# All end together, without messages.
printf 'genmove b\nquit\n' | mpirun -n 2 "$miai" gtp --time=0.1 >$scratch/printed 2>$scratch/trouble ||
    fail "mpirun ended with status $?"
[ ! -s $scratch/trouble ] || fail "messages: $(cat $scratch/trouble)"
[ "$(grep -c '^=' $scratch/printed)" -eq 2 ] || fail "not two replies: $(cat $scratch/printed)"

exit $status
