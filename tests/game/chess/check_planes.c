/* Chess planes for lc0 networks, compared with a simple reference that works on FENs only, and
 * policy indices, compared with a list of all moves. */
#include "game/chess/network/planes.h"

#include "contract/history.h"
#include "game/games.h"
#include "net/model/lc0/moves.h"
#include "tests/support/suite.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEPT = 512 };

static float plane[CHESS_PLANES * 64];

static const miai_encoding *encoding_called(const char *name)
{
    const miai_encoding *const *encoding = mi_chess_game.planes->encodings;
    for (; *encoding; encoding++)
        if (strcmp((*encoding)->name, name) == 0)
            return *encoding;
    ck_abort_msg("%s", name);
    return NULL;
}

/* ---- a game ---- */

static struct mi_history *history;
static struct mi_chess kept_positions[KEPT]; /* after each ply */
static char fens[KEPT][100];
static int plies;

static void record_position(void)
{
    ck_assert_int_lt(plies, KEPT);
    memcpy(&kept_positions[plies], mi_history_position(history), sizeof kept_positions[plies]);
    mi_chess_game.notation->write_position(&kept_positions[plies], fens[plies], sizeof fens[plies]);
}

static void begin_game(const char *fen, bool chess960)
{
    miai_setup setup = mi_chess_game.setup;
    struct mi_chess pos;
    setup.rules = chess960;
    history = mi_history_new(&mi_chess_game, &setup);
    ck_assert_ptr_nonnull(history);
    if (fen) {
        ck_assert(mi_chess_game.notation->read_position(&pos, &setup, fen));
        mi_history_restart(history, &pos);
    }
    plies = 0;
    record_position();
}

static void play_game_move(const char *moves)
{
    char text[1024];
    strcpy(text, moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        miai_move move = mi_chess_game.notation->read_move(&kept_positions[plies], word);
        ck_assert_msg(mi_history_play(history, kept_positions[plies].turn, move) == MI_PLAYED, "%s",
                      word);
        plies++;
        record_position();
    }
}

static void free_game(void)
{
    mi_history_free(history);
}

static void show_position(const char *name)
{
    const miai_encoding *encoding = encoding_called(name);
    const void *earlier[KEPT];
    int keys, n = plies < encoding->earlier ? plies : encoding->earlier;
    for (int i = 0; i < n; i++)
        earlier[i] = &kept_positions[plies - 1 - i];
    const miai_past past = {.start = mi_history_start(history),
                            .ply = mi_history_line(history),
                            .plies = plies,
                            .earlier = earlier,
                            .earlier_count = n,
                            .keys = mi_history_keys(history, &keys),
                            .key_count = plies};
    memset(plane, 0xff, sizeof plane);
    encoding->fill(&kept_positions[plies], &past, plane, NULL);
}

/* ---- the reference: FENs ---- */

static char fen_field(int ply, int n, char *text)
{
    const char *from = fens[ply];
    for (; n > 0; n--)
        from = strchr(from, ' ') + 1;
    size_t length = strcspn(from, " ");
    memcpy(text, from, length);
    text[length] = '\0';
    return text[0];
}

static bool black_moves(int ply)
{
    char text[100];
    return fen_field(ply, 1, text) == 'b';
}

/* The piece on a square, from the player's view. */
static char piece_at(int ply, int row, int column, bool black)
{
    char text[100];
    const char *at = text;
    int rank = black ? row : 7 - row; /* from the top, as a FEN has them */
    fen_field(ply, 0, text);
    for (; rank > 0; rank--)
        at = strchr(at, '/') + 1;
    for (;; at++) {
        int empty = isdigit((unsigned char)*at) ? *at - '0' : 0;
        if (empty == 0 && column-- == 0)
            return black ? (char)(islower((unsigned char)*at) ? toupper(*at) : tolower(*at)) : *at;
        if (empty > column && empty > 0)
            return '.';
        column -= empty;
    }
}

/* Did the same position occur in the game before? */
static bool occurred_before(int ply)
{
    size_t length =
        (size_t)(strchr(strchr(strchr(strchr(fens[ply], ' ') + 1, ' ') + 1, ' ') + 1, ' ') -
                 fens[ply]);
    for (int i = ply - 2; i >= 0; i -= 2)
        if (strncmp(fens[i], fens[ply], length) == 0 && fens[i][length] == ' ')
            return true;
    return false;
}

static void expect_square(int number, int square, float value, const char *what)
{
    ck_assert_msg(plane[number * 64 + square] == value, "%s: plane %d, square %d: %g, not %g", what,
                  number, square, (double)plane[number * 64 + square], (double)value);
}

