/* Selective search of chess: mates, draws, lines, time limits. */
#include "base/clock.h"
#include "game/games.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct mi_result result_a, result_b; /* large: not on the stack */

static struct situation chess_at(const char *fen)
{
    struct situation s;
    begin_at(&s, &mi_chess_game, fen);
    s.selective = true;
    return s;
}

static const char middle_chess[] =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/* The shortest mate is found and counted correctly, for either side. */
START_TEST(chess_mates)
{
    static const struct {
        const char *fen;
        int plies;
    } mates[] = {
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3}, /* Morphy: Ra6 */
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5},
    };
    for (int i = 0; i < COUNT(mates); i++) {
        struct situation s = chess_at(mates[i].fen);
        struct mi_limits limits = {.depth = 20, .start = mi_clock()};
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
        ck_assert_int_eq(result_b.proof, MI_WIN);
        ck_assert_int_eq(result_b.score, MI_SCORE_WIN - mates[i].plies);
        ck_assert_int_eq(result_b.pv_length, mates[i].plies);
    }
}
END_TEST

/* The first mate that a selective search finds is not always the shortest: the search goes on until
 * it is. */
START_TEST(chess_mates_are_shortened)
{
    static const struct {
        const char *fen;
        int score;
    } mates[] = {
        {"1N3B2/5p2/2R2p2/1p1kpp2/1P2rp2/2P1pB2/2P1P1K1/8 w - - 0 1", MI_SCORE_WIN - 5},
        {"8/1p6/pPkpK3/P5p1/P2p2P1/B2P4/8/8 b - - 0 1", 16 - MI_SCORE_WIN},
    };
    for (int i = 0; i < COUNT(mates); i++) {
        struct situation s = chess_at(mates[i].fen);
        struct mi_limits limits = {.playouts = 100000, .start = mi_clock()};
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
        ck_assert_int_eq(result_b.score, mates[i].score);
    }
}
END_TEST

/* Besides a mate, other moves have only an upper bound, which proves no win and must not look like
 * one. */
