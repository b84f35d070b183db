/* The Gomoku network: its arithmetic, and the contract of evaluations. */
#include "base/memory.h"
#include "definition.h"
#include "game/games.h"
#include "positions.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { KERNELS_MAX = 4 };

/* A network with each kernel that this processor supports, and its memory. */
struct trial {
    struct image image;
    int kernels;
    struct mi_gomoku_net *net[KERNELS_MAX];
    struct mi_gomoku_net_memory *memory[KERNELS_MAX];
};

/* The image must be set. */
static void begin_trial(struct trial *trial)
{
    trial->kernels = 0;
    for (int i = 0; mi_gomoku_kernels[i]; i++) {
        if (!mi_gomoku_kernels[i]->usable())
            continue;
        ck_assert_int_lt(trial->kernels, KERNELS_MAX);
        struct mi_gomoku_net *net = read_image(&trial->image);
        net->kernel = mi_gomoku_kernels[i];
        trial->memory[trial->kernels] = new_zeroed_memory();
        trial->net[trial->kernels++] = net;
    }
}

static void end_trial(struct trial *trial)
{
    for (int i = 0; i < trial->kernels; i++) {
        mi_aligned_free(trial->net[i]);
        mi_aligned_free(trial->memory[i]);
    }
}

static void check_policy(const struct trial *trial, const struct mi_gomoku *g, int point)
{
    int64_t policy = is_in_sight(point) ? slow_policy(&trial->image, point) : INT32_MIN;
    for (int i = 0; i < trial->kernels; i++)
        REQUIRE(mi_gomoku_net_policy(trial->net[i], trial->memory[i], g, point) == policy);
}

static void check_value(const struct trial *trial, const struct mi_gomoku *g)
{
    int64_t value = slow_value(&trial->image);
    for (int i = 0; i < trial->kernels; i++)
        ck_assert_int_eq(mi_gomoku_net_value(trial->net[i], trial->memory[i], g), value);
}

/* Each kernel computes the same as the slow definition, whichever output is requested first. */
static void check_position(const struct trial *trial, const struct mi_gomoku *g)
{
    set_image_position(&trial->image, g);
    if (g->stones % 2)
        check_value(trial, g);
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0)
            check_policy(trial, g, point);
    check_value(trial, g);
}

/* The same stones with the other side to move. */
static void check_other_turn(const struct trial *trial, const union gomoku_position_copy *current)
{
    union gomoku_position_copy other = *current;
    other.position.colour = (uint8_t)others(other.position.colour);
    check_position(trial, &other.position);
}

/* A search also evaluates other positions in between. */
static void check_game(const struct trial *trial, const miai_setup *setup, miai_rng *rng, int plies)
{
    union gomoku_position_copy current, sibling;
    mi_gomoku_init(&current, setup);
    for (int ply = 0; ply < plies; ply++) {
        sibling = current;
        check_position(trial, &current.position);
        if (!play_random_move(&current, rng))
            return;
        if (ply % 3 == 0 && play_random_move(&sibling, rng))
            check_position(trial, &sibling.position);
        if (ply % 5 == 0)
            check_other_turn(trial, &current);
    }
}

START_TEST(kernels_agree_with_the_definition)
{
    static struct trial trial;
    miai_rng rng;
    make_image(&trial.image, usual, 7);
    begin_trial(&trial);
    miai_rng_seed(&rng, 3);
    for (int game = 0; game < 2 * SETUPS; game++)
        check_game(&trial, &setups[game % SETUPS], &rng, REPEATED(40));
    end_trial(&trial);
}
END_TEST

/* The same points, one after the other, on boards of other sizes and with other rules. */
START_TEST(boards_are_distinguished)
{
    static const int stones[] = {16, 2, 17, 7, 18, 12};
    static struct trial trial;
    make_image(&trial.image, usual, 8);
    begin_trial(&trial);
    for (int n = 1; n <= COUNT(stones); n++)
        for (int i = 0; i < SETUPS; i++) {
            union gomoku_position_copy current;
            mi_gomoku_init(&current, &setups[i]);
            for (int stone = 0; stone < n; stone++)
                mi_gomoku_put(&current.position, stones[stone], stone % 2);
            check_position(&trial, &current.position);
        }
    end_trial(&trial);
}
END_TEST

/* ---- the largest numbers ---- */

