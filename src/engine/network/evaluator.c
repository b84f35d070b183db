/* Leaves valued by a network, with priors of all legal moves. */
#include "nn_evaluator.h"

#include "base/cache.h"
#include "base/fmath.h"
#include "base/memory.h"
#include "contract/capability.h"
#include "search/common/peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* KataGo's versions that have an optimistic policy. */
enum { OPTIMISTIC = 12 };

/* ---- memory ---- */

struct layout {
    size_t input, question, fair_pos, plane, number, policy, ownership, in, out, answer, mean;
};

static struct layout layout_of(const struct mi_network *network, const struct mi_root *root)
{
    const miai_encoding *encoding = network->encoding;
    size_t points = (size_t)root->setup->width * (size_t)root->setup->height;
    size_t batch = (size_t)network->batch;
    size_t places = (size_t)mi_policy_places(encoding, (int)points);
    return (struct layout){
        .input = mi_network_input_bytes(root, encoding),
        .question = mi_cache_lines(batch * sizeof(struct question)),
        .fair_pos = mi_cache_lines(root->size),
        .plane = mi_cache_lines((size_t)encoding->planes * points * sizeof(float)),
        .number = mi_cache_lines((size_t)encoding->numbers * sizeof(float)),
        .policy = mi_cache_lines(places * sizeof(float)),
        .ownership = mi_cache_lines(points * sizeof(float)),
        .in = mi_cache_lines(batch * sizeof(struct mi_net_in)),
        .out = mi_cache_lines(batch * sizeof(struct mi_net_out)),
        .answer = mi_cache_lines(mi_cached_output_bytes((int)places, (int)points)),
        .mean = mi_cache_lines(places * sizeof(float)) + mi_cache_lines(points * sizeof(float)),
    };
}

static size_t block_bytes(const struct layout *l, int batch)
{
    size_t each = l->plane + l->number + 2 * l->policy + l->ownership;
    return l->input + l->question + l->fair_pos + (size_t)batch * each + l->plane + l->policy +
           l->in + l->out + l->answer + l->mean;
}

static size_t bytes_of(const struct mi_network *network, const struct mi_root *root)
{
    struct layout l = layout_of(network, root);
    return block_bytes(&l, network->batch) +
           mi_net_work_bytes(network->net, network->width, network->height, network->batch);
}

static size_t bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    const struct mi_network *network = settings->network;
    size_t human =
        network->human ? sizeof(struct nn_evaluator) + bytes_of(network->human, root) : 0;
    return human + bytes_of(network, root);
}

static void *cut(char **next, size_t size)
{
    void *first = *next;
    *next += size;
    return first;
}

/* The i-th of buffers of one kind. */
static float *nth(float *first, size_t size, int i)
{
    return first + (size_t)i * (size / sizeof *first);
}

static bool is_optimistic(const struct nn_evaluator *t)
{
    const struct mi_net_info *info = mi_net_describe(t->network->net);
    return info->version >= OPTIMISTIC && info->metadata == 0; /* people are no optimists */
}

static void lay_out(struct nn_evaluator *t)
{
    struct layout l = layout_of(t->network, t->root);
    size_t batch = (size_t)t->network->batch;
    bool owned = mi_scoring(t->root->game)->ownership != NULL;
    char *next = t->block;
    mi_network_input_init(&t->input, t->root, t->network->encoding, cut(&next, l.input));
    t->question = cut(&next, l.question);
    t->fair_pos = cut(&next, l.fair_pos);
    t->plane = cut(&next, batch * l.plane);
    t->number = cut(&next, batch * l.number);
    t->policy = cut(&next, batch * l.policy);
    t->optimistic = cut(&next, batch * l.policy);
    t->ownership = cut(&next, batch * l.ownership);
    t->turned = cut(&next, l.plane);
    t->back = cut(&next, l.policy);
    t->in = cut(&next, l.in);
    t->out = cut(&next, l.out);
    t->answer = cut(&next, l.answer);
    t->mean = cut(&next, l.mean);
    for (int i = 0; i < t->network->batch; i++) {
        t->in[i] = (struct mi_net_in){.plane = nth(t->plane, l.plane, i),
                                      .number = nth(t->number, l.number, i)};
        t->out[i] = (struct mi_net_out){
            .policy = nth(t->policy, l.policy, i),
            .optimistic = is_optimistic(t) ? nth(t->optimistic, l.policy, i) : NULL,
            .ownership = owned ? nth(t->ownership, l.ownership, i) : NULL};
    }
}

