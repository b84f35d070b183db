/* How "miai analyze" rates a move: the loss is found by one search in which the move and the best
 * one get the same effort. */
#include "program/explain/explain.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static miai_engine *engine, *twin; /* searches by itself, for comparison */

static void set_up_engines(void)
{
    engine = miai_new();
    twin = miai_new();
    ck_assert(engine && twin);
}

static void free_engines(void)
{
    miai_free(engine);
    miai_free(twin);
}

static void set_option_value(const char *option, const char *value)
{
    ck_assert_int_eq(miai_set_option(engine, option, value), MIAI_OK);
    ck_assert_int_eq(miai_set_option(twin, option, value), MIAI_OK);
}

static void play_moves(const char *move)
{
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, move), MIAI_OK);
    ck_assert_int_eq(miai_play(twin, MIAI_TURN, move), MIAI_OK);
}

static struct mi_position_analysis analyze_move(const char *move)
{
    struct mi_position_analysis judged = {0};
    struct mi_played_move made = {.player = miai_turn(engine)};
    strcpy(made.move, move);
    mi_analyze_position(engine, &made, &judged);
    ck_assert(judged.done);
    free(judged.owner);
    judged.owner = NULL;
    return judged;
}

/* The twin's result for the move within those bounds. */
static miai_info search_twin(const miai_limits *limits)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    ck_assert_int_eq(miai_search(twin, MIAI_TURN, limits, move, sizeof move), MIAI_OK);
    miai_last_search(twin, &info);
    return info;
}

/* A search hardly visits a corner of the empty board; for the comparison it gets as many visits as
 * the best move. */
START_TEST(tree_visits_both_alike)
{
    miai_choice best, made;
    set_option_value("size", "9");
    set_option_value("network", "none");
    set_option_value("playouts", "80");
    miai_info info = search_twin(NULL);
    ck_assert(miai_choice_at(twin, 0, &best));
    struct mi_position_analysis judged = analyze_move("A1");
    ck_assert(miai_choice_at(engine, 0, &made));
    ck_assert_str_eq(made.move, "A1");
    ck_assert_uint_ge(made.visits, best.visits);
    ck_assert_str_eq(judged.best, best.move);
    ck_assert_double_eq_tol(judged.value, info.value, 1e-9);
    ck_assert_double_eq_tol(judged.loss, fmax(0, info.value - made.value), 1e-9);
}
END_TEST

/* The played move is searched as deep as the best one; a search of the position after it would be
 * deeper. */
START_TEST(alphabeta_searches_both_as_deep)
{
    const miai_limits limits = {.depth = 2, .moves = "a7a6"};
    const miai_analysis_request as_there = {.lines = 1 + MI_ANALYSIS_ALTERNATIVES};
    set_option_value("game", "chess");
    set_option_value("depth", "2");
    play_moves("e2e4");
    ck_assert_int_eq(miai_request_analysis(twin, &as_there), MIAI_OK);
    double best = search_twin(NULL).value;
    miai_forget(twin);
    double made = search_twin(&limits).value;
    struct mi_position_analysis judged = analyze_move("a7a6");
    ck_assert_double_gt(best, made);
    ck_assert_double_eq_tol(judged.loss, best - made, 0.005);
    ck_assert_double_eq_tol(judged.value, 1 - best, 0.005);
}
END_TEST

/* Methods that prove results, or have a solver of their own, do so only with one line. */
START_TEST(only_alphabeta_searches_several_lines)
{
    static const struct {
        const char *game, *search;
        int lines;
    } cases[] = {{"chess", "alphabeta", 1 + MI_ANALYSIS_ALTERNATIVES},
                 {"chess", "mcts", 0},
                 {"gomoku", "auto", 0},
                 {"gomoku", "alphabeta", 0},
                 {"hex", "auto", 0},
                 {"connect4", "auto", 0},
                 {"tictactoe", "alphabeta", 0},
                 {"go", "auto", 0}};
    for (int i = 0; i < COUNT(cases); i++) {
        set_option_value("game", cases[i].game);
        set_option_value("search", cases[i].search);
        ck_assert_int_eq(mi_analysis_search_request(engine).lines, cases[i].lines);
    }
}
END_TEST

/* The best move loses nothing, whatever the search finds. */
START_TEST(best_move_loses_nothing)
{
    static const char *const searches[] = {"mcts", "alphabeta", "minimax", "flat"};
    char best[MIAI_MOVE_TEXT];
    set_option_value("game", "othello");
    set_option_value("playouts", "200");
    set_option_value("search", searches[_i]);
    ck_assert_int_eq(miai_search(twin, MIAI_TURN, NULL, best, sizeof best), MIAI_OK);
    struct mi_position_analysis judged = analyze_move(best);
    ck_assert_str_eq(judged.best, best);
    ck_assert_double_eq(judged.loss, 0);
}
END_TEST

