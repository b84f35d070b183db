/* How levels end their games: when they resign, and what values they show. */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

static void begin_chess(void)
{
    begin_engine("chess");
    set_engine_option("memory", "16");
}

static double shown_value(void)
{
    miai_info info;
    miai_last_search(engine, &info);
    return info.value;
}

/* ---- values ---- */

/* The weakest level of each game, in the first moves: one playout would be won or lost. */
START_TEST(values_come_from_a_search)
{
    static const struct {
        const char *game, *level;
        unsigned playouts;
    } games[] = {{"hex", "1", 500}, {"connect4", "1", 32}, {"gomoku", "1", 500},
                 {"go", "20k", 32}, {"othello", "1", 0},   {"chess", "800", 0}};
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    for (int i = 0; i < COUNT(games); i++) {
        ck_assert_int_eq(miai_set_game(engine, games[i].game), MIAI_OK);
        if (strcmp(games[i].game, "go") == 0)
            set_engine_option("size", "9");
        set_engine_option("level", games[i].level);
        for (int plies = 0; plies < 2; plies++) {
            ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
            miai_last_search(engine, &info);
            ck_assert_msg(info.playouts >= games[i].playouts, "%s", games[i].game);
            ck_assert_msg(info.playouts > 0 || info.nodes > 1000, "%s", games[i].game);
            ck_assert_msg(strncmp(info.pv, move, strlen(move)) == 0, "%s: %s", info.pv, move);
            ck_assert_msg(info.value > 0.05 && info.value < 0.95, "%s %f", games[i].game,
                          info.value);
        }
    }
}
END_TEST

/* A client's limit of playouts holds for the shown search, too. */
START_TEST(callers_limits_hold)
{
    char move[MIAI_MOVE_TEXT];
    miai_limits limits = {.playouts = 50, .level = true};
    miai_info info;
    ck_assert_int_eq(miai_set_game(engine, "hex"), MIAI_OK);
    set_engine_option("level", "1");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.playouts, 50);
}
END_TEST

/* ---- resigning ---- */

/* How many moves Black makes before it resigns, with a queen and two rooks against it. */
static int count_moves_to_resignation(const char *level, const char *resign)
{
    static const char *const moves[] = {"a2a3", "a3a4", "a4a5", "a5a6", "b2b3", "b3b4",
                                        "b4b5", "b5b6", "c2c3", "c3c4", "c4c5"};
    char move[MIAI_MOVE_TEXT];
    set_engine_option("level", level);
    set_engine_option("resign", resign);
    ck_assert_int_eq(miai_read_position(engine, "6k1/5ppp/8/8/8/8/PPP2PPP/R2QR1K1 w - - 0 1"),
                     MIAI_OK);
    for (int i = 0; i < COUNT(moves); i++) {
        ck_assert_int_eq(miai_play(engine, MIAI_TURN, moves[i]), MIAI_OK);
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        if (strcmp(move, "resign") == 0)
            return i;
    }
    return COUNT(moves);
}

START_TEST(weak_levels_resign_later)
{
    int strong = count_moves_to_resignation("2000", "auto");
    int weak = count_moves_to_resignation("800", "auto");
    ck_assert_int_ge(strong, 2);
    ck_assert_int_le(strong, 4);
    ck_assert_int_gt(weak, strong + 2);
    ck_assert_int_lt(weak, 11);
    ck_assert_int_eq(count_moves_to_resignation("2000", "0"), 11);
}
END_TEST

