# Converts the networks of games to C strings, which a compiler reads twenty times as fast as arrays of
# numbers, with a fifth of the memory.  The input is the output of od.  The 0 after the last byte
# terminates the string.  Compressed networks stay compressed unless the program is built without zlib.
LIST_BYTES = sed 's/ *$$//; s/  */\\/g; s/.*/"&"/' >$@.tmp && mv $@.tmp $@
if WITHOUT_ZLIB
PACKED = gzip -dc
else
PACKED = cat
endif
EXTRA_DIST += data/othello.bin
CLEANFILES += data/othello.inc
src/game/othello/weights.$(OBJEXT): data/othello.inc
data/othello.inc: data/othello.bin data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	od -An -v -to1 $(srcdir)/data/othello.bin | $(LIST_BYTES)

EXTRA_DIST += data/chess.nnue
CLEANFILES += data/chess.inc
src/game/chess/nnue/file.$(OBJEXT): data/chess.inc
data/chess.inc: data/chess.nnue data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	od -An -v -to1 $(srcdir)/data/chess.nnue | $(LIST_BYTES)

EXTRA_DIST += data/gomoku.net
CLEANFILES += data/gomoku.inc
src/game/gomoku/network/file.$(OBJEXT): data/gomoku.inc
data/gomoku.inc: data/gomoku.net data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	od -An -v -to1 $(srcdir)/data/gomoku.net | $(LIST_BYTES)

EXTRA_DIST += data/gomoku.bin.gz
CLEANFILES += data/gomoku_planes.inc
src/game/gomoku/planes.$(OBJEXT): data/gomoku_planes.inc
data/gomoku_planes.inc: data/gomoku.bin.gz data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	$(PACKED) $(srcdir)/data/gomoku.bin.gz | od -An -v -to1 | $(LIST_BYTES)

EXTRA_DIST += data/connect4.bin.gz
CLEANFILES += data/connect4.inc
src/game/connect4/network.$(OBJEXT): data/connect4.inc
data/connect4.inc: data/connect4.bin.gz data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	$(PACKED) $(srcdir)/data/connect4.bin.gz | od -An -v -to1 | $(LIST_BYTES)

EXTRA_DIST += data/hex.bin.gz
CLEANFILES += data/hex.inc
src/game/hex/network.$(OBJEXT): data/hex.inc
data/hex.inc: data/hex.bin.gz data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	$(PACKED) $(srcdir)/data/hex.bin.gz | od -An -v -to1 | $(LIST_BYTES)

EXTRA_DIST += data/go.bin.gz
CLEANFILES += data/go.inc
src/game/go/network/network.$(OBJEXT): data/go.inc
data/go.inc: data/go.bin.gz data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	$(PACKED) $(srcdir)/data/go.bin.gz | od -An -v -to1 | $(LIST_BYTES)

EXTRA_DIST += data/go_levels.bin.gz
CLEANFILES += data/go_levels.inc
src/game/go/network/network.$(OBJEXT): data/go_levels.inc
data/go_levels.inc: data/go_levels.bin.gz data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	$(PACKED) $(srcdir)/data/go_levels.bin.gz | od -An -v -to1 | $(LIST_BYTES)

EXTRA_DIST += data/go_weights.bin
CLEANFILES += data/go_weights.inc
src/game/go/policy/weights.$(OBJEXT): data/go_weights.inc
data/go_weights.inc: data/go_weights.bin data/files.mk
	$(AM_V_GEN)$(MKDIR_P) data && \
	od -An -v -to1 $(srcdir)/data/go_weights.bin | $(LIST_BYTES)
