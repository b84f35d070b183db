EXTRA_DIST += src/search/alphabeta/README
libcore_a_SOURCES += \
	src/search/alphabeta/alphabeta.h \
	src/search/alphabeta/correction.c \
	src/search/alphabeta/deepen.c \
	src/search/alphabeta/endgame.c \
	src/search/alphabeta/eval_change.c \
	src/search/alphabeta/history.c \
	src/search/alphabeta/history.h \
	src/search/alphabeta/late_move_reduction.c \
	src/search/alphabeta/limits.c \
	src/search/alphabeta/move_picker.c \
	src/search/alphabeta/move_picker.h \
	src/search/alphabeta/node.c \
	src/search/alphabeta/null_move.c \
	src/search/alphabeta/probcut.c \
	src/search/alphabeta/pruning.c \
	src/search/alphabeta/pv.c \
	src/search/alphabeta/quiescence.c \
	src/search/alphabeta/result.c \
	src/search/alphabeta/root.c \
	src/search/alphabeta/search.c \
	src/search/alphabeta/singular.c \
	src/search/alphabeta/stack.c \
	src/search/alphabeta/stack.h \
	src/search/alphabeta/table.c \
	src/search/alphabeta/table.h \
	src/search/alphabeta/table_exchange.c \
	src/search/alphabeta/table_memory.c \
	src/search/alphabeta/thread.c \
	src/search/alphabeta/tuning.c \
	src/search/alphabeta/tuning.h
