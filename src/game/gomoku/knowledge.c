/* What is known of good play: the evaluation, what is certain. */
#include "game/gomoku/threat/find.h"
#include "game/gomoku/board/forbidden.h"
#include "game/gomoku/board/position.h"
#include "game/gomoku/board/weights.h"
#include "game/gomoku/threat/win.h"

#include "base/fmath.h"

/* ---- evaluation ---- */

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

static int evaluate(const void *context, const void *pos)
{
    (void)context;
    return mi_gomoku_in_first_view(pos, worth(pos));
}

/* ---- priors ---- */

static void priors(const void *context, const void *pos, const miai_move *list, int n, float *prior)
{
    const struct mi_gomoku *g = pos;
    const double scale = 24, least = 1e-4;
    const int look_of_choice = 100;
    double sum = 0, chance[MIAI_MAX_LEGAL];
    int most = 0;
    (void)context;
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

/* ---- what is certain ---- */

static bool certain(int player, int *least, int *most)
{
    *least = *most = player == 0 ? 1 : -1;
    return true;
}

/* Two points where the other makes five are one too many, and so is one that is forbidden. */
static bool loses_at_once(const struct mi_gomoku *g)
{
    miai_move five[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_find(g, others(g->colour), KIND_FIVE, five);
    return n > 1 || (n == 1 && !may_stand(g, five[0], g->colour));
}

static bool known(const void *context, const void *pos, int *least, int *most, int *plies)
{
    const struct mi_gomoku *g = pos;
    const uint16_t *own = g->kinds[g->colour], *their = g->kinds[others(g->colour)];
    int player = mi_gomoku_turn(g);
    (void)context;
    if (g->opening != OPENING_OVER)
        return false;
    *plies = 1;
    if (own[KIND_FIVE] > 0)
        return certain(player, least, most);
    if (needs_open_end(g))
        return false;
    *plies = 2;
    if (their[KIND_FIVE] > 0 && loses_at_once(g))
        return certain(!player, least, most);
    if (gomoku_count(g, g->colour, KIND_FOUR) > 0 && mi_gomoku_wins_by_fours(g, plies))
        return certain(player, least, most);
    *plies = 0;
    return false;
}

/* Games end long before the board is full. */
static int moves_left(const void *pos)
{
    const struct mi_gomoku *g = pos;
    int empty = g->points - g->stones;
    return 8 + empty / 10;
}

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .uct_constant = 1.1,
    .leaf_odds = GOMOKU_ODDS,
};

const miai_knowledge mi_gomoku_knowledge = {
    .bytes = sizeof(miai_knowledge),
    .candidates = mi_gomoku_candidates,
    .evaluate = evaluate,
    .priors = priors,
    .tuning = &tuning,
    .known = known,
    .moves_left = moves_left,
    .find_win = mi_gomoku_find_win,
};
