#!/bin/sh
# matrix.sh [-p] [TARGET...] - builds and tests miai for the given targets, by default all in the file
# targets.  Prints a table with the compiler, the signature of "miai bench", a checksum of the play, and
# the network kernels with their tests.
#
# It runs on Debian.  -p prints all packages that it needs, as arguments for apt-get.  A target whose
# packages are missing is reported and skipped.  Everything is built in the folder matrix (the variable
# MATRIX names another), where a later run continues; nothing is installed.  The exit status is 0 if all
# targets have the same signature and play, and nothing failed.

# shellcheck disable=SC2034,SC2046,SC2086,SC2154 # variables of the parts that are read; lists of words
set -eu
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
work=${MATRIX:-matrix}
jobs=${MATRIX_JOBS:-$(getconf _NPROCESSORS_ONLN)}

# Packages that every target needs, also to compile libraries for other systems.
packages='autoconf automake libtool make pkg-config gcc libc6-dev zlib1g-dev check'

# shellcheck source=/dev/null
. "$here/libraries.sh"
# shellcheck source=/dev/null
. "$here/target.sh"

fail()
{
    echo "matrix.sh: $*" >&2
    exit 1
}

# Prints the lines of the given targets, or all, without blanks around the fields.
chosen()
{
    [ $# -gt 0 ] || set -- $(sed -n 's/ *|.*//p' "$here/targets")
    for name; do
        sed 's/ *| */|/g' "$here/targets" | grep "^$name|" || fail "there is no target $name"
    done
}

# Prints the packages that are not installed.  A compiler may come from elsewhere.
absent()
{
    for package; do
        command -v "$package" >/dev/null 2>&1 ||
            dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^.i' ||
            printf ' %s' "$package"
    done
}

# Copies the sources, with configure, to a folder that is not configured.  It keeps the files' times, so
# that only what has changed is built again.
copy_sources()
{
    mkdir -p "$work/source"
    if git -C "$top" rev-parse --git-dir >/dev/null 2>&1; then
        (cd "$top" && git ls-files -z | tar -c --null -T - -f -) | tar -x -C "$work/source" -f -
    else
        [ ! -f "$top/config.status" ] || fail "the sources are configured: make distclean first"
        (cd "$top" && tar -c --exclude=./matrix -f - .) | tar -x -C "$work/source" -f -
    fi
    [ -f "$work/source/configure" ] || (cd "$work/source" && autoreconf -i) >"$work/source.log" 2>&1 ||
        fail "autoreconf: see $work/source.log"
}

# row NAME COMPILER SIGNATURE PLAY KERNELS TESTS SECONDS
row()
{
    printf '%-12s %-13s %-17s %-11s %-12s %-8s %s\n' "$@"
}

# Do all lines of the results have the same signature and play, without failures?  Fields may contain
# blanks.
agree()
{
    awk '{ signature[$4]; play[$5] } /failed/ { failed = 1 }
        END { for (s in signature) signatures++
              for (p in play) plays++
              exit failed || signatures != 1 || plays != 1 }' "$work/results"
}

if [ "${1-}" = -p ]; then
    shift
    { echo "$packages"; chosen "$@" | cut -d'|' -f3; } | tr ' ' '\n' | sort -u | grep . | paste -sd' '
    exit
fi

missing=$(absent $packages)
[ -z "$missing" ] || fail "please install first: apt-get install$missing"
mkdir -p "$work"
work=$(cd "$work" && pwd)
copy_sources
: >"$work/results"
chosen "$@" >"$work/chosen"
row target compiler signature play kernels tests seconds
while IFS='|' read -r name build needed host compiler runner <&3; do
    missing=$(absent $needed)
    if [ -n "$missing" ]; then
        echo "$name: left out, for want of$missing"
        continue
    fi
    try_target || row "$name" failed "see $log" '' '' '' '' | tee -a "$work/results"
done 3<"$work/chosen" | tee "$work/table"
agree || fail "not all targets play the same"
