/* Convolutions by tiles (AMX): 16 rows of 32 inputs in bfloat16, multiplied at once by those
 * inputs' weights for 16 outputs, and added to sums of 32 bits.
 *
 * The inputs are laid out anew, in bfloat16: rows of points one after the other, with zeros between
 * them as far as the filter reaches, which the end of one row shares with the beginning of the
 * next. So the same tap of any 16 points in sequence is a tile, whose rows lie as far apart as
 * points. */
#define _GNU_SOURCE /* syscall() */

#include "amx.h"

#ifdef MI_AMX
#if defined __clang__
#pragma clang attribute push(                                                                      \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,avx2,fma,amx-tile,"       \
                          "amx-bf16"))),                                                           \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,avx2,fma,amx-tile,amx-bf16")
#endif

#include "avx512.h"
#include "base/range.h"
#include "base/sanitizer.h"

#include <cpuid.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "vector.h"

enum { ROWS = MI_TILE_ROWS };

/* ---- may it? ---- */

static bool has_tiles(void)
{
    enum { TILES = 1 << 24, BF16 = 1 << 22, AVX512_BF16 = 1 << 5 };
    unsigned a, b, c, d, more, unused;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d & TILES) && (d & BF16) &&
           __get_cpuid_count(7, 1, &more, &b, &c, &unused) && (more & AVX512_BF16);
}

