/* What a search by a network reports about moves: means over all of their visits. */
#include "miai_game.h"
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <math.h>
#include <string.h>

enum { POSITIONS = 50, VISITS = 100, PIECES = 10, MOVES = 26 };

/* Points that rounding may cost, and what the order of the leaves does to a few of them. */
static const double points = 0.02, chance = 0.002;

struct told {
    miai_info info;
    miai_choice choice[MOVES];
    int count;
};

static void begin(void)
{
    begin_network("check_means.bin.gz");
    set_number("batch", 1);
    set_number("threads", 1);
}

static void search(int visits, struct told *told)
{
    char move[MIAI_MOVE_TEXT];
    set_number("playouts", visits);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &told->info);
    told->count = 0;
    while (told->count < MOVES && miai_choice_at(engine, told->count, &told->choice[told->count]))
        told->count++;
}

static const miai_choice *find_choice(const struct told *told, const char *move)
{
    for (int i = 0; i < told->count; i++)
        if (strcmp(told->choice[i].move, move) == 0)
            return &told->choice[i];
    ck_abort_msg("%s is missing", move);
}

/* Up to seven moves, each of those legal as likely. */
static void play_at_random(miai_rng *rng)
{
    char legal[4096];
    for (uint32_t n = miai_rng_below(rng, 8); n > 0; n--) {
        const char *move = NULL;
        char *rest = legal;
        ck_assert_int_gt(miai_legal_moves(engine, MIAI_TURN, legal, sizeof legal), 0);
        int seen = 0;
        for (char *word = strtok(rest, " "); word; word = strtok(NULL, " "))
            if (strcmp(word, "pass") != 0 && miai_rng_below(rng, (uint32_t)++seen) == 0)
                move = word;
        ck_assert_ptr_nonnull(move);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    }
}

static void check_same(const struct told *one, const struct told *other)
{
    ck_assert_double_eq_tol(one->info.root_value, other->info.root_value, chance);
    ck_assert_double_eq_tol(one->info.root_lead, other->info.root_lead, points);
    for (int i = 0; i < one->count; i++) {
        const miai_choice *a = &one->choice[i], *b = find_choice(other, a->move);
        if (a->visits == 0 || a->visits != b->visits)
            continue;
        ck_assert_double_eq_tol(a->value, b->value, chance);
        ck_assert_double_eq_tol(a->lead, b->lead, points);
    }
}

START_TEST(pieces_tell_what_the_whole_tells)
{
    static struct told whole, pieces;
    miai_rng rng;
    miai_rng_seed(&rng, 65);
    for (int n = 0; n < POSITIONS; n++) {
        miai_new_game(engine);
        play_at_random(&rng);
        miai_forget(engine);
        search(VISITS, &whole);
        miai_forget(engine);
        for (int i = 0; i < PIECES; i++)
            search(VISITS / PIECES, &pieces);
        ck_assert_uint_eq(pieces.info.root_visits, whole.info.root_visits);
        check_same(&whole, &pieces);
    }
}
END_TEST

/* A run of one visit tells of the other moves what the run before told. */
START_TEST(one_visit_more_changes_one_move)
{
    static struct told before, after;
    int changed = 0;
    search(VISITS, &before);
    search(1, &after);
    for (int i = 0; i < before.count; i++) {
        const miai_choice *old = &before.choice[i], *now = find_choice(&after, old->move);
        changed += fabs(now->lead - old->lead) > 1e-9;
        ck_assert(now->visits != old->visits || fabs(now->lead - old->lead) <= 1e-9);
    }
    ck_assert_int_le(changed, 1);
}
END_TEST

/* What was learned after a move is told of the move when it has been taken back. */
START_TEST(undo_tells_what_was_learned)
{
    static struct told below, above;
    char move[MIAI_MOVE_TEXT];
    search(VISITS, &above);
    strcpy(move, above.choice[0].move);
    play(move);
    search(VISITS, &below);
    ck_assert_uint_gt(below.info.reused_visits, 0);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    search(1, &above);
    ck_assert_double_eq_tol(find_choice(&above, move)->lead, -below.info.root_lead, 0.1);
}
END_TEST

/* The root's are the means over its moves by their visits, not those of the best move. */
START_TEST(the_root_tells_its_means)
{
    static struct told told;
    double value = 0, lead = 0, visits = 0;
    search(VISITS, &told);
    for (int i = 0; i < told.count; i++) {
        value += (double)told.choice[i].visits * told.choice[i].value;
        lead += (double)told.choice[i].visits * told.choice[i].lead;
        visits += (double)told.choice[i].visits;
    }
    ck_assert_double_eq_tol(told.info.root_value, value / visits, 1e-9);
    ck_assert_double_eq_tol(told.info.root_lead, lead / visits, 1e-9);
    ck_assert_double_gt(fabs(told.info.root_lead - told.info.lead), 1e-6);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("means");
    TCase *tests = add_case(suite, "means", 60);
    tcase_add_checked_fixture(tests, begin, end_network);
    tcase_add_test(tests, pieces_tell_what_the_whole_tells);
    tcase_add_test(tests, one_visit_more_changes_one_move);
    tcase_add_test(tests, undo_tells_what_was_learned);
    tcase_add_test(tests, the_root_tells_its_means);
    return run_suite(suite);
}
