/* Parses the header of a table file, and checks all the values that it stores. */
#include "base/bytes.h"
#include "syzygy.h"

enum { HAS_SIDES = 1, HAS_PAWNS = 2 }; /* the bits of the first byte after the magic number */
enum { MAGIC = 4, MAX_BITS = 31, ALIGNMENT = 64, CHECKSUM = 16 };

struct table_header {
    struct mi_bytes bytes;
    const struct mi_syzygy_codes *codes;
    struct mi_syzygy_content *content;
    int files, sides; /* the file has files * sides parts */
};

static const char too_short[] = "it is too short";

static void skip_to_alignment(struct mi_bytes *bytes, size_t to)
{
    mi_bytes_skip(bytes, (to - mi_bytes_done(bytes) % to) % to);
}

/* ---- pieces ---- */

/* Reads the pieces of a part, half a byte each; the other half belongs to the part of the other
 * side to move. */
static bool read_pieces(struct mi_syzygy_groups *groups, const unsigned char *at, int count,
                        int shift)
{
    for (int i = 0; i < count; i++) {
        groups->piece[i] = at[i] >> shift & 15;
        if ((groups->piece[i] & 7) == 0 || (groups->piece[i] & 7) > KING + 1)
            return false;
    }
    return true;
}

/* Does each side have one king, and do the pieces match the file name? */
static bool matches_name(const struct mi_syzygy_groups *groups, int count,
                         const uint32_t material[2])
{
    int kings[2] = {0, 0};
    for (int i = 0; i < count; i++)
        kings[groups->piece[i] >> 3] += (groups->piece[i] & 7) == KING + 1;
    uint32_t white = mi_syzygy_material(groups->piece, count, WHITE);
    uint32_t black = mi_syzygy_material(groups->piece, count, BLACK);
    return kings[WHITE] == 1 && kings[BLACK] == 1 &&
           ((white == material[0] && black == material[1]) ||
            (white == material[1] && black == material[0]));
}

/* The leading pawns must be those of the side that has fewer. */
static bool leads_with_fewer(const struct mi_syzygy_groups *groups)
{
    return groups->pawn_groups < 2 || 2 * groups->first[1] <= groups->first[2];
}

/* The number of sides that have pawns, according to the file name. */
static int pawn_sides(const uint32_t material[2])
{
    const uint32_t pawns = (1u << MATERIAL_BITS) - 1;
    return ((material[0] & pawns) != 0) + ((material[1] & pawns) != 0);
}

static bool read_groups(struct table_header *header, int file, const uint32_t material[2])
{
    struct mi_syzygy_content *content = header->content;
    int orders = pawn_sides(material) == 2 ? 2 : 1, count = content->count;
    const unsigned char *at = mi_bytes_skip(&header->bytes, (size_t)(orders + count));
    for (int side = 0; at && side < header->sides; side++) {
        struct mi_syzygy_groups *groups = &content->part[file][side].groups;
        uint8_t order[2] = {at[0] >> 4 * side & 15, at[orders - 1] >> 4 * side & 15};
        if (!read_pieces(groups, at + orders, count, 4 * side) ||
            !matches_name(groups, count, material) ||
            !mi_syzygy_set_groups(header->codes, groups, count, file, order) ||
            groups->pawn_groups != pawn_sides(material) || !leads_with_fewer(groups))
            return false;
        uint32_t white = mi_syzygy_material(groups->piece, count, WHITE);
        if (file + side == 0)
            content->white = white;
        if (white != content->white || groups->piece[0] != content->part[0][0].groups.piece[0])
            return !content->pawns && white == content->white;
    }
    return at != NULL;
}

/* ---- compression ---- */

/* Reads the first symbol of each code length and computes the first code. */
static mi_fault read_huffman_code(struct mi_bytes *bytes, struct mi_syzygy_pairs *pairs,
                                  int longest)
{
    static const char damaged[] = "its Huffman code is damaged";
    if (pairs->shortest < 1 || longest < pairs->shortest || longest > CODE_BITS)
        return damaged;
    pairs->code_lengths = longest - pairs->shortest + 1;
    for (int i = 0; i < pairs->code_lengths; i++)
        pairs->first[i] = (uint16_t)mi_bytes_read(bytes, 2);
    for (int i = pairs->code_lengths - 2; i >= 0; i--) {
        if (pairs->first[i] < pairs->first[i + 1])
            return damaged;
        pairs->base[i] = (pairs->base[i + 1] + pairs->first[i] - pairs->first[i + 1]) / 2;
    }
    for (int i = 0; i < pairs->code_lengths; i++) {
        int length = pairs->shortest + i;
        if (pairs->base[i] >> length != 0)
            return damaged;
        pairs->base[i] <<= 64 - length;
    }
    return NULL;
}

static mi_fault read_symbols(struct mi_bytes *bytes, struct mi_syzygy_pairs *pairs)
{
    pairs->symbols = (uint32_t)mi_bytes_read(bytes, 2);
    if (pairs->symbols < 1 || pairs->symbols > SYMBOLS)
        return bytes->failed ? too_short : "its symbol count is out of range";
    pairs->pair = mi_bytes_skip(bytes, 3 * (size_t)pairs->symbols);
    skip_to_alignment(bytes, 2);
    return bytes->failed ? too_short : mi_syzygy_expand(pairs);
}

