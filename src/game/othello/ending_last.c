/* The last moves: here most positions are, and what counts is to visit one quickly. */
#include "ending.h"

static int final_score(const struct mi_ending *e, uint64_t own, uint64_t other)
{
    return mi_othello_final(own, other, e->board, e->rules);
}

/* One empty square: who can turn discs there does. */
static int last_one(struct mi_ending *e, uint64_t own, uint64_t other, int square)
{
    int mine = mi_othello_count(own), all = mi_othello_count(own | other) + 1;
    int turned = mi_othello_count(mi_othello_turned(own, other, square));
    e->nodes++;
    if (turned > 0)
        return 2 * (mine + turned + 1) - all;
    turned = mi_othello_count(mi_othello_turned(other, own, square));
    if (turned > 0)
        return 2 * (mine - turned) - all;
    return final_score(e, own, other);
}

static int last_two(struct mi_ending *e, uint64_t own, uint64_t other, int alpha, int beta,
                    const int *square)
{
    int best = -MI_OTHELLO_SQUARES - 1;
    e->nodes++;
    for (int i = 0; i < 2; i++) {
        uint64_t turned = mi_othello_turned(own, other, square[i]);
        if (!turned)
            continue;
        uint64_t mine = own | turned | (uint64_t)1 << square[i];
        int score = -last_one(e, other & ~turned, mine, square[1 - i]);
        if (score >= beta)
            return score;
        best = score > best ? score : best;
    }
    if (best >= -MI_OTHELLO_SQUARES)
        return best;
    int passed = MI_OTHELLO_SQUARES + 1;
    for (int i = 0; i < 2; i++) {
        uint64_t turned = mi_othello_turned(other, own, square[i]);
        if (!turned)
            continue;
        uint64_t theirs = other | turned | (uint64_t)1 << square[i];
        int score = last_one(e, own & ~turned, theirs, square[1 - i]);
        if (score <= alpha)
            return score;
        passed = score < passed ? score : passed;
    }
    return passed <= MI_OTHELLO_SQUARES ? passed : final_score(e, own, other);
}

uint64_t mi_othello_odd_parts(const struct mi_ending *e, uint64_t empty)
{
    uint64_t odd = 0;
    for (int i = 0; i < 4; i++)
        odd |= -(uint64_t)(mi_othello_count(empty & e->quarter[i]) & 1) & e->quarter[i];
    return odd;
}

static int pass(struct mi_ending *e, uint64_t own, uint64_t other, uint64_t empty, int alpha,
                int beta)
{
    if (!mi_othello_moves(other, own, empty))
        return final_score(e, own, other);
    return -mi_othello_last(e, other, own, -beta, -alpha);
}

static int go_on(struct mi_ending *e, uint64_t own, uint64_t other, uint64_t empty, int alpha,
                 int beta)
{
    uint64_t rest = empty & (empty - 1);
    if (rest & (rest - 1))
        return mi_othello_last(e, own, other, alpha, beta);
    return last_two(e, own, other, alpha, beta,
                    (int[]){mi_othello_first(empty), mi_othello_first(rest)});
}

static int few(struct mi_ending *e, uint64_t own, uint64_t other, uint64_t empty, int alpha,
               int beta)
{
    if (empty == 0)
        return final_score(e, own, other);
    if (!(empty & (empty - 1)))
        return last_one(e, own, other, mi_othello_first(empty));
    return go_on(e, own, other, empty, alpha, beta);
}

int mi_othello_last(struct mi_ending *e, uint64_t own, uint64_t other, int alpha, int beta)
{
    uint64_t empty = e->board & ~(own | other);
    if (mi_othello_count(empty) <= 2)
        return few(e, own, other, empty, alpha, beta);
    uint64_t moves = mi_othello_moves(own, other, empty), odd = mi_othello_odd_parts(e, empty);
    int best = -MI_OTHELLO_SQUARES - 1;
    e->nodes++;
    if (!moves)
        return pass(e, own, other, empty, alpha, beta);
    uint64_t left = moves & odd ? moves & odd : moves;
    for (; moves; moves &= ~(left & -left), left &= left - 1, left = left ? left : moves) {
        int square = mi_othello_first(left);
        uint64_t bit = (uint64_t)1 << square, turned = mi_othello_turned(own, other, square);
        int score =
            -go_on(e, other & ~turned, own | turned | bit, empty & ~bit, -beta, -alpha);
        best = score > best ? score : best;
        if (best >= beta)
            return best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}
