/* Network inputs of Go: positions whose planes and numbers are written out, mirrored games, random
 * games. */
#include "game/go/network/planes.h"

#include "contract/history.h"
#include "diagram.h"
#include "game/games.h"
#include "tests/support/planes.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const miai_encoding *encoding(void)
{
    return mi_go_game.planes->encodings[0];
}

/* ---- a game and its planes ---- */

struct shown {
    miai_setup setup;
    struct mi_history *history;
    void *before[2]; /* the two previous positions, the latest first */
    float plane[GO_PLANES * MIAI_MAX_POINTS], number[GO_NUMBERS];
};

static void begin_game(struct shown *s, int width, int height, int rules, double komi)
{
    s->setup = (miai_setup){.width = width, .height = height, .komi = komi, .rules = rules};
    s->history = mi_history_new(&mi_go_game, &s->setup);
    ck_assert_ptr_nonnull(s->history);
    for (int i = 0; i < COUNT(s->before); i++)
        ck_assert_ptr_nonnull(s->before[i] = malloc(mi_history_size(s->history)));
}

static void end_game(struct shown *s)
{
    for (int i = 0; i < COUNT(s->before); i++)
        free(s->before[i]);
    mi_history_free(s->history);
}

/* Draws the initial position from rows. */
static void draw_start(struct shown *s, const char *rows, int turn)
{
    struct mi_go *b = board_draw(&s->setup, rows);
    mi_go_game.editing->set_turn(b, turn);
    mi_history_restart(s->history, b);
    free(b);
}

/* Computes the inputs of a position, with as much history as the encoding uses. */
static void show_position(struct shown *s, const void *pos)
{
    int plies = mi_history_plies(s->history), keys;
    size_t points = (size_t)(s->setup.width * s->setup.height);
    const void *earlier[] = {s->before[0], s->before[1]};
    const miai_past past = {
        .start = mi_history_start(s->history),
        .ply = mi_history_line(s->history),
        .plies = plies,
        .earlier = earlier,
        .earlier_count = plies < COUNT(earlier) ? plies : COUNT(earlier),
        .keys = mi_history_keys(s->history, &keys),
        .key_count = plies,
    };
    ck_assert_int_eq(encoding()->earlier, COUNT(earlier));
    memset(s->plane, 0xff, points * GO_PLANES * sizeof *s->plane); /* fill with NaN */
    memset(s->number, 0xff, sizeof s->number);
    encoding()->fill(pos, &past, s->plane, s->number);
}

static void show_planes(struct shown *s)
{
    show_position(s, mi_history_position(s->history));
}

static void play_move(struct shown *s, int player, miai_move move)
{
    void *older = s->before[1];
    s->before[1] = s->before[0];
    s->before[0] = memcpy(older, mi_history_position(s->history), mi_history_size(s->history));
    ck_assert_msg(mi_history_play(s->history, player, move) == MI_PLAYED, "illegal: %d", move);
}

/* Plays moves separated by spaces, by the side to move or by the player named before the move:
 * "b:a1". */
static void play_moves(struct shown *s, const char *moves)
{
    char text[8];
    for (int n; sscanf(moves, " %7s%n", text, &n) == 1; moves += n) {
        bool named = text[1] == ':';
        int turn = mi_go_game.turn(mi_history_position(s->history));
        play_move(s, named ? text[0] == 'w' : turn,
                  board_point(&s->setup, named ? text + 2 : text));
    }
    show_planes(s);
}

/* Compares a plane with rows from the top; # is 1. */
static void expect_plane(const struct shown *s, int plane, const char *rows)
{
    check_plane(s->plane, plane, s->setup.width, s->setup.height, rows);
}

static void expect_nothing(const struct shown *s, int plane)
{
    int points = s->setup.width * s->setup.height, marked = 0;
    for (int i = 0; i < points; i++)
        marked += s->plane[plane * points + i] != 0.0f;
    ck_assert_msg(marked == 0, "plane %d is not empty", plane);
}

static void expect_number(const struct shown *s, int number, double value)
{
    ck_assert_float_eq_tol(s->number[number], (float)value, 1e-6f);
}

/* ---- planes ---- */

