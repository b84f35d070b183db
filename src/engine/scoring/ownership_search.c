/* Whose each point will be: by searches, one for each player to move first. */
#include "ownership_search.h"

#include "engine/root.h"
#include "engine/setup/settings.h"

#include "base/clock.h"
#include "search/mcts/ownership.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A search has rounds.  Each is played with a komi that makes the game as even as those before it
 * found, so that what is in doubt decides it: who wins or loses anyway plays carelessly, and shows
 * nothing.  In the last one, which is told, best play is a draw if all went well, and any mistake
 * of either player's costs him the game.  The first one has one playout of so many, each one
 * after it more; what is left, and one of LAST at least, the last one has. */
enum { FIRST = 32, LAST = 3 };

static const double growth = 1.15;

enum {
    MOST_BYTES = 64 << 20, /* that a search takes */
    LEAST_BYTES = 2 << 20  /* with fewer it is not worth beginning */
};

struct looking {
    miai_engine *engine;
    struct mi_root root;
    miai_setup setup;
    struct mi_settings settings;
    void *self; /* the searcher's */
    struct mi_result *result;
    void *pos;
};

/* ---- memory ---- */

/* What the bound leaves beside what the engine keeps. */
static size_t bytes_left(const miai_engine *engine)
{
    size_t whole = (size_t)engine->options.memory << 20, kept = engine->kept_bytes;
    if (engine->network)
        kept += mi_network_bytes(engine->network);
    size_t left = whole > kept ? whole - kept : 0;
    return left < MOST_BYTES ? left : MOST_BYTES;
}

static void end(struct looking *looking)
{
    if (looking->self)
        mi_mcts_searcher.free(looking->self);
    free(looking->result);
    free(looking->pos);
}

/* False: no memory. */
static bool begin(struct looking *looking, miai_engine *engine)
{
    struct mi_options options = engine->options;
    options.playout = MI_PLAYOUT_HEAVY; /* stones are judged alike, whatever plays */
    *looking = (struct looking){.engine = engine, .setup = *mi_history_setup(engine->history)};
    looking->settings = mi_options_settings(&options, mi_history_game(engine->history), NULL);
    looking->settings.memory = bytes_left(engine);
    looking->settings.leaf = MI_LEAF_PLAYOUT;
    if (looking->settings.memory < LEAST_BYTES)
        return false;
    looking->self = mi_mcts_searcher.make();
    looking->result = malloc(sizeof *looking->result);
    looking->pos = malloc(mi_history_size(engine->history));
    return looking->self && looking->result && looking->pos;
}

/* ---- one search ---- */

/* Sets up the root for a player, with that many points of komi. */
static bool set_up(struct looking *looking, int player, double komi)
{
    const miai_game *game = mi_history_game(looking->engine->history);
    uint64_t bits;
    if (!mi_engine_root(looking->engine, player, looking->pos, &looking->root))
        return false;
    looking->setup.komi = komi;
    looking->root.setup = &looking->setup;
    if (mi_editing(game)->set_rules)
        mi_editing(game)->set_rules(looking->pos, &looking->setup);
    if (mi_scoring(game)->play_freely)
        mi_scoring(game)->play_freely(looking->pos);
    memcpy(&bits, &komi, sizeof bits);
    looking->root.start = miai_mix(looking->root.start ^ miai_mix(bits) ^ (uint64_t)player);
    return true;
}

/* What is known of the score that the first player gets, without komi. */
struct bracket {
    double least, most;
    double step; /* how much further to look */
};

/* Half a point beside a number of points, so that nothing is a draw. */
static double half(double points)
{
    double most = 9999, even = floor(points) + 0.5;
    return even > most ? most : even < -most ? -most : even;
}

/* False where one side is not known. */
static bool is_closed(const struct bracket *bracket)
{
    return bracket->most - bracket->least <= 1;
}

/* Notes how a game with that komi ended, whatever was thought before. */
static void note(struct bracket *bracket, double komi, bool won)
{
    bool wrong = is_closed(bracket) || (won ? komi >= bracket->most : komi <= bracket->least);
    if (wrong)
        *bracket = (struct bracket){-INFINITY, INFINITY, 1};
    if (won)
        bracket->least = komi;
    else
        bracket->most = komi;
}

/* A komi as even as is known; lead: the mean over the leaves of a game with the last one. */
static double next_komi(struct bracket *bracket, double komi, double lead)
{
    bool open = isinf(bracket->least) || isinf(bracket->most);
    double sign = isinf(bracket->most) ? 1 : -1;
    if (is_closed(bracket))
        return (bracket->least + bracket->most) / 2;
    if (!open)
        return half((bracket->least + bracket->most) / 2);
    bracket->step *= 2;
    return half(komi + sign * (sign * lead > bracket->step ? sign * lead : bracket->step));
}

/* One round; false: the deadline came first, or there is no memory. */
static bool search(struct looking *looking, uint64_t playouts, double deadline)
{
    struct mi_limits limits = {.start = mi_clock(), .playouts = playouts, .ownership = true};
    if (deadline > 0)
        limits.seconds = deadline - limits.start;
    if (deadline > 0 && limits.seconds <= 0)
        return false;
    return mi_mcts_searcher.run(looking->self, &looking->root, &looking->settings, &limits, NULL,
                                looking->result) &&
           (deadline <= 0 || mi_clock() < deadline);
}

/* ---- what is told ---- */

/* Plays the line that the players think best, as far as enough of the playouts went that way, in
 * place of the root.  A move that ends the game, whose value the search then knows, needs none. */
