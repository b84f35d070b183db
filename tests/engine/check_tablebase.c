/* Multi-PV searches from a root that the endgame tablebases know: the first line keeps the result,
 * whatever the search thinks of the moves. */
#include "miai.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LOSS = 1, DRAW = 2, WIN = 3 }; /* value of miai_info.proof */

enum { POSITIONS = 20, LINES = 5, NODES = 100 };

static const char *const searches[] = {"alphabeta", "mcts", "minimax", "flat"};

static void set_option_value(miai_engine *engine, const char *name, const char *value)
{
    ck_assert_int_eq(miai_set_option(engine, name, value), MIAI_OK);
}

/* NULL if the library was built without tablebases. */
static miai_engine *new_engine(void)
{
    char folder[1024];
    const char *source = getenv("srcdir");
    miai_engine *engine = miai_new();
    ck_assert_ptr_nonnull(engine);
    set_option_value(engine, "game", "chess");
    set_option_value(engine, "memory", "4");
    snprintf(folder, sizeof folder, "%s/tests/game/chess/syzygy", source ? source : ".");
    if (miai_set_option(engine, "knowledge-file", folder) == MIAI_OK)
        return engine;
    miai_free(engine);
    return NULL;
}

static miai_info search_lines(miai_engine *engine, int first_line_keeps_the_result, unsigned nodes,
                              char move[MIAI_MOVE_TEXT])
{
    const miai_limits limits = {.playouts = nodes, .lines = first_line_keeps_the_result};
    miai_info info;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

/* ---- positions ---- */

/* The result of the position after a move for the player who made it, by the tables only. */
static int tablebase_value(miai_engine *engine, const char *move)
{
    char text[MIAI_MOVE_TEXT];
    int score = 0, player = miai_turn(engine), worth;
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    if (miai_over(engine, &score))
        worth = score == 0 ? DRAW : (score > 0) == (player == 0) ? WIN : LOSS;
    else
        worth = LOSS + WIN - search_lines(engine, 1, 1, text).proof;
    miai_undo(engine, 1);
    return worth;
}

struct best_moves {
    int worth, count;    /* of the best moves */
    char moves[8 * 256]; /* " a1a2 b1b2 " */
};

/* Finds the moves that keep the result. */
static void find_best_moves(miai_engine *engine, struct best_moves *best_moves)
{
    char legal[8 * 256], move[MIAI_MOVE_TEXT];
    const char *rest = legal;
    *best_moves = (struct best_moves){.worth = 0};
    ck_assert_int_gt(miai_legal_moves(engine, MIAI_TURN, legal, sizeof legal), 0);
    while (miai_next_move(&rest, move)) {
        int worth = tablebase_value(engine, move);
        if (worth < best_moves->worth)
            continue;
        if (worth > best_moves->worth)
            *best_moves = (struct best_moves){.worth = worth, .moves = " "};
        strcat(strcat(best_moves->moves, move), " ");
        best_moves->count++;
    }
}

static bool is_best(const struct best_moves *best_moves, const char *move)
{
    char word[MIAI_MOVE_TEXT + 2];
    snprintf(word, sizeof word, " %s ", move);
    return strstr(best_moves->moves, word) != NULL;
}

/* Two kings and another piece at random, with a random halfmove clock. Returns false if the
 * position is illegal or the game is over. */
static bool set_up_random(miai_engine *engine, unsigned *seed)
{
    char board[64], fen[128];
    int length = 0;
    memset(board, '.', sizeof board);
    for (const char *man = "Kk?"; *man; man++) {
        *seed = *seed * 1103515245 + 12345;
        board[(*seed >> 16) % 64] = *man == '?' ? "PQRpqr"[(*seed >> 22) % 6] : *man;
    }
    for (int i = 0; i < 64; i++)
        length += sprintf(fen + length, "%s%c", i > 0 && i % 8 == 0 ? "/" : "",
                          board[i] == '.' ? '1' : board[i]);
    *seed = *seed * 1103515245 + 12345;
    sprintf(fen + length, " %c - - %u 120", "wb"[(*seed >> 16) % 2], (*seed >> 17) % 100);
    return miai_read_position(engine, fen) == MIAI_OK && !miai_over(engine, NULL);
}

/* The next position in which one or two moves keep the result and others do not. */
static void find_position(miai_engine *engine, unsigned *seed, struct best_moves *best_moves)
{
    char legal[8 * 256];
    int moves;
    do {
        while (!set_up_random(engine, seed))
            ;
        moves = 1;
        miai_legal_moves(engine, MIAI_TURN, legal, sizeof legal);
        for (const char *c = legal; (c = strchr(c, ' ')) != NULL; c++)
            moves++;
        find_best_moves(engine, best_moves);
    } while (best_moves->count > 2 || best_moves->count == moves);
}

/* ---- tests ---- */

START_TEST(first_line_keeps_the_result)
{
    char move[MIAI_MOVE_TEXT];
    struct best_moves best_moves;
    unsigned seed = 1;
    miai_engine *engine = new_engine();
    if (!engine)
        return;
    set_option_value(engine, "search", searches[_i]);
    for (int i = 0; i < POSITIONS; i++) {
        find_position(engine, &seed, &best_moves);
        for (int n = 1; n <= LINES; n++) {
            int worth = search_lines(engine, n, NODES, move).proof;
            ck_assert_msg(is_best(&best_moves, move), "%d lines: %s is none of%s", n, move,
                          best_moves.moves);
            ck_assert_int_eq(worth, best_moves.worth);
        }
    }
    miai_free(engine);
}
END_TEST

/* The lines are in the order of the tables, and each has its own result. */
START_TEST(lines_are_ordered_by_tables)
{
    static const int expected[] = {WIN, DRAW, DRAW, DRAW, DRAW};
    char move[MIAI_MOVE_TEXT];
    miai_choice choice;
    miai_engine *engine = new_engine();
    if (!engine)
        return;
    set_option_value(engine, "search", searches[_i]);
    ck_assert_int_eq(miai_read_position(engine, "8/k7/8/8/8/8/5K2/6R1 w - - 80 120"), MIAI_OK);
    search_lines(engine, LINES, NODES, move);
    ck_assert_str_eq(move, "g1b1");
    for (int i = 0; i < LINES; i++) {
        ck_assert(miai_choice_at(engine, i, &choice));
        ck_assert_int_eq(choice.proof, expected[i]);
    }
    miai_free(engine);
}
END_TEST

/* lz-genmove_analyze plays the best of its lines, and never draws one that the tables know to be
 * worse. */
START_TEST(analysis_plays_the_best_line)
{
    const miai_analysis_request request = {.lines = 10};
    char move[MIAI_MOVE_TEXT], seed[16];
    miai_engine *engine = new_engine();
    if (!engine)
        return;
    set_option_value(engine, "search", searches[_i]);
    set_option_value(engine, "playouts", "100");
    set_option_value(engine, "temperature", "2");
    for (int i = 0; i < 10; i++) {
        snprintf(seed, sizeof seed, "%d", i);
        set_option_value(engine, "seed", seed);
        ck_assert_int_eq(miai_read_position(engine, "8/8/3k4/8/8/3K4/3P4/8 b - - 0 1"), MIAI_OK);
        ck_assert_int_eq(miai_request_analysis(engine, &request), MIAI_OK);
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
        ck_assert_str_eq(move, "d6d5");
    }
    miai_free(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tablebase at the root");
    TCase *tcase = add_case(suite, "tablebase", 60);
    tcase_add_loop_test(tcase, first_line_keeps_the_result, 0, COUNT(searches));
    tcase_add_loop_test(tcase, lines_are_ordered_by_tables, 0, COUNT(searches));
    tcase_add_loop_test(tcase, analysis_plays_the_best_line, 0, COUNT(searches));
    return run_suite(suite);
}
