EXTRA_DIST += src/game/gomoku/network/README
libcore_a_SOURCES += \
	src/game/gomoku/network/file.c \
	src/game/gomoku/network/input.h \
	src/game/gomoku/network/kernel.h \
	src/game/gomoku/network/kernel_avx2.c \
	src/game/gomoku/network/kernel_avx512.c \
	src/game/gomoku/network/kernel_plain.c \
	src/game/gomoku/network/lines.c \
	src/game/gomoku/network/network.c \
	src/game/gomoku/network/network.h
