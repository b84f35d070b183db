/* The end of a game of Go, as the engine handles it: dead stones, seki, the score, values under
 * territory rules, and the move played. */
#include "engine/engine.h"
#include "engine/setup/network_output.h"
#include "engine/setup/network_file.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9, TEXT = 1024 };

/* Places the stones of a diagram, upper row first; everything except X and O is empty. */
static void draw_stones(const char *const rows[SIDE])
{
    char name[8];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            char c = rows[y][x];
            miai_point_text(x, SIDE - 1 - y, name, sizeof name);
            if (c == 'X' || c == 'O')
                ck_assert_int_eq(miai_play(engine, c == 'O', name), MIAI_OK);
        }
}

static void set_up_engine(const char *const rows[SIDE], const char *rules, int komi)
{
    set_engine_option("rules", rules);
    set_engine_option("network", "none");
    set_number("playouts", 1000);
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    ck_assert_int_eq(miai_set_komi(engine, komi), MIAI_OK);
    draw_stones(rows);
}

static void check_score(const char *want)
{
    char score[32];
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
    ck_assert_str_eq(score, want);
}

/* Compares the chains of a status, one per line. */
static void check_status(const char *status, const char *want)
{
    char text[TEXT];
    ck_assert_int_eq(miai_final_status(engine, status, text, sizeof text), MIAI_OK);
    ck_assert_str_eq(text, want);
}

/* ---- life ---- */

/* White can capture the corner by a ko that Black cannot start. */
static const char *const bent_four[SIDE] = {
    "....OX...", "....OX...", "....OX...", "O.O.OX...", "OO.OOXX..",
    "OOOOOOX..", "XXOO.OXX.", ".XXXOOOX.", "OO.XO.OX.",
};

START_TEST(the_bent_four_is_dead)
{
    set_up_engine(bent_four, "japanese", 0);
    check_status("dead", "D1 B2 C2 D2 A3 B3");
    check_score("W+12");
}
END_TEST

/* The corner decides the game; White must not lose it by passing. */
START_TEST(no_pass_loses_the_bent_four)
{
    char move[MIAI_MOVE_TEXT];
    set_up_engine(bent_four, "japanese", -10);
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_genmove(engine, 1, move, sizeof move), MIAI_OK);
    if (strcmp(move, "pass") == 0)
        check_score("W+2");
    else
        ck_assert(strcmp(move, "A2") == 0 || strcmp(move, "C1") == 0);
}
END_TEST

