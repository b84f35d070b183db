EXTRA_DIST += program/match/README
libprotocol_la_SOURCES += \
	program/match/arguments.c \
	program/match/game.c \
	program/match/match.c \
	program/match/match.h \
	program/match/odds.c \
	program/match/odds.h \
	program/match/opening.c \
	program/match/opening.h \
	program/match/player.c \
	program/match/player.h \
	program/match/player_gomocup.c \
	program/match/player_gtp.c \
	program/match/player_process.c \
	program/match/player_uci.c \
	program/match/print.c \
	program/match/process.c \
	program/match/process.h \
	program/match/record.c \
	program/match/table.c
