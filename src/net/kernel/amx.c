/* Convolutions in AMX tiles.  One instruction multiplies 16 rows of 32 bfloat16 inputs, or of 64
 * bytes, by their weights for 16 outputs and adds the products to 32-bit sums. */
#define _GNU_SOURCE /* syscall() */

#include "amx.h"

#ifdef MI_AMX
#include "base/compiler.h"
#include "base/processor.h"
#include "base/range.h"

#include <cpuid.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- detection: runs on any processor, so it comes before the target pragma ---- */

static bool has_tiles(void)
{
    enum { TILES = 1 << 24, BYTES = 1 << 25, BF16 = 1 << 22, AVX512_BF16 = 1 << 5 };
    const unsigned all = TILES | BYTES | BF16;
    unsigned a, b, c, d, more, unused;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & all) == all &&
           __get_cpuid_count(7, 1, &more, &b, &c, &unused) && (more & AVX512_BF16);
}

/* Linux lets a process use tiles only after it asks (Documentation/arch/x86/xstate.rst). */
static bool may_use_tiles(void)
{
    enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
    return syscall(SYS_arch_prctl, (long)ARCH_REQ_XCOMP_PERM, (long)XFEATURE_XTILEDATA) == 0;
}

bool mi_amx_usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_TILES) && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vnni") &&
           has_tiles() && may_use_tiles();
}

/* ---- from here on code for AMX ---- */

#if defined __clang__
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,avx2,fma,amx-tile,"       \
                          "amx-bf16,amx-int8"))),                                                  \
    apply_to = function)
#else
#pragma GCC target(                                                                                \
    "avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,avx2,fma,amx-tile,amx-bf16,amx-int8")
#endif

#include "avx512.h"

#include "vector.h"

enum { ROWS = MI_TILE_ROWS, ROW = MI_TILE_BYTES, TILE = ROWS * ROW, BYTE_MAX = 255 };

/* Eight tiles of 16 rows of 64 bytes.  The configuration is a static constant, because gcc 12
 * assumes that the instruction reads only eight bytes and would not store the rest. */
static void configure_tiles(void)
{
    static const struct {
        uint8_t palette, start, reserved[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } config = {.palette = 1,
                .bytes = {ROW, ROW, ROW, ROW, ROW, ROW, ROW, ROW},
                .rows = {ROWS, ROWS, ROWS, ROWS, ROWS, ROWS, ROWS, ROWS}};
    _tile_loadconfig(&config);
}

#include "tile_inputs.h"

#include "tile_products.h"

#include "tile_finish.h"

/* ---- convolutions ---- */

/* Applies the epilogue to `count` points, from `first` on, except those off the board.  Works on
 * runs of adjacent points. */
static void finish_points_on_board(const struct mi_conv_job *job,
                                   const struct tile_input *tile_input, int n, int first, int count,
                                   const float *sum, int panel, int wide)
{
    const struct mi_geometry *g = job->geometry;
    int across = tile_input->across, y = first / across, x = first % across;
    for (int i = 0, to; i < count; i = to, x = 0, y++) {
        struct tile_run tile_run = {.pitch = (ptrdiff_t)wide * MI_LANES};
        tile_run.sum = sum + i * tile_run.pitch;
        tile_run.point = (ptrdiff_t)n * g->points + y * g->pitch + x;
        to = mi_min(count, i + across - x);
        tile_run.count = mi_min(to - i, g->width - x);
        if (job->step->gated) {
            finish_gates(job, &tile_run, panel * MI_LANES);
            continue;
        }
        for (int w = 0; w < wide; w++, tile_run.sum += MI_LANES)
            finish_panel(job, tile_input, &tile_run, n, (panel + w) * MI_LANES);
    }
}

/* Convolves a position with `wide` panels, from `panel` on, and prefetches the weights of the
 * next ones. */
static void conv_tile_panels(const struct mi_conv_job *job, const struct tile_input *tile_input,
                             int n, const struct tile_weights *tile_weights, int panel, int wide)
{
    const struct mi_geometry *g = job->geometry;
    const ptrdiff_t each = (ptrdiff_t)tile_weights->taps * tile_weights->row / ROW * AHEAD;
    const char *ahead = tile_weights->first + tile_weights->next;
    int points = (g->height - 1) * tile_input->across + g->width;
    for (int i = 0, high; i < points; i += high * ROWS, ahead += each) {
        float sum[4 * ROWS * MI_LANES] __attribute__((aligned(64)));
        high = points - i > ROWS ? 2 : 1;
        multiply_tile_block(tile_weights, tile_input->bytes, high, wide,
                            tile_input->at + (ptrdiff_t)i * tile_input->row, ahead, sum);
        finish_points_on_board(job, tile_input, n, i, mi_min(points - i, high * ROWS), sum, panel,
                               wide);
    }
}

/* Convolves a position with all panels, in pairs; in a gated step a pair is a panel and the panel
 * of its gates. */
static void conv_position_tiles(const struct mi_conv_job *job, const struct tile_input *tile_input,
                                int n, struct tile_weights tile_weights)
{
    const struct mi_packed_weights *conv = &job->step->conv;
    const ptrdiff_t panel = (ptrdiff_t)tile_weights.taps * tile_weights.row / ROW * TILE;
    bool gated = job->step->gated;
    int panels = gated ? conv->panels / 2 : conv->panels;
    tile_weights.apart = gated ? panels * panel : panel;
    for (int p = 0, wide; p < panels; p += gated ? 1 : wide) {
        wide = gated || panels - p > 1 ? 2 : 1;
        tile_weights.first = (const char *)conv->tile + p * panel;
        tile_weights.next = gated ? panel : wide * panel;
        conv_tile_panels(job, tile_input, n, &tile_weights, p, wide);
    }
}

void mi_amx_conv(const struct mi_conv_job *job)
{
    struct tile_input tile_input = lay_out_tile_input(job);
    ptrdiff_t tap[MI_TAPS_MAX];
    struct tile_weights tile_weights = {.tap = tap, .row = tile_input.row};
    tile_weights.taps = mi_taps(&job->step->conv, tile_input.across, tap);
    for (int t = 0; t < tile_weights.taps; t++)
        tap[t] *= tile_input.row;
    configure_tiles();
    for (int n = 0; n < job->n; n++) {
        if (tile_input.bytes)
            set_byte_scale(job, &tile_input, n);
        fill_tile_input(job, &tile_input, n);
        __asm__ volatile("" ::: "memory"); /* gcc 12 does not know that tile loads read memory */
        conv_position_tiles(job, &tile_input, n, tile_weights);
    }
    _tile_release();
}

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_amx; /* ISO C forbids an empty translation unit */
#endif
