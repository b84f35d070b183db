/* Expected ownership by tree searches, one with each player moving first. */
#include "ownership_search.h"

#include "engine/root.h"
#include "engine/setup/settings.h"

#include "base/clock.h"
#include "search/mcts/ownership.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A search consists of rounds. The komi of each round makes the game as even as possible, judging
 * by the rounds before, so that every doubtful point decides the game: a player who wins or loses
 * anyway plays carelessly. In the last round, which gives the result, best play is ideally a draw,
 * and any mistake loses. The first round has 1/FIRST_ROUND_SHARE of the playouts and each later one
 * more by `round_growth`; the last one has the rest, at least 1/LAST_ROUND_SHARE. */
enum { FIRST_ROUND_SHARE = 32, LAST_ROUND_SHARE = 3 };

static const double round_growth = 1.15;

enum {
    MAX_BYTES = 64 << 20, /* for the search */
    MIN_BYTES = 2 << 20   /* less memory is not worth a search */
};

struct ownership_search {
    miai_engine *engine;
    struct mi_root root;
    miai_setup setup;
    struct mi_settings settings;
    void *self; /* the searcher's state */
    struct mi_result *result;
    void *pos;
};

/* ---- memory ---- */

/* Memory within the limit that the engine does not use. */
static size_t memory_left(const miai_engine *engine)
{
    size_t limit = (size_t)engine->options.memory << 20, kept = engine->search_bytes;
    if (engine->network)
        kept += mi_network_bytes(engine->network);
    size_t left = limit > kept ? limit - kept : 0;
    return left < MAX_BYTES ? left : MAX_BYTES;
}

static void end_search(struct ownership_search *search)
{
    if (search->self)
        mi_mcts_searcher.free(search->self);
    free(search->result);
    free(search->pos);
}

/* False if out of memory. */
static bool begin_search(struct ownership_search *search, miai_engine *engine)
{
    struct mi_options options = engine->options;
    options.playout = MI_PLAYOUT_HEAVY; /* the judgement must not depend on the playouts that the
                                           options choose */
    *search =
        (struct ownership_search){.engine = engine, .setup = *mi_history_setup(engine->history)};
    search->settings = mi_options_settings(&options, mi_history_game(engine->history), NULL);
    search->settings.memory = memory_left(engine);
    search->settings.leaf = MI_LEAF_PLAYOUT;
    if (search->settings.memory < MIN_BYTES)
        return false;
    search->self = mi_mcts_searcher.make();
    search->result = malloc(sizeof *search->result);
    search->pos = malloc(mi_history_size(engine->history));
    return search->self && search->result && search->pos;
}

/* ---- one search ---- */

/* Sets up the root with that player to move and that komi. */
static bool set_up_root(struct ownership_search *search, int player, double komi)
{
    const miai_game *game = mi_history_game(search->engine->history);
    uint64_t bits;
    if (!mi_engine_root(search->engine, player, search->pos, &search->root))
        return false;
    search->setup.komi = komi;
    search->root.setup = &search->setup;
    if (mi_editing(game)->set_rules)
        mi_editing(game)->set_rules(search->pos, &search->setup);
    if (mi_scoring(game)->play_freely)
        mi_scoring(game)->play_freely(search->pos);
    memcpy(&bits, &komi, sizeof bits);
    search->root.start = miai_mix(search->root.start ^ miai_mix(bits) ^ (uint64_t)player);
    return true;
}

/* Bounds of the first player's score without komi. */
struct score_bounds {
    double lower, upper;
    double step; /* distance of the next trial while a bound is open */
};

/* The nearest komi with a half point, so that no game is a draw. */
static double half_point_komi(double points)
{
    double max = 9999, even = floor(points) + 0.5;
    return even > max ? max : even < -max ? -max : even;
}

/* Are the bounds a point or less apart? */
static bool bounds_are_tight(const struct score_bounds *bounds)
{
    return bounds->upper - bounds->lower <= 1;
}

/* Updates the bounds by the result of a game with that komi; discards bounds that contradict it. */
static void update_bounds(struct score_bounds *bounds, double komi, bool won)
{
    bool wrong = bounds_are_tight(bounds) || (won ? komi >= bounds->upper : komi <= bounds->lower);
    if (wrong)
        *bounds = (struct score_bounds){-INFINITY, INFINITY, 1};
    if (won)
        bounds->lower = komi;
    else
        bounds->upper = komi;
}

/* The most even komi by the bounds. lead: mean over the leaves with the last komi. */
static double next_komi(struct score_bounds *bounds, double komi, double lead)
{
    bool open = isinf(bounds->lower) || isinf(bounds->upper);
    double sign = isinf(bounds->upper) ? 1 : -1;
    if (bounds_are_tight(bounds))
        return (bounds->lower + bounds->upper) / 2;
    if (!open)
        return half_point_komi((bounds->lower + bounds->upper) / 2);
    bounds->step *= 2;
    return half_point_komi(komi + sign * (sign * lead > bounds->step ? sign * lead : bounds->step));
}

/* Runs one round. False if the deadline came first or memory ran out. */
static bool run_round(struct ownership_search *search, uint64_t playouts, double deadline)
{
    struct mi_limits limits = {.start = mi_clock(), .playouts = playouts, .ownership = true};
    if (deadline > 0)
        limits.seconds = deadline - limits.start;
    if (deadline > 0 && limits.seconds <= 0)
        return false;
    return mi_mcts_searcher.run(search->self, &search->root, &search->settings, &limits, NULL,
                                search->result) &&
           (deadline <= 0 || mi_clock() < deadline);
}

/* ---- results ---- */

/* Plays the best line from the root in pos, while enough playouts followed it. A move that ends the
 * game needs none, since the search knows its value. */
