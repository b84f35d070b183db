# target.sh - builds and tests one target.  matrix.sh sources this file, and sets name, build, host,
# compiler and runner from a line of the file targets.

# shellcheck disable=SC2046,SC2086,SC2154 # lists of words; variables of its

# Tests of what depends on the processor, the compiler or the C library: base, file formats, numbers of
# networks.  Each kernel is compared with a reference implementation.
tests=${MATRIX_TESTS:-tests/base/check_base tests/base/check_file tests/base/shared/check_ledger
    tests/base/shared/check_work_item tests/game/chess/nnue/check_halfka tests/game/chess/nnue/check_numbers
    tests/game/gomoku/network/check_numbers tests/net/check_lc0 tests/net/check_net tests/net/check_tiles
    tests/protocol/io/check_json tests/record/check_sgf}

# Environment variables for emulators and other systems.
WINEDEBUG=-all
CK_TIMEOUT_MULTIPLIER=100
LC_ALL=C.UTF-8
export WINEDEBUG CK_TIMEOUT_MULTIPLIER LC_ALL

configure()
{
    [ ! -f "$folder/Makefile" ] || return 0
    set -- -q --enable-werror CC="$compiler"
    if [ "$host" != - ]; then
        set -- "$@" --host="$host" --disable-shared CPPFLAGS="-I$libraries/include" \
            LDFLAGS="-L$libraries/lib" CHECK_CFLAGS="-I$libraries/include" CHECK_LIBS=-lcheck
    fi
    (cd "$folder" && "$work/source/configure" "$@")
}

build()
{
    case $build in
    *-musl) fetch_musl "${build%-musl}" && compiler="$compiler -specs $musl/gcc.specs" || return ;;
    esac
    mkdir -p "$folder" && { [ "$host" = - ] || build_libraries; } && configure &&
        make -s -k -C "$folder" -j"$jobs" PROGRAM_LDFLAGS="$link" miai"$exe" tools/network/randomnet"$exe" \
            $(for test in $tests; do echo "$test$exe"; done)
}

# Writes a script that runs the program on this system.
write_command()
{
    printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$runner" "$folder/miai$exe" >"$folder/$name.sh" &&
        chmod +x "$folder/$name.sh"
}

# Prints how many tests passed, as "4 of 4".
run_tests()
{
    passed=0 all=0
    for test in $tests; do
        all=$((all + 1))
        ! (cd "$folder" && $runner "./$test$exe") >&4 2>&4 || passed=$((passed + 1))
    done
    [ $passed = $all ] || echo "failed: $passed of $all"
    [ $passed != $all ] || echo "$passed of $all"
}

# Prints the network kernels that miai selects on this processor.
kernels()
{
    (cd "$folder" && $runner "./tools/network/randomnet$exe" small.net blocks=og channels=16 mid=16 pool=8 &&
        "./$name.sh" network small.net) 2>&4 | tee /dev/fd/4 | sed -n 's/^speed .*, \(.*\))$/\1/p'
}

# "gcc 12.2.0"
compiler_name()
{
    command=${compiler%% *}
    version=$($compiler -dumpfullversion 2>/dev/null || $compiler -dumpversion)
    case $command in
    *clang*) echo "clang $version" ;;
    *) echo "gcc $version" ;;
    esac
}

try_target()
{
    folder=$work/$build libraries=$work/libraries/$build exe=
    log=$work/$name.log
    # Libtool, which links the program, interprets -static itself.
    link=-export-dynamic
    [ "$host" = - ] || link=-all-static
    case $host in
    *mingw*) exe=.exe ;;
    esac
    mkdir -p "$folder" "$libraries" && build >"$log" 2>&1 || return 1
    exec 4>>"$log"
    write_command || return 1
    began=$(date +%s)
    signature=$("$folder/$name.sh" bench 2>&4 | sed -n 's/^signature[: ]*//p')
    seconds=$(($(date +%s) - began))
    play=$(sh "$here/play.sh" "$folder/$name.sh" 2>&4) || play=failed
    row "$name" "$(compiler_name)" "${signature:-failed}" "$play" "$(kernels)" "$(run_tests)" $seconds |
        tee -a "$work/results"
}
