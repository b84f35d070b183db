/* network.h - networks that play: the only code that connects src/net with the searches. */
#ifndef MI_ENGINE_NETWORK_NETWORK_H
#define MI_ENGINE_NETWORK_NETWORK_H

#include "net/net.h"
#include "search/mcts/evaluator/evaluator.h"

#include <pthread.h>

/* The output of a network for a position, as the cache stores it: in the view of the side to move,
 * on the board as it stands. */
struct mi_cached_output {
    float win, draw, no_result, score, deviation, lead, moves_left;
    /* Followed by policy[places], whose sum is 65535, and ownership[points], 127 for the side to
     * move; both in the network's order of points. */
    uint16_t policy[];
};

/* ---- cache.c: outputs by the key of their inputs ---- */

struct mi_cache;

/* A cache of at most that many bytes, for policies over `places` moves on boards of `points`
 * points. NULL if out of memory. */
struct mi_cache *mi_cache_new(size_t bytes, int places, int points);
void mi_cache_free(struct mi_cache *cache);
size_t mi_cache_bytes(const struct mi_cache *cache); /* 0 if cache is NULL */

/* Bytes of one output. */
size_t mi_cached_output_bytes(int places, int points);

/* Any number of threads may call these. mi_cache_find() returns false if the key is not there. */
bool mi_cache_find(struct mi_cache *cache, uint64_t key, struct mi_cached_output *answer);
void mi_cache_store(struct mi_cache *cache, uint64_t key, const struct mi_cached_output *answer);

/* ---- network.c ---- */

/* The origin of a network. */
struct mi_network_source {
    const char *file;  /* NULL: bytes and length are used */
    size_t bound;      /* largest unpacked size of the file in bytes; 0: any */
    const void *bytes; /* content of a file, borrowed for the life of the network */
    size_t length;
};

enum { MI_PROFILE = 40, MI_UNSENT_KEYS = 512 };

/* Ring of the keys of the newest outputs that were not yet sent to other processes. */
struct mi_unsent_keys {
    uint64_t key[MI_UNSENT_KEYS];
    unsigned added, sent; /* totals since the beginning */
};

/* A network loaded for an engine, with everything that its threads share. */
struct mi_network {
    struct mi_net *net;
    struct mi_net *exact; /* the same network in floating point, loaded on demand; NULL: not yet */
    char *file;           /* its name, owned like all members; NULL: built in */
    struct mi_network_source source;
    enum mi_net_arithmetic numbers;
    struct mi_network *human;      /* borrowed; predicts human moves at each leaf; NULL: none */
    struct mi_evaluator evaluator; /* with the batch size in use */
    /* For the game and board of the last search: */
    const miai_game *game;
    const miai_encoding *encoding;
    int width, height, batch;
    struct mi_cache *cache;   /* NULL: none */
    char profile[MI_PROFILE]; /* of the players to imitate, if the network supports it; "": the
                               * strongest */
    float *metadata;          /* [2][n]: the metadata inputs on that board when the first or the
                               * second player is to move; NULL: the network has none */
    pthread_mutex_t lock;     /* protects the rest */
    struct mi_unsent_keys unsent;
    /* Work areas that no thread uses now, for that board and batch. */
    struct mi_net_workspace **work;
    int work_count, work_capacity;
};

/* On an error returns NULL with a one-line text in error. */
struct mi_network *mi_network_open(const struct mi_network_source *source,
                                   enum mi_net_arithmetic numbers, char *error, size_t size);
void mi_network_close(struct mi_network *network);

/* The network with floating-point arithmetic, even if it plays with another. NULL if out of memory
 * or the file no longer exists. */
struct mi_net *mi_network_exact(struct mi_network *network);

/* Frees the network in floating point, and the work areas beyond that number of threads. */
void mi_network_trim(struct mi_network *network, int threads);

/* Frees all buffers that only searches need. */
void mi_network_release_search(struct mi_network *network);

/* The cache's share of that many bytes. */
size_t mi_network_cache_bytes(size_t memory);

