if HAVE_CHECK
check_PROGRAMS += \
	tests/protocol/io/check_json
tests_protocol_io_check_json_LDADD = libprotocol.a $(LDADD)
endif
