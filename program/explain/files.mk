EXTRA_DIST += program/explain/README
libprotocol_a_SOURCES += \
	program/explain/board_facts.c \
	program/explain/compare_moves.c \
	program/explain/explain.c \
	program/explain/explain.h \
	program/explain/facts.h \
	program/explain/material.c \
	program/explain/owners.c \
	program/explain/quiet_move.c \
	program/explain/threats.c
