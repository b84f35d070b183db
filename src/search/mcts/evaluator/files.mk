EXTRA_DIST += src/search/mcts/evaluator/README
libcore_a_SOURCES += \
	src/search/mcts/evaluator/evaluator.h \
	src/search/mcts/evaluator/leaf.c \
	src/search/mcts/evaluator/leaf.h \
	src/search/mcts/evaluator/playout.c \
	src/search/mcts/evaluator/playout_policy.c \
	src/search/mcts/evaluator/playout_policy.h \
	src/search/mcts/evaluator/static.c
