EXTRA_DIST += \
	tools/wasm/README \
	tools/wasm/README.md \
	tools/wasm/build.sh \
	tools/wasm/miai.d.ts \
	tools/wasm/miai.js \
	tools/wasm/package.json.in

# The package goes into wasm/; built from a copy, where the sources are configured.
wasm:
	@$(MKDIR_P) wasm.build
	$(MAKE) $(AM_MAKEFLAGS) -s distdir distdir='$(abs_builddir)/wasm.build/source'
	MAKE='$(MAKE)' VERSION='$(VERSION)' $(SHELL) $(srcdir)/tools/wasm/build.sh wasm.build wasm
.PHONY: wasm
