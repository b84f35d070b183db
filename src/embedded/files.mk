EXTRA_DIST += src/embedded/README
libcore_a_SOURCES += \
	src/embedded/embedded.h
# Not compiled like the rest, but linked with it.
libembedded_a_CFLAGS = $(AM_CFLAGS) $(EMBEDDED_CFLAGS)
EXTRA_LIBRARIES      = libembedded.a
if EMBED_BY_ASSEMBLER
libembedded_a_SOURCES = \
	src/embedded/embedded_assembler.c
else
if EMBED_BY_PAGE
libembedded_a_SOURCES = \
	src/embedded/embedded_page.c
else
libembedded_a_SOURCES = \
	src/embedded/embedded_compiler.c
endif
endif
libcore_a_LIBADD       = $(libembedded_a_OBJECTS)
libcore_a_DEPENDENCIES = $(libembedded_a_OBJECTS)