static void expect_all(int number, float value, const char *what)
{
    for (int square = 0; square < 64; square++)
        expect_square(number, square, value, what);
}

/* Board number i shows the game after that ply. */
static void expect_board(int board, int ply)
{
    static const char letters[] = "PNBRQKpnbrqk";
    bool black = black_moves(plies);
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            char piece = piece_at(ply, row, column, black);
            for (int i = 0; i < 12; i++)
                expect_square(board * 13 + i, row * 8 + column, letters[i] == piece, fens[ply]);
        }
    expect_all(board * 13 + 12, occurred_before(ply), fens[ply]);
}

static void expect_no_boards_from(int board)
{
    for (; board < 8; board++)
        for (int i = 0; i < 13; i++)
            expect_all(board * 13 + i, 0, "nothing was there");
}

/* The other classical planes. */
static void expect_other_planes(void)
{
    char castling[100], clock[100];
    bool black = black_moves(plies);
    fen_field(plies, 2, castling);
    fen_field(plies, 4, clock);
    const char *rights = black ? "qkQK" : "QKqk";
    for (int i = 0; i < 4; i++)
        expect_all(104 + i, strchr(castling, rights[i]) != NULL, fens[plies]);
    expect_all(108, black, fens[plies]);
    expect_all(109, (float)atoi(clock), fens[plies]);
    expect_all(110, 0, fens[plies]);
    expect_all(111, 1, fens[plies]);
}

/* ---- the classical encoding ---- */

static const char *const games[] = {
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 h6 Bh4 O-O Qc2 b6 O-O-O Bb7",
    "e4 Nf6 e5 d5 exd6 cxd6 Nf3 Nc6 Ke2 g6 h4 h5",
    "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4",
    "Nf3 Nf6 Ng1 Ng8 Nc3 Nc6 Nb1 Nb8 Nf3 Nf6 Ng1",
    "e4 h5 e5 f5 h4 Rh6 Rh3 Rh8 Rh1 Rh6",
};

START_TEST(lc0_112_planes)
{
    char text[1024];
    begin_game(NULL, false);
    strcpy(text, games[_i]);
    char *rest = text;
    for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
        play_game_move(word);
        show_position("lc0-112");
        for (int i = 0; i < 8 && i <= plies; i++)
            expect_board(i, plies - i);
        expect_no_boards_from(plies + 1 < 8 ? plies + 1 : 8);
        expect_other_planes();
    }
    free_game();
}
END_TEST

/* Before the earliest known position, that position is repeated. */
START_TEST(from_fen)
{
    begin_game("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", false);
    show_position("lc0-112");
    for (int i = 0; i < 8; i++)
        expect_board(i, 0);
    expect_other_planes();
    play_game_move("Bb5 a6");
    show_position("lc0-112");
    for (int i = 0; i < 8; i++)
        expect_board(i, i < 2 ? 2 - i : 0);
    expect_other_planes();
    free_game();
}
END_TEST

/* But the last move is known if the pawn can be captured en passant. */
START_TEST(en_passant_from_fen)
{
    static const struct {
        const char *fen;
        int pawns, square, before; /* plane, and squares as the side to move sees them */
    } cases[] = {
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", 6, 35, 51},
        {"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 2", 6, 35, 51},
    };
    begin_game(cases[_i].fen, false);
    show_position("lc0-112");
    expect_board(0, 0);
    for (int i = 1; i < 8; i++) {
        expect_square(i * 13 + 6, cases[_i].square, 0, "moved back");
        expect_square(i * 13 + 6, cases[_i].before, 1, "moved back");
        expect_square(i * 13, 36, 1, "the other pawn");
    }
    free_game();
}
END_TEST

/* ---- the other encodings ---- */

START_TEST(rooks_that_castle)
{
    begin_game("1r2k1r1/8/8/8/8/8/8/RR2K2R b HBgb - 0 1", true);
    show_position("lc0-112-castling");
    bool lower[64] = {[1] = true, [57] = true}, higher[64] = {[6] = true, [63] = true};
    for (int square = 0; square < 64; square++) {
        expect_square(104, square, lower[square], "queen's side");
        expect_square(105, square, higher[square], "king's side");
    }
    expect_all(106, 0, "unused");
    expect_all(107, 0, "unused");
    expect_all(108, 1, "black");
    free_game();
}
END_TEST

