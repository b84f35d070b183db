EXTRA_DIST += src/cluster/README
libcore_a_SOURCES += \
	src/cluster/cluster.c \
	src/cluster/cluster.h \
	src/cluster/link.h \
	src/cluster/message.c \
	src/cluster/message.h \
	src/cluster/messenger.c \
	src/cluster/messenger.h \
	src/cluster/mpi_link.c \
	src/cluster/mpi_link.h
