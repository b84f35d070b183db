EXTRA_DIST += program/convert/README
libprotocol_a_SOURCES += \
	program/convert/convert.c \
	program/convert/convert.h \
	program/convert/file_errors.c \
	program/convert/file_errors.h \
	program/convert/picture.c \
	program/convert/picture.h \
	program/convert/progress_line.c \
	program/convert/progress_line.h \
	program/convert/winning_line.c
