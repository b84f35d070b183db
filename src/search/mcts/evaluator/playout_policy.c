/* Decisive and anti-decisive moves: who can win at once does so, and who cannot leaves no win at
 * once if that can be (Teytaud and Teytaud 2010, "On the huge benefit of decisive moves in
 * Monte-Carlo tree search algorithms").
 *
 * MAST: each player's moves are drawn by what they have come to in all playouts, wherever they were
 * made (Finnsson and Bjornsson 2008); with a chance of epsilon a move at random, otherwise the one
 * with the best average, a move never made having 1 (Tak, Winands and Bjornsson 2012, "N-grams and
 * the last-good-reply policy applied in general game playing").  N-grams: the average is that of a
 * move and of the pair that it is with the move before, once that was seen often enough (likewise).
 *
 * A playout that stops early takes the game's evaluation for its result (Lorentz 2008, "Amazons
 * discover Monte-Carlo"). */
#include "playout_policy.h"

#include "contract/parts.h"

#include <stdlib.h>
#include <string.h>

enum { PAIRS = 1 << 14, OFTEN = 7 };

static const double EPSILON = 0.4;

bool mi_style_wanted(const miai_game *game, const struct mi_settings *settings)
{
    return settings->playout > MI_PLAYOUT_PLAIN ||
           (settings->playout_plies > 0 && mi_evaluation(game)->evaluate);
}

/* ---- memory ---- */

static size_t lines(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

static size_t scratch_bytes(const struct mi_root *root)
{
    return 2 * lines(root->size);
}

static size_t mast_bytes(const struct mi_root *root)
{
    return lines(2 * (size_t)root->game->move_count(root->setup) * sizeof(struct mi_average));
}

static size_t made_bytes(const struct mi_root *root)
{
    return lines((size_t)mi_playout_max(root->game, root->setup) * sizeof(struct mi_made));
}

size_t mi_style_bytes(const struct mi_root *root, const struct mi_settings *settings)
{
    if (!mi_style_wanted(root->game, settings))
        return 0;
    return mi_estimator_bytes(root) + scratch_bytes(root) + mast_bytes(root) +
           lines(PAIRS * sizeof(struct mi_average)) + made_bytes(root);
}

bool mi_style_make(struct mi_style *style, const struct mi_root *root,
                   const struct mi_settings *settings)
{
    size_t bytes = mi_style_bytes(root, settings);
    *style = (struct mi_style){
        .game = root->game,
        .kind = settings->playout,
        .size = root->size,
        .most = mi_playout_max(root->game, root->setup),
        .early = mi_evaluation(root->game)->evaluate ? settings->playout_plies : 0,
        .moves = root->game->move_count(root->setup),
        .memory = aligned_alloc(64, bytes),
    };
    if (!style->memory || !mi_estimator_init(&style->estimator, root)) {
        mi_style_free(style);
        return false;
    }
    memset(style->memory, 0, bytes);
    char *next = style->memory;
    style->scratch = next;
    style->mast = (void *)(next += scratch_bytes(root));
    style->pairs = (void *)(next += mast_bytes(root));
    style->made = (void *)(next + lines(PAIRS * sizeof(struct mi_average)));
    return true;
}

void mi_style_free(struct mi_style *style)
{
    mi_estimator_free(&style->estimator);
    free(style->memory);
    style->memory = NULL;
}

/* ---- decisive moves ---- */

static void *scratch_at(const struct mi_style *style, int i)
{
    return (char *)style->scratch + (size_t)i * lines(style->size);
}

/* A move that wins at once, or MIAI_NO_MOVE.  Plays in the scratch position. */
static miai_move find_win(const struct mi_style *style, const void *pos, const miai_move *list,
                          int n, void *scratch)
{
    const miai_game *game = style->game;
    int player = game->turn(pos), score;
    for (int i = 0; i < n; i++) {
        memcpy(scratch, pos, style->size);
        game->play(scratch, list[i]);
        if (game->outcome(scratch, &score) && (player == 0 ? score > 0 : score < 0))
            return list[i];
    }
    return MIAI_NO_MOVE;
}

/* Does the move leave the other player a win at once? */
static bool gives_away(const struct mi_style *style, const void *pos, miai_move move)
{
    const miai_game *game = style->game;
    miai_move list[MIAI_MAX_LEGAL];
    void *behind = scratch_at(style, 0);
    int score;
    memcpy(behind, pos, style->size);
    game->play(behind, move);
    if (game->outcome(behind, &score) || game->turn(behind) == game->turn(pos))
        return false;
    int n = game->moves(behind, list);
    return find_win(style, behind, list, n, scratch_at(style, 1)) != MIAI_NO_MOVE;
}

/* Draws until a move gives no win away; the last of them has to do if all do. */
static miai_move draw_decisive(const struct mi_style *style, const void *pos, miai_move *list,
                               int n, miai_rng *rng)
{
    miai_move win = find_win(style, pos, list, n, scratch_at(style, 0));
    if (win != MIAI_NO_MOVE)
        return win;
    while (n > 1) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        if (!gives_away(style, pos, list[i]))
            return list[i];
        list[i] = list[--n];
    }
    return list[0];
}

