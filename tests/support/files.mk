EXTRA_DIST += \
	tests/support/common.sh \
	tests/support/ranks.sh

# For a program whose allocations starve.c makes fail.
STARVING = -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=strdup

if HAVE_CHECK
tests_libtests_a_SOURCES += \
	tests/support/eval_file.c \
	tests/support/eval_file.h \
	tests/support/fixture.c \
	tests/support/fixture.h \
	tests/support/graph_game.c \
	tests/support/graph_game.h \
	tests/support/json.c \
	tests/support/json.h \
	tests/support/lc0_file.c \
	tests/support/lc0_file.h \
	tests/support/net_file.c \
	tests/support/net_file.h \
	tests/support/orders.c \
	tests/support/orders.h \
	tests/support/other_search.c \
	tests/support/other_search.h \
	tests/support/planes.c \
	tests/support/planes.h \
	tests/support/plates_game.c \
	tests/support/plates_game.h \
	tests/support/records.c \
	tests/support/records.h \
	tests/support/situation.c \
	tests/support/situation.h \
	tests/support/starve.c \
	tests/support/starve.h \
	tests/support/suite.c \
	tests/support/suite.h \
	tests/support/text_file.c \
	tests/support/text_file.h \
	tests/support/toy_games.c \
	tests/support/toy_games.h
endif
