EXTRA_DIST += src/engine/README
libcore_la_SOURCES += \
	src/engine/add_game.c \
	src/engine/bench.c \
	src/engine/board.c \
	src/engine/book.c \
	src/engine/config.c \
	src/engine/effective.c \
	src/engine/engine.h \
	src/engine/error.c \
	src/engine/evaluation.c \
	src/engine/find_win.c \
	src/engine/forget.c \
	src/engine/genmove.c \
	src/engine/handicap.c \
	src/engine/network_ask.c \
	src/engine/options.c \
	src/engine/options.h \
	src/engine/perft.c \
	src/engine/position.c \
	src/engine/scope.c \
	src/engine/setup.c \
	src/engine/solve.c \
	src/engine/stones.c \
	src/engine/strength.c \
	src/engine/tablebase.c \
	src/engine/tablebase_file.c \
	src/engine/think.c \
	src/engine/think_network.c \
	src/engine/time_control.c
