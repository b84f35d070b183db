EXTRA_DIST += program/command/README
libprotocol_a_SOURCES += \
	program/command/faults.c \
	program/command/faults.h \
	program/command/measure.c \
	program/command/measure.h \
	program/command/network.c \
	program/command/network.h \
	program/command/solve.c \
	program/command/solve.h \
	program/command/solve_outlook.c \
	program/command/solve_region.c \
	program/command/solve_state.c \
	program/command/suite.c \
	program/command/suite.h
