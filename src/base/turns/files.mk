EXTRA_DIST += src/base/turns/README
if WASM
libcore_a_SOURCES += \
	src/base/turns/turns.c \
	src/base/turns/turns.h
else
EXTRA_DIST += \
	src/base/turns/turns.c \
	src/base/turns/turns.h
endif
