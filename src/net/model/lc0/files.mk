EXTRA_DIST += src/net/model/lc0/README
libcore_a_SOURCES += \
	src/net/model/lc0/body.c \
	src/net/model/lc0/encoder.c \
	src/net/model/lc0/heads.c \
	src/net/model/lc0/layer.c \
	src/net/model/lc0/layer.h \
	src/net/model/lc0/lc0.h \
	src/net/model/lc0/moves.c \
	src/net/model/lc0/moves.h \
	src/net/model/lc0/parts.h \
	src/net/model/lc0/read.c \
	src/net/model/lc0/wire.c \
	src/net/model/lc0/wire.h
