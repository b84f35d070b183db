/* Exact results: Connect Four's own solver and proof-number search against each other and against
 * minimax; what both keep, and what stops them. */
#include "base/clock.h"
#include "contract/capability.h"
#include "contract/presentation.h"
#include "game/games.h"
#include "search/proof/proof.h"
#include "search/proof/table.h"
#include "tests/support/fixture.h"
#include "tests/support/graph_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

enum { MEMORY = 8 << 20, WORDS = 1 << 16 };

static struct mi_result result; /* large: not on the stack */

static int score_sign(int score)
{
    return (score > 0) - (score < 0);
}

static struct mi_score_bounds prove_position(const struct situation *s)
{
    struct mi_root root = root_of(s);
    struct mi_score_bounds bounds;
    struct mi_prover *prover = mi_prover_open(MEMORY);
    ck_assert_ptr_nonnull(prover);
    ck_assert(mi_prover_run(prover, &root, NULL, &bounds));
    mi_prover_close(prover);
    return bounds;
}

/* ---- Connect Four ---- */

/* The solver's score and plies against minimax, which uses only the rules and counts the plies of a
 * win. */
static void compare_connect4(int width, int height, int plies, uint64_t seed)
{
    const miai_solver *solver = mi_solver(&mi_connect4_game);
    miai_solver blind = *solver;
    miai_game game = mi_connect4_game;
    struct situation s;
    miai_rng rng;
    int score, count;
    blind.known = NULL;
    game.solver = &blind;
    begin_game(&s, &game, width, height);
    miai_rng_seed(&rng, seed);
    if (!play_random_moves(&s, &rng, plies))
        return;
    void *object = solver->open(&s.setup, MEMORY);
    ck_assert_ptr_nonnull(object);
    ck_assert(solver->solve(object, s.pos, NULL, &score, &count));
    solver->close(object);
    search_to(&mi_minimax_searcher, &s, 0, &result);
    int player = mi_connect4_game.turn(s.pos), proof = score_sign((int)result.proof - MI_DRAW);
    ck_assert_int_ne(result.proof, MI_UNPROVEN);
    ck_assert_int_eq(score, player == 0 ? proof : -proof);
    if (proof != 0)
        ck_assert_int_eq(count, MI_SCORE_WIN - abs(result.score));
    ck_assert_int_eq(prove_position(&s).min, score);
    s.game = &mi_connect4_game; /* now searches that use its knowledge */
    ck_assert_int_eq(prove_position(&s).min, score);
    search_to(&mi_alphabeta_searcher, &s, 0, &result);
    ck_assert_int_eq((int)result.proof - MI_DRAW, proof);
}

START_TEST(equal_to_minimax)
{
    static const int board[][3] = {{4, 4, 5},  {5, 4, 9},  {4, 5, 9},
                                   {5, 5, 13}, {7, 6, 31}, {8, 8, 53}};
    for (int i = 0; i < COUNT(board); i++)
        for (int k = 0; k < REPEATED(30); k++)
            compare_connect4(board[i][0], board[i][1], board[i][2] + k % 2, (uint64_t)k);
}
END_TEST

/* What counting decides, and how often: at most a draw, the last point lost, a waiting threat. */
enum { DRAW_AT_MOST, LAST_POINT, ZUGZWANG, COUNTED };

/* Certain knowledge is correct, with that many points left: the score is within the bounds, and the
 * end is no later. */
static void check_known(const struct situation *s, int left, void *object, int counted[COUNTED])
{
    const miai_solver *solver = mi_solver(&mi_connect4_game);
    int least = -1, most = 1, latest = 0, score, plies;
    if (!solver->known(s->pos, &least, &most, &latest))
        return;
    ck_assert(solver->solve(object, s->pos, NULL, &score, &plies));
    ck_assert_int_le(least, score);
    ck_assert_int_ge(most, score);
    if (least < most) {
        counted[DRAW_AT_MOST]++;
        return;
    }
    if (latest > 2)
        counted[left % 2 ? ZUGZWANG : LAST_POINT]++;
    else
        ck_assert_int_eq(latest, plies);
    ck_assert_int_ge(latest, plies);
}

/* Random moves that avoid immediate losses, so that games last. */
static bool play_with_care(struct situation *s, miai_rng *rng, int plies)
{
    miai_move list[MIAI_MAX_LEGAL];
    while (plies-- > 0 && !game_over(s)) {
        int n = mi_hints(s->game)->candidates(s->pos, list);
        ck_assert(try_move(s, list[miai_rng_below(rng, (uint32_t)n)]));
    }
    return !game_over(s);
}

