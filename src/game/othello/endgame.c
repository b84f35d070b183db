/* The solver of endgames: alpha-beta with null windows, tables, stability, and the moves first that
 * leave the opponent few (Buro 1997, "An Evaluation Function for Othello Based on Statistics", and
 * what programs have done since). */
#include "endgame.h"
#include "eval.h"

#include <math.h>
#include <stdlib.h>

enum {
    LOOK_NODES = 1 << 12,
    EVALUATED = 14, /* empty squares from which the evaluation has a say in the order of moves */
    LOOK_AHEAD = 10 /* empty squares from which a move's children are looked up in the table */
};

/* Moves with what they lead to, and their order: rank * MI_OTHELLO_SQUARES + place, the least
 * first. */
struct list {
    int count, order[MI_OTHELLO_SQUARES];
    struct {
        int square;
        struct mi_othello_solver_place next;
    } move[MI_OTHELLO_SQUARES];
};

static int search(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p, int alpha,
                  int beta);

/* Narrows the window by what is kept of the position; true: nothing of it is left, and *score is
 * the answer. */
static bool table_cuts(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                       int *alpha, int *beta, int *square, int *score)
{
    struct mi_othello_bounds b;
    *square = -1;
    if (!mi_othello_recall(e, p, &b))
        return false;
    *square = b.square;
    *score = b.least >= *beta ? b.least : b.most;
    if (b.least >= *beta || b.most <= *alpha || b.least == b.most)
        return true;
    *alpha = b.least > *alpha ? b.least : *alpha;
    *beta = b.most < *beta ? b.most : *beta;
    return false;
}

/* ---- the order of moves ---- */

static struct mi_othello_solver_place after(const struct mi_othello_solver_place *p, int square)
{
    struct mi_othello_solver_place next = {p->other, p->own, p->empty & ~((uint64_t)1 << square),
                                           !p->player, p->count - 1};
    mi_othello_put(&next.other, &next.own, square);
    return next;
}

