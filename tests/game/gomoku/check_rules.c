/* Compares the rules of Gomoku with a slow implementation that counts stones point by point, and
 * incrementally updated data with a new setup of the position. */
#include "game/games.h"
#include "game/gomoku/board/forbidden.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

/* Like ck_assert, which takes longer than a move. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg("%s", #condition);                                                        \
    } while (0)

/* ---- the slow board ---- */

struct twin {
    int width, height;
    char stone[GOMOKU_MAX_SIDE][GOMOKU_MAX_SIDE]; /* 'X', 'O' or '.', by row and column */
};

static const int direction_step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};

static char stone_at(const struct twin *t, int x, int y)
{
    return x < 0 || y < 0 || x >= t->width || y >= t->height ? '#' : t->stone[y][x];
}

/* The number of equal stones that follow in a direction. */
static int run_length(const struct twin *t, int x, int y, int dx, int dy)
{
    int n = 0;
    while (stone_at(t, x + (n + 1) * dx, y + (n + 1) * dy) == stone_at(t, x, y))
        n++;
    return n;
}

static int row_length(const struct twin *t, int x, int y, int d)
{
    return 1 + run_length(t, x, y, direction_step[d][0], direction_step[d][1]) +
           run_length(t, x, y, -direction_step[d][0], -direction_step[d][1]);
}

static bool is_blocked(const struct twin *t, int x, int y, int dx, int dy)
{
    int n = run_length(t, x, y, dx, dy) + 1;
    return stone_at(t, x + n * dx, y + n * dy) != '.';
}

/* Does the stone there win? */
static bool twin_wins(const struct twin *t, int rules, int x, int y)
{
    for (int d = 0; d < 4; d++) {
        int n = row_length(t, x, y, d);
        bool closed = is_blocked(t, x, y, direction_step[d][0], direction_step[d][1]) &&
                      is_blocked(t, x, y, -direction_step[d][0], -direction_step[d][1]);
        bool free = rules == RULES_FREESTYLE || (rules == RULES_RENJU && t->stone[y][x] == 'O');
        bool open = rules == RULES_CARO || rules == RULES_CARO_EXACT;
        bool more = free || rules == RULES_CARO;
        if ((n == 5 && !(open && closed)) || (n > 5 && more))
            return true;
    }
    return false;
}

/* ---- forbidden moves, by the words of the rule ---- */

static bool twin_forbidden(struct twin *t, int x, int y);

/* Does Black make five in direction d with another stone at a distance from x, y? */
static bool five_with(struct twin *t, int x, int y, int d, int distance)
{
    int ax = x + distance * direction_step[d][0], ay = y + distance * direction_step[d][1];
    if (stone_at(t, ax, ay) != '.')
        return false;
    t->stone[ay][ax] = 'X';
    bool five = row_length(t, x, y, d) == 5 && row_length(t, ax, ay, d) == 5 &&
                run_length(t, x, y, direction_step[d][0], direction_step[d][1]) >= distance &&
                run_length(t, x, y, -direction_step[d][0], -direction_step[d][1]) >= -distance;
    t->stone[ay][ax] = '.';
    return five;
}

/* Four in a row with a five at either end? */
static bool straight_four(struct twin *t, int x, int y, int d)
{
    int forward = run_length(t, x, y, direction_step[d][0], direction_step[d][1]);
    return row_length(t, x, y, d) == 4 && five_with(t, x, y, d, forward + 1) &&
           five_with(t, x, y, d, forward - 4);
}

static int count_fours(struct twin *t, int x, int y, int d)
{
    int n = 0;
    for (int distance = -4; distance <= 4; distance++)
        n += five_with(t, x, y, d, distance);
    return straight_four(t, x, y, d) ? 1 : n;
}

static bool is_three(struct twin *t, int x, int y, int d)
{
    bool three = false;
    for (int distance = -4; distance <= 4 && !three; distance++) {
        int ax = x + distance * direction_step[d][0], ay = y + distance * direction_step[d][1];
        if (stone_at(t, ax, ay) != '.')
            continue;
        t->stone[ay][ax] = 'X';
        bool straight =
            straight_four(t, x, y, d) &&
            run_length(t, x, y, direction_step[d][0], direction_step[d][1]) +
                    run_length(t, x, y, -direction_step[d][0], -direction_step[d][1]) ==
                3 &&
            row_length(t, ax, ay, d) == 4 &&
            run_length(t, x, y, direction_step[d][0], direction_step[d][1]) >= distance &&
            run_length(t, x, y, -direction_step[d][0], -direction_step[d][1]) >= -distance;
        t->stone[ay][ax] = '.';
        three = straight && !twin_forbidden(t, ax, ay);
    }
    return three;
}

