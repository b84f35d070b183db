/* Virtual connections of Hex: known ones, and checks against all ways to play on. */
#include "game/games.h"
#include "game/hex/knowledge.h"
#include "game/hex/links.h"
#include "games.h"
#include "search/common/search.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>

enum { PAIRS = 200000, EMPTY_MOST = 9 };

static struct hex_crossing crossing_of(const struct mi_hex *b, int player, int pairs)
{
    struct hex_crossing crossing;
    ck_assert(mi_hex_find_crossing(b, player, pairs, true, &crossing));
    return crossing;
}

START_TEST(known_links)
{
    static const struct {
        const char *moves;
        int width, height;
        enum hex_linked first, second;
    } cases[] = {
        {"d2 a1 c4 a2", 5, 5, HEX_FULL, HEX_UNLINKED}, /* bridges */
        {"c3 a1", 5, 5, HEX_FULL, HEX_UNLINKED},       /* two ziggurats */
        {"b3 a1 c2 a4", 5, 5, HEX_FULL, HEX_UNLINKED},
        {"b3 a1 c2 b5", 5, 5, HEX_SEMI, HEX_UNLINKED},
        {"d4", 7, 7, HEX_UNLINKED, HEX_UNLINKED}, /* these rules do not find it */
        {"d3 a1", 7, 7, HEX_SEMI, HEX_UNLINKED},
        {"a1 c4 a7 e3", 7, 7, HEX_UNLINKED, HEX_FULL},
        {"d3 a1 c5 a2", 7, 7, HEX_FULL, HEX_UNLINKED},
        {"", 3, 3, HEX_SEMI, HEX_SEMI},
        {"", 5, 5, HEX_SEMI, HEX_SEMI},
        {"b1 a1 b2 a2", 3, 3, HEX_FULL, HEX_UNLINKED},
    };
    struct mi_hex b = hex_begin(cases[_i].width, cases[_i].height, HEX_NO_SWAP);
    hex_play(&b, cases[_i].moves);
    ck_assert_int_eq(crossing_of(&b, 0, PAIRS).linked, cases[_i].first);
    ck_assert_int_eq(crossing_of(&b, 1, PAIRS).linked, cases[_i].second);
}
END_TEST

/* The winner, by exhaustive search. */
static int winner_of(const struct mi_hex *b)
{
    miai_move list[MIAI_MAX_LEGAL];
    if (b->winner >= 0)
        return b->winner;
    for (int i = mi_hex_game.moves(b, list) - 1; i >= 0; i--) {
        struct mi_hex next = *b;
        mi_hex_game.play(&next, list[i]);
        if (winner_of(&next) == b->turn)
            return b->turn;
    }
    return !b->turn;
}

/* The winner after a player's move. */
static int winner_after(const struct mi_hex *b, miai_move move, int player)
{
    struct mi_hex next = *b;
    next.turn = (uint8_t)player;
    mi_hex_game.play(&next, move);
    return winner_of(&next);
}

/* Checks a crossing. Full link: it holds if the opponent moves first. Semi-link: its key wins, and
 * the opponent loses with any move outside the must-play region, except for filled points, which
 * can be answered. */
static void check_crossing(const struct mi_hex *b, int player, int pairs, int *found)
{
    struct hex_crossing c = crossing_of(b, player, pairs);
    miai_move list[MIAI_MAX_LEGAL];
    found[c.linked]++;
    if (c.linked == HEX_SEMI)
        ck_assert_int_eq(winner_after(b, c.key, player), player);
    int n =
        c.linked == HEX_FULL ? mi_hex_game.moves(b, list) : mi_hex_game.hints->candidates(b, list);
    for (int i = 0; c.linked != HEX_UNLINKED && i < n; i++)
        if (c.linked == HEX_FULL || !mi_hex_set_has(&c.must, list[i]))
            ck_assert_int_eq(winner_after(b, list[i], !player), player);
}

/* The moves left by mustplay() contain a winning one, if there is any. */
static void check_study(const struct mi_hex *b)
{
    miai_move list[MIAI_MAX_LEGAL];
    int least = -MIAI_SCORE_MAX, most = MIAI_SCORE_MAX;
    int n = mi_hex_game.hints->candidates(b, list);
    bool known = mi_hex_game.solver->mustplay(b, &least, &most, list, &n), wins = false;
    int winner = winner_of(b);
    if (known)
        ck_assert_int_eq(least, winner == 0 ? 1 : -1);
    ck_assert_int_gt(n, 0);
    for (int i = 0; i < n; i++)
        wins |= winner_after(b, list[i], b->turn) == b->turn;
    ck_assert(wins == (winner == b->turn));
}

static bool time_left(void *arg)
{
    (void)arg;
    return true;
}