START_TEST(stones_and_liberties)
{
    struct shown s;
    begin_game(&s, 5, 4, MI_GO_CHINESE, 0);
    draw_start(&s, "XO.../...X./..XX./X...O", 1);
    show_planes(&s);
    expect_plane(&s, GO_PLANE_BOARD, "#####/#####/#####/#####");
    expect_plane(&s, GO_PLANE_OWN, ".#.../...../...../....#");
    expect_plane(&s, GO_PLANE_OTHER, "#..../...#./..##./#....");
    end_game(&s);
    begin_game(&s, 5, 4, MI_GO_CHINESE, 0);
    draw_start(&s, "X.O../.X.OO/X.X../.XO..", 0);
    show_planes(&s);
    expect_plane(&s, GO_PLANE_OWN, "#..../.#.../#.#../.#...");
    expect_plane(&s, GO_PLANE_LIBERTIES, "...../...../...../..#..");
    expect_plane(&s, GO_PLANE_LIBERTIES + 1, "#..../...../...../.#...");
    expect_plane(&s, GO_PLANE_LIBERTIES + 2, "..#../...../#.#../.....");
    expect_nothing(&s, 7);
    expect_nothing(&s, 8);
    expect_nothing(&s, 20);
    expect_nothing(&s, 21);
    end_game(&s);
}
END_TEST

START_TEST(ko_plane)
{
    struct shown s;
    begin_game(&s, 4, 3, MI_GO_JAPANESE, 0);
    draw_start(&s, ".XO./XO.O/.XO.", 0);
    play_moves(&s, "c2");
    expect_plane(&s, GO_PLANE_KO, "..../.#../....");
    play_moves(&s, "d1");
    expect_nothing(&s, GO_PLANE_KO);
    end_game(&s);
}
END_TEST

/* Moves that would repeat an earlier position, each a suicide of several stones. */
START_TEST(superko_plane)
{
    static const char moves[] = "b2 b3 c3 a2 a3 b1 a1 c1 c2 c1 pass";
    struct shown s;
    begin_game(&s, 3, 3, MI_GO_TROMP_TAYLOR, 0);
    play_moves(&s, moves);
    expect_plane(&s, GO_PLANE_KO, ".../.../.#.");
    /* A player who moves twice in a row resets the history. */
    play_moves(&s, "b:pass");
    play_moves(&s, "w:pass");
    expect_plane(&s, GO_PLANE_KO, ".../.../...");
    end_game(&s);
    begin_game(&s, 2, 2, MI_GO_TROMP_TAYLOR, 0);
    play_moves(&s, "a2 b1 b2 a1 a2 b2 pass");
    expect_plane(&s, GO_PLANE_KO, "#./..");
    end_game(&s);
    /* Black has captured nothing, so nothing is forbidden to Black; with situational superko the
     * side to move differs. */
    begin_game(&s, 3, 3, MI_GO_NZ, 0);
    play_moves(&s, moves);
    expect_nothing(&s, GO_PLANE_KO);
    end_game(&s);
}
END_TEST

START_TEST(last_moves)
{
    struct shown s;
    begin_game(&s, 3, 2, MI_GO_TROMP_TAYLOR, 0);
    play_moves(&s, "a1 a2 pass b2 c1 c2");
    expect_plane(&s, GO_PLANE_LAST, "..#/...");
    expect_plane(&s, GO_PLANE_LAST + 1, ".../..#");
    expect_plane(&s, GO_PLANE_LAST + 2, ".#./...");
    expect_nothing(&s, GO_PLANE_LAST + 3);
    expect_plane(&s, GO_PLANE_LAST + 4, "#../...");
    for (int i = 0; i < GO_MOVES_SHOWN; i++)
        expect_number(&s, GO_NUMBER_PASS + i, i == 3);
    expect_number(&s, GO_NUMBER_PASS_ENDS, 0);
    play_moves(&s, "pass");
    expect_number(&s, GO_NUMBER_PASS, 1);
    expect_number(&s, GO_NUMBER_PASS_ENDS, 1);
    expect_plane(&s, GO_PLANE_LAST + 1, "..#/...");
    end_game(&s);
}
END_TEST