/* The largest board, with all points as inputs: empty, or half of them occupied. */
static void check_largest_board(const struct trial *trial)
{
    union gomoku_position_copy current;
    miai_rng rng;
    miai_rng_seed(&rng, 4);
    for (int one_in = 2; one_in <= 20; one_in += 9) {
        mi_gomoku_clear(&current.position, GOMOKU_MAX_SIDE, GOMOKU_MAX_SIDE, RULES_FREESTYLE);
        for (int point = 0; point < current.position.points; point++)
            if (miai_rng_below(&rng, (uint32_t)one_in) == 0)
                mi_gomoku_put(&current.position, point, (int)miai_rng_below(&rng, COLOURS));
        check_position(trial, &current.position);
        check_other_turn(trial, &current);
    }
}

/* No sum overflows: the slow definition checks that, and the kernels agree with it. */
START_TEST(largest_weights)
{
    static const char *const signs[] = {"+++++++++", "+++++++--", "+++++++-+", "+++++++??",
                                        "????+++??", "+++++-+??", "++++-----", "++++-+-??",
                                        "?????????", "--+-+++??", "---------"};
    static struct trial trial;
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < COUNT(signs); i++) {
        make_largest(&trial.image, signs[i], (uint64_t)i);
        begin_trial(&trial);
        check_largest_board(&trial);
        check_game(&trial, &setups[i % SETUPS], &rng, 10);
        end_trial(&trial);
    }
}
END_TEST

/* With all weights at their bounds, the maximum value is as large as it can be. */
START_TEST(largest_value)
{
    static struct trial trial;
    union gomoku_position_copy current;
    make_largest(&trial.image, "+++++++++", 1);
    begin_trial(&trial);
    mi_gomoku_init(&current, &setups[8]);
    for (int point = 0; point < current.position.points; point += 2)
        mi_gomoku_put(&current.position, point, point / 2 % 2);
    int64_t most = (int64_t)NET_VALUE * INT16_MAX * most_of[LAST] + most_of[LAST_BIAS];
    for (int i = 0; i < trial.kernels; i++)
        ck_assert_int_eq(mi_gomoku_net_value(trial.net[i], trial.memory[i], &current.position),
                         most);
    end_trial(&trial);
}
END_TEST

/* Weights of stones, which are the only input of their point, and of the middle have no bound. */
START_TEST(some_weights_have_no_bound)
{
    static struct trial trial;
    make_image(&trial.image, usual, 9);
    for (int i = AT_STONES; i < AT_BESIDE; i++)
        if (part_of(i) != WHOLE_LINES)
            put_number(&trial.image, i, i % 3 ? INT16_MIN : INT16_MAX);
    sign_image(&trial.image);
    begin_trial(&trial);
    check_largest_board(&trial);
    end_trial(&trial);
}
END_TEST

/* ---- transformed boards ---- */

enum { MIRROR = 1, FLIP = 2, TRANSPOSE = 4, WAYS = 8 };

static int turned_point(const struct mi_gomoku *g, int way, int point)
{
    int x = column_of(g, point), y = row_of(g, point);
    x = way & MIRROR ? g->width - 1 - x : x;
    y = way & FLIP ? g->height - 1 - y : y;
    return way & TRANSPOSE ? x * g->height + y : y * g->width + x;
}

static void transform_position(const struct mi_gomoku *g, int way, struct mi_gomoku *turned)
{
    bool transposed = way & TRANSPOSE;
    mi_gomoku_clear(turned, transposed ? g->height : g->width, transposed ? g->width : g->height,
                    g->rules);
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) >= 0)
            mi_gomoku_put(turned, turned_point(g, way, point), stone_on(g, point));
    turned->colour = g->colour;
}

static void check_turned(const struct mi_gomoku_net *net, void *const *memory,
                         const struct mi_gomoku *g, int way)
{
    union gomoku_position_copy turned;
    transform_position(g, way, &turned.position);
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0)
            REQUIRE(mi_gomoku_net_policy(net, memory[0], g, point) ==
                    mi_gomoku_net_policy(net, memory[1], &turned.position,
                                         turned_point(g, way, point)));
    ck_assert_int_eq(mi_gomoku_net_value(net, memory[0], g),
                     mi_gomoku_net_value(net, memory[1], &turned.position));
}

START_TEST(transformed_boards_have_equal_values)
{
    struct image image;
    miai_rng rng;
    make_image(&image, usual, 11);
    miai_rng_seed(&rng, 6);
    struct mi_gomoku_net *net = read_image(&image);
    void *memory[2] = {new_zeroed_memory(), new_zeroed_memory()};
    for (int game = 0; game < SETUPS; game++) {
        union gomoku_position_copy current;
        mi_gomoku_init(&current, &setups[game]);
        for (int ply = 0; ply < 40 && play_random_move(&current, &rng); ply++)
            check_turned(net, memory, &current.position, ply % WAYS);
    }
    mi_aligned_free(memory[0]);
    mi_aligned_free(memory[1]);
    mi_aligned_free(net);
}
END_TEST

