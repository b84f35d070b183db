EXTRA_DIST += src/game/connect4/README
libcore_a_SOURCES += \
	src/game/connect4/board.c \
	src/game/connect4/board.h \
	src/game/connect4/connect4.c \
	src/game/connect4/count.h \
	src/game/connect4/decide.c \
	src/game/connect4/decide.h \
	src/game/connect4/network.c \
	src/game/connect4/playout.c \
	src/game/connect4/presentation.c \
	src/game/connect4/solve.c \
	src/game/connect4/solve.h \
	src/game/connect4/table.c \
	src/game/connect4/table.h
