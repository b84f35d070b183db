EXTRA_DIST += src/game/go/network/README
libcore_a_SOURCES += \
	src/game/go/network/history.c \
	src/game/go/network/history.h \
	src/game/go/network/metadata.c \
	src/game/go/network/network.c \
	src/game/go/network/planes.c \
	src/game/go/network/planes.h \
	src/game/go/network/superko.c \
	src/game/go/network/superko.h
