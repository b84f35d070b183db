/* The priors of a search from the network's policy: optimism, and symmetries at the root. */
#include "engine/engine.h"
#include "engine/root.h"
#include "engine/setup/network_file.h"
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void set_up_engine(void)
{
    begin_network("check_network_priors.bin.gz");
}

/* ---- the optimistic policy ---- */

struct priors {
    double of[25];
};

static bool keep_prior(void *context, const miai_branch *branch)
{
    struct priors *priors = context;
    int x = branch->move[0] - 'A', y = branch->move[1] - '1';
    if (branch->move[1] >= '1' && branch->move[1] <= '5')
        priors->of[y * 5 + x] = branch->prior;
    return true;
}

static struct priors priors_after_move(const char *moves)
{
    struct priors priors = {{0}};
    ck_assert_int_eq(miai_walk_tree(engine, moves, 1, 0, keep_prior, &priors), MIAI_OK);
    return priors;
}

/* Are the priors those of the network for the position, under any symmetry? */
static bool are_priors_of(const struct priors *priors)
{
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        miai_network_output output = ask_network(MIAI_TURN, symmetry);
        bool same = true;
        for (int p = 0; p < 25; p++) {
            double leaf_outputs = output.policy[p] > 0 ? (double)output.policy[p] : 0;
            same &= fabs(leaf_outputs - priors->of[p]) < 2e-3;
        }
        if (same)
            return true;
    }
    return false;
}

/* Returns the best move. */
static const char *search_with(const char *option, const char *value)
{
    static char move[MIAI_MOVE_TEXT];
    set_engine_option(option, value);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    return move;
}

/* The network's optimistic policy has the weight 0.2. */
START_TEST(optimistic_policy)
{
    struct net_file file = small_network;
    file.name = network_file;
    file.version = 15;
    file.activation = "ACTIVATION_MISH";
    net_file_write(&file);
    set_engine_option("network", "none");
    set_engine_option("network", network_file);
    set_engine_option("network-numbers", "float");
    set_engine_option("reuse", "false");
    play_line("c3 b2 d4");
    const char *best = search_with("root-policy-optimism", "0.2");
    struct priors root = priors_after_move(NULL), behind = priors_after_move(best);
    ck_assert(are_priors_of(&root));
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, best), MIAI_OK);
    ck_assert(!are_priors_of(&behind)); /* in the tree, the full weight */
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    search_with("root-policy-optimism", "1");
    root = priors_after_move(NULL);
    ck_assert(!are_priors_of(&root));
    best = search_with("policy-optimism", "0.2"); /* the root keeps the smaller weight */
    root = priors_after_move(NULL);
    behind = priors_after_move(best);
    ck_assert(are_priors_of(&root));
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, best), MIAI_OK);
    ck_assert(are_priors_of(&behind));
}
END_TEST

/* ---- symmetries of the root ---- */

static double prior_of(const char *move)
{
    miai_choice choice;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        if (strcmp(choice.move, move) == 0)
            return choice.prior;
    ck_abort_msg("%s is no choice", move);
}

/* On an empty board, the mean over all symmetries gives equal priors to symmetric moves; a single
 * evaluation does not. */
START_TEST(root_policy_is_averaged_over_symmetries)
{
    static const char *const corner[] = {"B1", "D1", "B5", "D5", "A2", "E2", "A4", "E4"};
    miai_limits limits = {.playouts = 4};
    char move[MIAI_MOVE_TEXT];
    for (int ways = 1; ways <= 8; ways += 7) {
        bool alike = true;
        set_engine_option("root-symmetries", ways == 1 ? "1" : "8");
        miai_forget(engine);
        ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
        for (int i = 1; i < COUNT(corner); i++)
            alike &= fabs(prior_of(corner[i]) - prior_of(corner[0])) < 1e-4;
        ck_assert(alike == (ways == 8));
    }
}
END_TEST

/* The network's outputs for several leaves at once. */
struct leaf_outputs {
    struct mi_eval leaf[2];
    float prior[2][26], first[2][26], ownership[2][25];
    miai_move moves[2][MIAI_MAX_LEGAL];
};

/* Evaluates the root after a leaf, or one of them. */
static void ask_leaves(const struct mi_root *root, const struct mi_settings *settings, int from,
                       int n, struct leaf_outputs *leaf_outputs)
{
    static const miai_move centre[] = {12};
    struct mi_eval *leaf[] = {&leaf_outputs->leaf[0], &leaf_outputs->leaf[1]};
    void *evaluator = calloc(1, settings->evaluator->size);
    mi_network_release_search(settings->network); /* clears the cache, too */
    ck_assert(settings->evaluator->make(evaluator, root, settings));
    for (int i = 0; i < 2; i++) {
        void *pos = malloc(root->size);
        memcpy(pos, root->pos, root->size);
        if (i == 0)
            root->game->play(pos, centre[0]);
        leaf_outputs->leaf[i] =
            (struct mi_eval){.pos = pos,
                             .line = centre,
                             .line_length = i == 0,
                             .moves = leaf_outputs->moves[i],
                             .move_count = root->game->moves(pos, leaf_outputs->moves[i]),
                             .prior = leaf_outputs->prior[i],
                             .first = leaf_outputs->first[i],
                             .ownership = leaf_outputs->ownership[i]};
    }
    settings->evaluator->value(evaluator, leaf + from, n);
    for (int i = 0; i < 2; i++)
        free(leaf_outputs->leaf[i].pos);
    settings->evaluator->free(evaluator);
    free(evaluator);
}

/* If the tree has no memory for another node, the root is a leaf, and others may precede it in its
 * batch. */
START_TEST(averaged_root_in_a_batch)
{
    struct mi_root root;
    struct leaf_outputs alone[2], both;
    set_engine_option("root-symmetries", "8");
    set_engine_option("batch", "4");
    play_line("b1 e2");
    ck_assert(mi_engine_root(engine, 0, engine->pos, &root));
    struct mi_settings settings = mi_engine_settings(engine, &root, (size_t)64 << 20, 0);
    for (int i = 0; i < 2; i++)
        ask_leaves(&root, &settings, i, 1, &alone[i]);
    ask_leaves(&root, &settings, 0, 2, &both);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq_tol(both.leaf[i].win, alone[i].leaf[i].win, 1e-6);
        for (int k = 0; k < both.leaf[i].move_count; k++)
            ck_assert_double_eq_tol((double)both.prior[i][k], (double)alone[i].prior[i][k], 1e-4);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network_priors");
    TCase *single = add_single(suite, "network_priors", 60);
    tcase_add_checked_fixture(single, set_up_engine, end_network);
    tcase_add_test(single, optimistic_policy);
    tcase_add_test(single, root_policy_is_averaged_over_symmetries);
    tcase_add_test(single, averaged_root_in_a_batch);
    return run_suite(suite);
}