START_TEST(counting_is_correct)
{
    static const int board[][3] = {{7, 6, 18}, {5, 5, 6},   {6, 5, 10}, {9, 7, 45},
                                   {8, 8, 46}, {12, 5, 42}, {4, 15, 40}};
    int counted[COUNTED] = {0};
    for (int i = 0; i < COUNT(board); i++) {
        struct situation s;
        miai_rng rng;
        begin_game(&s, &mi_connect4_game, board[i][0], board[i][1]);
        void *object = mi_solver(&mi_connect4_game)->open(&s.setup, MEMORY);
        miai_rng_seed(&rng, 7);
        for (int k = 0; k < 100; k++) {
            int left = board[i][0] * board[i][1] - board[i][2];
            begin_game(&s, &mi_connect4_game, board[i][0], board[i][1]);
            for (bool on = play_with_care(&s, &rng, board[i][2]); on;
                 on = play_with_care(&s, &rng, 1))
                check_known(&s, left--, object, counted);
        }
        mi_solver(&mi_connect4_game)->close(object);
    }
    for (int kind = 0; kind < COUNTED; kind++)
        ck_assert_int_gt(counted[kind], 100);
}
END_TEST

/* Known results (Tromp's table of small boards), for odd heights and widths. */
START_TEST(small_boards)
{
    static const struct {
        int width, height, score, plies;
    } board[] = {{4, 4, 0, 16}, {5, 4, 0, 20}, {4, 5, 0, 20}, {5, 5, 0, 25}, {6, 4, -1, 0}};
    const miai_solver *solver = mi_solver(&mi_connect4_game);
    for (int i = 0; i < COUNT(board); i++) {
        struct situation s;
        int score, plies;
        begin_game(&s, &mi_connect4_game, board[i].width, board[i].height);
        void *object = solver->open(&s.setup, MEMORY);
        ck_assert(solver->solve(object, s.pos, NULL, &score, &plies));
        ck_assert_int_eq(score, board[i].score);
        if (board[i].plies > 0)
            ck_assert_int_eq(plies, board[i].plies);
        solver->close(object);
    }
}
END_TEST

/* First player's view; one point for each stone that is left. */
START_TEST(score_as_text)
{
    miai_solution solution;
    miai_solving *solving;
    begin_engine("connect4");
    set_number("memory", 8);
    play_line("d1 d2 d3 d4 d5 d6 e1 c1 e2 c2 e3");
    ck_assert_int_eq(miai_solving_new(engine, &solving), MIAI_OK);
    ck_assert_int_eq(miai_solve(solving, &solution, NULL, NULL), MIAI_OK);
    miai_play(engine, MIAI_TURN, "a1");
    ck_assert_int_eq(miai_solve(solving, &solution, NULL, NULL), MIAI_OK);
    ck_assert_int_eq(solution.score, 1);
    ck_assert_int_eq(solution.plies, 1);
    ck_assert_str_eq(solution.text, "score 15");
    miai_play(engine, MIAI_TURN, "e4");
    ck_assert_int_eq(miai_solve(solving, &solution, NULL, NULL), MIAI_OVER);
    miai_solving_free(solving);
    end_engine();
}
END_TEST

/* ---- any game ---- */

START_TEST(solved_graph_games)
{
    for (int seed = 0; seed < REPEATED(300); seed++) {
        struct situation s;
        begin_game(&s, &graph_game, 4, 4);
        s.setup.komi = seed;
        s.setup.rules = seed % 2 ? GRAPH_STRICT : 0;
        graph_game.init(s.pos, &s.setup);
        search_to(&mi_minimax_searcher, &s, GRAPH_LEVELS, &result);
        int score = graph_game.turn(s.pos) == 0 ? result.score : -result.score;
        if (!graph_game.points)
            score =
                score_sign((int)result.proof - MI_DRAW) * (graph_game.turn(s.pos) == 0 ? 1 : -1);
        ck_assert_int_eq(prove_position(&s).min, score);
    }
}
END_TEST

START_TEST(tictactoe_is_drawn)
{
    struct situation s;
    begin_game(&s, &mi_tictactoe_game, 3, 3);
    ck_assert_int_eq(prove_position(&s).min, 0);
}
END_TEST

/* Tic-tac-toe that counts the positions looked at. */
static uint64_t outcome_calls;

static bool counted_outcome(const void *pos, int *score)
{
    outcome_calls++;
    return mi_tictactoe_game.outcome(pos, score);
}

static bool stop_at_fifth_call(void *context, uint64_t positions, double part)
{
    int *watch_calls = context;
    (void)part;
    ck_assert_uint_eq(positions, outcome_calls - 1); /* all but the root */
    return ++*watch_calls == 5;
}

