/* Which stones live: by what is certain, by playouts and searches, and by seki. */
#include "engine.h"

#include "../base/clock.h"
#include "../search/ending.h"

#include <math.h>
#include <string.h>

/* The first look: playouts.  The second: searches, of so many playouts and more for each point; or,
 * where there is no memory for them, playouts again. */
enum { FIRST_PLAYOUTS = 48, PLAYOUTS = 1000, SEARCHED = 2000, SEARCHED_POINT = 8 };

/* A search of fewer playouts tells nothing that playouts do not. */
enum { SEARCHED_LEAST = 400 };

/* Where the life of a chain is in doubt after it, another of so many times as many decides. */
static const double again = 1.5;

/* What the search for who is to move says counts a little more than what the other does. */
static const double part_of_mover = 0.55;

/* A chain that comes through fewer of the playouts than dead_below is dead.  Life is in doubt from
 * doubt_from to sure_from; there it may be seki. */
static const double doubt_from = 0.2, dead_below = 0.5, sure_from = 0.8;

/* Who holds a point has it in so many playouts more than the other; so many leave a point that lies
 * between chains in seki to nobody. */
static const double holds = 0.7, left = 0.5;

/* It is too early to end the game while more than one point of so many is contested. */
enum { CONTESTED = 8 };

bool mi_engine_has_status(const miai_game *game)
{
    return mi_scoring(game)->settle && mi_scoring(game)->ownership && mi_scoring(game)->chains &&
           mi_editing(game)->board && mi_editing(game)->set_turn && mi_playouts(game)->uniform;
}

/* ---- playouts ---- */

/* How the playouts leave the points. */
struct owning {
    miai_engine *engine;
    miai_rng rng;
    double start;             /* when they began */
    double each;              /* seconds that a playout of a search will take */
    double lead;              /* the first player's, in points */
    int playouts;             /* made, or that the searches count as */
    int64_t score;            /* the sum of theirs */
    int sum[MIAI_MAX_POINTS]; /* how many more leave it to the first player than to the second */
};

static void begin_owning(struct owning *owning, miai_engine *engine)
{
    const struct mi_record *record = engine->record;
    memset(owning, 0, sizeof *owning);
    owning->engine = engine;
    owning->start = mi_clock();
    miai_rng_seed(&owning->rng, mi_record_game(record)->hash(mi_record_position(record)));
}

/* One playout; the players begin in turn. */
static void play_out(struct owning *owning)
{
    const miai_engine *engine = owning->engine;
    const struct mi_record *record = engine->record;
    const miai_game *game = mi_record_game(record);
    int8_t owner[MIAI_MAX_POINTS];
    memcpy(engine->scratch, mi_record_position(record), mi_record_size(record));
    mi_editing(game)->set_turn(engine->scratch, owning->playouts % 2);
    if (mi_scoring(game)->play_freely)
        mi_scoring(game)->play_freely(engine->scratch);
    owning->score += mi_playout(game, engine->opened.context, MI_PLAYOUT_HEAVY, engine->scratch,
                                &owning->rng, NULL, mi_playout_max(game, mi_record_setup(record)));
    mi_scoring(game)->ownership(engine->scratch, owner);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        owning->sum[p] += owner[p];
    owning->playouts++;
}

/* Goes on until so many are made.  False if the deadline came first. */
static bool own(struct owning *owning, int n, double deadline)
{
    while (owning->playouts < n) {
        if (deadline > 0 && mi_clock() >= deadline)
            return false;
        play_out(owning);
    }
    return true;
}

/* ---- searches ---- */

/* Notes what the first playouts tell of searches, which take longer. */
static void expect(struct owning *owning)
{
    const double slower = 1.5;
    owning->each = slower * (mi_clock() - owning->start) / owning->playouts;
    owning->lead = (double)owning->score / ((double)owning->playouts * MIAI_POINT_SCORE);
}

/* So great a part of the playouts of a search, or as many as there is time for. */
static int affordable(const struct owning *owning, double part, double deadline)
{
    double rest = deadline - mi_clock();
    int points = miai_width(owning->engine) * miai_height(owning->engine);
    int wanted = (int)(part * (SEARCHED + SEARCHED_POINT * points));
    return deadline <= 0 || rest >= owning->each * wanted ? wanted : (int)(rest / owning->each);
}

