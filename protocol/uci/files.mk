EXTRA_DIST += protocol/uci/README
libprotocol_a_SOURCES += \
	protocol/uci/go.c \
	protocol/uci/loop.c \
	protocol/uci/move_stats.c \
	protocol/uci/option.c \
	protocol/uci/position.c \
	protocol/uci/reply.c \
	protocol/uci/search.c \
	protocol/uci/setoption.c \
	protocol/uci/uci.h \
	protocol/uci/variant.c \
	protocol/uci/wdl.c
