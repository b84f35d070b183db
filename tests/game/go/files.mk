EXTRA_DIST += \
	tests/game/go/final_scores.txt \
	tests/game/go/status.txt

if HAVE_CHECK
check_PROGRAMS += \
	tests/game/go/check_end \
	tests/game/go/check_feature \
	tests/game/go/check_heavy \
	tests/game/go/check_ladder \
	tests/game/go/check_life \
	tests/game/go/check_metadata \
	tests/game/go/check_mixtures \
	tests/game/go/check_pattern \
	tests/game/go/check_planes \
	tests/game/go/check_playout \
	tests/game/go/check_rules \
	tests/game/go/check_score \
	tests/game/go/check_seki \
	tests/game/go/check_status \
	tests/game/go/check_twin \
	tests/game/go/check_weights
tests_libtests_a_SOURCES += \
	tests/game/go/diagram.c \
	tests/game/go/diagram.h \
	tests/game/go/referee.c \
	tests/game/go/referee.h \
	tests/game/go/twin.c \
	tests/game/go/twin.h
tests_game_go_check_weights_SOURCES = \
	tests/game/go/check_weights.c \
	tools/go/patterns/write.c \
	tools/go/patterns/write.h
tests_game_go_check_weights_LDADD = $(LDADD) -lm
endif
