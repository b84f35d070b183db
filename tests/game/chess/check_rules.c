/* The rules of chess through the contract: end of the game, keys, lists of moves. */
#include "game/chess/board/position.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static struct mi_chess pos;
static miai_setup setup;

static void read_fen(const char *fen)
{
    setup = mi_chess_game.setup;
    ck_assert_msg(mi_chess_game.notation->read_position(&pos, &setup, fen), "%s", fen);
}

/* Plays moves, in any notation, separated by spaces. */
static void play_moves(const char *moves)
{
    char text[256];
    strcpy(text, moves);
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) {
        miai_move move = mi_chess_game.notation->read_move(&pos, word);
        ck_assert_msg(mi_chess_game.legal(&pos, move), "%s", word);
        mi_chess_game.play(&pos, move);
    }
}

/* ---- the end of the game ---- */

enum { GOES_ON = 1 };

static int result_of(const char *fen)
{
    int score = GOES_ON;
    read_fen(fen);
    return mi_chess_game.outcome(&pos, &score) ? score : GOES_ON;
}

START_TEST(mate_and_stalemate)
{
    ck_assert_int_eq(result_of("R5k1/5ppp/8/8/8/8/8/6K1 b - -"), MIAI_POINT_SCORE);
    ck_assert_int_eq(result_of("6k1/8/8/8/8/8/5PPP/r5K1 w - -"), -MIAI_POINT_SCORE);
    ck_assert_int_eq(result_of("7k/5Q2/6K1/8/8/8/8/8 b - -"), 0);
    ck_assert_int_eq(result_of("8/8/8/KPp4r/8/8/8/k7 w - c6"), GOES_ON);
    ck_assert_int_eq(result_of("R5k1/5pp1/8/8/8/8/8/6K1 b - -"), GOES_ON);
}
END_TEST

START_TEST(fifty_moves)
{
    ck_assert_int_eq(result_of("4k3/8/8/8/8/8/8/4K2R w K - 99 90"), GOES_ON);
    play_moves("h1h2");
    int score = GOES_ON;
    ck_assert(mi_chess_game.outcome(&pos, &score));
    ck_assert_int_eq(score, 0);
    ck_assert(!mi_chess_game.legal(&pos, mi_chess_game.notation->read_move(&pos, "e8e7")));
    mi_chess_game.editing->set_turn(&pos, BLACK); /* the players go on */
    ck_assert(!mi_chess_game.outcome(&pos, &score));
    play_moves("e8e7");
    char fen[100];
    mi_chess_game.notation->write_position(&pos, fen, sizeof fen);
    ck_assert_str_eq(fen, "8/4k3/8/8/8/8/7R/4K3 w - - 101 91"); /* the halfmove clock is kept */
    ck_assert(!mi_chess_game.outcome(&pos, &score));
    for (int plies = 101; plies < 200; plies++) /* after fifty more moves it is a draw again */
        play_moves(plies % 4 == 1   ? "h2h3"
                   : plies % 4 == 2 ? "e7e8"
                   : plies % 4 == 3 ? "h3h2"
                                    : "e8e7");
    ck_assert_int_eq(pos.clock, 200);
    ck_assert(mi_chess_game.outcome(&pos, &score));
    /* Mate by the hundredth ply comes first. */
    ck_assert_int_eq(result_of("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 90"), MIAI_POINT_SCORE);
}
END_TEST

START_TEST(dead_positions)
{
    ck_assert_int_eq(result_of("4k3/8/8/8/8/8/8/4K3 w - -"), 0);
    ck_assert_int_eq(result_of("4k3/8/8/8/8/8/8/4K1N1 w - -"), 0);
    ck_assert_int_eq(result_of("4kb2/8/8/8/8/8/8/4K3 b - -"), 0);
    ck_assert_int_eq(result_of("4kb2/8/8/8/8/8/8/2B1K3 w - -"), 0); /* both on dark squares */
    ck_assert_int_eq(result_of("2b1k3/8/8/8/8/8/8/2B1K3 w - -"), GOES_ON);
    ck_assert_int_eq(result_of("4k3/8/8/8/8/8/8/1N2K1N1 w - -"), GOES_ON);
    ck_assert_int_eq(result_of("4kb2/8/8/8/8/8/8/4K1N1 w - -"), GOES_ON);
    ck_assert_int_eq(result_of("4k3/p7/8/8/8/8/8/4K3 w - -"), GOES_ON);
}
END_TEST

/* ---- keys ---- */

