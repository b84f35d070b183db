EXTRA_DIST += src/game/go/board/README
libcore_a_SOURCES += \
	src/game/go/board/board.h \
	src/game/go/board/encore.c \
	src/game/go/board/encore.h \
	src/game/go/board/go.h \
	src/game/go/board/handicap.c \
	src/game/go/board/move.c \
	src/game/go/board/move.h \
	src/game/go/board/moves.c \
	src/game/go/board/rules.c \
	src/game/go/board/rules.h \
	src/game/go/board/shape.h \
	src/game/go/board/text.c