START_TEST(the_clean_up_takes_the_corner)
{
    char move[MIAI_MOVE_TEXT];
    set_up_engine(bent_four, "japanese", -10);
    ck_assert_int_eq(miai_play(engine, 1, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    ck_assert_int_eq(miai_genmove_cleanup(engine, 1, move, sizeof move), MIAI_OK);
    ck_assert(strcmp(move, "A2") == 0 || strcmp(move, "C1") == 0);
}
END_TEST

/* ---- seki ---- */

/* Neither side can play at C1 or C2. */
START_TEST(two_shared_liberties)
{
    static const char *const rows[SIDE] = {
        ".X.XO.O.O", "XXXXOOOOO", "XXXXOOOOO", "XXXXOOOOO", "XXXXOOOOO",
        "XXXOOOOOO", "XOOXOOOOO", "XO.XOOOOO", "XO.XOOO.O",
    };
    set_up_engine(rows, _i ? "chinese" : "japanese", 0);
    check_status("dead", "");
    check_status("seki", "B1 B2 B3 C3\nD1 D2 D3");
    check_score(_i ? "W+21" : "W+1");
}
END_TEST

/* ---- values by territory ---- */

/* A position under territory rules, and Black's lead if Black moves first and if White does,
 * counted by hand. */
struct ending {
    int lead[2];
    const char *rows[SIDE];
};

#define EVEN  ".XXXXOOO."
#define FOUR  EVEN, EVEN, EVEN, EVEN
#define EIGHT FOUR, FOUR

static const struct ending endings[] = {
    {{0, 0}, {EVEN, EIGHT}},
    /* one dame, three */
    {{0, 0}, {".XXX.OOO.", EIGHT}},
    {{0, 0}, {".XXX.OOO.", ".XXX.OOO.", ".XXX.OOO.", EVEN, EVEN, FOUR}},
    /* a dead stone of each side in the corner */
    {{-4, -4}, {".XXXXOO..", ".XXXXOX..", EVEN, EVEN, EVEN, FOUR}},
    {{4, 4}, {"..XXXOOO.", ".OXXXOOO.", "..XXXOOO.", EVEN, EVEN, FOUR}},
    {{1, 1}, {"..XXXOOO.", EIGHT}},
    {{1, 1}, {EIGHT, "OXXXXOOO."}}, /* in the corner */
    /* one point in gote: D9 is Black's after a move at E9; two such points, one for each player */
    {{1, 0}, {".XX..OOO.", EIGHT}},
    {{0, 0}, {".XX..OOO.", EVEN, EVEN, EVEN, FOUR, ".XXXX..O."}},
    /* a half-point ko: Black captures at E5 and connects, or White connects; the same with a point
     * in gote, which White takes first since there are no ko threats */
    {{1, 0}, {FOUR, ".XXXO.OO.", FOUR}},
    {{1, 1}, {".XX..OOO.", EVEN, EVEN, EVEN, ".XXXO.OO.", FOUR}},
    /* G9 must be filled after the dame at E9, which White cannot take; H8 and H9 must be
     * captured */
    {{0, 0}, {".XXX.O.O.", ".XXXXXOO.", EVEN, EVEN, EVEN, FOUR}},
    {{-2, -2}, {".XXX.OX.O", ".XXX.OXOO", ".XXXXXOO.", EVEN, EVEN, FOUR}},
    /* a seki without outside liberties, and one where each filled liberty must be answered */
    {{-1, -1},
     {".X.XO.O.O", "XXXXOOOOO", "XXXXOOOOO", "XXXXOOOOO", "XXXXOOOOO", "XXXOOOOOO", "XOOXOOOOO",
      "XO.XOOOOO", "XO.XOOO.O"}},
    {{-1, -1},
     {".X.XO.O.O", "XXXXOOOOO", "XXXXOOOOO", "XXXXOOOOO", "XXXXOOOOO", "XXXOOOOOO", "XOOXOOOOO",
      "XO.XOOOOO", ".O.X.OO.O"}},
};

/* With a komi one point better, equal and worse the game is won, drawn and lost, by a search or
 * when a move is played. */
static void check_values(const char *const rows[SIDE], int player, int lead, bool moves)
{
    static const double least[] = {0, 0.3, 0.8}, most[] = {0.2, 0.8, 1};
    for (int more = -1; more <= 1; more++) {
        char move[MIAI_MOVE_TEXT];
        miai_limits limits = {.playouts = 300};
        miai_info info;
        set_up_engine(rows, "japanese", lead - more);
        ck_assert_int_eq(moves ? miai_choose(engine, player, move, sizeof move)
                               : miai_search(engine, player, &limits, move, sizeof move),
                         MIAI_OK);
        miai_last_search(engine, &info);
        int result = player == 0 ? more + 1 : 1 - more;
        ck_assert_msg(info.value >= least[result] && info.value <= most[result],
                      "player %d: value %g where Black wins by %d", player, info.value, more);
    }
}

START_TEST(a_point_decides)
{
    const struct ending *ending = &endings[_i];
    for (int player = 0; player < 2; player++)
        check_values(ending->rows, player, ending->lead[player], false);
    if (ending->lead[0] == ending->lead[1]) {
        set_up_engine(ending->rows, "japanese", ending->lead[0] - 1);
        check_score("B+1");
    }
}
END_TEST

START_TEST(the_bent_four_decides)
{
    for (int player = 0; player < 2; player++)
        check_values(bent_four, player, -12, true);
}
END_TEST

/* After the dame at E9, White must connect at G9, whoever plays it. */
START_TEST(a_point_to_be_filled)
{
    static const char *const rows[SIDE] = {
        ".XXX.O.O.", ".XXXXXOO.", EVEN, EVEN, EVEN, EVEN, EVEN, EVEN, EVEN,
    };
    set_up_engine(rows, "japanese", 0);
    check_score("0");
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    check_score("0");
}
END_TEST

/* After Black E9, White must capture the dead stones at H9, whoever moves first. */
START_TEST(dead_stones_to_be_taken)
{
    static const char *const rows[SIDE] = {
        ".XXX.OX.O", ".XXX.OXOO", ".XXXXXOO.", EVEN, EVEN, EVEN, EVEN, EVEN, EVEN,
    };
    set_up_engine(rows, "japanese", 0);
    check_status("dead", "G8 G9");
    check_score("W+2");
    ck_assert_int_eq(miai_play(engine, 0, "pass"), MIAI_OK);
    check_score("W+2");
}
END_TEST

/* ---- with a network ---- */

/* After two passes, ownership comes from a network evaluation; neither the position nor the last
 * search changes. */
START_TEST(a_network_tells_ownership)
{
    static const char *const rows[SIDE] = {EVEN, EVEN, EVEN, EVEN, EVEN, EVEN, EVEN, EVEN, EVEN};
    float owner[SIDE * SIDE];
    double lead;
    set_up_engine(rows, "japanese", 0);
    ck_assert(!mi_engine_network_ownership(engine, 0, owner, &lead));
    set_engine_option("network", "auto");
    mi_engine_update_builtin_network(engine);
    for (int player = 0; player < 2; player++) {
        ck_assert(mi_engine_network_ownership(engine, player, owner, &lead));
        ck_assert(lead > -10 && lead < 10);
        for (int p = 0; p < SIDE * SIDE; p++)
            ck_assert(p % SIDE < 5 ? owner[p] > 0.5F : owner[p] < -0.5F);
    }
    check_status("dead", "");
    check_score("0");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go ends");
    TCase *tests = add_case(suite, "go ends", 60);
    tcase_add_checked_fixture(tests, begin_go_9x9, end_engine);
    tcase_add_test(tests, the_bent_four_is_dead);
    tcase_add_test(tests, no_pass_loses_the_bent_four);
    tcase_add_test(tests, the_clean_up_takes_the_corner);
    tcase_add_loop_test(tests, two_shared_liberties, 0, 2);
    tcase_add_test(tests, a_point_to_be_filled);
    tcase_add_test(tests, dead_stones_to_be_taken);
    tcase_add_test(tests, a_network_tells_ownership);
    tcase_add_test(tests, the_bent_four_decides);
    tcase_add_loop_test(tests, a_point_decides, 0, SANITIZED ? 4 : COUNT(endings));
    return run_suite(suite);
}
