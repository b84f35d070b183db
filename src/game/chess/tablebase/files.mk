EXTRA_DIST += src/game/chess/tablebase/README
libcore_a_SOURCES += \
	src/game/chess/tablebase/tablebase.h

if HAVE_FATHOM
libcore_a_SOURCES += \
	src/game/chess/tablebase/files.c \
	src/game/chess/tablebase/tablebase.c
endif
