if HAVE_CHECK
check_PROGRAMS += \
	tests/net/check_lc0 \
	tests/net/check_lc0_file \
	tests/net/check_net \
	tests/net/check_net_file \
	tests/net/check_tiles
tests_libtests_a_SOURCES += \
	tests/net/lc0_direct.c \
	tests/net/lc0_direct.h \
	tests/net/net_direct.c \
	tests/net/net_direct.h
if HAVE_WRAP
check_PROGRAMS += tests/net/check_starved
tests_net_check_starved_LDFLAGS = $(AM_LDFLAGS) $(STARVING)
endif
endif
