/* Judging the stones of a position, and the resulting score. */
#include "engine/scoring/judge.h"
#include "engine/scoring/ownership_search.h"
#include "engine/scoring/status.h"
#include "engine/setup/network_file.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

enum { SIDE = 9, POINTS = SIDE * SIDE };

/* Sets up the stones of a diagram, the upper row first. */
static void draw_stones(const char *const rows[SIDE], const char *rules)
{
    char name[8];
    set_engine_option("rules", rules);
    set_engine_option("network", "none");
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, 0), MIAI_OK);
    for (int p = 0; p < POINTS; p++) {
        char c = rows[SIDE - 1 - p / SIDE][p % SIDE];
        miai_point_text(p % SIDE, p / SIDE, name, sizeof name);
        if (c != '.')
            ck_assert_int_eq(miai_play(engine, c == 'O', name), MIAI_OK);
    }
}

static int index_of(const char *text)
{
    return miai_point_read(text, SIDE, SIDE);
}

/* ---- playouts ---- */

/* Both groups have two eyes and own all of their points at the end of any playout. */
static const char *const divided_board[SIDE] = {"XXXXXOOOO", "XXXXXOOOO", "XXXXXOOOO",
                                                "XXXXXOOOO", "XXXXXOOOO", "XXXXXOOOO",
                                                ".XXXXOOO.", "XXXXXOOOO", ".XXXXOOO."};

START_TEST(playouts_report_owners)
{
    enum { PLAYOUTS = 20 };
    struct mi_playout_ownership ownership;
    draw_stones(divided_board, "chinese");
    mi_playout_ownership_begin(&ownership, engine);
    ck_assert(mi_playout_ownership_play(&ownership, PLAYOUTS, 0));
    ck_assert_int_eq(ownership.playouts, PLAYOUTS);
    for (int p = 0; p < POINTS; p++)
        ck_assert_int_eq(ownership.sum[p], p % SIDE < 5 ? PLAYOUTS : -PLAYOUTS);
    mi_playout_ownership_estimate(&ownership);
    ck_assert_double_eq_tol(ownership.lead, 9, 1e-9);
    ck_assert_double_gt(ownership.each, 0);
}
END_TEST

/* As many random stones as plies; their life is uncertain. */
static void scatter(miai_rng *rng, int plies)
{
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    while (plies > 0) {
        char name[8];
        int p = (int)miai_rng_below(rng, POINTS);
        miai_point_text(p % SIDE, p / SIDE, name, sizeof name);
        plies -= miai_play(engine, MIAI_TURN, name) == MIAI_OK;
    }
}

/* Judges the stones; returns whether a search was needed. */
static bool judge_by_search(int8_t life[POINTS])
{
    mi_engine_status(engine, false, 0, engine->status);
    memcpy(life, engine->status->life, POINTS);
    return engine->status->unsettled;
}

/* Komi does not change the status of the stones: searches start from the lead that playouts
 * report. */
START_TEST(status_does_not_depend_on_komi)
{
    enum { GAMES = 2, PLIES = 45 };
    int8_t life[POINTS], again[POINTS];
    bool doubtful = false;
    miai_rng rng;
    set_engine_option("network", "none");
    set_engine_option("rules", "chinese");
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < GAMES; i++) {
        scatter(&rng, PLIES);
        ck_assert_int_eq(miai_set_komi(engine, 0), MIAI_OK);
        doubtful |= judge_by_search(life);
        ck_assert_int_eq(miai_set_komi(engine, 60), MIAI_OK);
        judge_by_search(again);
        ck_assert(memcmp(life, again, sizeof life) == 0);
    }
    ck_assert(doubtful);
}
END_TEST

/* Neither do the playouts selected for play; decisive ones would take hours. */
START_TEST(status_does_not_depend_on_playouts)
{
    enum { PLIES = 45, PLAYOUTS = 100 };
    static const char *const playouts[] = {"heavy", "uniform", "decisive"};
    static struct mi_search_ownership found[COUNT(playouts)];
    miai_rng rng;
    set_engine_option("network", "none");
    miai_rng_seed(&rng, 1);
    scatter(&rng, PLIES);
    for (int i = 0; i < COUNT(playouts); i++) {
        set_engine_option("playout", playouts[i]);
        ck_assert(mi_engine_search_ownership(engine, 0, PLAYOUTS, 0, &found[i]));
        ck_assert(memcmp(&found[0], &found[i], sizeof *found) == 0);
    }
}
END_TEST

/* The game counts as early while more than an eighth of the points, ten of 81, are nobody's. */
START_TEST(early_is_an_eighth_of_the_points)
{
    const char *rows[SIDE] = {"XXXX.OOOO", "XXX..OOOO", "XXXX.OOOO", "XXXX.OOOO", "XXXX.OOOO",
                              "XXXX.OOOO", ".XXX.OOO.", "XXXX.OOOO", ".XXX.OOO."};
    for (int contested = 10; contested <= 11; contested++) {
        draw_stones(rows, "chinese");
        mi_engine_status(engine, true, 0, engine->status);
        ck_assert_int_eq(engine->status->too_early, contested > 10);
        rows[4] = "XXX..OOOO";
    }
}
END_TEST

/* ---- a network ---- */

