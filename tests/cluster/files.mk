if HAVE_CHECK
check_PROGRAMS += \
	tests/cluster/check_cluster
tests_cluster_check_cluster_SOURCES = \
	tests/cluster/check_cluster.c \
	tools/cluster/wire.c \
	tools/cluster/wire.h
endif
