EXTRA_DIST += src/search/mcts/tree/README
libcore_a_SOURCES += \
	src/search/mcts/tree/audit.c \
	src/search/mcts/tree/audit.h \
	src/search/mcts/tree/debug.c \
	src/search/mcts/tree/debug.h \
	src/search/mcts/tree/lease.c \
	src/search/mcts/tree/pool.c \
	src/search/mcts/tree/pool.h \
	src/search/mcts/tree/sum.h \
	src/search/mcts/tree/tree.c \
	src/search/mcts/tree/tree.h \
	src/search/mcts/tree/trim.c
