EXTRA_DIST += \
	tools/gomoku/README \
	tools/gomoku/train.py

EXTRA_PROGRAMS += tools/gomoku/learn
tools_gomoku_learn_SOURCES = tools/gomoku/learn.c
tools_gomoku_learn_LDADD = libcore.a

EXTRA_PROGRAMS += tools/gomoku/games
tools_gomoku_games_SOURCES = \
	tools/gomoku/games.c \
	tools/gomoku/selfplay.c \
	tools/gomoku/selfplay.h
tools_gomoku_games_LDADD = libcore.a

EXTRA_PROGRAMS += tools/gomoku/leaves
tools_gomoku_leaves_SOURCES = \
	tools/gomoku/leaf.h \
	tools/gomoku/leaves.c \
	tools/gomoku/selfplay.c \
	tools/gomoku/selfplay.h
tools_gomoku_leaves_LDADD = libcore.a -lm

EXTRA_PROGRAMS += tools/gomoku/distil
tools_gomoku_distil_SOURCES = \
	tools/gomoku/distil.c \
	tools/gomoku/leaf.h \
	tools/gomoku/lesson.c \
	tools/gomoku/positions.c \
	tools/gomoku/positions.h \
	tools/gomoku/selfplay.h \
	tools/gomoku/student.c \
	tools/gomoku/student.h \
	tools/gomoku/student_file.c
tools_gomoku_distil_LDADD = libcore.a -lm