/* Puts what searches find in the place of what playouts have found; false: nothing is changed. */
static bool search(struct owning *owning, double part, double deadline, struct mi_outlook *outlook)
{
    enum { UNIT = 1 << 12 };
    const struct mi_record *record = owning->engine->record;
    int n = affordable(owning, part, deadline);
    struct mi_outlook found;
    if (n < SEARCHED_LEAST || !mi_engine_outlook(owning->engine, owning->lead, n, deadline, &found))
        return false;
    *outlook = found;
    int mover = mi_record_game(record)->turn(mi_record_position(record));
    for (int p = 0; p < outlook->points; p++) {
        double first = (double)outlook->owner[mover][p], second = (double)outlook->owner[!mover][p];
        owning->sum[p] = (int)((part_of_mover * first + (1 - part_of_mover) * second) * UNIT);
    }
    owning->playouts = UNIT;
    return true;
}

/* ---- from points to chains ---- */

static void weigh_chains(const struct owning *owning, struct mi_status *status)
{
    mi_ending_survival(owning->sum, owning->playouts, status->piece, status->chain,
                       miai_width(owning->engine) * miai_height(owning->engine), status->survival);
}

/* What lives for good does, and what stands in what belongs to the other for good is dead. */
static void heed_what_is_safe(const miai_engine *engine, struct mi_status *status)
{
    const miai_game *game = mi_record_game(engine->record);
    int8_t safe[MIAI_MAX_POINTS];
    if (!mi_scoring(game)->safe)
        return;
    mi_scoring(game)->safe(mi_record_position(engine->record), safe);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (status->piece[p] >= 0 && safe[p] != 0)
            status->survival[p] = (safe[p] > 0) == (status->piece[p] == 0);
}

static bool in_doubt(double survival)
{
    return survival > doubt_from && survival < sure_from;
}

/* Decides by how the chains come through the playouts.  Open, if that of one is in doubt. */
static void decide(const miai_engine *engine, struct mi_status *status)
{
    const miai_game *game = mi_record_game(engine->record);
    const void *pos = mi_record_position(engine->record);
    status->open = false;
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++) {
        double survival = status->survival[p];
        status->life[p] = MIAI_ALIVE;
        if (status->piece[p] < 0)
            continue;
        if (in_doubt(survival) && mi_scoring(game)->stalemate &&
            mi_scoring(game)->stalemate(pos, p))
            status->life[p] = MIAI_SEKI;
        else if (survival < dead_below)
            status->life[p] = MIAI_DEAD;
        status->open |= in_doubt(survival) && status->life[p] != MIAI_SEKI;
    }
}

/* ---- seki ---- */

/* The points beside one; returns how many. */
static int neighbours(const miai_engine *engine, int p, int list[4])
{
    int width = miai_width(engine), height = miai_height(engine), x = p % width, y = p / width;
    const int step[4][2] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    int n = 0;
    for (int i = 0; i < 4; i++) {
        int u = x + step[i][0], v = y + step[i][1];
        if (u >= 0 && u < width && v >= 0 && v < height)
            list[n++] = v * width + u;
    }
    return n;
}

static void mark_seki(const miai_engine *engine, struct mi_status *status, int chain)
{
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (status->piece[p] >= 0 && status->chain[p] == chain)
            status->life[p] = MIAI_SEKI;
}

/* Chains of both players live beside a point that neither fills in the end, whoever moves first:
 * they live in seki. */
static void find_seki(const miai_engine *engine, struct mi_status *status)
{
    const struct mi_outlook *outlook = &status->outlook;
    for (int p = 0; p < outlook->points; p++) {
        int beside[4], lives[2] = {0, 0}, n = neighbours(engine, p, beside);
        double nobody = (double)(outlook->nobody[0][p] + outlook->nobody[1][p]) / 2;
        if (status->piece[p] >= 0 || nobody < left)
            continue;
        for (int i = 0; i < n; i++)
            if (status->piece[beside[i]] >= 0 && status->life[beside[i]] != MIAI_DEAD)
                lives[status->piece[beside[i]]]++;
        for (int i = 0; lives[0] && lives[1] && i < n; i++)
            if (status->piece[beside[i]] >= 0 && status->life[beside[i]] != MIAI_DEAD)
                mark_seki(engine, status, status->chain[beside[i]]);
    }
}

/* Who lives so does not live alone: chains that share a point with one that does, where neither can
 * play either, do as well. */
static void share_seki(const miai_engine *engine, struct mi_status *status)
{
    const void *pos = mi_record_position(engine->record);
    const miai_scoring *scoring = mi_scoring(mi_record_game(engine->record));
    for (int p = 0; p < miai_width(engine) * miai_height(engine) && scoring->stalemate; p++) {
        int beside[4], n = status->piece[p] < 0 ? neighbours(engine, p, beside) : 0;
        bool seki = false;
        for (int i = 0; i < n; i++)
            seki |= status->piece[beside[i]] >= 0 && status->life[beside[i]] == MIAI_SEKI;
        for (int i = 0; i < n && seki; i++)
            if (status->piece[beside[i]] >= 0 && status->life[beside[i]] != MIAI_SEKI &&
                scoring->stalemate(pos, beside[i]))
                mark_seki(engine, status, status->chain[beside[i]]);
    }
}

