/* The status of all chains, decided by pass-alive chains, by a forecast of each point's owner, and
 * by seki. */
#include "game/go/board/go.h"
#include "game/go/board/move.h"
#include "seki.h"

#include <math.h>
#include <string.h>

/* A chain that survives in less than the share DEAD_BELOW of the games is dead.  Between DOUBT_FROM
 * and SURE_FROM its life is in doubt, and it may be in seki. */
static const double DOUBT_FROM = 0.2, DEAD_BELOW = 0.5, SURE_FROM = 0.8;

/* Two forecasts decide together if their pooled probability of life, or of death, exceeds this. */
static const double AGREED_FROM = 0.7;

struct life_judgement {
    const struct mi_go *b;
    const miai_mean_ownership *mean;
    int8_t *life;                    /* [moves], without the pass */
    double survival[MI_GO_MAX_SPAN]; /* probability that a chain lives, by its head */
};

/* ---- survival of the chains ---- */

/* Computes the fraction of games that each chain survives, by its head: the mean over its
 * stones. */
static void compute_survival(const struct mi_go *b, const int *owner, int games, double *survival)
{
    int total[MI_GO_MAX_SPAN] = {0}, stones[MI_GO_MAX_SPAN] = {0};
    for (int move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move), colour = b->point[p].colour, head = b->point[p].head;
        if (colour > MI_GO_WHITE)
            continue;
        total[head] += colour == MI_GO_BLACK ? owner[move] : -owner[move];
        stones[head]++;
    }
    for (int p = 0; p < b->span; p++)
        if (stones[p] > 0)
            survival[p] = (1 + (double)total[p] / (stones[p] * games)) / 2;
}

/* Multiplies the odds of two independent forecasts, so that the more certain one prevails.  Each is
 * limited to 99 %. */
static double pool_odds(double one, double two)
{
    const double sure = 0.99;
    one = fmax(1 - sure, fmin(sure, one));
    two = fmax(1 - sure, fmin(sure, two));
    return one * two / (one * two + (1 - one) * (1 - two));
}

/* Pools the second forecast with the first, but keeps the first if the result is uncertain. */
static void pool_second_forecast(struct life_judgement *j)
{
    double other[MI_GO_MAX_SPAN];
    compute_survival(j->b, j->mean->other, j->mean->games, other);
    for (int p = 0; p < j->b->span; p++)
        if (mi_go_is_head(j->b, p)) {
            double pooled = pool_odds(j->survival[p], other[p]);
            if (fmax(pooled, 1 - pooled) > AGREED_FROM)
                j->survival[p] = pooled;
        }
}

/* Pass-alive chains live, and chains in the opponent's pass-alive territory are dead. */
static void apply_pass_alive(struct life_judgement *j)
{
    int8_t pass_alive[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    mi_go_pass_alive(j->b, pass_alive);
    for (int p = 0; p < j->b->span; p++)
        if (mi_go_is_head(j->b, p) && pass_alive[mi_go_move_of(j->b, p)] != 0)
            j->survival[p] =
                (pass_alive[mi_go_move_of(j->b, p)] > 0) == (j->b->point[p].colour == MI_GO_BLACK);
}

/* ---- status from survival ---- */

/* Sets each chain's status from its survival.  Returns false if any chain is in doubt and not in
 * seki. */
static bool decide_life(const struct life_judgement *j)
{
    bool sure = true;
    memset(j->life, MIAI_ALIVE, (size_t)mi_go_pass(j->b));
    for (int p = 0; p < j->b->span; p++) {
        if (!mi_go_is_head(j->b, p))
            continue;
        double survival = j->survival[p];
        bool in_doubt = survival > DOUBT_FROM && survival < SURE_FROM;
        bool seki = in_doubt && mi_go_may_be_seki(j->b, mi_go_move_of(j->b, p));
        mi_go_mark_life(j->b, j->life, p,
                        seki                    ? MIAI_SEKI
                        : survival < DEAD_BELOW ? MIAI_DEAD
                                                : MIAI_ALIVE);
        sure = sure && (!in_doubt || seki);
    }
    return sure;
}

/* ---- seki ---- */

static int chain_life(const struct life_judgement *j, int head)
{
    return j->life[mi_go_move_of(j->b, head)];
}

/* Lists the heads of the chains around an empty point, one entry for each adjacent stone; returns
 * how many. */
static int heads_around(const struct life_judgement *j, int p, int head[4])
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &j->b->point[p + go_neighbour_offset(j->b->stride, i)];
        if (q->colour <= MI_GO_WHITE)
            head[n++] = q->head;
    }
    return n;
}