/* The number of moves shown, passes included. */
static int count_shown(const struct shown *s)
{
    int points = s->setup.width * s->setup.height, n = 0;
    for (int i = 0; i < GO_MOVES_SHOWN; i++) {
        n += s->number[GO_NUMBER_PASS + i] == 1.0f;
        for (int j = 0; j < points; j++)
            n += s->plane[(GO_PLANE_LAST + i) * points + j] == 1.0f;
    }
    return n;
}

START_TEST(history_ends)
{
    struct shown s;
    begin_game(&s, 5, 5, MI_GO_TROMP_TAYLOR, 0);
    play_moves(&s, "a1");
    ck_assert_int_eq(count_shown(&s), 1);
    play_moves(&s, "b1 c1 d1 e1 a3 b3");
    ck_assert_int_eq(count_shown(&s), 5);
    play_moves(&s, "b:c3"); /* out of turn */
    ck_assert_int_eq(count_shown(&s), 1);
    expect_plane(&s, GO_PLANE_LAST, "...../...../..#../...../.....");
    play_moves(&s, "w:d3");
    ck_assert_int_eq(count_shown(&s), 2);
    play_moves(&s, "pass pass"); /* the end of a game */
    ck_assert_int_eq(count_shown(&s), 1);
    expect_number(&s, GO_NUMBER_PASS, 1);
    play_moves(&s, "b:e3"); /* which goes on */
    ck_assert_int_eq(count_shown(&s), 2);
    play_moves(&s, "w:a5 b:b5 w:c5");
    ck_assert_int_eq(count_shown(&s), 5);
    end_game(&s);
}
END_TEST

/* White takes a ko, Black lifts the mark and retakes, White lifts that mark. White may not take the
 * ko in the same position again. */
START_TEST(encore_inputs)
{
    static const char *const rows = ".XO../X.XO./.XO../...../....X";
    struct shown s;
    begin_game(&s, 5, 5, mi_go_read_rules("japanese encore1"), 0);
    draw_start(&s, rows, 1);
    play_moves(&s, "pass pass");
    expect_number(&s, GO_NUMBER_ENCORE, 1);
    expect_number(&s, GO_NUMBER_ENCORE_2, 0);
    expect_number(&s, GO_NUMBER_PASS_ENDS, 0);
    ck_assert_int_eq(count_shown(&s), 0);
    play_moves(&s, "b4");
    expect_plane(&s, GO_PLANE_KO_MARK, "...../.#.../...../...../.....");
    expect_nothing(&s, GO_PLANE_KO);
    ck_assert(board_legal(&s.setup, mi_history_position(s.history), "b4"));
    play_moves(&s, "c4");
    expect_nothing(&s, GO_PLANE_KO_MARK);
    expect_number(&s, GO_NUMBER_KOMI, 1 / 20.0);
    ck_assert_int_eq(count_shown(&s), 2);
    play_moves(&s, "pass c4");
    expect_plane(&s, GO_PLANE_KO_MARK, "...../..#../...../...../.....");
    play_moves(&s, "b4 pass");
    expect_plane(&s, GO_PLANE_KO, "...../.#.../...../...../.....");
    expect_number(&s, GO_NUMBER_PASS_ENDS, 1);
    end_game(&s);
}
END_TEST

/* Moves in phase 2 cost nothing, and stones played there do not count next to dame. */
START_TEST(inputs_of_phase_2)
{
    struct shown s;
    begin_game(&s, 5, 4, mi_go_read_rules("japanese encore1"), 0);
    draw_start(&s, ".XO../XXO../.XOO./....X", 1);
    play_moves(&s, "pass pass pass pass");
    expect_number(&s, GO_NUMBER_ENCORE_2, 1);
    play_moves(&s, "e4 a2");
    expect_number(&s, GO_NUMBER_KOMI, 1 / 20.0);
    expect_plane(&s, GO_PLANE_OWN_BEFORE, "..#../..#../..##./.....");
    expect_plane(&s, GO_PLANE_OTHER_BEFORE, ".#.../##.../.#.../....#");
    expect_plane(&s, GO_PLANE_OWN_AREA, "..#../..#../..##./.....");
    expect_plane(&s, GO_PLANE_OTHER_AREA, ".#.../##.../.#.../....#");
    play_moves(&s, "pass");
    expect_number(&s, GO_NUMBER_PASS_ENDS, 1);
    expect_number(&s, GO_NUMBER_KOMI, -1 / 20.0);
    play_moves(&s, "pass"); /* the end */
    ck_assert_int_eq(count_shown(&s), 1);
    end_game(&s);
}
END_TEST

