#include "vcf.h"

#include "find.h"
#include "game/gomoku/board/forbidden.h"
#include "rows.h"

/* Adds a point on which the victory depends. */
static void zone_need(const struct gomoku_vcf *vcf, int point)
{
    if (vcf->zone)
        zone_add(vcf->zone, point);
}

/* Ends the winning line with this move. */
static bool line_end(struct gomoku_vcf *vcf, int ply, int move)
{
    zone_need(vcf, move);
    vcf->line[ply] = (uint16_t)move;
    vcf->length = ply + 1;
    return true;
}

/* ---- positions without a victory ---- */

static uint64_t *failure_slot(const struct gomoku_vcf *vcf)
{
    uint64_t key = miai_mix(vcf->g->hash + (uint64_t)vcf->attacker);
    return &vcf->failed.key[key & vcf->failed.mask];
}

static bool has_failed(const struct gomoku_vcf *vcf)
{
    return vcf->failed.key && *failure_slot(vcf) == vcf->g->hash;
}

static void record_failure(const struct gomoku_vcf *vcf)
{
    if (vcf->failed.key && vcf->nodes >= 0)
        *failure_slot(vcf) = vcf->g->hash;
}

/* ---- the search ---- */

static bool vcf_attack(struct gomoku_vcf *vcf, int ply);

/* The attacker has made a four: plays the defender's only answer. */
static bool vcf_answer(struct gomoku_vcf *vcf, int ply)
{
    struct mi_gomoku *g = vcf->g;
    int attacker = vcf->attacker, defender = others(attacker);
    miai_move five[GOMOKU_MAX_POINTS];
    struct gomoku_undo undo;
    int n = mi_gomoku_find_points(g, attacker, KIND_FIVE, five);
    if (n == 0)
        return false;
    if (n > 1 || !may_play_at(g, five[0], defender)) {
        vcf->line[ply] = (uint16_t)five[n > 1];
        zone_need(vcf, five[n > 1]);
        return line_end(vcf, ply + 1, five[0]);
    }
    vcf->line[ply] = (uint16_t)five[0];
    mi_gomoku_try(g, five[0], defender, &undo);
    bool won = vcf_attack(vcf, ply + 1);
    if (won)
        zone_need(vcf, five[0]);
    if (won && vcf->zone)
        mi_gomoku_add_rows_through(g, defender, five[0], 3, vcf->zone);
    mi_gomoku_undo(g, &undo);
    return won;
}

static bool try_four(struct gomoku_vcf *vcf, int ply, int move)
{
    struct mi_gomoku *g = vcf->g;
    struct gomoku_undo undo;
    if (!may_play_at(g, move, vcf->attacker))
        return false;
    vcf->line[ply] = (uint16_t)move;
    mi_gomoku_try(g, move, vcf->attacker, &undo);
    bool won = vcf_answer(vcf, ply + 1);
    if (won)
        zone_need(vcf, move);
    mi_gomoku_undo(g, &undo);
    return won;
}

/* Tries all fours, those with a three first. */
static bool try_fours(struct gomoku_vcf *vcf, int ply)
{
    miai_move list[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_find_points(vcf->g, vcf->attacker, KIND_FOUR, list);
    const uint8_t *kind = gomoku_kind(vcf->g, vcf->attacker);
    for (int wanted = KIND_FOUR_THREE; wanted >= KIND_FOUR; wanted--)
        for (int i = 0; i < n; i++)
            if (kind[list[i]] == wanted && vcf->nodes >= 0 && try_four(vcf, ply, list[i]))
                return true;
    record_failure(vcf);
    return false;
}

/* The defender threatens five: only a move that stops it and makes a four continues the attack. */
static bool stop_five_with_four(struct gomoku_vcf *vcf, int ply)
{
    struct mi_gomoku *g = vcf->g;
    miai_move five[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_find_points(g, others(vcf->attacker), KIND_FIVE, five);
    return n == 1 && gomoku_kind(g, vcf->attacker)[five[0]] >= KIND_FOUR &&
           try_four(vcf, ply, five[0]);
}

/* Counts a node; false if the limit is exceeded. */
static bool vcf_count_node(struct gomoku_vcf *vcf)
{
    enum { POLL_INTERVAL = 1 << 12 };
    if ((--vcf->nodes & (POLL_INTERVAL - 1)) == 0 && vcf->go_on && !vcf->go_on(vcf->arg))
        vcf->nodes = -1;
    return vcf->nodes >= 0;
}

static bool vcf_attack(struct gomoku_vcf *vcf, int ply)
{
    struct mi_gomoku *g = vcf->g;
    const uint16_t *own = g->kinds[vcf->attacker];
    miai_move list[GOMOKU_MAX_POINTS];
    if (own[KIND_FIVE] > 0 && mi_gomoku_find_points(g, vcf->attacker, KIND_FIVE, list) > 0)
        return line_end(vcf, ply, list[0]);
    if (ply + 4 > VCF_PLIES_MAX) /* give up without recording a failure */
        vcf->nodes = -1;
    if (vcf->nodes < 0 || !vcf_count_node(vcf))
        return false;
    if (g->kinds[others(vcf->attacker)][KIND_FIVE] > 0)
        return stop_five_with_four(vcf, ply);
    if (own[KIND_WIN] > 0 && mi_gomoku_find_points(g, vcf->attacker, KIND_WIN, list) > 0 &&
        try_four(vcf, ply, list[0]))
        return true;
    if (own[KIND_FOUR] + own[KIND_FOUR_AND_MINOR] + own[KIND_FOUR_THREE] == 0 || has_failed(vcf))
        return false;
    return try_fours(vcf, ply);
}

bool mi_gomoku_vcf(struct gomoku_vcf *vcf)
{
    vcf->length = 0;
    return vcf_attack(vcf, 0);
}
