EXTRA_DIST += src/book/README
libcore_a_SOURCES += \
	src/book/book.h \
	src/book/find.c \
	src/book/text.c \
	src/book/tree.c \
	src/book/write.c
