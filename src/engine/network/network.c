/* A network that plays: loading it, and the state that its threads share. */
#include "network.h"

#include "contract/capability.h"
#include "embedded/embedded.h"

#include <stdlib.h>
#include <string.h>

enum { CACHE_SHARE = 8 }; /* the cache gets 1/CACHE_SHARE of the memory */

static struct mi_net *load_net(const struct mi_network_source *source,
                               enum mi_net_arithmetic numbers, char *error, size_t size)
{
    if (source->file)
        return mi_net_load_bounded(source->file, source->bound, numbers, error, size);
    mi_embedded_load(source->bytes);
    return mi_net_read(source->bytes, source->length, numbers, error, size);
}

struct mi_network *mi_network_open(const struct mi_network_source *source,
                                   enum mi_net_arithmetic numbers, char *error, size_t size)
{
    struct mi_network *network = calloc(1, sizeof *network);
    *error = '\0';
    if (!network)
        return NULL;
    pthread_mutex_init(&network->lock, NULL);
    network->file = source->file ? strdup(source->file) : NULL;
    network->source = *source;
    network->source.file = network->file;
    network->numbers = numbers;
    if (network->file || !source->file)
        network->net = load_net(&network->source, numbers, error, size);
    if (!network->net) {
        mi_network_close(network);
        return NULL;
    }
    return network;
}

static void free_work_areas(struct mi_network *network)
{
    while (network->work_count > 0)
        mi_net_workspace_free(network->work[--network->work_count]);
}

static void free_exact(struct mi_network *network)
{
    mi_net_free(network->exact);
    network->exact = NULL;
}

void mi_network_release_search(struct mi_network *network)
{
    free_work_areas(network);
    free_exact(network);
    mi_cache_free(network->cache);
    network->cache = NULL;
}

void mi_network_close(struct mi_network *network)
{
    if (!network)
        return;
    mi_network_release_search(network);
    free(network->work);
    free(network->metadata);
    mi_net_free(network->net);
    pthread_mutex_destroy(&network->lock);
    free(network->file);
    free(network);
}

struct mi_net *mi_network_exact(struct mi_network *network)
{
    char error[160];
    if (network->numbers == MI_NET_FLOATS)
        return network->net;
    if (!network->exact)
        network->exact = load_net(&network->source, MI_NET_FLOATS, error, sizeof error);
    return network->exact;
}

size_t mi_network_cache_bytes(size_t memory)
{
    return memory / CACHE_SHARE;
}

size_t mi_network_bytes(const struct mi_network *network)
{
    return mi_net_bytes(network->net) + (network->exact ? mi_net_bytes(network->exact) : 0) +
           mi_cache_bytes(network->cache);
}

const miai_encoding *mi_network_encoding(const struct mi_network *network, const miai_game *game)
{
    const miai_encoding *const *encoding = mi_planes(game)->encodings;
    const struct mi_net_info *info = mi_net_describe(network->net);
    for (; encoding && *encoding; encoding++)
        if (strcmp((*encoding)->name, info->encoding) == 0 && (*encoding)->planes == info->planes &&
            (*encoding)->numbers == info->numbers &&
            (!mi_has_custom_policy(*encoding) || info->policy == (*encoding)->policy_size) &&
            (info->metadata == 0 || (*encoding)->metadata == info->metadata))
            return *encoding;
    return NULL;
}

/* ---- ready for a board ---- */

/* If memory runs out, the network gets no metadata. */
static void write_metadata(struct mi_network *network, const miai_setup *setup)
{
    int count = mi_net_describe(network->net)->metadata;
    if (count == 0)
        return;
    if (!network->metadata)
        network->metadata = malloc(2 * (size_t)count * sizeof *network->metadata);
    for (int player = 0; network->metadata && player < 2; player++)
        if (!network->encoding->players(setup, player, network->profile,
                                        network->metadata + player * count))
            network->encoding->players(setup, player, "", network->metadata + player * count);
}

const float *mi_network_metadata(const struct mi_network *network, int player)
{
    ptrdiff_t count = mi_net_describe(network->net)->metadata;
    return network->metadata ? network->metadata + player * count : NULL;
}

static void resize_cache(struct mi_network *network, bool same_board, size_t bytes, int places,
                         int points)
{
    if (same_board && network->cache && mi_cache_bytes(network->cache) <= bytes + (bytes >> 4) &&
        mi_cache_bytes(network->cache) >= bytes - (bytes >> 4))
        return;
    mi_cache_free(network->cache);
    network->cache = bytes > 0 ? mi_cache_new(bytes, places, points) : NULL;
}

void mi_network_prepare(struct mi_network *network, const struct mi_root *root, size_t memory,
                        int batch)
{
    const miai_setup *setup = root->setup;
    const miai_encoding *encoding = mi_network_encoding(network, root->game);
    int points = setup->width * setup->height;
    bool same_board = network->width == setup->width && network->height == setup->height &&
                      network->game == root->game;
    if (!same_board || network->batch != batch)
        free_work_areas(network);
    resize_cache(network, same_board, mi_network_cache_bytes(memory),
                 mi_policy_length(encoding, points), points);
    network->game = root->game;
    network->encoding = encoding;
    network->width = setup->width;
    network->height = setup->height;
    network->batch = batch;
    write_metadata(network, setup);
}

void mi_network_trim(struct mi_network *network, int threads)
{
    free_exact(network);
    while (network->work_count > threads)
        mi_net_workspace_free(network->work[--network->work_count]);
}

struct mi_net_workspace *mi_network_borrow_work(struct mi_network *network)
{
    struct mi_net_workspace *work = NULL;
    pthread_mutex_lock(&network->lock);
    if (network->work_count > 0)
        work = network->work[--network->work_count];
    pthread_mutex_unlock(&network->lock);
    return work ? work
                : mi_net_workspace_new(network->net, network->width, network->height,
                                       network->batch);
}

static bool grow_work_list(struct mi_network *network)
{
    if (network->work_count < network->work_capacity)
        return true;
    size_t capacity = (size_t)network->work_capacity + 8;
    struct mi_net_workspace **work =
        realloc(network->work, capacity * sizeof(struct mi_net_workspace *));
    if (!work)
        return false;
    network->work = work;
    network->work_capacity = (int)capacity;
    return true;
}

void mi_network_return_work(struct mi_network *network, struct mi_net_workspace *work)
{
    pthread_mutex_lock(&network->lock);
    if (grow_work_list(network))
        network->work[network->work_count++] = work;
    else
        mi_net_workspace_free(work);
    pthread_mutex_unlock(&network->lock);
}