/* What a move leaves the opponent, by a shallow search; less is better. */
static int expected(const struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                    int depth, int alpha, int beta)
{
    uint64_t moves = mi_othello_moves(p->own, p->other, p->empty);
    int best = -MIAI_SCORE_MAX;
    if (depth == 0)
        return mi_othello_expect(e->weights, e->board, p->own, p->other);
    for (; moves && best < beta; moves &= moves - 1) {
        struct mi_othello_solver_place next = after(p, mi_othello_first(moves));
        int score = -expected(e, &next, depth - 1, -beta, -alpha);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best > -MIAI_SCORE_MAX ? best
                                  : mi_othello_expect(e->weights, e->board, p->own, p->other);
}

/* Moves of the opponent count, those to corners twice; fewer are better.  Where much is to be
 * saved, so does the evaluation. */
static int rank_of(const struct mi_othello_endgame *e, const struct mi_othello_solver_place *next,
                   uint64_t corners)
{
    const int by_move = 16, by_disc = 4, deep = 13, deeper = 17;
    uint64_t moves = mi_othello_moves(next->own, next->other, next->empty);
    int rank = by_move * mi_othello_mobility(moves, corners);
    if (next->count < EVALUATED)
        return rank;
    int depth = next->count >= deeper ? 2 : next->count >= deep ? 1 : 0;
    return rank + by_disc * expected(e, next, depth, -MIAI_SCORE_MAX, MIAI_SCORE_MAX) /
                      (MIAI_POINT_SCORE / 4);
}

static void sort_in(struct list *list, int rank)
{
    int *order = list->order, value = rank * MI_OTHELLO_SQUARES + list->count, i = list->count++;
    for (; i > 0 && order[i - 1] > value; i--)
        order[i] = order[i - 1];
    order[i] = value;
}

/* Lists the moves, the best first, as far as can be told. */
static void list_moves(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p,
                       uint64_t moves, int first, struct list *list)
{
    const int parity = 4, best = 1 << 20;
    uint64_t corners = mi_othello_corners(e->root), odd = e->odd[mi_othello_parity(e, p->empty)];
    for (list->count = 0; moves; moves &= moves - 1) {
        int square = list->move[list->count].square = mi_othello_first(moves);
        struct mi_othello_solver_place *next = &list->move[list->count].next;
        *next = after(p, square);
        mi_othello_fetch(e, next);
        int rank = rank_of(e, next, corners) - (odd >> square & 1 ? parity : 0);
        sort_in(list, square == first ? rank - best : rank);
    }
}

/* ---- nodes ---- */

static bool is_over(struct mi_othello_endgame *e)
{
    if (e->nodes - e->told >= LOOK_NODES) {
        e->over = e->over || !e->solving->go_on(e->solving, e->nodes - e->told);
        e->told = e->nodes;
    }
    return e->over;
}

/* What the opponent's stable discs leave at most. */
static bool stability_cuts(const struct mi_othello_endgame *e,
                           const struct mi_othello_solver_place *p, int alpha, int *score)
{
    const int most = mi_othello_count(e->board);
    if (alpha < 2 * p->count || mi_othello_count(p->other) < (most - alpha) / 2)
        return false;
    *score = most - 2 * mi_othello_count(mi_othello_stable(&e->edges, p->other, p->own));
    return *score <= alpha;
}

/* Does the table know of a move that is good enough (enhanced transposition cut-off; Plaat 1996)?
 */
static bool known_move_cuts(struct mi_othello_endgame *e, const struct list *list, int beta,
                            int *score)
{
    struct mi_othello_bounds b;
    for (int i = 0; i < list->count; i++)
        if (mi_othello_recall(e, &list->move[i].next, &b) && -b.most >= beta) {
            *score = -b.most;
            return true;
        }
    return false;
}

static int search_move(struct mi_othello_endgame *e, const struct mi_othello_solver_place *next,
                       int alpha, int beta, bool first)
{
    if (!first && beta - alpha > 1) {
        int score = -search(e, next, -alpha - 1, -alpha);
        if (score <= alpha || score >= beta || e->over)
            return score;
    }
    return -search(e, next, -beta, -alpha);
}

static int pass(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p, int alpha,
                int beta)
{
    struct mi_othello_solver_place next = {p->other, p->own, p->empty, !p->player, p->count};
    if (!mi_othello_moves(p->other, p->own, p->empty))
        return mi_othello_final(p->own, p->other, e->board, e->rules);
    return -search(e, &next, -beta, -alpha);
}

static int try_moves(struct mi_othello_endgame *e, const struct list *list, int alpha, int beta,
                     int *square)
{
    int best = MI_OTHELLO_WORST;
    for (int i = 0; i < list->count && best < beta; i++) {
        int place = list->order[i] & (MI_OTHELLO_SQUARES - 1);
        int score = search_move(e, &list->move[place].next, alpha, beta, i == 0);
        if (e->over)
            return 0;
        if (score <= best)
            continue;
        best = score;
        *square = list->move[place].square;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

static int search(struct mi_othello_endgame *e, const struct mi_othello_solver_place *p, int alpha,
                  int beta)
{
    struct list list;
    int score, first, square = -1;
    if (p->count <= MI_OTHELLO_LAST)
        return mi_othello_solve_last(e, p->own, p->other, alpha, beta);
    e->nodes++;
    if (is_over(e))
        return 0;
    if (stability_cuts(e, p, alpha, &score))
        return score;
    uint64_t moves = mi_othello_moves(p->own, p->other, p->empty);
    if (!moves)
        return pass(e, p, alpha, beta);
    if (table_cuts(e, p, &alpha, &beta, &first, &score))
        return score;
    list_moves(e, p, moves, first, &list);
    if (p->count >= LOOK_AHEAD && known_move_cuts(e, &list, beta, &score))
        return score;
    int best = try_moves(e, &list, alpha, beta, &square);
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
    const struct mi_othello_solver_place p = {o->discs[o->turn], o->discs[!o->turn], empty, o->turn,
                                              mi_othello_count(empty)};
    struct mi_othello_endgame e = {.board = o->board,
                                   .weights = mi_othello_builtin_weights(o->board),
                                   .rules = o->rules,
                                   .squares = mi_othello_count(o->board),
                                   .edges = mi_othello_find_edges(o->board),
                                   .solving = solving,
                                   .root = o};
    int low = o->turn == 0 ? alpha : -beta, high = o->turn == 0 ? beta : -alpha;
    mi_othello_tabulate(&e, o);
    mi_othello_set_up_near(&e, p.count);
    int found = search(&e, &p, mi_othello_disc_below(low), mi_othello_disc_above(high));
    free(e.near);
    *score = (o->turn == 0 ? found : -found) * MIAI_POINT_SCORE;
    return solving->go_on(solving, e.nodes - e.told) && !e.over;
}

/* As measured: each square makes it so much more. */
double mi_othello_endgame_cost(const void *pos)
{
    const double base = 2.2;
    return pow(base, mi_othello_count(mi_othello_empty(pos)));
}
