EXTRA_DIST += src/search/proof/README
libcore_a_SOURCES += \
	src/search/proof/proof.c \
	src/search/proof/proof.h \
	src/search/proof/solve.c \
	src/search/proof/table.c \
	src/search/proof/table.h
