/* kernel.h - the kernels for one kind of processor, of which the file that includes
 * this says:
 *
 *   KERNELS, NAME    the names of its struct mi_kernels, in C and as text; usable(), whether this
 *                    processor has what it needs
 *   LANES, vf        floats of a vector, and its type
 *   v_fma(a, b, c)   a * b + c
 *   v_max(a, b)
 *   v_dot(sum, a, b) and, with it, v_store_whole(at, x), v_of_whole(x), v_sqrt(x): pairs of 16-bit
 *                    integers multiplied and added to a sum of 32 bits; floats rounded to 16 bits;
 *                    floats of 32 bits; roots.  Without them there are no integers.
 *   v_round(x), v_scale(x, n)  where there are such: the nearest whole number; x * 2^n
 *   PANELS, ROWS     how many panels of weights and rows of inputs are multiplied at once: as many
 *                    as there are registers for the sums
 */
#include "base/sanitizer.h"
#include "base/unroll.h"
#include "kernels.h"

#include <math.h>
#include <string.h>

#include "vector.h"

#include "matrix.h"

#include "norm.h"

#include "rows.h"

#include "winograd.h"

#include "attention.h"

#include "vectors.h"

#include "squares.h"

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
        vf sum = {0}, most = v_set(-INFINITY);
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++) {
                vf v = v_load(job->from + (ptrdiff_t)(y * g->pitch + x) * job->from_channels + c);
                sum += v;
                most = v_max(most, v);
            }
        vf mean = sum / area, third = most;
        if (job->value)
            third = mean * (size * size - 0.1f);
        for (int i = 0; i < LANES && c + i < job->channels; i++) {
            job->pooled[c + i] = mean[i];
            job->pooled[job->channels + c + i] = mean[i] * size;
            job->pooled[2 * job->channels + c + i] = third[i];
        }
    }
}

#ifdef v_dot
enum { WHOLE = true };
#else
enum { WHOLE = false };
#endif

/* What a table has, but for its name and its processors. */
#define FUNCTIONS                                                                                  \
    .integers = WHOLE, .conv = conv_float, .pool = pool_float, .norm = norm_float,                 \
    .attend = attend_job, .dense = dense_float, .excite = excite_float, .normal = normal_float,    \
    .normal_vector = normal_row, .gate = gate_float, .pairs = pairs_float

const struct mi_kernels KERNELS = {.name = NAME, .usable = usable, FUNCTIONS};