static void check_win(const struct mi_hex *b)
{
    miai_move move = mi_hex_game.solver->find_win(b, 1, time_left, NULL);
    if (move != MIAI_NO_MOVE)
        ck_assert_int_eq(winner_after(b, move, b->turn), b->turn);
}

START_TEST(links_hold)
{
    static const int sizes[][2] = {{4, 4}, {5, 4}, {4, 5}, {5, 5}, {6, 5}, {3, 7}};
    miai_rng rng;
    int found[3] = {0}, width = sizes[_i][0], height = sizes[_i][1];
    miai_rng_seed(&rng, 7);
    for (int game = SANITIZED ? 6 : 20; game > 0; game--) {
        struct mi_hex b = hex_begin(width, height, HEX_NO_SWAP);
        miai_move list[MIAI_MAX_LEGAL];
        while (b.winner < 0 && b.empty > EMPTY_MOST)
            mi_hex_game.play(&b, list[miai_rng_below(&rng, (uint32_t)mi_hex_game.moves(&b, list))]);
        if (b.decided >= 0)
            continue;
        for (int player = 0; player < 2; player++)
            check_crossing(&b, player, game % 3 ? PAIRS : 100, found);
        check_study(&b);
        check_win(&b);
    }
    ck_assert_int_gt(found[HEX_FULL] + found[HEX_SEMI], 0);
}
END_TEST

static bool time_for_one_step(void *arg)
{
    int *asked = arg;
    return (*asked)++ == 0;
}

/* With many links, the search works in steps and checks the time before each. */
START_TEST(win_in_time)
{
    static const char *const ladder[] = {"j2", "j3", "i3", "i4", "h4", "h5", "g5", "g6",
                                         "f6", "f7", "e7", "e8", "d8", "d9", "c9", "b11"};
    int asked = 0;
    struct mi_hex b = hex_begin(11, 11, HEX_NO_SWAP);
    for (size_t i = 0; i < sizeof ladder / sizeof *ladder; i++)
        mi_hex_game.play(&b, mi_hex_read_move(&b, ladder[i]));
    ck_assert_int_eq(mi_hex_game.solver->find_win(&b, 1, time_for_one_step, &asked), MIAI_NO_MOVE);
    ck_assert_int_eq(asked, 2);
}
END_TEST

/* ---- in the tree ---- */

/* The number of playouts that prove the position, and the result, with or without mustplay(). */
static uint64_t prove_result(const struct mi_hex *b, bool mustplays, int threads,
                             enum mi_proof *proof)
{
    static struct mi_result result;
    const miai_setup setup = {.width = b->width, .height = b->height, .rules = HEX_NO_SWAP};
    miai_solver solver = *mi_hex_game.solver;
    miai_game game = mi_hex_game;
    solver.mustplay = mustplays ? solver.mustplay : NULL;
    game.solver = &solver;
    const struct mi_root root = {
        .game = &game, .setup = &setup, .size = mi_hex_game.size(&setup), .pos = b};
    const struct mi_settings settings = {.memory = (size_t)64 << 20,
                                         .threads = threads,
                                         .uct_constant = 0.01,
                                         .fpu = -1,
                                         .rave_equivalence = 1000,
                                         .prior_wins = 40,
                                         .priors = true,
                                         .virtual_loss = 1,
                                         .transpositions = true,
                                         .solver = true};
    const struct mi_limits limits = {.playouts = 30000};
    void *search = mi_mcts_searcher.make();
    ck_assert(mi_mcts_searcher.run(search, &root, &settings, &limits, NULL, &result));
    mi_mcts_searcher.free(search);
    *proof = result.proof;
    return result.playouts;
}

/* On 5x5 the proven result is the same, with fewer playouts; with two threads it depends on their
 * timing. */
START_TEST(study_saves_playouts)
{
    uint64_t with = 0, without = 0;
    for (miai_move move = 0; move < 13; move += SANITIZED ? 6 : 3) {
        struct mi_hex b = hex_begin(5, 5, HEX_NO_SWAP);
        enum mi_proof one, other;
        mi_hex_game.play(&b, move);
        with += prove_result(&b, true, 1 + _i, &one);
        without += prove_result(&b, false, 1 + _i, &other);
        ck_assert_int_ne(one, MI_UNPROVEN);
        ck_assert_int_eq(one, other);
    }
    if (_i == 0)
        ck_assert_uint_lt(with, without);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("hex_links");
    TCase *tests = add_case(suite, "hex_links", 60);
    tcase_add_loop_test(tests, known_links, 0, 11);
    tcase_add_loop_test(tests, links_hold, 0, 6);
    tcase_add_test(tests, win_in_time);
    tcase_add_loop_test(tests, study_saves_playouts, 0, 2);
    return run_suite(suite);
}
