dist_check_SCRIPTS += \
	tests/protocol/uci/uci.sh \
	tests/protocol/uci/uci_input.sh

EXTRA_DIST += \
	tests/protocol/uci/README \
	tests/protocol/uci/book.uci \
	tests/protocol/uci/chess960.uci \
	tests/protocol/uci/cutechess.uci \
	tests/protocol/uci/depth.uci \
	tests/protocol/uci/ends.uci \
	tests/protocol/uci/eval.uci \
	tests/protocol/uci/fishnet.uci \
	tests/protocol/uci/go.uci \
	tests/protocol/uci/input.uci \
	tests/protocol/uci/lines.uci \
	tests/protocol/uci/mcts.uci \
	tests/protocol/uci/memory.uci \
	tests/protocol/uci/options.uci \
	tests/protocol/uci/ponder.uci \
	tests/protocol/uci/position.uci \
	tests/protocol/uci/search.uci \
	tests/protocol/uci/start.uci \
	tests/protocol/uci/start_game.uci \
	tests/protocol/uci/start_go.uci \
	tests/protocol/uci/start_position.uci \
	tests/protocol/uci/stop.uci \
	tests/protocol/uci/variants.uci \
	tests/protocol/uci/weak.uci

if HAVE_CHECK
check_PROGRAMS += \
	tests/protocol/uci/check_move_stats
tests_protocol_uci_check_move_stats_SOURCES = \
	tests/protocol/uci/check_move_stats.c \
	tests/support/client.c \
	tests/support/client.h
endif
