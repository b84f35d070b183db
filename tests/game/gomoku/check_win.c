/* Wins by threats in Gomoku: wins found hold against every answer. */
#include "game/games.h"
#include "game/gomoku/threat/find.h"
#include "game/gomoku/threat/vcf.h"
#include "game/gomoku/threat/win.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { FAILED = 1 << 12, SIDE = 15 };

static union gomoku_position_copy current, answered;

static bool play_moves(miai_move move)
{
    bool legal = mi_gomoku_game.legal(&current, move);
    if (legal)
        mi_gomoku_game.play(&current, move);
    return legal;
}

/* Random stones of alternating colours in a central square; false if the game is over. */
static bool scatter_stones(miai_rng *rng, int rules, int stones, int side)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = rules};
    struct mi_gomoku *g = &current.position;
    int score, low = (SIDE - side) / 2;
    mi_gomoku_game.init(g, &setup);
    while (g->stones < stones && !mi_gomoku_game.outcome(g, &score)) {
        int x = low + (int)miai_rng_below(rng, (uint32_t)side);
        int y = low + (int)miai_rng_below(rng, (uint32_t)side);
        if (gomoku_kind(g, g->colour)[y * SIDE + x] < KIND_FOUR)
            play_moves(y * SIDE + x);
    }
    return !mi_gomoku_game.outcome(g, &score);
}

/* ---- by fours ---- */

static int find_fours(struct gomoku_vcf *vcf, int64_t nodes)
{
    uint64_t *failed = calloc(FAILED, sizeof *failed);
    memcpy(&answered, &current, sizeof current);
    *vcf = (struct gomoku_vcf){.g = &answered.position,
                               .failed = {failed, FAILED - 1},
                               .nodes = nodes,
                               .attacker = current.position.colour};
    bool found = mi_gomoku_vcf(vcf);
    ck_assert(memcmp(&answered, &current,
                     mi_gomoku_game.size(&(miai_setup){.width = SIDE, .height = SIDE})) == 0);
    free(failed);
    return found ? vcf->length : 0;
}

/* Each attacking move makes five, or leaves the defender only the next move of the line, and the
 * defender cannot make five. */
static void check_line(const struct gomoku_vcf *vcf)
{
    struct mi_gomoku *g = &current.position;
    miai_move five[GOMOKU_MAX_POINTS];
    int score;
    ck_assert_int_eq(vcf->length % 2, 1);
    for (int i = 0; i < vcf->length; i++) {
        ck_assert(!g->over);
        if (i % 2) {
            int n = mi_gomoku_find_points(g, vcf->attacker, KIND_FIVE, five);
            ck_assert_int_ge(n, 1);
            ck_assert_int_eq(g->kinds[g->colour][KIND_FIVE], 0);
            if (!mi_gomoku_game.legal(g,
                                      vcf->line[i])) { /* renju: the stopping move is forbidden */
                g->colour = (uint8_t)vcf->attacker;
                continue;
            }
            ck_assert(n > 1 || five[0] == vcf->line[i]);
        }
        ck_assert(play_moves(vcf->line[i]));
    }
    ck_assert(mi_gomoku_game.outcome(g, &score));
    ck_assert_int_eq(score, mi_gomoku_game.turn(g) == 1 ? 1 : -1);
}

START_TEST(wins_by_fours)
{
    struct gomoku_vcf vcf;
    miai_rng rng;
    int found = 0, longest = 0;
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < REPEATED(400); i++) {
        if (!scatter_stones(&rng, _i, 30 + i % 40, 11))
            continue;
        int length = find_fours(&vcf, 500);
        if (length == 0)
            continue;
        found++;
        longest = length > longest ? length : longest;
        check_line(&vcf);
    }
    ck_assert_int_gt(found, REPEATED(400) / 10);
    ck_assert_int_gt(longest, 3);
}
END_TEST

static bool time_left(void *arg)
{
    (void)arg;
    return true;
}

/* Black (X) to move; all points from the lowest row on.  No VCF takes fewer than 31 plies in any of
 * these positions, which were found by hill climbing from random stones. */
