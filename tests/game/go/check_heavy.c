/* Go knowledge beyond the rules: tactics against the slow twin, shapes against their mirror images,
 * eyes in diagrams, and heavy playouts, which use all of these. */
#include "diagram.h"
#include "engine/option_value.h"
#include "engine/options.h"
#include "engine/setup/settings.h"
#include "game/games.h"
#include "game/go/board/go.h"
#include "game/go/board/move.h"
#include "game/go/policy/feature.h"
#include "game/go/tactics/nakade.h"
#include "game/go/tactics/semeai.h"
#include "game/go/tactics/tactics.h"
#include "tests/support/suite.h"
#include "twin.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 40, TRACE = 2048, SIDE_MAX = 9 };

static miai_setup setup_of(int width, int height, int rules)
{
    return (miai_setup){.width = width, .height = height, .komi = 7, .rules = rules};
}

static struct mi_go *start_game(int width, int height, int rules)
{
    miai_setup setup = setup_of(width, height, rules);
    return board_start(&setup);
}

static size_t position_bytes(const struct mi_go *b)
{
    miai_setup setup = {.width = b->width, .height = b->height};
    return mi_go_size(&setup);
}

/* A random move that fills no eye. */
static miai_move random_move(const struct mi_go *b, miai_rng *rng)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_playout_moves(b, list);
    return list[miai_rng_below(rng, (uint32_t)n)];
}

/* ---- tactics ---- */

static int chain_at(const struct twin *t, int move)
{
    return t->stone[move] == '.' ? 0 : twin_chain(t, move).liberties;
}

/* Compares go_effect_of() for each legal point with the twin's position after the move. */
static void compare_effects(const struct mi_go *b, const struct twin *t)
{
    for (int move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move);
        if (!mi_go_legal_point(b, p))
            continue;
        struct go_effect e = go_effect_of(b, p, b->turn);
        struct twin after = *t;
        twin_play(&after, move);
        ck_assert_int_eq(e.captured, after.prisoners[t->turn] - t->prisoners[t->turn]);
        ck_assert_int_eq(go_effect_stones(&e), twin_chain(&after, move).stones);
        if (e.captured == 0)
            ck_assert_int_eq(go_is_self_atari(&e), chain_at(&after, move) <= 1);
        else
            ck_assert(!go_is_self_atari(&e));
    }
}

START_TEST(effects_of_moves)
{
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    int width = 2 + _i % 8, height = 2 + _i / 8;
    struct mi_go *b = start_game(width, height, MI_GO_SIMPLE_KO);
    struct twin t;
    twin_init(&t, width, height, false);
    for (int ply = 0; ply < 3 * width * height && b->passes < 2; ply++) {
        compare_effects(b, &t);
        miai_move move = random_move(b, &rng);
        mi_go_play(b, move);
        twin_play(&t, move);
    }
    free(b);
}
END_TEST

/* ---- races ---- */

/* White has just played the stone with the lower-case letter; stars are the moves of the capturing
 * race, if any. */
START_TEST(capturing_races)
{
    static const struct {
        const char *rows, *name;
    } drawings[] = {
        {".XXo*./...*..", "two liberties against three"},
        {".XXo.O/...*..", "one of them a self-atari"},
        {".XXoX./......", "in atari: not a race"},
        {"Xo.../...../.....", "the rival has more"},
        {"......./.XXo.../.......", "time enough"},
    };
    const char *rows = drawings[_i].rows;
    int width = (int)strcspn(rows, "/"), height = ((int)strlen(rows) + 1) / (width + 1);
    miai_setup setup = setup_of(width, height, MI_GO_SIMPLE_KO);
    struct mi_go *b = board_draw(&setup, rows);
    uint16_t list[16];
    int n = mi_go_semeai_moves(b, board_mark(b, rows, "o"), list, 16), stars = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            int p = mi_go_point_at(b, x, y), listed = 0;
            bool star = rows[(height - 1 - y) * (width + 1) + x] == '*';
            for (int i = 0; i < n; i++)
                listed += list[i] == p;
            stars += star;
            ck_assert_msg((listed > 0) == star, "%s: %d, %d", drawings[_i].name, x, y);
        }
    ck_assert(n >= stars);
    if (stars > 0)
        ck_assert_int_eq(mi_go_semeai_moves(b, board_mark(b, rows, "o"), list, 1), 1);
    free(b);
}
END_TEST

/* ---- eyes ---- */

