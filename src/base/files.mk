EXTRA_DIST += src/base/README
libcore_a_SOURCES += \
	src/base/at.h \
	src/base/bytes.h \
	src/base/clock.c \
	src/base/clock.h \
	src/base/compiler.h \
	src/base/confine.h \
	src/base/draft.c \
	src/base/draft.h \
	src/base/file.c \
	src/base/file.h \
	src/base/folder.c \
	src/base/folder.h \
	src/base/fmath.c \
	src/base/fmath.h \
	src/base/interrupt.c \
	src/base/interrupt.h \
	src/base/memory.c \
	src/base/memory.h \
	src/base/processor.c \
	src/base/processor.h \
	src/base/range.h \
	src/base/system.h \
	src/base/text.c \
	src/base/text.h \
	src/base/thread.c \
	src/base/thread.h
if WINDOWS
libcore_a_SOURCES += \
	src/base/confine_windows.c \
	src/base/system_windows.c
else
libcore_a_SOURCES += \
	src/base/confine_posix.c \
	src/base/system_posix.c
endif
