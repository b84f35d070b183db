/* When to offer a draw, and when to accept one.
 *
 * Players agree on a draw late in an even game: the stronger, the sooner, because a weak player
 * hopes for mistakes.  A player who is behind accepts a draw at any time.  The values are those of
 * appraise.c. */
#include "appraise.h"

#include "engine/setup/level.h"

#include "base/fmath.h"

#include <math.h>
#include <stdlib.h>

/* An offer comes after this many of the player's moves in a row with an even value. */
struct draw_rule {
    double even;   /* a value is even at most this far from 0.5 */
    double behind; /* and bad enough to accept a draw at once if further below */
    int moves;
};

/* The same player makes another offer after this many further moves at the earliest. */
enum { MOVES_BETWEEN_OFFERS = 10 };

static struct draw_rule draw_rule(const miai_engine *engine)
{
    double strength = mi_engine_relative_strength(engine);
    return (struct draw_rule){mi_interpolate(0.03, 0.02, strength),
                              mi_interpolate(0.2, 0.1, strength), mi_engine_moves_in_a_row(engine)};
}

bool miai_has_draw_offers(const miai_engine *engine)
{
    return mi_hints(mi_history_game(engine->history))->draw_offers;
}

/* At least half of the game must have been played. */
static bool is_late(const struct mi_root *root)
{
    const miai_hints *hints = mi_hints(root->game);
    miai_move list[MIAI_MAX_LEGAL];
    int left = hints->moves_left ? 2 * hints->moves_left(root->pos)
                                 : root->game->moves(root->pos, list);
    return root->plies >= left;
}

static bool is_even(double value, double even)
{
    return fabs(value - 0.5) <= even;
}

/* Does a larger search of all moves agree?  The level's own may be as large. */
static bool is_confirmed_even(miai_engine *engine, const struct mi_move_request *request,
                              const struct draw_rule *rule)
{
    double value = mi_engine_position_value(engine, request);
    return value < 0 || is_even(value, 2 * rule->even);
}

void mi_engine_offer_draw(miai_engine *engine, const struct mi_move_request *request)
{
    struct mi_game_end *end = &engine->game_end;
    int *even_moves = &end->even_moves[request->player];
    struct draw_rule rule = draw_rule(engine);
    if (!miai_has_draw_offers(engine))
        return;
    if (*even_moves >= 0 && !is_even(engine->result->value, rule.even))
        *even_moves = 0;
    else
        ++*even_moves;
    if (*even_moves < rule.moves || !is_late(&request->root))
        return;
    if (is_confirmed_even(engine, request, &rule)) {
        end->offer_plies = request->root.plies + 1;
        *even_moves = -MOVES_BETWEEN_OFFERS;
    } else
        *even_moves = 0;
}

bool miai_offers_draw(const miai_engine *engine)
{
    int offer = engine->game_end.offer_plies;
    return offer > 0 && offer == miai_plies(engine);
}

int mi_engine_accept_draw(miai_engine *engine, const struct mi_move_request *request, int player,
                          bool *accepts)
{
    struct draw_rule rule = draw_rule(engine);
    struct mi_result *result = malloc(sizeof *result);
    bool judged = result && mi_engine_judge_position(engine, request, result);
    if (judged) {
        double value = player == request->player ? result->value : 1 - result->value;
        *accepts = value < 0.5 - rule.behind ||
                   (is_even(value, 2 * rule.even) && is_late(&request->root));
    }
    free(result);
    return judged ? MIAI_OK : MIAI_NO_MEMORY;
}
