if HAVE_CHECK
check_PROGRAMS += \
	tests/base/check_base \
	tests/base/check_file \
	tests/base/shared/check_ledger \
	tests/base/shared/check_work_item \
	tests/base/check_pages \
	tests/base/check_pages_late
tests_base_check_pages_late_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=mmap,--wrap=munmap,--wrap=pthread_cond_broadcast
endif
