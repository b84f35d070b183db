#!/bin/sh
# memory.sh - searches with less memory than requested, and with much.

. "${srcdir:-.}/tests/support/common.sh"

# Sanitizers need more address space than is left here.
[ -z "${SANITIZE_FLAGS:-}" ] || exit 77

# says TEXT FILE TITLE: the file has a line that matches TEXT, a basic regular expression.
says()
{
    grep -q "^$1\$" "$2" || fail "$3: no \"$1\""
}

# ---- more than the system can give ----

# limited ARGUMENTS: runs the program with less than 400 MiB of address space.
limited()
{
    (ulimit -v 400000 && exec "$miai" "$@")
}

for search in mcts alphabeta; do
    printf 'genmove b\nmiai-stats\nmiai-param memory\ngenmove w\nmiai-stats\n' |
        limited --size=5 --search=$search --memory=1024 --playouts=1000 \
            >$scratch/out 2>$scratch/errors
    [ "$(grep -c "^miai: memory: 256 MiB instead of 1024$" $scratch/errors)" = 2 ] ||
        fail "$search: the shortage is reported"
    [ "$(grep -c '^limit_bytes 268435456$' $scratch/out)" = 2 ] || fail "$search: bytes"
    says 'wanted_bytes 1073741824' $scratch/out "$search"
    says '= 1024' $scratch/out "$search: the option keeps its value"
done

printf 'go nodes 1000\nquit\n' | limited --memory=1024 >$scratch/out
says 'info string memory: 256 MiB instead of 1024' $scratch/out "UCI"

# ---- hardly any ----

# With little memory everything still works: a network besides the tree, a table, and threads, for
# each of which glibc reserves 64 MiB of address space.
plays()
{
    limit=$1
    shift
    printf 'genmove b\nquit\n' |
        (ulimit -v "$limit" && exec "$miai" "$@" --playouts=50 gtp) >$scratch/out 2>$scratch/errors ||
        fail "$limit KiB, $*: exit status"
    says '= [A-Za-z][a-z0-9]*' $scratch/out "$limit KiB, $*: a move"
    says 'miai: memory: [0-9]* MiB instead of 256' $scratch/errors "$limit KiB, $*"
}

for limit in 40000 45000 50000 55000 60000 65000 70000 80000 100000; do
    plays $limit
    plays $limit --game=chess --threads=2
done
for limit in 40000 50000 60000 70000; do
    plays $limit --threads=2
    plays $limit --game=gomoku --threads=2
    plays $limit --game=hex
done

# If there is too little for the program itself, it says so.
(ulimit -v 19000 && exec "$miai" gtp </dev/null) >$scratch/out 2>$scratch/errors &&
    fail "19000 KiB: exit status"
[ -s $scratch/errors ] || fail "19000 KiB: no message"

# ---- much ----

# Neither a new game nor another table size waits for memory.
start=$(now)
i=0
while [ $i -lt 20 ]; do
    printf 'genmove b\nclear_board\nmiai-param memory %d\n' $((4096 + i % 2))
    i=$((i + 1))
done >$scratch/in
"$miai" --game=chess --search=alphabeta --memory=4096 --playouts=10 <$scratch/in >$scratch/out
[ "$(grep -c '^= ' $scratch/out)" = 60 ] || fail "games with much memory"
quick "$start" "games with much memory"

# nodes MIB: nodes searched for the first move in a tenth of a second.
nodes()
{
    printf 'genmove b\nmiai-stats\n' |
        "$miai" --game=chess --search=alphabeta --memory="$1" --time=0.1 |
        sed -n 's/^nodes //p'
}

# The first move must not pay for preparing the memory, which would cost 300 times the nodes. Other
# processes may take the processor once, but not ten times.
little=$(nodes 1)
much=0
tries=0
while [ "$((much * 30))" -lt "$little" ] && [ $tries -lt 10 ]; do
    much=$(nodes 1024)
    tries=$((tries + 1))
done
[ "$((much * 30))" -ge "$little" ] || fail "first move: $much nodes with 1 GiB, $little with 1 MiB"

exit $status
