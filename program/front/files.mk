EXTRA_DIST += program/front/README
libprotocol_a_SOURCES += \
	program/front/front.c \
	program/front/front.h \
	program/front/line.c \
	program/front/worker.c
