EXTRA_DIST += src/game/go/README
libcore_a_SOURCES += \
	src/game/go/go.c \
	src/game/go/presentation.c
