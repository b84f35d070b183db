EXTRA_DIST += \
	tools/network/README \
	tools/network/evaluate.py \
	tools/network/network.py \
	tools/network/shards.py \
	tools/network/train.py \
	tools/network/whole.py

EXTRA_PROGRAMS += tools/network/samples
tools_network_samples_SOURCES = \
	tools/network/course.c \
	tools/network/course.h \
	tools/network/exact.c \
	tools/network/exact.h \
	tools/network/judge.c \
	tools/network/judge.h \
	tools/network/samples.c \
	tools/network/shard.c \
	tools/network/shard.h \
	tools/network/think.c \
	tools/network/think.h
tools_network_samples_LDADD = libcore.a -lm

EXTRA_PROGRAMS += tools/network/netbench
tools_network_netbench_SOURCES = tools/network/netbench.c
tools_network_netbench_LDADD = libcore.a

EXTRA_PROGRAMS += tools/network/randomnet
tools_network_randomnet_SOURCES = tools/network/randomnet.c
tools_network_randomnet_LDADD = tests/libtests.a libcore.a $(CHECK_LIBS)
