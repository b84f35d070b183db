EXTRA_DIST += src/base/shared/README
libcore_a_SOURCES += \
	src/base/shared/ledger.c \
	src/base/shared/ledger.h \
	src/base/shared/piece.c \
	src/base/shared/piece.h \
	src/base/shared/ranks.c \
	src/base/shared/ranks.h
