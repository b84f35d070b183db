EXTRA_DIST += protocol/gomocup/README
libprotocol_a_SOURCES += \
	protocol/gomocup/board.c \
	protocol/gomocup/gomocup.c \
	protocol/gomocup/gomocup.h \
	protocol/gomocup/info.c \
	protocol/gomocup/loop.c \
	protocol/gomocup/think.c
