dist_check_SCRIPTS += \
	tests/protocol/katago/query.sh

if HAVE_CHECK
check_PROGRAMS += \
	tests/protocol/katago/check_human \
	tests/protocol/katago/check_query
tests_protocol_katago_check_query_LDADD = libprotocol.a $(LDADD)
tests_protocol_katago_check_human_SOURCES = \
	tests/protocol/katago/check_human.c \
	tests/support/client.c \
	tests/support/client.h
tests_protocol_katago_check_query_SOURCES = \
	tests/protocol/katago/check_query.c \
	tests/support/client.c \
	tests/support/client.h
endif
