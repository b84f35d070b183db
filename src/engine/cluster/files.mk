EXTRA_DIST += src/engine/cluster/README
libcore_a_SOURCES += \
	src/engine/cluster/call.c \
	src/engine/cluster/call.h \
	src/engine/cluster/ranks.c \
	src/engine/cluster/ranks.h
