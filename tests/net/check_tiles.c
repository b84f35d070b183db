/* Convolutions in tiles of bytes: every input is exact to half a quantization step. */
#include "miai_game.h"
#include "net/kernel/kernels.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>

enum { SIDE = 4, IN = 48, OUT = 16, TAPS = 9, MIDDLE = TAPS / 2, RANGES = 20000 };

static struct mi_geometry geometry;
static struct mi_chunks chunks;
static struct mi_step step;
static float *from, *sum, *inputs;

/* An identity filter. */
static void begin_identity(void)
{
    static float weight[TAPS][IN][OUT];
    const struct mi_conv conv = {.height = 3,
                                 .width = 3,
                                 .dilation_y = 1,
                                 .dilation_x = 1,
                                 .in = IN,
                                 .out = OUT,
                                 .weight = weight[0][0]};
    for (int out = 0; out < OUT; out++)
        weight[MIDDLE][out][out] = 1.0f;
    ck_assert(mi_pack(&chunks, &conv, MI_PACK_TILES, &step.conv));
    ck_assert(step.conv.bytes);
    mi_geometry_init(&geometry, SIDE, SIDE, 1);
    from = mi_chunks_alloc(&chunks, sizeof *from * IN * (size_t)geometry.points);
    sum = mi_chunks_alloc(&chunks, sizeof *sum * OUT * (size_t)geometry.points);
    inputs = mi_chunks_alloc(&chunks, sizeof *inputs * mi_tile_buffer_floats(&geometry, IN));
    ck_assert(from && sum && inputs);
}

static void free_convolution(void)
{
    mi_chunks_free(&chunks);
}

static float *value_at(float *buffer, int channels, int i)
{
    return buffer + (ptrdiff_t)(geometry.origin + mi_point(&geometry, i)) * channels;
}

/* Fills the inputs with numbers from low to high, inclusive. */
static void fill_range(float low, float high)
{
    for (int i = 0; i < SIDE * SIDE; i++)
        for (int c = 0; c < IN; c++) {
            float part = (float)(i * IN + c) / (SIDE * SIDE * IN - 1);
            value_at(from, IN, i)[c] = i == 0 && c == 0 ? low
                                       : c == 1         ? high
                                                        : low + part * (high - low);
        }
}

static void expect_same(const struct mi_kernels *kernels, float low, float high)
{
    struct mi_conv_job job = {.step = &step,
                              .geometry = &geometry,
                              .n = 1,
                              .from = value_at(from, IN, 0),
                              .raw = value_at(sum, OUT, 0),
                              .from_channels = IN,
                              .raw_channels = OUT,
                              .inputs = inputs};
    float least = fminf(low, 0.0f), most = fmaxf(high, 0.0f);
    fill_range(low, high);
    kernels->conv_tiles(&job);
    for (int i = 0; i < SIDE * SIDE; i++)
        for (int c = 0; c < OUT; c++) {
            float x = value_at(from, IN, i)[c], got = value_at(sum, OUT, i)[c];
            ck_assert_msg(fabsf(x - got) <= 0.51f * (most - least) / 255.0f + 1e-35f,
                          "%.9g to %.9g: %.9g, not %.9g", (double)low, (double)high, (double)got,
                          (double)x);
        }
}

/* The smallest number must not underflow a byte because of rounding. */
START_TEST(byte_ranges)
{
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int k = 0; mi_kernel_list[k]; k++) {
        const struct mi_kernels *kernels = mi_kernel_list[k];
        if (!kernels->conv_tiles || !kernels->usable())
            continue;
        expect_same(kernels, -0.30884001f, 3.0424027f);
        expect_same(kernels, 0.0f, 0.0f);
        expect_same(kernels, -1e-39f, 1e-39f);
        for (int i = 0; i < RANGES; i++) {
            float low = 2.0f - (float)miai_rng_below(&rng, 4000001) / 1e6f;
            expect_same(kernels, low, low + (float)miai_rng_below(&rng, 4000001) / 1e6f);
        }
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tiles");
    TCase *tests = add_case(suite, "tiles", 60);
    tcase_add_checked_fixture(tests, begin_identity, free_convolution);
    tcase_add_test(tests, byte_ranges);
    return run_suite(suite);
}