/* Marks the living chains adjacent to a point as seki if both players have such chains.  Neither
 * player fills the point, no matter who moves first. */
static void mark_seki_at(const struct life_judgement *j, int p)
{
    int head[4], lives[2] = {0, 0}, n = heads_around(j, p, head);
    for (int i = 0; i < n; i++)
        if (chain_life(j, head[i]) != MIAI_DEAD)
            lives[j->b->point[head[i]].colour]++;
    for (int i = 0; i < n && lives[0] && lives[1]; i++)
        if (chain_life(j, head[i]) != MIAI_DEAD)
            mi_go_mark_life(j->b, j->life, head[i], MIAI_SEKI);
}

/* A point that nobody owns in at least half of the games is a shared liberty. */
static void find_shared_liberties(const struct life_judgement *j)
{
    for (int move = 0; move < mi_go_pass(j->b); move++) {
        int p = mi_go_point_of(j->b, move);
        if (j->b->point[p].colour == MI_GO_EMPTY && 2 * j->mean->nobody[move] >= j->mean->games)
            mark_seki_at(j, p);
    }
}

/* Extends seki: a chain that shares a liberty with a chain in seki, and where neither side can
 * play, is in seki too. */
static void extend_seki(const struct life_judgement *j)
{
    for (int move = 0; move < mi_go_pass(j->b); move++) {
        int p = mi_go_point_of(j->b, move), head[4];
        int n = j->b->point[p].colour == MI_GO_EMPTY ? heads_around(j, p, head) : 0;
        bool seki = false;
        for (int i = 0; i < n; i++)
            seki |= chain_life(j, head[i]) == MIAI_SEKI;
        for (int i = 0; i < n && seki; i++)
            if (chain_life(j, head[i]) != MIAI_SEKI &&
                mi_go_may_be_seki(j->b, mi_go_move_of(j->b, head[i])))
                mi_go_mark_life(j->b, j->life, head[i], MIAI_SEKI);
    }
}

/* At the end of the encore the stones are alive that count for their owners. */
static bool judge_end_of_encore(const struct mi_go *b, int8_t *life)
{
    uint8_t area[MI_GO_MAX_SPAN];
    mi_go_encore_area(b, area);
    for (int move = 0; move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move);
        bool counts = b->point[p].colour == MI_GO_EMPTY || area[p] == b->point[p].colour;
        life[move] = counts ? MIAI_ALIVE : MIAI_DEAD;
    }
    return true;
}

bool mi_go_judge(const void *pos, const miai_mean_ownership *mean, int positions, int8_t *life)
{
    struct life_judgement j = {.b = pos, .mean = mean, .life = life};
    if (j.b->phase == 2 && j.b->passes == 2)
        return judge_end_of_encore(j.b, life);
    compute_survival(j.b, mean->owner, mean->games, j.survival);
    if (mean->other)
        pool_second_forecast(&j);
    apply_pass_alive(&j);
    bool sure = decide_life(&j);
    if (mean->nobody)
        find_shared_liberties(&j);
    extend_seki(&j);
    if (mean->nobody) {
        mi_go_find_seki(pos, positions, life);
        mi_go_prove_life(pos, positions, life);
    }
    mi_go_resolve_bent_fours(pos, life);
    return sure;
}