/* Every search finds that White captures the queen. */
START_TEST(lost_queen_is_seen)
{
    static const char *const searches[] = {"mcts", "alphabeta"};
    set_option_value("game", "chess");
    set_option_value("playouts", "3000");
    set_option_value("search", searches[_i]);
    play_moves("e2e4");
    play_moves("e7e5");
    play_moves("d2d4");
    struct mi_position_analysis judged = analyze_move("d8g5");
    ck_assert_double_ge(judged.loss, 0.15);
}
END_TEST

/* With few visits all values are inaccurate: a move that looks better than the best one loses
 * nothing. */
START_TEST(no_loss_is_negative)
{
    static const char *const moves[] = {"D4", "E5", "F6", "C5", "E3", "A1", "J5", "pass"};
    set_option_value("size", "9");
    set_option_value("network", "none");
    set_option_value("playouts", "12");
    for (int i = 0; i < COUNT(moves); i++) {
        miai_choice made;
        miai_forget(engine);
        miai_forget(twin);
        miai_info info = search_twin(NULL);
        struct mi_position_analysis judged = analyze_move(moves[i]);
        ck_assert_double_eq_tol(judged.value, info.value, 1e-9);
        ck_assert(miai_choice_at(engine, 0, &made));
        bool alone = strcmp(made.move, moves[i]) == 0 && !miai_choice_at(engine, 1, &made);
        double loss = alone ? fmax(0, info.value - made.value) : judged.loss;
        ck_assert_double_eq_tol(judged.loss, loss, 1e-9);
    }
}
END_TEST

/* Two moves of each player, one of which loses. */
START_TEST(sums_and_turning_points)
{
    struct mi_position_analysis list[] = {{.player = 0, .loss = 0.04},
                                          {.player = 1, .loss = 0.25},
                                          {.player = 0},
                                          {.player = 1, .loss = 0.01},
                                          {.done = true}};
    const struct mi_game_analysis game = {.moves = 4, .list = list};
    int turns[3];
    ck_assert_int_eq(mi_turning_points(&game, turns, 3), 2);
    ck_assert_int_eq(turns[0], 1);
    ck_assert_int_eq(turns[1], 0);
    ck_assert_int_eq(mi_turning_points(&game, turns, 1), 1);
    ck_assert_int_eq(turns[0], 1);
    struct mi_move_stats all = mi_move_stats_of(&game, 0, -1),
                         second = mi_move_stats_of(&game, 1, -1);
    ck_assert_int_eq(all.moves, 2);
    ck_assert_double_eq_tol(all.loss, 0.02, 1e-9);
    ck_assert_int_eq(second.very_bad, 1);
    ck_assert_double_eq_tol(second.accuracy, (31.572 + 95.602) / 2, 0.1);
    ck_assert_int_eq(mi_move_stats_of(&game, 0, 0).moves + mi_move_stats_of(&game, 0, 1).moves +
                         mi_move_stats_of(&game, 0, 2).moves,
                     2);
}
END_TEST

static void set_board(const char *fen)
{
    ck_assert_int_eq(miai_set_option(engine, "game", "chess"), MIAI_OK);
    ck_assert_int_eq(miai_read_position(engine, fen), MIAI_OK);
}

/* Only capturing the queen is good. For the other moves, alpha-beta at first has only an upper
 * bound, which must not be reported as their value. */
START_TEST(next_best_move_is_known)
{
    miai_choice choice;
    set_board("4k3/pppp4/8/3q4/4P3/8/PPPP4/4K3 w - - 0 1");
    set_option_value("depth", "6");
    struct mi_position_analysis judged = analyze_move("e4d5");
    ck_assert_str_eq(judged.best, "e4d5");
    for (int i = 0; i < MI_ANALYSIS_ALTERNATIVES; i++) {
        ck_assert_double_lt(judged.alternatives[i].value, judged.value - 0.2);
        ck_assert_ptr_nonnull(strchr(judged.alternatives[i].pv, ' '));
        ck_assert(miai_choice_at(engine, i, &choice) && !choice.bound);
    }
    ck_assert(miai_choice_at(engine, 1 + MI_ANALYSIS_ALTERNATIVES, &choice) && choice.bound);
}
END_TEST

/* Minimax evaluates all moves alike, however few nodes are below one: the check, second best since
 * it loses nothing at once, has one reply, and the best move has many. */
