/* lc0 networks: the order of the moves; each kernel against a reference implementation. */
#include "lc0_direct.h"
#include "miai_game.h"
#include "net/net_parts.h"
#include "tests/support/lc0_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static struct mi_lc0_move move[MI_LC0_MOVES];

static void set_up_moves(void)
{
    mi_lc0_moves(move);
}

/* Asserts that the move at an index is the given one, such as "a1b1" or "h7h8b". */
static void assert_move(int place, const char *text)
{
    static const char letters[] = "qrb";
    const char *promotion = text[4] ? strchr(letters, text[4]) : NULL;
    ck_assert_int_eq(move[place].from, text[0] - 'a' + 8 * (text[1] - '1'));
    ck_assert_int_eq(move[place].to, text[2] - 'a' + 8 * (text[3] - '1'));
    ck_assert_int_eq(move[place].promotion, promotion ? (int)(promotion - letters) : MI_LC0_NONE);
}

/* Samples from lc0's list of moves. */
START_TEST(moves_in_order)
{
    static const struct {
        int place;
        const char *text;
    } known[] = {
        {0, "a1b1"},     {7, "a1a2"},     {11, "a1b3"},    {22, "a1h8"},
        {23, "b1a1"},    {1791, "h8g8"},  {1792, "a7a8q"}, {1793, "a7a8r"},
        {1794, "a7a8b"}, {1795, "a7b8q"}, {1798, "b7a8q"}, {1857, "h7h8b"},
    };
    for (int i = 0; i < COUNT(known); i++)
        assert_move(known[i].place, known[i].text);
}
END_TEST

/* No plane has two moves from the same square, and each has as many moves as fit the board. */
START_TEST(planes_have_each_move_once)
{
    static const struct {
        int plane, count;
    } known[] = {{0, 56}, {6, 8}, {7, 49}, {27, 1}, {28, 56}, {56, 42}, {64, 7}, {67, 8}, {72, 7}};
    static bool seen[MI_LC0_POLICY_PLANES][MI_LC0_SQUARES];
    int count[MI_LC0_POLICY_PLANES] = {0};
    for (int i = 0; i < MI_LC0_MOVES; i++) {
        int plane = mi_lc0_plane(move[i]);
        ck_assert(plane >= 0 && plane < MI_LC0_POLICY_PLANES);
        ck_assert(!seen[plane][move[i].from]);
        seen[plane][move[i].from] = true;
        count[plane]++;
    }
    for (int i = 0; i < COUNT(known); i++)
        ck_assert_int_eq(count[known[i].plane], known[i].count);
}
END_TEST

/* ---- outputs ---- */

static const char network_file[] = "lc0.tmp.net";

/* Values of net.proto. */
enum { OLD = 1, OLD_SE, PLAIN, SE, ATTENTION = 6, MULTI };
enum { DENSE = 1, CONVOLUTION, PAIRS };
enum { TANH = 1, WDL };
enum { MISH = 1, SWISH = 7, SQUARED_RELU };
enum { MAP = 1, POSITION };

static const struct lc0_file file_kinds[] = {
    {.structure = OLD, .policy = DENSE, .value = TANH, .channels = 9, .blocks = 1, .normal = true},
    {.structure = OLD_SE,
     .policy = DENSE,
     .value = TANH,
     .channels = 16,
     .blocks = 2,
     .squeeze = 3},
    {.structure = PLAIN, .policy = DENSE, .value = WDL, .channels = 5, .blocks = 0},
    {.structure = SE,
     .policy = CONVOLUTION,
     .value = WDL,
     .channels = 20,
     .blocks = 2,
     .squeeze = 5,
     .moves_left = 1},
    {.structure = SE,
     .policy = PAIRS,
     .value = WDL,
     .channels = 8,
     .blocks = 1,
     .activation = MISH,
     .policy_encoders = 1,
     .heads = 2,
     .depth = 5,
     .feed = 9,
     .smolgen = 4,
     .encoding = LC0_FLOAT32},
    {.structure = ATTENTION,
     .policy = PAIRS,
     .value = WDL,
     .channels = 14,
     .encoders = 2,
     .heads = 2,
     .depth = 7,
     .feed = 24,
     .smolgen = 6,
     .gate = true,
     .activation = MISH,
     .moves_left = 1,
     .embedding = MAP,
     .encoding = LC0_FLOAT16},
    {.structure = MULTI,
     .policy = PAIRS,
     .value = WDL,
     .channels = 16,
     .encoders = 2,
     .heads = 4,
     .depth = 4,
     .feed = 20,
     .smolgen = 5,
     .several_heads = true,
     .activation = MISH,
     .smolgen_activation = SWISH,
     .feed_activation = SQUARED_RELU,
     .policy_encoders = 1,
     .moves_left = 1,
     .embedding = POSITION,
     .gate = true},
    {.structure = ATTENTION,
     .policy = PAIRS,
     .value = TANH,
     .channels = 10,
     .blocks = 1,
     .squeeze = 4,
     .encoders = 1,
     .heads = 1,
     .depth = 17,
     .feed = 8,
     .embedding = MAP,
     .encoding = LC0_BFLOAT16},
};

enum { POSITIONS = 3, PLANES = MI_LC0_PLANES, SQUARES = MI_LC0_SQUARES };