/* The cache keeps policies as their temperature has made them. */
static uint64_t temperature_key(double temperature)
{
    uint64_t bits;
    memcpy(&bits, &temperature, sizeof bits);
    return temperature == 1 ? 0 : miai_mix(bits);
}

static bool make_thinker(struct nn_evaluator *t, struct mi_network *network,
                         const struct mi_root *root, const struct mi_settings *settings)
{
    struct layout l = layout_of(network, root);
    *t = (struct nn_evaluator){.network = network, .root = root, .settings = settings};
    t->work = mi_network_take_work(network);
    t->block =
        t->work ? mi_aligned_alloc(MI_CACHE_LINE, mi_cache_lines(block_bytes(&l, network->batch)))
                : NULL;
    if (!t->block)
        return false;
    /* Peers, whose answers are taken for one's own, may have another seed. */
    t->seed = (settings->peers ? 0 : miai_mix(settings->seed)) ^
              temperature_key(settings->policy_temperature);
    t->scale = mi_scale_make(root->game, root->setup, 0, 0);
    t->playout_plies = mi_playout_max(root->game, root->setup);
    lay_out(t);
    return true;
}

static bool make(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    struct nn_evaluator *t = self;
    struct mi_network *network = settings->network;
    if (!make_thinker(t, network, root, settings))
        return false;
    if (!network->human)
        return true;
    t->human = calloc(1, sizeof *t->human);
    if (!t->human || !make_thinker(t->human, network->human, root, settings))
        return false;
    t->human->is_human = true;
    return true;
}

static void free_thinker(void *self)
{
    struct nn_evaluator *t = self;
    if (t->human)
        free_thinker(t->human);
    free(t->human);
    if (t->network && t->work)
        mi_network_return_work(t->network, t->work);
    mi_aligned_free(t->block);
}

/* ---- asking ---- */

/* Four sums side by side, since each step waits for the one before. */
static uint64_t mix_floats(uint64_t key, const float *number, int n)
{
    enum { SUMS = 4 };
    uint64_t sum[SUMS] = {key, ~key, key >> 32, key << 32}, two;
    int i = 0;
    for (; i + 2 * SUMS <= n; i += 2 * SUMS)
        for (int k = 0; k < SUMS; k++) {
            memcpy(&two, &number[i + 2 * k], sizeof two);
            sum[k] = (sum[k] ^ two) * 0x9e3779b97f4a7c15u;
            sum[k] ^= sum[k] >> 29;
        }
    for (int k = 0; k < SUMS; k++)
        key = miai_mix(key + sum[k]);
    for (; i < n; i++) {
        uint32_t one;
        memcpy(&one, &number[i], sizeof one);
        key = miai_mix(key ^ one);
    }
    return key;
}

/* What the optimistic policy counts for; 0: there is none. */
static float optimism_of(const struct nn_evaluator *t, const struct mi_eval *leaf)
{
    const struct mi_puct *puct = &t->settings->puct;
    if (!is_optimistic(t))
        return 0;
    return (float)(leaf->line_length == 0 ? puct->root_optimism : puct->optimism);
}

/* Of all that the network is to see, and what is made of its answer.  Where moves are more than
 * points, equal inputs do not mean equal moves. */
static uint64_t key_of(const struct nn_evaluator *t, const struct mi_eval *leaf,
                       const struct mi_net_in *in, float optimism)
{
    const miai_encoding *encoding = t->network->encoding;
    uint64_t own = mi_has_own_policy(encoding) ? t->root->game->hash(leaf->pos) : 0;
    uint64_t key = mix_floats(t->seed ^ own, in->plane, encoding->planes * t->input.points);
    if (in->metadata)
        key = mix_floats(key, in->metadata, encoding->metadata);
    key = mix_floats(key, in->number, encoding->numbers);
    return optimism > 0 ? mix_floats(key, &optimism, 1) : key;
}

