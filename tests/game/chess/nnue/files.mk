if HAVE_CHECK
check_PROGRAMS += \
	tests/game/chess/nnue/check_engine \
	tests/game/chess/nnue/check_file \
	tests/game/chess/nnue/check_halfka \
	tests/game/chess/nnue/check_numbers
NNUE_IMAGE = \
	tests/game/chess/nnue/image.c \
	tests/game/chess/nnue/image.h \
	tests/game/chess/nnue/positions.h
NNUE_DEFINITION = \
	tests/game/chess/nnue/definition.c \
	tests/game/chess/nnue/definition.h
tests_game_chess_nnue_check_engine_SOURCES = \
	$(NNUE_IMAGE) \
	$(NNUE_DEFINITION) \
	tests/game/chess/nnue/check_engine.c
tests_game_chess_nnue_check_file_SOURCES = \
	$(NNUE_IMAGE) \
	tests/game/chess/nnue/check_file.c
tests_game_chess_nnue_check_halfka_SOURCES = \
	tests/game/chess/nnue/check_halfka.c
tests_game_chess_nnue_check_numbers_SOURCES = \
	$(NNUE_IMAGE) \
	$(NNUE_DEFINITION) \
	tests/game/chess/nnue/check_numbers.c
endif
