#include "file.h"

#include <string.h>

enum {
    BLOCK_BYTES = 64, /* bytes decoded at once */
    NUMBER_BYTES = 3  /* maximum size of a packed number */
};

uint32_t mi_nnue_read_word(struct mi_nnue_content *in)
{
    const unsigned char *b = in->at;
    in->at += 4;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

void mi_nnue_read_words(struct mi_nnue_content *in, int32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = mi_nnue_read_word(in);
        memcpy(&number[i], &word, sizeof word);
    }
}

/* ---- packed ---- */

/* Packed numbers are signed LEB128 (DWARF 5, 7.6): bytes of seven bits, lowest first; all except
 * the last have bit 7 set, and bit 6 of the last is the sign. */
static int last_byte_value(int byte)
{
    return (byte & 63) - (byte & 64);
}

/* Reads one number. False if it exceeds 16 bits or too few bytes are left. At least
 * NUMBER_BYTES must be left, since other data always follows the packed numbers. */
static bool read_packed_number(struct mi_nnue_content *in, int16_t *number)
{
    const unsigned char *b = in->at;
    if (in->end - b < NUMBER_BYTES)
        return false;
    int bytes = b[0] < 128 ? 1 : b[1] < 128 ? 2 : NUMBER_BYTES;
    int value = last_byte_value(b[bytes - 1]);
    for (int i = bytes - 2; i >= 0; i--)
        value = value * 128 + (b[i] & 127);
    in->at += bytes;
    *number = (int16_t)value;
    return b[bytes - 1] < 128 && *number == value;
}

/* Reads the numbers that end in a block of bytes; returns their count, or 0 if one has more than
 * two bytes.  Avoids branches on the length of a number, which are unpredictable: each byte is
 * treated as a last byte, and the next number overwrites it if it was not. */
static size_t read_packed_block(struct mi_nnue_content *in, int16_t *number)
{
    const unsigned char *b = in->at;
    int16_t value[BLOCK_BYTES];
    int longer = 0;
    size_t count = 0;
    value[0] = (int16_t)last_byte_value(b[0]);
    for (int i = 1; i < BLOCK_BYTES; i++) {
        int last = last_byte_value(b[i]), both = last * 128 + (b[i - 1] & 127);
        value[i] = (int16_t)(b[i - 1] & 128 ? both : last);
        longer |= b[i - 1] & b[i];
    }
    if (longer & 128)
        return 0;
    for (int i = 0; i < BLOCK_BYTES; i++) {
        number[count] = value[i];
        count += b[i] < 128;
    }
    in->at += b[BLOCK_BYTES - 1] < 128 ? BLOCK_BYTES : BLOCK_BYTES - 1;
    return count;
}

bool mi_nnue_read_packed(struct mi_nnue_content *in, int16_t *number, size_t count)
{
    for (size_t i = 0; i < count;) {
        bool block_left = count - i >= BLOCK_BYTES && in->end - in->at >= BLOCK_BYTES;
        size_t done = block_left ? read_packed_block(in, number + i) : 0;
        if (done == 0 && !read_packed_number(in, &number[i]))
            return false;
        i += done > 0 ? done : 1;
    }
    return true;
}

static bool read_packed_word(struct mi_nnue_content *in, int32_t *number)
{
    uint32_t value = 0;
    for (int shift = 0; shift < 32 && in->at < in->end; shift += 7) {
        unsigned byte = *in->at++;
        value |= (uint32_t)(byte & 127) << shift;
        if (byte & 128)
            continue;
        if (byte & 64 && shift + 7 < 32)
            value |= ~0u << (shift + 7);
        *number = (int32_t)value;
        return true;
    }
    return false;
}

bool mi_nnue_read_packed_words(struct mi_nnue_content *in, int32_t *number, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!read_packed_word(in, &number[i]))
            return false;
    return true;
}
