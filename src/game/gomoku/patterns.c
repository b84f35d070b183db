/* Evaluation without a network: a learned value for each shape and kind. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/board/weights.h"
#include "game/gomoku/threat/find.h"

#include "base/fmath.h"

static int pattern_sum(const struct mi_gomoku *g, int colour, int side)
{
    int sum = 0;
    for (int kind = KIND_TWO; kind < KINDS; kind++)
        sum += g->kinds[colour][kind] * mi_gomoku_value_of_kind[kind][side];
    for (int shape = SHAPE_ONE; shape < SHAPES; shape++)
        sum += g->shapes[colour][shape] * mi_gomoku_value_of_shape[shape][side];
    return sum;
}

/* The evaluation for the side to move. */
static int pattern_value(const struct mi_gomoku *g)
{
    enum { VALUE_MAX = 5000 };
    int sum = pattern_sum(g, g->colour, 0) - pattern_sum(g, others(g->colour), 1) +
              mi_gomoku_value_of_turn;
    return sum > VALUE_MAX ? VALUE_MAX : sum < -VALUE_MAX ? -VALUE_MAX : sum;
}

/* Until the colours are chosen, the player who chooses is assumed to take the better one. */
int mi_gomoku_in_first_view(const struct mi_gomoku *g, int value)
{
    if (g->opening == OPENING_OVER)
        return mi_gomoku_turn(g) == 0 ? value : -value;
    value = value < 0 ? -value : value;
    return g->opening == OPENING_TWO || g->opening == OPENING_LAST ? value : -value;
}

int mi_gomoku_evaluate(const struct mi_gomoku *g)
{
    return mi_gomoku_in_first_view(g, pattern_value(g));
}

/* ---- priors ---- */

void mi_gomoku_priors(const struct mi_gomoku *g, const miai_move *list, int n, float *prior)
{
    const double scale = 24, min_weight = 1e-4;
    const int look_of_choice = 100;
    double sum = 0, weight[MIAI_MAX_LEGAL];
    int max = 0;
    for (int i = 0; i < n; i++) {
        int looks = list[i] < g->points ? mi_gomoku_move_score(g, list[i]) : look_of_choice;
        weight[i] = looks;
        max = looks > max ? looks : max;
    }
    for (int i = 0; i < n; i++)
        sum += weight[i] = mi_exp((weight[i] - max) / scale) + min_weight;
    for (int i = 0; i < n; i++)
        prior[i] = (float)(weight[i] / sum);
}
