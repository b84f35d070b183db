if HAVE_CHECK
check_PROGRAMS += \
	tests/record/check_game_record \
	tests/record/check_habits \
	tests/record/check_sgf
endif
