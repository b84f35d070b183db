/* network.h - a network that plays: the one place where src/net and the searches meet. */
#ifndef MI_ENGINE_NETWORK_NETWORK_H
#define MI_ENGINE_NETWORK_NETWORK_H

#include "net/net.h"
#include "search/mcts/evaluator/evaluator.h"

#include <pthread.h>

/* What a network said of a position, as the cache keeps it: in the view of who is to move, on the
 * board as it stands. */
struct mi_cached_output {
    float win, draw, no_result, score, deviation, lead, moves_left;
    /* Behind them: policy[places], 65535 for all of it, then ownership[points], 127 for one's own;
     * both by the network's places. */
    uint16_t policy[];
};

/* ---- cache.c: answers by the inputs that they belong to ---- */

struct mi_cache;

/* A cache of at most so many bytes for policies of so many places on boards of so many points;
 * NULL: no memory. */
struct mi_cache *mi_cache_new(size_t bytes, int places, int points);
void mi_cache_free(struct mi_cache *cache);
size_t mi_cache_bytes(const struct mi_cache *cache); /* 0 of none */

/* Bytes of an answer. */
size_t mi_cached_output_bytes(int places, int points);

/* For any number of threads at once.  Finds: false if there is none of that key. */
bool mi_cache_find(struct mi_cache *cache, uint64_t key, struct mi_cached_output *answer);
void mi_cache_keep(struct mi_cache *cache, uint64_t key, const struct mi_cached_output *answer);

/* ---- network.c ---- */

/* Where a network comes from. */
struct mi_network_source {
    const char *file;  /* or NULL: */
    size_t bound;      /* bytes of the file, unpacked; 0: any number */
    const void *bytes; /* of a file, borrowed for as long as the network lives */
    size_t length;
};

enum { MI_PROFILE = 40, MI_UNSENT_KEYS = 512 };

/* Keys of answers that other processes have not been told: a ring of the last ones. */
struct mi_unsent_keys {
    uint64_t key[MI_UNSENT_KEYS];
    unsigned noted, told; /* so many since the beginning */
};

/* A network loaded for an engine, and what its threads share. */
struct mi_network {
    struct mi_net *net;
    struct mi_net *exact; /* the same in floats, once somebody asked for it; or NULL */
    char *file;           /* its name, or NULL; owned, as all here */
    struct mi_network_source source;
    enum mi_net_numbers numbers;
    struct mi_network *human; /* to be asked of each leaf what people would do, borrowed; or NULL */
    struct mi_evaluator evaluator; /* its own, with the batch that is wanted */
    /* For the game and board of the last search: */
    const miai_game *game;
    const miai_encoding *encoding;
    int width, height, batch;
    struct mi_cache *cache;   /* or NULL: there is no memory for it */
    char profile[MI_PROFILE]; /* of the players, if it wants to know them; "": the strongest */
    float *metadata;          /* [2][as many as it wants] of them on that board, where the first or
                                 the second player is to move; or NULL: it wants to know nothing */
    pthread_mutex_t lock; /* of what follows */
    struct mi_unsent_keys news;
    /* Works that no thread uses now, for the next search; of that board and batch. */
    struct mi_net_work **work;
    int work_count, work_room;
};

/* NULL, and error says why in a line: no network, or no memory. */
struct mi_network *mi_network_open(const struct mi_network_source *source,
                                   enum mi_net_numbers numbers, char *error, size_t size);
void mi_network_close(struct mi_network *network);

/* The network in floats, whatever it plays in; NULL: no memory, or the file has gone. */
struct mi_net *mi_network_exact(struct mi_network *network);

/* Gives back all that only a search needs. */
void mi_network_release_search(struct mi_network *network);

/* Bytes that the cache takes of so much memory. */
size_t mi_network_cache_bytes(size_t memory);

/* Bytes of all that it keeps. */
size_t mi_network_bytes(const struct mi_network *network);

/* How the game shows itself to the network; NULL: not at all. */
const miai_encoding *mi_network_encoding(const struct mi_network *network, const miai_game *game);

/* Makes the network ready for the root's game and board, so many leaves at once, and a cache for so
 * many bytes in all; 0: none.  It must know the game. */
void mi_network_prepare(struct mi_network *network, const struct mi_root *root, size_t memory,
                        int batch);

/* What it is to be told of the players where that one is to move, or NULL. */
const float *mi_network_metadata(const struct mi_network *network, int player);

/* Makes the settings those of a search with the network, for so many bytes in all and so many
 * leaves at once.  The game must be one that the network knows. */
void mi_network_configure_search(struct mi_network *network, const struct mi_root *root,
                                 size_t memory, int batch, struct mi_settings *settings);

/* A work for the board and batch of the last mi_network_prepare(), and its return; NULL: no
 * memory. */
struct mi_net_work *mi_network_take_work(struct mi_network *network);
void mi_network_return_work(struct mi_network *network, struct mi_net_work *work);

/* ---- cache_exchange.c: answers for processes that search the same position with the same network
 * ---- */

/* The answer of that key, which the cache has, is new. */
void mi_network_mark_unsent(struct mi_network *network, uint64_t key);
/* Writes the answers that are new, as many as there is room for; keeps those that another process
 * has written.  room is for one answer. */
void mi_network_export_cache(struct mi_network *network, struct mi_cached_output *room,
                             struct mi_bytes *bytes);
void mi_network_import_cache(struct mi_network *network, struct mi_cached_output *room,
                             struct mi_bytes *bytes);

/* ---- input.c: the inputs of one thread ---- */

enum { MI_SYMMETRIES = 16 }; /* MIAI_MIRROR + ... + MIAI_HALF_TURN + 1 */

/* What the thread replays.  All in one block behind it. */
struct mi_network_input {
    const miai_game *game;
    const struct mi_root *root;
    const miai_encoding *encoding;
    int width, height, points;
    int places;                      /* of the policy */
    size_t stride;                   /* from one position to the next */
    int ring;                        /* positions in the ring, at least 1 */
    int known;                       /* positions before the root that are known */
    char *before;                    /* [encoding->earlier]: 1, 2, ... plies before the root */
    char *path;                      /* [ring]: the last ones of the line */
    const void **earlier;            /* [encoding->earlier] */
    miai_ply *ply;                   /* the root's line, and room for that to a leaf */
    uint16_t *turned[MI_SYMMETRIES]; /* where each place goes to, of symmetries it has */
};

size_t mi_network_input_bytes(const struct mi_root *root, const miai_encoding *encoding);
/* Makes one in so many bytes from block on. */
void mi_network_input_init(struct mi_network_input *input, const struct mi_root *root,
                           const miai_encoding *encoding, void *block);
/* Writes what the network is to see of a leaf, on the board as it stands. */
void mi_network_input_fill(struct mi_network_input *input, const struct mi_eval *leaf, float *plane,
                           float *number);
/* The symmetries that the board has, as a sum. */
int mi_network_input_symmetries(const struct mi_network_input *input);
/* Turns planes over; and turns back one plane of the outputs. */
void mi_network_input_turn(const struct mi_network_input *input, int symmetry, const float *plane,
                           float *turned);
void mi_network_output_turn_back(const struct mi_network_input *input, int symmetry,
                                 const float *turned, float *plane);
/* The same for a policy. */
void mi_network_policy_turn_back(const struct mi_network_input *input, int symmetry,
                                 const float *turned, float *policy);

/* ---- evaluator.c ---- */

/* Its settings->network is a struct mi_network that is settled.  The batch of this one is 1. */
extern const struct mi_evaluator mi_evaluator_network;

#endif
