/* file.h - the parts of reading a network: numbers.c, bounds.c. */
#ifndef MI_GAME_CHESS_NNUE_FILE_H
#define MI_GAME_CHESS_NNUE_FILE_H

#include "nnue.h"

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
