/* situation.h - a game in progress as input of a search, and checks of the result. */
#ifndef MI_TESTS_SUPPORT_SITUATION_H
#define MI_TESTS_SUPPORT_SITUATION_H

#include "search/common/search.h"

/* SMALL_MEMORY is enough for games of some hundred positions, and faster to allocate. */
enum { KEYS_MAX = 400, POSITION_MAX = 4096, SMALL_MEMORY = 1 << 20 };

/* A position and its history, which try_move() extends. It may be copied. */
struct situation {
    const miai_game *game;
    miai_setup setup;
    _Alignas(64) unsigned char pos[POSITION_MAX];
    uint64_t keys[KEYS_MAX];
    int key_count;
    bool selective;   /* alpha-beta may prune selectively; initially false */
    unsigned disabled_features;                /* enum mi_feature; initially 0 */
    const struct mi_ab_tuning_changes *tuning; /* initially NULL */
    size_t memory;    /* bytes for the table or tree; initially 4 MiB, or SMALL_MEMORY */
};

void begin_game(struct situation *s, const miai_game *game, int width, int height);

/* Starts the game at the position in text. */
void begin_at(struct situation *s, const miai_game *game, const char *text);

bool game_over(const struct situation *s);

/* The root for a search; it points into the situation. */
struct mi_root root_of(const struct situation *s);

/* Plays the move if it is legal and no forbidden repetition. */
bool try_move(struct situation *s, miai_move move);

/* Plays random moves. Returns false if the game is then over or has no legal move. */
bool play_random_moves(struct situation *s, miai_rng *rng, int plies);

/* Asserts that the result's line is legal and begins with its move. */
void check_line(const struct situation *s, const struct mi_result *result);

/* Asserts that the result's moves are different, the first is the chosen one, and their values are
 * in range. */
void check_choices(const struct mi_result *result);

/* Runs a search, with a new searcher if self is NULL, and checks its result. */
void search_within(const struct mi_searcher *searcher, void *self, const struct situation *s,
                   const struct mi_limits *limits, int threads, struct mi_result *result);

/* The same on one thread, to a fixed depth; 0: unlimited. */
void search_to(const struct mi_searcher *searcher, const struct situation *s, int depth,
               struct mi_result *result);

#endif
