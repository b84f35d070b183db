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
#include "base/range.h"
#include "base/sanitizer.h"

#include <cpuid.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- may it?  On any processor, so before what only some can run ---- */

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
                          "amx-bf16"))),                                                           \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx512bf16,avx2,fma,amx-tile,amx-bf16")
#endif

#include "avx512.h"

#include "vector.h"

enum { ROWS = MI_TILE_ROWS };

/* Eight tiles of 16 rows of 64 bytes.  Constant, since gcc 12 believes that the instruction reads
 * eight bytes of it, and would not store the others. */
static void configure(void)
{
    static const struct {
        uint8_t palette, start, reserved[14];
        uint16_t bytes[16];
        uint8_t rows[16];
    } config = {.palette = 1,
                .bytes = {64, 64, 64, 64, 64, 64, 64, 64},
                .rows = {ROWS, ROWS, ROWS, ROWS, ROWS, ROWS, ROWS, ROWS}};
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
INLINE void clear_points(const struct sheet *sheet, ptrdiff_t from, ptrdiff_t to)
{
    for (ptrdiff_t i = from * sheet->channels; i < to * sheet->channels; i += 2 * LANES)
        _mm512_storeu_si512(sheet->at + i, _mm512_setzero_si512());
}

/* So many numbers in bfloat16, an odd group of LANES with zeros beside it. */
INLINE void put(const float *from, int lanes, uint16_t *to)
{
    for (int c = 0; c < lanes; c += 2 * LANES) {
        vf first = v_load(from + c), second = {0};
        if (c + LANES < lanes)
            second = v_load(from + c + LANES);
        *(__m512bh *)(to + c) = _mm512_cvtne2ps_pbh(second, first);
    }
}

/* The channels of points side by side, at once where nothing lies between them. */
INLINE void put_row(const float *from, int apart, int lanes, int points, const struct sheet *sheet,
                    ptrdiff_t at)
{
    uint16_t *to = sheet->at + at * sheet->channels;
    if (apart == lanes && lanes == sheet->channels)
        put(from, points * lanes, to);
    else
        for (int x = 0; x < points; x++)
            put(from + x * apart, lanes, to + x * sheet->channels);
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
        put_row(from, job->from_channels, lanes, g->width, sheet, row);
        clear_points(sheet, row + g->width, row + sheet->across);
    }
    ptrdiff_t end = (ptrdiff_t)g->height * sheet->across;
    clear_points(sheet, end, end + before / sheet->channels + 2 * ROWS);
}

/* ---- products ---- */

/* Numbers that are fetched ahead of each tile: two cache lines. */
enum { LINE = 64 / sizeof(uint16_t), AHEAD = 2 * LINE };

INLINE void fetch(const uint16_t *at)
{
    __builtin_prefetch(at, 0, 2);
    __builtin_prefetch(at + LINE, 0, 2);
}

/* Weights of one panel, or of two that lie apart numbers from each other, as in struct mi_packed;
 * those to come lie next numbers behind. */
struct weights {
    const uint16_t *first;
    ptrdiff_t apart, next;
    const ptrdiff_t *tap; /* [taps]: where in the sheet, from the point's first number on */
    int taps, channels;   /* of a point in the sheet */
};

/* The sums of high * ROWS points of a sheet from a on with wide panels, in rows of
 * wide * MI_LANES.  An eighth of the weights, from ahead on, is fetched meanwhile: those of large
 * networks come from afar. */