/* Fills the inputs of the i-th question. */
static void fill(struct nn_evaluator *t, const struct mi_eval *leaf, bool fair, float *plane,
                 float *number)
{
    struct mi_eval other = *leaf;
    miai_setup setup = *t->root->setup;
    if (fair) {
        setup.komi = leaf->fair_komi;
        other.pos = memcpy(t->fair_pos, leaf->pos, t->root->size);
        mi_editing(t->root->game)->set_rules(other.pos, &setup);
    }
    mi_network_input_fill(&t->input, &other, plane, number);
}

/* ---- the root, turned over ---- */

/* Sums over answers; policy and ownership as in the network's outputs. */
struct sums {
    float win, draw, no_result, moves_left, score, deviation, lead;
    float *policy, *ownership;
};

static void add_answer(const struct nn_evaluator *t, struct sums *sums)
{
    const struct mi_cached_output *answer = t->answer;
    const int8_t *ownership = mi_nn_evaluator_ownership(t);
    sums->win += answer->win;
    sums->draw += answer->draw;
    sums->no_result += answer->no_result;
    sums->moves_left += answer->moves_left;
    sums->score += answer->score;
    sums->deviation += answer->deviation;
    sums->lead += answer->lead;
    for (int p = 0; p < t->input.places; p++)
        sums->policy[p] += answer->policy[p];
    for (int p = 0; p < t->input.points; p++)
        sums->ownership[p] += ownership[p];
}

static void take_mean(struct nn_evaluator *t, const struct sums *sums, int n)
{
    const float each = 1 / (float)n;
    int8_t *ownership = mi_nn_evaluator_ownership(t);
    *t->answer = (struct mi_cached_output){.win = sums->win * each,
                                           .draw = sums->draw * each,
                                           .no_result = sums->no_result * each,
                                           .moves_left = sums->moves_left * each,
                                           .score = sums->score * each,
                                           .deviation = sums->deviation * each,
                                           .lead = sums->lead * each};
    for (int p = 0; p < t->input.places; p++)
        t->answer->policy[p] = (uint16_t)(sums->policy[p] * each + 0.5F);
    for (int p = 0; p < t->input.points; p++)
        ownership[p] = (int8_t)lrintf(sums->ownership[p] * each);
}

/* The mean of what the network says of the root turned over in so many ways; the i-th of the inputs
 * has it as it stands. */
static void average(struct nn_evaluator *t, int i, int ways)
{
    struct layout l = layout_of(t->network, t->root);
    const struct question *question = &t->question[i];
    float *plane = nth(t->plane, l.plane, i);
    struct sums sums = {.policy = nth(t->mean, l.policy, 0),
                        .ownership = nth(t->mean, l.policy, 1)};
    int all = mi_network_input_symmetries(&t->input), n = 0;
    memset(t->mean, 0, l.mean);
    memcpy(t->turned, plane, l.plane);
    for (int way = 0; way <= all && n < ways; way++) {
        struct question turned = *question;
        if ((way & all) != way)
            continue;
        turned.symmetry = way;
        mi_network_input_turn(&t->input, way, t->turned, plane);
        mi_net_run(t->work, &t->in[i], &t->out[i], 1);
        mi_nn_evaluator_answer(t, &turned, &t->out[i]);
        add_answer(t, &sums);
        n++;
    }
    take_mean(t, &sums, n);
    mi_cache_keep(t->network->cache, question->key, t->answer);
}

/* In how many ways the leaf is to be turned over: the root in several. */
static int ways_of(const struct nn_evaluator *t, const struct mi_eval *leaf, bool fair)
{
    bool root = leaf->line_length == 0 && !fair && !t->is_human;
    return root && mi_network_input_symmetries(&t->input) ? t->settings->puct.symmetries : 1;
}

/* How the input of that key is turned over.  Another rank turns it over otherwise, so that what
 * both ask is not asked in vain: it tells more of the value, and they look for other moves. */
