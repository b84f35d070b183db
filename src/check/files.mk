EXTRA_DIST += src/check/README
libcore_a_SOURCES += \
	src/check/check.h \
	src/check/evaluation.c \
	src/check/fault.c \
	src/check/form.c \
	src/check/game.c \
	src/check/list.c \
	src/check/notation.c \
	src/check/parts.c \
	src/check/planes.c \
	src/check/playout.c \
	src/check/points.c \
	src/check/position.c \
	src/check/presentation.c \
	src/check/records.c \
	src/check/setups.c \
	src/check/snapshot.c \
	src/check/state.c \
	src/check/text.c
