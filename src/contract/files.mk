EXTRA_DIST += src/contract/README
libcore_a_SOURCES += \
	src/contract/capability.h \
	src/contract/diagram.c \
	src/contract/diagram.h \
	src/contract/history.c \
	src/contract/history.h \
	src/contract/parts.c \
	src/contract/point.c \
	src/contract/presentation.c \
	src/contract/presentation.h \
	src/contract/read_move.c \
	src/contract/read_move.h \
	src/contract/refusal.c \
	src/contract/repetition.c \
	src/contract/repetition.h \
	src/contract/rng.c \
	src/contract/sgf_move.c \
	src/contract/sgf_move.h
