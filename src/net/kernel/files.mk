EXTRA_DIST += src/net/kernel/README
libcore_a_SOURCES += \
	src/net/kernel/amx.c \
	src/net/kernel/amx.h \
	src/net/kernel/attention.h \
	src/net/kernel/avx2.c \
	src/net/kernel/avx512.c \
	src/net/kernel/avx512.h \
	src/net/kernel/avx_vnni.c \
	src/net/kernel/conv_1x1.h \
	src/net/kernel/dense.h \
	src/net/kernel/kernel.h \
	src/net/kernel/kernels.c \
	src/net/kernel/kernels.h \
	src/net/kernel/matrix.h \
	src/net/kernel/plain.c \
	src/net/kernel/rms_norm.h \
	src/net/kernel/square_steps.h \
	src/net/kernel/tile_finish.h \
	src/net/kernel/tile_inputs.h \
	src/net/kernel/tile_products.h \
	src/net/kernel/vector.h \
	src/net/kernel/vnni.c \
	src/net/kernel/winograd.h
