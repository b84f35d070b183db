EXTRA_DIST += \
	tools/go/patterns/README

EXTRA_PROGRAMS += tools/go/patterns/learn
tools_go_patterns_learn_SOURCES = \
	tools/go/patterns/games.c \
	tools/go/patterns/games.h \
	tools/go/patterns/harvest.c \
	tools/go/patterns/harvest.h \
	tools/go/patterns/learn.c \
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
tools_go_patterns_learn_LDADD = libcore.a -lm

# make learn RECORDS=FILE: the weights of Go anew, from records of games, plain or compressed.
RECORDS =
LEARN_OPTIONS =
CLEANFILES += learn-games.tmp
learn: tools/go/patterns/learn$(EXEEXT)
	@test -r '$(RECORDS)' || { echo 'make learn RECORDS=FILE: games to learn from' \
		'(tools/go/patterns/README)' >&2; exit 1; }
	case '$(RECORDS)' in *.xz) xz -dc ;; *.gz) gzip -dc ;; *) cat ;; esac \
		<'$(RECORDS)' >learn-games.tmp
	tools/go/patterns/learn$(EXEEXT) out=$(srcdir)/data/go_weights.bin $(LEARN_OPTIONS) \
		<learn-games.tmp
	rm learn-games.tmp
.PHONY: learn
