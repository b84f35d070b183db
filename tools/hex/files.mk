EXTRA_DIST += \
	tools/hex/README

EXTRA_PROGRAMS += tools/hex/learn
tools_hex_learn_SOURCES = tools/hex/learn.c
tools_hex_learn_LDADD = libcore.a -lm