static int symmetry_of(const struct nn_evaluator *t, uint64_t key)
{
    const struct mi_peers *peers = t->settings->peers;
    uint64_t rank = peers ? (uint64_t)peers->rank : 0;
    return (int)(miai_mix(key + rank) >> 32) & mi_network_input_symmetries(&t->input);
}

/* ---- all of them ---- */

/* Prepares the i-th question; false: the answer is known, and told. */
static bool ask(struct nn_evaluator *t, struct mi_eval *leaf, bool fair, int i)
{
    struct layout l = layout_of(t->network, t->root);
    float *plane = nth(t->plane, l.plane, i), *number = nth(t->number, l.number, i);
    fill(t, leaf, fair, plane, number);
    t->in[i].metadata = mi_network_metadata(t->network, t->root->game->turn(leaf->pos));
    float optimism = optimism_of(t, leaf);
    uint64_t key = key_of(t, leaf, &t->in[i], optimism);
    int ways = ways_of(t, leaf, fair);
    key = ways > 1 ? miai_mix(key + (uint64_t)ways) : key;
    bool known = mi_cache_find(t->network->cache, key, t->answer);
    leaf->kept &= known;
    int symmetry = symmetry_of(t, key);
    t->question[i] = (struct question){leaf, key, symmetry, fair, optimism};
    if (!known && ways > 1)
        average(t, i, ways);
    if (known || ways > 1) {
        mi_nn_evaluator_fill_leaf(t, leaf, fair);
        return false;
    }
    if (symmetry != 0) {
        mi_network_input_turn(&t->input, symmetry, plane, t->turned);
        memcpy(plane, t->turned, l.plane);
    }
    return true;
}

/* Answers the questions.  Where a leaf is there more than once in a batch, no harm is done. */
static void answer(struct nn_evaluator *t, int n)
{
    if (n == 0)
        return;
    mi_net_run(t->work, t->in, t->out, n);
    for (int i = 0; i < n; i++) {
        mi_nn_evaluator_answer(t, &t->question[i], &t->out[i]);
        mi_cache_keep(t->network->cache, t->question[i].key, t->answer);
        if (t->settings->peers && !t->is_human)
            mi_network_mark_unsent(t->network, t->question[i].key);
        mi_nn_evaluator_fill_leaf(t, t->question[i].leaf, t->question[i].fair);
    }
}

static void ask_all(struct nn_evaluator *t, struct mi_eval *const *leaf, int n, bool fair)
{
    int asked = 0;
    for (int i = 0; i < n; i++) {
        if ((fair && !leaf[i]->fair) || (t->is_human && !(leaf[i]->moves && leaf[i]->human)))
            continue;
        asked += ask(t, leaf[i], fair, asked);
        if (asked == t->network->batch) {
            answer(t, asked);
            asked = 0;
        }
    }
    answer(t, asked);
}

/* The value last: a playout plays on in the leaf's position. */
static void value(void *self, struct mi_eval *const *leaf, int n)
{
    struct nn_evaluator *t = self;
    for (int i = 0; i < n; i++)
        leaf[i]->kept = true;
    if (t->human)
        ask_all(t->human, leaf, n, false);
    ask_all(t, leaf, n, true);
    ask_all(t, leaf, n, false);
}

/* Beside the value. */
static void priors(void *self, struct mi_eval *leaf)
{
    value(self, &leaf, 1);
}

static void tell_peers(void *self, struct mi_bytes *bytes)
{
    struct nn_evaluator *t = self;
    mi_network_export_cache(t->network, t->answer, bytes);
}

static void hear_peers(void *self, struct mi_bytes *bytes)
{
    struct nn_evaluator *t = self;
    mi_network_import_cache(t->network, t->answer, bytes);
}

const struct mi_evaluator mi_evaluator_network = {
    .name = "network",
    .batch = 1,
    .joint = true,
    .has_priors = true,
    .whole = true,
    .tells = true,
    .size = sizeof(struct nn_evaluator),
    .bytes = bytes,
    .make = make,
    .free = free_thinker,
    .value = value,
    .priors = priors,
    .tell_peers = tell_peers,
    .hear_peers = hear_peers,
};
