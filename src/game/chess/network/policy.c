/* Index of a move in the policy.  First all queen and knight moves on an empty board, sorted by
 * origin, then destination.  Then the promotions except to a knight, sorted by file of origin, file
 * of destination, and queen, rook, bishop. */
#include "planes.h"

enum { PROMOTIONS = 1792 };

/* The first index of the moves from each square. */
static const uint16_t first_index[64] = {
    0,    23,   47,   72,   97,   122,  147,  171,  194,  218,  245,  274,  303,  332,  361,  388,
    412,  437,  466,  499,  532,  565,  598,  627,  652,  677,  706,  739,  774,  809,  842,  871,
    896,  921,  950,  983,  1018, 1053, 1086, 1115, 1140, 1165, 1194, 1227, 1260, 1293, 1326, 1355,
    1380, 1404, 1431, 1460, 1489, 1518, 1547, 1574, 1598, 1621, 1645, 1670, 1695, 1720, 1745, 1769,
};

static int promotion_index(int from, int to, int type)
{
    return PROMOTIONS + 3 * (2 * file_of(from) + file_of(to)) + QUEEN - type;
}

int mi_chess_policy(const struct mi_chess *p, miai_move move, int transform)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    int from = mi_chess_transform_square(transform, chess_seen_square(move_from(move), p->turn));
    int to = mi_chess_transform_square(transform, chess_seen_square(move_to(move), p->turn));
    if (move_promotion(move) > KNIGHT)
        return promotion_index(from, to, move_promotion(move));
    bitboard reach = t->orthogonal_lines[from] | t->diagonal_lines[from] | t->knight[from];
    return first_index[from] + count_squares(reach & (bit(to) - 1));
}
