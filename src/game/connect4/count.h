/* count.h - what can be said of a position of Connect Four without a search. */
#ifndef MI_GAME_CONNECT4_COUNT_H
#define MI_GAME_CONNECT4_COUNT_H

#include "board.h"

/* mine: the stones of who is to move.  left: empty points. */
struct mi_c4_board {
    uint64_t mine, taken;
    int left;
};

enum { MI_C4_UNBOUNDED = 99 };

MI_C4_INLINE struct mi_c4_board mi_c4_after(struct mi_c4_board b, uint64_t point)
{
    return (struct mi_c4_board){b.mine ^ b.taken, b.taken | point, b.left - 1};
}

/* The moves after which the opponent, who has these threats, does not win at once. */
MI_C4_INLINE uint64_t mi_c4_safe(const struct mi_c4_shape *shape, uint64_t playable,
                                 uint64_t threats)
{
    uint64_t forced = playable & threats;
    if (forced & (forced - 1))
        return 0;
    return (forced ? forced : playable) & ~mi_c4_below(shape, threats);
}

/* ---- who has the last word (Allis, A Knowledge-Based Approach of Connect-Four, 1988) ----
 *
 * Take the empty points of each column in pairs from the top, a low one and the one above it.  In a
 * column with an odd number of them, the playable point is left over.
 *
 * With an even number of empty points in all, who is NOT to move can answer every move: above it in
 * the same pair, or on the playable point of another odd column.  He gets all upper points of the
 * pairs, the other no more than the lower ones and the left-over ones. */

/* The points above these. */
MI_C4_INLINE uint64_t mi_c4_above(const struct mi_c4_shape *shape, uint64_t points)
{
    uint64_t above = 0;
    for (; points; points &= points - 1) {
        int x = __builtin_ctzll(points) / shape->up;
        above |= mi_c4_column(shape, x) & ~(points ^ (points - 1));
    }
    return above;
}

/* At most what the player to move can reach, an even number of points being empty: 0 if the other
 * can answer to the end without a four being made against him, -1 if his own points win.  The game
 * ends where a threat of his on a high point is filled, so that what is above it counts for none.
 */
MI_C4_INLINE int mi_c4_follow_up(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                 uint64_t threats)
{
    uint64_t empty = shape->board & ~b.taken, playable = mi_c4_playable(shape, b.taken);
    uint64_t high = empty & ~shape->low & ~playable;
    uint64_t low = empty & shape->low & ~mi_c4_above(shape, threats & high);
    if (mi_c4_four(shape, b.mine | low | playable))
        return MI_C4_UNBOUNDED;
    return mi_c4_four(shape, (b.mine ^ b.taken) | high) ? -1 : 0;
}

/* At least what the player who is not to move reaches, an odd number of points being empty, if he
 * has a threat on a low point that is not to be filled now: he leaves the point below it alone and
 * answers everywhere else as above, until the other has to play there.  He wins when all but what
 * is above the threat is full, at the latest.  -MI_C4_UNBOUNDED: it does not work. */
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
        if (score > best && !mi_c4_four(shape, b.mine | other))
            best = score;
    }
    return best;
}

/* The score of who is to move, as mi_c4_solve() has it, is at most that, in any unfinished
 * game. */
MI_C4_INLINE int mi_c4_count(const struct mi_c4_shape *shape, struct mi_c4_board b,
                             uint64_t threats)
{
    return b.left % 2 ? -mi_c4_zugzwang(shape, b, threats) : mi_c4_follow_up(shape, b, threats);
}

#endif
