EXTRA_DIST += program/analysis/README
libprotocol_a_SOURCES += \
	program/analysis/analysis.h \
	program/analysis/annotate.c \
	program/analysis/checkpoint.c \
	program/analysis/judge.c \
	program/analysis/move_stats.c \
	program/analysis/progress.c \
	program/analysis/read_games.c \
	program/analysis/search_findings.c
