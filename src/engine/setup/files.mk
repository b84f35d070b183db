EXTRA_DIST += src/engine/setup/README
libcore_a_SOURCES += \
	src/engine/setup/book_file.c \
	src/engine/setup/book_file.h \
	src/engine/setup/client.c \
	src/engine/setup/client.h \
	src/engine/setup/human_network.c \
	src/engine/setup/human_network.h \
	src/engine/setup/level.c \
	src/engine/setup/level.h \
	src/engine/setup/network_file.c \
	src/engine/setup/network_file.h \
	src/engine/setup/network_load.c \
	src/engine/setup/network_load.h \
	src/engine/setup/network_output.c \
	src/engine/setup/network_output.h \
	src/engine/setup/option_access.c \
	src/engine/setup/option_access.h \
	src/engine/setup/options.c \
	src/engine/setup/scope.c \
	src/engine/setup/set_option.c \
	src/engine/setup/settings.c \
	src/engine/setup/settings.h \
	src/engine/setup/setup.c \
	src/engine/setup/setup.h \
	src/engine/setup/tablebase_file.c \
	src/engine/setup/tablebase_file.h \
	src/engine/setup/tuning_options.c \
	src/engine/setup/tuning_options.h