START_TEST(chess_only_mates_are_proven)
{
    struct situation s = chess_at("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    struct mi_limits limits = {.depth = 12, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_int_eq(result_b.choice[0].proof, MI_WIN);
    for (int i = 1; i < result_b.choice_count; i++)
        ck_assert(result_b.choice[i].proof != MI_WIN && result_b.choice[i].value < 0.99);
}
END_TEST

START_TEST(chess_mate_is_enough)
{
    struct situation s = chess_at("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    struct mi_limits limits = {.mate = 5, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_int_ge(result_b.score, MI_SCORE_WIN - 5);
}
END_TEST

/* A few random pieces; false: illegal position, or a finished game. */
static bool random_men(struct situation *s, miai_rng *rng)
{
    char board[64], fen[128];
    int length = 0, score;
    memset(board, '1', sizeof board);
    for (const char *man = "KkQRbnpP"; *man; man++)
        board[miai_rng_below(rng, 64)] = *man;
    for (int i = 0; i < 64; i++)
        length += sprintf(fen + length, "%s%c", i > 0 && i % 8 == 0 ? "/" : "", board[i]);
    sprintf(fen + length, " w - - 0 1");
    const miai_setup *setup = &mi_chess_game.setup;
    if (!mi_chess_game.notation->read_position(s->pos, setup, fen))
        return false;
    *s = chess_at(fen);
    return !mi_chess_game.outcome(s->pos, &score);
}

/* A search for a mate without other limits ends: with the mate, or when a full-width search shows
 * that there is none. */
START_TEST(chess_mate_or_none)
{
    const int plies = 3;
    struct mi_limits limits = {.mate = plies, .start = mi_clock()};
    struct situation s = chess_at(middle_chess);
    int mates = 0, others = 0;
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_int_lt(result_b.score, MI_SCORE_WIN - plies);
    ck_assert_int_ge(result_b.depth, plies);
    for (int i = 0; i < REPEATED(60); i++) {
        while (!random_men(&s, &rng))
            ;
        search_within(&mi_minimax_searcher, NULL, &s, &limits, 1, &result_a);
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
        ck_assert_int_eq(result_b.score >= MI_SCORE_WIN - plies,
                         result_a.score >= MI_SCORE_WIN - plies);
        mates += result_a.score >= MI_SCORE_WIN - plies;
        others += result_a.score < MI_SCORE_WIN - plies;
    }
    ck_assert(mates > 0 && others > 0);
}
END_TEST

/* The line of a mate is complete, even if an aborted search has found it. */
START_TEST(chess_mate_lines_are_whole)
{
    const struct mi_limits limits = {.playouts = 4000, .start = mi_clock()};
    struct situation s;
    int mates = 0, score;
    miai_rng rng;
    miai_rng_seed(&rng, 8);
    for (int i = 0; i < REPEATED(300); i++) {
        while (!random_men(&s, &rng))
            ;
        search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
        if (result_b.score < MI_SCORE_PROVEN && result_b.score > -MI_SCORE_PROVEN)
            continue;
        mates++;
        ck_assert_int_eq(result_b.pv_length, MI_SCORE_WIN - abs(result_b.score));
        for (int k = 0; k < result_b.pv_length; k++)
            mi_chess_game.play(s.pos, result_b.pv[k]);
        ck_assert(mi_chess_game.outcome(s.pos, &score));
    }
    ck_assert_int_gt(mates, REPEATED(300) / 6);
}
END_TEST

/* A mate that the table knows at once is completed too. */
START_TEST(chess_mate_is_shown)
{
    struct situation s = chess_at("8/8/8/3k4/8/8/8/R3K2R w - - 0 1");
    struct mi_limits limits = {.depth = 14, .start = mi_clock()};
    void *alphabeta = mi_alphabeta_searcher.make();
    search_within(&mi_alphabeta_searcher, alphabeta, &s, &limits, 1, &result_b);
    ck_assert_int_ge(result_b.score, MI_SCORE_PROVEN);
    ck_assert_int_eq(result_b.pv_length, MI_SCORE_WIN - result_b.score);
    limits.depth = 1;
    search_within(&mi_alphabeta_searcher, alphabeta, &s, &limits, 1, &result_a);
    ck_assert_int_eq(result_a.score, result_b.score);
    ck_assert_int_eq(result_a.pv_length, result_b.pv_length);
    mi_alphabeta_searcher.free(alphabeta);
}
END_TEST

/* A queen down, White draws by perpetual check. */
START_TEST(chess_perpetual_check)
{
    struct situation s = chess_at("6k1/6p1/8/7Q/8/7K/qq6/8 w - - 0 1");
    struct mi_limits limits = {.depth = 10, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_int_eq(result_b.score, 0);
}
END_TEST

/* Mutual zugzwang: null moves must not hide it. */
START_TEST(chess_zugzwang)
{
    struct situation s = chess_at("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1");
    struct mi_limits limits = {.depth = 20, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    char text[MIAI_MOVE_TEXT];
    mi_chess_game.move_text(s.pos, result_b.move, text, sizeof text);
    ck_assert_str_eq(text, "e1f1");
}
END_TEST

START_TEST(chess_repeats_itself)
{
    struct situation s = chess_at(middle_chess);
    struct mi_limits limits = {.playouts = 50000, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_a);
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_uint_le(result_a.nodes, 50001);
    ck_assert_uint_eq(result_a.nodes, result_b.nodes);
    ck_assert_int_eq(result_a.score, result_b.score);
    ck_assert_int_gt(result_b.max_ply, result_b.depth);
    ck_assert(result_b.full >= 0 && result_b.full <= 1000);
    ck_assert_mem_eq(result_a.pv, result_b.pv, sizeof result_a.pv[0] * (size_t)result_a.pv_length);
}
END_TEST

/* Every reported line can be played, in games with a few nodes per move. */
START_TEST(chess_lines_are_legal)
{
    struct situation s;
    void *self = mi_alphabeta_searcher.make();
    begin_game(&s, &mi_chess_game, 8, 8);
    s.selective = true;
    for (int i = 0; i < 120 && !game_over(&s); i++) {
        struct mi_limits limits = {.playouts = 2000, .start = mi_clock()};
        search_within(&mi_alphabeta_searcher, self, &s, &limits, 1 + i % 2, &result_b);
        ck_assert(try_move(&s, result_b.move));
    }
    mi_alphabeta_searcher.free(self);
}
END_TEST

enum { LINES = 4 };

struct seen_lines {
    const struct situation *situation;
    int last, score, depth, finished;
    miai_move first[LINES];
};

/* Lines are reported in order, best first, each with a different first move. */
static void see_line(void *context, const struct mi_result *result)
{
    struct seen_lines *seen = context;
    ck_assert_int_eq(result->line, seen->last % LINES + 1);
    check_line(seen->situation, result);
    if (result->line > 1 && result->depth == seen->depth)
        ck_assert_int_le(result->score, seen->score);
    for (int i = 0; i < result->line - 1; i++)
        ck_assert_int_ne(seen->first[i], result->move);
    seen->first[result->line - 1] = result->move;
    seen->last = result->line;
    seen->score = result->score;
    seen->depth = result->depth;
    seen->finished += result->line == LINES;
}

START_TEST(chess_several_lines)
{
    struct situation s = chess_at(middle_chess);
    struct seen_lines seen = {.situation = &s};
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 4 << 20, .threads = 1, .selective = true};
    struct mi_limits limits = {.depth = 7, .lines = LINES, .start = mi_clock()};
    struct mi_progress progress = {see_line, &seen};
    void *self = mi_alphabeta_searcher.make();
    ck_assert(mi_alphabeta_searcher.run(self, &root, &settings, &limits, &progress, &result_b));
    ck_assert_int_ge(seen.finished, 7);
    check_line(&s, &result_b);
    check_choices(&result_b);
    limits.lines = 100; /* more than there are moves */
    ck_assert(mi_alphabeta_searcher.run(self, &root, &settings, &limits, NULL, &result_b));
    check_choices(&result_b);
    mi_alphabeta_searcher.free(self);
}
END_TEST

START_TEST(chess_soft_bound_of_time)
{
    struct situation s = chess_at(middle_chess);
    struct mi_limits limits = {.seconds = 20, .soft_seconds = 0.05, .start = mi_clock()};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert(result_b.seconds < 10);
}
END_TEST

/* Time does not count while pondering. */
START_TEST(chess_ponders)
{
    struct situation s = chess_at(middle_chess);
    _Atomic double ponder_end = -1;
    struct mi_limits limits = {.seconds = 0.001,
                               .soft_seconds = 0.001,
                               .start = mi_clock(),
                               .ponder_end = &ponder_end,
                               .depth = 8};
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert_int_eq(result_b.depth, 8);
    ponder_end = mi_clock();
    limits.depth = 0;
    search_within(&mi_alphabeta_searcher, NULL, &s, &limits, 1, &result_b);
    ck_assert(result_b.seconds < 10);
}
END_TEST

START_TEST(chess_with_little_memory)
{
    struct situation s = chess_at(middle_chess);
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 1 << 20, .threads = 1, .selective = true};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    void *self = mi_alphabeta_searcher.make();
    ck_assert(mi_alphabeta_searcher.run(self, &root, &settings, &limits, NULL, &result_b));
    ck_assert_uint_le(result_b.tree_bytes, settings.memory);
    check_line(&s, &result_b);
    mi_alphabeta_searcher.free(self);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alphabeta chess");
    TCase *chess = add_case(suite, "chess", 120);
    tcase_add_test(chess, chess_mates);
    tcase_add_test(chess, chess_mates_are_shortened);
    tcase_add_test(chess, chess_only_mates_are_proven);
    tcase_add_test(chess, chess_mate_is_enough);
    tcase_add_test(chess, chess_mate_or_none);
    tcase_add_test(chess, chess_mate_lines_are_whole);
    tcase_add_test(chess, chess_mate_is_shown);
    tcase_add_test(chess, chess_perpetual_check);
    tcase_add_test(chess, chess_zugzwang);
    tcase_add_test(chess, chess_repeats_itself);
    tcase_add_test(chess, chess_lines_are_legal);
    tcase_add_test(chess, chess_several_lines);
    tcase_add_test(chess, chess_soft_bound_of_time);
    tcase_add_test(chess, chess_ponders);
    tcase_add_test(chess, chess_with_little_memory);
    return run_suite(suite);
}
