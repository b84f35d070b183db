EXTRA_DIST += src/engine/think/README
libcore_a_SOURCES += \
	src/engine/think/appraise.c \
	src/engine/think/appraise.h \
	src/engine/think/bench.c \
	src/engine/think/book.c \
	src/engine/think/book.h \
	src/engine/think/draw.c \
	src/engine/think/draw.h \
	src/engine/think/draw_level.c \
	src/engine/think/draw_offer.c \
	src/engine/think/find_win.c \
	src/engine/think/find_win.h \
	src/engine/think/follow.c \
	src/engine/think/genmove.c \
	src/engine/think/handicap.c \
	src/engine/think/pass.c \
	src/engine/think/pass.h \
	src/engine/think/perft.c \
	src/engine/think/resign.c \
	src/engine/think/solve.c \
	src/engine/think/solve_region.c \
	src/engine/think/stones.c \
	src/engine/think/tablebase.c \
	src/engine/think/tablebase.h \
	src/engine/think/think.c \
	src/engine/think/think.h \
	src/engine/think/time_control.c \
	src/engine/think/weighted_choice.c \
	src/engine/think/weighted_choice.h
