/* Chess positions and moves as text: FEN, EPD, coordinates, SAN. */
#include "game/chess/board/notation.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"

static struct mi_chess pos;

static void read_as(bool chess960, const char *fen)
{
    ck_assert_msg(mi_chess_read_fen(&pos, chess960, fen), "%s", fen);
}

/* Asserts that fen is read and written back as expected. */
static void check_written(bool chess960, const char *fen, const char *expected)
{
    char text[128];
    read_as(chess960, fen);
    int length = mi_chess_write_fen(&pos, text, sizeof text);
    ck_assert_str_eq(text, expected);
    ck_assert_uint_eq(strlen(text), (size_t)length);
}

START_TEST(fen_round_trips)
{
    static const char *const same[] = {
        START " w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 77",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 99 150",
        "4k3/8/8/8/8/8/8/4K2R w K - 9999 9999",
    };
    for (int i = 0; i < COUNT(same); i++)
        check_written(false, same[i], same[i]);
}
END_TEST

START_TEST(fen_is_lenient_on_counters)
{
    check_written(false, START " w KQkq -", START " w KQkq - 0 1");
    check_written(false, "  " START "\tw  KQkq - 7 \r\n", START " w KQkq - 7 1");
    check_written(false, START " w - - 3 0", START " w - - 3 1");
}
END_TEST

