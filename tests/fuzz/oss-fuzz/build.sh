#!/bin/bash -eu
# build.sh - builds for OSS-Fuzz: one program under the name of each target, with seeds and
# dictionaries.

autoreconf -i
./configure --disable-shared --without-ltdl --without-libedit
make -j"$(nproc)" libcore.a libprotocol.a tests/libtests.a
make -j"$(nproc)" tests/fuzz/fuzz CCLD="$CXX" LIB_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" \
    CHECK_LIBS="$(pkg-config --static --libs check)"

targets=$(MIAI_FUZZ=none tests/fuzz/fuzz 2>&1 | sed -n 's/^MIAI_FUZZ[^:]*://p')
for target in $targets; do
    cp tests/fuzz/fuzz "$OUT/fuzz_$target"
    zip -jq "$OUT/fuzz_${target}_seed_corpus.zip" tests/fuzz/seeds/"$target"/*
    case $target in
    gtp | uci | gomocup | analysis | config) words=dialogue ;;
    sgf | pgn | epd | text | position) words=record ;;
    *) words=network ;;
    esac
    cp "tests/fuzz/dictionaries/$words.dict" "$OUT/fuzz_$target.dict"
done