START_TEST(minimax_knows_all_moves)
{
    miai_choice best, check;
    set_board("rr5k/6pp/8/2q3N1/3P4/5N2/5PPP/6K1 w - - 0 1");
    set_option_value("search", "minimax");
    set_option_value("depth", "2");
    struct mi_position_analysis judged = analyze_move("d4c5");
    ck_assert(miai_choice_at(engine, 0, &best) && miai_choice_at(engine, 1, &check));
    ck_assert_uint_lt(check.visits * 10, best.visits);
    ck_assert_str_eq(judged.best, "d4c5");
    ck_assert_str_eq(judged.alternatives[0].pv, "g5f7");
}
END_TEST

static void gather_lines(void *context, const char *sentence)
{
    char *said = context;
    strcat(strcat(said, sentence), "\n");
}

/* In the endgame tables one move wins, and all others draw by the fifty-move rule. */
START_TEST(tables_judge_moves)
{
    char folder[1024];
    const char *source = getenv("srcdir");
    snprintf(folder, sizeof folder, "%s/tests/game/chess/syzygy", source ? source : ".");
    set_option_value("game", "chess");
    set_option_value("search", _i ? "mcts" : "alphabeta");
    set_option_value("playouts", "100");
    if (miai_set_option(engine, "knowledge-file", folder) != MIAI_OK)
        return; /* built without tables */
    ck_assert_int_eq(miai_read_position(engine, "8/k7/8/8/8/8/5K2/6R1 w - - 80 120"), MIAI_OK);
    struct mi_position_analysis judged = analyze_move("f2e3");
    ck_assert_str_eq(judged.best, "g1b1");
    ck_assert_double_eq(judged.value, 1);
    ck_assert_double_eq(judged.loss, 0.5);
    ck_assert(!judged.scored);
    judged = analyze_move("g1b1");
    ck_assert_double_eq(judged.value, 1);
    ck_assert_double_eq(judged.loss, 0);
}
END_TEST

/* A single node does not find the mate that was played; both score and value must show it
 * nevertheless. */
START_TEST(better_move_brings_its_score)
{
    struct mi_position_analysis judged = {0};
    struct mi_played_move made = {.player = 1, .move = "d8h4", .ends_game = true, .result = 0};
    set_option_value("game", "chess");
    set_option_value("search", "alphabeta");
    set_option_value("playouts", "1");
    play_moves("f2f3"), play_moves("e7e5"), play_moves("g2g4");
    mi_analyze_position(engine, &made, &judged);
    free(judged.owner);
    ck_assert_str_eq(judged.best, "d8h4");
    ck_assert_double_eq(judged.value, 0);
    ck_assert(!judged.scored);
    ck_assert_int_eq(judged.mate, -1);
}
END_TEST

/* A line that ends with a capture is rated after the exchange: here a knight for a bishop; nothing
 * if the capturing piece is worth more; without the pawn, the knight is lost. */
START_TEST(lines_are_rated_after_exchanges)
{
    static const struct {
        const char *fen, *line, *said;
    } cases[] = {
        {"4k3/8/8/8/6b1/5N2/6P1/4K3 w - - 0 1", "g4f3", NULL},
        {"4k3/8/8/8/6b1/5N2/8/4K3 w - - 0 1", "g4f3", "Otherwise Bxf3 takes ♘."},
        {"4k3/8/8/6q1/8/5N2/6P1/4K3 w - - 0 1", "g5g2", "Otherwise Qxg2 takes ♙."},
        {"4k3/8/8/8/6b1/8/4N1P1/4K3 w - - 0 1", "g4h3 e2d4 h3g2",
         "Otherwise Bh3 wins ♙: Bh3 Nd4 Bxg2."},
        {"4k3/8/8/8/8/7b/6P1/5K2 w - - 0 1", "h3g2", NULL},
    };
    char said[1024] = "";
    struct mi_position_analysis now = {.best = "g2g3", .pv = ""}, then = {.player = 1};
    set_board(cases[_i].fen);
    snprintf(then.pv, sizeof then.pv, "%s", cases[_i].line);
    mi_explain_move(engine, &now, &then, NULL, gather_lines, said);
    if (cases[_i].said)
        ck_assert_ptr_nonnull(strstr(said, cases[_i].said));
    else
        ck_assert_ptr_null(strstr(said, "takes"));
}
END_TEST

/* Why a move is a mistake: the answer comes first, with the net of what it wins and what it
 * attacks; then what the better move would have won.  The lines are from games on lichess. */
