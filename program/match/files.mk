EXTRA_DIST += program/match/README
libprotocol_a_SOURCES += \
	program/match/arguments.c \
	program/match/arguments.h \
	program/match/game.c \
	program/match/game.h \
	program/match/match.c \
	program/match/match.h \
	program/match/odds.c \
	program/match/odds.h \
	program/match/opening.c \
	program/match/opening.h \
	program/match/plan.c \
	program/match/plan.h \
	program/match/player.c \
	program/match/player.h \
	program/match/player_gomocup.c \
	program/match/player_gtp.c \
	program/match/player_process.c \
	program/match/player_uci.c \
	program/match/print.c \
	program/match/print.h \
	program/match/record.c \
	program/match/record.h \
	program/match/table.c \
	program/match/table.h \
	program/match/tune.c \
	program/match/tune.h