/* The network's status is used if it changes the count by twenty points, not for one stone. */
START_TEST(network_status_counts_for_large_differences)
{
    static const char *const even[SIDE] = {".XXXXOOO.", ".XXXXOOO.", ".XXXXOOO.",
                                           ".XXXXOOO.", ".XXXXOOO.", ".XXXXOOO.",
                                           ".XXXXOOO.", "OXXXXOOO.", ".XXXXOOO."};
    struct mi_playout_ownership ownership;
    struct mi_status status = {0};
    draw_stones(even, "japanese");
    set_engine_option("network", "auto");
    mi_engine_update_builtin_network(engine);
    mi_playout_ownership_begin(&ownership, engine);
    ck_assert(mi_playout_ownership_play(&ownership, 20, 0));
    mi_status_judge(&ownership, NULL, 0, &status);
    ck_assert_int_eq(status.life[index_of("A2")], MIAI_DEAD);
    status.life[index_of("A2")] = MIAI_ALIVE;
    mi_status_apply_network(&ownership, 0, &status);
    ck_assert_int_eq(status.life[index_of("A2")], MIAI_ALIVE);
    for (int p = 0; p < POINTS; p++)
        if (p % SIDE > 0 && p % SIDE < 5) /* all Black's */
            status.life[p] = MIAI_DEAD;
    mi_status_apply_network(&ownership, 0, &status);
    ck_assert_int_eq(status.life[index_of("A2")], MIAI_DEAD);
    ck_assert_int_eq(status.life[index_of("D4")], MIAI_ALIVE);
    ck_assert_int_eq(status.life[index_of("F4")], MIAI_ALIVE);
}
END_TEST

/* ---- games without points ---- */

static void check_result(const char *moves, const char *want)
{
    char score[32];
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    play_line(moves);
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
    ck_assert_str_eq(score, want);
}

START_TEST(draw_has_no_winner)
{
    set_engine_option("game", "tictactoe");
    check_result("a1 a2 b1 b2 c1", "B+1");
    check_result("a1 a2 b1 b2 c3 c2", "W+1");
    check_result("a1 b1 c1 b2 a2 c2 b3 a3 c3", "0");
}
END_TEST

/* ---- handicap ---- */

/* Moves of alternating players. */
static void play_on(const char *moves)
{
    char word[16];
    int used;
    for (; sscanf(moves, " %15s%n", word, &used) == 1; moves += used)
        ck_assert_msg(miai_play(engine, MIAI_TURN, word) == MIAI_OK, "%s", word);
}

static void set_up_by_command(void)
{
    ck_assert_int_eq(miai_set_handicap(engine, "c5 c1"), MIAI_OK);
}

static void set_up_stones(void)
{
    ck_assert_int_eq(miai_set_stones(engine, "b c5 b c1"), MIAI_OK);
    ck_assert_int_eq(miai_set_turn(engine, 1), MIAI_OK);
}

static void load_record(const char *stones)
{
    char sgf[128], rules[32];
    miai_get_option(engine, "rules", rules, sizeof rules);
    int length = snprintf(sgf, sizeof sgf, "(;SZ[5]KM[3.5]RU[%s]%s)", rules, stones);
    ck_assert_int_eq(miai_load_sgf(engine, sgf, (size_t)length, 0), MIAI_OK);
}

static void load_set_up(void)
{
    load_record("AB[ca][ce]PL[W]");
}

static void load_moves(void)
{
    load_record(";B[ca];B[ce]");
}

static void play_in_a_row(void)
{
    ck_assert_int_eq(miai_play(engine, 0, "c5"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "c1"), MIAI_OK);
}

static void play_between_passes(void)
{
    play_line("c5 pass c1");
}

/* The same two stones give the same points, however they are placed. */
START_TEST(handicap_counts_however_it_is_set_up)
{
    static void (*const set_up[])(void) = {set_up_by_command, set_up_stones,  load_set_up,
                                           load_moves,        play_in_a_row, play_between_passes};
    static const char *const rules[][2] = {
        {"chinese", "W+0.5"},      {"aga", "B+0.5"},       {"nz", "B+1.5"},
        {"chinese-ogs", "W+0.5"},  {"aga whb0", "B+1.5"},  {"chinese whbN-1", "B+0.5"},
        {"simple-ko whbN", "W+0.5"}};
    char score[32];
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, 3.5), MIAI_OK);
    for (int i = 0; i < COUNT(set_up); i++)
        for (int k = 0; k < COUNT(rules); k++) {
            ck_assert_int_eq(miai_clear(engine), MIAI_OK);
            set_engine_option("rules", rules[k][0]);
            set_up[i]();
            play_on("b3 c3 b2 c2 b4 c4 b1 d5 b5 pass pass");
            ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
            ck_assert_msg(strcmp(score, rules[k][1]) == 0, "way %d, %s: %s instead of %s", i,
                          rules[k][0], score, rules[k][1]);
        }
}
END_TEST

/* As in KataGo: after a move out of turn nothing is handicap if White has a stone. */
START_TEST(handicap_ends_with_a_move_out_of_turn)
{
    char score[32];
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, 0), MIAI_OK);
    set_engine_option("rules", "chinese");
    set_up_by_command();
    play_on("b3 c3");
    ck_assert_int_eq(miai_play(engine, 0, "c2"), MIAI_OK);
    play_on("b2 e5 b4 c4 b1 d5 b5 pass pass");
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
    ck_assert_str_eq(score, "B+5");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("scoring");
    TCase *tests = add_case(suite, "scoring", 120);
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_test(tests, playouts_report_owners);
    tcase_add_test(tests, status_does_not_depend_on_komi);
    tcase_add_test(tests, status_does_not_depend_on_playouts);
    tcase_add_test(tests, early_is_an_eighth_of_the_points);
    tcase_add_test(tests, network_status_counts_for_large_differences);
    tcase_add_test(tests, draw_has_no_winner);
    tcase_add_test(tests, handicap_counts_however_it_is_set_up);
    tcase_add_test(tests, handicap_ends_with_a_move_out_of_turn);
    return run_suite(suite);
}