static bool twin_forbidden(struct twin *t, int x, int y)
{
    int four = 0, three = 0;
    bool six = false, five = false;
    t->stone[y][x] = 'X';
    for (int d = 0; d < 4; d++) {
        int n = row_length(t, x, y, d), here = count_fours(t, x, y, d);
        five |= n == 5;
        six |= n > 5;
        four += here;
        three += n < 5 && here == 0 && is_three(t, x, y, d);
    }
    t->stone[y][x] = '.';
    return !five && (six || four > 1 || three > 1);
}

/* ---- comparison of both boards ---- */

static union gomoku_position_copy current, fresh_position;

static void set_up_fresh(struct twin *t, const miai_setup *setup)
{
    mi_gomoku_game.init(&current, setup);
    t->width = setup->width;
    t->height = setup->height;
    memset(t->stone, '.', sizeof t->stone);
}

/* The data of the points does not depend on the order of the stones. */
static void compare_incremental(const struct mi_gomoku *g)
{
    size_t size = sizeof *g + (size_t)(GOMOKU_ARRAYS * g->padded);
    struct mi_gomoku *other = &fresh_position.position;
    mi_gomoku_clear(other, g->width, g->height, g->rules);
    for (int point = g->points - 1; point >= 0; point--)
        if (stone_on(g, point) >= 0)
            mi_gomoku_put(other, point, stone_on(g, point));
    other->colour = g->colour;
    other->opening = g->opening;
    other->swapped = g->swapped;
    other->over = g->over;
    other->score = g->score;
    REQUIRE(memcmp(g, other, size) == 0);
}

static void compare_moves(struct twin *t, const struct mi_gomoku *g)
{
    for (int point = 0; point < g->points; point++) {
        int x = point % t->width, y = point / t->width;
        bool legal = t->stone[y][x] == '.' &&
                     !(g->rules == RULES_RENJU && g->colour == BLACK && twin_forbidden(t, x, y));
        REQUIRE(mi_gomoku_game.legal(g, point) == legal);
    }
}

/* A random game with stones close to each other, so that rows occur. */
static void play_game(const miai_setup *setup, miai_rng *rng)
{
    struct mi_gomoku *g = &current.position;
    struct twin t;
    int score, middle = setup->width * (setup->height / 2) + setup->width / 2;
    set_up_fresh(&t, setup);
    for (int ply = 0; !mi_gomoku_game.outcome(g, &score); ply++) {
        if (ply % 8 == 7) {
            compare_moves(&t, g);
            compare_incremental(g);
        }
        miai_move move = g->stones ? (miai_move)miai_rng_below(rng, g->points) : middle;
        if (!mi_gomoku_game.legal(g, move) || (g->stones && gomoku_near(g)[move] == 0))
            continue;
        int colour = g->colour, player = mi_gomoku_game.turn(g), x = move % t.width,
            y = move / t.width;
        mi_gomoku_game.play(g, move);
        t.stone[y][x] = colour == BLACK ? 'X' : 'O';
        bool over = mi_gomoku_game.outcome(g, &score);
        REQUIRE(twin_wins(&t, setup->rules, x, y) == (over && score != 0));
        REQUIRE(score == 0 || score == (player == 0 ? 1 : -1));
    }
}

START_TEST(random_games)
{
    miai_rng rng;
    miai_rng_seed(&rng, 17);
    for (int i = 0; i < REPEATED(40); i++) {
        miai_setup setup = {.width = 6 + i % 9, .height = 6 + i / 2 % 8, .rules = _i};
        play_game(&setup, &rng);
    }
}
END_TEST

/* ---- renju's forbidden moves in diagrams ---- */

