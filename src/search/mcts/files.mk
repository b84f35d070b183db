EXTRA_DIST += src/search/mcts/README
libcore_a_SOURCES += \
	src/search/mcts/backup.c \
	src/search/mcts/branches.c \
	src/search/mcts/descend.c \
	src/search/mcts/expand.c \
	src/search/mcts/fair_komi.c \
	src/search/mcts/forced.c \
	src/search/mcts/human.c \
	src/search/mcts/implicit.c \
	src/search/mcts/leaf_stats.c \
	src/search/mcts/limits.c \
	src/search/mcts/mcts.h \
	src/search/mcts/mustplay.c \
	src/search/mcts/ownership.c \
	src/search/mcts/ownership.h \
	src/search/mcts/ownership_gather.c \
	src/search/mcts/proof.c \
	src/search/mcts/puct.c \
	src/search/mcts/puct.h \
	src/search/mcts/result.c \
	src/search/mcts/reuse.c \
	src/search/mcts/search.c \
	src/search/mcts/select.c \
	src/search/mcts/terminal.c \
	src/search/mcts/tree_exchange.c \
	src/search/mcts/tree_exchange.h \
	src/search/mcts/tree_exchange_receive.c \
	src/search/mcts/tree_exchange_send.c \
	src/search/mcts/utility.c \
	src/search/mcts/utility.h \
	src/search/mcts/worker.c
