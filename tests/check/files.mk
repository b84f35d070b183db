if HAVE_CHECK
check_PROGRAMS += \
	tests/check/check_faults
tests_check_check_faults_SOURCES = \
	tests/check/check_faults.c \
	tests/check/planted.h \
	tests/check/planted_rules.c \
	tests/check/planted_texts.c
endif
