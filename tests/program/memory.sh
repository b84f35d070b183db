#!/bin/sh
# memory.sh - searches with less memory than they are to have, and with much.

. "${srcdir:-.}/tests/support/common.sh"

# Sanitizers want more addresses than there are left here.
[ -z "${SANITIZE_FLAGS:-}" ] || exit 77

# says TEXT FILE TITLE: a line of the file is TEXT, a basic regular expression.
says()
{
    grep -q "^$1\$" "$2" || fail "$3: no \"$1\""
}

# ---- more than the system has ----

# limited ARGUMENTS: the program with less than 400 MiB of addresses.
limited()
{
    (ulimit -v 400000 && exec "$miai" "$@")
}

for search in mcts alphabeta; do
    printf 'genmove b\nmiai-stats\nmiai-param memory\ngenmove w\nmiai-stats\n' |
        limited --size=5 --search=$search --memory=1024 --playouts=1000 \
            >$scratch/out 2>$scratch/errors
    [ "$(grep -c "^miai: memory: 256 MiB instead of 1024$" $scratch/errors)" = 2 ] ||
        fail "$search: the shortage is told"
    [ "$(grep -c '^limit_bytes 268435456$' $scratch/out)" = 2 ] || fail "$search: bytes"
    says 'wanted_bytes 1073741824' $scratch/out "$search"
    says '= 1024' $scratch/out "$search: the option keeps its value"
done

printf 'go nodes 1000\nquit\n' | limited --memory=1024 >$scratch/out
says 'info string memory: 256 MiB instead of 1024' $scratch/out "UCI"

# ---- much ----

# Neither another game nor another size of the table waits for memory.
start=$(now)
i=0
while [ $i -lt 20 ]; do
    printf 'genmove b\nclear_board\nmiai-param memory %d\n' $((4096 + i % 2))
    i=$((i + 1))
done >$scratch/in
"$miai" --game=chess --search=alphabeta --memory=4096 --playouts=10 <$scratch/in >$scratch/out
[ "$(grep -c '^= ' $scratch/out)" = 60 ] || fail "games with much memory"
quick "$start" "games with much memory"

# nodes MIB: of the first move, in a tenth of a second.
nodes()
{
    printf 'genmove b\nmiai-stats\n' |
        "$miai" --game=chess --search=alphabeta --memory="$1" --time=0.1 |
        sed -n 's/^nodes //p'
}

# The first move does not pay for the memory: 300 times fewer nodes where it did.  Other work may take
# the processor from it once, not ten times.
little=$(nodes 1)
much=0
tries=0
while [ "$((much * 30))" -lt "$little" ] && [ $tries -lt 10 ]; do
    much=$(nodes 1024)
    tries=$((tries + 1))
done
[ "$((much * 30))" -ge "$little" ] || fail "first move: $much nodes with 1 GiB, $little with 1 MiB"

exit $status
