EXTRA_DIST += src/search/textbook/README
libcore_a_SOURCES += \
	src/search/textbook/alphabeta.c \
	src/search/textbook/alphabeta.h \
	src/search/textbook/flat.c \
	src/search/textbook/minimax.c \
	src/search/textbook/root_parallel.c
