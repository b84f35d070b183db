/* file.h - header of a network file, and functions to read it (packed_numbers.c, bounds.c). */
#ifndef MI_GAME_CHESS_NNUE_FILE_H
#define MI_GAME_CHESS_NNUE_FILE_H

#include "nnue.h"

/* The header: magic, then version, width, buckets and a checksum of the rest, 32 bits each.  The
 * rest starts with the king sets. */
#define NNUE_MAGIC   "MIAINNUE"
#define NNUE_VERSION 6
enum {
    NNUE_MAGIC_BYTES = sizeof NNUE_MAGIC - 1,
    NNUE_CHECKSUM_AT = NNUE_MAGIC_BYTES + 3 * 4,
    NNUE_HEAD = NNUE_CHECKSUM_AT + 4,
    NNUE_SETS_BYTES = 4 + NNUE_KINGS
};

/* The unread part of a file. */
struct mi_nnue_content {
    const unsigned char *at, *end;
};

/* ---- file.c ---- */

/* Allocates a network of this shape with its kernel chosen; NULL if out of memory.  With `material`
 * it has a material value of each input (Stockfish's format). */
struct mi_nnue *mi_nnue_alloc(int width, int buckets, int sets, bool material);

/* ---- halfka.c ---- */

/* Does a file with these first bytes hold a network of Stockfish? */
bool mi_nnue_is_halfka(const unsigned char *bytes, size_t length);

/* Reads such a network.  Returns an error text or NULL; *network is to be freed in both cases. */
const char *mi_nnue_read_halfka(struct mi_nnue_content *in, struct mi_nnue **network);

/* ---- packed_numbers.c ---- */

/* Read one or count 32-bit numbers, which must be available. */
uint32_t mi_nnue_read_word(struct mi_nnue_content *in);
void mi_nnue_read_words(struct mi_nnue_content *in, int32_t *number, size_t count);

/* Reads count packed numbers, as Stockfish 16 has them.  False if one exceeds 16 bits or the
 * content ends. */
bool mi_nnue_read_packed(struct mi_nnue_content *in, int16_t *number, size_t count);

/* The same with numbers of 32 bits. */
bool mi_nnue_read_packed_words(struct mi_nnue_content *in, int32_t *number, size_t count);

/* ---- bounds.c ---- */

/* Returns an error text if a sum could overflow, else NULL.  Accumulators cannot: they add at most
 * 32 bytes to a bias. */
const char *mi_nnue_weights_fault(const struct mi_nnue *nnue);

/* Do the products of two groups always fit 16 bits if the same pairs are added?  Each output adds
 * the first two products of a group of four, and the last two (the instruction vpmaddubsw). */
bool mi_nnue_two_pairs_fit(const struct mi_nnue *nnue);

#endif
