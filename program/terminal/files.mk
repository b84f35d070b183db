EXTRA_DIST += program/terminal/README
libprotocol_a_SOURCES += \
	program/terminal/board.c \
	program/terminal/command.c \
	program/terminal/edit.c \
	program/terminal/edit.h \
	program/terminal/file.c \
	program/terminal/heads.c \
	program/terminal/help.c \
	program/terminal/hint.c \
	program/terminal/judge.c \
	program/terminal/line.c \
	program/terminal/problem.c \
	program/terminal/say.c \
	program/terminal/score.c \
	program/terminal/set.c \
	program/terminal/status.c \
	program/terminal/terminal.c \
	program/terminal/terminal.h \
	program/terminal/think.c \
	program/terminal/travel.c
