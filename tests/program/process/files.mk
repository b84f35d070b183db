if HAVE_CHECK
check_PROGRAMS += \
	tests/program/process/check_process
tests_program_process_check_process_LDADD = libprotocol.a $(LDADD)
endif