START_TEST(repetition_keys)
{
    read_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    uint64_t first = mi_chess_game.repetition->key(&pos);
    ck_assert_int_eq(mi_chess_game.repetition->rule(&pos), MIAI_REPEAT_DRAW);
    play_moves("Nf3 Nf6 Ng1 Ng8");
    ck_assert(mi_chess_game.repetition->key(&pos) == first);
    ck_assert_int_eq(mi_chess_game.repetition->window(&pos), 4);
    play_moves("e4");
    ck_assert_int_eq(mi_chess_game.repetition->window(&pos), 0);
    uint64_t with_rights = mi_chess_game.repetition->key(&pos);
    play_moves("Nf6 Nf3 Ng8 Ng1");
    ck_assert(mi_chess_game.repetition->key(&pos) ==
              with_rights); /* no capture on e3 was possible */
    play_moves("Nf6 Ke2 Ng8 Ke1");
    ck_assert(mi_chess_game.repetition->key(&pos) !=
              with_rights); /* but now White has lost a castling right */
}
END_TEST

START_TEST(en_passant_is_part_of_the_key)
{
    read_fen("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1");
    play_moves("e4");
    uint64_t capturable = mi_chess_game.repetition->key(&pos);
    ck_assert_int_eq(pos.en_passant, 20);
    play_moves("Kd7 Kd1 Ke8 Ke1");
    ck_assert_int_eq(pos.en_passant, NO_SQUARE);
    ck_assert(mi_chess_game.repetition->key(&pos) != capturable);
    read_fen("8/8/8/8/k2p3Q/8/4P3/4K3 w - - 0 1"); /* the capture would open the rank */
    play_moves("e4");
    ck_assert_int_eq(pos.en_passant, NO_SQUARE);
}
END_TEST

START_TEST(clock_near_its_end_is_part_of_the_hash)
{
    read_fen("4k3/8/8/8/8/8/8/4K2R w K - 10 90");
    uint64_t early = mi_chess_game.hash(&pos);
    read_fen("4k3/8/8/8/8/8/8/4K2R w K - 20 90");
    ck_assert(mi_chess_game.hash(&pos) == early);
    read_fen("4k3/8/8/8/8/8/8/4K2R w K - 98 90");
    ck_assert(mi_chess_game.hash(&pos) != early);
    ck_assert(mi_chess_game.repetition->key(&pos) == early);
}
END_TEST

START_TEST(turn_passed)
{
    read_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 5 1");
    uint64_t before = mi_chess_game.hash(&pos);
    mi_chess_game.editing->set_turn(&pos, WHITE);
    ck_assert_int_eq(mi_chess_game.turn(&pos), WHITE);
    ck_assert_int_eq(pos.en_passant, NO_SQUARE);
    ck_assert_int_eq(pos.clock, 5);
    mi_chess_game.editing->set_turn(&pos, BLACK);
    ck_assert(mi_chess_game.hash(&pos) != before);
    read_fen("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"); /* but not by a king in check */
    mi_chess_game.editing->set_turn(&pos, WHITE);
    ck_assert_int_eq(mi_chess_game.turn(&pos), BLACK);
}
END_TEST

/* ---- random games ---- */

/* Does a piece attack a square?  Written directly after the rules, for comparison. */
static bool piece_attacks(const struct mi_chess *p, int from, int to)
{
    int files = file_of(to) - file_of(from), ranks = rank_of(to) - rank_of(from);
    int type = piece_type(p->piece[from]), up = piece_player(p->piece[from]) == WHITE ? 1 : -1;
    bool orthogonal_lines = !files != !ranks, diagonal = files && abs(files) == abs(ranks);
    if (type == PAWN)
        return ranks == up && abs(files) == 1;
    if (type == KNIGHT)
        return abs(files * ranks) == 2;
    if (type == KING)
        return (orthogonal_lines || diagonal) && abs(files) <= 1 && abs(ranks) <= 1;
    if (!(orthogonal_lines && type != BISHOP) && !(diagonal && type != ROOK))
        return false;
    int step = (ranks > 0) * 8 - (ranks < 0) * 8 + (files > 0) - (files < 0);
    for (int square = from + step; square != to; square += step)
        if (p->piece[square] != NO_PIECE)
            return false;
    return true;
}

static bitboard slow_attackers(const struct mi_chess *p, int player, int square)
{
    bitboard found = 0;
    for (int from = 0; from < 64; from++)
        if (p->piece[from] != NO_PIECE && piece_player(p->piece[from]) == player &&
            piece_attacks(p, from, square))
            found |= bit(from);
    return found;
}

/* legal() accepts exactly the listed moves. */
static void check_legal(const miai_move *list, int n)
{
    static bool listed[CHESS_MOVES];
    memset(listed, 0, sizeof listed);
    for (int i = 0; i < n; i++) {
        ck_assert(!listed[list[i]]);
        listed[list[i]] = true;
    }
    int wrong = 0;
    for (miai_move move = -1; move <= CHESS_MOVES; move++)
        wrong +=
            mi_chess_game.legal(&pos, move) != (move >= 0 && move < CHESS_MOVES && listed[move]);
    ck_assert_int_eq(wrong, 0);
}

