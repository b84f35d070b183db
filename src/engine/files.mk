EXTRA_DIST += src/engine/README
libcore_a_SOURCES += \
	src/engine/add_game.c \
	src/engine/add_game.h \
	src/engine/board.c \
	src/engine/engine.h \
	src/engine/error.c \
	src/engine/error.h \
	src/engine/evaluation.c \
	src/engine/evaluation.h \
	src/engine/opened.c \
	src/engine/opened.h \
	src/engine/option_value.c \
	src/engine/option_value.h \
	src/engine/options.h \
	src/engine/position.c \
	src/engine/position.h \
	src/engine/root.c \
	src/engine/root.h
