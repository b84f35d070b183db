EXTRA_DIST += \
	tools/chess/tune/README

EXTRA_PROGRAMS += tools/chess/tune/tune
tools_chess_tune_tune_SOURCES = \
	tools/chess/tune/fit.c \
	tools/chess/tune/samples.c \
	tools/chess/tune/selfplay.c \
	tools/chess/tune/trace.c \
	tools/chess/tune/trace.h \
	tools/chess/tune/tune.c \
	tools/chess/tune/tune.h \
	tools/chess/tune/write.c
tools_chess_tune_tune_LDADD = libcore.a
