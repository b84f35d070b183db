EXTRA_DIST += program/book/README
libprotocol_a_SOURCES += \
	program/book/arguments.c \
	program/book/book.h \
	program/book/file.c \
	program/book/make.c \
	program/book/report.c
