EXTRA_DIST += src/engine/network/README
libcore_a_SOURCES += \
	src/engine/network/answer.c \
	src/engine/network/cache.c \
	src/engine/network/cache_exchange.c \
	src/engine/network/evaluator.c \
	src/engine/network/input.c \
	src/engine/network/network.c \
	src/engine/network/network.h \
	src/engine/network/nn_evaluator.h
