/* Evaluates leaves by a network, including the priors of all legal moves. */
#include "nn_evaluator.h"

#include "base/fmath.h"
#include "base/memory.h"
#include "contract/capability.h"
#include "search/common/peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first KataGo model version with an optimistic policy. */
enum { OPTIMISTIC_VERSION = 12 };

/* ---- memory ---- */

struct evaluator_layout {
    size_t input, question, fair_pos, plane, number, policy, ownership, in, out, answer, mean;
};

static struct evaluator_layout evaluator_layout_of(const struct mi_network *network,
                                                   const struct mi_root *root)
{
    const miai_encoding *encoding = network->encoding;
    size_t points = (size_t)root->setup->width * (size_t)root->setup->height;
    size_t batch = (size_t)network->batch;
    size_t places = (size_t)mi_policy_length(encoding, (int)points);
    return (struct evaluator_layout){
        .input = mi_network_input_bytes(root, encoding),
        .question = mi_round_to_cache_lines(batch * sizeof(struct question)),
        .fair_pos = mi_round_to_cache_lines(root->size),
        .plane = mi_round_to_cache_lines((size_t)encoding->planes * points * sizeof(float)),
        .number = mi_round_to_cache_lines((size_t)encoding->numbers * sizeof(float)),
        .policy = mi_round_to_cache_lines(places * sizeof(float)),
        .ownership = mi_round_to_cache_lines(points * sizeof(float)),
        .in = mi_round_to_cache_lines(batch * sizeof(struct mi_net_in)),
        .out = mi_round_to_cache_lines(batch * sizeof(struct mi_net_out)),
        .answer = mi_round_to_cache_lines(mi_cached_output_bytes((int)places, (int)points)),
        .mean = mi_round_to_cache_lines(places * sizeof(float)) +
                mi_round_to_cache_lines(points * sizeof(float)),
    };
}

static size_t evaluator_block_bytes(const struct evaluator_layout *l, int batch)
{
    size_t each = l->plane + l->number + 2 * l->policy + l->ownership;
    return l->input + l->question + l->fair_pos + (size_t)batch * each + l->plane + l->policy +
           l->in + l->out + l->answer + l->mean;
}

static size_t evaluator_bytes(const struct mi_network *network, const struct mi_root *root)
{
    struct evaluator_layout l = evaluator_layout_of(network, root);
    return evaluator_block_bytes(&l, network->batch) +
           mi_net_workspace_bytes(network->net, network->width, network->height, network->batch);
}

static size_t network_evaluator_bytes(const struct mi_root *root,
                                      const struct mi_settings *settings)
{
    const struct mi_network *network = settings->network;
    size_t human =
        network->human ? sizeof(struct nn_evaluator) + evaluator_bytes(network->human, root) : 0;
    return human + evaluator_bytes(network, root);
}

/* The i-th of several buffers of the same kind. */
static float *nth(float *first, size_t size, int i)
{
    return first + (size_t)i * (size / sizeof *first);
}

static bool has_optimistic_policy(const struct nn_evaluator *t)
{
    const struct mi_net_info *info = mi_net_describe(t->network->net);
    return info->version >= OPTIMISTIC_VERSION &&
           info->metadata == 0; /* not for networks that imitate people */
}

static void lay_out_buffers(struct nn_evaluator *t)
{
    struct evaluator_layout l = evaluator_layout_of(t->network, t->root);
    size_t batch = (size_t)t->network->batch;
    bool owned = mi_scoring(t->root->game)->ownership != NULL;
    char *next = t->block;
    mi_network_input_init(&t->input, t->root, t->network->encoding, mi_carve(&next, l.input));
    t->question = mi_carve(&next, l.question);
    t->fair_pos = mi_carve(&next, l.fair_pos);
    t->plane = mi_carve(&next, batch * l.plane);
    t->number = mi_carve(&next, batch * l.number);
    t->policy = mi_carve(&next, batch * l.policy);
    t->optimistic = mi_carve(&next, batch * l.policy);
    t->ownership = mi_carve(&next, batch * l.ownership);
    t->turned = mi_carve(&next, l.plane);
    t->back = mi_carve(&next, l.policy);
    t->in = mi_carve(&next, l.in);
    t->out = mi_carve(&next, l.out);
    t->answer = mi_carve(&next, l.answer);
    t->mean = mi_carve(&next, l.mean);
    for (int i = 0; i < t->network->batch; i++) {
        t->in[i] = (struct mi_net_in){.plane = nth(t->plane, l.plane, i),
                                      .number = nth(t->number, l.number, i)};
        t->out[i] = (struct mi_net_out){
            .policy = nth(t->policy, l.policy, i),
            .optimistic = has_optimistic_policy(t) ? nth(t->optimistic, l.policy, i) : NULL,
            .ownership = owned ? nth(t->ownership, l.ownership, i) : NULL};
    }
}

