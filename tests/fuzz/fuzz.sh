#!/bin/sh
# fuzz.sh SOURCES: builds tests/fuzz/fuzz by clang with libFuzzer and the sanitizers for addresses and
# undefined behaviour, from fuzz/source, which "make fuzz" fills, in fuzz/build, unless FUZZ_PROGRAM
# names it; then runs each of FUZZ_TARGETS, or all, for FUZZ_SECONDS.  What was found new stays in
# fuzz/corpus/TARGET, what breaks a target in fuzz/TARGET-*.  Ends with 1 if anything did.

set -u
sources=$(cd "$1" && pwd) || exit 1
seconds=${FUZZ_SECONDS:-3600}
mkdir -p fuzz/build && cd fuzz || exit 1
program=${FUZZ_PROGRAM:-}

# build: only what a target needs.
build()
{
    cd build || return
    [ -f config.status ] ||
        ../source/configure -q CC="${FUZZ_CC:-clang}" --disable-shared \
            --enable-sanitize=address,undefined CFLAGS='-g1 -O1 -fsanitize=fuzzer-no-link' || return
    ${MAKE:-make} -s tests/fuzz/fuzz
}

if [ -z "$program" ]; then
    (build) || exit 1
    program=$PWD/build/tests/fuzz/fuzz
fi

targets=${FUZZ_TARGETS:-$(MIAI_FUZZ=none "$program" 2>&1 | sed 's/^[^:]*://')}
[ -n "$targets" ] || exit 1

# dictionary TARGET: the words that its input is made of.
dictionary()
{
    case $1 in
    gtp | uci | gomocup | analysis | config) echo dialogue ;;
    sgf | pgn | epd | text | position) echo record ;;
    *) echo network ;;
    esac
}

status=0
for target in $targets; do
    mkdir -p "corpus/$target"
    echo "== $target"
    MIAI_FUZZ=$target "$program" -max_total_time="$seconds" -timeout=60 -rss_limit_mb=2048 \
        -max_len=65536 -close_fd_mask=1 -print_final_stats=1 -artifact_prefix="$target-" \
        -dict="$sources/tests/fuzz/dictionaries/$(dictionary "$target").dict" \
        "corpus/$target" "$sources/tests/fuzz/seeds/$target" >"$target.log" 2>&1 || {
        status=1
        tail -n 60 "$target.log"
    }
    grep -E '^(stat::number_of_executed_units|stat::new_units_added|SUMMARY)' "$target.log"
done
exit $status