struct position {
    float plane[PLANES * SQUARES], policy[MI_LC0_MOVES], wanted_policy[MI_LC0_MOVES];
    struct mi_net_out out, wanted;
};

static struct position position[POSITIONS];
static struct mi_model model;

static void free_model(void)
{
    mi_model_clear(&model);
    remove(network_file);
}

/* Writes a network and computes the expected outputs. */
static void begin_file(struct lc0_file file)
{
    char error[200];
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    file.name = network_file;
    file.input = 1;
    file.seed = 7;
    file.encoding = file.encoding ? file.encoding : LC0_LINEAR16;
    lc0_file_write(&file);
    ck_assert_msg(mi_net_model(&model, network_file, error, sizeof error), "%s", error);
    ck_assert_ptr_nonnull(model.lc0);
    for (int p = 0; p < POSITIONS; p++) {
        struct position *at = &position[p];
        for (int i = 0; i < PLANES * SQUARES; i++)
            at->plane[i] = miai_rng_below(&rng, 4) == 0 ? 1.0f : 0.0f;
        at->out = (struct mi_net_out){.policy = at->policy};
        at->wanted = (struct mi_net_out){.policy = at->wanted_policy};
        lc0_direct(model.lc0, at->plane, &at->wanted);
    }
}

static void assert_close(float value, float wanted, double tolerance, const char *what)
{
    ck_assert_msg(fabs(value - wanted) <= tolerance * (1.0 + fabs(wanted)), "%s: %g, not %g", what,
                  value, wanted);
}

static void assert_outputs(const struct position *at, double tolerance)
{
    for (int i = 0; i < MI_LC0_MOVES; i++)
        assert_close(at->policy[i], at->wanted_policy[i], tolerance, "policy");
    assert_close(at->out.win, at->wanted.win, tolerance, "win");
    assert_close(at->out.draw, at->wanted.draw, tolerance, "draw");
    assert_close(at->out.loss, at->wanted.loss, tolerance, "loss");
    assert_close(at->out.moves_left, at->wanted.moves_left, tolerance, "moves left");
    ck_assert(!at->out.absurd);
}

/* Evaluates all positions in batches of this size and compares. */
static void evaluate_batches(const struct mi_net *net, int batch, double tolerance)
{
    struct mi_net_in in[POSITIONS];
    struct mi_net_out out[POSITIONS];
    struct mi_net_workspace *work = mi_net_workspace_new(net, 8, 8, batch);
    ck_assert_ptr_nonnull(work);
    for (int p = 0; p < POSITIONS; p++) {
        in[p] = (struct mi_net_in){.plane = position[p].plane};
        out[p] = position[p].out;
    }
    mi_net_run(work, in, out, POSITIONS);
    for (int p = 0; p < POSITIONS; p++) {
        position[p].out = out[p];
        assert_outputs(&position[p], tolerance);
    }
    mi_net_workspace_free(work);
}

static void run_all_kernels(enum mi_net_arithmetic numbers, double tolerance)
{
    char error[200];
    for (int k = 0; mi_kernel_list[k]; k++) {
        const struct mi_kernels *kernels = mi_kernel_list[k];
        if (!kernels->usable() || !mi_net_has_kernels_for(kernels, numbers))
            continue;
        struct mi_net *net = mi_net_load_for(kernels, network_file, numbers, error, sizeof error);
        ck_assert_msg(net, "%s", error);
        evaluate_batches(net, 1, tolerance);
        evaluate_batches(net, POSITIONS, tolerance);
        mi_net_free(net);
    }
}

START_TEST(kernel_outputs)
{
    begin_file(file_kinds[_i]);
    run_all_kernels(MI_NET_FLOATS, 2e-4);
}
END_TEST

START_TEST(integer_outputs)
{
    begin_file(file_kinds[_i]);
    run_all_kernels(MI_NET_INTEGERS, 0.03);
}
END_TEST

START_TEST(tile_outputs)
{
    begin_file(file_kinds[_i]);
    run_all_kernels(MI_NET_FASTEST, 0.03);
}
END_TEST

START_TEST(info_describes_the_network)
{
    char error[200];
    begin_file(file_kinds[3]);
    struct mi_net *net = mi_net_load(network_file, MI_NET_FLOATS, error, sizeof error);
    ck_assert_msg(net, "%s", error);
    const struct mi_net_info *info = mi_net_describe(net);
    ck_assert_str_eq(info->name, "lc0");
    ck_assert_str_eq(info->encoding, "lc0-112");
    ck_assert_int_eq(info->policy, MI_LC0_MOVES);
    ck_assert_int_eq(info->planes, PLANES);
    ck_assert_int_eq(info->blocks, 2);
    ck_assert_int_eq(info->channels, 20);
    ck_assert_ptr_null(mi_net_workspace_new(net, 9, 8, 1));
    ck_assert_uint_eq(mi_net_workspace_bytes(net, 19, 19, 1), 0);
    mi_net_free(net);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("lc0");
    TCase *tests = add_case(suite, "lc0", 60);
    tcase_add_checked_fixture(tests, set_up_moves, free_model);
    tcase_add_test(tests, moves_in_order);
    tcase_add_test(tests, planes_have_each_move_once);
    tcase_add_loop_test(tests, kernel_outputs, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, integer_outputs, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, tile_outputs, 0, COUNT(file_kinds));
    tcase_add_test(tests, info_describes_the_network);
    return run_suite(suite);
}
