EXTRA_DIST += \
	tools/chess/nnue/README \
	tools/chess/nnue/learn.py \
	tools/chess/nnue/run.sh

EXTRA_PROGRAMS += tools/chess/nnue/train
tools_chess_nnue_train_SOURCES = \
	tools/chess/nnue/adam.c \
	tools/chess/nnue/back.c \
	tools/chess/nnue/change.c \
	tools/chess/nnue/gather.c \
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
	tools/chess/nnue/order.c \
	tools/chess/nnue/parallel.c \
	tools/chess/nnue/play.c \
	tools/chess/nnue/record.c \
	tools/chess/nnue/samples.c \
	tools/chess/nnue/samples.h \
	tools/chess/nnue/scale.c \
	tools/chess/nnue/teacher.c \
	tools/chess/nnue/train.c \
	tools/chess/nnue/train.h \
	tools/chess/nnue/trees.c \
	tools/chess/nnue/unit.c
tools_chess_nnue_train_LDADD = libcore.a -lm