/* Linux gives a process the room for tiles when it asks for it (its x86 documentation, xstate). */
static bool may_use_tiles(void)
{
    enum { ARCH_REQ_XCOMP_PERM = 0x1023, XFEATURE_XTILEDATA = 18 };
    return syscall(SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0;
}

bool mi_amx_usable(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq") &&
           __builtin_cpu_supports("avx512vnni") && has_tiles() && may_use_tiles();
}

/* Eight tiles of 16 rows of 64 bytes. */
static void configure(void)
{
    struct {
        uint8_t palette, start, reserved[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } config = {.palette = 1};
    for (int i = 0; i < 8; i++) {
        config.bytes[i] = MI_TILE_DEPTH * sizeof(uint16_t);
        config.rows[i] = ROWS;
    }
    _tile_loadconfig(&config);
}

/* ---- inputs ---- */

/* A position's inputs in bfloat16. */
struct sheet {
    uint16_t *at; /* of the board's first point */
    int across;   /* points of a row, with the zeros behind it */
    int channels; /* of a point */
};

static struct sheet lay_sheet(const struct mi_conv_job *job)
{
    const struct mi_packed *conv = &job->step->conv;
    int down = conv->height / 2 * conv->dilation_y, across = conv->width / 2 * conv->dilation_x;
    struct sheet sheet = {.across = job->geometry->width + across,
                          .channels = mi_tile_depth(conv->in)};
    sheet.at = (uint16_t *)job->inputs + (ptrdiff_t)(down * sheet.across + across) * sheet.channels;
    return sheet;
}

/* Zeros from the one point, counted from the board's first, up to the other. */
static void clear_points(const struct sheet *sheet, ptrdiff_t from, ptrdiff_t to)
{
    memset(sheet->at + from * sheet->channels, 0,
           sizeof *sheet->at * (size_t)((to - from) * sheet->channels));
}

/* The channels of a point, an odd group with zeros beside it. */
INLINE void put_point(const float *from, int lanes, uint16_t *to)
{
    for (int c = 0; c < lanes; c += 2 * LANES) {
        vf first = v_load(from + c), second = {0};
        if (c + LANES < lanes)
            second = v_load(from + c + LANES);
        *(__m512bh *)(to + c) = _mm512_cvtne2ps_pbh(second, first);
    }
}

static void fill_sheet(const struct mi_conv_job *job, const struct sheet *sheet, int n)
{
    const struct mi_geometry *g = job->geometry;
    int lanes = mi_lanes(job->step->conv.in);
    ptrdiff_t before = sheet->at - (uint16_t *)job->inputs;
    clear_points(sheet, -before / sheet->channels, 0);
    for (int y = 0; y < g->height; y++) {
        const float *from =
            job->from + ((ptrdiff_t)n * g->points + y * g->pitch) * job->from_channels;
        ptrdiff_t row = (ptrdiff_t)y * sheet->across;
        for (int x = 0; x < g->width; x++)
            put_point(from + x * job->from_channels, lanes,
                      sheet->at + (row + x) * sheet->channels);
        clear_points(sheet, row + g->width, row + sheet->across);
    }
    ptrdiff_t end = (ptrdiff_t)g->height * sheet->across;
    clear_points(sheet, end, end + before / sheet->channels + 2 * ROWS);
}

/* ---- products ---- */

/* high * ROWS points of a sheet from a on, with the weights of a panel, or of wide = 2 of them, the
 * second apart from it: their sums, rows of wide * MI_LANES. */
INLINE void multiply_tiles(const int high, const int wide, const uint16_t *a, const ptrdiff_t *tap,
                           int taps, int channels, const uint16_t *b, ptrdiff_t apart, float *sum)
{
    const ptrdiff_t tile = ROWS * MI_TILE_DEPTH, row = channels * (ptrdiff_t)sizeof *a;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int t = 0; t < taps; t++)
        for (int c = 0; c < channels; c += MI_TILE_DEPTH, b += tile) {
            const uint16_t *from = a + tap[t] + c;
            _tile_loadd(4, from, row);
            _tile_loadd(6, b, 64);
            _tile_dpbf16ps(0, 4, 6);
            if (wide > 1) {
                _tile_loadd(7, b + apart, 64);
                _tile_dpbf16ps(1, 4, 7);
            }
            if (high > 1) {
                _tile_loadd(5, from + ROWS * channels, row);
                _tile_dpbf16ps(2, 5, 6);
            }
            if (high > 1 && wide > 1)
                _tile_dpbf16ps(3, 5, 7);
        }
    const ptrdiff_t pitch = (ptrdiff_t)wide * MI_LANES, bytes = pitch * (ptrdiff_t)sizeof *sum;
    _tile_stored(0, sum, bytes);
    if (wide > 1)
        _tile_stored(1, sum + MI_LANES, bytes);
    if (high > 1)
        _tile_stored(2, sum + ROWS * pitch, bytes);
    if (high > 1 && wide > 1)
        _tile_stored(3, sum + ROWS * pitch + MI_LANES, bytes);
    MI_WRITTEN(sum, sizeof *sum * (size_t)(high * ROWS * pitch));
}

static void multiply(int high, int wide, const uint16_t *a, const ptrdiff_t *tap, int taps,
                     int channels, const uint16_t *b, ptrdiff_t apart, float *sum)
{
    if (high > 1 && wide > 1)
        multiply_tiles(2, 2, a, tap, taps, channels, b, apart, sum);
    else if (high > 1)
        multiply_tiles(2, 1, a, tap, taps, channels, b, apart, sum);
    else if (wide > 1)
        multiply_tiles(1, 2, a, tap, taps, channels, b, apart, sum);
    else
        multiply_tiles(1, 1, a, tap, taps, channels, b, apart, sum);
}

/* ---- what follows ---- */

/* The points of a strip of a sheet that are on the board, and where their sums are. */
struct strip {
    int count;
    ptrdiff_t point[2 * ROWS];
    const float *sum[2 * ROWS];
};

/* That of count points from the first on, whose sums lie pitch floats apart. */
static void cut_strip(const struct mi_geometry *g, int across, int n, int first, int count,
                      const float *sum, ptrdiff_t pitch, struct strip *strip)
{
    int y = first / across, x = first % across;
    strip->count = 0;
    for (int i = 0; i < count; i++, sum += pitch) {
        strip->point[strip->count] = (ptrdiff_t)n * g->points + y * g->pitch + x;
        strip->sum[strip->count] = sum;
        strip->count += x < g->width;
        if (++x == across) {
            x = 0;
            y++;
        }
    }
}

/* What the step does with the sums of position n from channel c on, offset floats behind the first
 * of a point: as finish(), with all that is the same at each point read once. */
static void finish_panel(const struct mi_conv_job *job, const struct strip *strip, int n, int c,
                         int offset)
{
    const ptrdiff_t add_channels = job->add_channels, raw_channels = job->raw_channels;
    const ptrdiff_t act_channels = job->act_channels;
    const enum mi_activation activation = job->activation;
    const float *add = job->add ? job->add + c : NULL;
    float *raw = job->raw ? job->raw + c : NULL, *act = job->act ? job->act + c : NULL;
    vf summand = {0}, scale = v_set(1.0f), bias = {0};
    if (job->summand)
        summand = v_load(job->summand + (ptrdiff_t)n * job->summand_length + c);
    if (act && job->scale) {
        scale = v_load(job->scale + c);
        bias = v_load(job->bias + c);
    }
    for (int i = 0; i < strip->count; i++) {
        ptrdiff_t point = strip->point[i];
        vf x = v_load(strip->sum[i] + offset) + summand;
        if (add)
            x += v_load(add + point * add_channels);
        if (raw)
            v_store(raw + point * raw_channels, x);
        if (act)
            v_store(act + point * act_channels, v_activated(activation, v_fma(x, scale, bias)));
    }
}

/* The same with the sums of a panel and of its gates. */
static void finish_gates(const struct mi_conv_job *job, const struct strip *strip, int c)
{
    for (int i = 0; i < strip->count; i++)
        finish_gated(job, strip->point[i], c, v_load(strip->sum[i]),
                     v_load(strip->sum[i] + MI_LANES));
}

/* All panels of a position's sheet, in pairs; where there are gates a panel and its gates' are one.
 */
static void conv_sheet(const struct mi_conv_job *job, const struct sheet *sheet, int n,
                       const ptrdiff_t *tap, int taps)
{
    const struct mi_packed *conv = &job->step->conv;
    const struct mi_geometry *g = job->geometry;
    bool gated = job->step->gated;
    ptrdiff_t weights = (ptrdiff_t)taps * sheet->channels * MI_LANES; /* of a panel */
    int panels = gated ? conv->panels / 2 : conv->panels;
    int points = (g->height - 1) * sheet->across + g->width;
    for (int p = 0, wide; p < panels; p += gated ? 1 : wide) {
        wide = gated || panels - p > 1 ? 2 : 1;
        for (int i = 0, high; i < points; i += high * ROWS) {
            float sum[4 * ROWS * MI_LANES] __attribute__((aligned(64)));
            struct strip strip;
            high = points - i > ROWS ? 2 : 1;
            multiply(high, wide, sheet->at + (ptrdiff_t)i * sheet->channels, tap, taps,
                     sheet->channels, conv->tile + p * weights, gated ? panels * weights : weights,
                     sum);
            cut_strip(g, sheet->across, n, i, mi_min(points - i, high * ROWS), sum,
                      (ptrdiff_t)wide * MI_LANES, &strip);
            if (gated)
                finish_gates(job, &strip, p * MI_LANES);
            for (int w = 0; !gated && w < wide; w++)
                finish_panel(job, &strip, n, (p + w) * MI_LANES, w * MI_LANES);
        }
    }
}

void mi_amx_conv(const struct mi_conv_job *job)
{
    struct sheet sheet = lay_sheet(job);
    ptrdiff_t tap[MI_TAPS_MAX];
    int taps = mi_taps(&job->step->conv, sheet.across, tap);
    for (int t = 0; t < taps; t++)
        tap[t] *= sheet.channels;
    configure();
    for (int n = 0; n < job->n; n++) {
        fill_sheet(job, &sheet, n);
        conv_sheet(job, &sheet, n, tap, taps);
    }
    _tile_release();
}

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_amx; /* ISO C wants something in each file */
#endif
