/* Results that games know for certain: searches by score use them, and find the same results
 * without them. */
#include "base/clock.h"
#include "contract/capability.h"
#include "game/games.h"
#include "search/common/known.h"
#include "search/common/score.h"
#include "tests/support/graph_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct mi_result plain, with_knowledge; /* large: not on the stack */

/* The true score of a graph's position, first player's view, ply plies below the root. */
static int true_score(const void *pos, bool points, int ply)
{
    _Alignas(64) unsigned char next[POSITION_MAX];
    miai_game game = graph_game;
    miai_move list[MIAI_MAX_LEGAL];
    size_t size = graph_game.size(NULL);
    int outcome, first = graph_game.turn(pos) == 0, best = first ? -MI_SCORE_WIN : MI_SCORE_WIN;
    game.points = points;
    if (graph_game.outcome(pos, &outcome))
        return mi_score_outcome(&game, outcome, 0, ply);
    int n = graph_game.moves(pos, list);
    for (int i = 0; i < n; i++) {
        memcpy(next, pos, size);
        graph_game.play(next, list[i]);
        int score = true_score(next, points, ply + 1);
        best = (first ? score > best : score < best) ? score : best;
    }
    return best;
}

static int random_choice(const void *pos, uint32_t n)
{
    return (int)(miai_mix(graph_hash(pos) ^ (uint64_t)true_score(pos, true, 0)) % n);
}

static bool exact_points(const void *pos, int *least, int *most, int *plies)
{
    (void)plies;
    *least = *most = true_score(pos, true, 0);
    return random_choice(pos, 3) == 0;
}

static bool bounds_of_points(const void *pos, int *least, int *most, int *plies)
{
    int kind = random_choice(pos, 4);
    (void)plies;
    if (kind & 1)
        *least = true_score(pos, true, 0) - kind / 2;
    else
        *most = true_score(pos, true, 0) + kind / 2;
    return true;
}

static int score_sign(int x)
{
    return (x > 0) - (x < 0);
}

static bool known_result(const void *pos, int *least, int *most, int *plies)
{
    (void)plies;
    *least = *most = score_sign(true_score(pos, false, 0));
    return random_choice(pos, 3) == 0;
}

static bool results_and_plies(const void *pos, int *least, int *most, int *plies)
{
    int score = true_score(pos, false, 0);
    *plies = score ? MI_SCORE_WIN - (score > 0 ? score : -score) : 0;
    return known_result(pos, least, most, plies);
}

static bool bounds_of_results(const void *pos, int *least, int *most, int *plies)
{
    int score = score_sign(true_score(pos, false, 0)),
        *bound = random_choice(pos, 2) ? least : most;
    (void)plies;
    *bound = score;
    return score == 0;
}

typedef bool known_function(const void *, int *, int *, int *);

/* Each search finds the same score or result with the knowledge as without; a known win may be
 * reported before a shorter one is found. */
static void compare_searches(int points, known_function *known, bool sign_alone)
{
    const struct mi_searcher *searchers[] = {&mi_minimax_searcher, &mi_alphabeta_searcher};
    const miai_solver solver = {.bytes = sizeof solver, .known = known};
    uint64_t nodes = 0, nodes_with_knowledge = 0;
    for (int i = 0; i < REPEATED(1000); i++) {
        miai_game game = graph_game;
        struct situation s;
        game.points = points;
        game.setup = (miai_setup){.komi = i / 2, .rules = i & GRAPH_STRICT};
        begin_game(&s, &game, 1, 1);
        s.memory = SMALL_MEMORY;
        search_to(&mi_minimax_searcher, &s, 0, &plain);
        game.solver = &solver;
        for (int j = 0; j < COUNT(searchers); j++) {
            search_to(searchers[j], &s, 0, &with_knowledge);
            ck_assert_int_eq(with_knowledge.proof, plain.proof);
            ck_assert_int_eq(score_sign(with_knowledge.score), score_sign(plain.score));
            if (!sign_alone && (points || searchers[j] == &mi_minimax_searcher))
                ck_assert_int_eq(with_knowledge.score, plain.score);
            nodes += plain.nodes;
            nodes_with_knowledge += with_knowledge.nodes;
        }
    }
    ck_assert_uint_lt(nodes_with_knowledge, nodes);
}

START_TEST(games_of_points)
{
    compare_searches(2, exact_points, false);
    compare_searches(2, bounds_of_points, false);
}
END_TEST

START_TEST(games_of_signs)
{
    compare_searches(0, results_and_plies, false);
    compare_searches(0, bounds_of_results, false);
    compare_searches(0, known_result, true);
}
END_TEST

/* ---- conversion to search scores ---- */

static int tell_least, tell_most, tell_plies;

static bool solver_known(const void *pos, int *least, int *most, int *plies)
{
    (void)pos;
    *least = tell_least;
    *most = tell_most;
    *plies = tell_plies;
    return true;
}

static void expect_score(int points, int player, int least, int most)
{
    const miai_solver solver = {.bytes = sizeof solver, .known = solver_known};
    miai_game game = graph_game;
    int low, high;
    game.points = points;
    game.solver = &solver;
    ck_assert(mi_known_scores(&game, NULL, NULL, player, 3, &low, &high, NULL));
    ck_assert_int_eq(low, least);
    ck_assert_int_eq(high, most);
}

