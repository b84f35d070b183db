EXTRA_DIST += src/game/chess/eval/README
libcore_a_SOURCES += \
	src/game/chess/eval/endgame.c \
	src/game/chess/eval/eval.c \
	src/game/chess/eval/eval.h \
	src/game/chess/eval/explain.c \
	src/game/chess/eval/king.c \
	src/game/chess/eval/kpk.c \
	src/game/chess/eval/kpk.h \
	src/game/chess/eval/pawns.c \
	src/game/chess/eval/pieces.c \
	src/game/chess/eval/terms.h \
	src/game/chess/eval/threats.c
