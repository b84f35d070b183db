EXTRA_DIST += src/base/shared/README
libcore_a_SOURCES += \
	src/base/shared/ledger.c \
	src/base/shared/ledger.h \
	src/base/shared/ranks.c \
	src/base/shared/ranks.h \
	src/base/shared/work_item.c \
	src/base/shared/work_item.h
