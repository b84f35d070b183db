if HAVE_CHECK
check_PROGRAMS += \
	tests/search/mcts/check_debug \
	tests/search/mcts/check_evaluator \
	tests/search/mcts/check_full_tree \
	tests/search/mcts/check_interleaving \
	tests/search/mcts/check_leaf \
	tests/search/mcts/check_limits \
	tests/search/mcts/check_mcts \
	tests/search/mcts/check_orders \
	tests/search/mcts/check_pool \
	tests/search/mcts/check_proofs \
	tests/search/mcts/check_puct \
	tests/search/mcts/check_repetition \
	tests/search/mcts/check_reuse \
	tests/search/mcts/check_tree \
	tests/search/mcts/check_tree_exchange \
	tests/search/mcts/check_widening
tests_libtests_a_SOURCES += \
	tests/search/mcts/fake_evaluator.c \
	tests/search/mcts/fake_evaluator.h \
	tests/search/mcts/mcts_fixture.c \
	tests/search/mcts/mcts_fixture.h
tests_search_mcts_check_debug_CPPFLAGS = $(AM_CPPFLAGS) -DMI_POOL_DEBUG
tests_search_mcts_check_debug_SOURCES = \
	src/search/mcts/tree/audit.c \
	src/search/mcts/tree/debug.c \
	src/search/mcts/tree/lease.c \
	src/search/mcts/tree/pool.c \
	src/search/mcts/tree/tree.c \
	src/search/mcts/tree/trim.c \
	tests/search/mcts/check_debug.c
tests_search_mcts_check_puct_LDADD = $(LDADD) -lm
endif
