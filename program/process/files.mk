EXTRA_DIST += program/process/README
libprotocol_la_SOURCES += \
	program/process/child.h \
	program/process/process.c \
	program/process/process.h
if WINDOWS
libprotocol_la_SOURCES += \
	program/process/child_windows.c
else
libprotocol_la_SOURCES += \
	program/process/child_posix.c
endif
