EXTRA_DIST += src/game/go/score/README
libcore_a_SOURCES += \
	src/game/go/score/area.c \
	src/game/go/score/area.h \
	src/game/go/score/eval.c \
	src/game/go/score/score.c \
	src/game/go/score/teire.c
