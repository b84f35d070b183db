EXTRA_DIST += src/game/tictactoe/README
libcore_la_SOURCES += \
	src/game/tictactoe/tictactoe.c
