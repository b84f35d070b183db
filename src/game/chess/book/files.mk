EXTRA_DIST += src/game/chess/book/README
libcore_a_SOURCES += \
	src/game/chess/book/book.c \
	src/game/chess/book/book.h \
	src/game/chess/book/keys.h