START_TEST(mistakes_have_their_reasons)
{
    static const struct {
        const char *fen, *move, *answers, *better, *said;
        int score, score_then; /* centipawns, for White */
    } cases[] = {
        /* the queens of the exchange cancel out */
        {"r3k3/8/8/1N1q4/8/8/3Q4/4K3 b - - 0 1", "d5d2", "e1d2 e8d8 b5d4", "d5b5",
         "Better was Qxb5, which takes ♘.\n", 0, 300},
        {"r3k3/8/8/1N6/8/8/7p/4K2R b - - 0 1", "e8d8", "h1h2 d8e8 b5c7 e8d8 c7a8", "e8e7",
         "The answer Rxh2 wins ♜♟: Rxh2 Ke8 Nc7+ Kd8 Nxa8.\n", 200, 800},
        {"r3k3/7p/8/1N6/8/8/8/4K3 b - - 0 1", "h7h6", "b5c7 e8d8 c7a8", "a8a2",
         "The answer Nc7+ gives check and wins ♜: Nc7+ Kd8 Nxa8.\n", 0, 500},
        /* both lines lose the same pawn: no reason */
        {"4k3/8/8/3p4/8/4N3/7P/4K3 b - - 0 1", "e8e7", "e3d5", "e8d7 e3d5", "", 100, 150},
        /* a pawn is not why a game is lost */
        {"4k3/8/8/3p4/8/4N3/7P/4K3 b - - 0 1", "e8e7", "e3d5", "d5d4", "", 0, 900},
        /* a pawn that falls in the fourth move says nothing */
        {"4k3/8/8/p7/8/8/7P/2N1K3 b - - 0 1", "e8e7", "c1d3 e7e6 d3b2 e6e7 b2c4 e7e6 c4a5", "e8d7",
         "", 100, 200},
        /* a check that wins nothing is no reason */
        {"3k4/8/8/8/8/8/4Q2P/4K3 w - - 0 1", "h2h3", "d8c8", "e2d2", "", 900, 800},
        /* a fork without a check */
        {"r2q1k2/7p/8/8/3N4/8/8/4K3 b - - 0 1", "h7h6", "d4e6 f8e7 e6d8 a8d8", "a8a2",
         "The answer Ne6+ gives check and wins ♛ for ♘: Ne6+ Ke7 Nxd8.\n", -800, -200},
        {"r4q1k/7p/8/8/3N4/8/8/4K3 b - - 0 1", "h7h6", "d4c6 f8g7 c6d4 h8h7", "a8a2", "", -800,
         -780},
        {"3r1q1k/8/7p/8/3N4/8/8/4K3 b - - 0 1", "h6h5", "d4e6 f8f6 e6d8 f6d8", "d8a8",
         "The answer Ne6 attacks ♜ and ♛ at once and wins ♜ for ♘: Ne6 Qf6 Nxd8.\n", -1200, -1000},
    };
    char said[1024] = "";
    set_board(cases[_i].fen);
    struct mi_position_analysis now = {
        .player = miai_turn(engine), .scored = true, .score = cases[_i].score};
    struct mi_position_analysis then = {
        .player = !now.player, .scored = true, .score = cases[_i].score_then};
    snprintf(now.pv, sizeof now.pv, "%s", cases[_i].better);
    snprintf(now.best, sizeof now.best, "%.4s", cases[_i].better);
    snprintf(then.pv, sizeof then.pv, "%s", cases[_i].answers);
    snprintf(then.best, sizeof then.best, "%.4s", cases[_i].answers);
    mi_explain_move(engine, &now, &then, cases[_i].move, gather_lines, said);
    ck_assert_str_eq(said, cases[_i].said);
}
END_TEST

/* A board of Go, 9x9: Black's group in the upper left corner, White's around it. */
static void set_up_go_group(void)
{
    set_option_value("game", "go");
    ck_assert_int_eq(miai_set_size(engine, 9, 9), MIAI_OK);
    ck_assert_int_eq(miai_set_size(twin, 9, 9), MIAI_OK);
    static const char *const moves[] = {"B8", "D8", "C8", "D7", "B7", "C6", "H2", "B6", "G3", "A6"};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        play_moves(moves[i]);
}

/* Fills in the owners: the points of the upper left 3 by 3 as given, all others for White. */
static char *corner_owners(char corner)
{
    char *owner = malloc(82);
    ck_assert_ptr_nonnull(owner);
    memset(owner, 'A', 81);
    for (int y = 0; y < 3; y++)
        memset(owner + 9 * y, corner, 3);
    owner[81] = '\0';
    return owner;
}

