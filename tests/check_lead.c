/* The lead that a search tells: it moves by what komi moves, and each move has one. */
#include "miai.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

static miai_engine *engine;

static void set_up(void)
{
    engine = miai_new();
    ck_assert_ptr_nonnull(engine);
}

static void tear_down(void)
{
    miai_free(engine);
}

static void set(const char *option, const char *value)
{
    ck_assert_int_eq(miai_set_option(engine, option, value), MIAI_OK);
}

static void play(const char *move)
{
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
}

/* Searches as an analysis does. */
static void search_for(int player, miai_info *info)
{
    const miai_analysis_request request = {.points = true};
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_request_analysis(engine, &request), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, player, NULL, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_request_analysis(engine, NULL), MIAI_OK);
    miai_last_search(engine, info);
    ck_assert(info->leads);
}

static void search(miai_info *info)
{
    search_for(MIAI_TURN, info);
}

/* By how much the first player leads with that komi. */
static double lead_with(double komi)
{
    miai_info info;
    ck_assert_int_eq(miai_set_komi(engine, komi), MIAI_OK);
    search(&info);
    return info.player == 0 ? info.lead : -info.lead;
}

/* The best move hangs on komi, and with it what it leads by, a little; and whoever learned from
 * even games knows the less the further off komi is: a tenth of that. */
static void follow_komi(double tolerance)
{
    static const double komi[] = {-51, -20.5, -7, 25, 51};
    double even = lead_with(7);
    for (int i = 0; i < COUNT(komi); i++) {
        double lead = lead_with(komi[i]), expected = even + 7 - komi[i];
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
    set("size", "9");
    set("playouts", "60");
    for (int i = 0; openings[_i][i]; i++)
        play(openings[_i][i]);
    follow_komi(4);
}
END_TEST

/* The noise of playouts is more. */
START_TEST(playouts_follow_komi)
{
    set("size", "9");
    set("network", "none");
    set("playouts", "1000");
    follow_komi(8);
}
END_TEST

/* Whoever has proven the position before, without asking for leads, looks at none of its leaves
 * again. */
START_TEST(proven_moves_lead)
{
    char move[MIAI_MOVE_TEXT];
    miai_choice choice;
    miai_info info;
    set("size", "2");
    set("komi", "5.5");
    set("playouts", "3000");
    play("A1");
    play("pass");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    search(&info);
    ck_assert_int_eq(info.proof, 1);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        ck_assert_int_eq(choice.proof, 1);
        ck_assert(choice.leads);
        ck_assert_double_lt(choice.lead, 0);
    }
}
END_TEST

/* Two stones more than the other player: a network that has not learned such positions tells leads
 * that its chance to win contradicts. */
static const struct {
    const char *size, *moves[4];
    int player;
} ahead[] = {
    {"19", {"D16"}, 0},
    {"13", {"D4", "pass", "K10"}, 1},
    {"9", {"C3"}, 0},
};

START_TEST(the_lead_fits_the_chance)
{
    miai_info info;
    set("size", ahead[_i].size);
    set("playouts", "30");
    for (int i = 0; ahead[_i].moves[i]; i++)
        play(ahead[_i].moves[i]);
    search_for(ahead[_i].player, &info);
    double odds = log(info.value / (1 - info.value)), off = 1.5 * info.lead_deviation;
    ck_assert_double_eq_tol(info.lead, odds * info.lead_deviation / 1.7, off);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lead");
    TCase *c = add_case(suite, "lead", 60);
    tcase_add_checked_fixture(c, set_up, tear_down);
    tcase_add_loop_test(c, network_follows_komi, 0, COUNT(openings));
    tcase_add_test(c, playouts_follow_komi);
    tcase_add_test(c, proven_moves_lead);
    tcase_add_loop_test(c, the_lead_fits_the_chance, 0, COUNT(ahead));
    return run_suite(suite);
}
