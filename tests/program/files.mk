dist_check_SCRIPTS += \
	tests/program/analyze.sh \
	tests/program/bench.sh \
	tests/program/book.sh \
	tests/program/calls.sh \
	tests/program/cli.sh \
	tests/program/collection.sh \
	tests/program/completions.sh \
	tests/program/confined.sh \
	tests/program/convert.sh \
	tests/program/environment.sh \
	tests/program/faults.sh \
	tests/program/files.sh \
	tests/program/front.sh \
	tests/program/hostile.sh \
	tests/program/killed.sh \
	tests/program/large.sh \
	tests/program/load.sh \
	tests/program/match.sh \
	tests/program/memory.sh \
	tests/program/mistakes.sh \
	tests/program/mpi.sh \
	tests/program/names.sh \
	tests/program/network.sh \
	tests/program/presentation.sh \
	tests/program/problems.sh \
	tests/program/regret.sh \
	tests/program/resume.sh \
	tests/program/sandbox.sh \
	tests/program/scopes.sh \
	tests/program/shared.sh \
	tests/program/solve.sh \
	tests/program/stack.sh \
	tests/program/suite.sh \
	tests/program/terminal.sh \
	tests/program/tune.sh

if HAVE_CHECK
check_PROGRAMS += \
	tests/program/check_analyze \
	tests/program/check_sandbox \
	tests/program/check_sandbox_calls
tests_program_check_analyze_LDADD       = libprotocol.a $(LDADD)
tests_program_check_sandbox_LDADD       = libprotocol.a $(LDADD)
tests_program_check_sandbox_calls_LDADD = libprotocol.a $(LDADD)
if HAVE_WRAP
check_PROGRAMS += tests/program/check_starved
tests_program_check_starved_LDFLAGS = $(AM_LDFLAGS) $(STARVING)
tests_program_check_starved_LDADD   = libprotocol.a $(LDADD) $(LTDL_LIBS) $(EDIT_LIBS)
endif
endif

# A library for tests/program/faults.sh and environment.sh, which compile it.
EXTRA_DIST += \
	tests/program/bench.signature \
	tests/program/faulty.c
