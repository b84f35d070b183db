#!/bin/sh
# fuzz.sh SOURCES: builds tests/fuzz/fuzz from fuzz/source, which "make fuzz" fills, unless FUZZ_PROGRAM
# names a program; then runs each of FUZZ_TARGETS (default: all) for FUZZ_SECONDS.
#
# FUZZER is libfuzzer (clang) or afl (AFL++).  FUZZ_SANITIZERS is address,undefined by default; memory,
# with libFuzzer only, finds reads of uninitialized memory.  Each combination builds in a folder of its
# own, the default in fuzz/build.  New inputs are kept in fuzz/corpus/TARGET or fuzz/afl/TARGET; inputs
# that break a target are fuzz/TARGET-*.  Exits with 1 if there are any.

set -u
sources=$(cd "$1" && pwd) || exit 1
seconds=${FUZZ_SECONDS:-3600}
fuzzer=${FUZZER:-libfuzzer}
sanitizers=${FUZZ_SANITIZERS:-address,undefined}
case $fuzzer in
libfuzzer) compiler=clang flags=-fsanitize=fuzzer-no-link ;;
afl) compiler=afl-clang-fast flags= ;;
*) echo "FUZZER must be libfuzzer or afl, not $fuzzer" >&2 && exit 1 ;;
esac
folder=build
[ "$fuzzer" = libfuzzer ] || folder=$folder-$fuzzer
[ "$sanitizers" = address,undefined ] || folder=$folder-$sanitizers
mkdir -p "fuzz/$folder" && cd fuzz || exit 1
program=${FUZZ_PROGRAM:-}

# build: builds only what the targets need.  The memory sanitizer needs every library to be built with
# it, so optional libraries are left out; src/base/compiler.h marks what zlib has written.
build()
{
    cd "$folder" || return
    set --
    [ "$sanitizers" != memory ] ||
        set -- --without-libedit --without-ltdl --without-mpi --without-rsvg
    [ -f config.status ] ||
        ../source/configure -q CC="${FUZZ_CC:-$compiler}" --disable-shared "$@" \
            --enable-sanitize="$sanitizers" CFLAGS="-g1 -O1 $flags" || return
    ${MAKE:-make} -s tests/fuzz/fuzz
}

if [ -z "$program" ]; then
    (build) || exit 1
    program=$PWD/$folder/tests/fuzz/fuzz
fi

targets=${FUZZ_TARGETS:-$(MIAI_FUZZ=none "$program" 2>&1 | sed -n 's/^MIAI_FUZZ[^:]*://p')}
[ -n "$targets" ] || exit 1

# dictionary TARGET: the dictionary for its inputs.
dictionary()
{
    case $1 in
    gtp | uci | gomocup | analysis | config) echo dialogue ;;
    sgf | pgn | epd | text | position) echo record ;;
    *) echo network ;;
    esac
}

# by_libfuzzer TARGET DICTIONARY, by_afl TARGET DICTIONARY: runs a target; false if an input broke it.
by_libfuzzer()
{
    mkdir -p "corpus/$1"
    MIAI_FUZZ=$1 "$program" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
        -max_len=65536 -close_fd_mask=1 -print_final_stats=1 -artifact_prefix="$1-" \
        -dict="$2" "corpus/$1" "$sources/tests/fuzz/seeds/$1" >"$1.log" 2>&1
    code=$?
    grep -E '^(stat::number_of_executed_units|stat::new_units_added|SUMMARY)' "$1.log"
    return "$code"
}

by_afl()
{
    mkdir -p "afl/$1"
    MIAI_FUZZ=$1 AFL_NO_UI=1 AFL_AUTORESUME=1 AFL_SKIP_CPUFREQ=1 \
        AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 afl-fuzz -V "$seconds" -t 60000 -m none \
        -x "$2" -i "$sources/tests/fuzz/seeds/$1" -o "afl/$1" -- "$program" >"$1.log" 2>&1 || return
    grep -E '^(execs_done|corpus_found|saved_crashes|saved_hangs|bitmap_cvg)' "afl/$1/default/fuzzer_stats"
    for file in "afl/$1/default/crashes/id"* "afl/$1/default/hangs/id"*; do
        [ ! -f "$file" ] || cp "$file" "$1-afl-$(basename "$file" | cut -c 1-9 | tr : -)"
    done
    ! ls "$1-afl-"* >/dev/null 2>&1
}

status=0
for target in $targets; do
    words=$sources/tests/fuzz/dictionaries/$(dictionary "$target").dict
    echo "== $target"
    case $fuzzer in
    afl) by_afl "$target" "$words" ;;
    *) by_libfuzzer "$target" "$words" ;;
    esac || {
        status=1
        tail -n 60 "$target.log"
    }
done
exit $status