static const struct drawing {
    const char *rows[7];
    bool forbidden; /* for a stone at the ? */
} drawings[] = {
    /* six */
    {{".........", ".........", ".XX?XXX..", ".........", ".........", ".........", "........."},
     true},
    /* a five is never forbidden */
    {{".........", "...X.....", ".XX?XX...", "...X.....", "...X.....", ".........", "........."},
     false},
    /* two threes */
    {{".........", "....X....", "....X....", "..XX?....", ".........", ".........", "........."},
     true},
    /* one of them blocked */
    {{"....O....", "....X....", "....X....", "..XX?....", ".........", ".........", "........."},
     false},
    /* a four and a three */
    {{".........", "....X....", "....X....", ".XXX?....", ".........", ".........", "........."},
     false},
    /* two fours on one line */
    {{".........", ".........", "X.X?X.X..", ".........", ".........", ".........", "........."},
     true},
    /* only one: the other would make six, not five */
    {{".........", ".........", "X.XX?.XX.", ".........", ".........", ".........", "........."},
     false},
    /* two fours in different directions */
    {{"....X....", "....X....", "....X....", ".XXX?....", ".........", ".........", "........."},
     true},
};

START_TEST(forbidden_points)
{
    const struct drawing *drawing = &drawings[_i];
    const miai_setup setup = {.width = 9, .height = 7, .rules = RULES_RENJU};
    struct mi_gomoku *g = &current.position;
    struct twin t;
    int asked = -1;
    set_up_fresh(&t, &setup);
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 9; x++) {
            char c = drawing->rows[6 - y][x];
            if (c == '?')
                asked = y * 9 + x;
            else if (c != '.')
                mi_gomoku_put(g, y * 9 + x, c == 'X' ? BLACK : WHITE);
            t.stone[y][x] = c == '?' ? '.' : c;
        }
    ck_assert_int_eq(mi_gomoku_forbidden(g, asked), drawing->forbidden);
    ck_assert_int_eq(twin_forbidden(&t, asked % 9, asked / 9), drawing->forbidden);
}
END_TEST

/* ---- the choice of colours ---- */

static void play_text(const char *text)
{
    struct mi_gomoku *g = &current.position;
    miai_move list[MIAI_MAX_LEGAL];
    char name[MIAI_MOVE_TEXT];
    int n = mi_gomoku_game.moves(g, list), i = 0;
    for (; i < n; i++) {
        mi_gomoku_game.move_text(g, list[i], name, sizeof name);
        if (strcmp(name, text) == 0)
            break;
    }
    ck_assert_msg(i < n, "%s", text);
    mi_gomoku_game.play(g, list[i]);
}

static const struct choosing {
    const char *moves[8];
    int rules;
    const char *turns; /* before each move, and after the last */
    bool swapped;
} choosings[] = {
    {{"H8", "H9", "H10", "A1", "A2"}, RULES_SWAP, "000101", false},
    {{"H8", "H9", "H10", "swap", "A2"}, RULES_SWAP, "000101", true},
    {{"H8", "H9", "H10", "A1", "A2"}, RULES_SWAP2, "000101", false},
    {{"H8", "H9", "H10", "swap", "A1", "A2"}, RULES_SWAP2, "0001010", true},
    {{"H8", "H9", "H10", "two", "A1", "A2", "A3"}, RULES_SWAP2, "00011101", true},
    {{"H8", "H9", "H10", "two", "A1", "A2", "swap", "A3"}, RULES_SWAP2, "000111010", false},
};

START_TEST(colour_choices)
{
    const struct choosing *choosing = &choosings[_i];
    const miai_setup setup = {.width = 15, .height = 15, .rules = choosing->rules};
    struct mi_gomoku *g = &current.position;
    char text[1024];
    mi_gomoku_game.init(g, &setup);
    for (int i = 0; choosing->turns[i]; i++) {
        ck_assert_int_eq(mi_gomoku_game.turn(g), choosing->turns[i] - '0');
        ck_assert(!mi_gomoku_game.legal(g, swap_move(g)) || g->stones == 3 || g->stones == 5);
        mi_gomoku_notation.write_position(g, text, sizeof text);
        ck_assert_msg(mi_gomoku_notation.read_position(&fresh_position, &setup, text), "%s", text);
        ck_assert(mi_gomoku_game.hash(&fresh_position) == mi_gomoku_game.hash(g));
        if (choosing->turns[i + 1])
            play_text(choosing->moves[i]);
    }
    ck_assert_int_eq(g->opening, OPENING_OVER);
    ck_assert_int_eq(g->swapped, choosing->swapped);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku");
    TCase *tests = add_case(suite, "rules", 60);
    tcase_add_loop_test(tests, random_games, RULES_FREESTYLE, RULES_CARO_EXACT + 1);
    tcase_add_loop_test(tests, forbidden_points, 0, COUNT(drawings));
    tcase_add_loop_test(tests, colour_choices, 0, COUNT(choosings));
    return run_suite(suite);
}
