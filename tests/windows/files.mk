EXTRA_DIST += \
	tests/windows/windows.sh \
	tests/windows/wine.sh

# Those of the scripts that need no more of the system than Wine has.
if WINDOWS
SCRIPTS_OF_WINDOWS = \
	tests/program/bench.sh \
	tests/protocol/gomocup/gomocup.sh \
	tests/protocol/gtp/gtp.sh \
	tests/protocol/uci/uci.sh \
	tests/windows/windows.sh
WINE = wine

EXTRA_PROGRAMS += tests/windows/control
tests_windows_control_SOURCES = tests/windows/control.c
tests_windows_control_LDADD   =

# A game as a module for miai --load.
tests/windows/nim.dll: examples/nim.c libcore.a
	$(AM_V_CCLD)$(CC) -I$(srcdir)/src $(AM_CFLAGS) $(CFLAGS) -shared -o $@ $(srcdir)/examples/nim.c \
		libcore.a -Wl,--exclude-libs,ALL
CLEANFILES += tests/windows/nim.dll

check-windows: miai$(EXEEXT) pbrain-miai$(EXEEXT) tests/windows/control$(EXEEXT) tests/windows/nim.dll
	@command -v $(WINE) >/dev/null 2>&1 || { echo 'SKIP: there is no $(WINE)'; exit 0; }; \
	failed=0; \
	for script in $(SCRIPTS_OF_WINDOWS); do \
		WINE='$(WINE)' MIAI=$(abs_srcdir)/tests/windows/wine.sh srcdir=$(srcdir) \
			$(SHELL) $(srcdir)/$$script >windows.log 2>&1; \
		case $$? in \
		0) echo "PASS: $$script" ;; \
		77) echo "SKIP: $$script" ;; \
		*) echo "FAIL: $$script"; cat windows.log; failed=1 ;; \
		esac; \
	done; \
	exit $$failed
.PHONY: check-windows
endif
