if HAVE_CHECK
check_PROGRAMS += \
	tests/search/proof/check_solve
endif
