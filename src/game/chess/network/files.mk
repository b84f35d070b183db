EXTRA_DIST += src/game/chess/network/README
libcore_a_SOURCES += \
	src/game/chess/network/earlier_positions.c \
	src/game/chess/network/encodings.c \
	src/game/chess/network/planes.c \
	src/game/chess/network/planes.h \
	src/game/chess/network/policy.c \
	src/game/chess/network/symmetry.c
