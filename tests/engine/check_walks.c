/* A search values a position independently of what was searched before. Walks through games,
 * forward, back and to other positions, as clients do, are compared with searches from an empty
 * tree. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { PLIES = 64, NEW_VISITS = 1000, STEP_VISITS = 100, SEEDS = 2, FRESH = SEEDS + 1 };

static const double max_difference = 0.02;

static miai_engine *fresh_engine; /* begins each search with an empty tree */
static miai_rng rng;

/* ---- walks through a game ---- */

static char line_moves[PLIES][MIAI_MOVE_TEXT];
static int plies;

static void search_position(miai_engine *one, uint64_t visits)
{
    char move[MIAI_MOVE_TEXT];
    const miai_limits limits = {.playouts = visits};
    ck_assert_int_eq(miai_search(one, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
}

static int tried_moves(int n)
{
    return (int)miai_rng_below(&rng, (uint32_t)n);
}

static void go_back(int n)
{
    n = n < plies ? n : plies;
    ck_assert(n == 0 || miai_undo(engine, n) == MIAI_OK);
    plies -= n;
}

/* Plays a move that the last search has tried: a good one, or any. */
static void go_forward(void)
{
    miai_choice choice;
    int n = 0;
    while (miai_choice_at(engine, n, &choice) && choice.visits > 0)
        n++;
    if (n == 0 || plies == PLIES)
        return;
    ck_assert(miai_choice_at(engine, tried_moves(n > 3 && tried_moves(2) ? 3 : n), &choice));
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, choice.move), MIAI_OK);
    strcpy(line_moves[plies++], choice.move);
    if (miai_over(engine, NULL))
        go_back(1);
}

static void replay_line(miai_engine *one)
{
    ck_assert_int_eq(miai_clear(one), MIAI_OK);
    for (int i = 0; i < plies; i++)
        ck_assert_int_eq(miai_play(one, MIAI_TURN, line_moves[i]), MIAI_OK);
}

/* Searches another game in between. */
static void look_at_another(void)
{
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    search_position(engine, STEP_VISITS);
    replay_line(engine);
}

/* Searches with another komi, if the game has one. */
static void look_at_another_komi(void)
{
    double komi = miai_komi(engine);
    if (miai_set_komi(engine, komi + 20) == MIAI_OK)
        search_position(engine, STEP_VISITS);
    ck_assert_int_eq(miai_set_komi(engine, komi), MIAI_OK);
}

static void take_step(void)
{
    int way = tried_moves(40);
    if (way == 0)
        look_at_another();
    else if (way == 1)
        look_at_another_komi();
    else if (way < 12)
        go_back(1 + tried_moves(4));
    else
        go_forward();
    search_position(engine, STEP_VISITS);
}

/* Every other walk plays a game up to some ply and goes all the way back. */
static void walk_game(int number)
{
    miai_rng_seed(&rng, (uint64_t)number);
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    miai_forget(engine);
    plies = 0;
    search_position(engine, STEP_VISITS);
    for (int i = 0; i < 12; i++)
        if (number % 2) {
            take_step();
        } else {
            go_forward();
            search_position(engine, STEP_VISITS);
        }
    go_back(number % 2 ? tried_moves(plies + 1) : plies - tried_moves(3));
}

/* ---- comparison with an empty tree ---- */

struct comparison {
    int walks;
    double off, most; /* the walk's value minus the mean of the fresh ones: sum, maximum */
    double squares;   /* fresh values minus their mean */
};

/* The value for the side to move; negative if it is proven. */
static double value_of(miai_engine *one, uint64_t *visits)
{
    miai_info info;
    miai_last_search(one, &info);
    *visits = info.root_visits;
    return info.proof ? -1 : info.value;
}

/* Searches with as many visits as the walk's last search made, and one with as many as its position
 * had then. Returns false if one of them solved it. */
static bool search_fresh(uint64_t most, double value[FRESH])
{
    char seed[16];
    uint64_t visits;
    replay_line(fresh_engine);
    for (int i = 0; i < FRESH; i++) {
        snprintf(seed, sizeof seed, "%d", i + 100);
        ck_assert_int_eq(miai_set_option(fresh_engine, "seed", seed), MIAI_OK);
        search_position(fresh_engine, i < SEEDS ? NEW_VISITS : most);
        value[i] = value_of(fresh_engine, &visits);
        if (value[i] < 0)
            return false;
    }
    return true;
}

static void compare_with_fresh(struct comparison *comparison)
{
    double fresh[FRESH], mean = 0;
    uint64_t visits;
    search_position(engine, NEW_VISITS);
    double value = value_of(engine, &visits);
    if (value < 0 || !search_fresh(visits, fresh))
        return;
    for (int i = 0; i < FRESH; i++)
        mean += fresh[i] / FRESH;
    for (int i = 0; i < FRESH; i++)
        comparison->squares += (fresh[i] - mean) * (fresh[i] - mean);
    comparison->walks++;
    comparison->off += value - mean;
    comparison->most = fmax(comparison->most, fabs(value - mean));
}

