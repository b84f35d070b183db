#include "history.h"

#include <stdlib.h>

enum {
    PLAYERS = 2,
    ERROR_SCALE = 256, /* errors are stored in 1/256 of a hundredth of the unit */
    MAX_ERROR = 4096   /* limit of an error; a smaller limit forgets faster */
};

static size_t error_count(const miai_game *game, int kinds)
{
    return kinds > 0 && mi_tactics(game)->parts
               ? (size_t)MI_CORRECTIONS * PLAYERS * MI_CORRECTION_PLACES
               : 0;
}

size_t mi_ab_correction_bytes(const miai_game *game, int kinds)
{
    return error_count(game, kinds) * sizeof(int16_t);
}

bool mi_ab_correction_init(struct mi_ab_correction *correction, const miai_game *game, int kinds)
{
    size_t count = error_count(game, kinds);
    correction->error = count ? calloc(count, sizeof *correction->error) : NULL;
    return correction->error || !count;
}

void mi_ab_correction_free(struct mi_ab_correction *correction)
{
    free(correction->error);
    correction->error = NULL;
}

/* ---- indices ---- */

struct mi_ab_correction_key mi_ab_correction_key(const miai_game *game, const void *pos,
                                                 unsigned moves)
{
    uint64_t part[MIAI_MAX_PARTS];
    struct mi_ab_correction_key key = {.count = mi_tactics(game)->parts(pos, part)};
    for (int i = 0; i < key.count; i++)
        key.place[i] = (uint16_t)(part[i] % MI_CORRECTION_PLACES);
    key.place[key.count++] = (uint16_t)(moves % MI_CORRECTION_PLACES);
    return key;
}

static int16_t *error_at(const struct mi_ab_correction *correction,
                         const struct mi_ab_correction_key *key, int i, int player)
{
    return &correction->error[(i * PLAYERS + player) * MI_CORRECTION_PLACES + key->place[i]];
}

/* ---- reading and learning ---- */

void mi_ab_correction_prefetch(const struct mi_ab_correction *correction,
                               const struct mi_ab_correction_key *key, int player)
{
    for (int i = 0; i < key->count; i++)
        __builtin_prefetch(error_at(correction, key, i, player));
}

int mi_ab_correct(const struct mi_ab_correction *correction, const struct mi_ab_correction_key *key,
                  int player, const struct mi_ab_tuning *tuning)
{
    int sum = 0;
    for (int i = 0; i < key->count; i++)
        sum += *error_at(correction, key, i, player);
    return (int)((int64_t)sum * tuning->correction_weight * tuning->unit /
                 (100 * 100 * ERROR_SCALE));
}

void mi_ab_correction_learn(struct mi_ab_correction *correction,
                            const struct mi_ab_correction_key *key, int player,
                            const struct mi_ab_tuning *tuning, int difference, int depth)
{
    int max = tuning->correction_max;
    int64_t scaled = (int64_t)difference * depth * tuning->correction_step / tuning->unit;
    int update = (int)(scaled > max ? max : scaled < -max ? -max : scaled);
    for (int i = 0; i < key->count; i++) {
        int16_t *error = error_at(correction, key, i, player);
        *error = (int16_t)(*error + update - *error * abs(update) / MAX_ERROR);
    }
}
