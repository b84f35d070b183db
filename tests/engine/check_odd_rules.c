/* Go under random mixtures of rules: the search's value has the sign of the count, also with a komi
 * that decides the game; every board, komi and handicap is playable. */
#include "engine/engine.h"
#include "game/games.h"
#include "game/go/board/move.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = REPEATED(40), BOARDS = REPEATED(24), PLAYOUTS = 40 };

static int below(miai_rng *rng, int n)
{
    return (int)miai_rng_below(rng, (uint32_t)n);
}

/* Sets random rules. */
static int set_mixture(miai_rng *rng)
{
    char text[96];
    struct mi_go_rules rules = {
        .ko = (uint8_t)below(rng, 4),
        .territory = (uint8_t)below(rng, 2),
        .tax = (uint8_t)below(rng, 3),
        .suicide = (uint8_t)below(rng, 2),
        .button = (uint8_t)below(rng, 2),
        .bonus = (uint8_t)below(rng, 3),
        .friendly = (uint8_t)below(rng, 2),
        .encore = (uint8_t)below(rng, 2),
    };
    int value = mi_go_rules_value(&rules);
    mi_go_write_rules(value, text, sizeof text);
    set_engine_option("rules", text);
    return value;
}

/* ---- values ---- */

/* Plays randomly until only eyes are left, and sets up these stones. */
static void set_up_finished_board(miai_rng *rng, int width, int height)
{
    miai_setup setup = {.width = width, .height = height, .rules = MI_GO_SIMPLE_KO};
    struct mi_go *b = malloc(mi_go_size(&setup));
    char stones[12 * 81] = "", name[8];
    ck_assert_ptr_nonnull(b);
    mi_go_init(b, &setup);
    mi_go_game.playouts->uniform(b, rng, NULL);
    for (miai_move move = 0; move < width * height; move++) {
        int colour = b->point[mi_go_point_of(b, move)].colour;
        miai_point_text(move % width, move / width, name, sizeof name);
        size_t length = strlen(stones);
        if (colour != MI_GO_EMPTY)
            snprintf(stones + length, sizeof stones - length, "%s%c %s", length ? " " : "",
                     "bw"[colour], name);
    }
    ck_assert_int_eq(miai_set_stones(engine, stones), MIAI_OK);
    free(b);
}

/* The first player's score in points. */
static double count_board(void)
{
    char text[32];
    ck_assert_int_eq(miai_final_score(engine, text, sizeof text), MIAI_OK);
    return text[0] == '0' ? 0 : (text[0] == 'B' ? 1 : -1) * atof(text + 2);
}

/* The first player's value of a search. */
static double search_value(int player)
{
    char move[8];
    const miai_limits limits = {.playouts = PLAYOUTS};
    ck_assert_int_eq(miai_search(engine, player, &limits, move, sizeof move), MIAI_OK);
    return player == 0 ? engine->result->value : 1 - engine->result->value;
}

/* Komi leaves the first player this many points. */
static const double leads[] = {-290, -150, -6, 6, 150, 290};

START_TEST(values_agree_with_the_count)
{
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    set_engine_option("network", "none");
    for (int game = 0; game < GAMES; game++) {
        set_engine_option("search", game % 2 ? "alphabeta" : "mcts");
        int width = 4 + below(&rng, 4), height = 4 + below(&rng, 4);
        ck_assert_int_eq(miai_set_size(engine, width, height), MIAI_OK);
        int rules = set_mixture(&rng), player = below(&rng, 2);
        ck_assert_int_eq(miai_set_komi(engine, 0), MIAI_OK);
        set_up_finished_board(&rng, width, height);
        double score = count_board();
        for (int i = 0; i < COUNT(leads); i++) {
            ck_assert_int_eq(miai_set_komi(engine, score - leads[i]), MIAI_OK);
            double value = search_value(player);
            ck_assert_msg((value > 0.5) == (leads[i] > 0), "rules %d, lead %g: value %g\n%s", rules,
                          leads[i], value, board_text());
        }
    }
}
END_TEST

/* ---- boards ---- */

static const int sizes[][2] = {{2, 2}, {2, 25}, {25, 2},  {3, 5},
                               {9, 9}, {13, 7}, {19, 19}, {25, 25}};
static const double komis[] = {-150, -7, 0, 6.5, 7, 150};

/* Handicap, if the board has space for it, and a few moves. */
static void play_some_moves(miai_rng *rng, int points)
{
    char text[128];
    int stones = 2 + below(rng, 8);
    if (below(rng, 2) && points > 100)
        ck_assert_int_eq(miai_fixed_handicap(engine, stones, text, sizeof text), MIAI_OK);
    else if (below(rng, 2) && points > 4 * stones)
        ck_assert_int_eq(miai_free_handicap(engine, stones, text, sizeof text), MIAI_OK);
    for (int i = 0; i < 4; i++)
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, text, sizeof text), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
}

START_TEST(every_board_and_komi_is_playable)
{
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    set_engine_option("network", "none");
    set_engine_option("resign", "0");
    set_number("playouts", 4);
    for (int i = 0; i < BOARDS; i++) {
        const int *size = sizes[i % COUNT(sizes)];
        ck_assert_int_eq(miai_set_size(engine, size[0], size[1]), MIAI_OK);
        int rules = set_mixture(&rng);
        double komi = komis[below(&rng, COUNT(komis))];
        ck_assert_int_eq(miai_set_komi(engine, komi), MIAI_OK);
        play_some_moves(&rng, size[0] * size[1]);
        ck_assert_double_eq(miai_komi(engine), komi);
        const struct mi_go *b = mi_history_position(engine->history);
        ck_assert_int_eq(mi_go_rules_value(&b->rules), rules);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("odd rules");
    TCase *tests = add_case(suite, "odd rules", 120);
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_test(tests, values_agree_with_the_count);
    tcase_add_test(tests, every_board_and_komi_is_playable);
    return run_suite(suite);
}
