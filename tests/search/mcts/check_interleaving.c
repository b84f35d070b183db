/* Two threads at critical moments. The test runs both in one thread, in an order that it
 * chooses. */
#include "game/games.h"
#include "mcts_fixture.h"
#include "tests/support/suite.h"

#include <check.h>

enum { MOVES = 7 /* of Connect Four */ };

static struct mi_limits limits;
static struct mi_run run;
static struct mi_tree *tree;
static struct mi_node *root;

/* ---- an evaluator that runs the other thread ---- */

static void (*meanwhile)(void);

static bool make_evaluator(void *self, const struct mi_root *of, const struct mi_settings *with)
{
    (void)self;
    (void)of;
    (void)with;
    return true;
}

static void value_batch(void *self, struct mi_eval *const *leaf, int n)
{
    (void)self;
    for (int i = 0; i < n; i++)
        leaf[i]->value = 0.5;
}

static void priors_of_leaf(void *self, struct mi_eval *leaf)
{
    void (*other)(void) = meanwhile;
    (void)self;
    for (int i = 0; i < leaf->move_count; i++) {
        leaf->prior[i] = 1.0F / MOVES;
        leaf->first[i] = -1;
    }
    meanwhile = NULL;
    if (other)
        other();
}

static const struct mi_evaluator interleaving_evaluator = {.name = "turning",
                                                           .batch = 1,
                                                           .has_priors = true,
                                                           .size = 1,
                                                           .make = make_evaluator,
                                                           .value = value_batch,
                                                           .priors = priors_of_leaf};

/* ---- two threads in a tree ---- */

static void begin_interleaving(void)
{
    struct mi_mcts *self;
    begin_mcts();
    self = mcts;
    toy_begin(&toy, &mi_connect4_game, 0, 0);
    settings.evaluator = &interleaving_evaluator;
    settings.narrow = true;
    run = (struct mi_run){.mcts = self,
                          .root = &toy.root,
                          .settings = &settings,
                          .limits = &limits,
                          .evaluator = &interleaving_evaluator,
                          .tree_policy = {.c = 1, .priors = true},
                          .threads = 2,
                          .width = 2,
                          .complete_visits = 10,
                          .virtual_loss = 1,
                          .repeat_rule = MIAI_REPEAT_FREE};
    tree = &self->tree;
    meanwhile = NULL;
    ck_assert(mi_mcts_reserve_line(self, 0) && mi_tree_reserve(tree, 1 << 20, false));
    ck_assert(mi_mcts_make_workers(&run));
    mi_mcts_begin(&run);
    root = mi_tree_node(tree, tree->root);
    for (int i = 0; i < run.threads; i++) {
        mi_lease_open(&run.worker[i]->lease, tree, true);
        mi_lease_enter(&run.worker[i]->lease);
    }
}

static void end_interleaving(void)
{
    for (int i = 0; i < run.threads; i++) {
        mi_lease_leave(&run.worker[i]->lease);
        mi_lease_close(&run.worker[i]->lease);
    }
    mi_mcts_free_workers(&run);
    end_mcts();
}

static const struct mi_mcts_position current_leaf = {.pos = toy.pos};

/* Edges of the likely moves only. */
static void expand_root(void)
{
    ck_assert(mi_mcts_expand(run.worker[0], root, &current_leaf, false, false));
    ck_assert(mi_node_state(root) & MI_NODE_PARTIAL);
}

static int edges_of_root(void)
{
    int n = 0;
    for (struct mi_edges *edges = mi_first_edges(tree, root); edges;
         edges = mi_next_edges(tree, edges))
        n += edges->count;
    return n;
}

/* ---- the remaining edges ---- */

static const struct mi_edge *edges_at_hint[MOVES];

static size_t bytes_then; /* of the tree when the other thread was done */

/* A third thread has taken the hint for edges that no longer exist, found no memory, and set it
 * again. */
static void complete_in_third_thread(void)
{
    mi_node_add_state(root, MI_NODE_PARTIAL);
    mi_mcts_complete(run.worker[1], root, &current_leaf);
    ck_assert_int_eq(edges_of_root(), MOVES);
    for (int move = 0; move < MOVES; move++)
        edges_at_hint[move] = mi_tree_edge(tree, root, move);
    bytes_then = mi_tree_bytes(tree);
}

/* Edges that a thread may have followed do not disappear. */
START_TEST(two_complete_a_node_at_once)
{
    expand_root();
    meanwhile = complete_in_third_thread;
    mi_mcts_complete(run.worker[0], root, &current_leaf);
    ck_assert_int_eq(edges_of_root(), MOVES);
    for (int move = 0; move < MOVES; move++)
        ck_assert_ptr_eq(mi_tree_edge(tree, root, move), edges_at_hint[move]);
    ck_assert_uint_le(mi_tree_bytes(tree), bytes_then);
}
END_TEST

/* One thread has seen edges that the clock hand has taken since; another is about to create new
 * ones, so the hint is left to it. */
START_TEST(hints_are_not_lost)
{
    mi_node_add_state(root, MI_NODE_LOCKED | MI_NODE_PARTIAL);
    mi_mcts_complete(run.worker[0], root, &current_leaf);
    ck_assert(mi_node_state(root) & MI_NODE_PARTIAL);
}
END_TEST

/* A run that is limited to some moves has masked the others when it began. */
START_TEST(masked_root_gets_no_new_edges)
{
    expand_root();
    int n = edges_of_root();
    ck_assert_int_lt(n, MOVES);
    for (int i = 0; i < 20; i++)
        ck_assert_int_eq(mi_mcts_descend(run.worker[0], &run.worker[0]->descent[0]),
                         MI_DESCENT_LEAF);
    ck_assert_uint_eq(mi_node_visits(root), 20);
    ck_assert_int_eq(edges_of_root(), n);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("interleaving");
    TCase *tests = add_case(suite, "turns", 10);
    tcase_add_checked_fixture(tests, begin_interleaving, end_interleaving);
    tcase_add_test(tests, two_complete_a_node_at_once);
    tcase_add_test(tests, hints_are_not_lost);
    tcase_add_test(tests, masked_root_gets_no_new_edges);
    return run_suite(suite);
}
