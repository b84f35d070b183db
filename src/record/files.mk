EXTRA_DIST += src/record/README
libcore_a_SOURCES += \
	src/record/charset.c \
	src/record/charset.h \
	src/record/epd.c \
	src/record/game_record.c \
	src/record/game_record.h \
	src/record/glyph.c \
	src/record/pgn.h \
	src/record/pgn_read.c \
	src/record/pgn_write.c \
	src/record/sgf.h \
	src/record/sgf_read.c \
	src/record/sgf_write.c \
	src/record/text.c
