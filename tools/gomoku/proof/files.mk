EXTRA_DIST += tools/gomoku/proof/README

# All but its main.
PROVER_SOURCES = \
	tools/gomoku/proof/advice.c \
	tools/gomoku/proof/advice.h \
	tools/gomoku/proof/expand.c \
	tools/gomoku/proof/prover.c \
	tools/gomoku/proof/prover.h \
	tools/gomoku/proof/stones.c \
	tools/gomoku/proof/stones.h \
	tools/gomoku/proof/strategy.c \
	tools/gomoku/proof/strategy.h \
	tools/gomoku/proof/tree.c \
	tools/gomoku/proof/tree.h

EXTRA_PROGRAMS += tools/gomoku/proof/prove
tools_gomoku_proof_prove_SOURCES = $(PROVER_SOURCES) tools/gomoku/proof/prove.c
tools_gomoku_proof_prove_LDADD = libcore.a

EXTRA_PROGRAMS += tools/gomoku/proof/verify
tools_gomoku_proof_verify_SOURCES = tools/gomoku/proof/verify.c
