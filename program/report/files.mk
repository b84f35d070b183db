EXTRA_DIST += program/report/README
libprotocol_la_SOURCES += \
	program/report/analyze.c \
	program/report/analyze.h \
	program/report/analyze_judge.c \
	program/report/analyze_write.c \
	program/report/convert.c \
	program/report/convert.h \
	program/report/page.c \
	program/report/picture.c \
	program/report/picture.h