START_TEST(positions_are_counted)
{
    miai_game counted = mi_tictactoe_game;
    struct situation s;
    struct mi_score_bounds bounds;
    int watch_calls = 0;
    miai_watch watch = {.bytes = sizeof watch, .over = stop_at_fifth_call, .context = &watch_calls};
    struct mi_prover *prover = mi_prover_open(MEMORY);
    counted.outcome = counted_outcome;
    begin_game(&s, &counted, 3, 3);
    struct mi_root root = root_of(&s);
    outcome_calls = 0;
    mi_prover_run(prover, &root, &watch, &bounds);
    ck_assert_int_eq(watch_calls, 5);
    mi_prover_close(prover);
}
END_TEST

/* Superko is respected: on 2x2 Black wins by a point. */
START_TEST(go_on_2x2)
{
    static const double komi[] = {0.5, 1.5};
    for (int i = 0; i < 2; i++) {
        struct situation s;
        begin_game(&s, &mi_go_game, 2, 2);
        s.setup.komi = komi[i];
        s.setup.rules = mi_find_rules(&mi_go_game, "chinese-ogs");
        mi_go_game.init(s.pos, &s.setup);
        ck_assert_int_eq(prove_position(&s).min, i == 0 ? 1 : -1);
    }
}
END_TEST

START_TEST(draws_by_repetition)
{
    miai_solving *solving = NULL;
    begin_engine("chess");
    ck_assert_int_eq(miai_solving_new(engine, &solving), MIAI_UNSUPPORTED);
    ck_assert_ptr_null(solving);
    end_engine();
}
END_TEST

/* ---- saving ---- */

/* Entries with bounds, those with the most work first. */
START_TEST(certain_bounds_are_kept)
{
    static const struct mi_proof_entry entries[] = {
        {.key = 1, .min = 0, .max = MIAI_SCORE_MAX, .work = 1},
        {.key = 2, .min = -MIAI_SCORE_MAX, .max = 0, .work = 1},
        {.key = 3, .min = -MIAI_SCORE_MAX, .max = MIAI_SCORE_MAX, .work = 1},
        {.key = 4, .min = 0, .max = 0, .work = 0},
    };
    enum { KEPT = 2, EACH = sizeof *entries / sizeof(uint64_t) };
    uint64_t word[COUNT(entries) * EACH];
    struct mi_proof_table table, other;
    ck_assert(mi_proof_table_open(&table, MEMORY));
    ck_assert(mi_proof_table_open(&other, MEMORY));
    for (int i = 0; i < COUNT(entries); i++)
        mi_proof_table_put(&table, &entries[i]);
    ck_assert_uint_eq(mi_proof_table_save(&table, word, COUNT(word)), KEPT * EACH);
    mi_proof_table_load(&other, word, KEPT * EACH);
    for (int i = 0; i < COUNT(entries); i++)
        ck_assert_int_eq(mi_proof_table_find(&other, entries[i].key) != NULL, i < KEPT);
    mi_proof_table_close(&table);
    mi_proof_table_close(&other);
}
END_TEST

static void begin_quiet(const char *game, const char *moves)
{
    begin_engine(game);
    set_number("memory", 8);
    play_line(moves);
}

static uint64_t nodes_of(miai_solving *solving)
{
    miai_solution solution;
    ck_assert_int_eq(miai_solve(solving, &solution, NULL, NULL), MIAI_OK);
    return solution.nodes;
}

static miai_solving *new_solving(void)
{
    miai_solving *solving;
    ck_assert_int_eq(miai_solving_new(engine, &solving), MIAI_OK);
    return solving;
}

START_TEST(saved_state_is_continued)
{
    static const char *const games[][2] = {{"connect4", "d1 d2 d3 d4 d5 d6 b1 c1 f1 f2 b2 c2 g1"},
                                           {"tictactoe", ""}};
    uint64_t *word = malloc(sizeof *word * WORDS);
    for (int i = 0; i < COUNT(games); i++) {
        begin_quiet(games[i][0], games[i][1]);
        miai_solving *solving = new_solving();
        uint64_t fresh = nodes_of(solving);
        size_t words = miai_solving_save(solving, word, WORDS);
        ck_assert_uint_gt(words, 3);
        ck_assert_uint_le(words, WORDS);
        miai_solving_free(solving);
        solving = new_solving();
        ck_assert_int_eq(miai_solving_load(solving, word, words), MIAI_OK);
        ck_assert_uint_lt(nodes_of(solving), fresh / 4 + 1);
        word[words - 1] ^= 1;
        ck_assert_int_eq(miai_solving_load(solving, word, words), MIAI_BAD_VALUE);
        miai_solving_free(solving);
        end_engine();
    }
    free(word);
}
END_TEST

