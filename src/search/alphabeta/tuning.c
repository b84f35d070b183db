/* The tuning constants of a game: the defaults of the table, the game's own margins, and changes by
 * options. */
#include "tuning.h"

#include "base/range.h"
#include "contract/capability.h"

#include <stddef.h>

enum { HUNDRED = 100 };

#define NO_MARGIN ((size_t)-1)

static const struct tuning_row {
    int initial;
    bool scaled;   /* by the game's unit */
    size_t margin; /* offset in miai_margins of the game's own value, or NO_MARGIN */
    size_t field;  /* offset in struct mi_ab_tuning */
} rows[] = {
#define SCORE(name, option, margin, initial, ...)                                                  \
    {initial, true, offsetof(miai_margins, margin), offsetof(struct mi_ab_tuning, name)},
#define GAME(name, option, margin, initial, ...)                                                   \
    {initial, false, offsetof(miai_margins, margin), offsetof(struct mi_ab_tuning, name)},
#define NUMBER(name, option, initial, ...)                                                         \
    {initial, false, NO_MARGIN, offsetof(struct mi_ab_tuning, name)},
    MI_TUNING_ROWS(SCORE, GAME, NUMBER)};

static const miai_margins *game_margins(const miai_game *game)
{
    static const miai_margins none = {.bytes = sizeof none};
    return mi_tactics(game)->margins ? mi_tactics(game)->margins : &none;
}

static int row_unit(const miai_margins *margins)
{
    return margins->unit > 0 ? margins->unit : MIAI_POINT_SCORE;
}

static int scale_by_unit(const struct tuning_row *row, int64_t value, int unit)
{
    return (int)(row->scaled ? value * unit / HUNDRED : value);
}

/* The game's own value, in its own scores. */
static int game_value(const miai_margins *margins, const struct tuning_row *row)
{
    int own = row->margin == NO_MARGIN ? 0 : *(const int *)((const char *)margins + row->margin);
    return own ? own : scale_by_unit(row, row->initial, row_unit(margins));
}

struct mi_ab_tuning mi_ab_tuning_of(const miai_game *game,
                                    const struct mi_ab_tuning_changes *changes)
{
    const miai_margins *margins = game_margins(game);
    struct mi_ab_tuning tuning = {.unit = row_unit(margins)};
    for (int i = 0; i < MI_TUNING_COUNT; i++) {
        bool changed = changes && changes->value[i] != MI_TUNING_UNSET;
        *(int *)((char *)&tuning + rows[i].field) =
            changed ? scale_by_unit(&rows[i], changes->value[i], tuning.unit)
                    : game_value(margins, &rows[i]);
    }
    tuning.null_move_unit = mi_max(tuning.null_move_unit, 1); /* a divisor */
    return tuning;
}

int64_t mi_ab_tuning_value(const miai_game *game, const struct mi_ab_tuning_changes *changes,
                           int index)
{
    const miai_margins *margins = game_margins(game);
    const struct tuning_row *row = &rows[index];
    if (changes && changes->value[index] != MI_TUNING_UNSET)
        return changes->value[index];
    int64_t value = game_value(margins, row), unit = row_unit(margins);
    return row->scaled ? (value * HUNDRED + unit / 2) / unit : value;
}
