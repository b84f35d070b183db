EXTRA_DIST += protocol/io/README
libprotocol_a_SOURCES += \
	protocol/io/aliases.c \
	protocol/io/aliases.h \
	protocol/io/file.c \
	protocol/io/file.h \
	protocol/io/game_result.c \
	protocol/io/game_result.h \
	protocol/io/input.c \
	protocol/io/input.h \
	protocol/io/json.c \
	protocol/io/json.h \
	protocol/io/json_walk.c \
	protocol/io/json_walk.h \
	protocol/io/protocol.c \
	protocol/io/protocol.h \
	protocol/io/protocols.c \
	protocol/io/region.c \
	protocol/io/reply.c \
	protocol/io/reply.h \
	protocol/io/settings.c \
	protocol/io/settings.h \
	protocol/io/stream.h \
	protocol/io/suggestion.c \
	protocol/io/suggestion.h \
	protocol/io/typed.c \
	protocol/io/typed.h \
	protocol/io/words.c \
	protocol/io/words.h
if WINDOWS
libprotocol_a_SOURCES += \
	protocol/io/stream_windows.c
else
if WASM
libprotocol_a_SOURCES += \
	protocol/io/stream_wasm.c
else
libprotocol_a_SOURCES += \
	protocol/io/stream_posix.c
endif
endif