static void play_best_line(struct ownership_search *search)
{
    enum { PART = 50, BASE = 8 };
    const miai_game *game = search->root.game;
    void *next = search->engine->scratch;
    miai_move pv[MI_PV_MAX];
    uint64_t visits[MI_PV_MAX], min_visits = search->result->playouts / PART + BASE;
    int score, n = mi_mcts_searcher.follow(search->self, search->result->move, pv, visits);
    for (int i = 0; i < n && !game->outcome(search->pos, &score); i++) {
        memcpy(next, search->pos, search->root.size);
        game->play(next, pv[i]);
        if (visits[i] < min_visits && !game->outcome(next, &score))
            break;
        memcpy(search->pos, next, search->root.size);
    }
}

/* Sums the ownership at the end of that line: by the rules if the game is over, otherwise by
 * playouts. */
static void sum_line_ownership(struct ownership_search *search, int points, int *sum, int *nobody,
                               int *playouts)
{
    enum { PLAYOUTS = 32 };
    miai_engine *engine = search->engine;
    const miai_game *game = search->root.game;
    int8_t owner[MIAI_MAX_POINTS];
    int score;
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(search->pos));
    *playouts = game->outcome(search->pos, &score) ? 1 : PLAYOUTS;
    for (int i = 0; i < *playouts; i++) {
        memcpy(engine->scratch, search->pos, search->root.size);
        if (*playouts > 1)
            mi_playout(game, search->root.weights, search->settings.playout, engine->scratch, &rng,
                       NULL, mi_playout_max(game, &search->setup));
        mi_scoring(game)->ownership(engine->scratch, owner);
        for (int p = 0; p < points; p++) {
            sum[p] += owner[p];
            nobody[p] += owner[p] == 0;
        }
    }
}

/* If best play is a draw, the end of its line is the most reliable: other leaves contain mistakes.
 * Otherwise the loser's moves mean nothing and the line is not used. */
static void mix_line_ownership(struct ownership_search *search, int player,
                               struct mi_search_ownership *by_search)
{
    const float weight = 0.67F;
    int sum[MIAI_MAX_POINTS] = {0}, nobody[MIAI_MAX_POINTS] = {0}, playouts;
    play_best_line(search);
    sum_line_ownership(search, by_search->points, sum, nobody, &playouts);
    for (int p = 0; p < by_search->points; p++) {
        float *owner = &by_search->owner[player][p], *none = &by_search->nobody[player][p];
        *owner += weight * ((float)sum[p] / (float)playouts - *owner);
        *none += weight * ((float)nobody[p] / (float)playouts - *none);
    }
}

/* Copies the mean over the leaves of the last round. */
static bool copy_leaf_ownership(struct ownership_search *search, int player,
                                struct mi_search_ownership *by_search)
{
    double owner[MIAI_MAX_POINTS], spread[MIAI_MAX_POINTS];
    if (!mi_ownership_mean(mi_mcts_searcher.ownership(search->self), MIAI_NO_MOVE, owner, spread))
        return false;
    for (int p = 0; p < by_search->points; p++) {
        by_search->owner[player][p] = (float)owner[p];
        by_search->nobody[player][p] = (float)(1 - (spread[p] * spread[p] + owner[p] * owner[p]));
    }
    return true;
}

/* ---- the rounds ---- */

/* Runs one round for a player. *value: result of the first player; *lead: the first player's mean
 * lead. */
static bool play_round(struct ownership_search *search, int player, double komi, int playouts,
                       double deadline, double *value, double *lead)
{
    double deviation;
    if (!set_up_root(search, player, komi) || !run_round(search, (uint64_t)playouts, deadline))
        return false;
    const struct mi_ownership *ownership = mi_mcts_searcher.ownership(search->self);
    if (!ownership) /* out of memory for the statistics */
        return false;
    *value = player == 0 ? search->result->value : 1 - search->result->value;
    mi_ownership_lead(ownership, MIAI_NO_MOVE, lead, &deviation);
    return true;
}

/* Is the value that of a draw? */
static bool is_draw_value(double value)
{
    const double lost = 0.25, won = 0.75;
    return value > lost && value < won;
}

/* Searches with that player moving first. komi: first guess. */
static bool search_for_player(struct ownership_search *search, int player, double komi,
                              int playouts, double deadline, struct mi_search_ownership *by_search)
{
    struct score_bounds bounds = {-INFINITY, INFINITY, 1};
    double value, lead = 0, n = (double)playouts / FIRST_ROUND_SHARE;
    int left = playouts;
    for (bool even = false; !even && left - (int)n >= playouts / LAST_ROUND_SHARE;
         n *= round_growth) {
        if (!play_round(search, player, komi, (int)n, deadline, &value, &lead))
            return false;
        left -= (int)n;
        even = bounds_are_tight(&bounds) && is_draw_value(value);
        if (!even) {
            update_bounds(&bounds, komi, value > 0.5);
            komi = next_komi(&bounds, komi, lead);
        }
    }
    if (!play_round(search, player, komi, left, deadline, &value, &lead) ||
        !copy_leaf_ownership(search, player, by_search))
        return false;
    if (is_draw_value(value))
        mix_line_ownership(search, player, by_search);
    return true;
}

bool mi_engine_search_ownership(miai_engine *engine, double lead, int playouts, double deadline,
                                struct mi_search_ownership *by_search)
{
    struct ownership_search search;
    double komi = half_point_komi(mi_history_setup(engine->history)->komi + lead);
    memset(by_search, 0, sizeof *by_search);
    by_search->points = miai_width(engine) * miai_height(engine);
    bool done = begin_search(&search, engine);
    for (int player = 0; player < 2 && done; player++)
        done = search_for_player(&search, player, komi, playouts / 2, deadline, by_search);
    end_search(&search);
    return done;
}
