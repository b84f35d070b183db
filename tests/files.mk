if HAVE_CHECK
check_PROGRAMS += \
	tests/check_lead
tests_check_lead_LDADD = $(LDADD) -lm
endif