START_TEST(fen_keeps_en_passant_only_for_a_legal_capture)
{
    check_written(false, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /* Both pawns would leave the rank to the rook. */
    check_written(false, "4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", "4k3/8/8/KPp4r/8/8/8/8 w - - 0 1");
    /* The pawn is pinned on the diagonal. */
    check_written(false, "7k/8/1b6/2Pp4/3K4/8/8/8 w - d6 0 1", "7k/8/1b6/2Pp4/3K4/8/8/8 w - - 0 1");
}
END_TEST

START_TEST(fen_of_chess960)
{
    check_written(true, START " w HAha - 0 1", START " w KQkq - 0 1");
    check_written(true, "4k3/8/8/8/8/8/8/1RR1K2R w HB - 0 1", "4k3/8/8/8/8/8/8/1RR1K2R w KQ - 0 1");
    check_written(true, "4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1", "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1");
    check_written(true, "rk5r/pp6/8/8/8/8/8/1RK3RR w Gkq - 0 1",
                  "rk5r/pp6/8/8/8/8/8/1RK3RR w Gkq - 0 1");
}
END_TEST

/* A right whose rook is missing is dropped, with a note. */
START_TEST(fen_with_stale_castling_rights)
{
    static const struct {
        bool chess960;
        const char *fen, *read, *note;
    } cases[] = {
        {false, "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
         "castling K is left out: its rook is missing"},
        {false, "r3k3/8/8/8/8/8/8/R3K1R1 w KQkq - 3 9", "r3k3/8/8/8/8/8/8/R3K1R1 w Qq - 3 9",
         "castling Kk is left out: its rook is missing"},
        {false, "4k3/8/8/8/8/8/4K3/7R w K - 0 1", "4k3/8/8/8/8/8/4K3/7R w - - 0 1",
         "castling K is left out: its rook is missing"},
        {true, "4k3/8/8/8/8/8/8/RR2K3 w ABK - 0 1", "",
         "castling: White has two rooks on one side"},
        {true, "4k3/8/8/8/8/8/8/RR2K3 w BGK - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
         "castling GK is left out: its rook is missing"},
    };
    char why[200];
    for (int i = 0; i < COUNT(cases); i++) {
        mi_chess_fen_refusal(&pos, cases[i].chess960, cases[i].fen, why, sizeof why);
        ck_assert_str_eq(why, cases[i].note);
        if (*cases[i].read)
            check_written(cases[i].chess960, cases[i].fen, cases[i].read);
    }
}
END_TEST

/* More promoted pieces than missing pawns: the move lists have enough space. */
START_TEST(fen_of_many_queens)
{
    static const char *const fens[] = {
        "1k6/8/8/8/8/Q7/PPPPPPPP/4K3 w - - 0 1",
        "k7/8/1Q1Q1Q1Q/8/Q1Q1Q1Q1/8/1Q1Q1Q1Q/K1Q1Q3 b - - 0 1",
        "3QQ3/1Q4Q1/8/Q6Q/Q6Q/8/kQ4Q1/3QQ1K1 b - - 0 1",
    };
    miai_move list[MIAI_MAX_LEGAL];
    for (int i = 0; i < COUNT(fens); i++) {
        read_as(false, fens[i]);
        mi_chess_set_turn(&pos, WHITE);
        mi_chess_find_checkers(&pos);
        ck_assert_int_le(mi_chess_moves(&pos, list), CHESS_MAX_LEGAL);
        ck_assert_int_lt(abs(mi_chess_game.evaluation->evaluate(NULL, NULL, &pos)), 30000);
    }
}
END_TEST

START_TEST(fen_refused)
{
    static const char *const bad[] = {
        "",
        "w",
        START,
        START " w",
        START " w KQkq",
        START " w KQkq - 0 1 2",
        START " w KQkq - -1 1",
        START " w KQkq - 0 x",
        START " w KQkq - 10000 1",
        START " x KQkq - 0 1",
        START " w KQkqK - 0 1",
        START " w KQxq - 0 1",
        START " w KQ- - 0 1",
        START " w KQkq e3 0 1",
        START " w KQkq e9 0 1",
        START " w KQkq e6 0 1",
        START "/8 w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1",
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "8/8/8/8/8/8/8/4K3 w - - 0 1",                   /* one king */
        "4k3/8/8/8/8/8/8/4K2K w - - 0 1",                /* three */
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",                /* pawn on the first rank */
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",                /* and on the last */
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",               /* Black's king can be taken */
        "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",         /* nine pawns */
        "4k3/8/8/8/QQQQQQQ1/QQQQQQQQ/NN6/4K3 w - - 0 1", /* eighteen pieces */
        "4k2r/8/8/8/8/8/8/3K3R w K - 0 1",               /* king next to its square */
        "4k3/8/8/8/8/8/8/4K1R1 w G - 0 1",               /* Chess960's rights */
        "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",              /* the wrong turn */
        "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1",           /* not empty */
        "4k3/8/8/8/3pP3/8/4N3/4K3 b - e3 0 1",           /* the pawn came from nowhere */
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN\x80 w - - 0 1",
    };
    char why[200];
    for (int i = 0; i < COUNT(bad); i++) {
        ck_assert_msg(!mi_chess_read_fen(&pos, false, bad[i]), "%s", bad[i]);
        ck_assert_msg(mi_chess_fen_refusal(&pos, false, bad[i], why, sizeof why) > 0, "%s", bad[i]);
    }
    ck_assert(!mi_chess_read_fen(&pos, true, "4k3/8/8/8/8/8/8/RR2K2R w AB - 0 1"));
    ck_assert(!mi_chess_read_fen(&pos, true, "4k3/8/8/8/8/8/8/RR2K2R w QA - 0 1"));
    ck_assert(!mi_chess_read_fen(&pos, true, "4k3/8/8/8/8/8/8/R3K1RR w GH - 0 1"));
}
END_TEST

/* The error text describes the first fault. */
static const struct {
    const char *fen, *why;
} reasons[] = {
    {START, "a FEN needs board, side to move, castling and en passant"},
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w - - 0 1", "the board has 7 ranks, not 8"},
    {START "/8 w - - 0 1", "the board has more than 8 ranks"},
    {"4k3/7/8/8/8/8/8/4K3 w - - 0 1", "rank 7 has 7 squares, not 8"},
    {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 has more than 8 squares"},
    {"4k3/8/8/8/8/8/8/4K2x w - - 0 1",
     "\"x\" on the board is neither a piece (PNBRQK, pnbrqk) nor a number from 1 to 8"},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"},
    {"4k3/8/8/8/8/8/8/4K2K w - - 0 1", "White has 2 kings"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns, more than 8"},
    {"4k3/8/8/8/QQQQQQQ1/QQQQQQQQ/NN6/4K3 w - - 0 1", "White has 18 pieces, more than 16"},
    {"QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/KQQQQQQk w - - 0 1",
     "White has 63 pieces, more than 16"},
    {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
     "a pawn stands on h8; pawns cannot stand on the first or last rank"},
    {START " x KQkq - 0 1", "the side to move must be w or b, not \"x\""},
    {START " w KQx - 0 1", "castling must be KQkq, file letters, or -, not \"x\""},
    {START " w KQK - 0 1", "castling K: the same rook is named twice"},
    {"4k3/8/8/8/8/8/8/3K3R w K - 0 1",
     "castling K: White's king and rook are not on their start squares (other start squares need "
     "the rules chess960)"},
    {"4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "Black is in check, but White is to move"},
    {START " b KQkq e6 0 1",
     "en passant with Black to move must be a square of rank 3, or -, not \"e6\""},
    {START " b KQkq e3 0 1", "en passant e3: no pawn of White can have just passed over it"},
    {START " w KQkq - x 1", "the halfmove clock must be a number up to 9999, not \"x\""},
    {START " w KQkq - 0 x", "the move number must be a number up to 9999, not \"x\""},
    {START " w KQkq - 0 1 2", "unexpected text after the move number: \"2\""},
    {START " w KQkq - 0 1", ""},
};

START_TEST(fen_refused_with_a_reason)
{
    char why[200] = "";
    int length = mi_chess_fen_refusal(&pos, false, reasons[_i].fen, why, sizeof why);
    ck_assert_str_eq(why, reasons[_i].why);
    ck_assert_uint_eq((size_t)length, strlen(why));
}
END_TEST

START_TEST(castling_of_chess960_refused_with_a_reason)
{
    char why[200];
    mi_chess_fen_refusal(&pos, true, "4k3/8/8/8/8/8/8/RR2K2R w QA - 0 1", why, sizeof why);
    ck_assert_str_eq(why, "castling A: the same rook is named twice");
    mi_chess_fen_refusal(&pos, true, "4k3/8/8/8/8/8/8/R3K1RR w GH - 0 1", why, sizeof why);
    ck_assert_str_eq(why, "castling: White has two rooks on one side");
}
END_TEST

/* Replaces some letters of a text by others that occur in a FEN. */
static void change_letters(char *text, miai_rng *rng)
{
    static const char letters[] = "pnbrqkPNBRQK12345678/ -whaHA";
    for (uint32_t n = 1 + miai_rng_below(rng, 4); n > 0; n--)
        text[miai_rng_below(rng, (uint32_t)strlen(text))] =
            letters[miai_rng_below(rng, sizeof letters - 1)];
}

/* If a changed FEN is accepted, it is a position: it is written and read back, and its moves can be
 * played. */
START_TEST(changed_fens)
{
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    int accepted = 0;
    for (int i = 0; i < 50000; i++) {
        char text[128] = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 12 34";
        struct mi_chess again;
        change_letters(text, &rng);
        bool good = mi_chess_read_fen(&pos, _i, text);
        ck_assert_msg(good || mi_chess_fen_refusal(&again, _i, text, NULL, 0) > 0, "%s", text);
        if (!good)
            continue;
        accepted++;
        mi_chess_write_fen(&pos, text, sizeof text);
        ck_assert_int_eq(mi_chess_fen_refusal(&again, _i, text, NULL, 0), 0);
        ck_assert(mi_chess_read_fen(&again, _i, text) && memcmp(&again, &pos, sizeof pos) == 0);
        miai_move list[CHESS_MAX_LEGAL];
        for (int n = mi_chess_moves(&pos, list); n > 0; n--) {
            struct mi_chess next = pos;
            mi_chess_play(&next, list[n - 1]);
            if (attackers(&next, next.turn, king_square(&next, !next.turn), occupied(&next)))
                ck_abort_msg("%s", text);
        }
    }
    ck_assert_int_gt(accepted, 1000);
}
END_TEST

/* The move of a text, in coordinates; "none" if there is no such move. */
static const char *coordinates_of(const char *text)
{
    static char coordinates[MIAI_MOVE_TEXT];
    miai_move move = mi_chess_read_move(&pos, text);
    if (move == MIAI_NO_MOVE)
        return "none";
    mi_chess_move_text(&pos, move, coordinates, sizeof coordinates);
    return coordinates;
}

static const char *san_of(const char *move)
{
    static char text[MIAI_MOVE_TEXT];
    mi_chess_san(&pos, mi_chess_read_move(&pos, move), text, sizeof text);
    return text;
}

START_TEST(san_written)
{
    static const char *const cases[][3] = {
        {START " w KQkq -", "g1f3", "Nf3"},
        {"4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", "exd5"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
        {"3r2k1/4P3/8/8/8/8/8/4K3 w - -", "e7d8q", "exd8=Q+"},
        {"5k2/P7/8/8/8/8/8/4K3 w - -", "a7a8n", "a8=N"},
        {"4k3/8/8/8/8/8/8/1N2KN2 w - -", "b1d2", "Nbd2"},
        {"4k3/8/1N6/8/8/8/8/1N2K3 w - -", "b6a4", "Na4"},
        {"4k3/8/1N6/8/1N6/8/8/4K3 w - -", "b6d5", "N6d5"},
        {"8/k7/8/8/4Q2Q/8/8/K6Q w - -", "h4e1", "Qh4e1"},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ -", "e1c1", "O-O-O"},
        {"5k2/8/8/8/8/8/8/R3K2R w KQ -", "e1g1", "O-O+"},
        {"7k/6pp/8/8/8/8/8/R3K3 w Q -", "a1a8", "Ra8#"},
        {"4k3/8/8/8/1b6/2N5/8/2N1K3 w - -", "c1e2", "Ne2"}, /* the other one is pinned */
    };
    for (int i = 0; i < COUNT(cases); i++) {
        read_as(false, cases[i][0]);
        ck_assert_str_eq(san_of(cases[i][1]), cases[i][2]);
    }
}
END_TEST

/* Each legal move of a random game is read back from its SAN and from its coordinates. */
static void read_back_all(bool chess960, const char *fen)
{
    miai_rng rng;
    miai_rng_seed(&rng, 4);
    read_as(chess960, fen);
    for (int ply = 0; ply < 200 && mi_chess_has_move(&pos); ply++) {
        miai_move list[CHESS_MAX_LEGAL];
        int n = mi_chess_moves(&pos, list);
        for (int i = 0; i < n; i++) {
            char text[MIAI_MOVE_TEXT];
            ck_assert_int_lt(mi_chess_san(&pos, list[i], text, sizeof text), MIAI_MOVE_TEXT);
            ck_assert_int_eq(mi_chess_read_san(&pos, text), list[i]);
            mi_chess_move_text(&pos, list[i], text, sizeof text);
            ck_assert_int_eq(mi_chess_read_move(&pos, text), list[i]);
        }
        mi_chess_play(&pos, list[miai_rng_below(&rng, (uint32_t)n)]);
    }
}

START_TEST(moves_read_back)
{
    read_back_all(false, START " w KQkq - 0 1");
    read_back_all(false, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -");
    read_back_all(false, "8/5k2/8/8/Q6Q/2Q3Q1/8/Q2K3Q w - -");
    read_back_all(true, "nrk1r1q1/pp1p1ppp/8/2pPp3/8/8/PPP1PPPP/NRK1RQ2 w KQkq c6 0 5");
}
END_TEST

START_TEST(san_read_leniently)
{
    read_as(false, "3r1k1r/2P5/8/3pP3/8/5N2/3N4/R3K2R w KQ d6 0 1");
    static const char *const cases[][2] = {
        {"cxd8=Q+", "c7d8q"}, {"cd8Q", "c7d8q"},    {"c7xd8=N", "c7d8n"}, {"c7d8R", "c7d8r"},
        {"c8=B!?", "c7c8b"},  {"c7-c8=Q", "c7c8q"}, {"exd6", "e5d6"},     {"ed6", "e5d6"},
        {"e5d6", "e5d6"},     {"Nfd4", "f3d4"},     {"N3d4", "f3d4"},     {"Nd4", "f3d4"},
        {"Nf3-d4", "f3d4"},   {"f3-d4", "f3d4"},    {"Nb3", "d2b3"},      {"Pe6", "e5e6"},
        {"Nb1", "d2b1"},      {"O-O", "e1g1"},      {"0-0-0", "e1c1"},    {"o-o+", "e1g1"},
        {"e1h1", "e1g1"},     {"E1A1", "none"},     {"E1C1", "e1c1"},     {"Ke1g1", "e1g1"},
        {"Ne4", "d2e4"},      {"Ne9", "none"},      {"", "none"},         {"x", "none"},
        {"c8", "none"},       {"O-O-O-O", "none"},  {"O", "none"},        {"O-", "none"},
        {"Kf2", "e1f2"},      {"a1b1", "a1b1"},     {"e1f1x", "none"},    {"N", "none"},
        {"exd6ep", "e5d6"},   {"exd6e.p.", "e5d6"}, {"cxd8=q", "c7d8q"},  {"cd8n+", "c7d8n"},
        {"exd6epx", "none"},  {"c8=x", "none"},     {"c8=", "none"},      {"a1-b1+", "a1b1"},
        {"e1-g1", "e1g1"},    {"e1-e3", "none"},    {"c7xd8=R", "c7d8r"},
    };
    for (int i = 0; i < COUNT(cases); i++)
        ck_assert_msg(strcmp(coordinates_of(cases[i][0]), cases[i][1]) == 0, "%s means %s, not %s",
                      cases[i][0], coordinates_of(cases[i][0]), cases[i][1]);
}
END_TEST

START_TEST(castling_in_either_form)
{
    read_as(true, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1");
    ck_assert_str_eq(coordinates_of("e1g1"), "e1h1");
    ck_assert_str_eq(coordinates_of("e1h1"), "e1h1");
    ck_assert_str_eq(coordinates_of("O-O-O"), "e1a1");
    read_as(true, "4k3/8/8/8/8/8/8/5KR1 w K - 0 1");
    ck_assert_str_eq(coordinates_of("f1g1"), "f1g1"); /* to its own rook's square: castling */
    read_as(true, "4k3/8/8/8/8/8/8/5K1R w K - 0 1");
    ck_assert_str_eq(coordinates_of("f1g1"), "f1g1"); /* the king's step */
    ck_assert_str_eq(coordinates_of("f1h1"), "f1h1");
    ck_assert_int_ne(mi_chess_read_move(&pos, "f1g1"), mi_chess_read_move(&pos, "O-O"));
}
END_TEST

/* The last line of the diagram: the result, or the FEN. */
START_TEST(board_says_the_end)
{
    static const char *const ends[][2] = {
        {"7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", "checkmate: White has won"},
        {"7K/5qq1/8/8/8/8/8/k7 w - - 100 80", "checkmate: Black has won"},
        {"7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "stalemate: a draw"},
        {"7k/8/8/8/8/8/R7/K7 w - - 100 120", "fifty moves without a capture or pawn move: a draw"},
        {"7k/8/8/8/8/8/N7/K7 w - - 0 1", "nobody can mate: a draw"},
        {"7k/8/8/8/8/8/R7/K7 w - - 99 120", "7k/8/8/8/8/8/R7/K7 w - - 99 120"},
    };
    char text[1000];
    for (int i = 0; i < COUNT(ends); i++) {
        read_as(false, ends[i][0]);
        ck_assert_int_lt(mi_chess_game.text(&pos, text, sizeof text), (int)sizeof text);
        ck_assert_str_eq(strrchr(text, '\n') + 1, ends[i][1]);
    }
}
END_TEST

START_TEST(epd_read)
{
    struct mi_chess_epd epd;
    ck_assert(mi_chess_read_epd(&epd, false,
                                "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; "
                                "id \"BK.01; one\"; c0 \"a comment\"; acd 12;\n"));
    ck_assert_str_eq(epd.id, "BK.01; one");
    ck_assert_int_eq(epd.best_count, 1);
    ck_assert_int_eq(epd.avoid_count, 0);
    ck_assert_int_eq(epd.best[0], make_move(43, 3));
    ck_assert(mi_chess_read_epd(&epd, false, START " w KQkq - am e4 Nf3;bm d2d4"));
    ck_assert_int_eq(epd.avoid_count, 2);
    ck_assert_int_eq(epd.best_count, 1);
    ck_assert(mi_chess_read_epd(&epd, false, START " w KQkq - bm e4, Nf3,d4;"));
    ck_assert_int_eq(epd.best_count, 3);
    ck_assert(mi_chess_read_epd(&epd, false, START " w KQkq -"));
    ck_assert(!mi_chess_read_epd(&epd, false, START " w KQkq - bm e5;"));
    ck_assert(!mi_chess_read_epd(&epd, false, START " w KQkq"));
    ck_assert(!mi_chess_read_epd(&epd, false, ""));
}
END_TEST

/* Operands that are empty, too long, or too many. */
START_TEST(epd_at_its_bounds)
{
    static const char most[] = " e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4 e4";
    struct mi_chess_epd epd;
    char line[512], id[2 * EPD_ID];
    memset(id, 'x', sizeof id);
    ck_assert(mi_chess_read_epd(&epd, false, START " w KQkq - id \"\"; bm e4;"));
    ck_assert_str_eq(epd.id, "");
    ck_assert_int_eq(epd.best_count, 1);
    ck_assert(mi_chess_read_epd(&epd, false, START " w KQkq - id \"not ended"));
    ck_assert_str_eq(epd.id, "not ended");
    snprintf(line, sizeof line, START " w KQkq - id %.*s; am d4", (int)sizeof id, id);
    ck_assert(mi_chess_read_epd(&epd, false, line));
    ck_assert_uint_eq(strspn(epd.id, "x"), EPD_ID - 1);
    ck_assert_int_eq(epd.avoid_count, 1);
    snprintf(line, sizeof line, START " w KQkq - bm%s", most);
    ck_assert(mi_chess_read_epd(&epd, false, line));
    ck_assert_int_eq(epd.best_count, EPD_MOVES);
    strcat(line, " e4");
    ck_assert(!mi_chess_read_epd(&epd, false, line));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess text");
    TCase *tests = add_case(suite, "text", 4);
    tcase_add_test(tests, fen_round_trips);
    tcase_add_test(tests, fen_is_lenient_on_counters);
    tcase_add_test(tests, fen_keeps_en_passant_only_for_a_legal_capture);
    tcase_add_test(tests, fen_of_chess960);
    tcase_add_test(tests, fen_with_stale_castling_rights);
    tcase_add_test(tests, fen_of_many_queens);
    tcase_add_test(tests, fen_refused);
    tcase_add_loop_test(tests, fen_refused_with_a_reason, 0, COUNT(reasons));
    tcase_add_test(tests, castling_of_chess960_refused_with_a_reason);
    tcase_add_loop_test(tests, changed_fens, 0, 2);
    tcase_add_test(tests, san_written);
    tcase_add_test(tests, moves_read_back);
    tcase_add_test(tests, san_read_leniently);
    tcase_add_test(tests, castling_in_either_form);
    tcase_add_test(tests, board_says_the_end);
    tcase_add_test(tests, epd_read);
    tcase_add_test(tests, epd_at_its_bounds);
    return run_suite(suite);
}
