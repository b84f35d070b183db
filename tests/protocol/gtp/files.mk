dist_check_SCRIPTS += \
	tests/protocol/gtp/gtp.sh \
	tests/protocol/gtp/gtp_input.sh

EXTRA_DIST += \
	tests/protocol/gtp/README \
	tests/protocol/gtp/admin.gtp \
	tests/protocol/gtp/alphabeta.gtp \
	tests/protocol/gtp/board.gtp \
	tests/protocol/gtp/broken.sgf \
	tests/protocol/gtp/client/cgos.gtp \
	tests/protocol/gtp/client/gogui.gtp \
	tests/protocol/gtp/client/gogui_confined.gtp \
	tests/protocol/gtp/client/gogui_letters.gtp \
	tests/protocol/gtp/client/gtp2ogs.gtp \
	tests/protocol/gtp/client/katrain.gtp \
	tests/protocol/gtp/client/lizzie.gtp \
	tests/protocol/gtp/client/lizzieyzy.gtp \
	tests/protocol/gtp/client/q5go.gtp \
	tests/protocol/gtp/client/sabaki.gtp \
	tests/protocol/gtp/early.gtp \
	tests/protocol/gtp/encore.gtp \
	tests/protocol/gtp/end.gtp \
	tests/protocol/gtp/ended.gtp \
	tests/protocol/gtp/game.sgf \
	tests/protocol/gtp/games.gtp \
	tests/protocol/gtp/handicap.gtp \
	tests/protocol/gtp/hex.gtp \
	tests/protocol/gtp/illegal.sgf \
	tests/protocol/gtp/komi.sgf \
	tests/protocol/gtp/lenient.sgf \
	tests/protocol/gtp/lines.gtp \
	tests/protocol/gtp/network.gtp \
	tests/protocol/gtp/pv.gtp \
	tests/protocol/gtp/record.gtp \
	tests/protocol/gtp/rules.gtp \
	tests/protocol/gtp/score.gtp \
	tests/protocol/gtp/search.gtp \
	tests/protocol/gtp/search_auto.gtp \
	tests/protocol/gtp/setup.sgf \
	tests/protocol/gtp/sgf.gtp \
	tests/protocol/gtp/shown.gtp \
	tests/protocol/gtp/status.gtp \
	tests/protocol/gtp/swap2.gtp \
	tests/protocol/gtp/time.gtp \
	tests/protocol/gtp/tree.gtp \
	tests/protocol/gtp/tsumego.gtp \
	tests/protocol/gtp/wrong.gtp

if HAVE_CHECK
check_PROGRAMS += \
	tests/protocol/gtp/check_analysis
tests_protocol_gtp_check_analysis_SOURCES = \
	tests/protocol/gtp/check_analysis.c \
	tests/support/client.c \
	tests/support/client.h
endif