static bool is_noisy(miai_move move)
{
    int from = move_from(move), to = move_to(move);
    bool en_passant = piece_type(pos.piece[from]) == PAWN && file_of(from) != file_of(to);
    bool captures = pos.piece[to] != NO_PIECE && !is_castling(&pos, move);
    return move_promotion(move) ? move_promotion(move) == QUEEN : captures || en_passant;
}

/* The noisy moves are exactly the legal captures and promotions. */
static void check_noisy(const miai_move *list, int n)
{
    miai_move noisy[MIAI_MAX_LEGAL];
    int found = 0, wrong = 0, count = mi_chess_game.tactics->noisy(&pos, noisy);
    for (int i = 0; i < n; i++) {
        int times = 0;
        for (int j = 0; j < count; j++)
            times += noisy[j] == list[i];
        wrong += times != is_noisy(list[i]);
        found += times;
    }
    ck_assert_int_eq(wrong, 0);
    ck_assert_int_eq(found, count);
}

/* All derived members equal those of the position set up from its FEN. */
static void check_derived(void)
{
    char fen[128];
    struct mi_chess anew;
    mi_chess_game.notation->write_position(&pos, fen, sizeof fen);
    ck_assert(mi_chess_game.notation->read_position(&anew, &setup, fen));
    ck_assert_msg(memcmp(&anew, &pos, sizeof pos) == 0, "%s", fen);
    ck_assert(mi_chess_game.hash(&anew) == mi_chess_game.hash(&pos));
    bitboard checkers = slow_attackers(&pos, !pos.turn, king_square(&pos, pos.turn));
    ck_assert(pos.checkers == checkers);
    ck_assert(slow_attackers(&pos, pos.turn, king_square(&pos, !pos.turn)) == 0);
}

/* Black's view of the same position: the value changes its sign. */
static void check_mirror(void)
{
    struct mi_chess mirror;
    mi_chess_clear(&mirror, false);
    for (int square = 0; square < 64; square++)
        if (pos.piece[square] != NO_PIECE)
            mi_chess_put(&mirror, pos.piece[square] ^ 8, square ^ 56);
    mi_chess_set_turn(&mirror, !pos.turn);
    mi_chess_find_checkers(&mirror);
    ck_assert_int_eq(mi_chess_game.evaluation->evaluate(NULL, NULL, &mirror),
                     -mi_chess_game.evaluation->evaluate(NULL, NULL, &pos));
}

static void check_game(miai_rng *rng)
{
    int score;
    while (!mi_chess_game.outcome(&pos, &score)) {
        miai_move list[MIAI_MAX_LEGAL];
        int n = mi_chess_game.moves(&pos, list);
        ck_assert_int_gt(n, 0);
        if (miai_rng_below(rng, 16) == 0)
            check_legal(list, n);
        check_noisy(list, n);
        check_mirror();
        mi_chess_game.play(&pos, list[miai_rng_below(rng, (uint32_t)n)]);
        check_derived();
    }
    miai_move list[MIAI_MAX_LEGAL];
    bool stuck = mi_chess_game.moves(&pos, list) == 0;
    ck_assert_int_eq(score != 0, stuck && pos.checkers != 0);
    check_legal(list, 0);
}

START_TEST(random_games)
{
    miai_rng rng;
    miai_rng_seed(&rng, 64);
    setup = mi_chess_game.setup;
    setup.rules = _i;
    for (int game = 0; game < 30; game++) {
        mi_chess_game.init(&pos, &setup);
        check_game(&rng);
    }
    for (int game = 0; game < 30; game++) {
        const char *fen = "r3k2r/2p2pPp/8/3pP3/4p3/1P6/pPP2P1P/R3K2R w KQkq d6 0 1";
        ck_assert(mi_chess_game.notation->read_position(&pos, &setup, fen));
        check_game(&rng);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess");
    TCase *tests = add_case(suite, "chess", 120);
    tcase_add_test(tests, mate_and_stalemate);
    tcase_add_test(tests, fifty_moves);
    tcase_add_test(tests, dead_positions);
    tcase_add_test(tests, repetition_keys);
    tcase_add_test(tests, en_passant_is_part_of_the_key);
    tcase_add_test(tests, clock_near_its_end_is_part_of_the_hash);
    tcase_add_test(tests, turn_passed);
    tcase_add_loop_test(tests, random_games, 0, 2);
    return run_suite(suite);
}
