dist_check_SCRIPTS += \
	tests/protocol/katago/query.sh

if HAVE_CHECK
check_PROGRAMS += \
	tests/protocol/katago/check_query
endif
