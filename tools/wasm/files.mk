EXTRA_DIST += \
	tools/wasm/README \
	tools/wasm/README.md \
	tools/wasm/build.sh \
	tools/wasm/inflate.js \
	tools/wasm/miai.d.ts \
	tools/wasm/miai.js \
	tools/wasm/package.json.in

# Builds the package in wasm/ from a copy of the sources, because the originals are configured.
wasm:
	@$(MKDIR_P) wasm.build
	$(MAKE) $(AM_MAKEFLAGS) -s distdir distdir='$(abs_builddir)/wasm.build/source'
	MAKE='$(MAKE)' VERSION='$(VERSION)' $(SHELL) $(srcdir)/tools/wasm/build.sh wasm.build wasm
.PHONY: wasm

# The page and its files, for any file server.
WEB_FILES = \
	examples/web/engine.js \
	examples/web/findings.js \
	examples/web/gtp.js \
	examples/web/index.html \
	examples/web/load.js \
	examples/web/page.js \
	examples/web/play.js \
	examples/web/records.js \
	examples/web/review.js \
	examples/web/style.css \
	examples/web/sw.js \
	examples/web/tree.js \
	examples/web/view.js
# These also draw the pages of "miai analyze".
SHARED_WEB_FILES = \
	program/page/board.js \
	program/page/curve.js \
	program/page/moves.js \
	program/page/results.js \
	program/page/shared.css
EXTRA_DIST += $(WEB_FILES) examples/web/README

web:
	[ -f wasm/miai.js ] || $(MAKE) $(AM_MAKEFLAGS) wasm
	rm -rf web && $(MKDIR_P) web
	for file in $(WEB_FILES) $(SHARED_WEB_FILES); do cp $(srcdir)/$$file web || exit 1; done
	cp -R wasm/*.js wasm/data web
	for name in miai miai-threads; do \
		gzip -9 -n <wasm/$$name.wasm >web/$$name.wasm.gz || exit 1; \
	done
.PHONY: web
