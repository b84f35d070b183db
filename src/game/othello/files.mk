EXTRA_DIST += src/game/othello/README
libcore_a_SOURCES += \
	src/game/othello/board.h \
	src/game/othello/endgame.c \
	src/game/othello/endgame.h \
	src/game/othello/endgame_last.c \
	src/game/othello/endgame_table.c \
	src/game/othello/endgame_tables.c \
	src/game/othello/eval.c \
	src/game/othello/eval.h \
	src/game/othello/othello.c \
	src/game/othello/othello.h \
	src/game/othello/pattern.c \
	src/game/othello/pattern.h \
	src/game/othello/playout.c \
	src/game/othello/presentation.c \
	src/game/othello/ray.c \
	src/game/othello/stable.c \
	src/game/othello/stable.h \
	src/game/othello/tactics.c \
	src/game/othello/text.c \
	src/game/othello/weights.c
