#!/bin/sh
# bench.sh - the program does the bench's piece of work as the one does whose signature is
# MIAI_SIGNATURE, which another compiler has built, say, or as bench.signature has it: a change that
# makes other moves says so there.

. "${srcdir:-.}/tests/support/common.sh"

[ -z "${SANITIZE_FLAGS-}" ] || [ -n "${MIAI_SIGNATURE-}" ] || exit 77 # it would take a minute
signature=${MIAI_SIGNATURE:-$(cat "$srcdir/tests/program/bench.signature")}
"$miai" bench >$scratch/out 2>$scratch/err || fail "status $?"
[ ! -s $scratch/err ] || fail "it says: $(cat $scratch/err)"
grep -q "^signature $signature\$" $scratch/out || fail "not the signature $signature"
sed -e '$!s/ [0-9a-f]*$//' -e 's/^[0-9]* nodes [0-9]* nps$/N nodes N nps/' $scratch/out >$scratch/keys
printf '%s\n' nodes playouts 'playouts per second' signature 'N nodes N nps' | cmp - $scratch/keys ||
    fail "lines of bench"
exit $status
