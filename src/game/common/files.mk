EXTRA_DIST += src/game/common/README
libcore_a_SOURCES += \
	src/game/common/stones.c \
	src/game/common/stones.h \
	src/game/common/turn.c \
	src/game/common/turn.h
