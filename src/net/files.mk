EXTRA_DIST += src/net/README
libcore_a_SOURCES += \
	src/net/heads.c \
	src/net/heads.h \
	src/net/lc0_outputs.c \
	src/net/lc0_parts.h \
	src/net/lc0_steps.c \
	src/net/net.c \
	src/net/net.h \
	src/net/net_parts.h \
	src/net/rate.c \
	src/net/workspace.c \
	src/net/workspace.h