/* In a DTZ table the constant is meaningless: the values are 0. */
static mi_fault read_pair_data(struct table_header *header, struct mi_syzygy_pairs *pairs)
{
    struct mi_bytes *bytes = &header->bytes;
    pairs->flags = (unsigned)mi_bytes_read(bytes, 1);
    if (pairs->flags & PART_CONSTANT) {
        int constant = (int)mi_bytes_read(bytes, 1);
        pairs->constant = header->content->kind == WDL_TABLE ? constant : 0;
        return bytes->failed ? too_short : NULL;
    }
    pairs->block_bits = (int)mi_bytes_read(bytes, 1);
    pairs->span_bits = (int)mi_bytes_read(bytes, 1);
    uint32_t more = (uint32_t)mi_bytes_read(bytes, 1);
    pairs->blocks = (uint32_t)mi_bytes_read(bytes, 4);
    int longest = (int)mi_bytes_read(bytes, 1);
    pairs->shortest = (int)mi_bytes_read(bytes, 1);
    if (bytes->failed)
        return too_short;
    if (pairs->block_bits > MAX_BITS || pairs->span_bits < 1 || pairs->span_bits > MAX_BITS ||
        pairs->blocks > UINT32_MAX - more)
        return "its block sizes are out of range";
    pairs->lengths = pairs->blocks + more;
    mi_fault fault = read_huffman_code(bytes, pairs, longest);
    return fault ? fault : read_symbols(bytes, pairs);
}

/* Reads the lists of values for each outcome, if the part has them. */
static bool read_value_lists(struct mi_bytes *bytes, struct mi_syzygy_pairs *pairs)
{
    size_t size = pairs->flags & PART_WIDE ? 2 : 1;
    if (!(pairs->flags & PART_MAPPED))
        return true;
    skip_to_alignment(bytes, size);
    for (int i = 0; i < MAPS; i++) {
        pairs->map_count[i] = (uint16_t)mi_bytes_read(bytes, (int)size);
        pairs->map[i] = mi_bytes_skip(bytes, size * pairs->map_count[i]);
    }
    return !bytes->failed;
}

/* ---- arrays ---- */

enum { ARRAY_STARTS, ARRAY_LENGTHS, ARRAY_BLOCKS, ARRAY_KINDS };

/* Checks first, because a 64-bit count may exceed the address space. */
static const unsigned char *skip_items(struct mi_bytes *bytes, uint64_t items, size_t size)
{
    if (items > mi_bytes_left(bytes) / size) {
        bytes->failed = true;
        return NULL;
    }
    return mi_bytes_skip(bytes, size * (size_t)items);
}

static void locate_array(struct mi_bytes *bytes, struct mi_syzygy_part *part, int array)
{
    struct mi_syzygy_pairs *pairs = &part->pairs;
    if (pairs->flags & PART_CONSTANT)
        return;
    if (array == ARRAY_STARTS) {
        uint64_t starts = ((part->groups.size - 1) >> pairs->span_bits) + 1;
        pairs->start = skip_items(bytes, starts, 6);
    } else if (array == ARRAY_LENGTHS) {
        pairs->length = skip_items(bytes, pairs->lengths, 2);
    } else {
        skip_to_alignment(bytes, ALIGNMENT);
        pairs->data = skip_items(bytes, pairs->blocks, (size_t)1 << pairs->block_bits);
        pairs->end = bytes->end;
    }
}

/* The file has first all arrays of one kind, then those of the next. */
static mi_fault locate_arrays(struct table_header *header)
{
    for (int array = ARRAY_STARTS; array < ARRAY_KINDS; array++)
        for (int file = 0; file < header->files; file++)
            for (int side = 0; side < header->sides; side++)
                locate_array(&header->bytes, &header->content->part[file][side], array);
    return header->bytes.failed ? too_short : NULL;
}

/* ---- all parts ---- */

static mi_fault read_parts(struct table_header *header, const uint32_t material[2])
{
    struct mi_syzygy_content *content = header->content;
    mi_fault fault = NULL;
    for (int file = 0; file < header->files; file++)
        if (!read_groups(header, file, material))
            return header->bytes.failed ? too_short : "its pieces do not match its name";
    skip_to_alignment(&header->bytes, 2);
    for (int file = 0; file < header->files && !fault; file++)
        for (int side = 0; side < header->sides && !fault; side++)
            fault = read_pair_data(header, &content->part[file][side].pairs);
    if (fault || content->kind == WDL_TABLE)
        return fault;
    for (int file = 0; file < header->files; file++)
        if (!read_value_lists(&header->bytes, &content->part[file][0].pairs))
            return too_short;
    skip_to_alignment(&header->bytes, 2);
    return NULL;
}

mi_fault mi_syzygy_read_header(const struct mi_syzygy_codes *codes,
                               struct mi_syzygy_content *content, const uint32_t material[2])
{
    if (content->length < MAGIC + 1 + CHECKSUM)
        return too_short;
    struct table_header header = {
        mi_bytes_of((void *)(uintptr_t)content->bytes, content->length - CHECKSUM), codes, content,
        1, 1};
    mi_bytes_skip(&header.bytes, MAGIC);
    unsigned flags = (unsigned)mi_bytes_read(&header.bytes, 1);
    content->pawns = pawn_sides(material) > 0;
    content->symmetric = material[0] == material[1];
    if (!(flags & HAS_PAWNS) == content->pawns || !(flags & HAS_SIDES) == !content->symmetric)
        return "its pieces do not match its name";
    header.files = content->pawns ? 4 : 1;
    header.sides = content->kind == WDL_TABLE && !content->symmetric ? 2 : 1;
    mi_fault fault = read_parts(&header, material);
    return fault ? fault : locate_arrays(&header);
}
