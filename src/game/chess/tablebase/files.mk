EXTRA_DIST += src/game/chess/tablebase/README
libcore_a_SOURCES += \
	src/game/chess/tablebase/codes.c \
	src/game/chess/tablebase/content.c \
	src/game/chess/tablebase/files.c \
	src/game/chess/tablebase/header.c \
	src/game/chess/tablebase/index.c \
	src/game/chess/tablebase/pairs.c \
	src/game/chess/tablebase/probe.c \
	src/game/chess/tablebase/syzygy.h \
	src/game/chess/tablebase/tablebase.c \
	src/game/chess/tablebase/tablebase.h
