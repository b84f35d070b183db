/* attention.h - each point weighs all points by its queries and their keys; a part of kernel.h.
 *
 * The keys of a group of heads are a matrix of weights for matrix.h, [panel of
 * points][query][lane], and so are its values, [panel of channels][point][lane]: queries times the
 * one are the logits, and the softmax of these times the other is the result. */
/* A head's channels at the point y, x turned by their angles there. */
INLINE void turn(const struct mi_heads *heads, int group, int y, int x, const float *from,
                 float *to)
{
    const ptrdiff_t half = heads->query / 2, table = 2 * half * MI_SIDE_MAX;
    const float *across = heads->turn + group * 2 * table + x * 2 * half;
    const float *down = heads->turn + group * 2 * table + table + y * 2 * half;
    for (int c = 0; c < half; c += LANES) {
        vf cos_x = v_load(across + c), sin_x = v_load(across + half + c);
        vf cos_y = v_load(down + c), sin_y = v_load(down + half + c);
        vf cosine = v_fma(cos_x, cos_y, -(sin_x * sin_y));
        vf sine = v_fma(sin_x, cos_y, cos_x * sin_y);
        vf first = v_load(from + c), second = v_load(from + half + c);
        v_store(to + c, v_fma(first, cosine, -(second * sine)));
        v_store(to + half + c, v_fma(first, sine, second * cosine));
    }
}

/* The channels of a query or key, from channel at on, at the board's ith point. */
INLINE void get_row(const struct mi_attend_job *job, int group, int at, int i, float *to)
{
    const struct mi_geometry *g = job->geometry;
    const float *from = job->from + (ptrdiff_t)mi_point(g, i) * job->from_channels + at;
    if (job->heads->turn)
        turn(job->heads, group, i / g->width, i % g->width, from, to);
    else
        memcpy(to, from, sizeof *to * (size_t)job->heads->query);
}

static void pack_keys(const struct mi_attend_job *job, int group)
{
    const struct mi_heads *heads = job->heads;
    const int points = job->geometry->width * job->geometry->height, query = heads->query;
    int at = heads->heads * query + group * query;
    for (int i = 0; i < points; i++) {
        float *to = job->keys + (ptrdiff_t)(i / MI_LANES) * query * MI_LANES + i % MI_LANES;
        get_row(job, group, at, i, job->rows);
        for (int c = 0; c < query; c++)
            to[c * MI_LANES] = job->rows[c];
    }
}

static void pack_values(const struct mi_attend_job *job, int group)
{
    const struct mi_heads *heads = job->heads;
    const struct mi_geometry *g = job->geometry;
    int points = g->width * g->height;
    int at = (heads->heads + heads->groups) * heads->query + group * heads->value;
    for (int i = 0; i < points; i++) {
        const float *from = job->from + (ptrdiff_t)mi_point(g, i) * job->from_channels + at;
        float *to = job->values + (ptrdiff_t)i * MI_LANES;
        for (int c = 0; c < heads->value; c += LANES)
            v_store(to + (ptrdiff_t)(c / MI_LANES) * points * MI_LANES + c % MI_LANES,
                    v_load(from + c));
    }
}

/* e to the power of each logit less the largest; what makes their sum 1. */
INLINE float exponentiate(float *logit, int points)
{
    const int lanes = mi_lanes(points);
    for (int i = points; i < lanes; i++)
        logit[i] = -1e30f;
    vf most = v_load(logit);
    for (int i = LANES; i < lanes; i += LANES)
        most = v_max(most, v_load(logit + i));
    float largest = most[0];
    for (int i = 1; i < LANES; i++)
        largest = largest > most[i] ? largest : most[i];
    vf sum[VECTORS] = {{0}};
    for (int i = 0; i < lanes; i += MI_LANES)
        for (int v = 0; v < VECTORS; v++) {
            vf power = v_exp(v_load(logit + i + v * LANES) - largest);
            v_store(logit + i + v * LANES, power);
            sum[v] += power;
        }
    return 1.0f / total(sum);
}

/* Some points from the ith on, high of them, of a head. */
static void attend_rows(const struct mi_attend_job *job, int head, int i, int high)
{
    const struct mi_heads *heads = job->heads;
    const struct mi_geometry *g = job->geometry;
    const int points = g->width * g->height, lanes = mi_lanes(points);
    int group = head / (heads->heads / heads->groups);
    float factor[ROWS], *result = job->rows + ROWS * heads->query;
    for (int r = 0; r < high; r++)
        get_row(job, group, head * heads->query, i + r, job->rows + r * heads->query);
    multiply_matrix(false, high, lanes / MI_LANES, (const word *)job->rows, heads->query,
                    heads->query, job->keys, job->weights);
    for (int r = 0; r < high; r++)
        factor[r] = exponentiate(job->weights + (ptrdiff_t)r * lanes, points);
    multiply_matrix(false, high, heads->value / MI_LANES, (const word *)job->weights, lanes, points,
                    job->values, result);
    for (int r = 0; r < high; r++) {
        float *to =
            job->to + (ptrdiff_t)mi_point(g, i + r) * job->to_channels + head * heads->value;
        for (int c = 0; c < heads->value; c += LANES)
            v_store(to + c, v_load(result + r * heads->value + c) * factor[r]);
    }
}

static void attend_float(const struct mi_attend_job *job)
{
    const struct mi_heads *heads = job->heads;
    const int points = job->geometry->width * job->geometry->height;
    const int each = heads->heads / heads->groups;
    for (int head = 0; head < heads->heads; head++) {
        if (head % each == 0) {
            pack_keys(job, head / each);
            pack_values(job, head / each);
        }
        for (int i = 0, high; i < points; i += high) {
            high = part(points - i, ROWS);
            attend_rows(job, head, i, high);
        }
    }
}
