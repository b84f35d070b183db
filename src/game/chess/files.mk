EXTRA_DIST += src/game/chess/README
libcore_a_SOURCES += \
	src/game/chess/chess.c \
	src/game/chess/evaluation.c \
	src/game/chess/evaluation.h \
	src/game/chess/presentation.c \
	src/game/chess/presentation.h
