if HAVE_CHECK
check_PROGRAMS += \
	tests/program/match/check_odds
tests_program_match_check_odds_LDADD = libprotocol.a $(LDADD)
endif