/* Draws a position from rows; a star is the empty point in question. */
static struct mi_go *draw_position(const char *rows, int *star)
{
    int width = (int)strcspn(rows, "/"), height = ((int)strlen(rows) + 1) / (width + 1);
    miai_setup setup = setup_of(width, height, MI_GO_SIMPLE_KO);
    struct mi_go *b = board_draw(&setup, rows);
    *star = board_mark(b, rows, "*");
    return b;
}

START_TEST(vital_points)
{
    static const struct {
        const char *rows, *name;
        bool vital;
    } eyes[] = {
        {"XXXXX/X.*.X/XXXXX/.....", "three in a row", true},
        {"XXXX/X.*X/XX.X/XXXX/....", "a bent three", true},
        {"XXXXX/X.*.X/XX.XX/XXXXX/.....", "a T of four", true},
        {"XXXXX/X..XX/X.*.X/XXXXX/.....", "a bulky five", true},
        {"XXXXX/XX.XX/X.*.X/XX.XX/XXXXX/.....", "a cross of five", true},
        {"XXXXX/X..XX/X.*.X/XX.XX/XXXXX/.....", "a flower of six", true},
        {"XXXX/X*.X/XXXX/....", "two", false},
        {"XXXXXX/X*...X/XXXXXX/......", "four in a row", false},
        {"XXXX/X*.X/X..X/XXXX/....", "a square of four", false},
        {"XXXXX/X*..X/X...X/XXXXX/.....", "a block of six", false},
        {"XXXXXXXXX/X*......X/XXXXXXXXX/.........", "seven in a row", false},
        {"XXXXX/X.*.X/XOXXX/OOO../.....", "neighbours of both colours", false},
    };
    int star = 0;
    struct mi_go *b = draw_position(eyes[_i].rows, &star);
    int vital = mi_go_vital_point(b, star);
    ck_assert_msg(vital == (eyes[_i].vital ? star : MI_GO_NONE), "%s: %d", eyes[_i].name, vital);
    free(b);
}
END_TEST

START_TEST(stones_that_fill_an_eye)
{
    static const struct {
        const char *rows;
        bool fills;
    } eyes[] = {
        {"XXXXX/XO*.X/XXXXX/.....", true},
        {"XXXX/XO*X/XO.X/XXXX/....", true},
        {"XXXX/XO*X/XOOX/XXXX/....", true},
        {"XXXXXXX/XOO*O.X/XXXXXXX/.......", false},
        {"XXXXX/XOOOX/X.O*X/XXXXX/.....", true},
        {"XXXXX/XOOOX/XOO*X/XXXXX/.....", false},
        {"XXXXXXXXX/XOOO*OOOX/XXXXXXX.X/.........", false},
    };
    int star = 0;
    struct mi_go *b = draw_position(eyes[_i].rows, &star);
    ck_assert(mi_go_fills_eye(b, star, MI_GO_WHITE) == eyes[_i].fills);
    free(b);
}
END_TEST

/* ---- shapes and priors ---- */

/* The image of a point under one of the eight symmetries of a square board. */
static int point_image(int side, int move, int turn)
{
    int x = move % side, y = move / side;
    if (turn & 1)
        x = side - 1 - x;
    if (turn & 2)
        y = side - 1 - y;
    return turn & 4 ? x * side + y : y * side + x;
}

static int list_priors(const struct mi_go *b, miai_move *list, float *prior)
{
    int n = mi_go_candidates(b, list);
    mi_go_priors(NULL, NULL, b, list, n, prior);
    return n;
}

START_TEST(priors_see_no_direction)
{
    enum { SIDE = 9 };
    miai_rng rng;
    miai_move list[MIAI_MAX_LEGAL], move;
    float prior[MIAI_MAX_LEGAL], turned[MIAI_MAX_LEGAL], at[SIDE * SIDE];
    struct mi_go *b = start_game(SIDE, SIDE, MI_GO_SIMPLE_KO),
                 *c = start_game(SIDE, SIDE, MI_GO_SIMPLE_KO);
    miai_rng_seed(&rng, 7);
    for (int ply = 0; ply < 70; ply++) {
        int n = list_priors(b, list, prior);
        float sum = 0;
        for (int i = 0; i < n; i++) {
            ck_assert(prior[i] > 0);
            sum += prior[i];
            if (list[i] < SIDE * SIDE)
                at[point_image(SIDE, list[i], _i)] = prior[i];
        }
        ck_assert_float_eq_tol(sum, 1, 1e-4F);
        ck_assert_int_eq(list_priors(c, list, turned), n);
        for (int i = 0; i < n; i++)
            if (list[i] < SIDE * SIDE)
                ck_assert_float_eq_tol(turned[i], at[list[i]], 1e-5F);
        move = random_move(b, &rng);
        if (move == mi_go_pass(b))
            break;
        mi_go_play(b, move);
        mi_go_play(c, point_image(SIDE, move, _i));
    }
    free(b);
    free(c);
}
END_TEST

