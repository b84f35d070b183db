# The files that are built into the program (src/embedded), as NAME:FILE.
EMBEDDED = \
	chess:chess.nnue \
	connect4:connect4.bin.gz \
	go:go.bin.gz \
	go_levels:go_levels.bin.gz \
	go_weights:go_weights.bin \
	gomoku:gomoku.net \
	gomoku_planes:gomoku.bin.gz \
	hex:hex.bin.gz \
	othello:othello.bin \
	othello_book:othello.book

EMBEDDED_FILES = \
	data/chess.nnue \
	data/connect4.bin.gz \
	data/go.bin.gz \
	data/go_levels.bin.gz \
	data/go_weights.bin \
	data/gomoku.bin.gz \
	data/gomoku.net \
	data/hex.bin.gz \
	data/othello.bin \
	data/othello.book

EXTRA_DIST += $(EMBEDDED_FILES)
CLEANFILES += data/embedded.inc data/embedded_strings.inc

# Without zlib, compressed files are decompressed here; the assembler finds them before those of the
# sources.
if WITHOUT_ZLIB
UNPACK_EMBEDDED = case $$file in \
	*.gz) gzip -dc $(srcdir)/data/$$file >data/$${file%.gz} || exit 1; \
		file=$${file%.gz} folder=. ;; \
	esac;
CLEANFILES += \
	data/connect4.bin \
	data/go.bin \
	data/go_levels.bin \
	data/gomoku.bin \
	data/hex.bin
endif

# Runs a command for each file, with its name, file and folder.
EACH_EMBEDDED = $(MKDIR_P) data && for pair in $(EMBEDDED); do \
	name=$${pair%%:*} file=$${pair\#*:} folder=$(srcdir); $(UNPACK_EMBEDDED)

data/embedded.inc: $(EMBEDDED_FILES) data/files.mk
	$(AM_V_GEN)$(EACH_EMBEDDED) \
		echo "MI_EMBED($$name, \"data/$$file\", $$(($$(wc -c <$$folder/data/$$file))))"; \
	done >$@.tmp && mv $@.tmp $@

# C strings from the output of od.
data/embedded_strings.inc: data/embedded.inc
	$(AM_V_GEN)$(EACH_EMBEDDED) \
		echo "const unsigned char mi_embedded_$$name[] ="; \
		od -An -v -to1 $$folder/data/$$file | sed 's/ *$$//; s/  */\\/g; s/.*/"&"/'; \
		echo ';'; \
	done >$@.tmp && mv $@.tmp $@

# Each file that includes src/embedded/embedded.h.
EMBEDDED_USERS = \
	$(libembedded_a_OBJECTS) \
	src/engine/network/network.$(OBJEXT) \
	src/game/chess/nnue/file.$(OBJEXT) \
	src/game/connect4/network.$(OBJEXT) \
	src/game/go/network/network.$(OBJEXT) \
	src/game/go/policy/weights.$(OBJEXT) \
	src/game/gomoku/network/file.$(OBJEXT) \
	src/game/gomoku/planes.$(OBJEXT) \
	src/game/hex/network.$(OBJEXT) \
	src/game/othello/othello.$(OBJEXT) \
	src/game/othello/weights.$(OBJEXT)
$(EMBEDDED_USERS): data/embedded.inc
if EMBED_BY_ASSEMBLER
$(libembedded_a_OBJECTS): $(EMBEDDED_FILES)
else
if !EMBED_BY_PAGE
$(libembedded_a_OBJECTS): data/embedded_strings.inc
endif
endif
