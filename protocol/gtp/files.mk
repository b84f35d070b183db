EXTRA_DIST += protocol/gtp/README
libprotocol_a_SOURCES += \
	protocol/gtp/admin.c \
	protocol/gtp/analysis.c \
	protocol/gtp/analysis.h \
	protocol/gtp/analysis_read.c \
	protocol/gtp/analyze.c \
	protocol/gtp/board.c \
	protocol/gtp/command.c \
	protocol/gtp/cuts.c \
	protocol/gtp/end.c \
	protocol/gtp/gogui.c \
	protocol/gtp/gogui_rules.c \
	protocol/gtp/gogui_show.c \
	protocol/gtp/gomill.c \
	protocol/gtp/gtp.h \
	protocol/gtp/hexgui.c \
	protocol/gtp/kata.c \
	protocol/gtp/kgs.c \
	protocol/gtp/letters.c \
	protocol/gtp/look.c \
	protocol/gtp/loop.c \
	protocol/gtp/miai.c \
	protocol/gtp/network.c \
	protocol/gtp/picture.c \
	protocol/gtp/play.c \
	protocol/gtp/reply.c \
	protocol/gtp/time.c \
	protocol/gtp/tree.c
