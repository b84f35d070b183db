EXTRA_DIST += src/engine/record/README
libcore_a_SOURCES += \
	src/engine/record/book.c \
	src/engine/record/convert.c \
	src/engine/record/game_record.c \
	src/engine/record/game_record.h \
	src/engine/record/head.c \
	src/engine/record/komi.c \
	src/engine/record/line.c \
	src/engine/record/notes.c \
	src/engine/record/read.c \
	src/engine/record/reading.c \
	src/engine/record/save.c \
	src/engine/record/write.c
