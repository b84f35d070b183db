if HAVE_CHECK
check_PROGRAMS += \
	tests/game/gomoku/check_network \
	tests/game/gomoku/check_planes \
	tests/game/gomoku/check_rules \
	tests/game/gomoku/check_threats \
	tests/game/gomoku/check_win
endif
