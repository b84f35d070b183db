if HAVE_CHECK
check_PROGRAMS += \
	tests/game/gomoku/network/check_engine \
	tests/game/gomoku/network/check_file \
	tests/game/gomoku/network/check_numbers
GOMOKU_IMAGE = \
	tests/game/gomoku/network/image.c \
	tests/game/gomoku/network/image.h
GOMOKU_POSITIONS = \
	tests/game/gomoku/network/positions.c \
	tests/game/gomoku/network/positions.h
tests_game_gomoku_network_check_engine_SOURCES = \
	$(GOMOKU_IMAGE) \
	tests/game/gomoku/network/check_engine.c
tests_game_gomoku_network_check_file_SOURCES = \
	$(GOMOKU_IMAGE) \
	$(GOMOKU_POSITIONS) \
	tests/game/gomoku/network/check_file.c
tests_game_gomoku_network_check_numbers_SOURCES = \
	$(GOMOKU_IMAGE) \
	$(GOMOKU_POSITIONS) \
	tests/game/gomoku/network/check_numbers.c \
	tests/game/gomoku/network/definition.c \
	tests/game/gomoku/network/definition.h
endif
