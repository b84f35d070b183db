#!/bin/sh
# version.sh - the version is the same everywhere: in configure.ac, NEWS, the program's output, and
# the packages. debian/libmiai1.symbols has the public functions and the library's number.

. "${srcdir:-.}/tests/support/common.sh"

version=$(sed -n 's/^AC_INIT(\[miai\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
[ -n "$version" ] || fail "configure.ac has no version"

# has_version FILE PATTERN: the first line that sed changes by s/PATTERN/\1/ gives the version.
has_version()
{
    found=$(sed -n "s/$2/\\1/p" "$srcdir/$1" | head -n 1)
    [ "$found" = "$version" ] || fail "$1 says \"$found\", configure.ac \"$version\""
}

has_version NEWS '^miai \([0-9.]*\).*'
has_version CITATION.cff '^version: \(.*\)'
has_version debian/changelog '^miai (\([0-9.]*\)) .*'
has_version program/cli/miai.manifest '.* name="miai" version="\([0-9.]*\)\.0".*'
[ "$("$miai" --version)" = "miai $version" ] || fail "the program says $("$miai" --version)"

# The symbols of the headers, and the number that results from -version-info.
sed -n '/inline/d; s/^[a-z][a-z0-9_ ]*[ *]\(miai_[a-z0-9_]*\)(.*/\1/p' \
    "$srcdir/src/miai.h" "$srcdir/src/miai_capabilities.h" "$srcdir/src/miai_game.h" | sort -u >$scratch/declared
sed -n 's/^ \(miai_[a-z0-9_]*\)@Base .*/\1/p' "$srcdir/debian/libmiai1.symbols" | sort -u >$scratch/listed
[ -s $scratch/listed ] && cmp -s $scratch/declared $scratch/listed || {
    fail "debian/libmiai1.symbols is not what the headers declare:"
    diff $scratch/declared $scratch/listed || :
}
number=$(($(sed -n 's/.* -version-info \([0-9]*\):[0-9]*:\([0-9]*\) .*/\1 - \2/p' "$srcdir/Makefile.am")))
grep -q "^libmiai\.so\.$number libmiai$number #MINVER#$" "$srcdir/debian/libmiai1.symbols" ||
    fail "the library's number is $number, and debian/libmiai1.symbols has another"
grep -q "^Package: libmiai$number$" "$srcdir/debian/control" || fail "debian/control has no libmiai$number"

exit $status
