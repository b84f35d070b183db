/* Leaves valued by a network, with priors of all legal moves. */
#include "network.h"

#include "base/cache.h"
#include "base/fmath.h"
#include "base/memory.h"
#include "contract/capability.h"
#include "search/common/score.h"

#include <stdlib.h>
#include <string.h>

/* KataGo's versions that have an optimistic policy. */
enum { OPTIMISTIC = 12 };

/* A leaf that the network is asked for. */
struct question {
    struct mi_eval *leaf;
    uint64_t key;
    int symmetry;
    bool fair; /* of the lead alone, with the leaf's fair komi */
    float optimism;
};

/* Of one thread.  Owns its block. */
struct thinker {
    struct mi_network *network;
    struct thinker *human; /* that tells what people would do; owned, or NULL */
    bool is_human;         /* it is that one */
    const struct mi_root *root;
    const struct mi_settings *settings;
    struct mi_net_work *work;
    struct mi_network_input input;
    struct mi_scale scale; /* of a playout */
    int playout_plies;
    uint64_t seed;
    void *block;                                   /* all that follows, and what the input needs */
    struct question *question;                     /* [batch] */
    void *fair_pos;                                /* the leaf's, with another komi */
    float *plane, *number, *turned;                /* [batch] inputs; turned: of one */
    float *policy, *optimistic, *ownership, *back; /* [batch] outputs; back: one plane */
    struct mi_net_in *in;                          /* [batch] */
    struct mi_net_out *out;                        /* [batch] */
    struct mi_cached_output *answer;
    miai_move legal[MIAI_MAX_LEGAL];
};

/* ---- memory ---- */

struct layout {
    size_t input, question, fair_pos, plane, number, policy, ownership, in, out, answer;
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
    };
}

