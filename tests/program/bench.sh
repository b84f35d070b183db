#!/bin/sh
# bench.sh - the benchmark has the signature MIAI_SIGNATURE, for example of a build by another
# compiler, or else that of bench.signature: a change of play changes that file.

. "${srcdir:-.}/tests/support/common.sh"

[ -z "${SANITIZE_FLAGS-}" ] || [ -n "${MIAI_SIGNATURE-}" ] || exit 77 # it takes a minute
signature=${MIAI_SIGNATURE:-$(cat "$srcdir/tests/program/bench.signature")}
"$miai" bench >$scratch/out 2>$scratch/err || fail "status $?"
[ ! -s $scratch/err ] || fail "output on stderr: $(cat $scratch/err)"
grep -q "^signature $signature\$" $scratch/out || fail "the signature is not $signature"
part='^[a-z0-9]* [0-9x]* [a-z]* *[0-9][0-9]* [a-z]* per second'
grep -v "$part" $scratch/out | sed -e '$!s/ [0-9a-f]*$//' -e 's/^[0-9]* nodes [0-9]* nps$/N nodes N nps/' >$scratch/keys
printf '%s\n' nodes playouts 'playouts per second' signature 'N nodes N nps' | cmp - $scratch/keys ||
    fail "lines of bench"
grep -q "$part (.*)" $scratch/out || fail "the speed of no network"
# WebAssembly's plain kernels have vectors of 128 bits.
"$miai" --processor=plain bench | grep -Eq '^go 9 network.*\(.*, (plain|simd128)\)' || fail "--processor"
exit $status
