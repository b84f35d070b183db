/* The lead that a search reports: a change of komi changes it by as much, and each move has one. */
#include "miai.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

static miai_engine *engine;

static void set_up_engine(void)
{
    engine = miai_new();
    ck_assert_ptr_nonnull(engine);
}

static void free_engine(void)
{
    miai_free(engine);
}

static void set_option_value(const char *option, const char *value)
{
    ck_assert_int_eq(miai_set_option(engine, option, value), MIAI_OK);
}

static void play_moves(const char *move)
{
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
}

/* Searches as for an analysis. */
static void search_visits(int player, miai_info *info)
{
    const miai_analysis_request request = {.points = true};
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_request_analysis(engine, &request), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, player, NULL, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_request_analysis(engine, NULL), MIAI_OK);
    miai_last_search(engine, info);
    ck_assert(info->leads);
}

static void search_default(miai_info *info)
{
    search_visits(MIAI_TURN, info);
}

/* The first player's lead at this komi. */
static double lead_at_komi(double komi)
{
    miai_info info;
    ck_assert_int_eq(miai_set_komi(engine, komi), MIAI_OK);
    search_default(&info);
    return info.player == 0 ? info.lead : -info.lead;
}

/* The best move, and with it the lead, depends slightly on komi. A network trained on even games is
 * less accurate the further komi is from fair: by a tenth of the difference. */
static void follow_komi(double tolerance)
{
    static const double komi[] = {-51, -20.5, -7, 25, 51};
    double even = lead_at_komi(7);
    for (int i = 0; i < COUNT(komi); i++) {
        double lead = lead_at_komi(komi[i]), expected = even + 7 - komi[i];
        ck_assert_msg(fabs(lead - expected) <= tolerance + fabs(7 - komi[i]) / 10,
                      "komi %g: lead %g, not %g", komi[i], lead, expected);
    }
}

static const char *const openings[][7] = {
    {NULL},
    {"E5", NULL},
    {"C3", "G7", "G3", "C7", "E5", "E3", NULL},
};

START_TEST(network_follows_komi)
{
    set_option_value("size", "9");
    set_option_value("playouts", "60");
    for (int i = 0; openings[_i][i]; i++)
        play_moves(openings[_i][i]);
    follow_komi(4);
}
END_TEST

/* Playouts have more noise. */
START_TEST(playouts_follow_komi)
{
    set_option_value("size", "9");
    set_option_value("network", "none");
    set_option_value("playouts", "1000");
    follow_komi(8);
}
END_TEST

/* If the position was already proven by a search without leads, its leaves are not evaluated
 * again. */
START_TEST(proven_moves_lead)
{
    char move[MIAI_MOVE_TEXT];
    miai_choice choice;
    miai_info info;
    set_option_value("size", "2");
    set_option_value("komi", "5.5");
    set_option_value("playouts", "3000");
    play_moves("A1");
    play_moves("pass");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    search_default(&info);
    ck_assert_int_eq(info.proof, 1);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        ck_assert_int_eq(choice.proof, 1);
        ck_assert(choice.leads);
        ck_assert_double_lt(choice.lead, 0);
    }
}
END_TEST

/* Two extra stones: a network that was not trained on such positions outputs leads that contradict
 * its winning probability. */
static const struct {
    const char *size, *moves[4];
    int player;
} ahead[] = {
    {"19", {"D16"}, 0},
    {"13", {"D4", "pass", "K10"}, 1},
    {"9", {"C3"}, 0},
};

START_TEST(lead_agrees_with_winning_probability)
{
    miai_info info;
    set_option_value("size", ahead[_i].size);
    set_option_value("playouts", "30");
    for (int i = 0; ahead[_i].moves[i]; i++)
        play_moves(ahead[_i].moves[i]);
    search_visits(ahead[_i].player, &info);
    double odds = log(info.value / (1 - info.value)), off = 1.5 * info.lead_deviation;
    ck_assert_double_eq_tol(info.lead, odds * info.lead_deviation / 1.7, off);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lead");
    TCase *c = add_case(suite, "lead", 60);
    tcase_add_checked_fixture(c, set_up_engine, free_engine);
    tcase_add_loop_test(c, network_follows_komi, 0, COUNT(openings));
    tcase_add_test(c, playouts_follow_komi);
    tcase_add_test(c, proven_moves_lead);
    tcase_add_loop_test(c, lead_agrees_with_winning_probability, 0, COUNT(ahead));
    return run_suite(suite);
}
