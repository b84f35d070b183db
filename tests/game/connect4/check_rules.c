/* Compares tic-tac-toe and Connect Four with a slow board of the test, and Connect Four's candidate
 * moves with all moves. */
#include "contract/capability.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* A board that finds rows by walking along them. */
struct slow {
    int width, height, row; /* number in a row that wins */
    bool falls;             /* stones fall down */
    int stones, point[16][16], winner;
};

static int stone_at(const struct slow *s, int x, int y)
{
    return x >= 0 && x < s->width && y >= 0 && y < s->height ? s->point[x][y] : -1;
}

static bool slow_over(const struct slow *s)
{
    return s->winner >= 0 || s->stones == s->width * s->height;
}

static bool slow_legal(const struct slow *s, int x, int y)
{
    return !slow_over(s) && s->point[x][y] < 0 && (!s->falls || y == 0 || s->point[x][y - 1] >= 0);
}

static int count_in_direction(const struct slow *s, int x, int y, int dx, int dy)
{
    int length = 0, player = s->point[x][y];
    for (x += dx, y += dy; stone_at(s, x, y) == player; x += dx, y += dy)
        length++;
    return length;
}

static void slow_play(struct slow *s, int x, int y)
{
    static const int directions[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int player = s->stones++ % 2;
    s->point[x][y] = player;
    for (int i = 0; i < 4; i++) {
        int dx = directions[i][0], dy = directions[i][1];
        if (1 + count_in_direction(s, x, y, dx, dy) + count_in_direction(s, x, y, -dx, -dy) >=
            s->row)
            s->winner = player;
    }
}

static void compare_boards(const miai_game *game, const void *pos, const struct slow *s)
{
    int8_t piece[MIAI_MAX_POINTS];
    int score;
    bool over = game->outcome(pos, &score), same = over == slow_over(s);
    if (over)
        same &= score == (s->winner < 0 ? 0 : 1 - 2 * s->winner);
    mi_editing(game)->board(pos, piece);
    for (int i = 0; i < s->width * s->height; i++) {
        int x = i % s->width, y = i / s->width;
        same &= piece[i] == s->point[x][y] && game->legal(pos, i) == slow_legal(s, x, y);
    }
    ck_assert(same);
}

static void random_games(const miai_game *game, const miai_setup *setup, int games)
{
    uint64_t pos[32];
    miai_move list[MIAI_MAX_LEGAL];
    miai_rng rng;
    miai_rng_seed(&rng, 4);
    ck_assert_uint_le(game->size(setup), sizeof pos);
    for (int i = 0; i < games; i++) {
        struct slow s = {.width = setup->width, .height = setup->height, .winner = -1};
        s.falls = game == &mi_connect4_game;
        s.row = s.falls ? 4 : 3;
        memset(s.point, -1, sizeof s.point);
        game->init(pos, setup);
        for (compare_boards(game, pos, &s); !slow_over(&s); compare_boards(game, pos, &s)) {
            int n = game->moves(pos, list);
            miai_move move = list[miai_rng_below(&rng, (uint32_t)n)];
            game->play(pos, move);
            slow_play(&s, move % setup->width, move / setup->width);
        }
    }
}

START_TEST(tictactoe_as_slow_board)
{
    random_games(&mi_tictactoe_game, &mi_tictactoe_game.setup, 1000);
}
END_TEST

START_TEST(connect4_as_slow_board)
{
    miai_setup setup = mi_connect4_game.setup;
    int sizes = 0;
    for (setup.width = 4; setup.width <= mi_connect4_game.max_width; setup.width++)
        for (setup.height = 4; setup.height <= mi_connect4_game.max_height; setup.height++)
            if (mi_connect4_game.size(&setup) > 0) {
                random_games(&mi_connect4_game, &setup, 200);
                sizes++;
            }
    ck_assert_int_eq(sizes, 50);
}
END_TEST

/* ---- candidates ---- */

enum { WIN = 100 };

/* The value for the player to move by alpha-beta over moves() or candidates(): a win in n plies is
 * WIN - n. */
static int alphabeta_value(const void *pos, int (*list_moves)(const void *, miai_move *), int alpha,
                           int beta)
{
    miai_move list[MIAI_MAX_LEGAL];
    uint64_t next[16];
    int score, best = -WIN;
    if (mi_connect4_game.outcome(pos, &score))
        return score ? -WIN : 0;
    int n = list_moves(pos, list);
    for (int i = 0; i < n && best < beta; i++) {
        memcpy(next, pos, mi_connect4_game.size(&mi_connect4_game.setup));
        mi_connect4_game.play(next, list[i]);
        int low = alpha > best ? alpha : best, found;
        found = -alphabeta_value(next, list_moves, -beta - 1, -low + 1);
        found -= (found > 0) - (found < 0);
        best = found > best ? found : best;
    }
    return best;
}

static void random_position(void *pos, const miai_setup *setup, int plies, miai_rng *rng)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    do {
        mi_connect4_game.init(pos, setup);
        for (int ply = 0; ply < plies && !mi_connect4_game.outcome(pos, &score); ply++) {
            int n = mi_connect4_game.moves(pos, list);
            mi_connect4_game.play(pos, list[miai_rng_below(rng, (uint32_t)n)]);
        }
    } while (mi_connect4_game.outcome(pos, &score));
}

/* The best result and its length are the same with candidates as with all moves. */
START_TEST(candidates_keep_the_value)
{
    uint64_t pos[16];
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    ck_assert_uint_le(mi_connect4_game.size(&mi_connect4_game.setup), sizeof pos);
    for (int i = 0; i < 600; i++) {
        miai_setup setup = {.width = i % 2 ? 7 : 5, .height = i % 2 ? 6 : 5};
        random_position(pos, &setup, i % 2 ? 30 : 14, &rng);
        ck_assert_int_eq(alphabeta_value(pos, mi_connect4_game.hints->candidates, -WIN, WIN),
                         alphabeta_value(pos, mi_connect4_game.moves, -WIN, WIN));
    }
}
END_TEST

