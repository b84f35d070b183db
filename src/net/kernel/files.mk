EXTRA_DIST += src/net/kernel/README
libcore_a_SOURCES += \
	src/net/kernel/attention.h \
	src/net/kernel/avx2.c \
	src/net/kernel/avx512.c \
	src/net/kernel/chunks.c \
	src/net/kernel/chunks.h \
	src/net/kernel/geometry.c \
	src/net/kernel/geometry.h \
	src/net/kernel/kernel.h \
	src/net/kernel/kernels.c \
	src/net/kernel/kernels.h \
	src/net/kernel/maker.c \
	src/net/kernel/maker.h \
	src/net/kernel/matrix.h \
	src/net/kernel/norm.h \
	src/net/kernel/pack.c \
	src/net/kernel/pack.h \
	src/net/kernel/plain.c \
	src/net/kernel/plan.c \
	src/net/kernel/plan.h \
	src/net/kernel/plan_blocks.c \
	src/net/kernel/plan_encoder.c \
	src/net/kernel/plan_lc0.c \
	src/net/kernel/plan_lc0.h \
	src/net/kernel/plan_transformer.c \
	src/net/kernel/rows.h \
	src/net/kernel/squares.h \
	src/net/kernel/vector.h \
	src/net/kernel/vectors.h \
	src/net/kernel/vnni.c \
	src/net/kernel/winograd.h
