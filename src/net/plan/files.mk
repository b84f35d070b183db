EXTRA_DIST += src/net/plan/README
libcore_a_SOURCES += \
	src/net/plan/blocks.c \
	src/net/plan/builder.c \
	src/net/plan/builder.h \
	src/net/plan/chunks.c \
	src/net/plan/chunks.h \
	src/net/plan/encoder.c \
	src/net/plan/geometry.c \
	src/net/plan/geometry.h \
	src/net/plan/lc0.c \
	src/net/plan/lc0.h \
	src/net/plan/lc0_layers.c \
	src/net/plan/pack.c \
	src/net/plan/pack.h \
	src/net/plan/pack_parts.h \
	src/net/plan/pack_tiles.c \
	src/net/plan/plan.c \
	src/net/plan/plan.h \
	src/net/plan/transformer.c
