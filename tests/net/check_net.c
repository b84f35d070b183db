/* KataGo networks: each kernel against a reference implementation, on boards of all sizes. */
#include "miai_game.h"
#include "net/net_parts.h"
#include "net_direct.h"
#include "tests/support/net_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char network_file[] = "net.tmp.net";

enum { PLANES = 5, NUMBERS = 12, POSITIONS = 7, AREA = 25 * 25 };

static const struct net_file file_kinds[] = {
    {.name = network_file,
     .version = 8,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 18,
     .mid = 20,
     .pool = 6,
     .filter = 5,
     .blocks = "og",
     .activation = "",
     .binary = false,
     .packed = false,
     .seed = 1},
    {.name = network_file,
     .version = 3,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 33,
     .mid = 9,
     .pool = 17,
     .filter = 3,
     .blocks = "oo",
     .activation = "",
     .binary = true,
     .packed = true,
     .seed = 2},
    {.name = network_file,
     .version = 7,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 16,
     .mid = 17,
     .pool = 12,
     .filter = 1,
     .blocks = "gg",
     .activation = "",
     .binary = true,
     .packed = false,
     .seed = 3},
    {.name = network_file,
     .version = 11,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 20,
     .mid = 10,
     .pool = 4,
     .filter = 3,
     .blocks = "on(o)",
     .activation = "ACTIVATION_MISH\n",
     .binary = true,
     .packed = true,
     .seed = 4},
    {.name = network_file,
     .version = 14,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 24,
     .mid = 12,
     .pool = 5,
     .filter = 3,
     .blocks = "n(og)g",
     .activation = "ACTIVATION_MISH\n",
     .binary = true,
     .packed = false,
     .seed = 5},
    {.name = network_file,
     .version = 15,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 17,
     .mid = 15,
     .pool = 8,
     .filter = 3,
     .blocks = "n(n(g)o)",
     .activation = "ACTIVATION_RELU\n",
     .binary = false,
     .packed = true,
     .seed = 6},
    {.name = network_file,
     .version = 16,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 18,
     .mid = 12,
     .pool = 5,
     .filter = 7,
     .blocks = "o",
     .activation = "ACTIVATION_IDENTITY\n",
     .binary = true,
     .packed = true,
     .seed = 7},
    {.name = network_file,
     .version = 17,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 20,
     .mid = 12,
     .pool = 5,
     .filter = 3,
     .blocks = "tflf",
     .activation = "ACTIVATION_SILU\n",
     .binary = true,
     .packed = true,
     .seed = 8,
     .attention = {3, 3, 6, 5, 18},
     .tip = NET_FILE_POINT,
     .policies = 2},
    {.name = network_file,
     .version = 17,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 36,
     .mid = 17,
     .pool = 5,
     .filter = 1,
     .blocks = "n(afo)n(n(l)f)g",
     .activation = "ACTIVATION_MISH\n",
     .binary = true,
     .packed = true,
     .seed = 9,
     .attention = {4, 2, 34, 16, 33},
     .tip = NET_FILE_BOARD,
     .policies = 4},
    {.name = network_file,
     .version = 15,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 16,
     .mid = 12,
     .pool = 5,
     .filter = 3,
     .blocks = "oat",
     .activation = "ACTIVATION_SILU\n",
     .binary = true,
     .packed = true,
     .seed = 10,
     .attention = {6, 1, 10, 20, 0},
     .tip = NET_FILE_BATCH,
     .policies = 0},
    {.name = network_file,
     .version = 15,
     .planes = PLANES,
     .numbers = NUMBERS,
     .channels = 19,
     .mid = 9,
     .pool = 21,
     .filter = 3,
     .blocks = "on(g)",
     .activation = "ACTIVATION_MISH\n",
     .binary = true,
     .packed = true,
     .seed = 8,
     .metadata = true},
};

