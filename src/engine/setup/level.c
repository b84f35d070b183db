#include "level.h"

#include "engine/error.h"

#include "base/fmath.h"
#include "base/text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const miai_level *game_levels(const miai_engine *engine)
{
    return mi_hints(mi_history_game(engine->history))->levels;
}

static enum miai_scale game_scale(const miai_engine *engine)
{
    return mi_hints(mi_history_game(engine->history))->scale;
}

static double max_rating(const miai_level *level)
{
    while (level[1].nodes > 0)
        level++;
    return level->rating;
}

bool miai_level_range(const miai_engine *engine, enum miai_scale *scale, int *min, int *max)
{
    const miai_level *levels = game_levels(engine);
    if (!levels)
        return false;
    *scale = game_scale(engine);
    *min = (int)levels[0].rating;
    *max = (int)max_rating(levels);
    return true;
}

int miai_level_text(enum miai_scale scale, int rating, char *text, size_t size)
{
    if (scale != MIAI_SCALE_RANK)
        return snprintf(text, size, "%d", rating);
    return rating > 0 ? snprintf(text, size, "%dd", rating)
                      : snprintf(text, size, "%dk", 1 - rating);
}

/* ---- the option ---- */

static bool read_rating(enum miai_scale scale, const char *text, int *rating)
{
    char digits[16];
    size_t length = strlen(text);
    int64_t number;
    if (length < 1 || length >= sizeof digits)
        return false;
    memcpy(digits, text, length + 1);
    char unit = digits[length - 1];
    bool kyu = unit == 'k' || unit == 'K', dan = unit == 'd' || unit == 'D';
    if ((kyu || dan) != (scale == MIAI_SCALE_RANK))
        return false;
    if (kyu || dan)
        digits[length - 1] = '\0';
    if (!mi_read_int(digits, 1, 10000, &number))
        return false;
    *rating = kyu ? 1 - (int)number : (int)number;
    return true;
}

static int fail_level(miai_engine *engine)
{
    enum miai_scale scale;
    int min, max;
    char why[128], weakest[16], strongest[16];
    if (!miai_level_range(engine, &scale, &min, &max))
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "the game has no levels");
    miai_level_text(scale, min, weakest, sizeof weakest);
    miai_level_text(scale, max, strongest, sizeof strongest);
    snprintf(why, sizeof why, "levels of %.60s are %s to %s",
             mi_history_game(engine->history)->title, weakest, strongest);
    return mi_engine_fail(engine, MIAI_BAD_VALUE, why);
}

int mi_engine_set_level(miai_engine *engine, const char *value)
{
    const miai_level *levels = game_levels(engine);
    int rating = 0;
    if (*value && (!levels || !read_rating(game_scale(engine), value, &rating) ||
                   rating < levels[0].rating || rating > max_rating(levels)))
        return fail_level(engine);
    engine->options.level = *value ? (double)rating : (double)NAN;
    engine->options.scale = game_scale(engine);
    return MIAI_OK;
}

static bool level_is_set(const miai_engine *engine)
{
    return !isnan(engine->options.level) && game_levels(engine) &&
           engine->options.scale == game_scale(engine);
}

int mi_engine_get_level(const miai_engine *engine, char *text, size_t size)
{
    if (!level_is_set(engine))
        return snprintf(text, size, "%s", "");
    return miai_level_text(engine->options.scale, (int)engine->options.level, text, size);
}

/* ---- the player of a level ---- */

bool mi_engine_level(const miai_engine *engine, miai_level *level)
{
    const miai_level *at = game_levels(engine);
    double rating = engine->options.level;
    if (!level_is_set(engine))
        return false;
    while (at[1].nodes > 0 && at[1].rating <= rating)
        at++;
    const miai_level *next = at + 1;
    *level = *at;
    if (rating <= at->rating || next->nodes <= 0)
        return true;
    double part = (rating - at->rating) / (next->rating - at->rating);
    level->rating = rating;
    level->nodes = mi_exp(mi_interpolate(mi_ln(at->nodes), mi_ln(next->nodes), part));
    level->haste = mi_interpolate(at->haste, next->haste, part);
    level->temperature = mi_interpolate(at->temperature, next->temperature, part);
    return true;
}

double mi_engine_relative_strength(const miai_engine *engine)
{
    enum miai_scale scale;
    int min, max;
    if (!level_is_set(engine) || !miai_level_range(engine, &scale, &min, &max))
        return 1;
    return max > min ? (engine->options.level - min) / (max - min) : 1;
}
