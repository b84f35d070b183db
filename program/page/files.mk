EXTRA_DIST += program/page/README
libprotocol_a_SOURCES += \
	program/page/book_page.c \
	program/page/game_json.c \
	program/page/page.c \
	program/page/page.h

# The scripts and styles are compiled in: each file becomes a list of C strings, one per line.
PAGE_FILES = \
	program/page/board.js \
	program/page/book.js \
	program/page/curve.js \
	program/page/game.js \
	program/page/index.js \
	program/page/moves.js \
	program/page/page.css \
	program/page/page.js \
	program/page/problems.js \
	program/page/quiz.js \
	program/page/results.js \
	program/page/shared.css \
	program/page/tables.js
PAGE_LISTS = $(PAGE_FILES:=.inc)
EXTRA_DIST += $(PAGE_FILES)
CLEANFILES += $(PAGE_LISTS)
program/page/page.$(OBJEXT) program/page/book_page.$(OBJEXT) program/batch/collection_index.$(OBJEXT) program/problems/page.$(OBJEXT): $(PAGE_LISTS)
$(PAGE_LISTS): $(PAGE_FILES)
	$(AM_V_GEN)$(MKDIR_P) program/page && \
	sed -e 's/[\\"?]/\\&/g' -e 's/.*/"&",/' $(srcdir)/$(@:.inc=) >$@.tmp && mv $@.tmp $@
