EXTRA_DIST += src/game/gomoku/threat/README
libcore_a_SOURCES += \
	src/game/gomoku/threat/find.c \
	src/game/gomoku/threat/find.h \
	src/game/gomoku/threat/rows.c \
	src/game/gomoku/threat/rows.h \
	src/game/gomoku/threat/threats.c \
	src/game/gomoku/threat/threats.h \
	src/game/gomoku/threat/vcf.c \
	src/game/gomoku/threat/vcf.h \
	src/game/gomoku/threat/win.c \
	src/game/gomoku/threat/win.h \
	src/game/gomoku/threat/zone.h