/* ---- games ---- */

static const struct {
    const char *game, *size, *options[2];
    int walks;
} kinds[] = {
    {"go", "9", {"network=auto", "playout=heavy"}, 8},
    {"go", "9", {"network=none", "playout=heavy"}, 16},
    {"chess", "8", {"eval-file=auto", "leaf=auto"}, 16},
    {"chess", "8", {"eval-file=none", "leaf=auto"}, 16},
    {"connect4", "7x6", {"network=auto", "leaf=auto"}, 12},
    {"connect4", "7x6", {"network=none", "leaf=auto"}, 16},
    {"connect4", "7x6", {"network=none", "transpositions=false"}, 16},
    {"othello", "8", {"eval-file=auto", "leaf=auto"}, 16},
    {"hex", "7", {"leaf=auto", "solver=false"}, 16},
    {"gomoku", "15", {"eval-file=auto", "leaf=auto"}, 16},
    {"gomoku", "15", {"eval-file=none", "leaf=auto"}, 16},
    {"tictactoe", "3", {"solver=false", "leaf=auto"}, 16},
};

static void set_up_game(miai_engine *one, int kind)
{
    ck_assert_int_eq(miai_set_option(one, "search", "mcts"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(one, "size", kinds[kind].size), MIAI_OK);
    for (int i = 0; i < COUNT(kinds[kind].options); i++) {
        char name[32], value[32];
        ck_assert_int_eq(sscanf(kinds[kind].options[i], "%31[^=]=%31s", name, value), 2);
        ck_assert_msg(miai_set_option(one, name, value) == MIAI_OK, "%s", name);
    }
}

/* Each difference is within the bound, plus three standard errors for noisy searches; the mean
 * difference is close to zero. */
START_TEST(earlier_searches_do_not_bias_values)
{
    struct comparison comparison = {.walks = 0};
    begin_engine(kinds[_i].game);
    set_up_game(engine, _i);
    fresh_engine = miai_new();
    ck_assert_ptr_nonnull(fresh_engine);
    ck_assert_int_eq(miai_set_game(fresh_engine, kinds[_i].game), MIAI_OK);
    ck_assert_int_eq(miai_set_option(fresh_engine, "reuse", "false"), MIAI_OK);
    set_up_game(fresh_engine, _i);
    for (int i = 0; i < (SANITIZED ? 1 : kinds[_i].walks); i++) {
        walk_game(i);
        compare_with_fresh(&comparison);
    }
    miai_free(fresh_engine);
    end_engine();
    double n = comparison.walks;
    ck_assert(n > 0);
    double noise = sqrt(comparison.squares / (n * (FRESH - 1)) * (1 + 1.0 / FRESH));
    ck_assert_msg(comparison.most <= max_difference + 3 * noise, "%s %s: %f off, noise %f",
                  kinds[_i].game, kinds[_i].options[0], comparison.most, noise);
    ck_assert_msg(fabs(comparison.off / n) <= max_difference / 2 + 3 * noise / sqrt(n),
                  "%s %s: %f off on average, noise %f", kinds[_i].game, kinds[_i].options[0],
                  comparison.off / n, noise);
}
END_TEST

/* When this game had been searched at each of its positions and undone, its first position had the
 * value 0.66. */
START_TEST(undone_game_does_not_bias_its_start)
{
    static const char game[] = "D6 F5 E4 F7 F4 G5 G4 D7 E6 C7 F6 G6 E7 E8 F8 G7 D8 H4 H3 H5 C4 G8 "
                               "E9 J3";
    char word[MIAI_MOVE_TEXT];
    int used;
    uint64_t visits;
    begin_go_9x9();
    search_position(engine, 500);
    double value = value_of(engine, &visits);
    for (const char *next = game; sscanf(next, " %15s%n", word, &used) == 1; next += used) {
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, word), MIAI_OK);
        search_position(engine, 500);
    }
    ck_assert_int_eq(miai_undo(engine, 24), MIAI_OK);
    search_position(engine, 500);
    ck_assert_double_eq_tol(value_of(engine, &visits), value, 0.04);
    ck_assert_uint_eq(visits, 1000);
    end_engine();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("walks");
    TCase *tests = add_case(suite, "walks", 300);
    tcase_add_loop_test(tests, earlier_searches_do_not_bias_values, 0, COUNT(kinds));
    tcase_add_test(tests, undone_game_does_not_bias_its_start);
    return run_suite(suite);
}
