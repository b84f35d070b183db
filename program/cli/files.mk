EXTRA_DIST += program/cli/README
libprotocol_a_SOURCES += \
	program/cli/actions.c \
	program/cli/arguments.c \
	program/cli/cli.c \
	program/cli/cli.h \
	program/cli/games.c \
	program/cli/games.h \
	program/cli/module.c \
	program/cli/print.c \
	program/cli/program.c \
	program/cli/sandbox.c \
	program/cli/sandbox.h \
	program/cli/sandbox_filter.c \
	program/cli/sandbox_filter.h
