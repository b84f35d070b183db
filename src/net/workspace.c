/* The workspace of a thread: its buffers for one board size; runs the steps of the plan. */
#include "base/memory.h"
#include "heads.h"
#include "lc0_parts.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_LINE = 64 };

/* ---- memory ---- */

/* Reserves the next count floats, aligned to a cache line.  NULL if base is NULL. */
static float *reserve_floats(char *base, size_t *used, size_t count)
{
    float *at = base ? (float *)(base + *used) : NULL;
    *used += (count * sizeof(float) + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    return at;
}

/* The largest batch for which the data between steps stays in the cache: the matrices between
 * Winograd's transforms, and all buffers if tiles are used. */
static int cache_batch(const struct mi_plan *plan, const struct mi_geometry *g, int batch)
{
    const long cache_bytes = 1L << 20;
    long floats = (long)g->rows * (plan->widest_in + plan->widest_out);
    for (int i = 0; plan->widest_tiled && i < plan->buffers; i++)
        floats += (long)g->points * plan->channels[i];
    long bytes = floats * (long)sizeof(float), n = bytes > 0 ? cache_bytes / bytes : batch;
    return n < 1 ? 1 : n < batch ? (int)n : batch;
}

/* Lays out the workspace at base; if base is NULL only counts its bytes. */
static void lay_out_workspace(struct mi_net_workspace *work, char *base)
{
    const struct mi_plan *plan = &work->net->plan;
    const struct mi_geometry *g = &work->geometry;
    size_t used = 0, n = (size_t)work->max_batch, points = (size_t)g->points;
    reserve_floats(base, &used, sizeof *work / sizeof(float) + 1);
    for (int i = 0; i < plan->buffers; i++)
        work->buffer[i] = reserve_floats(base, &used, n * points * (size_t)plan->channels[i]);
    for (int i = 0; i < MI_VECTORS; i++)
        work->vector[i] = reserve_floats(base, &used, n * (size_t)plan->length[i]);
    size_t rows = n * (size_t)g->rows;
    size_t integer_rows = (size_t)(g->width * g->height) * ((size_t)plan->widest_row / 2 + 1);
    size_t winograd_inputs = rows * (size_t)plan->widest_in;
    size_t inputs =
        plan->widest_row && integer_rows > winograd_inputs ? integer_rows : winograd_inputs;
    size_t tiled = mi_tile_buffer_floats(g, plan->widest_tiled);
    work->inputs = reserve_floats(base, &used, tiled > inputs ? tiled : inputs);
    work->outputs = reserve_floats(base, &used, rows * (size_t)plan->widest_out);
    size_t scratch = mi_attention_buffer_floats(plan->query, plan->value, g->width * g->height);
    work->scratch = reserve_floats(base, &used, plan->query ? scratch : 0);
    work->bytes = used;
}

static struct mi_net_workspace workspace_layout(const struct mi_net *net, int width, int height,
                                                int batch)
{
    struct mi_net_workspace work = {.net = net};
    mi_geometry_init(&work.geometry, width, height, net->plan.ring);
    work.max_batch = cache_batch(&net->plan, &work.geometry, batch);
    lay_out_workspace(&work, NULL);
    return work;
}

/* Does the network support this board size? */
static bool has_size(const struct mi_net *net, int width, int height)
{
    return !net->info.policy || (width == MI_LC0_SIDE && height == MI_LC0_SIDE);
}

size_t mi_net_workspace_bytes(const struct mi_net *net, int width, int height, int batch)
{
    return has_size(net, width, height) ? workspace_layout(net, width, height, batch).bytes : 0;
}

struct mi_net_workspace *mi_net_workspace_new(const struct mi_net *net, int width, int height,
                                              int batch)
{
    if (!has_size(net, width, height))
        return NULL;
    struct mi_net_workspace laid = workspace_layout(net, width, height, batch);
    struct mi_net_workspace *work = mi_aligned_alloc(CACHE_LINE, laid.bytes);
    if (!work)
        return NULL;
    memset(work, 0, laid.bytes);
    *work = laid;
    lay_out_workspace(work, (char *)work);
    return work;
}

void mi_net_workspace_free(struct mi_net_workspace *work)
{
    mi_aligned_free(work);
}

/* ---- steps ---- */

/* to += weight * from. */
static void add_dense(const struct mi_dense *dense, const float *from, float *to)
{
    for (int in = 0; in < dense->in; in++)
        for (int out = 0; out < dense->out; out++)
            to[out] += from[in] * dense->weight[in * dense->out + out];
}

static void apply_dense(const struct mi_dense *dense, const float *from, float *to)
{
    for (int out = 0; out < dense->out; out++)
        to[out] = dense->bias ? dense->bias[out] : 0.0f;
    add_dense(dense, from, to);
    for (int out = 0; out < dense->out; out++)
        to[out] = mi_activated(dense->activation, to[out]);
}

static void run_conv(const struct mi_net_workspace *work, const struct mi_step *step)
{
    const struct mi_plan *plan = &work->net->plan;
    bool summand = step->summand != MI_NONE;
    struct mi_conv_job job = {
        .step = step,
        .geometry = &work->geometry,
        .n = work->n,
        .from = mi_workspace_board(work, step->from, 0),
        .nonzero = (const uint32_t *)(step->sparse ? mi_workspace_board(work, MI_BUFFER_NONZERO, 0)
                                                   : NULL),
        .add = mi_workspace_board(work, step->add, 0),
        .raw = mi_workspace_board(work, step->raw, 0),
        .act = mi_workspace_board(work, step->act, 0),
        .from_channels = mi_workspace_channels(work, step->from),
        .add_channels = mi_workspace_channels(work, step->add),
        .raw_channels = mi_workspace_channels(work, step->raw),
        .act_channels = mi_workspace_channels(work, step->act),
        .scale = step->scale,
        .bias = step->bias,
        .activation = step->activation,
        .summand = summand ? mi_workspace_vector(work, step->summand, 0) : NULL,
        .summand_length = summand ? plan->length[step->summand] : 0,
        .range = work->vector[MI_VECTOR_RANGE],
        .inputs = work->inputs,
        .outputs = work->outputs,
    };
    if (step->conv.tiles)
        work->net->kernels->conv_tiles(&job);
    else
        work->net->kernels->conv(&job);
}

static void run_pool(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    float *pooled = mi_workspace_vector(work, step->pooled, n);
    struct mi_pool_job job = {.geometry = &work->geometry,
                              .from = mi_workspace_board(work, step->from, n),
                              .from_channels = mi_workspace_channels(work, step->from),
                              .channels = step->channels,
                              .value = step->kind == MI_STEP_POOL_VALUE,
                              .pooled = pooled};
    work->net->kernels->pool(&job);
    if (step->summand != MI_NONE)
        apply_dense(&step->dense, pooled, mi_workspace_vector(work, step->summand, n));
}

static void run_norm(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    work->net->kernels->rms_norm(
        &(struct mi_norm_job){.step = step,
                              .geometry = &work->geometry,
                              .from = mi_workspace_board(work, step->from, n),
                              .to = mi_workspace_board(work, step->act, n),
                              .from_channels = mi_workspace_channels(work, step->from),
                              .to_channels = mi_workspace_channels(work, step->act)});
}

static void run_attend(const struct mi_net_workspace *work, const struct mi_step *step, int n)
{
    work->net->kernels->attention(&(struct mi_attention_job){
        .heads = &step->heads,
        .geometry = &work->geometry,
        .from = mi_workspace_board(work, step->from, n),
        .to = mi_workspace_board(work, step->raw, n),
        .from_channels = mi_workspace_channels(work, step->from),
        .to_channels = mi_workspace_channels(work, step->raw),
        .integers = work->net->plan.integers,
        .bias = step->summand == MI_NONE ? NULL : mi_workspace_vector(work, step->summand, n),
        .scratch = work->scratch});
}

static void run_step(const struct mi_net_workspace *work, const struct mi_step *step)
{
    static void (*const step_functions[])(const struct mi_net_workspace *, const struct mi_step *,
                                          int n) = {[MI_STEP_POOL] = run_pool,
                                                    [MI_STEP_POOL_VALUE] = run_pool,
                                                    [MI_STEP_RMS_NORM] = run_norm,
                                                    [MI_STEP_ATTENTION] = run_attend};
    if (step->kind == MI_STEP_CONV)
        run_conv(work, step);
    else if (step->kind >= MI_STEP_LAYER_NORM)
        mi_lc0_step(work, step);
    else
        for (int i = 0; i < work->n; i++)
            step_functions[step->kind](work, step, i);
}

/* ---- in and out ---- */

/* Sets the bit of each plane, up to MI_SPARSE_MAX, that is not 0 at a point. */
static void set_nonzero(const struct mi_net_workspace *work, const float *plane, int n)
{
    const struct mi_geometry *g = &work->geometry;
    uint32_t *nonzero = (uint32_t *)mi_workspace_board(work, MI_BUFFER_NONZERO, n);
    int planes = work->net->model.planes;
    for (int y = 0; y < g->height; y++)
        memset(nonzero + (ptrdiff_t)y * g->pitch, 0, sizeof *nonzero * (size_t)g->width);
    for (int c = 0; c < planes && c < MI_SPARSE_MAX; c++)
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++)
                nonzero[(ptrdiff_t)y * g->pitch + x] |= (uint32_t)(*plane++ != 0.0f) << c;
}

