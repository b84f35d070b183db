EXTRA_DIST += \
	tools/gomoku/README \
	tools/gomoku/train.py

EXTRA_PROGRAMS += tools/gomoku/learn
tools_gomoku_learn_SOURCES = tools/gomoku/learn.c
tools_gomoku_learn_LDADD = libcore.a

EXTRA_PROGRAMS += tools/gomoku/games
tools_gomoku_games_SOURCES = tools/gomoku/games.c
tools_gomoku_games_LDADD = libcore.a
