#include "correction.h"

#include <stdlib.h>

enum {
    PLAYERS = 2,
    HUNDREDTH = 256,   /* of the unit, as errors are kept */
    LESSON_MAX = 1024, /* that one search adds to an error, in the same unit */
    ERROR_MAX = 4096,  /* nor does it grow beyond, for the more it forgets */
    EFFECT = 130       /* percent of the sum of the errors */
};

static size_t count_of(const miai_game *game, int kinds)
{
    return kinds > 0 && mi_tactics(game)->parts
               ? (size_t)MI_CORRECTIONS * PLAYERS * MI_CORRECTION_PLACES
               : 0;
}

size_t mi_ab_correction_bytes(const miai_game *game, int kinds)
{
    return count_of(game, kinds) * sizeof(int16_t);
}

bool mi_ab_correction_init(struct mi_ab_correction *correction, const miai_game *game, int kinds)
{
    size_t count = count_of(game, kinds);
    correction->error = count ? calloc(count, sizeof *correction->error) : NULL;
    return correction->error || !count;
}

void mi_ab_correction_free(struct mi_ab_correction *correction)
{
    free(correction->error);
    correction->error = NULL;
}

/* ---- where errors stand ---- */

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

/* ---- what they say ---- */

int mi_ab_correct(const struct mi_ab_correction *correction, const struct mi_ab_correction_key *key,
                  int player, int unit)
{
    int sum = 0;
    for (int i = 0; i < key->count; i++)
        sum += *error_at(correction, key, i, player);
    return (int)((int64_t)sum * EFFECT * unit / (100 * 100 * HUNDREDTH));
}

void mi_ab_correction_learn(struct mi_ab_correction *correction,
                            const struct mi_ab_correction_key *key, int player, int unit,
                            int difference, int depth)
{
    int64_t size = (int64_t)difference * depth * 200 / unit;
    int lesson = (int)(size > LESSON_MAX ? LESSON_MAX : size < -LESSON_MAX ? -LESSON_MAX : size);
    for (int i = 0; i < key->count; i++) {
        int16_t *error = error_at(correction, key, i, player);
        *error = (int16_t)(*error + lesson - *error * abs(lesson) / ERROR_MAX);
    }
}