/* If the side to move was set, no moves are shown. */
START_TEST(other_turn)
{
    struct shown s;
    begin_game(&s, 4, 3, MI_GO_JAPANESE, 0);
    draw_start(&s, ".XO./XO.O/.XO.", 0);
    play_moves(&s, "c2");
    struct mi_go *b = malloc(mi_history_size(s.history));
    ck_assert_ptr_nonnull(b);
    memcpy(b, mi_history_position(s.history), mi_history_size(s.history));
    mi_go_game.editing->set_turn(b, 0);
    show_position(&s, b);
    ck_assert_int_eq(count_shown(&s), 0);
    expect_nothing(&s, GO_PLANE_KO);
    free(b);
    end_game(&s);
}
END_TEST

/* If dead stones are removed after two passes, a pass only asks for that and hides the history. */
START_TEST(friendly_pass)
{
    static const struct {
        int rules, shown, ends;
    } cases[] = {{MI_GO_CHINESE, 0, 0},   {MI_GO_AGA, 0, 0},          {MI_GO_NZ, 0, 0},
                 {MI_GO_SIMPLE_KO, 0, 0}, {MI_GO_TROMP_TAYLOR, 3, 1}, {MI_GO_JAPANESE, 3, 1}};
    for (int i = 0; i < COUNT(cases); i++) {
        struct shown s;
        begin_game(&s, 5, 5, cases[i].rules, 0);
        play_moves(&s, "b2 a1 pass"); /* White's stone cannot escape, and could not before */
        ck_assert_int_eq(count_shown(&s), cases[i].shown);
        expect_number(&s, GO_NUMBER_PASS_ENDS, cases[i].ends);
        expect_plane(&s, GO_PLANE_LADDER_BEFORE, "...../...../...../...../#....");
        if (cases[i].shown)
            expect_nothing(&s, GO_PLANE_LADDER_BEFORE + 1);
        else
            expect_plane(&s, GO_PLANE_LADDER_BEFORE + 1, "...../...../...../...../#....");
        end_game(&s);
    }
}
END_TEST

/* With simple ko, the game also ends when a player passes again with the same stones on the
 * board. */
START_TEST(pass_again)
{
    static const int rules[] = {MI_GO_SIMPLE_KO, MI_GO_JAPANESE};
    for (int i = 0; i < COUNT(rules); i++) {
        struct shown s;
        begin_game(&s, 2, 2, rules[i], 0);
        play_moves(&s, "a1 b1 b2 pass b1 a2 b2 pass");
        expect_number(&s, GO_NUMBER_PASS_ENDS, i); /* it follows a pass: by Japanese rules */
        play_moves(&s, "a1");
        expect_number(&s, GO_NUMBER_PASS_ENDS, 1);
        end_game(&s);
    }
}
END_TEST

START_TEST(ladder_planes)
{
    static const char corner[] = "...../...../...../...../#....";
    struct shown s;
    begin_game(&s, 5, 5, MI_GO_TROMP_TAYLOR, 0);
    play_moves(&s, "b2 a1");
    expect_plane(&s, GO_PLANE_LADDER, corner);
    expect_plane(&s, GO_PLANE_LADDER_MOVE, "...../...../...../#..../.#...");
    expect_nothing(&s, GO_PLANE_LADDER_BEFORE);
    expect_nothing(&s, GO_PLANE_LADDER_BEFORE + 1);
    play_moves(&s, "c4");
    expect_plane(&s, GO_PLANE_LADDER, corner);
    expect_nothing(&s, GO_PLANE_LADDER_MOVE); /* the owner is to move */
    expect_plane(&s, GO_PLANE_LADDER_BEFORE, corner);
    expect_nothing(&s, GO_PLANE_LADDER_BEFORE + 1);
    play_moves(&s, "b1 c1");
    expect_plane(&s, GO_PLANE_LADDER_BEFORE + 1, corner);
    end_game(&s);
    /* A ladder across the board, and one with a ladder breaker. */
    begin_game(&s, 7, 7, MI_GO_JAPANESE, 0);
    draw_start(&s, "......./..X..../.XO..../.XX..../......./......./.......", 0);
    show_planes(&s);
    expect_plane(&s, GO_PLANE_LADDER, "......./......./......./......./......./......./.......");
    end_game(&s);
    begin_game(&s, 7, 7, MI_GO_JAPANESE, 0);
    draw_start(&s, "......./......./..XX.../.XO..../..X..../......./.......", 0);
    show_planes(&s);
    expect_plane(&s, GO_PLANE_LADDER, "......./......./......./..#..../......./......./.......");
    end_game(&s);
    begin_game(&s, 7, 7, MI_GO_JAPANESE, 0);
    draw_start(&s, "......./......./..XX.../.XO..../..X..../....O../.......", 0);
    show_planes(&s);
    expect_nothing(&s, GO_PLANE_LADDER);
    end_game(&s);
}
END_TEST

