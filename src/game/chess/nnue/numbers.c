#include "file.h"

#include <string.h>

enum { NUMBER_BYTES = 3 }; /* at most, where they are packed */

uint32_t mi_nnue_take_word(struct mi_nnue_content *in)
{
    const unsigned char *b = in->at;
    in->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* A number in bytes of seven bits, the lowest first; all but the last have the eighth set, and the
 * last one's highest bit is the sign (signed LEB128, DWARF 5, 7.6).  False if it is none of 16
 * bits, or the content ends. */
static bool take_one(struct mi_nnue_content *in, int16_t *number)
{
    int32_t value = 0;
    for (int i = 0; i < NUMBER_BYTES && in->at < in->end; i++) {
        int byte = *in->at++;
        value |= (byte & 127) << 7 * i;
        if (byte & 128)
            continue;
        if (byte & 64)
            value -= 128 << 7 * i;
        *number = (int16_t)value;
        return *number == value;
    }
    return false;
}

bool mi_nnue_take_packed(struct mi_nnue_content *in, int16_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!take_one(in, &number[i]))
            return false;
    return true;
}

void mi_nnue_take_words(struct mi_nnue_content *in, int32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = mi_nnue_take_word(in);
        memcpy(&number[i], &word, sizeof word);
    }
}
