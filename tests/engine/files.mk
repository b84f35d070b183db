if HAVE_CHECK
check_PROGRAMS += \
	tests/engine/check_add_game \
	tests/engine/check_aim \
	tests/engine/check_branches \
	tests/engine/check_cache \
	tests/engine/check_cache_exchange \
	tests/engine/check_ceilings \
	tests/engine/check_engine \
	tests/engine/check_guided_chess \
	tests/engine/check_human \
	tests/engine/check_learned \
	tests/engine/check_levels_end \
	tests/engine/check_limits \
	tests/engine/check_long_life \
	tests/engine/check_means \
	tests/engine/check_network \
	tests/engine/check_network_input \
	tests/engine/check_network_priors \
	tests/engine/check_network_search \
	tests/engine/check_odd_rules \
	tests/engine/check_options \
	tests/engine/check_ranks \
	tests/engine/check_scoring \
	tests/engine/check_search \
	tests/engine/check_solved \
	tests/engine/check_strength \
	tests/engine/check_tablebase \
	tests/engine/check_walks
if HAVE_WRAP
check_PROGRAMS += \
	tests/engine/check_late_memory \
	tests/engine/check_memory
tests_engine_check_late_memory_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=mi_pages_alloc,--wrap=mi_clock
tests_engine_check_memory_LDFLAGS = $(AM_LDFLAGS) $(STARVING)
endif
tests_libtests_a_SOURCES += \
	tests/engine/network_fixture.c \
	tests/engine/network_fixture.h
tests_engine_check_branches_LDADD = $(LDADD) -lm
tests_engine_check_human_LDADD = $(LDADD) -lm
tests_engine_check_walks_LDADD = $(LDADD) -lm
tests_engine_check_ranks_SOURCES = \
	tests/engine/check_ranks.c \
	tools/cluster/wire.c \
	tools/cluster/wire.h
endif
