/* Divides the pieces into groups, and computes the index of a position. */
#include "syzygy.h"

enum { THREE_PIECES_SIZE = 31332, TWO_KINGS_SIZE = 462, PAWN_SQUARES = 48 };

/* ---- groups ---- */

uint32_t mi_syzygy_material(const uint8_t *piece, int count, int player)
{
    uint32_t material = 0;
    for (int i = 0; i < count; i++)
        if (piece[i] >> 3 == player && (piece[i] & 7) != KING + 1)
            material += 1u << MATERIAL_BITS * ((piece[i] & 7) - 1);
    return material;
}

static int piece_count(const struct mi_syzygy_groups *groups, int count, int piece)
{
    int equal = 0;
    for (int i = 0; i < count; i++)
        equal += groups->piece[i] == piece;
    return equal;
}

/* The size of the first group: all pawns of one colour if there are pawns; else three pieces that
 * occur once, if there are that many; else the two kings. */
static int leading_group_size(const struct mi_syzygy_groups *groups, int count)
{
    int single = 0;
    if ((groups->piece[0] & 7) == PAWN + 1)
        return piece_count(groups, count, groups->piece[0]);
    for (int i = 0; i < count; i++)
        single += piece_count(groups, count, groups->piece[i]) == 1;
    return single > 2 ? 3 : 2;
}

/* Is the first group valid: pieces that occur once, or equal pawns? */
static bool leading_group_is_valid(const struct mi_syzygy_groups *groups, int count, int leading)
{
    bool pawns = (groups->piece[0] & 7) == PAWN + 1;
    if (leading > count)
        return false;
    for (int i = 0; i < leading; i++)
        if (pawns ? groups->piece[i] != groups->piece[0]
                  : piece_count(groups, count, groups->piece[i]) != 1 ||
                        (leading == 2 && (groups->piece[i] & 7) != KING + 1))
            return false;
    return !pawns || leading <= LEADING_PAWNS;
}

static bool is_pawn_group(const struct mi_syzygy_groups *groups, int group)
{
    return group < groups->count && (groups->piece[groups->first[group]] & 7) == PAWN + 1;
}

/* Finds the groups; equal pieces must be adjacent, pawns first. */
static bool find_groups(struct mi_syzygy_groups *groups, int count)
{
    int leading = leading_group_size(groups, count);
    if (!leading_group_is_valid(groups, count, leading))
        return false;
    groups->count = 1;
    for (int i = leading, end; i < count; i = end) {
        end = i + piece_count(groups, count, groups->piece[i]);
        if (end > count)
            return false;
        for (int k = i; k < end; k++)
            if (groups->piece[k] != groups->piece[i])
                return false;
        groups->first[groups->count++] = (uint8_t)i;
    }
    groups->first[groups->count] = (uint8_t)count;
    groups->pawn_groups = (uint8_t)(is_pawn_group(groups, 0) ? 1 + is_pawn_group(groups, 1) : 0);
    for (int group = groups->pawn_groups; group < groups->count; group++)
        if (is_pawn_group(groups, group))
            return false;
    return true;
}

/* The radix of a group's digit of the index: the number of ways to place the group. */
static uint64_t digit_radix(const struct mi_syzygy_codes *codes,
                            const struct mi_syzygy_groups *groups, int group, int file)
{
    int before = groups->first[group], count = groups->first[group + 1] - before;
    if (group > 0)
        return codes
            ->choose[count][group < groups->pawn_groups ? PAWN_SQUARES - before : 64 - before];
    if (groups->pawn_groups > 0)
        return codes->pawns_size[count - 1][file];
    return count == 3 ? THREE_PIECES_SIZE : TWO_KINGS_SIZE;
}

bool mi_syzygy_set_groups(const struct mi_syzygy_codes *codes, struct mi_syzygy_groups *groups,
                          int count, int file, const uint8_t order[2])
{
    if (!find_groups(groups, count) || order[0] >= groups->count)
        return false;
    bool two = groups->pawn_groups == 2;
    if (two && (order[1] >= groups->count || order[1] == order[0]))
        return false;
    groups->size = 1;
    for (int place = 0, next = two ? 2 : 1; place < groups->count; place++) {
        int group = place == order[0] ? 0 : two && place == order[1] ? 1 : next++;
        groups->factor[group] = groups->size;
        groups->size *= digit_radix(codes, groups, group, file);
    }
    return true;
}

/* ---- the index ---- */

int mi_syzygy_leading_pawn(const struct mi_syzygy_codes *codes, uint8_t *square, int count)
{
    for (int i = 1; i < count; i++)
        if (codes->twist[square[i]] > codes->twist[square[0]]) {
            uint8_t other = square[0];
            square[0] = square[i];
            square[i] = other;
        }
    return edge_distance(file_of(square[0]));
}

