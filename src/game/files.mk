EXTRA_DIST += src/game/README
libcore_la_SOURCES += \
	src/game/games.c \
	src/game/games.h