/* Adds the encoded metadata to the encoded numbers. */
static void add_metadata(const struct mi_net_workspace *work, const float *metadata, int n)
{
    const struct mi_dense *encoder = work->net->plan.encoder;
    float *first = mi_workspace_vector(work, MI_VECTOR_HIDDEN, n), *second = first + encoder[0].out;
    apply_dense(&encoder[0], metadata, first);
    apply_dense(&encoder[1], first, second);
    add_dense(&encoder[2], second, mi_workspace_vector(work, MI_VECTOR_FIRST, n));
}

static void set_planes(const struct mi_net_workspace *work, const struct mi_net_in *in, int n)
{
    const struct mi_geometry *g = &work->geometry;
    int channels = mi_workspace_channels(work, MI_BUFFER_PLANES);
    float *to = mi_workspace_board(work, MI_BUFFER_PLANES, n);
    const float *plane = in->plane;
    for (int c = 0; c < work->net->model.planes; c++)
        for (int y = 0; y < g->height; y++)
            for (int x = 0; x < g->width; x++)
                to[(ptrdiff_t)(y * g->pitch + x) * channels + c] = *plane++;
    if (work->net->info.policy)
        return;
    if (work->net->plan.sparse)
        set_nonzero(work, in->plane, n);
    apply_dense(&work->net->plan.numbers, in->number,
                mi_workspace_vector(work, MI_VECTOR_FIRST, n));
    if (in->metadata && work->net->plan.encoder[0].in > 0)
        add_metadata(work, in->metadata, n);
}