/* Returns whether decide() finds the result, which must be that of alpha-beta; bounds that it
 * finds must hold. */
static bool check_decision(const void *pos)
{
    const miai_solver *solver = mi_connect4_game.solver;
    int min = -WIN, max = WIN, plies = 0, turn = mi_connect4_game.turn(pos) ? -1 : 1;
    if (solver->known(pos, &min, &max, &plies) && (min > 0 || max < 0))
        return false;
    if (!solver->decide(pos, &min, &max))
        return false;
    int value = turn * alphabeta_value(pos, mi_connect4_game.hints->candidates, -1, 1);
    int result = (value > 0) - (value < 0);
    ck_assert_int_le(min, result);
    ck_assert_int_ge(max, result);
    return min > 0 || max < 0 || min == max;
}

START_TEST(decisions_are_right)
{
    static const struct {
        int width, height, plies, positions, decided;
    } tests[] = {{7, 6, 28, 300, 60}, {6, 5, 17, 200, 70}, {4, 4, 7, 300, 100}, {8, 8, 53, 100, 5}};
    uint64_t pos[16];
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    for (int i = 0; i < COUNT(tests); i++) {
        const miai_setup setup = {.width = tests[i].width, .height = tests[i].height};
        int decided = 0;
        for (int j = 0; j < tests[i].positions; j++) {
            random_position(pos, &setup, tests[i].plies, &rng);
            decided += check_decision(pos);
        }
        ck_assert_int_ge(decided, tests[i].decided);
    }
}
END_TEST

START_TEST(candidate_moves)
{
    static const struct {
        const char *columns, *candidates;
    } tests[] = {
        {"", "D1 C1 E1 B1 F1 A1 G1"},
        {"ababab", "A4"}, /* wins */
        {"ababa", "A4"},  /* blocks */
        {"ddcce", "B1"},  /* two threats: blocking one of them is enough */
        {"acgdfe", "B1"},
        {"abcagbgc", "C3 E1 B3 F1 A3 G3"}, /* not under D2 */
    };
    uint64_t pos[16];
    miai_move list[MIAI_MAX_LEGAL];
    for (int i = 0; i < COUNT(tests); i++) {
        char text[128] = "", column[2] = "";
        mi_connect4_game.init(pos, &mi_connect4_game.setup);
        for (const char *p = tests[i].columns; *p; p++) {
            column[0] = *p;
            mi_connect4_game.play(pos, mi_connect4_game.notation->read_move(pos, column));
        }
        int n = mi_connect4_game.hints->candidates(pos, list);
        for (int j = 0; j < n; j++) {
            strcat(text, j ? " " : "");
            mi_connect4_game.move_text(pos, list[j], text + strlen(text), MIAI_MOVE_TEXT);
        }
        ck_assert_str_eq(text, tests[i].candidates);
    }
}
END_TEST

START_TEST(columns_read)
{
    uint64_t pos[16];
    const miai_game *g = &mi_connect4_game;
    g->init(pos, &g->setup);
    for (int y = 0; y < 6; y++) {
        ck_assert_int_eq(g->notation->read_move(pos, y % 2 ? "d" : "D"), y * 7 + 3);
        g->play(pos, y * 7 + 3);
    }
    ck_assert_int_eq(g->notation->read_move(pos, "d"), MIAI_NO_MOVE);
    ck_assert_int_eq(g->notation->read_move(pos, "h"), MIAI_NO_MOVE);
    ck_assert_int_eq(g->notation->read_move(pos, "4"), MIAI_NO_MOVE);
    ck_assert_int_eq(g->notation->read_move(pos, ""), MIAI_NO_MOVE);
    ck_assert_int_eq(g->notation->read_move(pos, "cc"), MIAI_NO_MOVE);
}
END_TEST

/* The evaluation is negated if colours are exchanged, and invariant under mirroring. */
START_TEST(evaluation_symmetric)
{
    uint64_t pos[16], swapped[16], mirrored[16];
    const miai_game *g = &mi_connect4_game;
    miai_rng rng;
    miai_rng_seed(&rng, 6);
    for (int i = 0; i < 1000; i++) {
        miai_move list[MIAI_MAX_LEGAL];
        int score;
        g->init(pos, &g->setup);
        g->init(swapped, &g->setup);
        g->init(mirrored, &g->setup);
        g->editing->set_turn(swapped, 1);
        for (int ply = 0; ply < 20 && !g->outcome(pos, &score); ply++) {
            int n = g->moves(pos, list);
            miai_move move = list[miai_rng_below(&rng, (uint32_t)n)];
            g->play(pos, move);
            g->play(swapped, move);
            g->play(mirrored, move - move % 7 + 6 - move % 7);
        }
        ck_assert_int_eq(g->evaluation->evaluate(NULL, NULL, swapped),
                         -g->evaluation->evaluate(NULL, NULL, pos));
        ck_assert_int_eq(g->evaluation->evaluate(NULL, NULL, mirrored),
                         g->evaluation->evaluate(NULL, NULL, pos));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lines");
    TCase *tests = add_case(suite, "lines", 60);
    tcase_add_test(tests, tictactoe_as_slow_board);
    tcase_add_test(tests, connect4_as_slow_board);
    tcase_add_test(tests, candidates_keep_the_value);
    tcase_add_test(tests, decisions_are_right);
    tcase_add_test(tests, candidate_moves);
    tcase_add_test(tests, columns_read);
    tcase_add_test(tests, evaluation_symmetric);
    return run_suite(suite);
}
