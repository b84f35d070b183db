if HAVE_CHECK
check_PROGRAMS += \
	tests/game/othello/check_othello
endif
