/* The evaluation without a network: the patterns that stones make, each with a learned worth. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/board/weights.h"
#include "game/gomoku/threat/find.h"

#include "base/fmath.h"

static int worth_of(const struct mi_gomoku *g, int colour, int side)
{
    int sum = 0;
    for (int kind = KIND_TWO; kind < KINDS; kind++)
        sum += g->kinds[colour][kind] * mi_gomoku_worth_of_kind[kind][side];
    for (int shape = SHAPE_ONE; shape < SHAPES; shape++)
        sum += g->shapes[colour][shape] * mi_gomoku_worth_of_shape[shape][side];
    return sum;
}

/* In the view of who moves next. */
static int worth(const struct mi_gomoku *g)
{
    enum { MOST = 5000 };
    int sum =
        worth_of(g, g->colour, 0) - worth_of(g, others(g->colour), 1) + mi_gomoku_worth_of_turn;
    return sum > MOST ? MOST : sum < -MOST ? -MOST : sum;
}

/* While the colours are open, who chooses next gets the better ones. */
int mi_gomoku_in_first_view(const struct mi_gomoku *g, int value)
{
    if (g->opening == OPENING_OVER)
        return mi_gomoku_turn(g) == 0 ? value : -value;
    value = value < 0 ? -value : value;
    return g->opening == OPENING_TWO || g->opening == OPENING_LAST ? value : -value;
}

int mi_gomoku_evaluate(const struct mi_gomoku *g)
{
    return mi_gomoku_in_first_view(g, worth(g));
}

/* ---- priors ---- */

void mi_gomoku_priors(const struct mi_gomoku *g, const miai_move *list, int n, float *prior)
{
    const double scale = 24, least = 1e-4;
    const int look_of_choice = 100;
    double sum = 0, chance[MIAI_MAX_LEGAL];
    int most = 0;
    for (int i = 0; i < n; i++) {
        int looks = list[i] < g->points ? mi_gomoku_looks(g, list[i]) : look_of_choice;
        chance[i] = looks;
        most = looks > most ? looks : most;
    }
    for (int i = 0; i < n; i++)
        sum += chance[i] = mi_exp((chance[i] - most) / scale) + least;
    for (int i = 0; i < n; i++)
        prior[i] = (float)(chance[i] / sum);
}
