EXTRA_DIST += src/game/go/life/README
libcore_a_SOURCES += \
	src/game/go/life/bent_four.c \
	src/game/go/life/judge.c \
	src/game/go/life/life.c \
	src/game/go/life/seki.c \
	src/game/go/life/seki.h \
	src/game/go/life/seki_status.c
