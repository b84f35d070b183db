EXTRA_DIST += src/game/go/tsumego/README
libcore_a_SOURCES += \
	src/game/go/tsumego/enclosure.c \
	src/game/go/tsumego/evaluate.c \
	src/game/go/tsumego/life.c \
	src/game/go/tsumego/parts.c \
	src/game/go/tsumego/points.h \
	src/game/go/tsumego/position.c \
	src/game/go/tsumego/position.h \
	src/game/go/tsumego/region.c \
	src/game/go/tsumego/region.h \
	src/game/go/tsumego/search.c \
	src/game/go/tsumego/search.h \
	src/game/go/tsumego/settled.c \
	src/game/go/tsumego/simulate.c \
	src/game/go/tsumego/solve.c \
	src/game/go/tsumego/table.c \
	src/game/go/tsumego/table.h
