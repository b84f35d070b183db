EXTRA_DIST += program/report/README
libprotocol_a_SOURCES += \
	program/report/analyze.c \
	program/report/analyze.h \
	program/report/analyze_found.c \
	program/report/analyze_games.c \
	program/report/analyze_judge.c \
	program/report/analyze_part.c \
	program/report/analyze_result.c \
	program/report/analyze_tell.c \
	program/report/analyze_write.c \
	program/report/collection.c \
	program/report/collection.h \
	program/report/collection_files.c \
	program/report/collection_index.c \
	program/report/collection_table.c \
	program/report/complaints.c \
	program/report/complaints.h \
	program/report/convert.c \
	program/report/convert.h \
	program/report/live.c \
	program/report/live.h \
	program/report/page.c \
	program/report/page_game.c \
	program/report/sums.c \
	program/report/threats.c \
	program/report/why.c \
	program/report/why.h \
	program/report/why_board.c \
	program/report/why_facts.c \
	program/report/why_quiet.c

# What the page brings along becomes lists of strings in C, a line each.
PAGE_FILES = \
	program/report/board.js \
	program/report/curve.js \
	program/report/game.js \
	program/report/index.js \
	program/report/page.css \
	program/report/page.js \
	program/report/quiz.js \
	program/report/tables.js
PAGE_LISTS = $(PAGE_FILES:=.inc)
EXTRA_DIST += $(PAGE_FILES)
CLEANFILES += $(PAGE_LISTS)
program/report/page.$(OBJEXT) program/report/collection_index.$(OBJEXT): $(PAGE_LISTS)
$(PAGE_LISTS): $(PAGE_FILES)
	$(AM_V_GEN)$(MKDIR_P) program/report && \
	sed -e 's/[\\"?]/\\&/g' -e 's/.*/"&",/' $(srcdir)/$(@:.inc=) >$@.tmp && mv $@.tmp $@