/* The cache stores policies after the temperature was applied, so it is part of the key. */
static uint64_t temperature_key(double temperature)
{
    uint64_t bits;
    memcpy(&bits, &temperature, sizeof bits);
    return temperature == 1 ? 0 : miai_mix(bits);
}

static bool init_evaluator(struct nn_evaluator *t, struct mi_network *network,
                           const struct mi_root *root, const struct mi_settings *settings)
{
    struct evaluator_layout l = evaluator_layout_of(network, root);
    *t = (struct nn_evaluator){.network = network, .root = root, .settings = settings};
    t->work = mi_network_borrow_work(network);
    t->block =
        t->work
            ? mi_aligned_alloc(MI_CACHE_LINE,
                               mi_round_to_cache_lines(evaluator_block_bytes(&l, network->batch)))
            : NULL;
    if (!t->block)
        return false;
    /* Processes that share their caches may have different seeds. */
    t->seed = (settings->peers ? 0 : miai_mix(settings->seed)) ^
              temperature_key(settings->policy_temperature);
    t->scale = mi_scale_make(root->game, root->setup, 0, 0);
    t->playout_plies = mi_playout_max(root->game, root->setup);
    lay_out_buffers(t);
    return true;
}

static bool make_network_evaluator(void *self, const struct mi_root *root,
                                   const struct mi_settings *settings)
{
    struct nn_evaluator *t = self;
    struct mi_network *network = settings->network;
    if (!init_evaluator(t, network, root, settings))
        return false;
    if (!network->human)
        return true;
    t->human = calloc(1, sizeof *t->human);
    if (!t->human || !init_evaluator(t->human, network->human, root, settings))
        return false;
    t->human->is_human = true;
    return true;
}

static void free_evaluator(void *self)
{
    struct nn_evaluator *t = self;
    if (t->human)
        free_evaluator(t->human);
    free(t->human);
    if (t->network && t->work)
        mi_network_return_work(t->network, t->work);
    mi_aligned_free(t->block);
}

/* ---- cache keys ---- */

/* Four independent sums, so that the steps do not wait for each other. */
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

/* The weight of the optimistic policy; 0: the network has none. */
static float leaf_optimism(const struct nn_evaluator *t, const struct mi_eval *leaf)
{
    const struct mi_puct *puct = &t->settings->puct;
    if (!has_optimistic_policy(t))
        return 0;
    return (float)(leaf->line_length == 0 ? puct->root_optimism : puct->optimism);
}

/* The key of all inputs and of everything that changes the stored output. If the policy covers more
 * than points, equal inputs do not imply equal moves, so the position's key is included. */
static uint64_t input_key(const struct nn_evaluator *t, const struct mi_eval *leaf,
                          const struct mi_net_in *in, float optimism)
{
    const miai_encoding *encoding = t->network->encoding;
    uint64_t own = mi_has_custom_policy(encoding) ? t->root->game->hash(leaf->pos) : 0;
    uint64_t key = mix_floats(t->seed ^ own, in->plane, encoding->planes * t->input.points);
    if (in->metadata)
        key = mix_floats(key, in->metadata, encoding->metadata);
    key = mix_floats(key, in->number, encoding->numbers);
    return optimism > 0 ? mix_floats(key, &optimism, 1) : key;
}

