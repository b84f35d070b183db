if HAVE_CHECK
check_PROGRAMS += \
	tests/game/connect4/check_network \
	tests/game/connect4/check_planes \
	tests/game/connect4/check_rules
endif