static void flip_squares(uint8_t *square, int count, unsigned by)
{
    for (int i = 0; i < count; i++)
        square[i] = (uint8_t)(square[i] ^ by);
}

/* Mirrors the position so that the first piece is in the triangle a1-d1-d4, and the first leading
 * piece that is not on the diagonal is below it. */
static void mirror_squares(uint8_t *square, int count, int leading)
{
    int i = 0;
    flip_squares(square, count,
                 (file_of(square[0]) > 3 ? 7u : 0) | (rank_of(square[0]) > 3 ? 56u : 0));
    while (i < leading - 1 && rank_of(square[i]) == file_of(square[i]))
        i++;
    if (rank_of(square[i]) <= file_of(square[i]))
        return;
    for (i = 0; i < count; i++)
        square[i] = (uint8_t)(square[i] >> 3 | (square[i] & 7) << 3);
}

static bool is_on_diagonal(int square)
{
    return file_of(square) == rank_of(square);
}

/* Numbers the squares of three different pieces, after mirror_squares().  Four cases: the first
 * piece that is off the diagonal is a, b or c, or all are on it. */
static uint64_t index_three(const struct mi_syzygy_codes *codes, const uint8_t *square)
{
    enum { ON_1 = 6 * 63 * 62, ON_2 = ON_1 + 4 * 28 * 62, ON_3 = ON_2 + 4 * 7 * 28 };
    int a = square[0], b = square[1], c = square[2], first = rank_of(a);
    int b_less = b > a, c_less = (c > a) + (c > b);
    if (!is_on_diagonal(a))
        return (uint64_t)((codes->triangle[a] * 63 + b - b_less) * 62 + c - c_less);
    if (!is_on_diagonal(b))
        return (uint64_t)(ON_1 + (first * 28 + codes->below[b]) * 62 + c - c_less);
    int second = rank_of(b) - b_less;
    if (!is_on_diagonal(c))
        return (uint64_t)(ON_2 + (first * 7 + second) * 28 + codes->below[c]);
    return (uint64_t)(ON_3 + (first * 7 + second) * 6 + rank_of(c) - c_less);
}

/* Numbers the squares of the leading pawns.  All except the first one are sorted by twist. */
static uint64_t index_pawns(const struct mi_syzygy_codes *codes, const uint8_t *square, int count)
{
    uint8_t twist[LEADING_PAWNS] = {0};
    uint64_t index = codes->pawns[count - 1][file_of(square[0])][rank_of(square[0]) - 1];
    for (int i = 1; i < count; i++) {
        int k = i - 1;
        for (; k > 0 && twist[k - 1] > codes->twist[square[i]]; k--)
            twist[k] = twist[k - 1];
        twist[k] = codes->twist[square[i]];
    }
    for (int k = 1; k < count; k++)
        index += codes->choose[k][twist[k - 1]];
    return index;
}

static uint64_t index_leading(const struct mi_syzygy_codes *codes,
                              const struct mi_syzygy_groups *groups, uint8_t *square)
{
    int count = groups->first[groups->count], leading = groups->first[1];
    if (groups->pawn_groups == 0) {
        mirror_squares(square, count, leading);
        return leading == 3 ? index_three(codes, square)
                            : codes->kings[codes->triangle[square[0]]][square[1]];
    }
    if (file_of(square[0]) > 3)
        flip_squares(square, count, 7);
    return index_pawns(codes, square, leading);
}

static void sort_squares(uint8_t *square, int count)
{
    for (int i = 1; i < count; i++) {
        uint8_t moved = square[i];
        int k = i;
        for (; k > 0 && square[k - 1] > moved; k--)
            square[k] = square[k - 1];
        square[k] = moved;
    }
}

/* Numbers the squares of a group of equal pieces, as a subset of the squares that the earlier
 * groups leave free. */
static uint64_t index_group(const struct mi_syzygy_codes *codes, uint8_t *square, int first,
                            int end, int skipped)
{
    uint64_t index = 0;
    sort_squares(square + first, end - first);
    for (int i = first; i < end; i++) {
        int free = square[i] - skipped;
        for (int k = 0; k < first; k++)
            free -= square[i] > square[k];
        index += codes->choose[i - first + 1][free];
    }
    return index;
}

uint64_t mi_syzygy_index(const struct mi_syzygy_codes *codes, const struct mi_syzygy_groups *groups,
                         uint8_t *square)
{
    uint64_t index = index_leading(codes, groups, square) * groups->factor[0];
    for (int group = 1; group < groups->count; group++)
        index += groups->factor[group] * index_group(codes, square, groups->first[group],
                                                     groups->first[group + 1],
                                                     group < groups->pawn_groups ? 8 : 0);
    return index;
}
