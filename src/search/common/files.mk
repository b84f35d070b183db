EXTRA_DIST += src/search/common/README
libcore_a_SOURCES += \
	src/search/common/choice.c \
	src/search/common/choice.h \
	src/search/common/estimate.c \
	src/search/common/estimate.h \
	src/search/common/known.c \
	src/search/common/known.h \
	src/search/common/limits.c \
	src/search/common/limits.h \
	src/search/common/path.c \
	src/search/common/path.h \
	src/search/common/peers.h \
	src/search/common/playout.c \
	src/search/common/score.c \
	src/search/common/score.h \
	src/search/common/search.h \
	src/search/common/territory.c \
	src/search/common/territory.h \
	src/search/common/time.c \
	src/search/common/time.h
