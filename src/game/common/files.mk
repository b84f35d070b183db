EXTRA_DIST += src/game/common/README
libcore_a_SOURCES += \
	src/game/common/stones.c \
	src/game/common/stones.h
