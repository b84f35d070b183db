#!/bin/sh
# exports.sh - the shared library exports the functions that the public headers declare, and nothing
# else; the manual explains each. The library uses no function that ends the process, and only
# protocol/ and program/ use functions that read or print. The program exports the public functions
# to its modules.

. "${srcdir:-.}/tests/support/common.sh"

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

# A declaration starts its line and has the name on it.
sed -n '/inline/d; s/^[a-z][a-z0-9_ ]*[ *]\(miai_[a-z0-9_]*\)(.*/\1/p' \
    "$src/miai.h" "$src/miai_capabilities.h" "$src/miai_game.h" | sort -u >$scratch/declared

# none TITLE: fails if there are names on standard input.
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

# forbid TITLE REGEX FILE: the file must not use functions whose names match.
forbid()
{
    $nm -u "$3" | awk '$1 == "U" { sub(/@.*/, "", $2); print $2 }' >$scratch/taken
    grep -Ex "$2" $scratch/taken >$scratch/forbidden || :
    none "$1" <$scratch/forbidden
}

if [ -z "${SANITIZE_FLAGS-}" ] && [ -f .libs/libmiai.so ]; then
    forbid "src/ must not read, print or end the process, but it takes" \
        'std(in|out|err)|v?printf|puts|putchar|exit|_exit|abort' libcore.a
    forbid "the library must not end the process, but it takes" 'exit|_exit|abort' \
        libprotocol.a

    $nm -D --defined-only "$miai" | awk '{ print $NF }' | sort -u >$scratch/lent
    comm -13 $scratch/lent $scratch/declared >$scratch/missing
    none "not there for modules that the program loads" <$scratch/missing
fi

count=$(awk 'END { print NR }' $scratch/declared)
echo "$count functions in the public headers"
[ "$count" -gt 0 ] || status=1
exit $status
