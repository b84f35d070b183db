#include "margins.h"

enum { PAWN = 100 }; /* the unit in which the numbers below are */

/* Found by play of chess. */
static const miai_margins usual = {
    .unit = MIAI_POINT_SCORE,
    .window = 20,
    .futility = 100,
    .futility_step = 90,
    .above_step = 80,
    .pass = 150,
    .pass_step = 30,
    .pass_unit = 200,
    .refutation = 180,
    .quiet_loss = 25,
    .noisy_loss = 90,
    .singular_step = 1,
    .singular_far = 20,
    .capture = 150,
    .reduction = 100,
};

/* The member at place field: as the game has it, or as usual in its unit. */
#define FILL(field)                                                                                \
    if (margins.field == 0)                                                                        \
    margins.field = (int)((long)usual.field * margins.unit / PAWN)

miai_margins mi_ab_margins(const miai_game *game)
{
    static const miai_margins none;
    miai_margins margins = mi_tactics(game)->margins ? *mi_tactics(game)->margins : none;
    if (margins.unit <= 0)
        margins.unit = usual.unit;
    FILL(window);
    FILL(futility);
    FILL(futility_step);
    FILL(above_step);
    FILL(pass);
    FILL(pass_step);
    FILL(pass_unit);
    FILL(refutation);
    FILL(quiet_loss);
    FILL(noisy_loss);
    FILL(singular_step);
    FILL(singular_far);
    FILL(capture);
    if (margins.reduction <= 0)
        margins.reduction = usual.reduction;
    return margins;
}
