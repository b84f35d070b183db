#!/bin/sh
# exports.sh - the shared library offers the functions that the public headers declare, and no other
# name; the manual explains each; and the library takes none that prints or ends the process.

. "${srcdir:-.}/tests/common.sh"

nm=${NM:-nm}
src=$srcdir/src
manual=$srcdir/man/libmiai.3

if [ -f .libs/libmiai.so ]; then
    $nm -D --defined-only .libs/libmiai.so | awk '{ print $NF }' | sort -u >$scratch/exported
elif [ -f .libs/libmiai.dylib ]; then
    $nm -gU .libs/libmiai.dylib | awk '{ sub(/^_/, "", $NF); print $NF }' |
        sort -u >$scratch/exported
else
    echo "no shared library was built"
    exit 77
fi

# A declaration begins its line, and the name is on it.
sed -n '/inline/d; s/^[a-z][a-z0-9_ ]*[ *]\(miai_[a-z0-9_]*\)(.*/\1/p' \
    "$src/miai.h" "$src/miai_game.h" | sort -u >$scratch/declared

# none TITLE: the names that come in would be wrong.
none()
{
    cat >$scratch/wrong
    if [ -s $scratch/wrong ]; then
        fail "$1:"
        cat $scratch/wrong
    fi
}

comm -13 $scratch/exported $scratch/declared >$scratch/missing
none "declared in a public header and not exported" <$scratch/missing
comm -23 $scratch/exported $scratch/declared >$scratch/surplus
none "exported and in no public header" <$scratch/surplus

while read -r name; do
    grep -q "^\.F[no] $name\$\|^\.Fn $name " "$manual" || echo "$name"
done <$scratch/declared >$scratch/unexplained
none "in no synopsis of libmiai(3)" <$scratch/unexplained

if [ -z "${SANITIZE_FLAGS-}" ] && [ -f .libs/libmiai.so ]; then
    $nm -D -u .libs/libmiai.so | awk '{ sub(/@.*/, "", $NF); print $NF }' >$scratch/taken
    grep -Ex 'std(in|out|err)|v?printf|puts|putchar|exit|_exit|abort' \
        $scratch/taken >$scratch/forbidden || :
    none "the library must not read, print or end the process, but it takes" <$scratch/forbidden
fi

count=$(awk 'END { print NR }' $scratch/declared)
echo "$count functions in the public headers"
[ "$count" -gt 0 ] || status=1
exit $status
