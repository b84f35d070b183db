/* The evaluation of chess: symmetric, a sum of its weights, and correct in known endgames. */
#include "game/chess/board/notation.h"
#include "game/chess/eval/eval.h"
#include "miai.h"
#include "tests/support/suite.h"
#include "tools/chess/tune/trace.h"

#include <check.h>

enum { GAMES = 100, PLIES = 120, SEED = 7 };

static struct mi_chess read_fen(const char *fen)
{
    struct mi_chess p;
    ck_assert_msg(mi_chess_read_fen(&p, false, fen), "%s", fen);
    return p;
}

static int value_of(const char *fen)
{
    struct mi_chess p = read_fen(fen);
    return mi_chess_evaluate(&p);
}

/* The position with the colours exchanged. */
static struct mi_chess colours_swapped(const struct mi_chess *p)
{
    struct mi_chess q;
    mi_chess_clear(&q, false);
    for (int square = 0; square < 64; square++)
        if (p->piece[square] != NO_PIECE)
            mi_chess_put(&q, p->piece[square] ^ make_piece(BLACK, PAWN), square ^ 56);
    mi_chess_set_castling(&q, __builtin_bswap64(p->castling));
    mi_chess_set_turn(&q, !p->turn);
    mi_chess_find_checkers(&q);
    return q;
}

static void check_exchanged(const struct mi_chess *p)
{
    char fen[128];
    struct mi_chess q = colours_swapped(p);
    mi_chess_write_fen(p, fen, sizeof fen);
    ck_assert_msg(mi_chess_evaluate(&q) == -mi_chess_evaluate(p), "%s", fen);
}

static void check_sum(const struct mi_chess *p)
{
    static struct mi_chess_trace trace;
    int value, expected = mi_chess_evaluate(p);
    char fen[128];
    mi_chess_write_fen(p, fen, sizeof fen);
    if (!tune_trace(p, &trace, &value))
        return;
    ck_assert_msg(value == expected, "%s: %d, not %d", fen, value, expected);
    value = tune_trace_value(&trace, &mi_chess_weights);
    ck_assert_msg(value == expected, "%s: sum %d, not %d", fen, value, expected);
}

/* Calls check on the positions of random games. */
static void for_each_position(void (*check)(const struct mi_chess *p))
{
    miai_rng rng;
    miai_rng_seed(&rng, SEED);
    for (int game = 0; game < GAMES; game++) {
        struct mi_chess p = read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        for (int ply = 0; ply < PLIES && mi_chess_has_move(&p); ply++) {
            miai_move list[CHESS_MAX_LEGAL];
            int n = mi_chess_moves(&p, list);
            mi_chess_play(&p, list[miai_rng_below(&rng, (uint32_t)n)]);
            check(&p);
        }
    }
}

START_TEST(colours_exchanged)
{
    for_each_position(check_exchanged);
}
END_TEST

START_TEST(sum_of_weights)
{
    for_each_position(check_sum);
}
END_TEST

/* ---- knowledge ---- */

START_TEST(material_balance)
{
    ck_assert_int_eq(value_of("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -") +
                         value_of("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - -"),
                     0);
    ck_assert_int_gt(value_of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), 0);
    ck_assert_int_gt(value_of("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"), 600);
    ck_assert_int_gt(value_of("4k3/8/8/8/8/8/4P3/4K3 w - -"), 0);
}
END_TEST

START_TEST(passed_pawns)
{
    /* An advanced pawn is better; outside the king's square it promotes. */
    ck_assert_int_gt(value_of("7k/7p/1P6/8/8/8/8/4K3 w - -"),
                     value_of("7k/7p/8/8/8/1P6/8/4K3 w - -"));
    ck_assert_int_gt(value_of("8/8/8/P7/8/8/7k/K7 w - -"), 300);
    ck_assert_int_lt(value_of("8/8/2k5/P7/8/8/8/K7 w - -"), 300);
}
END_TEST

START_TEST(drawish_endings)
{
    ck_assert_int_eq(value_of("4k3/8/8/8/8/8/8/1N2K1N1 w - -"), 0);
    ck_assert_int_eq(value_of("k7/8/8/P7/8/8/8/2B1K3 w - -"), 0);    /* wrong bishop */
    ck_assert_int_gt(value_of("k7/8/8/P7/8/8/8/4KB2 w - -"), 100);   /* right bishop */
    ck_assert_int_gt(value_of("k7/8/8/1P6/8/8/8/2B1K3 w - -"), 100); /* other file */
    ck_assert_int_lt(value_of("4k3/4b3/8/8/8/8/8/R3K3 w - -"), 50);  /* rook and bishop */
    ck_assert_int_eq(value_of("8/8/4k3/8/4K3/4P3/8/8 w - -"), 0);    /* king and pawn */
    ck_assert_int_gt(value_of("8/8/4k3/8/4K3/4P3/8/8 b - -"), 400);
    ck_assert_int_lt(value_of("4k3/4b3/p7/8/8/P7/4P3/4KB2 w - -"), /* opposite bishops */
                     value_of("4k3/3b4/p7/8/8/P7/4P3/4KB2 w - -"));
}
END_TEST

START_TEST(mop_up)
{
    ck_assert_int_gt(value_of("8/8/8/8/3k4/8/8/R3K3 w - -"), 500);
    ck_assert_int_gt(value_of("k7/8/1K6/8/8/8/8/6R1 w - -"),
                     value_of("8/8/8/3k4/8/3K4/8/R7 w - -"));
    /* Bishop and knight mate only in a corner of the bishop's colour. */
    ck_assert_int_gt(value_of("7k/5K2/8/8/8/8/8/2B3N1 w - -"),
                     value_of("k7/2K5/8/8/8/8/8/2B3N1 w - -"));
    ck_assert_int_eq(value_of("8/8/8/8/3k4/8/8/R3K3 w - -"),
                     -value_of("r3k3/8/8/3K4/8/8/8/8 b - -"));
}
END_TEST

/* ---- mates found with this evaluation ---- */

static void check_mates(const char *fen, uint64_t nodes, int most_plies)
{
    char move[MIAI_MOVE_TEXT];
    int score = 0;
    miai_engine *engine = miai_new();
    miai_set_game(engine, "chess");
    miai_set_option(engine, "search", "alphabeta");
    miai_set_option(engine, "memory", "64");
    ck_assert_int_eq(miai_read_position(engine, fen), MIAI_OK);
    while (!miai_over(engine, &score) && miai_plies(engine) < most_plies) {
        miai_limits limits = {.playouts = nodes};
        ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    }
    ck_assert_msg(score == MIAI_POINT_SCORE, "%s: %d plies", fen, miai_plies(engine));
    miai_free(engine);
}

START_TEST(basic_mates_are_found)
{
    check_mates("8/8/8/5k2/8/8/8/3QK3 w - - 0 1", 20000, 40);
    check_mates("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", 20000, 60);
    check_mates("8/8/8/3k4/8/8/8/2B1KB2 w - - 0 1", 20000, 80);
    check_mates("8/8/8/3k4/8/8/8/2B1K1N1 w - - 0 1", 40000, 100);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_eval");
    TCase *tests = add_case(suite, "core", 60);
    tcase_add_test(tests, colours_exchanged);
    tcase_add_test(tests, sum_of_weights);
    tcase_add_test(tests, material_balance);
    tcase_add_test(tests, passed_pawns);
    tcase_add_test(tests, drawish_endings);
    tcase_add_test(tests, mop_up);
    tcase_add_test(tests, basic_mates_are_found);
    return run_suite(suite);
}
