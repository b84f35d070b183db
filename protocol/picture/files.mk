EXTRA_DIST += protocol/picture/README
libprotocol_a_SOURCES += \
	protocol/picture/chess_glyphs.c \
	protocol/picture/chess_glyphs.h \
	protocol/picture/png.c \
	protocol/picture/png.h
