/* count.h - bounds on the score of a Connect Four position without search. */
#ifndef MI_GAME_CONNECT4_COUNT_H
#define MI_GAME_CONNECT4_COUNT_H

#include "board.h"

/* mine: stones of the side to move.  left: number of empty points. */
struct mi_c4_board {
    uint64_t mine, taken;
    int left;
};

enum { MI_C4_UNBOUNDED = 99 };

MI_C4_INLINE struct mi_c4_board mi_c4_after(struct mi_c4_board b, uint64_t point)
{
    return (struct mi_c4_board){b.mine ^ b.taken, b.taken | point, b.left - 1};
}

/* The moves after which the opponent, who has these threats, cannot win at once. */
MI_C4_INLINE uint64_t mi_c4_safe_moves(const struct mi_c4_shape *shape, uint64_t playable,
                                       uint64_t threats)
{
    uint64_t forced = playable & threats;
    if (forced & (forced - 1))
        return 0;
    return (forced ? forced : playable) & ~mi_c4_below(shape, threats);
}

/* ---- zugzwang control (Allis, A Knowledge-Based Approach of Connect-Four, 1988) ----
 *
 * Pair the empty points of each column from the top, a low point with the high point above it.  In
 * a column with an odd number of empty points, the playable point is left over.
 *
 * If the total number of empty points is even, the player who is NOT to move can answer every move:
 * on the high point of the same pair, or on the playable point of another odd column.  That player
 * gets all high points.  The side to move gets at most the low points and the left-over ones. */

/* All points above the given ones in their columns. */
MI_C4_INLINE uint64_t mi_c4_above(const struct mi_c4_shape *shape, uint64_t points)
{
    uint64_t above = 0;
    for (; points; points &= points - 1) {
        int x = __builtin_ctzll(points) / shape->up;
        above |= mi_c4_column(shape, x) & ~(points ^ (points - 1));
    }
    return above;
}

/* An upper bound for the side to move with an even number of empty points: 0 if the opponent can
 * answer to the end without the side to move making four, and -1 if the opponent's points then win.
 * The game ends when a high point that the opponent threatens is filled, so the points above it do
 * not count. */
MI_C4_INLINE int mi_c4_follow_up(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                 uint64_t threats)
{
    uint64_t empty = shape->board & ~b.taken, playable = mi_c4_playable(shape, b.taken);
    uint64_t high = empty & ~shape->low & ~playable;
    uint64_t low = empty & shape->low & ~mi_c4_above(shape, threats & high);
    if (mi_c4_has_four(shape, b.mine | low | playable))
        return MI_C4_UNBOUNDED;
    return mi_c4_has_four(shape, (b.mine ^ b.taken) | high) ? -1 : 0;
}

/* A lower bound for the player not to move with an odd number of empty points, if that player has a
 * threat on a low point that is not playable yet.  The player never plays below it and answers all
 * other moves as above, until the opponent must play there.  The win comes at the latest when all
 * points except those above the threat are full.  Returns -MI_C4_UNBOUNDED if this does not
 * work. */
MI_C4_INLINE int mi_c4_zugzwang(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                uint64_t threats)
{
    uint64_t empty = shape->board & ~b.taken, playable = mi_c4_playable(shape, b.taken);
    int best = -MI_C4_UNBOUNDED;
    for (uint64_t left = threats & shape->low & ~playable; left; left &= left - 1) {
        uint64_t threat = left & -left;
        int point = __builtin_ctzll(threat), x = point / shape->up, y = point % shape->up;
        uint64_t column = mi_c4_column(shape, x), below = column & (threat - 1);
        uint64_t other = (empty & shape->low & ~column) | playable | (empty & below & ~shape->low);
        int score = (shape->height - y) / 2;
        if (score > best && !mi_c4_has_four(shape, b.mine | other))
            best = score;
    }
    return best;
}

/* An upper bound on the score of an unfinished game for the side to move, in the scale of
 * mi_c4_solve(). */
MI_C4_INLINE int mi_c4_upper_bound(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                   uint64_t threats)
{
    return b.left % 2 ? -mi_c4_zugzwang(shape, b, threats) : mi_c4_follow_up(shape, b, threats);
}

#endif