/* ---- averages ---- */

static struct mi_average *pair_of(const struct mi_style *style, int player, miai_move before,
                                  miai_move move)
{
    uint64_t key =
        ((uint64_t)(uint16_t)before << 17) | ((uint64_t)(uint16_t)move << 1) | (uint64_t)player;
    return &style->pairs[miai_mix(key) % PAIRS];
}

static double worth_of(const struct mi_style *style, int player, miai_move before, miai_move move)
{
    const struct mi_average *one = &style->mast[player * style->moves + move];
    double worth = one->visits > 0 ? (double)one->sum / one->visits : 1;
    if (style->kind != MI_PLAYOUT_NGRAM || before == MIAI_NO_MOVE)
        return worth;
    const struct mi_average *two = pair_of(style, player, before, move);
    return two->visits < OFTEN ? worth : (worth + (double)two->sum / two->visits) / 2;
}

/* Of equal ones the first from a random place on. */
static miai_move draw_by_worth(const struct mi_style *style, int player, miai_move before,
                               const miai_move *list, int n, miai_rng *rng)
{
    const uint32_t share = (uint32_t)(EPSILON * 1000);
    uint32_t from = miai_rng_below(rng, (uint32_t)n);
    miai_move best = list[from];
    if (miai_rng_below(rng, 1000) < share)
        return best;
    double most = -1;
    for (int k = 0; k < n; k++) {
        miai_move move = list[(from + (uint32_t)k) % (uint32_t)n];
        double worth = worth_of(style, player, before, move);
        best = worth > most ? move : best;
        most = worth > most ? worth : most;
    }
    return best;
}

static void add(struct mi_average *average, double value)
{
    average->sum += (float)value;
    average->visits++;
}

static void learn(struct mi_style *style, int count, double value)
{
    for (int i = 0; i < count; i++) {
        const struct mi_made *made = &style->made[i];
        double own = made->player ? 1 - value : value;
        add(&style->mast[made->player * style->moves + made->move], own);
        if (style->kind == MI_PLAYOUT_NGRAM && i > 0)
            add(pair_of(style, made->player, made->before, made->move), own);
    }
}

/* ---- a playout ---- */

static miai_move draw(const struct mi_style *style, const void *pos, int player, miai_move before,
                      miai_move *list, int n, miai_rng *rng)
{
    if (n == 1)
        return list[0];
    if (style->kind == MI_PLAYOUT_DECISIVE)
        return draw_decisive(style, pos, list, n, rng);
    if (style->kind == MI_PLAYOUT_MAST || style->kind == MI_PLAYOUT_NGRAM)
        return draw_by_worth(style, player, before, list, n, rng);
    return list[miai_rng_below(rng, (uint32_t)n)];
}

static double estimate(const struct mi_style *style, const struct mi_scale *scale, const void *pos)
{
    int score = mi_estimate(&style->estimator, pos);
    return mi_scale_estimate(scale, score);
}

double mi_style_play(struct mi_style *style, const struct mi_scale *scale, void *pos, miai_rng *rng,
                     miai_trace *trace, bool *over, int *score)
{
    const miai_game *game = style->game;
    int (*moves)(const void *, miai_move *) =
        mi_playouts(game)->moves ? mi_playouts(game)->moves : game->moves;
    miai_move list[MIAI_MAX_LEGAL], before = MIAI_NO_MOVE;
    int count = 0,
        most = style->early > 0 && style->early < style->most ? style->early : style->most;
    while (!(*over = game->outcome(pos, score)) && count < most) {
        int player = game->turn(pos);
        miai_move move = draw(style, pos, player, before, list, moves(pos, list), rng);
        if (trace)
            miai_trace_add(trace, move, player);
        style->made[count++] = (struct mi_made){(uint16_t)move, (uint16_t)before, (uint8_t)player};
        game->play(pos, move);
        before = move;
    }
    if (!*over && style->early == 0)
        *score = mi_unfinished_score(game, pos);
    double value =
        *over || style->early == 0 ? mi_scale_outcome(scale, *score) : estimate(style, scale, pos);
    learn(style, count, value);
    return value;
}
