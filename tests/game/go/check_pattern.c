/* Large patterns of Go: one hash for all symmetries and exchanged colours, different hashes for
 * different stones, and strengths of some patterns. */
#include "diagram.h"
#include "game/go/board/go.h"
#include "game/go/policy/pattern.h"
#include "game/go/policy/weights.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 11, SPAN = (SIDE + 1) * (SIDE + 2) + 1, SIZES = GO_PATTERN_MAX + 1 };

static struct mi_go *start_board(void)
{
    miai_setup setup = {.width = SIDE, .height = SIDE, .rules = MI_GO_TROMP_TAYLOR};
    return board_start(&setup);
}

/* The move in one of eight views of the board. */
static miai_move turned_move(miai_move move, int view)
{
    int x = move % SIDE, y = move / SIDE, a = view & 4 ? y : x, c = view & 4 ? x : y;
    return (view & 1 ? SIDE - 1 - a : a) + (view & 2 ? SIDE - 1 - c : c) * SIDE;
}

/* Places stones without regard to liberties. */
static void put_stone(struct mi_go *b, miai_move move, int colour)
{
    b->point[mi_go_point_of(b, move)].colour = (uint8_t)colour;
}

/* Random stones for a seed, under a symmetry, with exchanged colours if asked; `but` stays
 * empty. */
static struct mi_go *random_position(uint32_t seed, int view, int exchanged, miai_move but)
{
    struct mi_go *b = start_board();
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int move = 0; move < SIDE * SIDE; move++) {
        uint32_t what = miai_rng_below(&rng, 4);
        if (what < 2 && move != but)
            put_stone(b, turned_move(move, view), (int)what ^ exchanged);
    }
    b->turn = (uint8_t)exchanged;
    return b;
}

static void hashes_at(const struct mi_go *b, miai_move move, uint64_t hash[SIZES])
{
    struct go_pattern_board board;
    mi_go_pattern_board_init(&board, b);
    struct go_pattern_scan around = mi_go_pattern_begin(&board, mi_go_point_of(b, move));
    while (around.size < GO_PATTERN_MAX) {
        uint64_t wider = mi_go_pattern_grow(&around);
        hash[around.size] = wider;
    }
}

START_TEST(hash_sees_no_direction_and_no_colour)
{
    for (uint32_t seed = 0; seed < 20; seed++) {
        miai_move move = (miai_move)(seed * 6);
        uint64_t plain[SIZES], other[SIZES];
        struct mi_go *b = random_position(seed, 0, 0, move),
                     *c = random_position(seed, _i / 2, _i % 2, move);
        hashes_at(b, move, plain);
        hashes_at(c, turned_move(move, _i / 2), other);
        for (int size = GO_PATTERN_MIN; size <= GO_PATTERN_MAX; size++)
            ck_assert_uint_eq(plain[size], other[size]);
        free(b);
        free(c);
    }
}
END_TEST

static int point_distance(int dx, int dy)
{
    dx = abs(dx);
    dy = abs(dy);
    return dx + dy + (dx > dy ? dx : dy);
}

/* One stone on an empty board changes the patterns that reach it, and only those. */
START_TEST(hash_sees_stones_within_its_size)
{
    struct mi_go *b = start_board();
    miai_move middle = SIDE * SIDE / 2;
    uint64_t empty[SIZES], own[SIZES], others[SIZES];
    hashes_at(b, middle, empty);
    for (miai_move move = 0; move < SIDE * SIDE; move++) {
        int d = point_distance(move % SIDE - middle % SIDE, move / SIDE - middle / SIDE);
        if (move == middle)
            continue;
        mi_go_init(b, &(miai_setup){.width = SIDE, .height = SIDE});
        put_stone(b, move, 0);
        hashes_at(b, middle, own);
        b->turn = 1;
        hashes_at(b, middle, others);
        for (int size = GO_PATTERN_MIN; size <= GO_PATTERN_MAX; size++) {
            ck_assert_int_eq(own[size] != empty[size], d <= size);
            ck_assert_int_eq(others[size] != own[size], d <= size);
        }
    }
    free(b);
}
END_TEST

