/* Move lists: points in ascending order, then the pass. */
#include "encore.h"
#include "go.h"

static int go_list_points(const struct mi_go *b, miai_move *list,
                          bool (*is_wanted)(const struct mi_go *b, int p))
{
    int n = 0, p = mi_go_point_at(b, 0, 0);
    for (int y = 0, move = 0; y < b->height; y++, p++)
        for (int x = 0; x < b->width; x++, p++, move++)
            if (b->point[p].colour == MI_GO_EMPTY && is_wanted(b, p) &&
                (b->phase == 0 || mi_go_encore_legal(b, p)))
                list[n++] = move;
    return n;
}

/* In the encore a move may be on a stone: it lifts the stone's ko mark. */
static int list_encore_moves(const struct mi_go *b, miai_move *list)
{
    int n = 0;
    for (miai_move move = 0; move < mi_go_pass(b); move++)
        if (mi_go_encore_legal(b, mi_go_point_of(b, move)))
            list[n++] = move;
    return n;
}

int mi_go_moves(const void *pos, miai_move *list)
{
    const struct mi_go *b = pos;
    int n = b->phase > 0 ? list_encore_moves(b, list) : go_list_points(b, list, mi_go_legal_point);
    list[n++] = mi_go_pass(pos);
    return n;
}

int mi_go_candidates(const void *pos, miai_move *list)
{
    int n = go_list_points(pos, list, go_fills_no_eye);
    list[n++] = mi_go_pass(pos);
    return n;
}

int mi_go_playout_moves(const void *pos, miai_move *list)
{
    int n = go_list_points(pos, list, go_only_captures(pos) ? go_captures : go_fills_no_eye);
    if (n == 0)
        list[n++] = mi_go_pass(pos);
    return n;
}

/* Does a stone on the empty point p save two or more stones from atari? */
static bool saves_from_atari(const struct mi_go *b, int p)
{
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &b->point[p + go_neighbour_offset(b->stride, i)];
        if (q->colour == b->turn && mi_go_is_only_liberty(b->point[q->head].sums, p) &&
            mi_go_chain_stones(b, p + go_neighbour_offset(b->stride, i)) >= 2)
            return mi_go_empty_around(b, p) >= 2;
    }
    return false;
}

static bool is_noisy_point(const struct mi_go *b, int p)
{
    return go_captures(b, p) || saves_from_atari(b, p);
}

int mi_go_noisy(const void *pos, miai_move *list)
{
    return go_list_points(pos, list, is_noisy_point);
}
