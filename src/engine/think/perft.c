/* perft: counts move sequences, to test the rules of a game. */
#include "engine/engine.h"
#include "engine/setup/client.h"
#include "think.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/common/limits.h"

#include <stdlib.h>
#include <string.h>

/* The state of a count. */
struct perft_state {
    const miai_game *game;
    size_t size; /* bytes of a position */
    struct mi_limits limits;
    bool stopped;
};

/* positions is a stack of depth + 1 positions. The count starts from the first. */
static uint64_t count_sequences(struct perft_state *state, char *positions, int depth)
{
    const miai_game *game = state->game;
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    if (depth == 0)
        return 1;
    if (game->outcome(positions, &score) && !(game->draws_go_on && score == 0))
        return 0;
    int n = game->moves(positions, list);
    if (depth == 1)
        return (uint64_t)n;
    if (depth > 2 && mi_limits_over(&state->limits, mi_clock()))
        state->stopped = true;
    char *next = positions + state->size;
    uint64_t sum = 0;
    for (int i = 0; i < n && !state->stopped; i++) {
        memcpy(next, positions, state->size);
        game->play(next, list[i]);
        sum += count_sequences(state, next, depth - 1);
    }
    return sum;
}

int miai_perft(miai_engine *engine, int depth, uint64_t *result)
{
    if (depth < 0 || depth > 100)
        return MIAI_BAD_VALUE;
    int refused = mi_engine_check_depth_ceiling(engine, depth);
    if (refused != MIAI_OK)
        return refused;
    struct perft_state state = {.game = mi_history_game(engine->history),
                                .size = mi_round_to_cache_lines(mi_history_size(engine->history)),
                                .limits = {.start = mi_clock(), .stop = &engine->stop}};
    mi_engine_clamp_limits(engine, &state.limits);
    char *positions = malloc(state.size * ((size_t)depth + 1));
    if (!positions)
        return MIAI_NO_MEMORY;
    memcpy(positions, mi_history_position(engine->history), mi_history_size(engine->history));
    mi_engine_arm_stop(engine);
    uint64_t sum = count_sequences(&state, positions, depth);
    free(positions);
    if (state.stopped)
        return MIAI_STOPPED;
    *result = sum;
    return MIAI_OK;
}
