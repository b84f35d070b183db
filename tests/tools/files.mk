dist_check_SCRIPTS += \
	tests/tools/fishnet.sh \
	tests/tools/learn.sh \
	tests/tools/network_learn.sh \
	tests/tools/nnue_learn.sh
if HAVE_CHECK
check_PROGRAMS += \
	tests/tools/check_go_learn \
	tests/tools/check_gomoku_proof \
	tests/tools/check_gomoku_student \
	tests/tools/check_learn \
	tests/tools/check_nnue_train
tests_tools_check_nnue_train_SOURCES = \
	tests/tools/check_nnue_train.c \
	tools/chess/nnue/adam.c \
	tools/chess/nnue/back.c \
	tools/chess/nnue/change.c \
	tools/chess/nnue/gradient.c \
	tools/chess/nnue/gradient.h \
	tools/chess/nnue/head.c \
	tools/chess/nnue/label.c \
	tools/chess/nnue/lanes.h \
	tools/chess/nnue/learn.c \
	tools/chess/nnue/learn.h \
	tools/chess/nnue/mean.c \
	tools/chess/nnue/measure.c \
	tools/chess/nnue/model.c \
	tools/chess/nnue/model.h \
	tools/chess/nnue/network.c \
	tools/chess/nnue/network.h \
	tools/chess/nnue/parallel.c \
	tools/chess/nnue/record.c \
	tools/chess/nnue/samples.c \
	tools/chess/nnue/samples.h \
	tools/chess/nnue/train.h \
	tools/chess/nnue/unit.c
tests_tools_check_learn_SOURCES = \
	tests/tools/check_learn.c \
	tools/network/course.c \
	tools/network/course.h \
	tools/network/exact.c \
	tools/network/exact.h \
	tools/network/shard.c \
	tools/network/shard.h
tests_tools_check_go_learn_SOURCES = \
	tests/tools/check_go_learn.c \
	tools/go/patterns/games.c \
	tools/go/patterns/games.h \
	tools/go/patterns/harvest.c \
	tools/go/patterns/harvest.h \
	tools/go/patterns/locals.c \
	tools/go/patterns/locals.h \
	tools/go/patterns/recipe.c \
	tools/go/patterns/recipe.h \
	tools/go/patterns/samples.c \
	tools/go/patterns/samples.h \
	tools/go/patterns/shapes.c \
	tools/go/patterns/shapes.h \
	tools/go/patterns/softmax.c \
	tools/go/patterns/softmax.h \
	tools/go/patterns/write.c \
	tools/go/patterns/write.h \
	tools/go/records.h
tests_tools_check_go_learn_LDADD = $(LDADD) -lm
tests_tools_check_gomoku_proof_SOURCES = \
	tests/tools/check_gomoku_proof.c \
	tests/tools/gomoku_verify.c \
	$(PROVER_SOURCES)
tests_tools_check_gomoku_proof_LDADD = $(LDADD) -lm
tests_tools_check_gomoku_student_SOURCES = \
	tests/tools/check_gomoku_student.c \
	tools/gomoku/leaf.h \
	tools/gomoku/lesson.c \
	tools/gomoku/selfplay.h \
	tools/gomoku/student.c \
	tools/gomoku/student.h \
	tools/gomoku/student_file.c
tests_tools_check_gomoku_student_LDADD = $(LDADD) -lm
endif
