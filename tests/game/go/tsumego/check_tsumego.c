/* The solver of life and death against exhaustive search, on random positions in a corner. */
#include "exhaust.h"

#include "game/go/board/go.h"
#include "game/go/tsumego/region.h"
#include "game/go/tsumego/search.h"
#include "tests/game/go/diagram.h"
#include "tests/support/suite.h"

#include <check.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random positions ---- */

/* A corner of side * side points with walls on the two other sides.  Most points hold stones, so
 * that the exhaustive search stays small. */
static bool draw_corner(miai_rng *rng, int side, struct ts_frame *f, struct ts_position *pos)
{
    int empties = 5 + (int)miai_rng_below(rng, 4), left = 0;
    *f = (struct ts_frame){.stride = side + 2};
    *pos = (struct ts_position){.turn = (uint8_t)miai_rng_below(rng, 2), .ko = TS_NO_POINT};
    for (int y = 0; y <= side; y++)
        for (int x = 0; x <= side; x++) {
            struct points p = points_of(y * f->stride + x);
            if (x == side || y == side) {
                f->wall = points_or(f->wall, p);
                continue;
            }
            bool edge = x + y >= side;
            unsigned roll = miai_rng_below(rng, 10);
            int what = roll < 3 ? 2 : roll < (edge ? 8 : 5) ? TS_ATTACKER : TS_DEFENDER;
            if (edge && what == TS_ATTACKER) {
                f->wall = points_or(f->wall, p);
                continue;
            }
            f->region = points_or(f->region, p);
            left += what == 2;
            if (what < 2)
                pos->stones[what] = points_or(pos->stones[what], p);
        }
    return left <= empties;
}

static bool has_liberty(const struct ts_frame *f, const struct ts_position *pos, int side, int bit)
{
    struct points chain = points_flood(points_of(bit), pos->stones[side], f->stride);
    struct points around = points_spread(chain, f->stride);
    return points_meet(around, ts_empty(f, pos)) ||
           (side == TS_ATTACKER && points_meet(around, f->wall));
}

static bool all_have_liberties(const struct ts_frame *f, const struct ts_position *pos)
{
    for (int side = 0; side < 2; side++)
        for (struct points left = pos->stones[side]; points_any(left);)
            if (!has_liberty(f, pos, side, points_pop(&left)))
                return false;
    return true;
}

/* The stones in question: the largest chains of the defender. */
static bool choose_target(struct ts_frame *f, const struct ts_position *pos, unsigned roll)
{
    struct points own = pos->stones[TS_DEFENDER], left = own;
    int most = 0;
    while (points_any(left)) {
        struct points chain = points_flood(points_of(points_first(left)), own, f->stride);
        int n = points_count(chain);
        left = points_without(left, chain);
        if (n > most) {
            f->target = chain;
            most = n;
        } else if (n == most && roll == 0)
            f->target = points_or(f->target, chain);
    }
    return most >= 2;
}

/* Moves the problem up by some rows, so that both words of its sets are in use. */
static void shift_problem(struct ts_frame *f, struct ts_position *pos, int rows)
{
    struct points *sets[] = {&f->region, &f->wall, &f->target, &pos->stones[0], &pos->stones[1]};
    for (int i = 0; i < COUNT(sets); i++)
        for (int row = 0; row < rows; row++)
            *sets[i] = points_up(*sets[i], f->stride);
}

static void draw_problem(miai_rng *rng, struct ts_frame *f, struct ts_position *pos)
{
    static const uint8_t threats[][2] = {{0, TS_ALWAYS}, {0, 0}, {1, 0}, {TS_ALWAYS, 0}};
    do {
        while (!draw_corner(rng, 5 + (int)miai_rng_below(rng, 2), f, pos) ||
               !all_have_liberties(f, pos))
            ;
    } while (!choose_target(f, pos, miai_rng_below(rng, 3)));
    shift_problem(f, pos, (int)miai_rng_below(rng, (unsigned)(TS_POINTS / f->stride - 6)));
    const uint8_t *t = threats[miai_rng_below(rng, 4)];
    pos->threats[0] = t[0];
    pos->threats[1] = t[1];
}

/* ---- the comparison ---- */

static void print_problem(const struct ts_frame *f, const struct ts_position *pos)
{
    for (int y = TS_POINTS / f->stride - 1; y >= 0; y--) {
        for (int x = 0; x < f->stride - 1; x++) {
            int bit = y * f->stride + x;
            fputc(points_has(f->wall, bit)                    ? '#'
                  : points_has(f->target, bit)                ? 'T'
                  : points_has(pos->stones[TS_DEFENDER], bit) ? 'D'
                  : points_has(pos->stones[TS_ATTACKER], bit) ? 'A'
                  : points_has(f->region, bit)                ? '.'
                                                              : ' ',
                  stderr);
        }
        fputc('\n', stderr);
    }
    fprintf(stderr, "%s to move, threats %d and %d\n",
            pos->turn == TS_ATTACKER ? "attacker" : "defender", pos->threats[0], pos->threats[1]);
}