START_TEST(canonical_other_planes)
{
    begin_game("4k2r/8/8/8/8/8/P7/4K2R w Kk - 12 30", false);
    play_game_move("a4 Rh7");
    show_position("lc0-112-canonical");
    expect_all(109, 1, "plies");
    expect_all(108, 0, "no en passant");
    show_position("lc0-112-hectoplies");
    expect_all(109, 0.01F, "hundredths");
    expect_all(110, 0, "not told");
    play_game_move("Rh2");
    show_position("lc0-112-hectoplies-armageddon");
    expect_all(110, 1, "black is to move");
    free_game();
    begin_game("4k3/p7/8/1P6/8/8/8/4K2R b K - 0 1", false);
    play_game_move("a5");
    show_position("lc0-112-canonical");
    for (int square = 0; square < 64; square++)
        expect_square(108, square, square == 56, "en passant on the a file");
    free_game();
    /* A pawn's single step, and a rook's two steps, next to pawns that could capture a pawn after a
     * double step. */
    begin_game("4k3/3p4/8/6P1/8/8/8/4K2R b K - 0 1", false);
    play_game_move("d6");
    show_position("lc0-112-canonical");
    expect_all(108, 0, "a single step");
    free_game();
    begin_game("4k3/3r4/8/4P3/8/8/8/4K2R b K - 0 1", false);
    play_game_move("Rd5");
    show_position("lc0-112-canonical");
    expect_all(108, 0, "a rook's steps");
    free_game();
}
END_TEST

/* The history ends at an irreversible move. */
START_TEST(canonical_history)
{
    begin_game("4k2r/8/8/8/8/8/P7/R3K3 w Qk - 12 30", false);
    play_game_move("Ra1b1 Ke7 Rb2");
    show_position("lc0-112-canonical");
    for (int i = 0; i < 2; i++)
        expect_board(i, 3 - i);
    expect_no_boards_from(2); /* before, rooks could castle */
    play_game_move("Rh7 a4 Rh8 Rb1");
    show_position("lc0-112-canonical");
    for (int i = 0; i < 3; i++)
        expect_board(i, 7 - i);
    expect_no_boards_from(3); /* the pawn moved */
    free_game();
}
END_TEST

START_TEST(repetitions_only)
{
    begin_game("r3k3/8/8/8/8/8/P7/R3K3 w - - 0 30", false);
    play_game_move("Rb1 Rb8 Ra1 Ra8 Rb1 Rb8 Rc1 Rc8");
    show_position("lc0-112-canonical-hectoplies");
    int there[] = {6, 5, 4};
    for (int i = 0; i < 12; i++)
        expect_square(12 * 0 + i, 0, plane[i * 64], "itself");
    for (int board = 0; board < 3; board++)
        expect_all((board + 1) * 13 + 12, 1, fens[there[board]]);
    expect_no_boards_from(4);
    free_game();
}
END_TEST

/* All eight symmetries of a board without pawns have the same planes and moves. */
static void transform_fen(const char *fen, int symmetry, char *turned)
{
    char board[8][8];
    begin_game(fen, false);
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            int to = symmetry & 4 ? column * 8 + row : row * 8 + column;
            to ^= (symmetry & 1 ? 7 : 0) | (symmetry & 2 ? 56 : 0);
            board[7 - to / 8][to % 8] = piece_at(0, row, column, false);
        }
    free_game();
    for (int row = 0; row < 8; row++) {
        for (int column = 0; column < 8; column++) {
            *turned++ = board[row][column] == '.' ? '1' : board[row][column];
        }
        *turned++ = row < 7 ? '/' : ' ';
    }
    strcpy(turned, strchr(fen, ' ') + 1);
}

static int sorted_policy_indices(int *place)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_chess_moves(&kept_positions[0], list);
    for (int i = 0; i < n; i++) {
        int k = i, p = encoding_called("lc0-112-canonical")->policy(&kept_positions[0], list[i]);
        for (; k > 0 && place[k - 1] > p; k--)
            place[k] = place[k - 1];
        place[k] = p;
    }
    return n;
}

START_TEST(symmetric_boards)
{
    static const char *const positions[] = {
        "8/8/3k4/8/8/1R6/8/2K4b w - - 0 1",
        "8/8/3k4/8/8/1R6/5K2/7b b - - 0 1",
        "8/6r1/3k4/8/3K4/1R6/8/7b w - - 0 1",
        "8/8/8/5k2/8/2Q5/8/q6K w - - 0 1",
    };
    static float first[CHESS_PLANES * 64];
    int place[2][MIAI_MAX_LEGAL], n = 0;
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        char fen[128];
        transform_fen(positions[_i], symmetry, fen);
        begin_game(fen, false);
        show_position("lc0-112-canonical");
        int count = sorted_policy_indices(place[symmetry > 0]);
        if (symmetry == 0)
            memcpy(first, plane, sizeof first);
        n = symmetry == 0 ? count : n;
        ck_assert_int_eq(count, n);
        ck_assert_msg(memcmp(first, plane, sizeof first) == 0, "%s", fen);
        ck_assert_msg(memcmp(place[0], place[symmetry > 0], (size_t)n * sizeof(int)) == 0, "%s",
                      fen);
        free_game();
    }
}
END_TEST