/* The level may blunder, but it does not resign a position that is even. */
START_TEST(even_positions_are_not_resigned)
{
    char move[MIAI_MOVE_TEXT];
    int blunders = 0;
    set_engine_option("level", "800");
    set_engine_option("resign", "0.4");
    set_engine_option("resign-moves", "1");
    for (int seed = 1; seed <= 30; seed++) {
        set_number("seed", seed);
        ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
        play_line("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 f8c5");
        ck_assert_int_eq(miai_choose(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        ck_assert_str_ne(move, "resign");
        blunders += shown_value() < 0.4;
    }
    ck_assert_int_gt(blunders, 0);
}
END_TEST

/* ---- mating ---- */

/* How many moves White makes to mate a player of full strength; 50 if it does not. */
static int count_moves_to_mate(const char *level, const char *position)
{
    char move[MIAI_MOVE_TEXT];
    set_engine_option("resign", "0");
    set_engine_option("time", "60"); /* on a busy machine only the nodes end the search */
    set_engine_option("playouts", "500");
    ck_assert_int_eq(miai_read_position(engine, position), MIAI_OK);
    int plies = 0, score = 0;
    for (; plies < 100 && !miai_over(engine, &score); plies++) {
        set_engine_option("level", plies % 2 ? "" : level);
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    }
    return score > 0 ? plies / 2 + 1 : 50;
}

START_TEST(weak_levels_mate)
{
    static const char *const levels[] = {"1100", "1400", "1600"};
    for (int i = 0; i < COUNT(levels); i++) {
        int queen = count_moves_to_mate(levels[i], "8/8/8/3k4/8/8/1Q6/K7 w - - 0 1");
        int rook = count_moves_to_mate(levels[i], "8/8/8/3k4/8/8/1R6/K7 w - - 0 1");
        ck_assert_msg(queen <= 30 && rook <= 40, "%s: %d %d", levels[i], queen, rook);
    }
}
END_TEST

/* ---- draws ---- */

static bool accepts_draw(int player)
{
    bool accepts;
    ck_assert_int_eq(miai_accepts_draw(engine, player, &accepts), MIAI_OK);
    return accepts;
}

/* Plays on from the position until a player offers a draw; the number of moves, at most 90. */
static int count_moves_to_offer(const char *level, const char *position)
{
    char move[MIAI_MOVE_TEXT];
    set_engine_option("level", level);
    set_engine_option("resign", "0");
    ck_assert_int_eq(miai_read_position(engine, position), MIAI_OK);
    for (int plies = 1; plies <= 90 && !miai_over(engine, NULL); plies++) {
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        if (miai_offers_draw(engine))
            return plies;
    }
    return 90;
}

/* Bishops of opposite colours and blocked pawns; and a queen against nothing. */
static const char drawn[] = "8/3bk3/4p1p1/p1p1P1P1/P1P5/3K4/8/4B3 w - - 0 1",
                  won[] = "8/3qk3/4p1p1/p1p1P1P1/P1P5/3K4/8/8 w - - 0 1";

START_TEST(draws_are_offered_late_in_even_games)
{
    int strong = count_moves_to_offer("2200", drawn);
    ck_assert_int_ge(strong, 36); /* half of the game, which exchanges make shorter */
    ck_assert_int_lt(strong, 60);
    ck_assert(accepts_draw(!miai_turn(engine)));
    ck_assert(accepts_draw(miai_turn(engine)));
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert(!miai_offers_draw(engine));
    ck_assert_int_eq(count_moves_to_offer("2200", won), 90);
}
END_TEST

START_TEST(draws_are_accepted_by_the_value)
{
    static const char *const levels[] = {"800", "2000", ""};
    bool accepts;
    for (int i = 0; i < COUNT(levels); i++) {
        set_engine_option("level", levels[i]);
        ck_assert_int_eq(miai_read_position(engine, won), MIAI_OK);
        ck_assert(accepts_draw(0));
        ck_assert(!accepts_draw(1));
        ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
        play_line("e2e4 e7e5"); /* even, but too early */
        ck_assert(!accepts_draw(0));
        ck_assert(!accepts_draw(1));
    }
    ck_assert_int_eq(miai_set_game(engine, "hex"), MIAI_OK);
    ck_assert_int_eq(miai_accepts_draw(engine, 0, &accepts), MIAI_UNSUPPORTED);
}
END_TEST

/* ---- resigning, in the other games ---- */

/* Plays a game of a strong player 0 against a weak player 1; true if it was resigned, by the player
 * to move. */
static bool is_resigned(const char *strong, const char *weak)
{
    char move[MIAI_MOVE_TEXT];
    for (int plies = 0; plies < 150; plies++) {
        set_engine_option("level", plies % 2 ? weak : strong);
        if (miai_genmove(engine, MIAI_TURN, move, sizeof move) != MIAI_OK)
            return false;
        if (strcmp(move, "resign") == 0)
            return true;
    }
    return false;
}

/* In each game, levels resign, and never a position that a larger search likes. */
START_TEST(levels_resign_what_is_lost)
{
    static const struct {
        const char *game, *size, *strong, *weak;
        double value; /* in Othello it is the difference in discs */
    } games[] = {{"hex", "9", "13", "8", 0.1},
                 {"othello", "", "16", "11", 0.4},
                 {"connect4", "", "15", "12", 0.1},
                 {"gomoku", "", "14", "10", 0.1},
                 {"go", "9", "2k", "15k", 0.1}};
    char move[MIAI_MOVE_TEXT];
    int resigned = 0;
    set_engine_option("time", "60"); /* a busy machine needs it for the search before resigning */
    for (int seed = 1; seed <= 2 && !resigned; seed++) {
        set_number("seed", seed);
        ck_assert_int_eq(miai_set_game(engine, games[_i].game), MIAI_OK);
        if (*games[_i].size)
            set_engine_option("size", games[_i].size);
        if (!is_resigned(games[_i].strong, games[_i].weak))
            continue;
        resigned++;
        miai_limits limits = {.playouts = 1000};
        ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
        ck_assert_msg(shown_value() < games[_i].value, "%s: %f", games[_i].game, shown_value());
    }
    ck_assert_msg(resigned > 0, "%s", games[_i].game);
}
END_TEST

/* The value of a game of Gomoku falls to 0 only when the loss is proved, some five moves before the
 * end.  Each move after the proof counts as two, so the level resigns before the five. */
START_TEST(proved_losses_are_resigned)
{
    ck_assert_int_eq(miai_set_game(engine, "gomoku"), MIAI_OK);
    set_engine_option("time", "60");
    for (int seed = 1; seed <= 3; seed++) {
        set_number("seed", seed);
        ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
        ck_assert_msg(is_resigned("14", "10"), "seed %d", seed);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("levels_end");
    TCase *tests = add_case(suite, "levels_end", 60);
    tcase_add_checked_fixture(tests, begin_chess, end_engine);
    tcase_add_test(tests, values_come_from_a_search);
    tcase_add_test(tests, callers_limits_hold);
    tcase_add_test(tests, weak_levels_resign_later);
    tcase_add_test(tests, even_positions_are_not_resigned);
    tcase_add_test(tests, weak_levels_mate);
    tcase_add_test(tests, draws_are_offered_late_in_even_games);
    tcase_add_test(tests, draws_are_accepted_by_the_value);
    tcase_add_loop_test(tests, levels_resign_what_is_lost, 0, 5);
    tcase_add_test(tests, proved_losses_are_resigned);
    return run_suite(suite);
}