/* Realistic inputs, mostly 0 and 1, and outputs. */
struct position {
    float plane[PLANES * AREA], number[NUMBERS], policy[AREA + 1], optimistic[AREA + 1];
    float ownership[AREA], metadata[MI_METADATA];
    struct mi_net_in in;
    struct mi_net_out out;
};

static struct position position[POSITIONS], expected[POSITIONS];
static struct mi_model model;
static struct mi_net *net[8]; /* one for each kernel */
static int nets;

static const double TOLERANCE = 2e-4;

static struct mi_net_out outputs_of(struct position *pos)
{
    return (struct mi_net_out){
        .policy = pos->policy, .optimistic = pos->optimistic, .ownership = pos->ownership};
}

static void begin_file_kind(void)
{
    miai_rng rng;
    miai_rng_seed(&rng, 99);
    for (int p = 0; p < POSITIONS; p++) {
        struct position *pos = &position[p];
        for (int i = 0; i < PLANES * AREA; i++)
            pos->plane[i] = miai_rng_below(&rng, 3) == 0 ? 1.0f : 0.0f;
        for (int i = 0; i < NUMBERS; i++)
            pos->number[i] = (float)miai_rng_below(&rng, 3) / 2.0f - 0.5f;
        for (int i = 0; i < MI_METADATA; i++)
            pos->metadata[i] = (float)miai_rng_below(&rng, 200) / 100.0f - 1.0f;
        pos->plane[p] = 0.25f;
        pos->in = (struct mi_net_in){pos->plane, pos->number, pos->metadata};
        pos->out = outputs_of(pos);
        expected[p].out = outputs_of(&expected[p]);
    }
}

/* Frees the networks. */
static void free_networks(void)
{
    mi_model_clear(&model);
    while (nets > 0)
        mi_net_free(net[--nets]);
    remove(network_file);
}

/* Writes the file and loads it for all usable kernels that have this arithmetic. */
static void begin_file(const struct net_file *file, enum mi_net_arithmetic numbers)
{
    char error[200];
    free_networks();
    net_file_write(file);
    ck_assert_msg(mi_net_model(&model, network_file, error, sizeof error), "%s", error);
    for (int k = 0; mi_kernel_list[k]; k++)
        if (mi_kernel_list[k]->usable() && mi_net_has_kernels_for(mi_kernel_list[k], numbers)) {
            net[nets] =
                mi_net_load_for(mi_kernel_list[k], network_file, numbers, error, sizeof error);
            ck_assert_msg(net[nets++], "%s", error);
        }
}

static void assert_close(float value, float wanted, double tolerance, const char *what)
{
    ck_assert_msg(fabs(value - wanted) <= tolerance * (1.0 + fabs(wanted)), "%s: %g, not %g", what,
                  value, wanted);
}

/* Asserts that position p has the expected outputs. */
static void assert_outputs(int p, int area, double tolerance)
{
    const struct mi_net_out *out = &position[p].out, *wanted = &expected[p].out;
    for (int i = 0; i <= area; i++)
        assert_close(out->policy[i], wanted->policy[i], tolerance, "policy");
    for (int i = 0; i <= area; i++)
        assert_close(out->optimistic[i], wanted->optimistic[i], tolerance, "optimistic policy");
    for (int i = 0; i < area; i++)
        assert_close(out->ownership[i], wanted->ownership[i], tolerance, "ownership");
    assert_close(out->win, wanted->win, tolerance, "win");
    assert_close(out->loss, wanted->loss, tolerance, "loss");
    assert_close(out->no_result, wanted->no_result, tolerance, "no result");
    assert_close(out->score, wanted->score, 10 * tolerance, "score");
    assert_close(out->deviation, wanted->deviation, 10 * tolerance, "deviation");
    assert_close(out->lead, wanted->lead, 10 * tolerance, "lead");
    assert_close(out->value_error, wanted->value_error, 10 * tolerance, "value's error");
    assert_close(out->score_error, wanted->score_error, 10 * tolerance, "score's error");
}

static void expect_outputs(int p, int width, int height)
{
    ck_assert(net_direct(&model, width, height, &position[p].in, &expected[p].out));
}

