/* Proof numbers beside the playouts: what they prove is exact, more than playouts prove by
 * themselves, and outlives the move. */
#include "base/clock.h"
#include "game/games.h"
#include "search/proof/proof.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

static struct mi_result result; /* large: not on the stack */
static struct mi_settings settings;
static void *mcts;

static void set_up(void)
{
    settings = (struct mi_settings){.memory = 16 << 20,
                                    .threads = 1,
                                    .uct_constant = 0.7,
                                    .fpu = -1,
                                    .solver = true,
                                    .prover = 0.5,
                                    .playout = MI_PLAYOUT_UNIFORM,
                                    .virtual_loss = 1};
    mcts = mi_mcts.make();
    ck_assert_ptr_nonnull(mcts);
}

static void tear_down(void)
{
    mi_mcts.free(mcts);
}

static void search(const struct situation *s, uint64_t playouts)
{
    struct mi_root root = root_of(s);
    struct mi_limits limits = {.playouts = playouts, .start = mi_clock()};
    ck_assert(mi_mcts.run(mcts, &root, &settings, &limits, NULL, &result));
    ck_assert_uint_le(result.tree_bytes, settings.memory);
    check_line(s, &result);
    check_choices(&result);
}

/* For the player to move. */
static enum mi_proof truth_of(const struct situation *s)
{
    struct mi_root root = root_of(s);
    struct mi_score_bounds bounds;
    struct mi_prover *prover = mi_prover_open(16 << 20);
    ck_assert_ptr_nonnull(prover);
    ck_assert(mi_prover_run(prover, &root, NULL, &bounds));
    mi_prover_close(prover);
    int score = s->game->turn(s->pos) == 0 ? bounds.least : -bounds.least;
    return score > 0 ? MI_WIN : score < 0 ? MI_LOSS : MI_DRAW;
}

static bool begin_connect4(struct situation *s, int width, int height, int plies, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    begin_game(s, &mi_connect4, width, height);
    return play_on(s, &rng, plies);
}

/* On small boards, by one thread and by two, with and without shared nodes. */
START_TEST(what_is_proven_is_true)
{
    struct situation s;
    int proven = 0;
    settings.threads = 1 + _i % 2;
    settings.transpositions = _i / 2;
    settings.prover = 0.8;
    for (int i = 0; i < REPEATED(24); i++) {
        if (!begin_connect4(&s, 5, 5, 4 + i % 6, (uint64_t)i))
            continue;
        search(&s, 4000);
        if (result.proof == MI_UNPROVEN)
            continue;
        ck_assert_int_eq(result.proof, truth_of(&s));
        proven++;
    }
    ck_assert_int_ge(proven, REPEATED(24) / 8);
}
END_TEST

static int count_proven(double prover)
{
    struct situation s;
    int proven = 0;
    settings.prover = prover;
    settings.transpositions = true;
    for (int i = 0; i < 16; i++) {
        if (!begin_connect4(&s, 6, 5 + i % 2, 6 + 4 * (i % 2), (uint64_t)i))
            continue;
        search(&s, 5000);
        proven += result.proof != MI_UNPROVEN;
    }
    return proven;
}

START_TEST(more_is_proven_at_equal_playouts)
{
    int alone = count_proven(0), both = count_proven(0.8);
    ck_assert_int_ge(both, alone + 3);
}
END_TEST

START_TEST(equal_seeds_give_equal_searches)
{
    static struct mi_result first;
    struct situation s;
    begin_connect4(&s, 7, 6, 8, 1);
    search(&s, 5000);
    first = result;
    search(&s, 5000);
    ck_assert_uint_eq(first.nodes, result.nodes);
    ck_assert_int_eq(first.choice_count, result.choice_count);
    for (int i = 0; i < result.choice_count; i++)
        ck_assert_uint_eq(first.choice[i].visits, result.choice[i].visits);
}
END_TEST

/* A win that playouts alone take thousands to prove is known from then on in a few each time, to
 * the end. */
START_TEST(a_win_outlives_the_move)
{
    struct situation s;
    miai_rng rng;
    int won = 0;
    settings.reuse = true;
    settings.prover = 0.8;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < 16; i++) {
        if (!begin_connect4(&s, 6, 6, 10, (uint64_t)i))
            continue;
        mi_mcts.clear(mcts);
        search(&s, 5000);
        if (result.proof != MI_WIN || result.playouts < 1024)
            continue;
        while (try_move(&s, result.move) && play_on(&s, &rng, 1)) {
            search(&s, 50);
            ck_assert_int_eq(result.proof, MI_WIN);
        }
        won++;
    }
    ck_assert_int_gt(won, 0);
}
END_TEST

/* Positions before a position are part of what it is worth. */
START_TEST(superko)
{
    struct situation s;
    miai_game game = mi_go;
    game.points = 0;
    game.setup.komi = 2.5;
    begin_game(&s, &game, 3, 3);
    search(&s, 60000);
    ck_assert_int_eq(result.proof, MI_WIN);
    ck_assert_int_eq(result.move, 4);
}
END_TEST

START_TEST(time_ends_it)
{
    struct situation s;
    atomic_bool stop = true;
    begin_game(&s, &mi_hex, 11, 11);
    struct mi_root root = root_of(&s);
    struct mi_limits limits = {.seconds = 0.1, .start = mi_clock()};
    settings.prover = 0.9;
    settings.threads = 2;
    ck_assert(mi_mcts.run(mcts, &root, &settings, &limits, NULL, &result));
    ck_assert_double_lt(mi_clock() - limits.start, 0.5);
    limits = (struct mi_limits){.stop = &stop, .start = mi_clock()};
    ck_assert(mi_mcts.run(mcts, &root, &settings, &limits, NULL, &result));
    ck_assert_uint_eq(result.playouts, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("mcts prover");
    TCase *tests = add_case(suite, "mcts prover", 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_loop_test(tests, what_is_proven_is_true, 0, 4);
    tcase_add_test(tests, more_is_proven_at_equal_playouts);
    tcase_add_test(tests, equal_seeds_give_equal_searches);
    tcase_add_test(tests, a_win_outlives_the_move);
    tcase_add_test(tests, superko);
    tcase_add_test(tests, time_ends_it);
    return run_suite(suite);
}