/* All memory in bytes. */
size_t mi_network_bytes(const struct mi_network *network);

/* The game's encoding that matches the network's input; NULL: none. */
const miai_encoding *mi_network_encoding(const struct mi_network *network, const miai_game *game);

/* Prepares the network for the root's game and board, for `batch` leaves at once, and with a cache
 * that belongs to `memory` bytes in all; 0: no cache. The network must know the game. */
void mi_network_prepare(struct mi_network *network, const struct mi_root *root, size_t memory,
                        int batch);

/* The metadata inputs when that player is to move, or NULL. */
const float *mi_network_metadata(const struct mi_network *network, int player);

/* Borrow a work area for the board and batch of the last mi_network_prepare(), and give it back.
 * NULL if out of memory. */
struct mi_net_workspace *mi_network_borrow_work(struct mi_network *network);
void mi_network_return_work(struct mi_network *network, struct mi_net_workspace *work);

/* ---- cache_exchange.c: sharing outputs with processes that search the same position with the same
 * network ---- */

/* Marks an output in the cache as new. */
void mi_network_mark_unsent(struct mi_network *network, uint64_t key);
/* Write as many new outputs as fit; read outputs of another process into the cache. buffer: space
 * for one output. */
void mi_network_export_cache(struct mi_network *network, struct mi_cached_output *buffer,
                             struct mi_bytes *bytes);
void mi_network_import_cache(struct mi_network *network, struct mi_cached_output *buffer,
                             struct mi_bytes *bytes);

/* ---- input.c: the network inputs of one thread ---- */

enum { MI_SYMMETRIES = 16 }; /* MIAI_MIRROR + ... + MIAI_HALF_TURN + 1 */

/* State for replaying the moves before a leaf. All pointers point into one block that the caller
 * owns. */
struct mi_network_input {
    const miai_game *game;
    const struct mi_root *root;
    const miai_encoding *encoding;
    int width, height, points;
    int places;                      /* size of the policy */
    size_t stride;                   /* bytes from one position to the next */
    int ring;                        /* number of positions in path, at least 1 */
    int known;                       /* number of positions known before the root */
    char *before;                    /* [encoding->earlier] positions: 1, 2, ... plies before the
                                      * root */
    char *path;                      /* [ring] positions: the last ones on the way to the leaf */
    const void **earlier;            /* [encoding->earlier] */
    miai_ply *ply;                   /* the moves of the game up to the root, then those to the
                                      * leaf */
    uint16_t *turned[MI_SYMMETRIES]; /* the index of each point after a symmetry */
};

size_t mi_network_input_bytes(const struct mi_root *root, const miai_encoding *encoding);
/* Initializes input in a block of mi_network_input_bytes(). */
void mi_network_input_init(struct mi_network_input *input, const struct mi_root *root,
                           const miai_encoding *encoding, void *block);
/* Writes the inputs for a leaf, with the board as it stands. */
void mi_network_input_fill(struct mi_network_input *input, const struct mi_eval *leaf, float *plane,
                           float *number);
/* The sum of the symmetries that the board has. */
int mi_network_input_symmetries(const struct mi_network_input *input);
/* Apply a symmetry to all input planes, and undo it on one output plane. */
void mi_network_apply_symmetry(const struct mi_network_input *input, int symmetry,
                               const float *plane, float *turned);
void mi_network_undo_symmetry(const struct mi_network_input *input, int symmetry,
                              const float *turned, float *plane);
/* Undoes a symmetry on a policy. */
void mi_network_undo_policy_symmetry(const struct mi_network_input *input, int symmetry,
                                     const float *turned, float *policy);

/* ---- evaluator.c ---- */

/* settings->network must be a struct mi_network prepared for the root. The batch of this evaluator
 * is 1. */
extern const struct mi_evaluator mi_evaluator_network;

/* Changes the settings so that the search uses the network, with that many bytes in all and that
 * batch size. The network must know the game. */
void mi_network_configure_search(struct mi_network *network, const struct mi_root *root,
                                 size_t memory, int batch, struct mi_settings *settings);

#endif