START_TEST(area_planes)
{
    struct shown s;
    begin_game(&s, 5, 5, MI_GO_TROMP_TAYLOR, 0);
    draw_start(&s, ".X.XO/XXXXO/OOOOO/...../.....", 0);
    show_planes(&s);
    expect_plane(&s, GO_PLANE_OWN_AREA, "####./####./...../...../.....");
    expect_plane(&s, GO_PLANE_OTHER_AREA, "....#/....#/#####/#####/#####");
    end_game(&s);
    /* A stone in a small eye is dead; one with space for an eye is not. */
    begin_game(&s, 6, 4, MI_GO_CHINESE, 0);
    draw_start(&s, ".X.O.X/XXXXXX/...O../......", 1);
    show_planes(&s);
    expect_plane(&s, GO_PLANE_OWN_AREA, "....../....../...#../......");
    expect_plane(&s, GO_PLANE_OTHER_AREA, "######/######/....../......");
    end_game(&s);
    begin_game(&s, 5, 2, MI_GO_JAPANESE, 0); /* nothing is shown under territory rules */
    draw_start(&s, ".X.X./XXXXX", 1);
    show_planes(&s);
    expect_nothing(&s, GO_PLANE_OWN_AREA);
    expect_nothing(&s, GO_PLANE_OTHER_AREA);
    end_game(&s);
}
END_TEST

/* ---- numbers ---- */

START_TEST(numbers_of_rules)
{
    static const struct {
        double superko, of, suicide, territory;
    } want[] = {
        [MI_GO_CHINESE] = {0, 0, 0, 0},       [MI_GO_TROMP_TAYLOR] = {1, 0.5, 1, 0},
        [MI_GO_JAPANESE] = {0, 0, 0, 1},      [MI_GO_SIMPLE_KO] = {0, 0, 0, 0},
        [MI_GO_AGA] = {1, -0.5, 0, 0},        [MI_GO_NZ] = {1, -0.5, 1, 0},
        [MI_GO_CHINESE_OGS] = {1, 0.5, 0, 0},
    };
    for (int i = 0; i < COUNT(want); i++) {
        struct shown s;
        begin_game(&s, 5, 5, i, 7.5);
        show_planes(&s);
        expect_number(&s, GO_NUMBER_SUPERKO, want[i].superko);
        expect_number(&s, GO_NUMBER_SUPERKO_OF, want[i].of);
        expect_number(&s, GO_NUMBER_SUICIDE, want[i].suicide);
        expect_number(&s, GO_NUMBER_TERRITORY, want[i].territory);
        expect_number(&s, GO_NUMBER_TAX_SEKI, want[i].territory);
        expect_number(&s, GO_NUMBER_KOMI, -7.5 / 20);
        for (int j = GO_NUMBER_TAX_SEKI + 1; j < GO_NUMBER_PARITY; j++)
            expect_number(&s, j, 0);
        end_game(&s);
    }
}
END_TEST

