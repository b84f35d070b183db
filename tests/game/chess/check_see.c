/* Tactics of chess for selective search: exchanges, captures, threats. */
#include "game/chess/board/notation.h"
#include "game/chess/board/see.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_chess position;

static miai_move read_position(const char *fen, const char *move)
{
    ck_assert(mi_chess_read_fen(&position, false, fen));
    miai_move found = mi_chess_read_move(&position, move);
    ck_assert(mi_chess_can_move(&position, found));
    return found;
}

/* Asserts that the exchange wins exactly this much. */
static void check_exchange(const char *fen, const char *text, int score)
{
    miai_move move = read_position(fen, text);
    ck_assert_msg(mi_chess_see_ge(&position, move, score), "%s %s below %d", fen, text, score);
    ck_assert_msg(!mi_chess_see_ge(&position, move, score + 1), "%s %s above %d", fen, text, score);
}

enum { P = 100, N = 320, B = 330, R = 500, Q = 950 };

START_TEST(exchange_values)
{
    check_exchange("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", P);
    check_exchange("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", P - N);
    check_exchange("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", P);
    check_exchange("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 0);
    check_exchange("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", P - R);
    check_exchange("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", Q);
    check_exchange("4k3/8/4p3/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5", Q - P);
    check_exchange("4k3/8/8/8/8/8/3R4/4K3 w - - 0 1", "d2d5", 0);
    check_exchange("4k3/8/4p3/8/8/8/3R4/4K3 w - - 0 1", "d2d5", -R);
}
END_TEST

START_TEST(lines_behind_pieces)
{
    /* X-rays: rook behind rook, queen behind bishop. */
    check_exchange("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P - R);
    check_exchange("4k3/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P);
    check_exchange("4k3/8/4p3/3n4/8/1B6/Q7/4K3 w - - 0 1", "b3d5", N - B + P);
}
END_TEST

START_TEST(king_captures_only_undefended_pieces)
{
    check_exchange("8/8/8/3pk3/8/8/3R4/3K4 w - - 0 1", "d2d5", P - R);
    check_exchange("8/8/8/3pk3/8/8/3R4/3RK3 w - - 0 1", "d2d5", P);
}
END_TEST

START_TEST(special_moves)
{
    check_exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P);
    check_exchange("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0);
    check_exchange("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", Q - P);
    check_exchange("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", -P);
    check_exchange("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", R + Q - P);
    check_exchange("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 0);
}
END_TEST

START_TEST(pinned_pieces_do_not_capture)
{
    check_exchange("4k3/4p3/3n4/8/8/3R4/4R3/4K3 w - - 0 1", "d3d6", N); /* e7 shields its king */
    check_exchange("4k3/4p3/3n4/8/8/3R4/8/4K3 w - - 0 1", "d3d6", N - R);
    check_exchange("4k3/4n3/8/3p4/8/8/8/3QR1K1 w - - 0 1", "d1d5", P);
    /* The pinner itself captures: the pin is gone. */
    check_exchange("4k3/5p2/4p3/8/8/8/8/4R1K1 w - - 0 1", "e1e6", P - R);
}
END_TEST

/* Every move of random games, compared with the position after it. */
START_TEST(checks_are_foreseen)
{
    static const char *const fens[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", /* en passant opens lines */
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1", /* castling gives check */
    };
    int checks = 0;
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    for (int game = 0; game < 40; game++) {
        ck_assert(mi_chess_read_fen(&position, false, fens[game % 5]));
        miai_move list[CHESS_MAX_LEGAL], giving[CHESS_MAX_LEGAL];
        int n;
        for (int ply = 0; ply < 100 && (n = mi_chess_moves(&position, list)) > 0; ply++) {
            int given = mi_chess_checks(&position, giving), next = 0;
            for (int i = 0; i < n; i++) {
                struct mi_chess after = position;
                mi_chess_play(&after, list[i]);
                ck_assert_int_eq(mi_chess_gives_check(&position, list[i]), after.checkers != 0);
                if (after.checkers)
                    ck_assert(next < given && giving[next++] == list[i]);
            }
            ck_assert_int_eq(next, given);
            checks += given;
            mi_chess_play(&position, list[miai_rng_below(&rng, (uint32_t)n)]);
        }
    }
    ck_assert_int_gt(checks, 500);
}
END_TEST

static int capture_of(const char *fen, const char *text)
{
    miai_move move = read_position(fen, text);
    return mi_chess_capture_value(&position, move);
}

START_TEST(captured_pieces)
{
    ck_assert_int_eq(capture_of("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4d5"), Q);
    ck_assert_int_eq(capture_of("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", "e4e5"), 0);
    ck_assert_int_eq(capture_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), P);
    ck_assert_int_eq(capture_of("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8n"), R + N - P);
    ck_assert_int_eq(capture_of("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
}
END_TEST

static bool may_null_move(const char *fen)
{
    ck_assert(mi_chess_read_fen(&position, false, fen));
    return mi_chess_game.tactics->may_null_move(&position);
}

START_TEST(null_move_conditions)
{
    ck_assert(may_null_move("4k3/8/8/8/8/8/4P3/4K1NN w - - 0 1"));
    ck_assert(may_null_move("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1"));
    ck_assert(!may_null_move("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1"));
    ck_assert(!may_null_move("4k1nn/8/8/8/8/8/4P3/4K3 w - - 0 1")); /* pawns only */
    ck_assert(!may_null_move("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1"));  /* in check */
    ck_assert(mi_chess_game.tactics->in_check(&position));
}
END_TEST

START_TEST(move_kinds)
{
    const char *fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    miai_move list[CHESS_MAX_LEGAL];
    ck_assert(mi_chess_read_fen(&position, false, fen));
    int n = mi_chess_moves(&position, list);
    for (int i = 0; i < n; i++) {
        int kind = mi_chess_game.tactics->move_kind(&position, list[i]);
        ck_assert(kind >= 0 && kind < mi_chess_game.tactics->kinds);
        for (int j = 0; j < i; j++) /* no two pieces of one type share a target here */
            ck_assert_int_ne(kind, mi_chess_game.tactics->move_kind(&position, list[j]));
    }
}
END_TEST

/* The predicted key is right for all moves that do not affect castling or en passant. */
START_TEST(next_hashes)
{
    const char *fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1";
    miai_move list[CHESS_MAX_LEGAL];
    int right = 0;
    ck_assert(mi_chess_read_fen(&position, false, fen));
    int n = mi_chess_moves(&position, list);
    for (int i = 0; i < n; i++) {
        struct mi_chess next = position;
        mi_chess_game.play(&next, list[i]);
        right += mi_chess_game.tactics->next_hash(&position, list[i]) == mi_chess_game.hash(&next);
    }
    ck_assert_int_eq(right, n - 1); /* after a2a4 black can capture en passant */
}
END_TEST

/* The threatened squares are those that an enemy piece attacks; a move's class says whether it
 * leaves one and whether it reaches one. */
START_TEST(threatened_squares)
{
    const char *fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w - - 0 1";
    const miai_tactics *tactics = mi_chess_game.tactics;
    miai_move list[CHESS_MAX_LEGAL];
    ck_assert(mi_chess_read_fen(&position, false, fen));
    for (int turn = 0; turn < 2; turn++) {
        position.turn = (uint8_t)turn;
        uint64_t danger = tactics->threat_map(&position);
        for (int square = 0; square < 64; square++)
            ck_assert_int_eq(danger >> square & 1,
                             attackers(&position, !turn, square, occupied(&position)) != 0);
        int n = mi_chess_moves(&position, list);
        for (int i = 0; i < n; i++)
            ck_assert_int_eq(tactics->threat_class(danger, list[i]),
                             2 * (int)(danger >> move_from(list[i]) & 1) +
                                 (int)(danger >> move_to(list[i]) & 1));
    }
}
END_TEST

/* After a move, a partial key differs if and only if its part of the position differs. */
START_TEST(partial_keys)
{
    const char *fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    miai_move list[CHESS_MAX_LEGAL];
    uint64_t before[MIAI_MAX_PARTS], after[MIAI_MAX_PARTS];
    ck_assert(mi_chess_read_fen(&position, false, fen));
    ck_assert_int_eq(mi_chess_game.tactics->parts(&position, before), 3);
    int n = mi_chess_moves(&position, list);
    for (int i = 0; i < n; i++) {
        struct mi_chess next = position;
        mi_chess_game.play(&next, list[i]);
        mi_chess_game.tactics->parts(&next, after);
        ck_assert_int_eq(after[0] != before[0], next.type[PAWN] != position.type[PAWN]);
        for (int player = WHITE; player <= BLACK; player++)
            ck_assert_int_eq(after[1 + player] != before[1 + player],
                             (next.of[player] & ~next.type[PAWN]) !=
                                 (position.of[player] & ~position.type[PAWN]));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("see");
    TCase *tests = add_case(suite, "see", 4);
    tcase_add_test(tests, exchange_values);
    tcase_add_test(tests, lines_behind_pieces);
    tcase_add_test(tests, king_captures_only_undefended_pieces);
    tcase_add_test(tests, special_moves);
    tcase_add_test(tests, pinned_pieces_do_not_capture);
    tcase_add_test(tests, checks_are_foreseen);
    tcase_add_test(tests, captured_pieces);
    tcase_add_test(tests, null_move_conditions);
    tcase_add_test(tests, move_kinds);
    tcase_add_test(tests, next_hashes);
    tcase_add_test(tests, threatened_squares);
    tcase_add_test(tests, partial_keys);
    return run_suite(suite);
}
