EXTRA_DIST += src/game/go/tactics/README
libcore_a_SOURCES += \
	src/game/go/tactics/ladder.c \
	src/game/go/tactics/ladder.h \
	src/game/go/tactics/ladder_katago.c \
	src/game/go/tactics/ladder_katago.h \
	src/game/go/tactics/nakade.c \
	src/game/go/tactics/nakade.h \
	src/game/go/tactics/semeai.c \
	src/game/go/tactics/semeai.h \
	src/game/go/tactics/tactics.h \
	src/game/go/tactics/undo.c \
	src/game/go/tactics/undo.h