/* The wave rises at komis with a possible draw: an odd komi on an odd board. */
START_TEST(parity_input)
{
    static const struct {
        int side;
        double komi, wave;
    } cases[] = {{5, 1, 0},      {5, 1.5, 0.5},  {5, 2, 0},      {5, 2.5, -0.5}, {5, 3, 0},
                 {5, -0.5, 0.5}, {5, 0.5, -0.5}, {4, 0, 0},      {4, 0.5, 0.5},  {4, 1, 0},
                 {4, 1.5, -0.5}, {5, 1.25, .25}, {4, 7.25, -.25}};
    for (int i = 0; i < COUNT(cases); i++) {
        struct shown s;
        begin_game(&s, cases[i].side, cases[i].side, MI_GO_AGA, cases[i].komi);
        play_moves(&s, "pass");
        expect_number(&s, GO_NUMBER_PARITY, cases[i].wave);
        expect_number(&s, GO_NUMBER_KOMI, cases[i].komi / 20);
        end_game(&s);
        begin_game(&s, cases[i].side, cases[i].side, MI_GO_JAPANESE, cases[i].komi);
        show_planes(&s);
        expect_number(&s, GO_NUMBER_PARITY, 0);
        end_game(&s);
    }
    struct shown s;
    begin_game(&s, 3, 3, MI_GO_CHINESE, 500); /* limited to the size of the board plus 20 points */
    show_planes(&s);
    expect_number(&s, GO_NUMBER_KOMI, -29.0 / 20);
    end_game(&s);
}
END_TEST

/* Under territory rules, each stone played costs its player a point. */
START_TEST(territory_komi)
{
    struct shown s;
    begin_game(&s, 5, 5, MI_GO_JAPANESE, 6.5);
    play_moves(&s, "c3");
    expect_number(&s, GO_NUMBER_KOMI, 7.5 / 20);
    play_moves(&s, "pass");
    expect_number(&s, GO_NUMBER_KOMI, -7.5 / 20);
    play_moves(&s, "b3 a3 a2 e5 a4"); /* captures a stone that was played */
    ck_assert_int_eq(mi_go_game.turn(mi_history_position(s.history)), 1);
    expect_number(&s, GO_NUMBER_KOMI, 8.5 / 20);
    end_game(&s);
}
END_TEST

/* White's compensation, with Black's stones set up or played. */
static double handicap_bonus(int rules, const char *rows, const char *moves)
{
    struct shown s;
    begin_game(&s, 5, 5, rules, 0);
    if (*rows)
        draw_start(&s, rows, 1);
    play_moves(&s, moves);
    double komi = 20 * (double)s.number[GO_NUMBER_KOMI];
    bool white = mi_go_game.turn(mi_history_position(s.history));
    end_game(&s);
    return white ? komi : -komi;
}

START_TEST(handicap_inputs)
{
    static const struct {
        const char *rows, *moves;
        int stones;
    } cases[] = {
        {"", "", 0},
        {"", "c3", 0},
        {"", "c3 b3", 0},
        {".X...", "", 0},
        {".X.X.", "", 2},
        {".X.X./...../.X...", "c3 a1 b1", 3},
        {".X.X./..O..", "", 0},
        {"", "b:a1 b:b2", 2},
        {"", "b:a1 b:b2 b:c3 w:d4 b:e5", 3},
        {"", "b:a1 w:pass b:b2", 2},
        {"", "b:a1 w:pass b:b2 w:pass b:pass w:c3 b:d4 w:e5", 2},
        {"", "b:a1 w:c3 b:b2 b:d5", 0},
        {".X.X.", "w:pass b:c3", 3},
        /* White's only stone was taken before Black moved twice. */
        {"", "b:b1 w:a1 b:a2 b:c3", 3},
        {"", "b:b1 w:a1 b:a2 b:c3 w:e1 b:b3 w:pass", 3},
        {"", "b:b1 w:a1 b:a2 w:e5 b:c4 b:c3 w:e1 b:b3 w:pass", 0},
        /* Only one known move precedes Black's second move in a row, long ago. */
        {"", "b:a1 b:b2 w:d4 b:e5 w:d3 b:e4 w:d2 b:e3 w:d1 b:e2 w:c4 b:pass", 2},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        double n = cases[i].stones, less = n > 0 ? n - 1 : 0;
        ck_assert_double_eq_tol(handicap_bonus(MI_GO_CHINESE, cases[i].rows, cases[i].moves), n,
                                1e-5);
        ck_assert_double_eq_tol(handicap_bonus(MI_GO_AGA, cases[i].rows, cases[i].moves), less,
                                1e-5);
        ck_assert_double_eq_tol(handicap_bonus(MI_GO_NZ, cases[i].rows, cases[i].moves), 0, 1e-5);
        ck_assert_double_eq_tol(handicap_bonus(MI_GO_TROMP_TAYLOR, cases[i].rows, cases[i].moves),
                                0, 1e-5);
    }
}
END_TEST

