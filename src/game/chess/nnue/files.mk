EXTRA_DIST += src/game/chess/nnue/README
libcore_a_SOURCES += \
	src/game/chess/nnue/bounds.c \
	src/game/chess/nnue/file.c \
	src/game/chess/nnue/file.h \
	src/game/chess/nnue/halfka.c \
	src/game/chess/nnue/kernel.h \
	src/game/chess/nnue/kernel_avx2.c \
	src/game/chess/nnue/kernel_avx512.c \
	src/game/chess/nnue/kernel_dotprod.c \
	src/game/chess/nnue/kernel_plain.c \
	src/game/chess/nnue/kernel_sse2.c \
	src/game/chess/nnue/layers.h \
	src/game/chess/nnue/neon.h \
	src/game/chess/nnue/nnue.c \
	src/game/chess/nnue/nnue.h \
	src/game/chess/nnue/packed_numbers.c
