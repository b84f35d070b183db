EXTRA_DIST += program/picture/README
libprotocol_a_SOURCES += \
	program/picture/picture.c \
	program/picture/picture.h \
	program/picture/winning.c
