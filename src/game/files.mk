EXTRA_DIST += src/game/README
libcore_a_SOURCES += \
	src/game/games.c \
	src/game/games.h
