EXTRA_PROGRAMS += tools/go/foresee
tools_go_foresee_SOURCES = \
	tools/go/foresee.c \
	tools/go/records.h
tools_go_foresee_LDADD = libcore.a