/* Writes the inputs of a leaf; fair: with its fair komi. */
static void fill_inputs(struct nn_evaluator *t, const struct mi_eval *leaf, bool fair, float *plane,
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

/* The root's player has the advantage, as the option says. */
static void set_advantage(const struct nn_evaluator *t, const struct mi_eval *leaf, float *number)
{
    const miai_encoding *encoding = t->network->encoding;
    const miai_game *game = t->root->game;
    double doublings = t->is_human ? 0 : t->settings->advantage;
    bool known = encoding->bytes >= offsetof(miai_encoding, advantage) + sizeof encoding->advantage;
    if (doublings == 0 || !known || encoding->advantage == 0)
        return;
    bool own = game->turn(leaf->pos) == game->turn(t->root->pos);
    number[encoding->advantage] = 1;
    number[encoding->advantage + 1] = (float)((own ? doublings : -doublings) / 2);
}

/* ---- averaging the root over symmetries ---- */

/* Sums over outputs; policy and ownership in the network's order. */
struct output_sums {
    float win, draw, no_result, moves_left, score, deviation, lead;
    float *policy, *ownership;
};

static void add_output(const struct nn_evaluator *t, struct output_sums *sums)
{
    const struct mi_cached_output *output = t->answer;
    const int8_t *ownership = mi_nn_evaluator_ownership(t);
    sums->win += output->win;
    sums->draw += output->draw;
    sums->no_result += output->no_result;
    sums->moves_left += output->moves_left;
    sums->score += output->score;
    sums->deviation += output->deviation;
    sums->lead += output->lead;
    for (int p = 0; p < t->input.places; p++)
        sums->policy[p] += output->policy[p];
    for (int p = 0; p < t->input.points; p++)
        sums->ownership[p] += ownership[p];
}

static void store_mean(struct nn_evaluator *t, const struct output_sums *sums, int n)
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

/* Averages the network's outputs for the root over that many symmetries. Input i holds the board as
 * it stands. */
static void average_symmetries(struct nn_evaluator *t, int i, int count)
{
    struct evaluator_layout l = evaluator_layout_of(t->network, t->root);
    const struct question *question = &t->question[i];
    float *plane = nth(t->plane, l.plane, i);
    struct output_sums sums = {.policy = nth(t->mean, l.policy, 0),
                               .ownership = nth(t->mean, l.policy, 1)};
    int all = mi_network_input_symmetries(&t->input), n = 0;
    memset(t->mean, 0, l.mean);
    memcpy(t->turned, plane, l.plane);
    for (int symmetry = 0; symmetry <= all && n < count; symmetry++) {
        struct question turned = *question;
        if ((symmetry & all) != symmetry)
            continue;
        turned.symmetry = symmetry;
        mi_network_apply_symmetry(&t->input, symmetry, t->turned, plane);
        mi_net_run(t->work, &t->in[i], &t->out[i], 1);
        mi_nn_evaluator_answer(t, &turned, &t->out[i]);
        add_output(t, &sums);
        n++;
    }
    store_mean(t, &sums, n);
    mi_cache_store(t->network->cache, question->key, t->answer);
}

/* Number of symmetries to average over: several only at the root. */
static int symmetry_count(const struct nn_evaluator *t, const struct mi_eval *leaf, bool fair)
{
    bool root = leaf->line_length == 0 && !fair && !t->is_human;
    return root && mi_network_input_symmetries(&t->input) ? t->settings->puct.symmetries : 1;
}

/* The symmetry for an input, chosen by its key. Another rank uses another symmetry, so that
 * evaluating the same position twice is not wasted: it improves the value and varies the search. */
static int choose_symmetry(const struct nn_evaluator *t, uint64_t key)
{
    const struct mi_peers *peers = t->settings->peers;
    uint64_t rank = peers ? (uint64_t)peers->rank : 0;
    return (int)(miai_mix(key + rank) >> 32) & mi_network_input_symmetries(&t->input);
}

/* ---- evaluation ---- */

/* Prepares the i-th question. If the output is already known, fills in the leaf and returns false.
 */
static bool prepare_question(struct nn_evaluator *t, struct mi_eval *leaf, bool fair, int i)
{
    struct evaluator_layout l = evaluator_layout_of(t->network, t->root);
    float *plane = nth(t->plane, l.plane, i), *number = nth(t->number, l.number, i);
    fill_inputs(t, leaf, fair, plane, number);
    set_advantage(t, leaf, number);
    t->in[i].metadata = mi_network_metadata(t->network, t->root->game->turn(leaf->pos));
    float optimism = leaf_optimism(t, leaf);
    uint64_t key = input_key(t, leaf, &t->in[i], optimism);
    int count = symmetry_count(t, leaf, fair);
    key = count > 1 ? miai_mix(key + (uint64_t)count) : key;
    bool known = mi_cache_find(t->network->cache, key, t->answer);
    leaf->from_cache &= known;
    int symmetry = choose_symmetry(t, key);
    t->question[i] = (struct question){leaf, key, symmetry, fair, optimism};
    if (!known && count > 1)
        average_symmetries(t, i, count);
    if (known || count > 1) {
        mi_nn_evaluator_fill_leaf(t, leaf, fair);
        return false;
    }
    if (symmetry != 0) {
        mi_network_apply_symmetry(&t->input, symmetry, plane, t->turned);
        memcpy(plane, t->turned, l.plane);
    }
    return true;
}

/* Evaluates the questions. A leaf may occur twice in a batch. */
static void run_batch(struct nn_evaluator *t, int n)
{
    if (n == 0)
        return;
    mi_net_run(t->work, t->in, t->out, n);
    for (int i = 0; i < n; i++) {
        mi_nn_evaluator_answer(t, &t->question[i], &t->out[i]);
        mi_cache_store(t->network->cache, t->question[i].key, t->answer);
        if (t->settings->peers && !t->is_human)
            mi_network_mark_unsent(t->network, t->question[i].key);
        mi_nn_evaluator_fill_leaf(t, t->question[i].leaf, t->question[i].fair);
    }
}

static void evaluate_all(struct nn_evaluator *t, struct mi_eval *const *leaf, int n, bool fair)
{
    int asked = 0;
    for (int i = 0; i < n; i++) {
        if ((fair && !leaf[i]->at_fair_komi) ||
            (t->is_human && !(leaf[i]->moves && leaf[i]->human)))
            continue;
        asked += prepare_question(t, leaf[i], fair, asked);
        if (asked == t->network->batch) {
            run_batch(t, asked);
            asked = 0;
        }
    }
    run_batch(t, asked);
}

/* Evaluates human moves and leads first, because the playout for the value changes the leaf's
 * position. */
static void network_value(void *self, struct mi_eval *const *leaf, int n)
{
    struct nn_evaluator *t = self;
    for (int i = 0; i < n; i++)
        leaf[i]->from_cache = true;
    if (t->human)
        evaluate_all(t->human, leaf, n, false);
    evaluate_all(t, leaf, n, true);
    evaluate_all(t, leaf, n, false);
}

/* Computes the value as well. */
static void network_priors(void *self, struct mi_eval *leaf)
{
    network_value(self, &leaf, 1);
}

static void export_cache(void *self, struct mi_bytes *bytes)
{
    struct nn_evaluator *t = self;
    mi_network_export_cache(t->network, t->answer, bytes);
}

static void import_cache(void *self, struct mi_bytes *bytes)
{
    struct nn_evaluator *t = self;
    mi_network_import_cache(t->network, t->answer, bytes);
}

const struct mi_evaluator mi_evaluator_network = {
    .name = "network",
    .batch = 1,
    .joint = true,
    .has_priors = true,
    .whole_policy = true,
    .reports_outputs = true,
    .size = sizeof(struct nn_evaluator),
    .bytes = network_evaluator_bytes,
    .make = make_network_evaluator,
    .free = free_evaluator,
    .value = network_value,
    .priors = network_priors,
    .export_cache = export_cache,
    .import_cache = import_cache,
};

void mi_network_configure_search(struct mi_network *network, const struct mi_root *root,
                                 size_t memory, int batch, struct mi_settings *settings)
{
    mi_network_prepare(network, root, memory, batch);
    mi_network_trim(network, settings->threads); /* to leave its memory to the tree */
    network->evaluator = mi_evaluator_network;
    network->evaluator.batch = batch;
    network->evaluator.random = settings->network_weight < 1;
    settings->evaluator = &network->evaluator;
    settings->network = network;
    settings->reserved_bytes = mi_network_bytes(network);
}
