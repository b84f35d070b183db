/* Decompresses values: Re-Pair (Larsson and Moffat) and a canonical Huffman code. */
#include "syzygy.h"

#include <stdlib.h>

enum { NO_PAIR = 0xfff, MAX_EXPANDED = 255 };

static unsigned left_symbol(const struct mi_syzygy_pairs *pairs, unsigned symbol)
{
    const unsigned char *pair = pairs->pair + 3 * symbol;
    return pair[0] | (pair[1] & 15u) << 8;
}

static unsigned right_symbol(const struct mi_syzygy_pairs *pairs, unsigned symbol)
{
    const unsigned char *pair = pairs->pair + 3 * symbol;
    return pair[1] >> 4 | (unsigned)pair[2] << 4;
}

/* ---- checks ---- */

/* A depth-first walk of the tree of symbols.  The stack has the symbols whose length is being
 * computed.  If one of them is reached again, the pairs form a cycle. */
struct symbol_walk {
    uint16_t symbol[SYMBOLS];
    int depth;
    uint8_t state[SYMBOLS];
};

enum { LENGTH_UNKNOWN, LENGTH_PENDING, LENGTH_KNOWN };

static bool walk_add(const struct mi_syzygy_pairs *pairs, struct symbol_walk *walk, unsigned symbol)
{
    if (symbol >= pairs->symbols || walk->state[symbol] == LENGTH_PENDING)
        return false;
    if (walk->state[symbol] == LENGTH_UNKNOWN) {
        walk->state[symbol] = LENGTH_PENDING;
        walk->symbol[walk->depth++] = (uint16_t)symbol;
    }
    return true;
}

/* Computes the length of the top symbol and pops it; if a symbol of its pair has no known length,
 * pushes that symbol instead. */
static bool walk_step(struct mi_syzygy_pairs *pairs, struct symbol_walk *walk)
{
    unsigned symbol = walk->symbol[walk->depth - 1];
    unsigned left = left_symbol(pairs, symbol), right = right_symbol(pairs, symbol);
    int before = walk->depth, values = 0;
    if (right != NO_PAIR) {
        if (!walk_add(pairs, walk, left))
            return false;
        if (walk->depth == before && !walk_add(pairs, walk, right))
            return false;
        if (walk->depth > before)
            return true;
        values = pairs->expanded[left] + pairs->expanded[right] + 1;
    }
    pairs->expanded[symbol] = (uint8_t)values;
    walk->state[symbol] = LENGTH_KNOWN;
    walk->depth--;
    return values <= MAX_EXPANDED;
}

mi_fault mi_syzygy_expand(struct mi_syzygy_pairs *pairs)
{
    struct symbol_walk *walk = calloc(1, sizeof *walk);
    pairs->expanded = calloc(pairs->symbols, 1);
    bool good = walk && pairs->expanded;
    if (!good) {
        free(walk);
        return "out of memory";
    }
    for (unsigned symbol = 0; symbol < pairs->symbols && good; symbol++) {
        good = walk_add(pairs, walk, symbol);
        while (good && walk->depth > 0)
            good = walk_step(pairs, walk);
    }
    free(walk);
    return good ? NULL : "its pairs of symbols are damaged";
}

/* ---- reading ---- */

static uint32_t read_little_endian(const unsigned char *at, int size)
{
    uint32_t number = 0;
    for (int i = 0; i < size; i++)
        number |= (uint32_t)at[i] << 8 * i;
    return number;
}

/* Finds the block that contains a value, and the value's offset in it.  Starts at the nearest entry
 * of pairs->start and counts values by pairs->length. */
static bool find_block(const struct mi_syzygy_pairs *pairs, uint64_t index, uint32_t *found,
                       int64_t *offset)
{
    const unsigned char *start = pairs->start + 6 * (index >> pairs->span_bits);
    int64_t span = (int64_t)1 << pairs->span_bits;
    int64_t place =
        (int64_t)(index & (uint64_t)(span - 1)) - span / 2 + read_little_endian(start + 4, 2);
    uint32_t block = read_little_endian(start, 4);
    while (place < 0 && block > 0 && block <= pairs->lengths)
        place += read_little_endian(pairs->length + 2 * (size_t)--block, 2) + 1;
    while (block < pairs->blocks) {
        int64_t last = read_little_endian(pairs->length + 2 * (size_t)block, 2);
        if (place <= last)
            break;
        place -= last + 1;
        block++;
    }
    *found = block;
    *offset = place;
    return place >= 0 && block < pairs->blocks;
}

/* Reads the bits of a block.  The next bits are the highest bits of `code`.  After the end of the
 * file, all bits are 0. */
struct bit_reader {
    uint64_t code;
    int used; /* number of low bits of `code` that are 0 until the next refill; below 32 */
    const unsigned char *at, *end;
};

static uint32_t bits_read_word(struct bit_reader *bits)
{
    const unsigned char *at = bits->at;
    if (bits->end - at < 4)
        return 0;
    bits->at += 4;
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void bits_begin(struct bit_reader *bits, const unsigned char *at, const unsigned char *end)
{
    *bits = (struct bit_reader){.at = at, .end = end};
    bits->code = (uint64_t)bits_read_word(bits) << 32;
    bits->code |= bits_read_word(bits);
}

static void bits_drop(struct bit_reader *bits, int count)
{
    bits->code <<= count;
    bits->used += count;
    if (bits->used >= 32) {
        bits->used -= 32;
        bits->code |= (uint64_t)bits_read_word(bits) << bits->used;
    }
}

/* Reads symbols up to the one that contains the value.  *offset changes from the offset in the
 * block to the offset in the symbol. */
static bool find_symbol(const struct mi_syzygy_pairs *pairs, uint32_t block, int64_t *offset,
                        unsigned *found)
{
    struct bit_reader bits;
    bits_begin(&bits, pairs->data + ((size_t)block << pairs->block_bits), pairs->end);
    for (;;) {
        int i = 0;
        while (bits.code < pairs->base[i]) /* ends, because the last base is 0 */
            i++;
        int length = pairs->shortest + i;
        uint64_t symbol = pairs->first[i] + ((bits.code - pairs->base[i]) >> (64 - length));
        if (symbol >= pairs->symbols)
            return false;
        *found = (unsigned)symbol;
        if (*offset <= pairs->expanded[symbol])
            return true;
        *offset -= pairs->expanded[symbol] + 1;
        bits_drop(&bits, length);
    }
}

bool mi_syzygy_value(const struct mi_syzygy_pairs *pairs, uint64_t index, int *value)
{
    uint32_t block;
    int64_t offset;
    unsigned symbol;
    *value = pairs->constant;
    if (pairs->flags & PART_CONSTANT)
        return true;
    if (!find_block(pairs, index, &block, &offset) || !find_symbol(pairs, block, &offset, &symbol))
        return false;
    while (pairs->expanded[symbol] > 0) {
        unsigned left = left_symbol(pairs, symbol);
        if (offset <= pairs->expanded[left]) {
            symbol = left;
        } else {
            offset -= pairs->expanded[left] + 1;
            symbol = right_symbol(pairs, symbol);
        }
    }
    *value = (int)left_symbol(pairs, symbol);
    return true;
}