/* Evaluates n positions as a batch and compares each. */
static void evaluate_batch(const struct mi_net *with, int width, int height, int n)
{
    struct mi_net_in in[POSITIONS];
    struct mi_net_out out[POSITIONS];
    struct mi_net_workspace *work = mi_net_workspace_new(with, width, height, n);
    ck_assert_ptr_nonnull(work);
    for (int p = 0; p < n; p++) {
        in[p] = position[p].in;
        out[p] = position[p].out;
    }
    mi_net_run(work, in, out, n);
    for (int p = 0; p < n; p++)
        position[p].out = out[p];
    mi_net_workspace_free(work);
}

/* Asserts that all kernels give the expected outputs for position 0. */
static void compare_all(int width, int height)
{
    expect_outputs(0, width, height);
    for (int k = 0; k < nets; k++) {
        evaluate_batch(net[k], width, height, 1);
        assert_outputs(0, width * height, TOLERANCE);
    }
}

START_TEST(kernels_on_all_sizes)
{
    begin_file(&file_kinds[_i], MI_NET_FLOATS);
    for (int width = 2; width <= 25; width += (SANITIZED ? 4 : 1) + _i % 3)
        compare_all(width, 2 + (width * 7 + _i * 5) % 24);
}
END_TEST

START_TEST(kernels_on_squares)
{
    begin_file(&file_kinds[_i], MI_NET_FLOATS);
    for (int side = 2; side <= 25; side += side < 6 ? 1 : 5 + _i % 3)
        compare_all(side, side);
}
END_TEST

/* The outputs of a position do not depend on the batch or on earlier positions. */
START_TEST(outputs_in_batches)
{
    begin_file(&file_kinds[_i], MI_NET_FLOATS);
    for (int p = 0; p < POSITIONS; p++)
        expect_outputs(p, 7, 6);
    for (int k = 0; k < nets; k++)
        for (int n = 1; n <= POSITIONS; n++) {
            evaluate_batch(net[k], 7, 6, n);
            for (int p = 0; p < n; p++)
                assert_outputs(p, 42, TOLERANCE);
        }
}
END_TEST

/* Many channel counts, so that vectors and panels are partly filled in all ways. */
START_TEST(channel_counts)
{
    for (int width = 1; width <= 90; width += width < 20 ? 3 : 14) {
        struct net_file file = file_kinds[0];
        file.channels = width;
        file.mid = 91 - width;
        file.seed = (uint64_t)width;
        begin_file(&file, MI_NET_FLOATS);
        compare_all(5, 4);
    }
}
END_TEST

/* Integer results are close to the reference, and bit-identical in all kernels. */
START_TEST(integer_outputs)
{
    static float first[AREA + 1];
    begin_file(&file_kinds[_i], MI_NET_INTEGERS);
    for (int side = 2; side <= 19; side += side < 7 ? 1 : 6) {
        size_t byte_tiles = sizeof *first * (size_t)(side * side + 1);
        expect_outputs(0, side, side);
        for (int k = 0; k < nets; k++) {
            evaluate_batch(net[k], side, side, 1);
            assert_outputs(0, side * side, 0.02);
            if (k == 0)
                memcpy(first, position[0].policy, byte_tiles);
            ck_assert_mem_eq(first, position[0].policy, byte_tiles);
        }
    }
}
END_TEST

static void assert_arithmetic(const char *arithmetic)
{
    for (int k = 0; k < nets; k++)
        ck_assert_str_eq(mi_net_describe(net[k])->arithmetic, arithmetic);
}

/* On boards of various shapes: batches give the same results as single positions. */
static void compare_tiles(int step, int i)
{
    for (int width = 2; width <= 25; width += step) {
        int height = 2 + (width * 7 + i * 5) % 24;
        for (int p = 0; nets && p < POSITIONS; p++)
            expect_outputs(p, width, height);
        for (int k = 0; k < nets; k++) {
            evaluate_batch(net[k], width, height, POSITIONS);
            for (int p = 0; p < POSITIONS; p++)
                assert_outputs(p, width * height, 0.02);
            float alone = position[0].out.win;
            evaluate_batch(net[k], width, height, 1);
            ck_assert(position[0].out.win == alone);
        }
    }
}

