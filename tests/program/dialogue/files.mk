if HAVE_CHECK
check_PROGRAMS += \
	tests/program/dialogue/check_dialogues
tests_program_dialogue_check_dialogues_SOURCES = \
	tests/program/dialogue/analysis.c \
	tests/program/dialogue/check_dialogues.c \
	tests/program/dialogue/draw.c \
	tests/program/dialogue/gomocup.c \
	tests/program/dialogue/gtp.c \
	tests/program/dialogue/hold.c \
	tests/program/dialogue/hold.h \
	tests/program/dialogue/judge.c \
	tests/program/dialogue/judge.h \
	tests/program/dialogue/judge_gtp.c \
	tests/program/dialogue/judge_lines.c \
	tests/program/dialogue/mutate.c \
	tests/program/dialogue/script.c \
	tests/program/dialogue/script.h \
	tests/program/dialogue/uci.c
tests_program_dialogue_check_dialogues_LDADD = libprotocol.a $(LDADD)
endif
