if HAVE_CHECK
check_PROGRAMS += \
	tests/protocol/io/check_json \
	tests/protocol/io/check_reply
tests_protocol_io_check_json_LDADD  = libprotocol.a $(LDADD)
tests_protocol_io_check_reply_LDADD = libprotocol.a $(LDADD)
if HAVE_WRAP
check_PROGRAMS += tests/protocol/io/check_starved
tests_protocol_io_check_starved_LDADD = libprotocol.a $(LDADD)
tests_protocol_io_check_starved_LDFLAGS = $(AM_LDFLAGS) $(STARVING)
endif
endif
