if HAVE_CHECK
check_PROGRAMS += \
	tests/search/alphabeta/check_alphabeta \
	tests/search/alphabeta/check_chess \
	tests/search/alphabeta/check_correction \
	tests/search/alphabeta/check_features \
	tests/search/alphabeta/check_limits \
	tests/search/alphabeta/check_node \
	tests/search/alphabeta/check_table \
	tests/search/alphabeta/check_table_exchange \
	tests/search/alphabeta/check_tuning
endif
