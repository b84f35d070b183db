EXTRA_DIST += \
	tools/othello/recipe.sh

EXTRA_PROGRAMS += tools/othello/games
tools_othello_games_SOURCES = tools/othello/games.c
tools_othello_games_LDADD = libcore.a -lm

EXTRA_PROGRAMS += tools/othello/learn
tools_othello_learn_SOURCES = tools/othello/learn.c
tools_othello_learn_LDADD = libcore.a -lm
