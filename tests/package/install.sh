#!/bin/sh
# install.sh - the files of "make install" are complete: pkg-config finds the library; the examples,
# also that of libmiai(3), compile with it and print the expected text; a game from outside becomes
# a program, and a module of the installed one.

. "${srcdir:-.}/tests/support/common.sh"
scratch=$PWD/$scratch
root=$scratch/root

unset MAKEFLAGS MFLAGS MAKELEVEL # set by the make that runs the tests
${MAKE:-make} -s install DESTDIR="$root" >"$scratch/log" 2>&1 || {
    cat "$scratch/log"
    exit 1
}

if [ -z "$(find "$root" -name 'libmiai.so' -o -name 'libmiai.dylib')" ]; then
    echo "no shared library was built"
    exit 77
fi
loads=$(sed -n 's/^#define HAVE_LTDL //p' config.h)

# installed NAME: the path of an installed file.
installed()
{
    find "$root" -name "$1" | grep . || {
        echo "$1 is not installed" >&2
        exit 1
    }
}

# The program may use the shared library (--enable-shared-program).
PKG_CONFIG_PATH=$(dirname "$(installed miai.pc)")
LD_LIBRARY_PATH=$(dirname "$PKG_CONFIG_PATH")
DYLD_LIBRARY_PATH=$LD_LIBRARY_PATH
export PKG_CONFIG_PATH LD_LIBRARY_PATH DYLD_LIBRARY_PATH

for page in miai.6 libmiai.3 miai-game.7 miai-clients.7 miai-network.5 gomill.ctl _miai miai.fish \
    miai.desktop miai.metainfo.xml miai.svg miai.eng; do
    installed $page >/dev/null
done
printf 'START 9\nEND\n' | "$(installed pbrain-miai)" | grep -q '^OK' || {
    echo "pbrain-miai does not speak Gomocup's protocol"
    exit 1
}
# Debian's package installs the program in /usr/games.
program=$(find "$root" -type f \( -path '*/bin/miai' -o -path '*/games/miai' \))
[ -n "$(find "$root" -path '*/bash-completion/completions/miai')" ]
"$program" --version

command -v "${PKG_CONFIG:-pkg-config}" >/dev/null || {
    echo "pkg-config, or pkgconf, is missing: nothing is compiled against the installed library"
    exit 77
}
PKG_CONFIG_SYSROOT_DIR=$root
PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1
PKG_CONFIG_ALLOW_SYSTEM_LIBS=1
export PKG_CONFIG_SYSROOT_DIR PKG_CONFIG_ALLOW_SYSTEM_CFLAGS PKG_CONFIG_ALLOW_SYSTEM_LIBS
flags=$(${PKG_CONFIG:-pkg-config} --cflags --libs miai)

# compile NAME ARGUMENT...: builds $scratch/NAME.
compile()
{
    name=$1
    shift
    ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror ${SANITIZE_FLAGS-} \
        -o "$scratch/$name" "$@" $flags
}

# has PATTERN...: the output of the program $name has each pattern.
has()
{
    cat "$scratch/$name.out"
    for pattern; do
        grep -q -- "$pattern" "$scratch/$name.out" || {
            echo "$name does not print: $pattern"
            exit 1
        }
    done
}

# prints NAME SOURCE PATTERN...: compiles and runs the program; its output has each pattern.
prints()
{
    compile "$1" "$2"
    shift 2
    "$scratch/$name" >"$scratch/$name.out"
    has "$@"
}

# The headers serve C++ as well.
cxx=${CXX:-c++}
if command -v "$cxx" >/dev/null; then
    for standard in c++11 c++17 c++20; do
        echo | "$cxx" -std=$standard -fsyntax-only -x c++ - 2>/dev/null || continue
        echo '#include <miai.h>' | "$cxx" -std=$standard -Wall -Wextra -Werror -fsyntax-only -x c++ \
            - $flags || exit 1
    done
fi

prints plates "$srcdir/examples/plates.c" \
    'value 20 by plate A, 18 leaves' 'value 20 by plate A, 9 leaves'

# The lines between .Bd and .Ed, without the escapes of mdoc.
sed -n '/^\.Sh EXAMPLES/,$ { /^\.Bd/,/^\.Ed/ { /^\.[BE]d/d; s/\\&//g; s/\\e/\\/g; p; }; }' \
    "$srcdir/man/libmiai.3" >"$scratch/manual.c"
prints manual "$scratch/manual.c" 'score 0$'

# plays NAME COMMAND...: the command plays Nim, over GTP and over UCI.
plays()
{
    name=$1
    shift
    printf 'miai-param game\ngenmove b\n' | "$@" --search=alphabeta --depth=12 >"$scratch/$name.out"
    has '^= nim$' '^= A2$'
    printf 'uci\nposition startpos moves b1\ngo depth 12\n' | "$@" --search=alphabeta >"$scratch/$name.out"
    has '^option name UCI_Variant .* default nim .* var nim$' '^bestmove C5'
}

compile nim "$srcdir/examples/main.c" "$srcdir/examples/nim.c"
plays nim "$scratch/nim"
if [ -n "$loads" ]; then
    compile nim.so -shared -fPIC "$srcdir/examples/nim.c"
    (cd "$scratch" && plays module "$program" --load=nim.so)
fi
