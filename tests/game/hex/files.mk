if HAVE_CHECK
check_PROGRAMS += \
	tests/game/hex/check_links \
	tests/game/hex/check_network \
	tests/game/hex/check_planes \
	tests/game/hex/check_rules
tests_libtests_a_SOURCES += \
	tests/game/hex/games.c \
	tests/game/hex/games.h
endif