/* ---- the policy ---- */

START_TEST(policy_indices)
{
    miai_setup setup = board_setup(4, 3, MI_GO_CHINESE);
    struct mi_go *b = board_start(&setup);
    ck_assert_int_eq(encoding()->policy(b, board_point(&setup, "a3")), 0);
    ck_assert_int_eq(encoding()->policy(b, board_point(&setup, "d3")), 3);
    ck_assert_int_eq(encoding()->policy(b, board_point(&setup, "b1")), 9);
    ck_assert_int_eq(encoding()->policy(b, board_point(&setup, "pass")), 12);
    free(b);
}
END_TEST

/* ---- mirrored games ---- */

/* The image of a point under a symmetry. */
static int turn_over(const miai_setup *setup, int symmetry, int point)
{
    int x = point % setup->width, y = point / setup->width;
    if (symmetry & MIAI_MIRROR)
        x = setup->width - 1 - x;
    if (symmetry & MIAI_FLIP)
        y = setup->height - 1 - y;
    return symmetry & MIAI_TRANSPOSE ? x * setup->height + y : y * setup->width + x;
}

/* A random move of a player.  Superko forbids few of the moves that the position allows. */
static miai_move draw_move(struct shown *s, int player, miai_rng *rng)
{
    miai_move list[MIAI_MAX_LEGAL], move;
    struct mi_go *b = malloc(mi_history_size(s->history));
    ck_assert(b && mi_history_position_for(s->history, player, b));
    int n = mi_go_game.moves(b, list);
    do
        move = list[miai_rng_below(rng, (uint32_t)n)];
    while (!mi_history_legal(s->history, player, move));
    free(b);
    return move;
}

/* Plane indices are transformed like points, with rows from the top or from the bottom. */
static void expect_turned(const struct shown *s, const struct shown *t, int symmetry)
{
    int points = s->setup.width * s->setup.height, differs = -1;
    ck_assert_mem_eq(s->number, t->number, sizeof s->number);
    for (int i = 0; i < GO_PLANES * points; i++) {
        int to = i / points * points + turn_over(&s->setup, symmetry, i % points);
        differs = s->plane[i] == t->plane[to] ? differs : i / points;
    }
    ck_assert_int_eq(differs, -1);
}

static int turned_move(const miai_setup *setup, int symmetry, miai_move move)
{
    int w = setup->width, h = setup->height;
    if (move == w * h)
        return move;
    int place = turn_over(setup, symmetry, (h - 1 - move / w) * w + move % w);
    int width = symmetry & MIAI_TRANSPOSE ? h : w, height = symmetry & MIAI_TRANSPOSE ? w : h;
    return (height - 1 - place / width) * width + place % width;
}

START_TEST(planes_under_symmetries)
{
    static const struct {
        int width, height;
    } boards[] = {{5, 5}, {9, 9}, {7, 4}, {3, 3}};
    miai_rng rng;
    miai_rng_seed(&rng, 14);
    for (int i = 0; i < 8 * COUNT(boards); i++) {
        struct shown s, t;
        int symmetry = i % 8, w = boards[i / 8].width, h = boards[i / 8].height;
        bool turn = symmetry & MIAI_TRANSPOSE;
        begin_game(&s, w, h, i % 6, 6.5);
        begin_game(&t, turn ? h : w, turn ? w : h, i % 6, 6.5);
        for (int ply = 0;
             ply < 2 * w * h && !mi_go_game.outcome(mi_history_position(s.history), &(int){0});
             ply++) {
            int player = mi_go_game.turn(mi_history_position(s.history));
            miai_move move = draw_move(&s, player, &rng);
            play_move(&s, player, move);
            play_move(&t, player, turned_move(&s.setup, symmetry, move));
            show_planes(&s);
            show_planes(&t);
            expect_turned(&s, &t, symmetry);
        }
        end_game(&s);
        end_game(&t);
    }
}
END_TEST

