if HAVE_CHECK
check_PROGRAMS += \
	tests/search/common/check_known \
	tests/search/common/check_score \
	tests/search/common/check_time
endif