/* ---- the policy ---- */

static char policy_names[CHESS_POLICY][8];

/* All moves of a queen or a knight on an empty board by squares, then promotions. */
static void name_policy_indices(void)
{
    int n = 0;
    for (int i = 0; i < 64 * 64; i++) {
        int from = i / 64, to = i % 64;
        int across = abs(from % 8 - to % 8), up = abs(from / 8 - to / 8);
        if (from != to && (across == 0 || up == 0 || across == up || across * up == 2))
            snprintf(policy_names[n++], sizeof policy_names[0], "%c%c%c%c", 'a' + from % 8,
                     '1' + from / 8, 'a' + to % 8, '1' + to / 8);
    }
    for (int from = 0; from < 8; from++)
        for (int to = from > 0 ? from - 1 : 0; to <= from + 1 && to < 8; to++)
            for (int i = 0; i < 3; i++)
                snprintf(policy_names[n++], sizeof policy_names[0], "%c7%c8%c", 'a' + from,
                         'a' + to, "qrb"[i]);
    ck_assert_int_eq(n, CHESS_POLICY);
}

/* In the network's notation: from the view of the side to move, castling as king takes rook, no
 * letter for a promotion to a knight. */
static void name_move(const struct mi_chess *p, miai_move move, char *name)
{
    int turn = p->turn == BLACK ? 56 : 0, from = move_from(move) ^ turn, to = move_to(move) ^ turn;
    char letter = "\0\0brq"[move_promotion(move)];
    snprintf(name, 8, "%c%d%c%d%c", 'a' + from % 8, 1 + from / 8, 'a' + to % 8, 1 + to / 8, letter);
}

static void check_policy_indices(const struct mi_chess *p, int depth)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_chess_moves(p, list);
    for (int i = 0; i < n; i++) {
        char name[8];
        int place = encoding_called("lc0-112")->policy(p, list[i]);
        name_move(p, list[i], name);
        ck_assert_int_ge(place, 0);
        ck_assert_int_lt(place, CHESS_POLICY);
        ck_assert_str_eq(policy_names[place], name);
        struct mi_chess next = *p;
        mi_chess_play(&next, list[i]);
        if (depth > 1)
            check_policy_indices(&next, depth - 1);
    }
}

START_TEST(policy_indices)
{
    static const char *const positions[] = {
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    };
    begin_game(positions[_i], false);
    name_policy_indices();
    check_policy_indices(&kept_positions[0], 3);
    free_game();
}
END_TEST

/* Samples from lc0. */
START_TEST(known_policy_indices)
{
    static const struct {
        int place;
        const char *name;
    } known[] = {{0, "a1b1"},    {322, "e2e4"},   {293, "d2d4"},   {97, "e1a1"}, {103, "e1h1"},
                 {1791, "h8g8"}, {1792, "a7a8q"}, {1857, "h7h8b"}, {36, "b1c3"}};
    name_policy_indices();
    ck_assert_str_eq(policy_names[known[_i].place], known[_i].name);
}
END_TEST

/* src/net and the game have independent tables of the moves, which must agree. */
START_TEST(policy_indices_agree_with_the_network)
{
    struct mi_lc0_move move[MI_LC0_MOVES];
    mi_lc0_moves(move);
    name_policy_indices();
    for (int i = 0; i < MI_LC0_MOVES; i++) {
        char name[8];
        int from = move[i].from, to = move[i].to;
        char letter = move[i].promotion == MI_LC0_NONE ? '\0' : "qrb"[move[i].promotion];
        snprintf(name, sizeof name, "%c%c%c%c%c", 'a' + from % 8, '1' + from / 8, 'a' + to % 8,
                 '1' + to / 8, letter);
        ck_assert_str_eq(policy_names[i], name);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("planes");
    TCase *tests = add_case(suite, "planes", 60);
    tcase_add_loop_test(tests, lc0_112_planes, 0, COUNT(games));
    tcase_add_test(tests, from_fen);
    tcase_add_loop_test(tests, en_passant_from_fen, 0, 2);
    tcase_add_test(tests, rooks_that_castle);
    tcase_add_test(tests, canonical_other_planes);
    tcase_add_test(tests, canonical_history);
    tcase_add_test(tests, repetitions_only);
    tcase_add_loop_test(tests, symmetric_boards, 0, 4);
    tcase_add_loop_test(tests, policy_indices, 0, 5);
    tcase_add_loop_test(tests, known_policy_indices, 0, 9);
    tcase_add_test(tests, policy_indices_agree_with_the_network);
    return run_suite(suite);
}
