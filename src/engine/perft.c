/* Counting move sequences, to test a game's rules. */
#include "engine.h"

#include <stdlib.h>
#include <string.h>

/* positions holds depth + 1 of them side by side, the first to be counted from. */
static uint64_t count(const miai_game *game, char *positions, size_t size, int depth)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    if (depth == 0)
        return 1;
    if (game->outcome(positions, &score) && !(game->draws_go_on && score == 0))
        return 0;
    int n = game->moves(positions, list);
    if (depth == 1)
        return (uint64_t)n;
    uint64_t sum = 0;
    for (int i = 0; i < n; i++) {
        memcpy(positions + size, positions, size);
        game->play(positions + size, list[i]);
        sum += count(game, positions + size, size, depth - 1);
    }
    return sum;
}

int miai_perft(const miai_engine *engine, int depth, uint64_t *result)
{
    if (depth < 0 || depth > 100)
        return MIAI_BAD_VALUE;
    size_t size = (mi_record_size(engine->record) + 63) / 64 * 64;
    char *positions = malloc(size * ((size_t)depth + 1));
    if (!positions)
        return MIAI_NO_MEMORY;
    memcpy(positions, mi_record_position(engine->record), mi_record_size(engine->record));
    *result = count(mi_record_game(engine->record), positions, size, depth);
    free(positions);
    return MIAI_OK;
}