/* Two stones at the same distances in another arrangement. */
START_TEST(hash_sees_the_arrangement)
{
    static const int8_t pair[][4] = {{1, 0, 0, 1}, {1, 0, -1, 0}, {1, 1, -1, 1}, {1, 1, -1, -1},
                                     {2, 1, 1, 2}, {2, 1, 2, -1}, {2, 1, -2, -1}};
    uint64_t seen[COUNT(pair)][SIZES];
    struct mi_go *b = start_board();
    int middle = SIDE / 2;
    for (int i = 0; i < COUNT(pair); i++) {
        mi_go_init(b, &(miai_setup){.width = SIDE, .height = SIDE});
        put_stone(b, middle + pair[i][0] + (middle + pair[i][1]) * SIDE, 0);
        put_stone(b, middle + pair[i][2] + (middle + pair[i][3]) * SIDE, 0);
        hashes_at(b, middle + middle * SIDE, seen[i]);
        for (int j = 0; j < i; j++)
            ck_assert_uint_ne(seen[i][5], seen[j][5]);
    }
    free(b);
}
END_TEST

/* A large pattern contains no border in the middle of the board, but does in the corner. */
START_TEST(hash_sees_the_border)
{
    struct mi_go *b = start_board();
    uint64_t middle[SIZES], off[SIZES];
    hashes_at(b, SIDE * SIDE / 2, middle);
    hashes_at(b, SIDE * SIDE / 2 - 1, off);
    for (int size = GO_PATTERN_MIN; size < GO_PATTERN_MAX; size++)
        ck_assert_uint_eq(middle[size], off[size]);
    ck_assert_uint_ne(middle[GO_PATTERN_MAX], off[GO_PATTERN_MAX]); /* five points away */
    free(b);
}
END_TEST

/* Large patterns are known in the middle of the empty board, and none among random stones. */
START_TEST(strength_of_known_and_unknown)
{
    struct go_pattern_cache *cache = calloc(1, sizeof *cache);
    struct mi_go *b = start_board(), *c = random_position(1, 0, 0, SIDE * SIDE / 2);
    const uint16_t middle = (uint16_t)mi_go_point_of(b, SIDE * SIDE / 2);
    float strength;
    mi_go_pattern_strengths(cache, mi_go_weights(NULL), b, &middle, 1, &strength);
    ck_assert(strength > 0);
    mi_go_pattern_strengths(cache, mi_go_weights(NULL), c, &middle, 1, &strength);
    ck_assert(strength == 0);
    free(cache);
    free(b);
    free(c);
}
END_TEST

static int list_empty(struct mi_go *b, uint16_t *point)
{
    memcpy(point, mi_go_empty_list(b), b->empties * sizeof *point);
    return b->empties;
}

/* A cache that is kept from position to position of a game, with some taken back, gives the same
 * strengths as an empty one, and as looking points up one by one. */
START_TEST(strengths_with_kept_cache)
{
    enum { POINTS = SIDE * SIDE, PLIES = 90 };
    struct go_pattern_cache *kept = calloc(1, sizeof *kept), *fresh = malloc(sizeof *fresh);
    struct mi_go *b = start_board(), *earlier = start_board();
    uint16_t point[POINTS];
    float together[POINTS], alone;
    miai_rng rng;
    int known = 0;
    miai_rng_seed(&rng, 5);
    for (int ply = 0; ply < PLIES; ply++) {
        miai_move list[MIAI_MAX_LEGAL];
        int n = list_empty(b, point), moves = mi_go_candidates(b, list);
        mi_go_pattern_strengths(kept, mi_go_weights(NULL), b, point, n, together);
        memset(fresh, 0, sizeof *fresh);
        for (int i = 0; i < n; i++) {
            mi_go_pattern_strengths(fresh, mi_go_weights(NULL), b, &point[i], 1, &alone);
            ck_assert(together[i] == alone);
            known += alone > 0;
        }
        if (ply % 7 == 0)
            memcpy(earlier, b, mi_go_bytes(b));
        if (ply % 20 == 19)
            memcpy(b, earlier, mi_go_bytes(b));
        mi_go_play(b, list[miai_rng_below(&rng, (uint32_t)moves)]);
    }
    ck_assert_int_gt(known, 100);
    free(kept);
    free(fresh);
    free(b);
    free(earlier);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_pattern");
    TCase *tests = add_case(suite, "go_pattern", 4);
    tcase_add_loop_test(tests, hash_sees_no_direction_and_no_colour, 0, 16);
    tcase_add_test(tests, hash_sees_stones_within_its_size);
    tcase_add_test(tests, hash_sees_the_arrangement);
    tcase_add_test(tests, hash_sees_the_border);
    tcase_add_test(tests, strength_of_known_and_unknown);
    tcase_add_test(tests, strengths_with_kept_cache);
    return run_suite(suite);
}
