EXTRA_DIST += src/game/gomoku/README
libcore_a_SOURCES += \
	src/game/gomoku/evaluation.c \
	src/game/gomoku/gomoku.c \
	src/game/gomoku/patterns.c \
	src/game/gomoku/planes.c \
	src/game/gomoku/playout.c \
	src/game/gomoku/presentation.c \
	src/game/gomoku/solver.c \
	src/game/gomoku/tactics.c
