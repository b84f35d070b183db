EXTRA_DIST += src/engine/result/README
libcore_a_SOURCES += \
	src/engine/result/analysis.c \
	src/engine/result/analysis.h \
	src/engine/result/branches.c \
	src/engine/result/cuts.c \
	src/engine/result/info.c \
	src/engine/result/info.h \
	src/engine/result/ownership.c
