EXTRA_DIST += src/game/tictactoe/README
libcore_a_SOURCES += \
	src/game/tictactoe/tictactoe.c