/* Returns whether the exhaustive search could be made; fails if the answers differ. */
static bool compare(struct ts_search *s, const struct ts_frame *f, const struct ts_position *pos,
                    int counts[2])
{
    int truth = exhaust_capture(f, pos, getenv("TSUMEGO_PROBLEMS") ? 100000 : 8000);
    if (truth == EXHAUST_TOO_LARGE)
        return false;
    s->frame = *f;
    s->node_limit = s->nodes + 5000000;
    enum ts_answer answer = mi_ts_search_run(s, pos);
    if (answer != (truth ? TS_PROVED : TS_DISPROVED))
        print_problem(f, pos);
    ck_assert_int_eq(answer, truth ? TS_PROVED : TS_DISPROVED);
    counts[truth]++;
    return true;
}

/* Compares several questions about one problem, whose results share the table.  Returns how many.
 */
static int compare_questions(struct ts_search *s, const struct ts_frame *f, struct ts_position pos,
                             int counts[2])
{
    static const uint8_t threats[][2] = {{0, TS_ALWAYS}, {TS_ALWAYS, 0}, {0, 0}, {1, 0}, {0, 1}};
    int done = compare(s, f, &pos, counts);
    for (int i = 0; i < COUNT(threats) && done > 0; i++) {
        memcpy(pos.threats, threats[i], sizeof threats[i]);
        pos.ko = TS_NO_POINT;
        done += compare(s, f, &pos, counts);
    }
    return done;
}

/* TSUMEGO_PROBLEMS sets another number of problems. */
START_TEST(random_corners)
{
    const char *text = getenv("TSUMEGO_PROBLEMS");
    int wanted = text ? atoi(text) : REPEATED(100), counts[2] = {0};
    struct ts_search s;
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int done = 0; done < wanted;) {
        struct ts_frame f;
        struct ts_position pos;
        draw_problem(&rng, &f, &pos);
        ck_assert(mi_ts_search_open(&s, 4 << 20));
        done += compare_questions(&s, &f, pos, counts);
        mi_ts_search_close(&s);
    }
    ck_assert_int_ge(counts[0], wanted / 10);
    ck_assert_int_ge(counts[1], wanted / 10);
    if (text)
        fprintf(stderr, "%d captured, %d not\n", counts[1], counts[0]);
}
END_TEST

/* ---- kos ---- */

/* Several moves lead to a ko for which the defender needs more than two threats.  The first one
 * needs at most four, the others more. */
START_TEST(cheapest_ko_comes_first)
{
    static const char rows[] = "OOOOOOOO./OOOOOOOOO/OOOOOOOO./OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/"
                               "XOOX..OOO/.XX..OOOO/X.X.XXOOO";
    const struct ts_part whole = {.most_empty = INT_MAX, .target = TS_TARGET_GROUP};
    miai_setup setup = board_setup(9, 9, MI_GO_CHINESE);
    struct mi_go *b = board_draw(&setup, rows);
    miai_move stone = board_point(&setup, "C1");
    struct ts_problem problem;
    struct ts_search s;
    miai_life_answer *answer = malloc(sizeof *answer);
    ck_assert(mi_ts_search_open(&s, 4 << 20));
    ck_assert(!mi_go_solve_life(b, stone, 4 << 20, NULL, answer));
    ck_assert_int_eq(answer->status, MIAI_GROUP_KO);
    ck_assert_int_gt(answer->defender_threats, MIAI_LIFE_THREATS);
    ck_assert(answer->move[1].works);
    ck_assert(!mi_ts_problem_from_go(b, mi_go_point_of(b, stone), &whole, &problem));
    s.frame = problem.frame;
    s.node_limit = UINT64_MAX;
    for (int i = 0; i < answer->moves && answer->move[i].works; i++) {
        struct ts_position pos = problem.pos;
        pos.threats[TS_DEFENDER] = 4;
        ck_assert(
            mi_ts_play(&problem.frame, &pos, mi_ts_bit_of(&problem, b, answer->move[i].move)));
        ck_assert_int_eq(mi_ts_search_run(&s, &pos), i > 0 ? TS_PROVED : TS_DISPROVED);
    }
    mi_ts_search_close(&s);
    free(answer);
    free(b);
}
END_TEST

/* Positions with one stone more, or the other side to move, have other keys. */
START_TEST(keys_differ)
{
    uint64_t key[4 * TS_POINTS];
    for (int i = 0; i < COUNT(key); i++) {
        struct ts_position pos = {.turn = (uint8_t)(i % 2), .ko = TS_NO_POINT};
        pos.stones[i / 2 % 2] = points_of(i / 4);
        key[i] = mi_ts_key(&pos);
        for (int j = 0; j < i; j++)
            ck_assert(key[i] != key[j]);
        pos.stones[i / 2 % 2] = points_none();
        ck_assert(key[i] != mi_ts_key(&pos));
        pos.turn = !pos.turn;
        ck_assert(key[i] != mi_ts_key(&pos));
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_tsumego");
    TCase *tests = add_single(suite, "go_tsumego", 3600);
    tcase_add_test(tests, keys_differ);
    tcase_add_test(tests, cheapest_ko_comes_first);
    tcase_add_test(tests, random_corners);
    return run_suite(suite);
}
