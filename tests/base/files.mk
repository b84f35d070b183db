if HAVE_CHECK
check_PROGRAMS += \
	tests/base/check_base \
	tests/base/check_pages
endif
