#include "fake_evaluator.h"

#include "tests/support/toy_games.h"

#include <check.h>
#include <string.h>

struct fake {
    const struct mi_root *root;
    const miai_game *game;
    size_t size;
};

atomic_int fake_valued, fake_largest, fake_priors;

/* State of fake_peer: hashes of the leaves that it has valued, and of those received. */
enum { PEER_KEYS = 4096 };
static struct {
    uint64_t valued[PEER_KEYS], received[PEER_KEYS];
    int valued_count, sent_count, received_count;
} peer;

void fake_begin(void)
{
    peer.valued_count = peer.sent_count = peer.received_count = 0;
    atomic_store(&fake_valued, 0);
    atomic_store(&fake_largest, 0);
    atomic_store(&fake_priors, 0);
}

double fake_value(const miai_game *game, const void *pos)
{
    return (double)(miai_mix(game->hash(pos)) % 1001) / 1024;
}

static bool make_fake(void *self, const struct mi_root *root, const struct mi_settings *settings)
{
    (void)settings;
    *(struct fake *)self = (struct fake){root, root->game, root->size};
    return true;
}

static void write_priors(const struct fake *fake, struct mi_eval *leaf)
{
    uint64_t hash = miai_mix(fake->game->hash(leaf->pos));
    double sum = 0;
    for (int i = 0; i < leaf->move_count; i++) {
        uint64_t weight = 1 + miai_mix(hash + (uint64_t)leaf->moves[i]) % 10000;
        leaf->prior[i] = (float)weight;
        leaf->first[i] = -1;
        sum += (double)weight;
    }
    for (int i = 0; i < leaf->move_count; i++)
        leaf->prior[i] = (float)(leaf->prior[i] / sum);
}

static void value_batch(void *self, struct mi_eval *const *leaf, int n)
{
    const struct fake *fake = self;
    int largest = atomic_load(&fake_largest);
    while (n > largest && !atomic_compare_exchange_weak(&fake_largest, &largest, n))
        continue;
    atomic_fetch_add(&fake_valued, n);
    for (int i = 0; i < n; i++) {
        leaf[i]->value = fake_value(fake->game, leaf[i]->pos);
        if (leaf[i]->moves)
            write_priors(fake, leaf[i]);
    }
}

static void priors_of_leaf(void *self, struct mi_eval *leaf)
{
    atomic_fetch_add(&fake_priors, 1);
    write_priors(self, leaf);
}

static void priors_and_first(void *self, struct mi_eval *leaf)
{
    const struct fake *fake = self;
    _Alignas(max_align_t) char next[TOY_BYTES];
    priors_of_leaf(self, leaf);
    for (int i = 0; i < leaf->move_count; i++) {
        memcpy(next, leaf->pos, fake->size);
        fake->game->play(next, leaf->moves[i]);
        leaf->first[i] = (float)fake_value(fake->game, next);
    }
}

/* ---- reporting outputs ---- */

double fake_score(const miai_game *game, const void *pos)
{
    return 20 * fake_value(game, pos) - 10;
}

/* Does the line lead from the root to the leaf, with the right keys? */
static void check_line(const struct fake *fake, const struct mi_eval *leaf)
{
    const miai_repetition *repetition = fake->game->repetition;
    const struct mi_root *root = fake->root;
    _Alignas(max_align_t) char pos[TOY_BYTES];
    memcpy(pos, root->pos, root->size);
    ck_assert(leaf->line || leaf->line_length == 0);
    if (leaf->keys)
        ck_assert_int_eq(leaf->key_count, root->key_count - 1 + leaf->line_length);
    for (int i = 0; i < leaf->line_length; i++) {
        ck_assert(fake->game->legal(pos, leaf->line[i]));
        if (leaf->keys)
            ck_assert_uint_eq(leaf->keys[root->key_count - 1 + i], repetition->key(pos));
        fake->game->play(pos, leaf->line[i]);
    }
    ck_assert_uint_eq(fake->game->hash(pos), fake->game->hash(leaf->pos));
}

