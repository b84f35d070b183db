EXTRA_DIST += src/net/model/README
libcore_a_SOURCES += \
	src/net/model/block_read.c \
	src/net/model/content.c \
	src/net/model/content.h \
	src/net/model/inflate.h \
	src/net/model/layer.c \
	src/net/model/model.c \
	src/net/model/model.h \
	src/net/model/model_read.c \
	src/net/model/reader.h \
	src/net/model/transformer_read.c
if WITHOUT_ZLIB
libcore_a_SOURCES += \
	src/net/model/inflate_none.c
else
libcore_a_SOURCES += \
	src/net/model/inflate_zlib.c
endif
