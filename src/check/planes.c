/* Checks the network inputs and the policy indices of each encoding. */
#include "check.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* NaNs after each array, to detect writes past its end. */
enum { GUARD_VALUES = 64 };

/* The history of a position, replayed from the start. Owns its memory. */
struct past_positions {
    miai_past past;
    size_t stride;   /* distance between positions in bytes: keeps them aligned */
    char *positions; /* a ring of the last positions, followed by the first position */
    const void **earlier;
    uint64_t *keys;
};

static void free_past(struct past_positions *past_positions)
{
    free(past_positions->positions);
    free(past_positions->earlier);
    free(past_positions->keys);
}

/* Allocates space for `earlier` positions. Returns false if out of memory. */
static bool allocate_past(struct mi_check *check, struct past_positions *past_positions,
                          int earlier)
{
    size_t stride = mi_round_to_cache_lines(check->size);
    *past_positions = (struct past_positions){
        .stride = stride,
        .positions = calloc((size_t)earlier + 2, stride),
        .earlier = calloc((size_t)earlier + 1, sizeof(void *)),
        .keys = calloc((size_t)check->plies + 1, sizeof(uint64_t)),
    };
    if (past_positions->positions && past_positions->earlier && past_positions->keys)
        return true;
    free_past(past_positions);
    return false;
}

static char *position_at(const struct past_positions *past_positions, int i)
{
    return past_positions->positions + past_positions->stride * (size_t)i;
}

/* Replays the recorded game: stores all keys, and the positions before the current one in the ring.
 */
static void replay_game(struct mi_check *check, struct past_positions *past_positions, int earlier)
{
    const miai_game *game = check->game;
    char *start = position_at(past_positions, earlier + 1);
    game->init(start, &check->setup);
    memcpy(check->one, start, check->size);
    for (int i = 0; i < check->plies; i++) {
        memcpy(position_at(past_positions, i % (earlier + 1)), check->one, check->size);
        past_positions->keys[i] = game->repetition ? mi_repetition(game)->key(check->one) : 0;
        game->play(check->one, check->ply[i].move);
    }
}

/* If the game was too long for check->ply, the past consists of the current position only. */
static bool build_past(struct mi_check *check, struct past_positions *past_positions, int earlier)
{
    if (!allocate_past(check, past_positions, earlier))
        return false;
    char *start = position_at(past_positions, earlier + 1);
    miai_past *past = &past_positions->past;
    bool known = check->plies <= MI_CHECK_PLIES, keys = check->game->repetition != NULL;
    past->start = start;
    if (!known) {
        memcpy(start, check->pos, check->size);
        return true;
    }
    replay_game(check, past_positions, earlier);
    past->ply = check->ply;
    past->plies = check->plies;
    past->earlier_count = earlier < check->plies ? earlier : check->plies;
    for (int i = 0; i < past->earlier_count; i++)
        past_positions->earlier[i] =
            position_at(past_positions, (check->plies - 1 - i) % (earlier + 1));
    past->earlier = past_positions->earlier;
    past->keys = keys ? past_positions->keys : NULL;
    past->key_count = keys ? check->plies : 0;
    return true;
}

/* Are all n values written, and none after them? */
static bool is_filled(struct mi_check *check, const float *value, size_t n, const char *kind)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return mi_report_fault(check, "encodings.fill",
                                   "() leaves %s %zu without a finite value", kind, i);
    for (size_t i = n; i < n + GUARD_VALUES; i++)
        if (!isnan(value[i]))
            return mi_report_fault(check, "encodings.fill", "() writes past the %zu of %s", n,
                                   kind);
    return true;
}

static void fill_with_nan(float *value, size_t n)
{
    for (size_t i = 0; i < n + GUARD_VALUES; i++)
        value[i] = NAN;
}

static void check_fill(struct mi_check *check, const miai_encoding *encoding, const miai_past *past)
{
    size_t points = (size_t)(check->setup.width * check->setup.height);
    size_t planes = (size_t)encoding->planes * points, numbers = (size_t)encoding->numbers;
    float *plane = malloc(2 * (planes + numbers + 2 * GUARD_VALUES) * sizeof *plane);
    if (!plane)
        return;
    float *number = plane + planes + GUARD_VALUES;
    size_t all = planes + numbers + 2 * GUARD_VALUES;
    bool good = true;
    for (size_t i = 0; i < 2 && good; i++) {
        fill_with_nan(plane + i * all, planes);
        fill_with_nan(number + i * all, numbers);
        encoding->fill(check->pos, past, plane + i * all, number + i * all);
        good = mi_check_unchanged(check, "encodings.fill") &&
               is_filled(check, plane + i * all, planes, "the planes' points") &&
               is_filled(check, number + i * all, numbers, "the numbers");
    }
    if (good && (memcmp(plane, plane + all, planes * sizeof *plane) != 0 ||
                 memcmp(number, number + all, numbers * sizeof *number) != 0))
        mi_report_fault(check, "encodings.fill", "() writes something else the second time");
    free(plane);
}

/* Each legal move must have its own index in the policy. */
static void check_policy(struct mi_check *check, const miai_encoding *encoding)
{
    int points = check->setup.width * check->setup.height;
    int last = mi_policy_length(encoding, points) - 1;
    if (last >= MIAI_MAX_MOVES)
        return;
    memset(check->listed, 0, (size_t)last + 1);
    for (int i = 0; i < check->list.count; i++) {
        miai_move move = check->list.move[i];
        int place = encoding->policy(check->pos, move);
        if (place < 0 || place > last)
            mi_report_fault(check, "encodings.policy", "() is %d for %s, not from 0 to %d", place,
                            mi_move_name(check, move), last);
        else if (check->listed[place])
            mi_report_fault(check, "encodings.policy",
                            "() is %d for %s, and for another legal move", place,
                            mi_move_name(check, move));
        else
            check->listed[place] = true;
    }
    mi_check_unchanged(check, "encodings.policy");
}

void mi_check_planes(struct mi_check *check)
{
    const miai_encoding *const *encoding = mi_planes(check->game)->encodings;
    for (; encoding && *encoding; encoding++) {
        struct past_positions past_positions;
        check_policy(check, *encoding);
        if (!build_past(check, &past_positions, (*encoding)->earlier))
            continue;
        const miai_past nothing = {.start = check->pos};
        check_fill(check, *encoding, &nothing);
        check_fill(check, *encoding, &past_positions.past);
        free_past(&past_positions);
    }
}
