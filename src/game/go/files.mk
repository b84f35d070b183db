EXTRA_DIST += src/game/go/README
libcore_la_SOURCES += \
	src/game/go/go.c
