/* The endgame solver: alpha-beta with null windows, transposition tables, stability cut-offs, and
 * moves ordered by the opponent's mobility (Buro 1997, "An Evaluation Function for Othello Based on
 * Statistics"). */
#include "endgame.h"
#include "eval.h"

#include <math.h>
#include <stdlib.h>

enum {
    POLL_NODES = 1 << 12,
    EVALUATION_EMPTY_MIN = 14, /* minimum empty squares for using the evaluation in move ordering */
    ETC_EMPTY_MIN = 10         /* minimum empty squares for enhanced transposition cut-offs */
};

/* Moves with the positions after them, and their order: rank * MI_OTHELLO_SQUARES + index,
 * ascending. */
struct move_list {
    int count, order[MI_OTHELLO_SQUARES];
    struct {
        int square;
        struct mi_othello_solver_position next;
    } move[MI_OTHELLO_SQUARES];
};

static int endgame_search(struct mi_othello_endgame *e, const struct mi_othello_solver_position *p,
                          int alpha, int beta);

/* Narrows the window by the table entry.  True if that causes a cut-off; then *score is the
 * result. */
static bool endgame_table_cuts(struct mi_othello_endgame *e,
                               const struct mi_othello_solver_position *p, int *alpha, int *beta,
                               int *square, int *score)
{
    struct mi_othello_bounds b;
    *square = -1;
    if (!mi_othello_probe(e, p, &b))
        return false;
    *square = b.square;
    *score = b.lower >= *beta ? b.lower : b.upper;
    if (b.lower >= *beta || b.upper <= *alpha || b.lower == b.upper)
        return true;
    *alpha = b.lower > *alpha ? b.lower : *alpha;
    *beta = b.upper < *beta ? b.upper : *beta;
    return false;
}

/* ---- move ordering ---- */

static struct mi_othello_solver_position position_after(const struct mi_othello_solver_position *p,
                                                        int square)
{
    struct mi_othello_solver_position next = {p->other, p->own, p->empty & ~((uint64_t)1 << square),
                                              !p->player, p->count - 1};
    mi_othello_make_move(&next.other, &next.own, square);
    return next;
}

