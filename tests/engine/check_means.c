/* What a search with a network reports about moves: means over all of their visits. */
#include "miai_game.h"
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

enum { POSITIONS = 50, VISITS = 100, PIECES = 10, MOVES = 26 };

/* Points that rounding may cost, and the order of the leaves in a few moves. */
static const double max_rounding = 0.02, chance_of_failure = 0.002;

struct reported_move {
    miai_info info;
    miai_choice choice[MOVES];
    int count;
};

static void set_up_engine(void)
{
    begin_network("check_means.bin.gz");
    set_number("batch", 1);
    set_number("threads", 1);
}

static void search_more(int visits, struct reported_move *reported_move)
{
    char move[MIAI_MOVE_TEXT];
    set_number("playouts", visits);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &reported_move->info);
    reported_move->count = 0;
    while (
        reported_move->count < MOVES &&
        miai_choice_at(engine, reported_move->count, &reported_move->choice[reported_move->count]))
        reported_move->count++;
}

static const miai_choice *find_choice(const struct reported_move *reported_move, const char *move)
{
    for (int i = 0; i < reported_move->count; i++)
        if (strcmp(reported_move->choice[i].move, move) == 0)
            return &reported_move->choice[i];
    ck_abort_msg("%s is missing", move);
}

/* Plays up to seven random moves, each legal one equally likely. */
static void play_at_random(miai_rng *rng)
{
    char legal[4096], listed[MIAI_MOVE_TEXT], move[MIAI_MOVE_TEXT];
    for (uint32_t n = miai_rng_below(rng, 8); n > 0; n--) {
        const char *rest = legal;
        uint32_t seen = 0;
        ck_assert_int_gt(miai_legal_moves(engine, MIAI_TURN, legal, sizeof legal), 0);
        while (miai_next_move(&rest, listed))
            if (strcmp(listed, "pass") != 0 && miai_rng_below(rng, ++seen) == 0)
                strcpy(move, listed);
        ck_assert_uint_gt(seen, 0);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    }
}

static void check_same(const struct reported_move *one, const struct reported_move *other)
{
    ck_assert_double_eq_tol(one->info.root_value, other->info.root_value, chance_of_failure);
    ck_assert_double_eq_tol(one->info.root_lead, other->info.root_lead, max_rounding);
    for (int i = 0; i < one->count; i++) {
        const miai_choice *a = &one->choice[i], *b = find_choice(other, a->move);
        if (a->visits == 0 || a->visits != b->visits)
            continue;
        ck_assert_double_eq_tol(a->value, b->value, chance_of_failure);
        ck_assert_double_eq_tol(a->lead, b->lead, max_rounding);
    }
}

START_TEST(split_search_reports_the_same)
{
    static struct reported_move whole, pieces;
    miai_rng rng;
    miai_rng_seed(&rng, 65);
    for (int n = 0; n < POSITIONS; n++) {
        miai_new_game(engine);
        play_at_random(&rng);
        miai_forget(engine);
        search_more(VISITS, &whole);
        miai_forget(engine);
        for (int i = 0; i < PIECES; i++)
            search_more(VISITS / PIECES, &pieces);
        ck_assert_uint_eq(pieces.info.root_visits, whole.info.root_visits);
        check_same(&whole, &pieces);
    }
}
END_TEST

/* After one more visit, the other moves have the same means as before. */
START_TEST(one_visit_more_changes_one_move)
{
    static struct reported_move before, after;
    int changed = 0;
    search_more(VISITS, &before);
    search_more(1, &after);
    for (int i = 0; i < before.count; i++) {
        const miai_choice *old = &before.choice[i], *now = find_choice(&after, old->move);
        changed += fabs(now->lead - old->lead) > 1e-9;
        ck_assert(now->visits != old->visits || fabs(now->lead - old->lead) <= 1e-9);
    }
    ck_assert_int_le(changed, 1);
}
END_TEST

/* Visits below a move count after the move has been undone. */
START_TEST(undo_keeps_the_means)
{
    static struct reported_move below, above;
    char move[MIAI_MOVE_TEXT];
    search_more(VISITS, &above);
    strcpy(move, above.choice[0].move);
    play_line(move);
    search_more(VISITS, &below);
    ck_assert_uint_gt(below.info.reused_visits, 0);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    search_more(1, &above);
    ck_assert_double_eq_tol(find_choice(&above, move)->lead, -below.info.root_lead, 0.1);
}
END_TEST

/* The root's values are the means over its moves, weighted by visits, not those of the best
 * move. */
START_TEST(root_reports_means)
{
    static struct reported_move reported_move;
    double value = 0, lead = 0, visits = 0;
    search_more(VISITS, &reported_move);
    for (int i = 0; i < reported_move.count; i++) {
        value += (double)reported_move.choice[i].visits * reported_move.choice[i].value;
        lead += (double)reported_move.choice[i].visits * reported_move.choice[i].lead;
        visits += (double)reported_move.choice[i].visits;
    }
    ck_assert_double_eq_tol(reported_move.info.root_value, value / visits, 1e-9);
    ck_assert_double_eq_tol(reported_move.info.root_lead, lead / visits, 1e-9);
    ck_assert_double_gt(fabs(reported_move.info.root_lead - reported_move.info.lead), 1e-6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("means");
    TCase *tests = add_case(suite, "means", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_network);
    tcase_add_test(tests, split_search_reports_the_same);
    tcase_add_test(tests, one_visit_more_changes_one_move);
    tcase_add_test(tests, undo_keeps_the_means);
    tcase_add_test(tests, root_reports_means);
    return run_suite(suite);
}
