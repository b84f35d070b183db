/* file.h - how the file of a network begins, and the parts of reading it: numbers.c, bounds.c. */
#ifndef MI_GAME_CHESS_NNUE_FILE_H
#define MI_GAME_CHESS_NNUE_FILE_H

#include "nnue.h"

/* The head: the magic, and in 32 bits each the version, the width, the buckets and the checksum of
 * what is behind it.  There the sets come first. */
#define NNUE_MAGIC   "MIAINNUE"
#define NNUE_VERSION 5
enum {
    NNUE_MAGIC_BYTES = sizeof NNUE_MAGIC - 1,
    NNUE_CHECKSUM_AT = NNUE_MAGIC_BYTES + 3 * 4,
    NNUE_HEAD = NNUE_CHECKSUM_AT + 4,
    NNUE_SETS_BYTES = 4 + NNUE_KINGS,
    NNUE_NUMBER_BYTES = 3 /* at most, where they are packed */
};

/* A file's content as it is read. */
struct mi_nnue_content {
    const unsigned char *at, *end;
};

/* ---- numbers.c ---- */

/* One of 32 bits, or so many; they are there. */
uint32_t mi_nnue_take_word(struct mi_nnue_content *in);
void mi_nnue_take_words(struct mi_nnue_content *in, int32_t *number, size_t count);

/* So many that are packed.  False if one is none of 16 bits, or the content ends. */
bool mi_nnue_take_packed(struct mi_nnue_content *in, int16_t *number, size_t count);

/* ---- bounds.c ---- */

/* Words if a sum could overflow; the weights of the layer of 16 are not asked: they have 8 bits. */
const char *mi_nnue_wrong_weights(const struct mi_nnue *nnue);

#endif
