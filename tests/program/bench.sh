#!/bin/sh
# bench.sh - the program does the bench's piece of work as the one does whose signature is
# MIAI_SIGNATURE, which another compiler has built, say.

. "${srcdir:-.}/tests/support/common.sh"

[ -n "${MIAI_SIGNATURE-}" ] || exit 77
"$miai" bench >$scratch/out
grep -q "^signature[: ]*$MIAI_SIGNATURE\$" $scratch/out || fail "not the signature $MIAI_SIGNATURE"
exit $status
