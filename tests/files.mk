if HAVE_CHECK
check_PROGRAMS += \
	tests/check_lead
endif
