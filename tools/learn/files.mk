EXTRA_DIST += \
	tools/learn/README \
	tools/learn/generation.py \
	tools/learn/learn.py \
	tools/learn/page.py \
	tools/learn/recipe.py \
	tools/learn/recipes/chess.ini \
	tools/learn/recipes/connect4.ini \
	tools/learn/recipes/go.ini \
	tools/learn/recipes/gomoku.ini \
	tools/learn/recipes/gomoku-lines.ini \
	tools/learn/recipes/hex.ini \
	tools/learn/recipes/othello.ini

# "make learn-GAME LEARN=FOLDER": builds the programs of the recipe, then runs it.
LEARNED = learn-chess learn-connect4 learn-go learn-gomoku learn-gomoku-lines learn-hex learn-othello
LEARN_FLAGS =
$(LEARNED): miai$(EXEEXT)
	@recipe=`echo $@ | sed 's/learn-//'` && test -n '$(LEARN)' || \
		{ echo "make $@ LEARN=FOLDER: where it is kept (tools/learn/README)" >&2; exit 1; } && \
	$(MAKE) $(AM_MAKEFLAGS) \
		`sed -n 's/^build *= *//p' $(srcdir)/tools/learn/recipes/$$recipe.ini` && \
	python3 $(srcdir)/tools/learn/learn.py $$recipe '$(LEARN)' $(LEARN_FLAGS)
.PHONY: $(LEARNED)
