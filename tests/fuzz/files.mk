EXTRA_DIST += \
	tests/fuzz/README \
	tests/fuzz/dictionaries \
	tests/fuzz/fuzz.sh \
	tests/fuzz/oss-fuzz \
	tests/fuzz/seeds

# Built by name alone, by a compiler that has libFuzzer, or an engine like it: make fuzz.
LIB_FUZZING_ENGINE = -fsanitize=fuzzer
FUZZ_SECONDS       = 3600
FUZZ_TARGETS       =
FUZZER             = libfuzzer
FUZZ_SANITIZERS    = address,undefined

if !WINDOWS
if HAVE_CHECK
check_PROGRAMS += \
	tests/fuzz/check_corpus
tests_libtests_a_SOURCES += \
	tests/fuzz/chess.c \
	tests/fuzz/dialogue.c \
	tests/fuzz/fuzz.h \
	tests/fuzz/go.c \
	tests/fuzz/gomoku.c \
	tests/fuzz/othello.c \
	tests/fuzz/network.c \
	tests/fuzz/network_made.c \
	tests/fuzz/position.c \
	tests/fuzz/record.c \
	tests/fuzz/state.c \
	tests/fuzz/targets.c
tests/fuzz/gomoku.$(OBJEXT): data/embedded.inc
tests_fuzz_check_corpus_SOURCES = tests/fuzz/check_corpus.c
tests_fuzz_check_corpus_LDADD   = tests/libtests.a libprotocol.a libcore.a $(CHECK_LIBS)

EXTRA_PROGRAMS += tests/fuzz/fuzz
tests_fuzz_fuzz_SOURCES = tests/fuzz/libfuzzer.c
tests_fuzz_fuzz_LDADD   = tests/libtests.a libprotocol.a libcore.a $(CHECK_LIBS)
tests_fuzz_fuzz_LDFLAGS = $(AM_LDFLAGS) $(LIB_FUZZING_ENGINE)
endif
endif

# Each target in turn for so many seconds, in a build with sanitizers in the folder fuzz,
# from a copy of the sources: they themselves may be configured already.
fuzz:
	@$(MKDIR_P) fuzz
	$(MAKE) $(AM_MAKEFLAGS) -s distdir distdir='$(abs_builddir)/fuzz/source'
	FUZZ_SECONDS='$(FUZZ_SECONDS)' FUZZ_TARGETS='$(FUZZ_TARGETS)' FUZZER='$(FUZZER)' \
		FUZZ_SANITIZERS='$(FUZZ_SANITIZERS)' MAKE='$(MAKE)' $(SHELL) $(srcdir)/tests/fuzz/fuzz.sh $(srcdir)
.PHONY: fuzz
