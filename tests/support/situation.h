/* situation.h - a game in progress as a search is given it, and a search whose result is checked.
 */
#ifndef MI_TESTS_SUPPORT_SITUATION_H
#define MI_TESTS_SUPPORT_SITUATION_H

#include "search/common/search.h"

/* Small: enough for games of some hundred positions, and got ready faster. */
enum { KEYS_MAX = 400, POSITION_MAX = 4096, SMALL_MEMORY = 1 << 20 };

/* A position and its history, which grows with try_move().  It may be copied. */
struct situation {
    const miai_game *game;
    miai_setup setup;
    _Alignas(64) unsigned char pos[POSITION_MAX];
    uint64_t keys[KEYS_MAX];
    int key_count;
    bool selective;   /* alpha-beta may search it so; false at first */
    unsigned without; /* features that it leaves out, enum mi_feature; 0 at first */
    size_t memory;    /* bytes for a table or a tree: four megabytes at first, or SMALL_MEMORY */
};

void begin_game(struct situation *s, const miai_game *game, int width, int height);

/* Reads the position, where the game then begins. */
void begin_at(struct situation *s, const miai_game *game, const char *text);

bool game_over(const struct situation *s);

/* What a search is given; it points into the situation. */
struct mi_root root_of(const struct situation *s);

/* Plays the move if it is legal and repeats nothing that must not be repeated. */
bool try_move(struct situation *s, miai_move move);

/* Plays random moves; false if the game is over then, or has no move left. */
bool play_on(struct situation *s, miai_rng *rng, int plies);

/* The line of the result can be played, and begins with the move. */
void check_line(const struct situation *s, const struct mi_result *result);

/* The moves of the result differ, the first is the one chosen, and their numbers are in range. */
void check_choices(const struct mi_result *result);

/* Runs a searcher, a new one if self is NULL, and checks its result. */
void search_within(const struct mi_searcher *searcher, void *self, const struct situation *s,
                   const struct mi_limits *limits, int threads, struct mi_result *result);

/* The same on one thread, up to a depth; 0: without a bound. */
void search_to(const struct mi_searcher *searcher, const struct situation *s, int depth,
               struct mi_result *result);

#endif
