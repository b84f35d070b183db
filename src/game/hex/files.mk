EXTRA_DIST += src/game/hex/README
libcore_a_SOURCES += \
	src/game/hex/board.c \
	src/game/hex/candidates.c \
	src/game/hex/connect.c \
	src/game/hex/eval.c \
	src/game/hex/feature.c \
	src/game/hex/feature.h \
	src/game/hex/fill.c \
	src/game/hex/hex.c \
	src/game/hex/join.c \
	src/game/hex/knowledge.h \
	src/game/hex/links.c \
	src/game/hex/links.h \
	src/game/hex/links_store.c \
	src/game/hex/links_store.h \
	src/game/hex/mustplay.c \
	src/game/hex/network.c \
	src/game/hex/playout.c \
	src/game/hex/position.h \
	src/game/hex/presentation.c \
	src/game/hex/priors.c \
	src/game/hex/text.c \
	src/game/hex/weights.c
