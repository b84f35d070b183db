/* What a game shows to networks. */
#include "check.h"

#include "base/cache.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers behind those that are to be written. */
enum { BEHIND = 64 };

/* What lies before a position: played again from the start.  Owns its memory. */
struct before {
    miai_past past;
    size_t stride;   /* bytes from one position to the next: each is aligned, whatever its size */
    char *positions; /* the last ones, in turn, and behind them the first of all */
    const void **earlier;
    uint64_t *keys;
};

static void forget(struct before *before)
{
    free(before->positions);
    free(before->earlier);
    free(before->keys);
}

/* Room for `earlier` positions; false: there is no memory. */
static bool begin(struct mi_check *check, struct before *before, int earlier)
{
    size_t stride = mi_cache_lines(check->size);
    *before = (struct before){
        .stride = stride,
        .positions = calloc((size_t)earlier + 2, stride),
        .earlier = calloc((size_t)earlier + 1, sizeof(void *)),
        .keys = calloc((size_t)check->plies + 1, sizeof(uint64_t)),
    };
    if (before->positions && before->earlier && before->keys)
        return true;
    forget(before);
    return false;
}

static char *at(const struct before *before, int i)
{
    return before->positions + before->stride * (size_t)i;
}

/* Plays the game that was noted once more: the positions before the one that is on, the last of
 * them at each place, and all keys. */
static void play_again(struct mi_check *check, struct before *before, int earlier)
{
    const miai_game *game = check->game;
    char *start = at(before, earlier + 1);
    game->init(start, &check->setup);
    memcpy(check->one, start, check->size);
    for (int i = 0; i < check->plies; i++) {
        memcpy(at(before, i % (earlier + 1)), check->one, check->size);
        before->keys[i] = game->repetition ? mi_repetition(game)->key(check->one) : 0;
        game->play(check->one, check->ply[i].move);
    }
}

/* Where the game is longer than was noted, nothing before it is known. */
static bool recall(struct mi_check *check, struct before *before, int earlier)
{
    if (!begin(check, before, earlier))
        return false;
    char *start = at(before, earlier + 1);
    miai_past *past = &before->past;
    bool known = check->plies <= MI_CHECK_PLIES, keys = check->game->repetition != NULL;
    past->start = start;
    if (!known) {
        memcpy(start, check->pos, check->size);
        return true;
    }
    play_again(check, before, earlier);
    past->ply = check->ply;
    past->plies = check->plies;
    past->earlier_count = earlier < check->plies ? earlier : check->plies;
    for (int i = 0; i < past->earlier_count; i++)
        before->earlier[i] = at(before, (check->plies - 1 - i) % (earlier + 1));
    past->earlier = before->earlier;
    past->keys = keys ? before->keys : NULL;
    past->key_count = keys ? check->plies : 0;
    return true;
}

/* Are the n numbers of a kind written, and none behind them? */
static bool is_filled(struct mi_check *check, const float *value, size_t n, const char *kind)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(value[i]))
            return mi_fault(check, "encodings.fill", "() leaves %s %zu without a finite value",
                            kind, i);
    for (size_t i = n; i < n + BEHIND; i++)
        if (!isnan(value[i]))
            return mi_fault(check, "encodings.fill", "() writes behind the %zu of %s", n, kind);
    return true;
}

static void poison(float *value, size_t n)
{
    for (size_t i = 0; i < n + BEHIND; i++)
        value[i] = NAN;
}

static void check_fill(struct mi_check *check, const miai_encoding *encoding, const miai_past *past)
{
    size_t points = (size_t)(check->setup.width * check->setup.height);
    size_t planes = (size_t)encoding->planes * points, numbers = (size_t)encoding->numbers;
    float *plane = malloc(2 * (planes + numbers + 2 * BEHIND) * sizeof *plane);
    if (!plane)
        return;
    float *number = plane + planes + BEHIND;
    size_t all = planes + numbers + 2 * BEHIND;
    bool good = true;
    for (size_t i = 0; i < 2 && good; i++) {
        poison(plane + i * all, planes);
        poison(number + i * all, numbers);
        encoding->fill(check->pos, past, plane + i * all, number + i * all);
        good = mi_check_unchanged(check, "encodings.fill") &&
               is_filled(check, plane + i * all, planes, "the planes' points") &&
               is_filled(check, number + i * all, numbers, "the numbers");
    }
    if (good && (memcmp(plane, plane + all, planes * sizeof *plane) != 0 ||
                 memcmp(number, number + all, numbers * sizeof *number) != 0))
        mi_fault(check, "encodings.fill", "() writes something else the second time");
    free(plane);
}

/* Each legal move has a place of its own. */
static void check_policy(struct mi_check *check, const miai_encoding *encoding)
{
    int points = check->setup.width * check->setup.height;
    int last = mi_policy_places(encoding, points) - 1;
    if (last >= MIAI_MAX_MOVES)
        return;
    memset(check->listed, 0, (size_t)last + 1);
    for (int i = 0; i < check->list.count; i++) {
        miai_move move = check->list.move[i];
        int place = encoding->policy(check->pos, move);
        if (place < 0 || place > last)
            mi_fault(check, "encodings.policy", "() is %d for %s, not from 0 to %d", place,
                     mi_move_name(check, move), last);
        else if (check->listed[place])
            mi_fault(check, "encodings.policy", "() is %d for %s, and for another legal move",
                     place, mi_move_name(check, move));
        else
            check->listed[place] = true;
    }
    mi_check_unchanged(check, "encodings.policy");
}

void mi_check_planes(struct mi_check *check)
{
    const miai_encoding *const *encoding = mi_planes(check->game)->encodings;
    for (; encoding && *encoding; encoding++) {
        struct before before;
        check_policy(check, *encoding);
        if (!recall(check, &before, (*encoding)->earlier))
            continue;
        const miai_past nothing = {.start = check->pos};
        check_fill(check, *encoding, &nothing);
        check_fill(check, *encoding, &before.past);
        forget(&before);
    }
}
