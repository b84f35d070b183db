/* Convolutions by tiles (AMX): 16 rows of 32 inputs in bfloat16, or of 64 in bytes, multiplied at
 * once by those inputs' weights for 16 outputs, and added to sums of 32 bits. */
#define _GNU_SOURCE /* syscall() */

#include "amx.h"

#ifdef MI_AMX
#include "base/range.h"
#include "base/sanitizer.h"
#include "base/unroll.h"

#include <cpuid.h>
#include <float.h>
#include <math.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- may it?  On any processor, so before what only some can run ---- */

static bool has_tiles(void)
{
    enum { TILES = 1 << 24, BYTES = 1 << 25, BF16 = 1 << 22, AVX512_BF16 = 1 << 5 };
    const unsigned all = TILES | BYTES | BF16;
    unsigned a, b, c, d, more, unused;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & all) == all &&
           __get_cpuid_count(7, 1, &more, &b, &c, &unused) && (more & AVX512_BF16);
}

/* Linux gives a process the room for tiles when it asks for it (its x86 documentation, xstate). */
static bool may_use_tiles(void)
{
    enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
    return syscall(SYS_arch_prctl, (long)ARCH_REQ_XCOMP_PERM, (long)XFEATURE_XTILEDATA) == 0;
}

bool mi_amx_usable(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni") && has_tiles() && may_use_tiles();
}

/* ---- from here on with tiles ---- */

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

/* Eight tiles of 16 rows of 64 bytes.  Constant, since gcc 12 believes that the instruction reads
 * eight bytes of it, and would not store the others. */
static void configure(void)
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

/* Of count points of a sheet from the first on those that are on the board, run by run. */
static void finish_strip(const struct mi_conv_job *job, const struct sheet *sheet, int n, int first,
                         int count, const float *sum, int panel, int wide)
{
    const struct mi_geometry *g = job->geometry;
    int across = sheet->across, y = first / across, x = first % across;
    for (int i = 0, to; i < count; i = to, x = 0, y++) {
        struct run run = {.pitch = (ptrdiff_t)wide * MI_LANES};
        run.sum = sum + i * run.pitch;
        run.point = (ptrdiff_t)n * g->points + y * g->pitch + x;
        to = mi_min(count, i + across - x);
        run.count = mi_min(to - i, g->width - x);
        if (job->step->gated) {
            finish_gates(job, &run, panel * MI_LANES);
            continue;
        }
        for (int w = 0; w < wide; w++, run.sum += MI_LANES)
            finish_panel(job, sheet, &run, n, (panel + w) * MI_LANES);
    }
}

/* A position's sums with wide panels from that one on, and what follows from them.  The next ones'
 * weights are fetched meanwhile. */
static void conv_panels(const struct mi_conv_job *job, const struct sheet *sheet, int n,
                        const struct weights *weights, int panel, int wide)
{
    const struct mi_geometry *g = job->geometry;
    const ptrdiff_t each = (ptrdiff_t)weights->taps * weights->row / ROW * AHEAD;
    const char *ahead = weights->first + weights->next;
    int points = (g->height - 1) * sheet->across + g->width;
    for (int i = 0, high; i < points; i += high * ROWS, ahead += each) {
        float sum[4 * ROWS * MI_LANES] __attribute__((aligned(64)));
        high = points - i > ROWS ? 2 : 1;
        multiply(weights, sheet->bytes, high, wide, sheet->at + (ptrdiff_t)i * sheet->row, ahead,
                 sum);
        finish_strip(job, sheet, n, i, mi_min(points - i, high * ROWS), sum, panel, wide);
    }
}

/* All panels of a position's sheet, in pairs; where there are gates a panel and its gates' are one.
 */
static void conv_sheet(const struct mi_conv_job *job, const struct sheet *sheet, int n,
                       struct weights weights)
{
    const struct mi_packed_weights *conv = &job->step->conv;
    const ptrdiff_t panel = (ptrdiff_t)weights.taps * weights.row / ROW * TILE;
    bool gated = job->step->gated;
    int panels = gated ? conv->panels / 2 : conv->panels;
    weights.apart = gated ? panels * panel : panel;
    for (int p = 0, wide; p < panels; p += gated ? 1 : wide) {
        wide = gated || panels - p > 1 ? 2 : 1;
        weights.first = (const char *)conv->tile + p * panel;
        weights.next = gated ? panel : wide * panel;
        conv_panels(job, sheet, n, &weights, p, wide);
    }
}

void mi_amx_conv(const struct mi_conv_job *job)
{
    struct sheet sheet = lay_sheet(job);
    ptrdiff_t tap[MI_TAPS_MAX];
    struct weights weights = {.tap = tap, .row = sheet.row};
    weights.taps = mi_taps(&job->step->conv, sheet.across, tap);
    for (int t = 0; t < weights.taps; t++)
        tap[t] *= sheet.row;
    configure();
    for (int n = 0; n < job->n; n++) {
        if (sheet.bytes)
            set_range(job, &sheet, n);
        fill_sheet(job, &sheet, n);
        __asm__ volatile("" ::: "memory"); /* gcc 12 does not know that loading a tile reads it */
        conv_sheet(job, &sheet, n, weights);
    }
    _tile_release();
}

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_amx; /* ISO C wants something in each file */
#endif
