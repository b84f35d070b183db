EXTRA_DIST += program/regret/README
libprotocol_a_SOURCES += \
	program/regret/arguments.c \
	program/regret/positions.c \
	program/regret/print.c \
	program/regret/regret.c \
	program/regret/regret.h \
	program/regret/solve.c \
	program/regret/svg.c