/* Stones that die, and the area, with the answer; nothing that the points lost do not confirm. */
START_TEST(losses_in_go_have_their_reasons)
{
    static const struct {
        char before, after;
        double points_lost;
        const char *best, *said;
    } cases[] = {
        {'U', 'A', 18, "B9",
         "After the answer B9 Black's 3 stones at B8 die.\nThe answer B9, the best point for both, "
         "gains White about 18 points in the upper left corner.\n"},
        {'K', 'A', 9, "B9",
         "After the answer B9 Black's 3 stones at B8, unsettled before, die.\nThe answer B9, the "
         "best point for both, gains White about 9 points in the upper left corner.\n"},
        /* the points that the move gains elsewhere count */
        {'U', 'A', 12, "B9",
         "After the answer B9 Black's 3 stones at B8 die.\nThe answer B9, the best point for both, "
         "gains White about 18 points in the upper left corner, for about 6 elsewhere.\n"},
        /* no move is near: noise of the searches */
        {'U', 'A', 18, "J9",
         "J9 in the upper right corner, which both want, is worth 18.0 points more than J1 in the "
         "lower right corner.\n"},
        {'P', 'K', 0.4, "B9", "B9 is now also White's best move.\n"},
        {'P', 'K', 1, "B9",
         "B9 in the upper left corner, which both want, is worth 1.0 points more than J1 in "
         "the lower right corner.\n"},
        {'P', 'K', 40, "B9",
         "B9 in the upper left corner, which both want, is worth 40.0 points more than J1 in "
         "the lower right corner.\n"},
    };
    const char *best = cases[_i].best;
    char said[1024] = "";
    set_up_go_group();
    struct mi_position_analysis now = {.pv = "B9",
                                       .leads = true,
                                       .points_lost = cases[_i].points_lost,
                                       .owner = corner_owners(cases[_i].before)};
    struct mi_position_analysis then = {
        .player = 1, .pv = "B9", .leads = true, .owner = corner_owners(cases[_i].after)};
    snprintf(now.best, sizeof now.best, "%s", best);
    snprintf(then.best, sizeof then.best, "%s", best);
    mi_explain_move(engine, &now, &then, "J1", gather_lines, said);
    ck_assert_str_eq(said, cases[_i].said);
    free(now.owner);
    free(then.owner);
}
END_TEST

/* The move that mates is named, and what it captures does not matter. */
START_TEST(mate_is_named)
{
    char said[1024] = "";
    struct mi_position_analysis now = {.player = 1, .best = "g7g6", .pv = "g7g6"},
                                then = {.player = 0, .best = "h5f7", .pv = "h5f7", .mate = 1};
    set_board("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1");
    mi_explain_move(engine, &now, &then, "g8f6", gather_lines, said);
    ck_assert_str_eq(said, "White now wins by force in 1 move: Qxf7#.\n");
}
END_TEST

/* The key of an empty file, with two options set. */
static uint64_t key_with(const char *playouts, const char *depth)
{
    uint64_t key;
    ck_assert_int_eq(miai_set_option(engine, "playouts", playouts), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "depth", depth), MIAI_OK);
    ck_assert(mi_analysis_key(engine, "", 0, &key));
    return key;
}

/* Two options whose values, one after the other, are the same text. */
START_TEST(key_separates_options)
{
    ck_assert(key_with("11", "0") == key_with("11", "0"));
    ck_assert(key_with("11", "0") != key_with("1", "10"));
    ck_assert(key_with("12", "3") != key_with("1", "23"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("analyze");
    TCase *c = add_case(suite, "analyze", 60);
    tcase_add_checked_fixture(c, set_up_engines, free_engines);
    tcase_add_test(c, sums_and_turning_points);
    tcase_add_test(c, tree_visits_both_alike);
    tcase_add_test(c, alphabeta_searches_both_as_deep);
    tcase_add_test(c, only_alphabeta_searches_several_lines);
    tcase_add_loop_test(c, best_move_loses_nothing, 0, 4);
    tcase_add_loop_test(c, lost_queen_is_seen, 0, 2);
    tcase_add_test(c, no_loss_is_negative);
    tcase_add_test(c, next_best_move_is_known);
    tcase_add_test(c, minimax_knows_all_moves);
    tcase_add_loop_test(c, lines_are_rated_after_exchanges, 0, 5);
    tcase_add_loop_test(c, mistakes_have_their_reasons, 0, 10);
    tcase_add_test(c, mate_is_named);
    tcase_add_loop_test(c, losses_in_go_have_their_reasons, 0, 7);
    tcase_add_test(c, key_separates_options);
    tcase_add_test(c, tables_judge_moves);
    tcase_add_test(c, better_move_brings_its_score);
    return run_suite(suite);
}
