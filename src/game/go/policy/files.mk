EXTRA_DIST += src/game/go/policy/README
libcore_a_SOURCES += \
	src/game/go/policy/feature.c \
	src/game/go/policy/feature.h \
	src/game/go/policy/feature_checksum.c \
	src/game/go/policy/feature_checksum.h \
	src/game/go/policy/heavy.c \
	src/game/go/policy/pattern.c \
	src/game/go/policy/pattern.h \
	src/game/go/policy/playout.c \
	src/game/go/policy/priors.c \
	src/game/go/policy/weights.c \
	src/game/go/policy/weights.h \
	src/game/go/policy/weights_file.h
