dist_check_SCRIPTS += \
	tests/protocol/katago/query.sh
