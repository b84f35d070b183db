EXTRA_DIST += src/game/gomoku/board/README
libcore_a_SOURCES += \
	src/game/gomoku/board/board.c \
	src/game/gomoku/board/edit.c \
	src/game/gomoku/board/forbidden.c \
	src/game/gomoku/board/forbidden.h \
	src/game/gomoku/board/kind.c \
	src/game/gomoku/board/kind.h \
	src/game/gomoku/board/opening.c \
	src/game/gomoku/board/position.h \
	src/game/gomoku/board/shape.c \
	src/game/gomoku/board/shape.h \
	src/game/gomoku/board/text.c \
	src/game/gomoku/board/weights.c \
	src/game/gomoku/board/weights.h