static void read_channel(const struct mi_net_workspace *work, int buffer, int channel, int n,
                         float *to)
{
    const struct mi_geometry *g = &work->geometry;
    const float *from = mi_workspace_board(work, buffer, n) + channel;
    for (int y = 0; y < g->height; y++)
        for (int x = 0; x < g->width; x++)
            *to++ = from[(ptrdiff_t)(y * g->pitch + x) * mi_workspace_channels(work, buffer)];
}

/* Reads one channel of the policy; pass has the logits of passing. */
static void read_policy_channel(const struct mi_net_workspace *work, const float *pass, int channel,
                                int n, float *policy, bool *absurd)
{
    int area = work->geometry.width * work->geometry.height;
    read_channel(work, MI_BUFFER_POLICY, channel, n, policy);
    policy[area] = pass[channel];
    mi_heads_policy(policy, area + 1, absurd);
}

static void read_policy_head(const struct mi_net_workspace *work, struct mi_net_out *out, int n)
{
    const struct mi_plan *plan = &work->net->plan;
    float *pass = mi_workspace_vector(work, MI_VECTOR_HIDDEN, n), *pass2 = pass + plan->pass.out;
    apply_dense(&plan->pass, mi_workspace_vector(work, MI_VECTOR_POLICY, n), pass);
    apply_dense(&plan->pass2, pass, pass2);
    const float *last = plan->pass2.in ? pass2 : pass;
    read_policy_channel(work, last, MI_POLICY, n, out->policy, &out->absurd);
    if (out->optimistic)
        read_policy_channel(work, last, plan->policies > 1 ? MI_POLICY_OPTIMISTIC : MI_POLICY, n,
                            out->optimistic, &out->absurd);
}

static void read_value_head(const struct mi_net_workspace *work, const struct mi_net_in *in,
                            struct mi_net_out *out, int n)
{
    const struct mi_plan *plan = &work->net->plan;
    int area = work->geometry.width * work->geometry.height;
    float result[3], score[MI_SCORES], *hidden = mi_workspace_vector(work, MI_VECTOR_HIDDEN, n);
    apply_dense(&plan->hidden, mi_workspace_vector(work, MI_VECTOR_VALUE, n), hidden);
    apply_dense(&plan->result, hidden, result);
    apply_dense(&plan->score, hidden, score);
    mi_heads_value(&work->net->model, area, in->number, result, score, out);
    if (!out->ownership)
        return;
    read_channel(work, MI_BUFFER_OWNERSHIP, 0, n, out->ownership);
    mi_heads_ownership(out->ownership, area, &out->absurd);
}

static void run_batch(struct mi_net_workspace *work, const struct mi_net_in *in,
                      struct mi_net_out *out)
{
    const struct mi_plan *plan = &work->net->plan;
    for (int i = 0; i < work->n; i++)
        set_planes(work, &in[i], i);
    for (int i = 0; i < plan->steps; i++)
        run_step(work, &plan->step[i]);
    for (int i = 0; i < work->n; i++) {
        out[i].absurd = false;
        out[i].draw = out[i].moves_left = 0.0f;
        if (work->net->info.policy) {
            mi_lc0_out(work, &out[i], i);
            continue;
        }
        read_policy_head(work, &out[i], i);
        read_value_head(work, &in[i], &out[i], i);
    }
}

void mi_net_run(struct mi_net_workspace *work, const struct mi_net_in *in, struct mi_net_out *out,
                int n)
{
    for (int i = 0; i < n; i += work->n) {
        work->n = n - i < work->max_batch ? n - i : work->max_batch;
        run_batch(work, &in[i], &out[i]);
    }
}
