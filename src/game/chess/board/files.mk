EXTRA_DIST += src/game/chess/board/README
libcore_a_SOURCES += \
	src/game/chess/board/bits.h \
	src/game/chess/board/epd.c \
	src/game/chess/board/fen.c \
	src/game/chess/board/habit.c \
	src/game/chess/board/movegen.c \
	src/game/chess/board/notation.h \
	src/game/chess/board/piece.h \
	src/game/chess/board/position.c \
	src/game/chess/board/position.h \
	src/game/chess/board/quiet_score.c \
	src/game/chess/board/refusal.c \
	src/game/chess/board/san.c \
	src/game/chess/board/see.c \
	src/game/chess/board/see.h \
	src/game/chess/board/tables.c \
	src/game/chess/board/tables.h \
	src/game/chess/board/weights.c \
	src/game/chess/board/weights.h
