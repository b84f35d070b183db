EXTRA_DIST += src/game/common/README
libcore_la_SOURCES += \
	src/game/common/stones.c \
	src/game/common/stones.h
