/* Which chains live: by what is certain, by whose their points come to be when the game is played
 * on, and by seki. */
#include "game/go/board/go.h"
#include "game/go/board/move.h"
#include "seki.h"

#include <math.h>
#include <string.h>

/* A chain that comes through fewer of the games than DEAD_BELOW is dead.  Life is in doubt from
 * DOUBT_FROM to SURE_FROM; there it may be seki. */
static const double DOUBT_FROM = 0.2, DEAD_BELOW = 0.5, SURE_FROM = 0.8;

/* Of a chain, for two judges together to tell it alive, and the same for dead. */
static const double AGREED = 0.7;

struct judging {
    const struct mi_go *b;
    const miai_mean_ownership *mean;
    int8_t *life;                    /* in the order of the moves */
    double survival[MI_GO_MAX_SPAN]; /* of the chains, by their heads */
};

/* ---- how the chains come through ---- */

/* The part of the games that each chain comes through, by its head: the mean over its stones. */
static void survive(const struct mi_go *b, const int *owner, int games, double *survival)
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

/* The odds of two that know nothing of each other are multiplied: who is sure has the say.  Neither
 * is ever quite sure. */
static double pool(double one, double two)
{
    const double sure = 0.99;
    one = fmax(1 - sure, fmin(sure, one));
    two = fmax(1 - sure, fmin(sure, two));
    return one * two / (one * two + (1 - one) * (1 - two));
}

/* Where the two together tell a chain neither alive nor dead it stays as it was. */
static void heed_other(struct judging *j)
{
    double other[MI_GO_MAX_SPAN];
    survive(j->b, j->mean->other, j->mean->games, other);
    for (int p = 0; p < j->b->span; p++)
        if (mi_go_is_head(j->b, p)) {
            double pooled = pool(j->survival[p], other[p]);
            if (fmax(pooled, 1 - pooled) > AGREED)
                j->survival[p] = pooled;
        }
}

/* What is pass-alive lives, and what stands in the other's pass-alive territory is dead. */
static void heed_safe(struct judging *j)
{
    int8_t safe[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    mi_go_pass_alive(j->b, safe);
    for (int p = 0; p < j->b->span; p++)
        if (mi_go_is_head(j->b, p) && safe[mi_go_move_of(j->b, p)] != 0)
            j->survival[p] =
                (safe[mi_go_move_of(j->b, p)] > 0) == (j->b->point[p].colour == MI_GO_BLACK);
}

/* ---- what that makes of them ---- */

/* Decides by how the chains come through.  False, if the life of one is in doubt. */
static bool decide(const struct judging *j)
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

static int life_of(const struct judging *j, int head)
{
    return j->life[mi_go_move_of(j->b, head)];
}

/* Lists the heads of the chains around an empty point, one as often as it touches it; returns how
 * many. */
static int heads_around(const struct judging *j, int p, int head[4])
{
    int n = 0;
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &j->b->point[p + go_step(j->b->stride, i)];
        if (q->colour <= MI_GO_WHITE)
            head[n++] = q->head;
    }
    return n;
}

/* Chains of both players live beside a point that neither fills in the end, whoever moves first:
 * they live in seki. */
static void share_point(const struct judging *j, int p)
{
    int head[4], lives[2] = {0, 0}, n = heads_around(j, p, head);
    for (int i = 0; i < n; i++)
        if (life_of(j, head[i]) != MIAI_DEAD)
            lives[j->b->point[head[i]].colour]++;
    for (int i = 0; i < n && lives[0] && lives[1]; i++)
        if (life_of(j, head[i]) != MIAI_DEAD)
            mi_go_mark_life(j->b, j->life, head[i], MIAI_SEKI);
}

/* Points that half of the games leave to nobody are shared. */
static void find_seki(const struct judging *j)
{
    for (int move = 0; move < mi_go_pass(j->b); move++) {
        int p = mi_go_point_of(j->b, move);
        if (j->b->point[p].colour == MI_GO_EMPTY && 2 * j->mean->nobody[move] >= j->mean->games)
            share_point(j, p);
    }
}

/* Who lives so does not live alone: chains that share a point with one that does, where neither can
 * play either, do as well. */
static void share_seki(const struct judging *j)
{
    for (int move = 0; move < mi_go_pass(j->b); move++) {
        int p = mi_go_point_of(j->b, move), head[4];
        int n = j->b->point[p].colour == MI_GO_EMPTY ? heads_around(j, p, head) : 0;
        bool seki = false;
        for (int i = 0; i < n; i++)
            seki |= life_of(j, head[i]) == MIAI_SEKI;
        for (int i = 0; i < n && seki; i++)
            if (life_of(j, head[i]) != MIAI_SEKI &&
                mi_go_may_be_seki(j->b, mi_go_move_of(j->b, head[i])))
                mi_go_mark_life(j->b, j->life, head[i], MIAI_SEKI);
    }
}

bool mi_go_judge(const void *pos, const miai_mean_ownership *mean, int positions, int8_t *life)
{
    struct judging j = {.b = pos, .mean = mean, .life = life};
    survive(j.b, mean->owner, mean->games, j.survival);
    if (mean->other)
        heed_other(&j);
    heed_safe(&j);
    bool sure = decide(&j);
    if (mean->nobody)
        find_seki(&j);
    share_seki(&j);
    if (mean->nobody)
        mi_go_find_seki(pos, positions, life);
    mi_go_resolve_bent_four(pos, life);
    return sure;
}
