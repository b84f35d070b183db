if HAVE_CHECK
check_PROGRAMS += \
	tests/game/go/tsumego/check_known \
	tests/game/go/tsumego/check_settled \
	tests/game/go/tsumego/check_tsumego
tests_game_go_tsumego_check_tsumego_SOURCES = \
	tests/game/go/tsumego/check_tsumego.c \
	tests/game/go/tsumego/exhaust.c \
	tests/game/go/tsumego/exhaust.h
endif