/* By their survival. */
static void judge_chains(const miai_engine *engine, bool searched, struct mi_status *status)
{
    heed_what_is_safe(engine, status);
    decide(engine, status);
    if (searched)
        find_seki(engine, status);
    share_seki(engine, status);
    const struct mi_record *record = engine->record;
    if (mi_scoring(mi_record_game(record))->besiege)
        mi_scoring(mi_record_game(record))->besiege(mi_record_position(record), status->life);
}

/* ---- a network's say ---- */

/* The count must come so many points nearer to the network's lead, and as near as that. */
static const double nearer = 20, near = 10;

/* Of a chain, to be told alive, and the same for dead. */
static const double agreed = 0.7;

/* The odds of two that know nothing of each other are multiplied: who is sure has the say.  Neither
 * is ever quite sure. */
static double pool(double one, double two)
{
    const double sure = 0.99;
    one = fmax(1 - sure, fmin(sure, one));
    two = fmax(1 - sure, fmin(sure, two));
    return one * two / (one * two + (1 - one) * (1 - two));
}

/* Pools how the chains come through with what the network says of their points.  Where the two
 * together tell a chain neither alive nor dead it stays as it was. */
static bool ask_network(miai_engine *engine, struct mi_status *status, double *lead)
{
    enum { UNIT = 1 << 12 };
    int sum[MIAI_MAX_POINTS], points = miai_width(engine) * miai_height(engine);
    float owner[2][MIAI_MAX_POINTS];
    double survival[MIAI_MAX_POINTS], leads[2];
    for (int player = 0; player < 2; player++)
        if (!mi_engine_ask_owners(engine, player, owner[player], &leads[player]))
            return false;
    for (int p = 0; p < points; p++)
        sum[p] = (int)((owner[0][p] + owner[1][p]) * UNIT / 2);
    mi_ending_survival(sum, UNIT, status->piece, status->chain, points, survival);
    for (int p = 0; p < points; p++)
        if (status->piece[p] >= 0) {
            double pooled = pool(status->survival[p], survival[p]);
            if (fmax(pooled, 1 - pooled) > agreed)
                status->survival[p] = pooled;
        }
    *lead = (leads[0] + leads[1]) / 2;
    return true;
}

/* How far the count of the board is from a lead. */
static double distance(const miai_engine *engine, const struct mi_status *status, double lead)
{
    const struct mi_record *record = engine->record;
    int score =
        mi_scoring(mi_record_game(record))->settle(mi_record_position(record), status->life);
    return fabs(score / (double)MIAI_POINT_SCORE - lead);
}

/* A network, if one plays, knows large groups by their shape where a search would have to read far,
 * and small things less well: it has a say where the count that comes of it is nearer by much to
 * what it takes the game for, and agrees with that.  Who is far from his own count is lost in the
 * position. */
static void heed_network(miai_engine *engine, struct mi_status *status)
{
    struct mi_status other = *status;
    double lead;
    if (!ask_network(engine, &other, &lead))
        return;
    judge_chains(engine, true, &other);
    double off = distance(engine, &other, lead);
    if (off < near && off + nearer < distance(engine, status, lead))
        *status = other;
}

/* ---- is it over? ---- */

/* Has the point's owner, who may be nobody, it in the playouts, too?  Where the network is heeded
 * against them, no: then the game is not over yet, and the stones are better taken. */
static bool is_held(const struct owning *owning, const int8_t *owner, int p)
{
    return owner[p] != 0 && owner[p] * owning->sum[p] >= holds * owning->playouts;
}

/* Do the players hold in the playouts what they seem to? */
static bool is_agreed(const struct owning *owning, const struct mi_status *status,
                      const int8_t *owner)
{
    for (int p = 0; p < miai_width(owning->engine) * miai_height(owning->engine); p++)
        if (status->piece[p] < 0 && owner[p] != 0 && !is_held(owning, owner, p))
            return false;
    return true;
}

/* Is too much of the board nobody's by the count, or in doubt? */
static bool is_early(const struct owning *owning, const struct mi_status *status,
                     const int8_t *owner)
{
    int points = miai_width(owning->engine) * miai_height(owning->engine), contested = 0;
    for (int p = 0; p < points; p++)
        contested += !is_held(owning, owner, p) && status->life[p] != MIAI_SEKI;
    return contested > points / CONTESTED;
}

