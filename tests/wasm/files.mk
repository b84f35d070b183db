EXTRA_DIST += \
	tests/wasm/check.js \
	tests/wasm/inflate.js \
	tests/wasm/miai.sh \
	tests/wasm/page.js

# Tests the package that "make wasm" made, under Node.  With threads it runs all conversations.  Without
# threads only the scheduling differs, so only the conversations in which input ends a search are run.
SCRIPTS_OF_WASM = \
	tests/program/bench.sh \
	tests/protocol/gomocup/gomocup.sh \
	tests/protocol/gtp/gtp.sh \
	tests/protocol/uci/uci.sh
NODE = node

check-wasm:
	@command -v emcc >/dev/null 2>&1 || { echo 'SKIP: there is no emcc'; exit 0; }; \
	command -v $(NODE) >/dev/null 2>&1 || { echo 'SKIP: there is no $(NODE)'; exit 0; }; \
	[ -f wasm/miai.js ] || $(MAKE) $(AM_MAKEFLAGS) wasm || exit 1; \
	failed=0; \
	report() { \
		case $$1 in \
		0) echo "PASS: $$2" ;; \
		77) echo "SKIP: $$2" ;; \
		*) echo "FAIL: $$2"; cat wasm.log; failed=1 ;; \
		esac; \
	}; \
	$(NODE) $(srcdir)/tests/wasm/inflate.js $(srcdir) >wasm.log 2>&1; \
	report $$? tests/wasm/inflate.js; \
	signature=$$(./miai bench | sed -n 's/^signature[: ]*//p'); \
	try() { \
		threads=$$1 script=$$2; \
		shift 2; \
		NODE='$(NODE)' MIAI_THREADS=$$threads MIAI_WASM='$(abs_builddir)/wasm' \
			MIAI_SIGNATURE=$$signature MIAI=$(abs_srcdir)/tests/wasm/miai.sh \
			srcdir=$(srcdir) $(SHELL) $(srcdir)/$$script "$$@" >wasm.log 2>&1; \
		report $$? "$$script, threads: $$threads"; \
	}; \
	for script in $(SCRIPTS_OF_WASM); do \
		try yes $$script; \
	done; \
	try no tests/program/bench.sh; \
	try no tests/protocol/gomocup/gomocup.sh $(srcdir)/tests/protocol/gomocup/stop.gomocup; \
	try no tests/protocol/gtp/gtp.sh $(srcdir)/tests/protocol/gtp/client/katrain.gtp; \
	try no tests/protocol/uci/uci.sh $(srcdir)/tests/protocol/uci/stop.uci; \
	for threads in yes no; do \
		$(NODE) $(srcdir)/tests/wasm/check.js wasm $$threads >wasm.log 2>&1; \
		report $$? "tests/wasm/check.js, threads: $$threads"; \
	done; \
	exit $$failed
.PHONY: check-wasm

# The page that "make web" made, in Chromium, each game to its end: some minutes.
check-web: web
	@$(NODE) -e 'require("playwright-core")' 2>/dev/null || \
		{ echo 'SKIP: there is no playwright-core (npm) that $(NODE) finds'; exit 0; }; \
	$(NODE) $(srcdir)/tests/wasm/page.js web
.PHONY: check-web
