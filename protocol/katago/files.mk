EXTRA_DIST += protocol/katago/README
libprotocol_a_SOURCES += \
	protocol/katago/answer.c \
	protocol/katago/loop.c \
	protocol/katago/models.c \
	protocol/katago/position.c \
	protocol/katago/query.h \
	protocol/katago/queue.c \
	protocol/katago/read.c \
	protocol/katago/report.c \
	protocol/katago/rules.c \
	protocol/katago/rules.h \
	protocol/katago/settings.c
