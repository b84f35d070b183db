EXTRA_DIST += \
	tools/suite/README \
	tools/suite/coverage.sh \
	tools/suite/mutants.py

COVERAGE_TESTS =

# The lines and branches that the suite comes by, in a build of gcc's with counters in the folder
# coverage, from a copy of the sources.
coverage:
	@$(MKDIR_P) coverage
	$(MAKE) $(AM_MAKEFLAGS) -s distdir distdir='$(abs_builddir)/coverage/source'
	COVERAGE_TESTS='$(COVERAGE_TESTS)' MAKE='$(MAKE)' $(SHELL) $(srcdir)/tools/suite/coverage.sh
.PHONY: coverage