static void value_outputs(void *self, struct mi_eval *const *leaf, int n)
{
    const struct fake *fake = self;
    const miai_setup *setup = fake->root->setup;
    for (int i = 0; i < n; i++) {
        check_line(fake, leaf[i]);
        leaf[i]->win = fake_value(fake->game, leaf[i]->pos);
        leaf[i]->score = fake_score(fake->game, leaf[i]->pos);
        leaf[i]->deviation = 3;
        leaf[i]->lead = leaf[i]->score / 2;
        for (int p = 0; p < setup->width * setup->height; p++)
            leaf[i]->ownership[p] = (float)(2 * leaf[i]->win - 1);
    }
    value_batch(self, leaf, n);
}

static void report_priors(void *self, struct mi_eval *leaf)
{
    check_line(self, leaf);
    priors_of_leaf(self, leaf);
}

#define TELLING(a_name, a_batch)                                                                   \
    {                                                                                              \
        .name = (a_name), .batch = (a_batch), .joint = true, .has_priors = true,                   \
        .whole_policy = true, .reports_outputs = true, .size = sizeof(struct fake),                \
        .make = make_fake, .value = value_outputs, .priors = report_priors                         \
    }

const struct mi_evaluator fake_telling = TELLING("telling", 1);
const struct mi_evaluator fake_telling_batch = TELLING("telling many", 8);

/* ---- with peers ---- */

static bool was_imported(uint64_t key)
{
    for (int i = 0; i < peer.received_count; i++)
        if (peer.received[i] == key)
            return true;
    return false;
}

static void value_or_recall(void *self, struct mi_eval *const *leaf, int n)
{
    const struct fake *fake = self;
    for (int i = 0; i < n; i++) {
        uint64_t key = fake->game->hash(leaf[i]->pos);
        value_batch(self, &leaf[i], 1);
        leaf[i]->from_cache = was_imported(key);
        if (leaf[i]->from_cache)
            atomic_fetch_sub(&fake_valued, 1);
        else if (peer.valued_count < PEER_KEYS)
            peer.valued[peer.valued_count++] = key;
    }
}

static void export_cache(void *self, struct mi_bytes *bytes)
{
    (void)self;
    while (peer.sent_count < peer.valued_count && mi_bytes_left(bytes) >= 8)
        mi_bytes_write(bytes, 8, peer.valued[peer.sent_count++]);
}

static void import_cache(void *self, struct mi_bytes *bytes)
{
    (void)self;
    while (mi_bytes_left(bytes) >= 8 && peer.received_count < PEER_KEYS)
        peer.received[peer.received_count++] = mi_bytes_read(bytes, 8);
}

static void ignore_import(void *self, struct mi_bytes *bytes)
{
    (void)self;
    (void)bytes;
}

#define PEER(a_name, a_hear)                                                                       \
    {                                                                                              \
        .name = (a_name), .batch = 8, .joint = true, .has_priors = true,                           \
        .size = sizeof(struct fake), .make = make_fake, .value = value_or_recall,                  \
        .priors = priors_of_leaf, .export_cache = export_cache, .import_cache = (a_hear)           \
    }

const struct mi_evaluator fake_peer = PEER("peer", import_cache);
const struct mi_evaluator fake_deaf = PEER("deaf", ignore_import);

#define FAKE(a_name, a_batch, is_joint, a_priors)                                                  \
    {                                                                                              \
        .name = (a_name), .batch = (a_batch), .joint = (is_joint), .has_priors = true,             \
        .size = sizeof(struct fake), .make = make_fake, .value = value_batch, .priors = (a_priors) \
    }

const struct mi_evaluator fake_batch = FAKE("batch", 8, true, priors_of_leaf);
const struct mi_evaluator fake_single = FAKE("single", 1, true, priors_of_leaf);
const struct mi_evaluator fake_apart = FAKE("apart", 1, false, priors_of_leaf);
const struct mi_evaluator fake_first = FAKE("first", 8, true, priors_and_first);