INLINE void multiply_tiles(const struct weights *weights, const int high, const int wide,
                           const uint16_t *a, const uint16_t *ahead, float *sum)
{
    const ptrdiff_t tile = ROWS * MI_TILE_DEPTH, apart = weights->apart;
    const ptrdiff_t lower = ROWS * weights->channels;
    const ptrdiff_t row = weights->channels * (ptrdiff_t)sizeof *a;
    const uint16_t *b = weights->first;
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
    for (int t = 0; t < weights->taps; t++) {
        const uint16_t *from = a + weights->tap[t];
        for (int c = 0; c < weights->channels; c += MI_TILE_DEPTH, b += tile, ahead += AHEAD) {
            fetch(ahead);
            _tile_loadd(4, from + c, row);
            _tile_loadd(6, b, 64);
            _tile_dpbf16ps(0, 4, 6);
            if (wide > 1) {
                fetch(ahead + apart);
                _tile_loadd(7, b + apart, 64);
                _tile_dpbf16ps(1, 4, 7);
            }
            if (high > 1) {
                _tile_loadd(5, from + c + lower, row);
                _tile_dpbf16ps(2, 5, 6);
            }
            if (high > 1 && wide > 1)
                _tile_dpbf16ps(3, 5, 7);
        }
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

static void multiply(const struct weights *weights, int high, int wide, const uint16_t *a,
                     const uint16_t *ahead, float *sum)
{
    if (high > 1 && wide > 1)
        multiply_tiles(weights, 2, 2, a, ahead, sum);
    else if (high > 1)
        multiply_tiles(weights, 2, 1, a, ahead, sum);
    else if (wide > 1)
        multiply_tiles(weights, 1, 2, a, ahead, sum);
    else
        multiply_tiles(weights, 1, 1, a, ahead, sum);
}

/* ---- what follows ---- */

/* Points of a row of the board, whose sums lie pitch floats apart. */
struct run {
    const float *sum;
    ptrdiff_t pitch, point;
    int count;
};

/* Mish as in vector.h, to some 12 bits, since bfloat16 keeps 8. */
INLINE vf mish(vf x)
{
    vf e = v_power(-v_max(x * -1.44269504f, v_set(-28.0f)));
    vf q = v_fma(e, e, e + e);
    return x * (q * _mm512_rcp14_ps(q + 2.0f));
}

INLINE vf activated(enum mi_activation activation, vf x)
{
    return activation == MI_MISH ? mish(x) : v_activated(activation, x);
}

/* What the step does with a run's sums of position n from channel c on: as finish(), with all that
 * is the same at each point read once. */
INLINE void finish_panel(const struct mi_conv_job *job, const struct run *run, int n, int c)
{
    const ptrdiff_t add_channels = job->add_channels, raw_channels = job->raw_channels;
    const ptrdiff_t act_channels = job->act_channels;
    const enum mi_activation activation = job->activation;
    const float *sum = run->sum;
    const float *add = job->add ? job->add + run->point * add_channels + c : NULL;
    float *raw = job->raw ? job->raw + run->point * raw_channels + c : NULL;
    float *act = job->act ? job->act + run->point * act_channels + c : NULL;
    vf summand = {0}, scale = v_set(1.0f), bias = {0};
    if (job->summand)
        summand = v_load(job->summand + (ptrdiff_t)n * job->summand_length + c);
    if (act && job->scale) {
        scale = v_load(job->scale + c);
        bias = v_load(job->bias + c);
    }
    for (int i = 0; i < run->count; i++, sum += run->pitch) {
        vf x = v_load(sum) + summand;
        if (add)
            x += v_load(add + i * add_channels);
        if (raw)
            v_store(raw + i * raw_channels, x);
        if (act)
            v_store(act + i * act_channels, activated(activation, v_fma(x, scale, bias)));
    }
}

/* The same with the sums of a panel and of its gates. */
INLINE void finish_gates(const struct mi_conv_job *job, const struct run *run, int c)
{
    const float *sum = run->sum;
    for (int i = 0; i < run->count; i++, sum += run->pitch)
        finish_gated(job, run->point + i, c, v_load(sum), v_load(sum + MI_LANES));
}

/* Of count points of a sheet from the first on those that are on the board, run by run. */
static void finish_strip(const struct mi_conv_job *job, int across, int n, int first, int count,
                         const float *sum, int panel, int wide)
{
    const struct mi_geometry *g = job->geometry;
    int y = first / across, x = first % across;
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
            finish_panel(job, &run, n, (panel + w) * MI_LANES);
    }
}

/* A position's sums with wide panels from that one on, and what follows from them.  The next ones'
 * weights are fetched meanwhile. */
static void conv_panels(const struct mi_conv_job *job, const struct sheet *sheet, int n,
                        const struct weights *weights, int panel, int wide)
{
    const struct mi_geometry *g = job->geometry;
    const ptrdiff_t each = (ptrdiff_t)weights->taps * weights->channels / MI_TILE_DEPTH * AHEAD;
    const uint16_t *ahead = weights->first + weights->next;
    int points = (g->height - 1) * sheet->across + g->width;
    for (int i = 0, high; i < points; i += high * ROWS, ahead += each) {
        float sum[4 * ROWS * MI_LANES] __attribute__((aligned(64)));
        high = points - i > ROWS ? 2 : 1;
        multiply(weights, high, wide, sheet->at + (ptrdiff_t)i * sheet->channels, ahead, sum);
        finish_strip(job, sheet->across, n, i, mi_min(points - i, high * ROWS), sum, panel, wide);
    }
}

/* All panels of a position's sheet, in pairs; where there are gates a panel and its gates' are one.
 */
static void conv_sheet(const struct mi_conv_job *job, const struct sheet *sheet, int n,
                       struct weights weights)
{
    const struct mi_packed *conv = &job->step->conv;
    const ptrdiff_t panel = (ptrdiff_t)weights.taps * weights.channels * MI_LANES;
    bool gated = job->step->gated;
    int panels = gated ? conv->panels / 2 : conv->panels;
    weights.apart = gated ? panels * panel : panel;
    for (int p = 0, wide; p < panels; p += gated ? 1 : wide) {
        wide = gated || panels - p > 1 ? 2 : 1;
        weights.first = conv->tile + p * panel;
        weights.next = gated ? panel : wide * panel;
        conv_panels(job, sheet, n, &weights, p, wide);
    }
}

void mi_amx_conv(const struct mi_conv_job *job)
{
    struct sheet sheet = lay_sheet(job);
    ptrdiff_t tap[MI_TAPS_MAX];
    struct weights weights = {.tap = tap, .channels = sheet.channels};
    weights.taps = mi_taps(&job->step->conv, sheet.across, tap);
    for (int t = 0; t < weights.taps; t++)
        tap[t] *= sheet.channels;
    configure();
    for (int n = 0; n < job->n; n++) {
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