static size_t block_bytes(const struct layout *l, int batch)
{
    size_t each = l->plane + l->number + 2 * l->policy + l->ownership;
    return l->input + l->question + l->fair_pos + (size_t)batch * each + l->plane + l->policy +
           l->in + l->out + l->answer;
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
    size_t human = network->human ? sizeof(struct thinker) + bytes_of(network->human, root) : 0;
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

static bool is_optimistic(const struct thinker *t)
{
    const struct mi_net_info *info = mi_net_describe(t->network->net);
    return info->version >= OPTIMISTIC && info->metadata == 0; /* people are no optimists */
}

static void lay_out(struct thinker *t)
{
    struct layout l = layout_of(t->network, t->root);
    size_t batch = (size_t)t->network->batch;
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
    for (int i = 0; i < t->network->batch; i++) {
        t->in[i] = (struct mi_net_in){.plane = nth(t->plane, l.plane, i),
                                      .number = nth(t->number, l.number, i)};
        t->out[i] = (struct mi_net_out){
            .policy = nth(t->policy, l.policy, i),
            .optimistic = is_optimistic(t) ? nth(t->optimistic, l.policy, i) : NULL,
            .ownership = nth(t->ownership, l.ownership, i)};
    }
}

/* The cache keeps policies as their temperature has made them. */
static uint64_t temperature_key(double temperature)
{
    uint64_t bits;
    memcpy(&bits, &temperature, sizeof bits);
    return temperature == 1 ? 0 : miai_mix(bits);
}

static bool make_thinker(struct thinker *t, struct mi_network *network, const struct mi_root *root,
                         const struct mi_settings *settings)
{
    struct layout l = layout_of(network, root);
    *t = (struct thinker){.network = network, .root = root, .settings = settings};
    t->work = mi_network_take_work(network);
    t->block = t->work
                   ? mi_aligned_take(MI_CACHE_LINE, mi_cache_lines(block_bytes(&l, network->batch)))
                   : NULL;
    if (!t->block)
        return false;
    t->seed = miai_mix(settings->seed) ^ temperature_key(settings->policy_temperature);
    t->scale = mi_scale_make(root->game, root->setup, 0, 0);
    t->playout_plies = mi_playout_max(root->game, root->setup);
    lay_out(t);
    return true;
}

static bool make(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    struct thinker *t = self;
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
    struct thinker *t = self;
    if (t->human)
        free_thinker(t->human);
    free(t->human);
    if (t->network && t->work)
        mi_network_return_work(t->network, t->work);
    mi_aligned_give(t->block);
}

/* ---- from outputs to an answer ---- */

static int8_t *ownership_of(const struct thinker *t, struct mi_cached_output *answer)
{
    return (int8_t *)&answer->policy[t->input.places];
}

static int place_of(const struct thinker *t, const struct mi_eval *leaf, int i)
{
    return t->network->encoding->policy(leaf->pos, leaf->moves[i]);
}

/* The policy over all legal moves, whichever of them the search asks for: the softmax of their
 * logits, which are lost, by the temperature, in units of 1 / 65535. */
static void keep_policy(struct thinker *t, const struct mi_eval *leaf, float *logit,
                        struct mi_cached_output *answer)
{
    const double far = 60;
    double most = -1e30, sum = 0;
    int n = t->root->game->moves(leaf->pos, t->legal);
    for (int i = 0; i < n; i++) {
        double x = (double)logit[t->network->encoding->policy(leaf->pos, t->legal[i])];
        most = x > most ? x : most;
    }
    for (int i = 0; i < n; i++) {
        float *at = &logit[t->network->encoding->policy(leaf->pos, t->legal[i])];
        double behind = (most - (double)*at) / t->settings->policy_temperature;
        *at = (float)(behind < far ? mi_exp(-behind) : 0);
        sum += (double)*at;
    }
    memset(answer->policy, 0, (size_t)t->input.places * sizeof *answer->policy);
    for (int i = 0; i < n; i++) {
        int place = t->network->encoding->policy(leaf->pos, t->legal[i]);
        answer->policy[place] = (uint16_t)((double)logit[place] / sum * UINT16_MAX + 0.5);
    }
}

static void keep_ownership(const struct thinker *t, const float *own,
                           struct mi_cached_output *answer)
{
    int8_t *to = ownership_of(t, answer);
    for (int p = 0; p < t->input.points; p++) {
        float x = own[p] * 127;
        to[p] = (int8_t)(x < 0 ? x - 0.5F : x + 0.5F);
    }
}

static void keep_answer(struct thinker *t, const struct question *question, struct mi_net_out *out)
{
    struct mi_cached_output *answer = t->answer;
    *answer = (struct mi_cached_output){.win = out->win,
                                        .draw = out->draw,
                                        .no_result = out->no_result,
                                        .moves_left = out->moves_left,
                                        .score = out->score,
                                        .deviation = out->deviation,
                                        .lead = out->lead};
    for (int p = 0; p < t->input.places && question->optimism > 0; p++)
        out->policy[p] += question->optimism * (out->optimistic[p] - out->policy[p]);
    mi_network_policy_turn_back(&t->input, question->symmetry, out->policy, t->back);
    keep_policy(t, question->leaf, t->back, answer);
    mi_network_output_turn_back(&t->input, question->symmetry, out->ownership, t->back);
    keep_ownership(t, t->back, answer);
    mi_cache_keep(t->network->cache, question->key, answer);
}

/* ---- from an answer to a leaf ---- */

/* By the order of moves, whose rows are counted from the bottom. */
static void tell_ownership(const struct thinker *t, struct mi_eval *leaf, float sign)
{
    const int8_t *own = ownership_of(t, t->answer);
    int width = t->input.width, height = t->input.height;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            leaf->ownership[y * width + x] = sign * own[(height - 1 - y) * width + x] / 127;
}

static void tell_policy(const struct thinker *t, const struct mi_eval *leaf, float *prior)
{
    double sum = 0;
    for (int i = 0; i < leaf->move_count; i++)
        sum += t->answer->policy[place_of(t, leaf, i)];
    for (int i = 0; i < leaf->move_count; i++) {
        double p = t->answer->policy[place_of(t, leaf, i)];
        prior[i] = (float)(sum > 0 ? p / sum : 1.0 / leaf->move_count);
    }
}

static void tell_priors(const struct thinker *t, struct mi_eval *leaf)
{
    tell_policy(t, leaf, leaf->prior);
    for (int i = 0; i < leaf->move_count; i++)
        leaf->first[i] = -1;
}

/* Plays on in the leaf's position. */
static void mix_playout(const struct thinker *t, struct mi_eval *leaf)
{
    double weight = t->settings->network_weight;
    if (weight >= 1)
        return;
    int score = mi_playout(t->root->game, t->root->weights, t->settings->playout, leaf->pos,
                           leaf->rng, leaf->trace, t->playout_plies);
    leaf->win = weight * leaf->win + (1 - weight) * mi_scale_outcome(&t->scale, score);
}

static void tell(const struct thinker *t, struct mi_eval *leaf)
{
    const struct mi_cached_output *answer = t->answer;
    int player = t->root->game->turn(leaf->pos);
    double even = (double)answer->draw + (double)answer->no_result;
    double win = (double)answer->win + even / 2, sign = player ? -1 : 1;
    leaf->win = player ? 1 - win : win;
    leaf->draw = even;
    leaf->moves_left = (double)answer->moves_left;
    leaf->score = sign * (double)answer->score;
    leaf->deviation = (double)answer->deviation;
    if (!leaf->fair)
        leaf->lead = sign * (double)answer->lead;
    if (leaf->moves)
        tell_priors(t, leaf);
    if (leaf->ownership)
        tell_ownership(t, leaf, (float)sign);
    mix_playout(t, leaf);
    leaf->value = leaf->win;
}

/* A point more for the second player is one less that the first leads by. */
static void tell_lead(const struct thinker *t, struct mi_eval *leaf)
{
    double lead = (double)t->answer->lead;
    leaf->lead = t->root->game->turn(leaf->pos) ? -lead : lead;
    leaf->lead += leaf->fair_komi - t->root->setup->komi;
}

/* ---- asking ---- */

static uint64_t mix_floats(uint64_t key, const float *number, int n)
{
    uint64_t two;
    int i = 0;
    for (; i + 1 < n; i += 2) {
        memcpy(&two, &number[i], sizeof two);
        key = (key ^ two) * 0x9e3779b97f4a7c15u;
        key ^= key >> 29;
    }
    if (i < n) {
        uint32_t one;
        memcpy(&one, &number[i], sizeof one);
        key = miai_mix(key ^ one);
    }
    return miai_mix(key);
}

/* What the optimistic policy counts for; 0: there is none. */
static float optimism_of(const struct thinker *t, const struct mi_eval *leaf)
{
    const struct mi_puct *puct = &t->settings->puct;
    if (!is_optimistic(t))
        return 0;
    return (float)(leaf->line_length == 0 ? puct->root_optimism : puct->optimism);
}

/* Of all that the network is to see, and what is made of its answer.  Where moves are more than
 * points, equal inputs do not mean equal moves. */
static uint64_t key_of(const struct thinker *t, const struct mi_eval *leaf,
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
static void fill(struct thinker *t, const struct mi_eval *leaf, bool fair, float *plane,
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

static void tell_answer(const struct thinker *t, struct mi_eval *leaf, bool fair)
{
    if (t->is_human)
        tell_policy(t, leaf, leaf->human);
    else if (fair)
        tell_lead(t, leaf);
    else
        tell(t, leaf);
}

/* Prepares the i-th question; false: the answer is known, and told. */
static bool ask(struct thinker *t, struct mi_eval *leaf, bool fair, int i)
{
    struct layout l = layout_of(t->network, t->root);
    float *plane = nth(t->plane, l.plane, i), *number = nth(t->number, l.number, i);
    fill(t, leaf, fair, plane, number);
    t->in[i].metadata = mi_network_metadata(t->network, t->root->game->turn(leaf->pos));
    float optimism = optimism_of(t, leaf);
    uint64_t key = key_of(t, leaf, &t->in[i], optimism);
    if (mi_cache_find(t->network->cache, key, t->answer)) {
        tell_answer(t, leaf, fair);
        return false;
    }
    int symmetry = (int)(miai_mix(key) >> 32) & mi_network_input_symmetries(&t->input);
    t->question[i] = (struct question){leaf, key, symmetry, fair, optimism};
    if (symmetry != 0) {
        mi_network_input_turn(&t->input, symmetry, plane, t->turned);
        memcpy(plane, t->turned, l.plane);
    }
    return true;
}

/* Answers the questions.  Where a leaf is there more than once in a batch, no harm is done. */
static void answer(struct thinker *t, int n)
{
    if (n == 0)
        return;
    mi_net_run(t->work, t->in, t->out, n);
    for (int i = 0; i < n; i++) {
        keep_answer(t, &t->question[i], &t->out[i]);
        tell_answer(t, t->question[i].leaf, t->question[i].fair);
    }
}

static void ask_all(struct thinker *t, struct mi_eval *const *leaf, int n, bool fair)
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
    struct thinker *t = self;
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

const struct mi_evaluator mi_evaluator_network = {
    .name = "network",
    .batch = 1,
    .joint = true,
    .has_priors = true,
    .whole = true,
    .tells = true,
    .size = sizeof(struct thinker),
    .bytes = bytes,
    .make = make,
    .free = free_thinker,
    .value = value,
    .priors = priors,
};
