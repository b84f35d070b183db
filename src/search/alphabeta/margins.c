#include "stack.h"

enum { PAWN = 100 }; /* unit of the default margins */

/* Tuned in games of chess. */
static const miai_margins default_margins = {
    .unit = MIAI_POINT_SCORE,
    .window = 10,
    .futility = 100,
    .futility_step = 82,
    .reverse_futility_step = 73,
    .null_move = 150,
    .null_move_step = 30,
    .null_move_unit = 200,
    .probcut = 195,
    .quiet_see = 25,
    .noisy_see = 85,
    .singular_step = 1,
    .double_singular = 20,
    .delta = 135,
    .reduction = 100,
};

/* Sets a margin that the game leaves at 0 to its default, scaled to the game's unit. */
#define FILL(field)                                                                                \
    if (margins.field == 0)                                                                        \
    margins.field = (int)((long)default_margins.field * margins.unit / PAWN)

miai_margins mi_ab_margins(const miai_game *game)
{
    static const miai_margins none;
    miai_margins margins = mi_tactics(game)->margins ? *mi_tactics(game)->margins : none;
    if (margins.unit <= 0)
        margins.unit = default_margins.unit;
    FILL(window);
    FILL(futility);
    FILL(futility_step);
    FILL(reverse_futility_step);
    FILL(null_move);
    FILL(null_move_step);
    FILL(null_move_unit);
    FILL(probcut);
    FILL(quiet_see);
    FILL(noisy_see);
    FILL(singular_step);
    FILL(double_singular);
    FILL(delta);
    if (margins.reduction <= 0)
        margins.reduction = default_margins.reduction;
    return margins;
}
