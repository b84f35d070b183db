/* kernel.h - the kernels for one instruction set.  The file that includes this defines:
 *
 *   KERNELS, NAME    the names of its struct mi_kernels, in C and as text
 *   usable()         whether this processor has the instructions
 *   LANES, vf        number of floats in a vector, and the vector type
 *   v_fma(a, b, c)   a * b + c
 *   v_max(a, b)
 *   v_dot(sum, a, b) optional: multiplies pairs of 16-bit integers and adds them to 32-bit sums.
 *                    Also needs v_store_int16(at, x) (rounds floats to 16-bit integers),
 *                    v_from_int(x) (32-bit integers to floats), v_max_int(a, b) and v_sqrt(x).
 *                    Without it this instruction set has no integer kernels.
 *   v_store_int16_pair(at, x, y)  optional: v_store_int16() of two vectors at once
 *   v_round(x), v_scale(x, n)  optional: nearest integer; x * 2^n
 *   PANELS, ROWS     panels of weights and rows of inputs multiplied at once; the sums must fit
 *                    the registers
 */
#include "base/compiler.h"
#include "kernels.h"

#include <math.h>
#include <string.h>

#include "vector.h"

#include "matrix.h"

#include "rms_norm.h"

#include "conv_1x1.h"

#include "winograd.h"

#include "attention.h"

#include "dense.h"

#include "square_steps.h"

static void conv_float(const struct mi_conv_job *job)
{
    if (job->step->conv.winograd)
        conv_winograd(job);
    else if (!job->step->sparse && job->step->conv.height * job->step->conv.width == 1)
        conv_rows(job);
    else
        conv_direct(job);
}

/* ---- pooling ---- */

static void pool_float(const struct mi_pool_job *job)
{
    const struct mi_geometry *g = job->geometry;
    float area = (float)(g->width * g->height), size = (sqrtf(area) - 14.0f) * 0.1f;
    for (int c = 0; c < job->channels; c += LANES) {
        vf sum = {0}, max = v_set(-INFINITY);
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++) {
                vf v = v_load(job->from + (ptrdiff_t)(y * g->pitch + x) * job->from_channels + c);
                sum += v;
                max = v_max(max, v);
            }
        vf mean = sum / area, third = max;
        if (job->value)
            third = mean * (size * size - 0.1f);
        for (int i = 0; i < LANES && c + i < job->channels; i++) {
            job->pooled[c + i] = mean[i];
            job->pooled[job->channels + c + i] = mean[i] * size;
            job->pooled[2 * job->channels + c + i] = third[i];
        }
    }
}

/* ---- speed ---- */

static uint64_t multiply_cached(bool integers, int loops)
{
    enum { WORDS = 64 };
    static const ptrdiff_t none = 0;
    float b[PANELS * WORDS * MI_LANES] __attribute__((aligned(64))) = {0};
    float c[ROWS * PANELS * MI_LANES] __attribute__((aligned(64)));
    word a[WORDS] = {0};
    const word *at[ROWS];
    for (int r = 0; r < ROWS; r++)
        at[r] = a;
    for (int i = 0; i < loops; i++)
        (integers ? multiply_integers : multiply_floats)(ROWS, PANELS, at, &none, 1, WORDS, b, c,
                                                         PANELS * MI_LANES);
    return (uint64_t)loops * ROWS * PANELS * MI_LANES * WORDS * (integers ? 2 : 1);
}

#ifdef v_dot
enum { HAS_INTEGERS = true };
#else
enum { HAS_INTEGERS = false };
#endif

/* The fields of struct mi_kernels that every instruction set fills in the same way. */
#define FUNCTIONS                                                                                  \
    .integers = HAS_INTEGERS, .conv = conv_float, .pool = pool_float, .rms_norm = rms_norm_float,  \
    .attention = attention_job, .dense = dense_float, .squeeze_excite = squeeze_excite_float,      \
    .layer_norm = layer_norm_float, .layer_norm_vector = layer_norm_row, .gate = gate_float,       \
    .qk_logits = qk_logits_float, .multiply_cached = multiply_cached

const struct mi_kernels KERNELS = {.name = NAME, .usable = usable, FUNCTIONS};