/* Is nothing left to play for, or much? */
static void judge(const struct owning *owning, struct mi_status *status)
{
    const struct mi_record *record = owning->engine->record;
    const miai_game *game = mi_record_game(record);
    int8_t owner[MIAI_MAX_POINTS];
    status->finished = status->early = false;
    if (!mi_scoring(game)->finished)
        return;
    bool finished = mi_scoring(game)->finished(mi_record_position(record), status->life, owner);
    status->finished = finished && !status->open && is_agreed(owning, status, owner);
    status->early = is_early(owning, status, owner);
}

/* Judges by a search; false: nothing is changed. */
static bool look_by_search(struct owning *owning, double part, double deadline,
                           struct mi_status *status)
{
    if (!search(owning, part, deadline, &status->outlook))
        return false;
    weigh_chains(owning, status);
    judge_chains(owning->engine, true, status);
    return true;
}

/* Judges by so many playouts, or as many as there is time for; false: by fewer. */
static bool look_by_playouts(struct owning *owning, int playouts, double deadline,
                             struct mi_status *status)
{
    bool done = own(owning, playouts, deadline);
    weigh_chains(owning, status);
    judge_chains(owning->engine, false, status);
    return done;
}

static bool look_again(struct owning *owning, double deadline, struct mi_status *status)
{
    expect(owning);
    if (!look_by_search(owning, 1, deadline, status))
        return look_by_playouts(owning, PLAYOUTS, deadline, status);
    if (status->open)
        look_by_search(owning, again, deadline, status);
    if (!(deadline > 0 && mi_clock() >= deadline))
        heed_network(owning->engine, status);
    return true;
}

static bool look(struct owning *owning, bool first, double deadline, struct mi_status *status)
{
    bool done = first ? look_by_playouts(owning, FIRST_PLAYOUTS, deadline, status)
                      : look_again(owning, deadline, status);
    status->open |= !done;
    judge(owning, status);
    status->early &= done;
    return done;
}

/* Names the record's position and all that bears on its stones. */
static uint64_t key_of(const miai_engine *engine)
{
    const struct mi_record *record = engine->record;
    const miai_game *game = mi_record_game(record);
    const void *pos = mi_record_position(record);
    uint64_t rest = (uint64_t)game->turn(pos) | (uint64_t)mi_engine_has_network(engine) << 1;
    return miai_mix(mi_engine_setup_key(record, game) ^ game->hash(pos) ^ rest) | 1;
}

void mi_engine_status(miai_engine *engine, bool hurry, double deadline, struct mi_status *status)
{
    const struct mi_record *record = engine->record;
    mi_engine_ready_network(engine);
    uint64_t key = key_of(engine);
    struct owning owning;
    if (status->key == key)
        return;
    begin_owning(&owning, engine);
    mi_editing(mi_record_game(record))->board(mi_record_position(record), status->piece);
    mi_scoring(mi_record_game(record))->chains(mi_record_position(record), status->chain);
    bool known = look(&owning, true, deadline, status) && (status->finished || !hurry) &&
                 look(&owning, false, deadline, status);
    status->key = known && deadline <= 0 ? key : 0;
}

/* ---- taking what is dead ---- */

/* Is the empty point p a liberty of a dead chain of the other player? */
static bool is_liberty(const miai_engine *engine, const struct mi_status *status, int p, int other)
{
    int beside[4], n = neighbours(engine, p, beside);
    for (int i = 0; i < n; i++)
        if (status->piece[beside[i]] == other && status->life[beside[i]] == MIAI_DEAD)
            return true;
    return false;
}

static int count_pieces(const miai_engine *engine, const void *pos, int player)
{
    int8_t piece[MIAI_MAX_POINTS];
    int n = 0;
    mi_editing(mi_record_game(engine->record))->board(pos, piece);
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        n += piece[p] == player;
    return n;
}

int mi_engine_captures(const miai_engine *engine, const struct mi_root *root,
                       const struct mi_status *status, miai_move *list)
{
    const miai_game *game = root->game;
    miai_move moves[MIAI_MAX_LEGAL];
    int points = miai_width(engine) * miai_height(engine), n = 0, taking = 0;
    int other = 1 - game->turn(root->pos), before = count_pieces(engine, root->pos, other);
    int legal = mi_root_moves(root, false, engine->scratch, moves);
    for (int i = 0; i < legal; i++) {
        if (moves[i] >= points || !is_liberty(engine, status, moves[i], other))
            continue;
        memcpy(engine->scratch, root->pos, root->size);
        game->play(engine->scratch, moves[i]);
        bool takes = count_pieces(engine, engine->scratch, other) < before;
        if (takes && taking == 0)
            n = 0; /* only such moves from here on */
        taking += takes;
        if (takes || taking == 0)
            list[n++] = moves[i];
    }
    return n;
}