/* ---- the contract of evaluations ---- */

static void check_contract(const struct mi_gomoku_net *net, void *memory)
{
    miai_rng rng;
    miai_rng_seed(&rng, 8);
    for (int game = 0; game < SETUPS; game++) {
        union gomoku_position_copy current;
        mi_gomoku_init(&current, &setups[game]);
        do {
            check_priors(net, memory, &current.position);
            check_evaluation(net, memory, &current.position);
        } while (play_random_move(&current, &rng) && current.position.stones < 40);
    }
}

START_TEST(contract_is_kept)
{
    static const char *const signs[] = {"++++++++", "++++++??", "????????", "++++-+??"};
    struct image image;
    void *memory = new_zeroed_memory();
    ck_assert_uint_eq(mi_gomoku_evaluation.bytes, sizeof(miai_evaluation));
    for (int i = 0; i <= COUNT(signs); i++) {
        if (i < COUNT(signs))
            make_largest(&image, signs[i], 1);
        else
            make_image(&image, usual, 13);
        struct mi_gomoku_net *net = read_image(&image);
        ck_assert_uint_ge(mi_gomoku_evaluation.held(net), LENGTH - HEAD);
        ck_assert_uint_eq(mi_gomoku_evaluation.memory(net), sizeof(struct mi_gomoku_net_memory));
        check_contract(net, memory);
        mi_gomoku_evaluation.close(net);
        memset(memory, 0, sizeof(struct mi_gomoku_net_memory));
    }
    mi_aligned_free(memory);
}
END_TEST

static float prior_of(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g,
                      miai_move wanted)
{
    miai_move list[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL];
    int n = mi_gomoku_moves(g, list), i = 0;
    mi_gomoku_evaluation.priors(net, memory, g, list, n, prior);
    while (i < n && list[i] != wanted)
        i++;
    ck_assert_int_lt(i, n);
    return prior[i];
}

/* Choices of colours get the prior of a move far from all stones, within the same sum. */
START_TEST(choices_of_colours_have_priors)
{
    enum { SIDE = 16, POINTS = SIDE * SIDE, CORNER = 0, MIDDLE_POINT = POINTS / 2 + SIDE / 2 };
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = RULES_SWAP2};
    union gomoku_position_copy current;
    struct mi_gomoku *g = &current.position;
    struct image image;
    make_image(&image, usual, 14);
    struct mi_gomoku_net *net = read_image(&image);
    void *memory = new_zeroed_memory();
    mi_gomoku_init(g, &setup);
    ck_assert_int_eq(check_priors(net, memory, g), POINTS);
    for (int stone = 0; stone < 3; stone++)
        mi_gomoku_play(g, MIDDLE_POINT + stone);
    ck_assert_int_eq(check_priors(net, memory, g), POINTS - 3 + 2);
    float unseen = prior_of(net, memory, g, CORNER);
    ck_assert_float_eq(prior_of(net, memory, g, POINTS), unseen);
    ck_assert_float_eq(prior_of(net, memory, g, POINTS + 1), unseen);
    mi_gomoku_play(g, POINTS + 1);
    mi_gomoku_play(g, MIDDLE_POINT + 3);
    mi_gomoku_play(g, MIDDLE_POINT + 4);
    ck_assert_int_eq(check_priors(net, memory, g), POINTS - 5 + 1);
    ck_assert_float_eq(prior_of(net, memory, g, POINTS), prior_of(net, memory, g, CORNER));
    mi_aligned_free(memory);
    mi_aligned_free(net);
}
END_TEST

START_TEST(builtin_network)
{
    char error[160] = "";
    void *net = mi_gomoku_evaluation.open(&setups[0], NULL, error, sizeof error);
    ck_assert_msg(net != NULL, "%s", error);
    void *memory = new_zeroed_memory();
    check_contract(net, memory);
    mi_aligned_free(memory);
    mi_gomoku_evaluation.close(net);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_numbers");
    TCase *tests = add_case(suite, "numbers", 60);
    tcase_add_test(tests, kernels_agree_with_the_definition);
    tcase_add_test(tests, boards_are_distinguished);
    tcase_add_test(tests, largest_weights);
    tcase_add_test(tests, largest_value);
    tcase_add_test(tests, some_weights_have_no_bound);
    tcase_add_test(tests, transformed_boards_have_equal_values);
    tcase_add_test(tests, contract_is_kept);
    tcase_add_test(tests, choices_of_colours_have_priors);
    tcase_add_test(tests, builtin_network);
    return run_suite(suite);
}
