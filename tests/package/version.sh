#!/bin/sh
# version.sh - one version and one interface everywhere: configure.ac's version stands in NEWS, in what
# the program says of itself and in what packages it; debian/libmiai1.symbols names the public functions
# and the library's number.

. "${srcdir:-.}/tests/support/common.sh"

version=$(sed -n 's/^AC_INIT(\[miai\], \[\(.*\)\])$/\1/p' "$srcdir/configure.ac")
[ -n "$version" ] || fail "configure.ac says no version"

# says FILE PATTERN: the first line of the file that sed turns by s/PATTERN/\1/ is the version.
says()
{
    found=$(sed -n "s/$2/\\1/p" "$srcdir/$1" | head -n 1)
    [ "$found" = "$version" ] || fail "$1 says \"$found\", configure.ac \"$version\""
}

says NEWS '^miai \([0-9.]*\).*'
says CITATION.cff '^version: \(.*\)'
says debian/changelog '^miai (\([0-9.]*\)) .*'
says program/cli/miai.manifest '.* name="miai" version="\([0-9.]*\)\.0".*'
[ "$("$miai" --version)" = "miai $version" ] || fail "the program says $("$miai" --version)"

# The symbols: those of the headers, the number that -version-info makes.
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
