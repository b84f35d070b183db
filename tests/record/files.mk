if HAVE_CHECK
check_PROGRAMS += \
	tests/record/check_broken \
	tests/record/check_convert \
	tests/record/check_game_record \
	tests/record/check_habits \
	tests/record/check_sgf
if HAVE_WRAP
check_PROGRAMS += tests/record/check_starved
tests_record_check_starved_LDFLAGS = $(AM_LDFLAGS) $(STARVING)
endif
endif