/* The opponent's score after a move, by a shallow search; lower is better. */
static int shallow_score(const struct mi_othello_endgame *e,
                         const struct mi_othello_solver_position *p, int depth, int alpha, int beta)
{
    uint64_t moves = mi_othello_moves(p->own, p->other, p->empty);
    int best = -MIAI_SCORE_MAX;
    if (depth == 0)
        return mi_othello_expected_score(e->weights, e->board, p->own, p->other);
    for (; moves && best < beta; moves &= moves - 1) {
        struct mi_othello_solver_position next = position_after(p, mi_othello_first(moves));
        int score = -shallow_score(e, &next, depth - 1, -beta, -alpha);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best > -MIAI_SCORE_MAX
               ? best
               : mi_othello_expected_score(e->weights, e->board, p->own, p->other);
}

/* Ranks a move by the opponent's mobility (fastest-first), lower is better.  With many empty
 * squares, adds the result of a shallow search. */
static int rank_move(const struct mi_othello_endgame *e,
                     const struct mi_othello_solver_position *next, uint64_t corners)
{
    const int by_move = 16, by_disc = 4, depth_1_empty = 13, depth_2_empty = 17;
    uint64_t moves = mi_othello_moves(next->own, next->other, next->empty);
    int rank = by_move * mi_othello_mobility(moves, corners);
    if (next->count < EVALUATION_EMPTY_MIN)
        return rank;
    int depth = next->count >= depth_2_empty ? 2 : next->count >= depth_1_empty ? 1 : 0;
    return rank + by_disc * shallow_score(e, next, depth, -MIAI_SCORE_MAX, MIAI_SCORE_MAX) /
                      (MIAI_POINT_SCORE / 4);
}

static void move_list_insert(struct move_list *move_list, int rank)
{
    int *order = move_list->order, value = rank * MI_OTHELLO_SQUARES + move_list->count,
        i = move_list->count++;
    for (; i > 0 && order[i - 1] > value; i--)
        order[i] = order[i - 1];
    order[i] = value;
}

/* Lists the moves, best first. */
static void endgame_list_moves(struct mi_othello_endgame *e,
                               const struct mi_othello_solver_position *p, uint64_t moves,
                               int first, struct move_list *move_list)
{
    const int parity = 4, best = 1 << 20;
    uint64_t corners = mi_othello_corners(e->root), odd = e->odd[mi_othello_parity(e, p->empty)];
    for (move_list->count = 0; moves; moves &= moves - 1) {
        int square = move_list->move[move_list->count].square = mi_othello_first(moves);
        struct mi_othello_solver_position *next = &move_list->move[move_list->count].next;
        *next = position_after(p, square);
        mi_othello_prefetch(e, next);
        int rank = rank_move(e, next, corners) - (odd >> square & 1 ? parity : 0);
        move_list_insert(move_list, square == first ? rank - best : rank);
    }
}

/* ---- nodes ---- */

static bool search_is_stopped(struct mi_othello_endgame *e)
{
    if (e->nodes - e->reported >= POLL_NODES) {
        e->over = e->over || !e->solving->go_on(e->solving, e->nodes - e->reported);
        e->reported = e->nodes;
    }
    return e->over;
}

/* Stability cut-off: bounds the score by the opponent's stable discs. */
static bool stability_cuts(const struct mi_othello_endgame *e,
                           const struct mi_othello_solver_position *p, int alpha, int *score)
{
    const int squares = mi_othello_count(e->board);
    if (alpha < 2 * p->count || mi_othello_count(p->other) < (squares - alpha) / 2)
        return false;
    *score = squares - 2 * mi_othello_count(mi_othello_stable(&e->edges, p->other, p->own));
    return *score <= alpha;
}

/* Enhanced transposition cut-off (Plaat 1996): does the table entry of any child cause a
 * cut-off? */
static bool child_table_cuts(struct mi_othello_endgame *e, const struct move_list *move_list,
                             int beta, int *score)
{
    struct mi_othello_bounds b;
    for (int i = 0; i < move_list->count; i++)
        if (mi_othello_probe(e, &move_list->move[i].next, &b) && -b.upper >= beta) {
            *score = -b.upper;
            return true;
        }
    return false;
}

static int endgame_search_move(struct mi_othello_endgame *e,
                               const struct mi_othello_solver_position *next, int alpha, int beta,
                               bool first)
{
    if (!first && beta - alpha > 1) {
        int score = -endgame_search(e, next, -alpha - 1, -alpha);
        if (score <= alpha || score >= beta || e->over)
            return score;
    }
    return -endgame_search(e, next, -beta, -alpha);
}

static int endgame_pass(struct mi_othello_endgame *e, const struct mi_othello_solver_position *p,
                        int alpha, int beta)
{
    struct mi_othello_solver_position next = {p->other, p->own, p->empty, !p->player, p->count};
    if (!mi_othello_moves(p->other, p->own, p->empty))
        return mi_othello_final_score(p->own, p->other, e->board, e->rules);
    return -endgame_search(e, &next, -beta, -alpha);
}

static int endgame_try_moves(struct mi_othello_endgame *e, const struct move_list *move_list,
                             int alpha, int beta, int *square)
{
    int best = MI_OTHELLO_WORST;
    for (int i = 0; i < move_list->count && best < beta; i++) {
        int place = move_list->order[i] & (MI_OTHELLO_SQUARES - 1);
        int score = endgame_search_move(e, &move_list->move[place].next, alpha, beta, i == 0);
        if (e->over)
            return 0;
        if (score <= best)
            continue;
        best = score;
        *square = move_list->move[place].square;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

static int endgame_search(struct mi_othello_endgame *e, const struct mi_othello_solver_position *p,
                          int alpha, int beta)
{
    struct move_list move_list;
    int score, first, square = -1;
    if (p->count <= MI_OTHELLO_LAST_EMPTY)
        return mi_othello_solve_last(e, p->own, p->other, alpha, beta);
    e->nodes++;
    if (search_is_stopped(e))
        return 0;
    if (stability_cuts(e, p, alpha, &score))
        return score;
    uint64_t moves = mi_othello_moves(p->own, p->other, p->empty);
    if (!moves)
        return endgame_pass(e, p, alpha, beta);
    if (endgame_table_cuts(e, p, &alpha, &beta, &first, &score))
        return score;
    endgame_list_moves(e, p, moves, first, &move_list);
    if (p->count >= ETC_EMPTY_MIN && child_table_cuts(e, &move_list, beta, &score))
        return score;
    int best = endgame_try_moves(e, &move_list, alpha, beta, &square);
    if (!e->over)
        mi_othello_store(e, p,
                         (struct mi_othello_bounds){best > alpha ? best : MI_OTHELLO_WORST,
                                                    best < beta ? best : -MI_OTHELLO_WORST,
                                                    square});
    return best;
}

/* ---- the capability ---- */

bool mi_othello_solve_endgame(const void *pos, int alpha, int beta, miai_endgame *solving,
                              int *score)
{
    const struct mi_othello *o = pos;
    uint64_t empty = mi_othello_empty(o);
    const struct mi_othello_solver_position p = {o->discs[o->turn], o->discs[!o->turn], empty,
                                                 o->turn, mi_othello_count(empty)};
    struct mi_othello_endgame e = {.board = o->board,
                                   .weights = mi_othello_builtin_weights(o->board),
                                   .rules = o->rules,
                                   .squares = mi_othello_count(o->board),
                                   .edges = mi_othello_find_edges(o->board),
                                   .solving = solving,
                                   .root = o};
    int low = o->turn == 0 ? alpha : -beta, high = o->turn == 0 ? beta : -alpha;
    mi_othello_init_tables(&e, o);
    mi_othello_open_near_table(&e, p.count);
    int found =
        endgame_search(&e, &p, mi_othello_floor_to_discs(low), mi_othello_ceil_to_discs(high));
    free(e.near);
    *score = (o->turn == 0 ? found : -found) * MIAI_POINT_SCORE;
    return solving->go_on(solving, e.nodes - e.reported) && !e.over;
}

/* Measured: each empty square multiplies the cost by 2.2. */
double mi_othello_endgame_cost(const void *pos)
{
    const double base = 2.2;
    return pow(base, mi_othello_count(mi_othello_empty(pos)));
}