/* ---- games at random ---- */

/* Are the planes of a point consistent? */
static bool is_sound_point(const float *p, int points)
{
    float stones = p[GO_PLANE_OWN * points] + p[GO_PLANE_OTHER * points];
    float few = p[3 * points] + p[4 * points] + p[5 * points];
    float areas = p[GO_PLANE_OWN_AREA * points] + p[GO_PLANE_OTHER_AREA * points];
    return stones <= 1.0f && few <= stones && areas <= 1.0f && p[GO_PLANE_LADDER * points] <= few &&
           p[GO_PLANE_LADDER_MOVE * points] + stones <= 1.0f &&
           p[GO_PLANE_KO * points] + stones <= 1.0f;
}

/* All inputs are written, and planes contain only 0 and 1. */
static void expect_sound(const struct shown *s)
{
    int points = s->setup.width * s->setup.height;
    bool sound = true;
    for (int i = 0; i < GO_PLANES * points; i++)
        sound = sound && (s->plane[i] == 0.0f || s->plane[i] == 1.0f);
    for (int i = 0; i < GO_NUMBERS; i++)
        sound = sound && isfinite(s->number[i]) && fabsf(s->number[i]) < 40.0f;
    for (int i = 0; i < points; i++)
        sound = sound && is_sound_point(s->plane + i, points);
    ck_assert(sound);
}

START_TEST(at_random)
{
    miai_rng rng;
    int side = 2 + _i;
    miai_rng_seed(&rng, (uint64_t)side);
    for (int rules = 0; rules < 6; rules++) {
        struct shown s;
        int width = rules % 2 ? side : 2 + (int)miai_rng_below(&rng, 24), score;
        int plies = width * side * 5 / 4, step = 1 + plies / 8;
        begin_game(&s, width, side, rules, 7);
        for (int ply = 0; ply < plies; ply++) {
            int player = mi_go_game.turn(mi_history_position(s.history));
            if (miai_rng_below(&rng, 50) == 0)
                player = !player;
            play_move(&s, player, draw_move(&s, player, &rng));
            if (ply % step == 0 || mi_go_game.outcome(mi_history_position(s.history), &score)) {
                show_planes(&s);
                expect_sound(&s);
            }
        }
        end_game(&s);
    }
}
END_TEST

/* Only the existence of earlier moves is known. */
START_TEST(no_past)
{
    struct shown s;
    begin_game(&s, 5, 5, MI_GO_AGA, 0);
    play_moves(&s, "b2 a1 c3");
    miai_past past = {0};
    encoding()->fill(mi_history_position(s.history), &past, s.plane, s.number);
    expect_sound(&s);
    ck_assert_int_eq(count_shown(&s), 0);
    expect_plane(&s, GO_PLANE_LADDER_BEFORE + 1, "...../...../...../...../#....");
    end_game(&s);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go planes");
    TCase *tests = add_case(suite, "planes", 10);
    tcase_add_test(tests, stones_and_liberties);
    tcase_add_test(tests, ko_plane);
    tcase_add_test(tests, superko_plane);
    tcase_add_test(tests, encore_inputs);
    tcase_add_test(tests, inputs_of_phase_2);
    tcase_add_test(tests, last_moves);
    tcase_add_test(tests, history_ends);
    tcase_add_test(tests, other_turn);
    tcase_add_test(tests, friendly_pass);
    tcase_add_test(tests, pass_again);
    tcase_add_test(tests, ladder_planes);
    tcase_add_test(tests, area_planes);
    tests = add_case(suite, "numbers", 10);
    tcase_add_test(tests, numbers_of_rules);
    tcase_add_test(tests, parity_input);
    tcase_add_test(tests, territory_komi);
    tcase_add_test(tests, handicap_inputs);
    tcase_add_test(tests, policy_indices);
    tests = add_case(suite, "games", 60);
    tcase_add_test(tests, planes_under_symmetries);
    tcase_add_loop_test(tests, at_random, 0, 24);
    tcase_add_test(tests, no_past);
    return run_suite(suite);
}
