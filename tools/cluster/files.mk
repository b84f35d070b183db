EXTRA_DIST += \
	tools/cluster/README

EXTRA_PROGRAMS += tools/cluster/simulate
tools_cluster_simulate_SOURCES = \
	tools/cluster/simulate.c \
	tools/cluster/simulation.c \
	tools/cluster/simulation.h \
	tools/cluster/wire.c \
	tools/cluster/wire.h
tools_cluster_simulate_LDADD = libcore.a -lm