START_TEST(known_scores)
{
    const int none = MI_SCORE_INFINITE, later = MI_SCORE_WIN - 3 - MI_UNKNOWN_PLIES;
    tell_least = 1, tell_most = MIAI_SCORE_MAX, tell_plies = 4;
    expect_score(0, 0, MI_SCORE_WIN - 7, MI_SCORE_WIN - 7);
    expect_score(0, 1, 7 - MI_SCORE_WIN, 7 - MI_SCORE_WIN);
    expect_score(9, 0, 1, none);
    expect_score(9, 1, -none, -1);
    tell_plies = 0;
    expect_score(0, 0, later, later);
    tell_least = 0;
    expect_score(0, 0, 0, none);
    expect_score(0, 1, -none, 0);
    tell_most = 0;
    expect_score(0, 1, 0, 0);
    tell_least = -8;
    expect_score(9, 1, 0, 8);
}
END_TEST

START_TEST(known_nothing)
{
    struct mi_known known;
    ck_assert(!mi_query_known(&graph_game, NULL, NULL, &known));
    ck_assert_int_eq(known.min, -MIAI_SCORE_MAX);
    ck_assert_int_eq(known.max, MIAI_SCORE_MAX);
}
END_TEST

/* ---- real games: a search without the knowledge confirms it ---- */

/* Searches to the known end of the game, or as deep as it gets. */
static void search_without(const struct situation *s, int plies)
{
    struct situation plainly = *s;
    miai_game game = *s->game;
    miai_solver solver = *mi_solver(s->game);
    miai_hints hints = *mi_hints(s->game);
    solver.known = NULL;
    hints.candidates = NULL;
    game.solver = &solver;
    game.hints = &hints;
    plainly.game = &game;
    const struct mi_limits limits = {.playouts = 3000, .depth = plies, .start = mi_clock()};
    search_within(plies ? &mi_minimax_searcher : &mi_alphabeta_searcher, NULL, &plainly, &limits, 1,
                  &plain);
}

/* Returns whether the search found the result. */
static bool check_truth(const struct situation *s)
{
    struct mi_known known;
    if (!mi_query_known(s->game, NULL, s->pos, &known))
        return false;
    ck_assert_int_le(known.min, known.max);
    ck_assert_int_ge(known.plies, 0);
    search_without(s, known.plies);
    if (plain.proof == MI_UNPROVEN)
        return false;
    int result = plain.proof == MI_WIN ? 1 : plain.proof == MI_LOSS ? -1 : 0;
    result = s->game->turn(s->pos) == 0 ? result : -result;
    ck_assert_int_le(score_sign(known.min), result);
    ck_assert_int_ge(score_sign(known.max), result);
    if (result && known.plies > 0)
        ck_assert_int_ge(known.plies, MI_SCORE_WIN - abs(plain.score));
    return true;
}

static bool solver_knows(const miai_game *game)
{
    return mi_solver(game)->known;
}

START_TEST(known_results_are_correct)
{
    const miai_game *game = mi_games[_i];
    /* On large Hex boards more is known than a plain search can check. */
    int width = game == &mi_hex_game ? 4 : game->setup.width;
    int height = game == &mi_hex_game ? 4 : game->setup.height;
    int points = width * height, longest = points < 100 ? 40 : points / 2;
    miai_rng rng;
    int found = 0;
    miai_rng_seed(&rng, 5);
    for (int i = 0; solver_knows(game) && i < REPEATED(1000); i++) {
        struct situation s;
        begin_game(&s, game, width, height);
        if (play_random_moves(&s, &rng, i % longest))
            found += check_truth(&s);
    }
    /* Short chess games do not reach known endings; see check_kpk.c. */
    ck_assert(found > REPEATED(1000) / 20 || !solver_knows(game) || game == &mi_chess_game);
}
END_TEST

/* ---- Connect Four ---- */

static void expect_known(const char *moves, bool is_known, int score, int plies)
{
    struct situation s;
    struct mi_known known;
    begin_game(&s, &mi_connect4_game, 7, 6);
    for (; *moves; moves++) {
        const char column[] = {*moves, '\0'};
        ck_assert(try_move(&s, mi_connect4_game.notation->read_move(s.pos, column)));
    }
    ck_assert_int_eq(mi_query_known(&mi_connect4_game, NULL, s.pos, &known), is_known);
    if (!is_known)
        return;
    ck_assert_int_eq(known.min, score);
    ck_assert_int_eq(known.max, score);
    ck_assert_int_eq(known.plies, plies);
}

START_TEST(connect4_replies)
{
    expect_known("", false, 0, 0);
    expect_known("ABABAB", true, 1, 1);   /* A4 */
    expect_known("CCDDE", true, 1, 2);    /* B1 and F1 */
    expect_known("AABBC", false, 0, 0);   /* D1 is answered */
    expect_known("GCCDDE", true, -1, 2);  /* the second player wins, too */
    expect_known("GABABAG", true, -1, 1); /* A4 */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("known");
    int games = 0;
    while (mi_games[games])
        games++;
    TCase *tests = add_case(suite, "known", 60);
    tcase_add_test(tests, games_of_points);
    tcase_add_test(tests, games_of_signs);
    tcase_add_test(tests, known_scores);
    tcase_add_test(tests, known_nothing);
    tcase_add_loop_test(tests, known_results_are_correct, 0, games);
    tcase_add_test(tests, connect4_replies);
    return run_suite(suite);
}
