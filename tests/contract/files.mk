EXTRA_DIST += \
	tests/contract/perft.txt

if HAVE_CHECK
check_PROGRAMS += \
	tests/contract/check_battery \
	tests/contract/check_diagram \
	tests/contract/check_perft \
	tests/contract/check_repetition
tests_libtests_a_SOURCES += \
	tests/contract/battery.c \
	tests/contract/battery.h
endif
