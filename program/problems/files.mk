EXTRA_DIST += program/problems/README
libprotocol_a_SOURCES += \
	program/problems/ask.c \
	program/problems/collection.c \
	program/problems/compare.c \
	program/problems/diagram.c \
	program/problems/life.c \
	program/problems/make.c \
	program/problems/page.c \
	program/problems/problem.h \
	program/problems/problems.c \
	program/problems/problems.h \
	program/problems/schedule.c
