/* Which chains live: by what is certain, by how they come through playouts, and by seki. */
#include "status.h"

#include "base/clock.h"

/* A chain that comes through fewer of the playouts than dead_below is dead.  Life is in doubt from
 * doubt_from to sure_from; there it may be seki. */
static const double doubt_from = 0.2, dead_below = 0.5, sure_from = 0.8;

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

/* Points that so many playouts leave to nobody, and that lie between chains, are in seki. */
static const double left = 0.5;

int mi_engine_beside(const miai_engine *engine, int p, int list[4])
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
        int beside[4], lives[2] = {0, 0}, n = mi_engine_beside(engine, p, beside);
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
        int beside[4], n = status->piece[p] < 0 ? mi_engine_beside(engine, p, beside) : 0;
        bool seki = false;
        for (int i = 0; i < n; i++)
            seki |= status->piece[beside[i]] >= 0 && status->life[beside[i]] == MIAI_SEKI;
        for (int i = 0; i < n && seki; i++)
            if (status->piece[beside[i]] >= 0 && status->life[beside[i]] != MIAI_SEKI &&
                scoring->stalemate(pos, beside[i]))
                mark_seki(engine, status, status->chain[beside[i]]);
    }
}

/* So many positions are looked at for chains that seem dead, and no more than a slow machine has
 * time for before the deadline. */
static int affordable(double deadline)
{
    const double most = 4000000, a_second = 1000000;
    double rest = (deadline - mi_clock()) * a_second;
    return (int)(deadline <= 0 || rest > most ? most : rest > 0 ? rest : 0);
}

void mi_status_of_chains(const miai_engine *engine, bool searched, double deadline,
                         struct mi_status *status)
{
    heed_what_is_safe(engine, status);
    decide(engine, status);
    if (searched)
        find_seki(engine, status);
    share_seki(engine, status);
    const struct mi_record *record = engine->record;
    const miai_scoring *scoring = mi_scoring(mi_record_game(record));
    if (searched && scoring->relieve)
        scoring->relieve(mi_record_position(record), affordable(deadline), status->life);
    if (scoring->besiege)
        scoring->besiege(mi_record_position(record), status->life);
}
