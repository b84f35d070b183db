/* What a selective search leaves out.  Margins are scores, of MIAI_POINT_SCORE to the point or
 * pawn; all numbers are found by play. */
#include "../base/fmath.h"
#include "alphabeta.h"

#include <limits.h>

enum { ONE = 1024 }; /* a ply, in the arithmetic of reductions */

static bool decided(int score)
{
    return mi_score_decided(score);
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

/* ---- reductions ---- */

/* Late moves are reduced by the product of two logarithms. */
void mi_ab_fill_reductions(struct mi_ab_thread *thread)
{
    const double least = 1.6, divisor = 2.1;
    double ln[MI_REDUCE_DEPTHS > MI_REDUCE_MOVES ? MI_REDUCE_DEPTHS : MI_REDUCE_MOVES];
    for (int i = 1; i < (int)(sizeof ln / sizeof *ln); i++)
        ln[i] = mi_ln(i);
    for (int depth = 1; depth < MI_REDUCE_DEPTHS; depth++)
        for (int number = 1; number < MI_REDUCE_MOVES; number++)
            thread->reductions[depth][number] =
                (int16_t)(ONE * (least + ln[depth] * ln[number] / divisor));
}

static int table_reduction(const struct mi_node *node, int number)
{
    int depth = smaller(node->depth, MI_REDUCE_DEPTHS - 1);
    return node->thread->reductions[depth][smaller(number, MI_REDUCE_MOVES - 1)];
}

int mi_ab_reduction(const struct mi_node *node, const struct mi_try *try, bool threatens)
{
    const int history_weight = 10;
    if (!node->thread->selective || node->depth < 3 || try->number < 2 + 2 * node->pv)
        return 0;
    int r = table_reduction(node, try->number);
    r += node->frame->cut ? 2 * ONE : 0;
    r += node->improving ? 0 : ONE;
    r -= node->pv ? ONE : 0;
    r -= threatens || node->threatened ? 2 * ONE : 0;
    r -= try->quiet ? try->standing / history_weight : 2 * ONE;
    return larger(0, smaller(r / ONE, node->depth - 2));
}

/* ---- single moves ---- */

static bool quiet_is_late(const struct mi_node *node, int number)
{
    int most = 4 + node->depth * node->depth;
    return number > (node->improving ? most : most / 2);
}

/* depth: what the reductions leave of it. */
static bool quiet_is_futile(const struct mi_node *node, int depth)
{
    const int deepest = 8, least = 100, step = 90;
    return depth <= deepest && node->frame->eval + least + step * depth <= node->alpha;
}

static bool prune_quiet(const struct mi_node *node, const struct mi_try *try, bool *rest)
{
    const int unlikely = -4000, see_step = 25;
    int depth = larger(0, node->depth - table_reduction(node, try->number) / ONE);
    const miai_game *game = node->thread->game;
    *rest = quiet_is_late(node, try->number) || quiet_is_futile(node, depth);
    bool doubtful = *rest || (depth <= 4 && try->standing < unlikely * node->depth);
    if (doubtful && !(game->threatens && game->threatens(node->pos, try->move)))
        return true;
    return game->gains && depth <= 8 &&
           !game->gains(node->pos, try->move, -see_step * depth * depth);
}

static bool prune_noisy(const struct mi_node *node, const struct mi_try *try)
{
    const int see_step = 90;
    const miai_game *game = node->thread->game;
    return game->gains && node->depth <= 8 &&
           !game->gains(node->pos, try->move, -see_step * node->depth);
}

bool mi_ab_prune_move(const struct mi_node *node, const struct mi_try *try, int best, bool *rest)
{
    *rest = false; /* but those that threaten */
    if (!node->thread->selective || node->threatened || best <= -MI_SCORE_PROVEN)
        return false;
    return try->quiet ? prune_quiet(node, try, rest) : prune_noisy(node, try);
}

/* ---- whole nodes ---- */

/* Far above the window with few plies to go: it will stay there (reverse futility). */
static bool stays_above(const struct mi_node *node, int *score)
{
    const int deepest = 8, step = 80;
    int margin = step * (node->depth - node->improving);
    *score = node->estimate;
    return node->depth <= deepest && node->estimate - margin >= node->beta &&
           !decided(node->beta) && !decided(node->estimate);
}

static bool may_pass(const struct mi_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    const miai_game *game = thread->game;
    return game->may_pass && game->set_turn && node->depth >= 3 && !node->frame->passed &&
           node->estimate >= node->beta &&
           node->frame->eval >= node->beta - 30 * node->depth + 150 && !decided(node->beta) &&
           (node->ply >= thread->no_pass || node->frame->player != thread->no_pass_player) &&
           game->may_pass(node->pos);
}

/* Even with the move left to the other, the score is above the window: a move of one's own would be
 * better still (null move; Donninger 1993).  Deep down zugzwang would cost too much, and a search
 * without passing must say the same. */
static bool passes(struct mi_node *node, int *score)
{
    const int verified = 12;
    struct mi_ab_thread *thread = node->thread;
    if (!may_pass(node))
        return false;
    int depth = node->depth - 4 - node->depth / 4 - smaller((node->estimate - node->beta) / 200, 3);
    depth = larger(depth, 0);
    mi_ab_pass(thread, node->ply);
    node->frame[1].cut = !node->frame->cut;
    *score = mi_ab_child(thread, node->ply, depth, node->beta - 1, node->beta);
    if (thread->aborted || *score < node->beta)
        return thread->aborted;
    if (decided(*score))
        *score = node->beta;
    if (node->depth < verified || thread->no_pass)
        return true;
    thread->no_pass = node->ply + 3 * depth / 4;
    thread->no_pass_player = node->frame->player;
    int check = mi_ab_node(thread, node->ply, depth, node->beta - 1, node->beta);
    thread->no_pass = 0;
    node->frame->proven = false;
    return thread->aborted || check >= node->beta;
}

/* A capture that is far above the window in a shallow search will be above it in a deep one
 * (ProbCut; Buro 1995). */
static bool capture_refutes(struct mi_node *node, int *score)
{
    const int margin = 180, less = 4;
    struct mi_ab_thread *thread = node->thread;
    const miai_game *game = thread->game;
    int beta = node->beta + margin;
    if (node->depth < 5 || !game->gains || decided(node->beta) ||
        (node->known && node->entry.depth >= node->depth - less + 1 && node->entry.score < beta))
        return false;
    struct mi_picker picker;
    struct mi_place place = mi_ab_place(thread, node->ply);
    mi_picker_init(&picker, thread->history, &place, node->frame->items);
    picker.wanted = MI_QUIETS_NONE;
    picker.sound = true;
    miai_move move;
    while ((move = mi_picker_next(&picker, thread->list)) != MIAI_NO_MOVE) {
        if (!game->gains(node->pos, move, beta - node->frame->eval) ||
            !mi_ab_play(thread, node->ply, move))
            continue;
        node->frame[1].cut = !node->frame->cut;
        *score = mi_ab_child(thread, node->ply, 0, beta - 1, beta);
        if (*score >= beta && !thread->aborted)
            *score = mi_ab_child(thread, node->ply, node->depth - less, beta - 1, beta);
        if (thread->aborted)
            return true;
        if (*score >= beta) {
            mi_table_store(thread->table, node->frame->key, node->ply,
                           &(struct mi_entry){.score = *score,
                                              .depth = node->depth - less + 1,
                                              .move = move,
                                              .bound = MI_BOUND_LOWER,
                                              .eval = node->frame->eval});
            *score = decided(*score) ? *score : *score - margin;
            return true;
        }
    }
    return false;
}

bool mi_ab_prune_node(struct mi_node *node, int *score)
{
    if (!node->thread->selective || node->pv || node->threatened ||
        node->frame->excluded != MIAI_NO_MOVE)
        return false;
    return stays_above(node, score) || passes(node, score) || capture_refutes(node, score);
}

/* ---- extensions ---- */

/* What the moves but the hash move are worth, against a bound below its score, in a search of half
 * the depth. */
static int score_of_others(struct mi_node *node, int bound)
{
    struct mi_frame *frame = node->frame;
    int eval = frame->eval;
    bool cut = frame->cut;
    frame->excluded = node->hash_move;
    int score = mi_ab_node(node->thread, node->ply, (node->depth - 1) / 2, bound - 1, bound);
    frame->excluded = MIAI_NO_MOVE;
    frame->eval = eval;
    frame->cut = cut;
    frame->pv_length = 0;
    frame->proven = false;
    return score;
}

static bool maybe_singular(const struct mi_node *node)
{
    const struct mi_ab_thread *thread = node->thread;
    return thread->selective && node->depth >= 7 && node->ply < 2 * thread->depth &&
           node->hash_move != MIAI_NO_MOVE && node->frame->excluded == MIAI_NO_MOVE &&
           node->entry.depth >= node->depth - 3 && node->entry.bound & MI_BOUND_LOWER &&
           !decided(node->entry.score);
}

int mi_ab_singular(struct mi_node *node, int *score)
{
    const int step = 1, far = 20, most = 6;
    if (!maybe_singular(node))
        return 0;
    int bound = node->entry.score - step * node->depth - (node->pv ? 0 : node->depth / 2);
    *score = score_of_others(node, bound);
    if (*score < bound) {
        bool twice = !node->pv && *score < bound - far && node->frame->extended < most;
        return 1 + twice;
    }
    if (bound >= node->beta) {
        *score = bound;
        return INT_MIN;
    }
    return node->entry.score >= node->beta ? -1 : 0;
}