/* 0 empty, 1 own, 2 the other colour. */
static int digit_at(const struct mi_go *b, int x, int y, int colour)
{
    int stands = b->point[mi_go_point_at(b, x, y)].colour;
    return stands > MI_GO_WHITE ? 0 : 1 + (stands != colour);
}

/* The shape around (x, y) as defined in shape.h, computed from the stones only: the frame is
 * rotated so that "up" leads away from the border and "along" follows it. */
static int shape_of_stones(const struct mi_go *b, int x, int y, int colour)
{
    static const int8_t ring[8][2] = {{-1, 0}, {-1, -1}, {0, -1}, {1, -1},
                                      {1, 0},  {1, 1},   {0, 1},  {-1, 1}};
    bool side = x == 0 || x == b->width - 1, level = y == 0 || y == b->height - 1;
    int in_x = x == 0 ? 1 : -1, in_y = y == 0 ? 1 : -1, n = 0;
    int up[2] = {level ? 0 : in_x, level ? in_y : 0};
    int along[2] = {level ? (side ? in_x : 1) : 0, level ? 0 : 1};
    if (!side && !level) {
        for (int i = 7; i >= 0; i--)
            n = 3 * n + digit_at(b, x + ring[i][0], y + ring[i][1], colour);
        return n;
    }
    for (int i = side && level ? 2 : 0; i < 5; i++) { /* from one end of the border to the other */
        int a = i < 2 ? -1 : i > 2 ? 1 : 0, u = i > 0 && i < 4;
        n = 3 * n + digit_at(b, x + a * along[0] + u * up[0], y + a * along[1] + u * up[1], colour);
    }
    return GO_SHAPES_INSIDE + (side && level ? GO_SHAPES_EDGE : 0) + n;
}

/* Compares incrementally updated shapes with the slow ones, with captures. */
START_TEST(shapes_are_kept)
{
    static const int8_t size[][2] = {{2, 2}, {2, 5}, {3, 3}, {6, 4}, {9, 9}};
    struct mi_go *b = start_game(size[_i][0], size[_i][1], MI_GO_SIMPLE_KO);
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    for (int ply = 0; ply < 300 && b->passes < 2; ply++) {
        mi_go_play(b, random_move(b, &rng));
        for (int move = 0; move < mi_go_pass(b); move++)
            for (int colour = MI_GO_BLACK; colour <= MI_GO_WHITE; colour++)
                ck_assert_int_eq(go_shape(b, mi_go_point_of(b, move), colour),
                                 shape_of_stones(b, move % b->width, move / b->width, colour));
    }
    free(b);
}
END_TEST

START_TEST(shapes_tell_positions_apart)
{
    static bool seen[GO_SHAPES];
    int n = 0;
    struct mi_go *b = start_game(3, 3, MI_GO_SIMPLE_KO);
    int middle = mi_go_point_of(b, 4);
    for (int code = 0; code < GO_SHAPES_INSIDE; code++) {
        go_shape_init(b, middle);
        for (int move = 0, rest = code; move < 9; move++) {
            if (move == 4)
                continue;
            if (rest % 3 != MI_GO_EMPTY)
                go_shape_update(b, mi_go_point_of(b, move), rest % 3, true);
            rest /= 3;
        }
        int shape = go_shape(b, middle, MI_GO_BLACK);
        ck_assert(shape >= 0 && shape < GO_SHAPES_INSIDE && !seen[shape]);
        seen[shape] = true;
        n++;
    }
    ck_assert_int_eq(n, GO_SHAPES_INSIDE);
    free(b);
}
END_TEST

/* ---- playouts ---- */

struct playout {
    int score;
    miai_trace trace;
    uint16_t move[TRACE];
};

static void play_out(const struct mi_go *b, uint64_t seed, struct playout *result)
{
    miai_rng rng;
    struct mi_go *copy = malloc(position_bytes(b));
    ck_assert_ptr_nonnull(copy);
    memcpy(copy, b, position_bytes(b));
    miai_rng_seed(&rng, seed);
    result->trace = (miai_trace){.length = 0, .capacity = TRACE, .move = result->move};
    result->score = mi_go_heavy_playout(NULL, copy, &rng, &result->trace);
    free(copy);
}

