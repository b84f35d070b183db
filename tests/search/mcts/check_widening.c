/* Nodes with hundreds of moves: the likely ones get edges first, the others after enough visits,
 * and nothing is proven before all have edges. */
#include "fake_evaluator.h"
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 127 /* first edges of a node */ };

/* ---- edges ---- */

static const struct mi_tree *tree_of(void)
{
    return &((struct mi_mcts *)mcts)->tree;
}

/* The edges after the only root move, by move; returns their number. */
static int list_edges(bool *listed, int moves)
{
    const struct mi_tree *tree = tree_of();
    uint32_t child = mi_tree_child(tree, tree->root, toy.root.only[0]);
    int n = 0;
    ck_assert_uint_ne(child, 0);
    memset(listed, 0, (size_t)moves * sizeof *listed);
    const struct mi_edges *edges = mi_first_edges(tree, mi_tree_node(tree, child));
    for (; edges; edges = mi_next_edges(tree, edges))
        for (int i = 0; i < edges->count; i++, n++) {
            ck_assert(!listed[edges->edge[i].move]);
            listed[edges->edge[i].move] = true;
        }
    return n;
}

static const miai_move root_move[] = {72}; /* a corner of 19x19 */

/* The priors of all moves there, as the search requests them; returns their number. */
static int priors_behind(miai_move *list, float *prior)
{
    char *pos = aligned_alloc(64, TOY_BYTES);
    memcpy(pos, toy.pos, toy.root.size);
    mi_go_game.play(pos, root_move[0]);
    int n = mi_go_game.hints->candidates(pos, list);
    mi_go_game.evaluation->priors(NULL, NULL, pos, list, n, prior);
    free(pos);
    return n;
}

static void check_likeliest(const bool *listed)
{
    static miai_move list[MIAI_MAX_LEGAL];
    static float prior[MIAI_MAX_LEGAL];
    int n = priors_behind(list, prior);
    float least = 1, most = 0;
    for (int i = 0; i < n; i++) {
        if (listed[list[i]] && prior[i] < least)
            least = prior[i];
        if (!listed[list[i]] && prior[i] > most)
            most = prior[i];
    }
    ck_assert_float_ge(least, most);
}

static void begin_go(void)
{
    begin_mcts();
    settings.reuse = true;
    settings.narrow = true;
    settings.memory = (size_t)32 << 20;
    toy_begin(&toy, &mi_go_game, 0, 0);
    toy.root.only = root_move;
    toy.root.only_count = 1;
}

static void check_widening(void)
{
    bool *listed = calloc((size_t)mi_go_game.move_count(&toy.setup), sizeof *listed);
    int moves = mi_go_game.move_count(&toy.setup);
    search_tree(2);
    ck_assert_int_eq(list_edges(listed, moves), WIDTH);
    if (!settings.evaluator)
        check_likeliest(listed);
    search_tree(WIDTH - 3); /* one visit less than edges */
    ck_assert_int_eq(list_edges(listed, moves), WIDTH);
    uint64_t nodes = result.tree_nodes;
    search_tree(8); /* one batch */
    int n = list_edges(listed, moves);
    ck_assert_int_ge(n, 350);
    ck_assert_uint_gt(result.tree_nodes, nodes); /* earlier nodes are kept */
    ck_assert_uint_ge(visits_of(root_move[0]), WIDTH);
    search_tree(100);
    ck_assert_int_eq(list_edges(listed, moves), n);
    free(listed);
}

START_TEST(likely_moves_come_first)
{
    settings.rave_equivalence = _i ? 1000 : 0;
    settings.prior_wins = _i ? 20 : 0;
    check_widening();
}
END_TEST

START_TEST(likely_moves_of_a_batch_come_first)
{
    settings.evaluator = &fake_batch;
    fake_begin();
    check_widening();
}
END_TEST

START_TEST(root_has_all_edges)
{
    toy.root.only_count = 0;
    search_tree(1);
    ck_assert_int_ge(result.choice_count, 350);
    toy_play(&toy, root_move[0]);
    search_tree(1);
    ck_assert_int_ge(result.choice_count, 350);
}
END_TEST

/* ---- proofs ---- */

/* The first player has two equivalent moves; then the second has 300: the likeliest are forbidden
 * by superko, and of the others all but the last and least likely lose. */
enum { MOVES = 300, FORBIDDEN = 40 };

struct wide {
    int ply, move, last; /* last: the score of that move, first player's view */
};

static size_t wide_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct wide);
}

static int wide_move_count(const miai_setup *setup)
{
    (void)setup;
    return MOVES;
}

static void wide_init(void *pos, const miai_setup *setup)
{
    *(struct wide *)pos = (struct wide){.last = setup->rules - 1};
}

static int wide_turn(const void *pos)
{
    return ((const struct wide *)pos)->ply % 2;
}

static bool wide_legal(const void *pos, miai_move move)
{
    const struct wide *wide = pos;
    return wide->ply < 2 && move >= 0 && move < (wide->ply ? MOVES : 2);
}

static int wide_moves(const void *pos, miai_move *list)
{
    int n = 0;
    for (; wide_legal(pos, n); n++)
        list[n] = n;
    return n;
}