START_TEST(many_fours)
{
    static const char *const boards[] = {
        ".OX.XO.XX..OXXXOX.OOXOXXXO...XX....XOO..OO..XXXXOO.X...OO..X.OO.XX.O.XXXOXO"
        "XOX.O....O..X.X...O.XOO...XOO..OX...O.XOO.O.X....X..XOO.OXOO..O.....O..O..."
        "XX.O..O.XX.O.X.OO.X...X..X.O...X..XOOO......XX.XXO.XOXXX.OOXO.XX...OOXOO.O.",
        ".OXX.X....OOOXOOO.X.O.O..XOX..X..XO..X.O...XXX..O..O...OX.X.XO.OXO..X...XOX"
        "OXX.X.X.....O...OOX..OO..O.OX.XXO.O...X..XOOOX......XOO...X..X..XO..O.X..XX"
        ".O.OX..OO..XOXOOXOXXO..XOO.X.X.X..O.OOXOOOXO.X...X.O.OXX..OO.XO..XXXOX..XOX",
        "XX..X.X...XXOOX.XO..OX.X.O.XOO...X.X....X...XOXX..OOXOXO...X.OOO..O....X..X"
        "..XXOX...OXOOO..XOO.O..OXO..OOO...X.X.OXXOXXO....O..X..XO...X..OO.XOX..XO.."
        "X.XX.XO...O.O....OXXXO...OXOOOO..OOO....XOXO..X...OO..O.XOXXOX.XX..O..O.XXX",
        "X.X....OOXX.O.OXO.XOOXXX.O...X...XOXOOX.XO.O...X.OXX.XOXXO.XXX.O.O....O.O.X"
        ".OXO.XO.O.X..O.X..OO..X.XOO..O...X....XO....O.X.O..OO.....X....X.OXX.O.O.O."
        "XOXO.XOXX.O..XOX...XO.O.X.OOXXOX...O.O.XOXXOXOO....OXO.OO.XXXOX.XXOOOXX...X",
        "XX..X.O.......XX.O...X.OOXXO.XXX..OOO..O.O.O.O.XXXOXOX...XOOO.XXOXX...X..XX"
        "O.O.O..O..OX..XO.....O..X.OOO.XXOO..XO..OO.XOOOXO..OO.XXXOX.X....O.....X..O"
        ".OX..X..OOXX.XOXXO.OXO..X.O.O.OX.....XO..X...X..OX.OO.XOXX.O.XXOXX...OOXX..",
    };
    const miai_setup setup = {.width = SIDE, .height = SIDE};
    const int64_t nodes = 4000;
    const int least = 31;
    struct gomoku_vcf vcf;
    mi_gomoku_game.init(&current, &setup);
    for (int point = 0; point < SIDE * SIDE; point++)
        if (boards[_i][point] != '.')
            mi_gomoku_put(&current.position, point, boards[_i][point] == 'X' ? BLACK : WHITE);
    ck_assert_int_ge(find_fours(&vcf, nodes), least);
    ck_assert_int_ne(mi_gomoku_find_win(&current, 2 * nodes, time_left, NULL), MIAI_NO_MOVE);
    check_line(&vcf);
}
END_TEST

/* ---- by threes, too ---- */

/* After any of some sampled answers there is a win again. */
static void check_answers(miai_rng *rng, int64_t positions)
{
    struct mi_gomoku *g = &current.position;
    union gomoku_position_copy before;
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_gomoku_candidates(g, list), score;
    memcpy(&before, &current, sizeof current);
    for (int i = 0; i < 3; i++) {
        memcpy(&current, &before, sizeof current);
        play_moves(list[miai_rng_below(rng, (uint32_t)n)]);
        ck_assert(!mi_gomoku_game.outcome(g, &score));
        ck_assert_int_ne(mi_gomoku_find_win(g, positions, time_left, NULL), MIAI_NO_MOVE);
    }
}

START_TEST(wins_by_threes)
{
    const int64_t positions = 2000;
    struct gomoku_vcf vcf;
    miai_rng rng;
    int found = 0, score;
    miai_rng_seed(&rng, 4);
    for (int i = 0; i < REPEATED(100); i++) {
        if (!scatter_stones(&rng, _i, 8 + i % 10, 6) || find_fours(&vcf, 500))
            continue;
        miai_move move = mi_gomoku_find_win(&current, positions, time_left, NULL);
        if (move == MIAI_NO_MOVE)
            continue;
        found++;
        ck_assert(play_moves(move));
        if (!mi_gomoku_game.outcome(&current, &score))
            check_answers(&rng, 10 * positions);
    }
    ck_assert_int_gt(found, REPEATED(100) / 25);
}
END_TEST

static bool no_time_left(void *arg)
{
    ++*(int *)arg;
    return false;
}

START_TEST(search_gives_up_on_request)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE};
    miai_rng rng;
    int asked = 0;
    miai_rng_seed(&rng, 5);
    mi_gomoku_game.init(&current, &setup);
    for (int i = 0; i < 50 && asked == 0; i++)
        if (scatter_stones(&rng, RULES_FREESTYLE, 12, 6))
            mi_gomoku_find_win(&current, INT64_MAX / 4, no_time_left, &asked);
    ck_assert_int_gt(asked, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku win");
    TCase *tests = add_case(suite, "win", 100);
    tcase_add_loop_test(tests, wins_by_fours, RULES_FREESTYLE, RULES_RENJU + 1);
    tcase_add_loop_test(tests, many_fours, 0, 5);
    tcase_add_loop_test(tests, wins_by_threes, RULES_FREESTYLE, RULES_RENJU + 1);
    tcase_add_test(tests, search_gives_up_on_request);
    return run_suite(suite);
}