/* Replays the trace: all moves are legal, and the result is the reported one. */
static void replay_trace(const struct mi_go *b, const struct playout *playout)
{
    struct mi_go *copy = malloc(position_bytes(b));
    memcpy(copy, b, position_bytes(b));
    for (int i = 0; i < playout->trace.length; i++) {
        miai_move move = playout->move[i] & ~MIAI_TRACE_SECOND;
        ck_assert_int_eq((playout->move[i] & MIAI_TRACE_SECOND) != 0, copy->turn);
        ck_assert(mi_go_game.legal(copy, move));
        mi_go_play(copy, move);
    }
    if (!copy->rules.territory)
        ck_assert_int_eq(mi_go_final_score(copy, NULL), playout->score);
    free(copy);
}

START_TEST(playouts_are_legal_and_end)
{
    static const int side[][2] = {{2, 2}, {3, 2}, {5, 5}, {9, 9}, {7, 13}, {19, 19}};
    static struct playout playout, again;
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    int size = _i / 4;
    for (int game = 0; game < GAMES; game++) {
        struct mi_go *b = start_game(side[size][0], side[size][1], _i % 4);
        int plies = (int)miai_rng_below(&rng, (uint32_t)mi_go_pass(b));
        while (plies-- > 0 && b->passes < 2)
            mi_go_play(b, random_move(b, &rng));
        play_out(b, (uint64_t)game, &playout);
        ck_assert_int_le(playout.trace.length, mi_go_playout_max(b));
        replay_trace(b, &playout);
        play_out(b, (uint64_t)game, &again);
        ck_assert_int_eq(playout.score, again.score);
        ck_assert_int_eq(playout.trace.length, again.trace.length);
        ck_assert_mem_eq(playout.move, again.move, (size_t)again.trace.length * 2);
        free(b);
    }
}
END_TEST

/* Usually a white chain escapes from atari or a black stone is captured. */
START_TEST(atari_is_answered)
{
    struct playout playout;
    struct mi_go *b = start_game(9, 9, MI_GO_SIMPLE_KO);
    const char *moves[] = {"E5", "E6", "D6", "A9", "F6"}; /* the last move puts E6 in atari */
    int answered = 0;
    for (int i = 0; i < COUNT(moves); i++)
        mi_go_play(b, miai_point_read(moves[i], 9, 9));
    for (int i = 0; i < 100; i++) {
        play_out(b, (uint64_t)i, &playout);
        answered += (playout.move[0] & ~MIAI_TRACE_SECOND) == miai_point_read("E7", 9, 9);
    }
    ck_assert_int_gt(answered, 70);
    free(b);
}
END_TEST

/* ---- options ---- */

START_TEST(the_game_decides_where_an_option_says_auto)
{
    struct mi_options options;
    char text[16];
    const struct mi_option_row *rave = mi_options_find("rave-equivalence");
    mi_options_init(&options);
    mi_options_get(&options, rave, text, sizeof text);
    ck_assert_str_eq(text, "auto");
    ck_assert_double_eq(mi_options_settings(&options, &mi_go_game, 0).rave_equivalence,
                        mi_go_game.hints->tuning->rave);
    ck_assert_double_eq(mi_options_settings(&options, &mi_connect4_game, 0).rave_equivalence, 0);
    ck_assert_double_eq(mi_options_settings(&options, &mi_go_game, 0).prior_wins,
                        mi_go_game.hints->tuning->prior_wins);
    ck_assert_double_gt(mi_go_game.hints->tuning->prior_wins, 0);
    ck_assert_double_eq(mi_options_settings(&options, &mi_connect4_game, 0).prior_wins, 0);
    ck_assert(mi_options_set(&options, rave, "50"));
    ck_assert_double_eq(mi_options_settings(&options, &mi_go_game, 0).rave_equivalence, 50);
    ck_assert(mi_options_set(&options, rave, "AUTO"));
    ck_assert(!mi_options_set(&options, mi_options_find("fpu"), "auto"));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_heavy");
    TCase *tests = add_case(suite, "go_heavy", 4);
    tcase_add_loop_test(tests, effects_of_moves, 0, 64);
    tcase_add_loop_test(tests, capturing_races, 0, 5);
    tcase_add_loop_test(tests, vital_points, 0, 12);
    tcase_add_loop_test(tests, stones_that_fill_an_eye, 0, 7);
    tcase_add_loop_test(tests, priors_see_no_direction, 0, 8);
    tcase_add_loop_test(tests, shapes_are_kept, 0, 5);
    tcase_add_test(tests, shapes_tell_positions_apart);
    tcase_add_loop_test(tests, playouts_are_legal_and_end, 0, 24);
    tcase_add_test(tests, atari_is_answered);
    tcase_add_test(tests, the_game_decides_where_an_option_says_auto);
    return run_suite(suite);
}