START_TEST(state_of_another_size)
{
    miai_solution solution;
    begin_quiet("connect4", "");
    miai_solving *solving = new_solving();
    ck_assert_int_eq(miai_set_size(engine, 5, 4), MIAI_OK);
    ck_assert_int_eq(miai_solve(solving, &solution, NULL, NULL), MIAI_BAD_VALUE);
    miai_solving_free(solving);
    end_engine();
}
END_TEST

static void stop_now(void *context, const miai_solution *so_far)
{
    int *calls = context;
    ck_assert(!so_far->solved);
    ++*calls;
    miai_stop(engine);
}

START_TEST(stops_on_request)
{
    static const char *const games[] = {"connect4", "hex"};
    for (int i = 0; i < COUNT(games); i++) {
        miai_solution solution;
        int calls = 0;
        begin_quiet(games[i], "");
        miai_solving *solving = new_solving();
        ck_assert_int_eq(miai_solve(solving, &solution, stop_now, &calls), MIAI_STOPPED);
        ck_assert(!solution.solved);
        ck_assert_int_eq(calls, 1);
        miai_solving_free(solving);
        end_engine();
    }
}
END_TEST

/* ---- the searcher "solve" ---- */

/* The best move is proven, with the distance to the end. */
START_TEST(solver_finds_the_best_move)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    miai_choice choice;
    begin_quiet("connect4", "d1 d2 d3 d4 d5 d6 b1 c1 f1 f2 b2 c2 g1");
    set_engine_option("search", "solve");
    miai_limits limits = {.lines = 7, .seconds = 20}; /* takes a hundredth of that */
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_str_eq(info.search, "solve");
    ck_assert_int_ne(info.proof, MI_UNPROVEN);
    ck_assert_int_ne(info.mate, 0);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        ck_assert_int_ne(choice.proof, MI_UNPROVEN);
    end_engine();
}
END_TEST

static void count_report(void *context, const struct mi_result *so_far)
{
    int *reports = context;
    ck_assert(so_far->proof == MI_UNPROVEN);
    ++*reports;
}

/* At intervals, not at each look at the clock. */
START_TEST(search_reports)
{
    struct situation s;
    int reports = 0;
    const struct mi_progress progress = {.report = count_report, .context = &reports};
    const struct mi_settings settings = {.threads = 1, .memory = MEMORY, .solver = true};
    const struct mi_limits limits = {.start = mi_clock(), .seconds = 1.2};
    void *self = mi_solve_searcher.make();
    begin_game(&s, &mi_connect4_game, 7, 6);
    struct mi_root root = root_of(&s);
    ck_assert(mi_solve_searcher.run(self, &root, &settings, &limits, &progress, &result));
    ck_assert_int_gt(reports, 0);
    ck_assert_int_lt(reports, 30);
    mi_solve_searcher.free(self);
}
END_TEST

/* If time is too short to solve the position, a move is still found, within the memory. */
START_TEST(search_unsolved)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    begin_quiet("connect4", "");
    set_engine_option("search", "solve");
    miai_limits limits = {.playouts = 100};
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.playouts, 100);
    ck_assert_uint_le(info.tree_bytes, info.limit_bytes);
    end_engine();
}
END_TEST

/* The tree search does not end early because the solver has used a part of the time. */
START_TEST(search_by_the_clock)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    begin_quiet("connect4", "");
    const miai_clock clock = {.left = 20};
    const miai_limits limits = {.clock = &clock};
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_gt(info.playouts, 100);
    end_engine();
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("solve");
    TCase *connect4 = add_case(suite, "connect four", 60);
    tcase_add_test(connect4, equal_to_minimax);
    tcase_add_test(connect4, counting_is_correct);
    tcase_add_test(connect4, small_boards);
    tcase_add_test(connect4, score_as_text);
    TCase *any = add_case(suite, "any game", 60);
    tcase_add_test(any, solved_graph_games);
    tcase_add_test(any, tictactoe_is_drawn);
    tcase_add_test(any, positions_are_counted);
    tcase_add_test(any, go_on_2x2);
    tcase_add_test(any, draws_by_repetition);
    TCase *kept = add_case(suite, "kept", 60);
    tcase_add_test(kept, certain_bounds_are_kept);
    tcase_add_test(kept, saved_state_is_continued);
    tcase_add_test(kept, state_of_another_size);
    tcase_add_test(kept, stops_on_request);
    TCase *searches = add_case(suite, "search", 60);
    tcase_add_test(searches, solver_finds_the_best_move);
    tcase_add_test(searches, search_reports);
    tcase_add_test(searches, search_unsolved);
    tcase_add_test(searches, search_by_the_clock);
    return run_suite(suite);
}
