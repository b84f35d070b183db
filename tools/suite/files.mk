EXTRA_DIST += \
	tools/suite/README \
	tools/suite/coverage.sh \
	tools/suite/mutants.py

COVERAGE_TESTS =

# Line and branch coverage of the test suite: builds a copy of the sources with gcc's counters in the
# folder coverage.
coverage:
	@$(MKDIR_P) coverage
	$(MAKE) $(AM_MAKEFLAGS) -s distdir distdir='$(abs_builddir)/coverage/source'
	COVERAGE_TESTS='$(COVERAGE_TESTS)' MAKE='$(MAKE)' $(SHELL) $(srcdir)/tools/suite/coverage.sh
.PHONY: coverage
