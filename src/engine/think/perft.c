/* Counting move sequences, to test a game's rules. */
#include "engine/engine.h"
#include "engine/setup/client.h"
#include "think.h"

#include "base/cache.h"
#include "base/clock.h"
#include "search/common/limits.h"

#include <stdlib.h>
#include <string.h>

/* What goes on while counting. */
struct counting {
    const miai_game *game;
    size_t size; /* of a position */
    struct mi_limits limits;
    bool stopped;
};

/* positions holds depth + 1 of them side by side, the first to be counted from. */
static uint64_t count(struct counting *counting, char *positions, int depth)
{
    const miai_game *game = counting->game;
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    if (depth == 0)
        return 1;
    if (game->outcome(positions, &score) && !(game->draws_go_on && score == 0))
        return 0;
    int n = game->moves(positions, list);
    if (depth == 1)
        return (uint64_t)n;
    if (depth > 2 && mi_limits_over(&counting->limits, mi_clock()))
        counting->stopped = true;
    char *next = positions + counting->size;
    uint64_t sum = 0;
    for (int i = 0; i < n && !counting->stopped; i++) {
        memcpy(next, positions, counting->size);
        game->play(next, list[i]);
        sum += count(counting, next, depth - 1);
    }
    return sum;
}

int miai_perft(miai_engine *engine, int depth, uint64_t *result)
{
    if (depth < 0 || depth > 100)
        return MIAI_BAD_VALUE;
    int refused = mi_engine_permit_depth(engine, depth);
    if (refused != MIAI_OK)
        return refused;
    struct counting counting = {.game = mi_history_game(engine->history),
                                .size = mi_cache_lines(mi_history_size(engine->history)),
                                .limits = {.start = mi_clock(), .stop = &engine->stop}};
    mi_engine_bound(engine, &counting.limits);
    char *positions = malloc(counting.size * ((size_t)depth + 1));
    if (!positions)
        return MIAI_NO_MEMORY;
    memcpy(positions, mi_history_position(engine->history), mi_history_size(engine->history));
    mi_engine_arm_stop(engine);
    uint64_t sum = count(&counting, positions, depth);
    free(positions);
    if (counting.stopped)
        return MIAI_STOPPED;
    *result = sum;
    return MIAI_OK;
}
