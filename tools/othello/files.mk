EXTRA_PROGRAMS += tools/othello/games
tools_othello_games_SOURCES = tools/othello/games.c tools/othello/sample.h
tools_othello_games_LDADD = libcore.a -lm

EXTRA_PROGRAMS += tools/othello/learn
tools_othello_learn_SOURCES = tools/othello/learn.c tools/othello/sample.h
tools_othello_learn_LDADD = libcore.a -lm
