/* King and pawn against king: textbook positions, consistency with the moves, and counts. */
#include "game/chess/board/notation.h"
#include "game/chess/eval/kpk.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>

/* Does White win?  -1: illegal position. */
static int result_of(const char *fen)
{
    struct mi_chess p;
    if (!mi_chess_read_fen(&p, false, fen) || !mi_chess_is_kpk(&p))
        return -1;
    return mi_chess_kpk_wins(&p);
}

static const struct {
    const char *fen;
    int wins;
} studies[] = {
    {"4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", 1}, /* before the pawn, on the sixth rank */
    {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", 1}, {"8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0}, /* opposition */
    {"8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", 1}, {"k7/8/1K6/P7/8/8/8/8 w - - 0 1", 0}, /* rook's pawn */
    {"8/8/8/P7/8/8/7k/K7 w - - 0 1", 1},                                          /* the square */
    {"8/8/2k5/P7/8/8/8/K7 w - - 0 1", 0},   {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", 0}, /* stalemate */
    {"3k4/3P4/3K4/8/8/8/8/8 w - - 0 1", 1}, {"8/8/8/8/8/5K2/7p/7k w - - 0 1", 0},
    {"8/8/8/8/8/4k3/4p3/4K3 w - - 0 1", 0}, {"8/8/8/7p/7K/8/8/k7 w - - 0 1", 0},
    {"8/8/8/8/5p2/5k2/8/5K2 w - - 0 1", 1}, {"8/8/8/8/8/8/kPK5/8 b - - 0 1", 1},
};

START_TEST(studied_positions)
{
    ck_assert_msg(result_of(studies[_i].fen) == studies[_i].wins, "%s", studies[_i].fen);
}
END_TEST

/* A search knows the draws, and finds the wins itself. */
START_TEST(draws_are_known)
{
    struct mi_chess p;
    int least = -MIAI_SCORE_MAX, most = MIAI_SCORE_MAX, plies = 0;
    ck_assert(mi_chess_read_fen(&p, false, studies[_i].fen));
    bool known = mi_chess_game.solver->known(&p, &least, &most, &plies);
    ck_assert_int_eq(known, !studies[_i].wins);
    ck_assert(!known || (least == 0 && most == 0));
}
END_TEST

static void set_up(struct mi_chess *p, int turn, int pawn, int king, int other)
{
    mi_chess_clear(p, false);
    mi_chess_put(p, make_piece(WHITE, PAWN), pawn);
    mi_chess_put(p, make_piece(WHITE, KING), king);
    mi_chess_put(p, make_piece(BLACK, KING), other);
    mi_chess_set_castling(p, 0);
    mi_chess_set_turn(p, turn);
    mi_chess_find_checkers(p);
}

/* The side not to move must not be in check. */
static bool is_legal(int turn, int pawn, int king, int other)
{
    struct mi_chess p;
    if (pawn == king || pawn == other || king == other)
        return false;
    set_up(&p, !turn, pawn, king, other);
    return !p.checkers;
}

/* The result by the moves: the best of White's or of Black's. */
static bool wins_by_moves(const struct mi_chess *p)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_chess_moves(p, list), won = 0;
    for (int i = 0; i < n; i++) {
        struct mi_chess next = *p;
        mi_chess_play(&next, list[i]);
        if (mi_chess_is_kpk(&next)) {
            won += mi_chess_kpk_wins(&next);
        } else if (next.type[QUEEN] | next.type[ROOK]) { /* unless captured or stalemate */
            miai_move reply[MIAI_MAX_LEGAL];
            int replies = mi_chess_moves(&next, reply), stays = replies > 0 || next.checkers;
            for (int k = 0; k < replies; k++) {
                struct mi_chess after = next;
                mi_chess_play(&after, reply[k]);
                stays &= (after.type[QUEEN] | after.type[ROOK]) != 0;
            }
            won += stays;
        }
    }
    return p->turn == WHITE ? won > 0 : n > 0 && won == n;
}

/* The counts come from an independent slow solver. */
START_TEST(all_positions)
{
    int legal = 0, won[2] = {0, 0}, n = 0;
    for (int turn = WHITE; turn <= BLACK; turn++)
        for (int pawn = 8; pawn < 56; pawn++)
            for (int king = 0; king < 64; king++)
                for (int other = 0; other < 64; other++) {
                    struct mi_chess p;
                    if (file_of(pawn) > 3 || !is_legal(turn, pawn, king, other))
                        continue;
                    set_up(&p, turn, pawn, king, other);
                    legal++;
                    won[turn] += mi_chess_kpk_wins(&p);
                    if (n++ % (SANITIZED ? 50 : 5) == 0)
                        ck_assert_int_eq(mi_chess_kpk_wins(&p), wins_by_moves(&p));
                }
    ck_assert_int_eq(legal, 165676);
    ck_assert_int_eq(won[WHITE], 62480);
    ck_assert_int_eq(won[BLACK], 48802);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_kpk");
    TCase *tests = add_case(suite, "core", 60);
    tcase_add_loop_test(tests, studied_positions, 0, COUNT(studies));
    tcase_add_loop_test(tests, draws_are_known, 0, COUNT(studies));
    tcase_add_test(tests, all_positions);
    return run_suite(suite);
}
