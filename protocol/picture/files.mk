EXTRA_DIST += protocol/picture/README
libprotocol_a_SOURCES += \
	protocol/picture/men.c \
	protocol/picture/men.h \
	protocol/picture/png.c \
	protocol/picture/png.h