/* The same for tiles, if the processor has them. */
START_TEST(tile_outputs)
{
    begin_file(&file_kinds[_i], MI_NET_FASTEST);
    assert_arithmetic("bfloat16");
    compare_tiles((SANITIZED ? 4 : 1) + _i % 3, _i);
}
END_TEST

/* Weights that fit into bytes are put into tiles of bytes if there are more than 32 inputs: after
 * ReLU, and after Mish, whose outputs can be negative; channel counts that fill whole tiles, and
 * that do not. */
START_TEST(byte_tiles)
{
    struct net_file file = file_kinds[_i < 2 ? 0 : 4];
    file.channels = _i == 1 ? 64 : 70;
    file.mid = 50;
    file.pool = 33;
    file.whole = true;
    begin_file(&file, MI_NET_FASTEST);
    assert_arithmetic("bytes");
    compare_tiles(SANITIZED ? 9 : 3, _i);
}
END_TEST

/* If the last weight does not fit a byte, its convolution stays in bfloat16. */
START_TEST(large_weights_stay_in_bfloat16)
{
    struct net_file file = file_kinds[0];
    file.channels = file.mid = 40;
    file.whole = file.but_last = true;
    begin_file(&file, MI_NET_FASTEST);
    assert_arithmetic("bfloat16");
}
END_TEST

/* Metadata changes the outputs only of a network that uses it. */
START_TEST(metadata_inputs)
{
    for (int k = 0; k < COUNT(file_kinds); k++) {
        begin_file(&file_kinds[k], MI_NET_FLOATS);
        position[1] = position[0];
        position[1].in.metadata = position[2].metadata;
        evaluate_batch(net[0], 5, 5, 2);
        ck_assert((position[0].out.win == position[1].out.win) == !file_kinds[k].metadata);
        position[1].in.metadata = NULL;
        evaluate_batch(net[0], 5, 5, 2);
        ck_assert((position[0].out.win == position[1].out.win) == !file_kinds[k].metadata);
        ck_assert_int_eq(mi_net_describe(net[0])->metadata,
                         file_kinds[k].metadata ? MI_METADATA : 0);
    }
}
END_TEST

START_TEST(info_describes_the_network)
{
    begin_file(&file_kinds[4], MI_NET_FLOATS);
    const struct mi_net_info *info = mi_net_describe(net[0]);
    ck_assert_str_eq(info->name, "random");
    ck_assert_str_eq(info->encoding, "katago-7");
    ck_assert_int_eq(info->version, 14);
    ck_assert_int_eq(info->planes, PLANES);
    ck_assert_int_eq(info->numbers, NUMBERS);
    ck_assert_int_eq(info->blocks, 2);
    ck_assert_int_eq(info->channels, 24);
    ck_assert_uint_gt(mi_net_bytes(net[0]), info->weights * sizeof(float));
    ck_assert_uint_gt(mi_net_workspace_bytes(net[0], 9, 9, 1), 0);
    ck_assert_uint_ge(mi_net_workspace_bytes(net[0], 19, 19, 8),
                      mi_net_workspace_bytes(net[0], 9, 9, 8));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("net");
    TCase *tests = add_case(suite, "net", 60);
    tcase_add_checked_fixture(tests, begin_file_kind, free_networks);
    tcase_add_loop_test(tests, kernels_on_all_sizes, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, kernels_on_squares, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, outputs_in_batches, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, integer_outputs, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, tile_outputs, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, byte_tiles, 0, 3);
    tcase_add_test(tests, large_weights_stay_in_bfloat16);
    tcase_add_test(tests, channel_counts);
    tcase_add_test(tests, metadata_inputs);
    tcase_add_test(tests, info_describes_the_network);
    return run_suite(suite);
}