static void wide_play(void *pos, miai_move move)
{
    struct wide *wide = pos;
    wide->ply++;
    wide->move = move;
}

static bool wide_outcome(const void *pos, int *score)
{
    const struct wide *wide = pos;
    if (wide->ply == 2)
        *score = wide->move == MOVES - 1 ? wide->last : 1;
    return wide->ply == 2;
}

static uint64_t wide_hash(const void *pos)
{
    const struct wide *wide = pos;
    return miai_mix((uint64_t)(wide->ply + 3 * wide->move));
}

static void wide_priors(const void *weights, void *memory, const void *pos, const miai_move *list,
                        int n, float *prior)
{
    (void)weights;
    (void)memory;
    (void)pos;
    for (int i = 0; i < n; i++)
        prior[i] = 2.0F * (float)(n - list[i]) / (float)(n * (n + 1));
}

static int wide_rule(const void *pos)
{
    (void)pos;
    return MIAI_REPEAT_ILLEGAL;
}

static uint64_t wide_key(const void *pos)
{
    const struct wide *wide = pos;
    return wide->ply == 0 || (wide->ply == 2 && wide->move < FORBIDDEN) ? 1 : wide_hash(pos);
}

static int wide_window(const void *pos)
{
    return ((const struct wide *)pos)->ply;
}

static const miai_repetition wide_repetition = {
    .bytes = sizeof(miai_repetition),
    .rule = wide_rule,
    .key = wide_key,
    .window = wide_window,
};

static const miai_evaluation wide_evaluation = {.bytes = sizeof(miai_evaluation),
                                                .priors = wide_priors};

static void begin_wide(void)
{
    static miai_game wide;
    begin_mcts();
    wide = toy_fan;
    wide.points = 0;
    wide.size = wide_size;
    wide.move_count = wide_move_count;
    wide.init = wide_init;
    wide.turn = wide_turn;
    wide.legal = wide_legal;
    wide.moves = wide_moves;
    wide.play = wide_play;
    wide.outcome = wide_outcome;
    wide.hash = wide_hash;
    wide.evaluation = &wide_evaluation;
    wide.repetition = &wide_repetition;
    settings.reuse = true;
    toy_begin(&toy, &wide, 0, 0);
}

/* For each score of the last move, from a win of the second player on. */
static const enum mi_proof last_scores[] = {MI_LOSS, MI_DRAW, MI_WIN};

static void set_last(int score)
{
    toy_begin(&toy, toy.root.game, 0, score + 1);
}

START_TEST(a_part_of_the_moves_proves_nothing)
{
    int playouts = 0;
    set_last(_i - 1);
    do {
        search_tree(1);
        ck_assert(result.proof == MI_UNPROVEN || result.proof == last_scores[_i]);
        ck_assert_int_lt(++playouts, 10000);
    } while (result.proof == MI_UNPROVEN);
    ck_assert_int_gt(playouts, MOVES - FORBIDDEN);
}
END_TEST

START_TEST(any_threads_prove_the_same)
{
    for (int i = 0; i < 10; i++) {
        settings.threads = 1 + i % 3;
        settings.evaluator = i < 5 ? NULL : &fake_batch;
        settings.prior_wins = i % 2 ? 20 : 0;
        mi_mcts_searcher.clear(mcts);
        set_last(_i - 1);
        search_tree(20000);
        ck_assert_int_eq(result.proof, last_scores[_i]);
    }
}
END_TEST

/* ---- progressive widening ---- */

/* The only move that a node considers loses, but another one wins: then that one is considered. */
START_TEST(move_after_lost_ones_is_found)
{
    settings.evaluator = &fake_apart;
    settings.priors = true;
    settings.solver = true;
    settings.widening = 0.001;
    toy_begin(&toy, &toy_nim, 5 + _i, 0);
    search_tree(2000);
    ck_assert_int_eq(result.proof, toy.setup.width % 4 ? MI_WIN : MI_LOSS);
    if (result.proof == MI_WIN)
        ck_assert_int_eq(result.move, toy.setup.width % 4 - 1);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts widening");
    TCase *edges = add_case(suite, "edges", 60);
    TCase *proofs = add_case(suite, "proofs", 60);
    tcase_add_checked_fixture(edges, begin_go, end_mcts);
    tcase_add_loop_test(edges, likely_moves_come_first, 0, 2);
    tcase_add_test(edges, likely_moves_of_a_batch_come_first);
    tcase_add_test(edges, root_has_all_edges);
    tcase_add_checked_fixture(proofs, begin_wide, end_mcts);
    tcase_add_loop_test(proofs, a_part_of_the_moves_proves_nothing, 0, COUNT(last_scores));
    tcase_add_loop_test(proofs, any_threads_prove_the_same, 0, COUNT(last_scores));
    TCase *widening = add_case(suite, "progressive widening", 10);
    tcase_add_checked_fixture(widening, begin_mcts, end_mcts);
    tcase_add_loop_test(widening, move_after_lost_ones_is_found, 0, 8);
    return run_suite(suite);
}