static void play_line(struct looking *looking)
{
    enum { PART = 50, LEAST = 8 };
    const miai_game *game = looking->root.game;
    void *next = looking->engine->scratch;
    miai_move pv[MI_PV_MAX];
    uint64_t visits[MI_PV_MAX], least = looking->result->playouts / PART + LEAST;
    int score, n = mi_mcts_searcher.follow(looking->self, looking->result->move, pv, visits);
    for (int i = 0; i < n && !game->outcome(looking->pos, &score); i++) {
        memcpy(next, looking->pos, looking->root.size);
        game->play(next, pv[i]);
        if (visits[i] < least && !game->outcome(next, &score))
            break;
        memcpy(looking->pos, next, looking->root.size);
    }
}

/* Counts whose each point is at the end of that line: by the rules, or by playouts from there. */
static void own_line(struct looking *looking, int points, int *sum, int *nobody, int *playouts)
{
    enum { PLAYOUTS = 32 };
    miai_engine *engine = looking->engine;
    const miai_game *game = looking->root.game;
    int8_t owner[MIAI_MAX_POINTS];
    int score;
    miai_rng rng;
    miai_rng_seed(&rng, game->hash(looking->pos));
    *playouts = game->outcome(looking->pos, &score) ? 1 : PLAYOUTS;
    for (int i = 0; i < *playouts; i++) {
        memcpy(engine->scratch, looking->pos, looking->root.size);
        if (*playouts > 1)
            mi_playout(game, looking->root.weights, looking->settings.playout, engine->scratch,
                       &rng, NULL, mi_playout_max(game, &looking->setup));
        mi_scoring(game)->ownership(engine->scratch, owner);
        for (int p = 0; p < points; p++) {
            sum[p] += owner[p];
            nobody[p] += owner[p] == 0;
        }
    }
}

/* Where best play is a draw its end tells most: off that line are mistakes, which make up a good
 * part of the leaves.  Where one side wins anyway, the other's moves mean nothing. */
static void tell_line(struct looking *looking, int player, struct mi_search_ownership *by_search)
{
    const float weight = 0.67F;
    int sum[MIAI_MAX_POINTS] = {0}, nobody[MIAI_MAX_POINTS] = {0}, playouts;
    play_line(looking);
    own_line(looking, by_search->points, sum, nobody, &playouts);
    for (int p = 0; p < by_search->points; p++) {
        float *owner = &by_search->owner[player][p], *none = &by_search->nobody[player][p];
        *owner += weight * ((float)sum[p] / (float)playouts - *owner);
        *none += weight * ((float)nobody[p] / (float)playouts - *none);
    }
}

/* Tells what the leaves of the last round have found. */
static bool tell(struct looking *looking, int player, struct mi_search_ownership *by_search)
{
    double owner[MIAI_MAX_POINTS], spread[MIAI_MAX_POINTS];
    if (!mi_ownership_mean(mi_mcts_searcher.ownership(looking->self), MIAI_NO_MOVE, owner, spread))
        return false;
    for (int p = 0; p < by_search->points; p++) {
        by_search->owner[player][p] = (float)owner[p];
        by_search->nobody[player][p] = (float)(1 - (spread[p] * spread[p] + owner[p] * owner[p]));
    }
    return true;
}

/* ---- the rounds ---- */

/* One round for a player; value becomes what the first player gets, lead the mean of his. */
static bool play_round(struct looking *looking, int player, double komi, int playouts,
                       double deadline, double *value, double *lead)
{
    double deviation;
    if (!set_up(looking, player, komi) || !search(looking, (uint64_t)playouts, deadline))
        return false;
    const struct mi_ownership *ownership = mi_mcts_searcher.ownership(looking->self);
    if (!ownership) /* it had no memory */
        return false;
    *value = player == 0 ? looking->result->value : 1 - looking->result->value;
    mi_ownership_lead(ownership, MIAI_NO_MOVE, lead, &deviation);
    return true;
}

/* Is that the value of a draw? */
static bool is_even(double value)
{
    const double lost = 0.25, won = 0.75;
    return value > lost && value < won;
}

/* Looks with a player to move first; komi: a guess. */
static bool look(struct looking *looking, int player, double komi, int playouts, double deadline,
                 struct mi_search_ownership *by_search)
{
    struct bracket bracket = {-INFINITY, INFINITY, 1};
    double value, lead = 0, n = (double)playouts / FIRST;
    int left = playouts;
    for (bool even = false; !even && left - (int)n >= playouts / LAST; n *= growth) {
        if (!play_round(looking, player, komi, (int)n, deadline, &value, &lead))
            return false;
        left -= (int)n;
        even = is_closed(&bracket) && is_even(value);
        if (!even) {
            note(&bracket, komi, value > 0.5);
            komi = next_komi(&bracket, komi, lead);
        }
    }
    if (!play_round(looking, player, komi, left, deadline, &value, &lead) ||
        !tell(looking, player, by_search))
        return false;
    if (is_even(value))
        tell_line(looking, player, by_search);
    return true;
}

bool mi_engine_search_ownership(miai_engine *engine, double lead, int playouts, double deadline,
                                struct mi_search_ownership *by_search)
{
    struct looking looking;
    double komi = half(mi_history_setup(engine->history)->komi + lead);
    memset(by_search, 0, sizeof *by_search);
    by_search->points = miai_width(engine) * miai_height(engine);
    bool done = begin(&looking, engine);
    for (int player = 0; player < 2 && done; player++)
        done = look(&looking, player, komi, playouts / 2, deadline, by_search);
    end(&looking);
    return done;
}
