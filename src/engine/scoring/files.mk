EXTRA_DIST += src/engine/scoring/README
libcore_a_SOURCES += \
	src/engine/scoring/judge.c \
	src/engine/scoring/judge.h \
	src/engine/scoring/ownership.c \
	src/engine/scoring/ownership.h \
	src/engine/scoring/ownership_search.c \
	src/engine/scoring/ownership_search.h \
	src/engine/scoring/remove_dead.c \
	src/engine/scoring/remove_dead.h \
	src/engine/scoring/score.c \
	src/engine/scoring/score.h \
	src/engine/scoring/status.c \
	src/engine/scoring/status.h
