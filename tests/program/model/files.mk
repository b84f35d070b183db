if HAVE_CHECK
check_PROGRAMS += \
	tests/program/model/check_model
tests_program_model_check_model_SOURCES = \
	tests/game/go/twin.c \
	tests/game/go/twin.h \
	tests/program/model/analysis.c \
	tests/program/model/check_model.c \
	tests/program/model/gomocup.c \
	tests/program/model/gtp.c \
	tests/program/model/gtp_refused.c \
	tests/program/model/gtp_search.c \
	tests/program/model/gtp_set_up.c \
	tests/program/model/lines.c \
	tests/program/model/model.c \
	tests/program/model/model.h \
	tests/program/model/plain.h \
	tests/program/model/plain_chess.c \
	tests/program/model/plain_fen.c \
	tests/program/model/plain_go.c \
	tests/program/model/plain_hex.c \
	tests/program/model/plain_line.c \
	tests/program/model/plain_othello.c \
	tests/program/model/plain_renju.c \
	tests/program/model/plain_rows.c \
	tests/program/model/plain_text.c \
	tests/program/model/talk.c \
	tests/program/model/talk.h \
	tests/program/model/uci.c
tests_program_model_check_model_LDADD = libprotocol.a $(LDADD)

# Dialogues beside the plain games for so long, by seeds from that one on.
MODEL_FIRST   = 1
MODEL_SECONDS = 3600
model: miai$(EXEEXT) tests/program/model/check_model$(EXEEXT)
	tests/program/model/check_model $(MODEL_FIRST) 100000000 $(MODEL_SECONDS)
.PHONY: model
endif
