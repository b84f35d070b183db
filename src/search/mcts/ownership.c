#include "ownership.h"

#include "base/range.h"
#include "contract/capability.h"
#include "search/mcts/tree/sum.h"

#include <math.h>
#include <stdlib.h>

bool mi_ownership_suits(const miai_game *game)
{
    return game->points > 0 || mi_scoring(game)->ownership;
}

static size_t ownership_move_count(const miai_game *game, const miai_setup *setup)
{
    return (size_t)game->move_count(setup);
}

static size_t setup_points(const miai_setup *setup)
{
    return (size_t)setup->width * (size_t)setup->height;
}

size_t mi_ownership_bytes(const miai_game *game, const miai_setup *setup, bool by_move)
{
    size_t moves = ownership_move_count(game, setup), points = setup_points(setup);
    return sizeof(struct mi_ownership) + moves * sizeof(struct mi_ownership_stats) +
           (2 + (by_move ? 2 * moves : 0)) * points * sizeof(int64_t);
}

struct mi_ownership *mi_ownership_make(const miai_game *game, const miai_setup *setup, bool by_move)
{
    struct mi_ownership *ownership = calloc(1, mi_ownership_bytes(game, setup, by_move));
    if (!ownership)
        return NULL;
    ownership->moves = (int)ownership_move_count(game, setup);
    ownership->points = (int)setup_points(setup);
    ownership->move = (struct mi_ownership_stats *)(ownership + 1);
    ownership->owner = (_Atomic int64_t *)(ownership->move + ownership->moves);
    ownership->owner_squares = ownership->owner + ownership->points;
    ownership->move_owner = by_move ? ownership->owner_squares + ownership->points : NULL;
    ownership->move_squares =
        by_move ? ownership->move_owner + ownership->moves * ownership->points : NULL;
    return ownership;
}

/* ---- adding ---- */

static void add_lead(struct mi_ownership_stats *stats, double lead, double deviation, bool shared)
{
    MI_SUM_ADD_SHARED(&stats->leaves, 1, shared);
    MI_SUM_ADD_SHARED(&stats->lead, (int64_t)(lead * MI_LEAD_UNIT), shared);
    MI_SUM_ADD_SHARED(&stats->squares,
                      (int64_t)((lead * lead + deviation * deviation) * MI_LEAD_UNIT), shared);
}

void mi_ownership_add(struct mi_ownership *ownership, miai_move move, const float *owner,
                      double lead, double deviation, bool shared)
{
    bool moved = move >= 0 && move < ownership->moves;
    _Atomic int64_t *by_move_sums =
        moved && ownership->move_owner ? &ownership->move_owner[move * ownership->points] : NULL;
    add_lead(&ownership->all, lead, deviation, shared);
    if (moved)
        add_lead(&ownership->move[move], lead, deviation, shared);
    for (int p = 0; p < ownership->points; p++) {
        int64_t owned = (int64_t)(owner[p] * MI_OWNER_UNIT);
        if (owned == 0)
            continue;
        MI_SUM_ADD_SHARED(&ownership->owner[p], owned, shared);
        MI_SUM_ADD_SHARED(&ownership->owner_squares[p], owned * owned / MI_OWNER_UNIT, shared);
        if (by_move_sums) {
            MI_SUM_ADD_SHARED(&by_move_sums[p], owned, shared);
            MI_SUM_ADD_SHARED(&ownership->move_squares[move * ownership->points + p],
                              owned * owned / MI_OWNER_UNIT, shared);
        }
    }
}

/* ---- reading ---- */

static double read_sum(const _Atomic int64_t *sum)
{
    return (double)atomic_load_explicit(sum, memory_order_relaxed);
}

static const struct mi_ownership_stats *ownership_stats_of(const struct mi_ownership *ownership,
                                                           miai_move move)
{
    static const struct mi_ownership_stats none;
    if (move == MIAI_NO_MOVE)
        return &ownership->all;
    return move >= 0 && move < ownership->moves ? &ownership->move[move] : &none;
}

int64_t mi_ownership_leaves(const struct mi_ownership *ownership, miai_move move)
{
    return atomic_load_explicit(&ownership_stats_of(ownership, move)->leaves, memory_order_relaxed);
}

static double standard_deviation(double mean, double mean_of_squares)
{
    double variance = mean_of_squares - mean * mean;
    return variance > 0 ? sqrt(variance) : 0;
}

bool mi_ownership_lead(const struct mi_ownership *ownership, miai_move move, double *mean,
                       double *deviation)
{
    const struct mi_ownership_stats *stats = ownership_stats_of(ownership, move);
    double leaves = (double)mi_ownership_leaves(ownership, move);
    if (leaves <= 0)
        return false;
    *mean = read_sum(&stats->lead) / (leaves * MI_LEAD_UNIT);
    *deviation = standard_deviation(*mean, read_sum(&stats->squares) / (leaves * MI_LEAD_UNIT));
    return true;
}

bool mi_ownership_mean(const struct mi_ownership *ownership, miai_move move, double *mean,
                       double *deviation)
{
    double leaves = (double)mi_ownership_leaves(ownership, move) * MI_OWNER_UNIT;
    bool all = move == MIAI_NO_MOVE;
    if (leaves <= 0 || (!all && !ownership->move_owner))
        return false;
    const _Atomic int64_t *owner =
        all ? ownership->owner : &ownership->move_owner[move * ownership->points];
    const _Atomic int64_t *owner_squares =
        all ? ownership->owner_squares : &ownership->move_squares[move * ownership->points];
    for (int p = 0; p < ownership->points; p++) {
        mean[p] = mi_clamp_real(read_sum(&owner[p]) / leaves, -1, 1);
        if (!deviation)
            continue;
        double squares = read_sum(&owner_squares[p]) / leaves;
        deviation[p] = mi_clamp_real(standard_deviation(mean[p], squares), 0, 1);
    }
    return true;
}
