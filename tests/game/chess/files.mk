EXTRA_DIST += \
	tests/game/chess/perft.txt

if HAVE_CHECK
check_PROGRAMS += \
	tests/game/chess/check_book \
	tests/game/chess/check_eval \
	tests/game/chess/check_kpk \
	tests/game/chess/check_perft \
	tests/game/chess/check_planes \
	tests/game/chess/check_rules \
	tests/game/chess/check_see \
	tests/game/chess/check_syzygy \
	tests/game/chess/check_tablebase \
	tests/game/chess/check_text
tests_game_chess_check_eval_SOURCES = \
	tests/game/chess/check_eval.c \
	tools/chess/tune/trace.c \
	tools/chess/tune/trace.h
endif
