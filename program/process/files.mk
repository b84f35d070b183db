EXTRA_DIST += program/process/README
libprotocol_a_SOURCES += \
	program/process/child.h \
	program/process/process.c \
	program/process/process.h
if WINDOWS
libprotocol_a_SOURCES += \
	program/process/child_windows.c
else
if WASM
libprotocol_a_SOURCES += \
	program/process/child_wasm.c
else
libprotocol_a_SOURCES += \
	program/process/child_posix.c
endif
endif
