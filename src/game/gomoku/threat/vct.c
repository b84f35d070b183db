#include "vct.h"

#include "find.h"
#include "game/gomoku/board/forbidden.h"

enum { PLIES_MOST = 128, VCF_NODES = 200 };

/* ---- positions without a victory ---- */

static uint64_t key_of(const struct gomoku_vct *vct, int threes)
{
    return miai_mix(vct->vcf.g->hash ^ (uint64_t)(2 * threes + vct->vcf.attacker)) | 1;
}

static bool has_failed(const struct gomoku_vct *vct, int threes)
{
    uint64_t key = key_of(vct, threes);
    return vct->failed.key[key >> 1 & vct->failed.mask] == key;
}

static void note_failure(const struct gomoku_vct *vct, int threes)
{
    uint64_t key = key_of(vct, threes);
    if (vct->nodes >= 0)
        vct->failed.key[key >> 1 & vct->failed.mask] = key;
}

static bool counts(struct gomoku_vct *vct)
{
    enum { OFTEN = 1 << 9 };
    if ((--vct->nodes & (OFTEN - 1)) == 0 && vct->vcf.go_on && !vct->vcf.go_on(vct->vcf.arg))
        vct->nodes = -1;
    return vct->nodes >= 0;
}

/* ---- the search ---- */

static bool attack(struct gomoku_vct *vct, int ply, int threes);

/* The other plays there: does it still lose? */
static bool loses_with(struct gomoku_vct *vct, int ply, int threes, int move)
{
    struct mi_gomoku *g = vct->vcf.g;
    struct gomoku_undo undo;
    int defender = others(vct->vcf.attacker);
    if (!may_stand(g, move, defender))
        return true;
    mi_gomoku_try(g, move, defender, &undo);
    bool lost = attack(vct, ply + 1, threes);
    mi_gomoku_undo(g, &undo);
    return lost;
}

/* The attacker has made a threat. */
static bool defend(struct gomoku_vct *vct, int ply, int threes)
{
    struct mi_gomoku *g = vct->vcf.g;
    int attacker = vct->vcf.attacker, defender = others(attacker);
    miai_move list[GOMOKU_MAX_POINTS];
    if (g->kinds[defender][KIND_FIVE] > 0 || !counts(vct) || ply >= PLIES_MOST)
        return false;
    int n = mi_gomoku_find(g, attacker, KIND_FIVE, list);
    if (n == 0 && g->kinds[attacker][KIND_WIN] == 0)
        return false;
    if (n > 1)
        return true;
    if (n == 0)
        n = mi_gomoku_defences(g, defender, list);
    for (int i = 0; i < n; i++)
        if (!loses_with(vct, ply, threes, list[i]))
            return false;
    return true;
}

static bool wins_with(struct gomoku_vct *vct, int ply, int threes, int move)
{
    struct mi_gomoku *g = vct->vcf.g;
    struct gomoku_undo undo;
    if (!may_stand(g, move, vct->vcf.attacker))
        return false;
    mi_gomoku_try(g, move, vct->vcf.attacker, &undo);
    bool won = defend(vct, ply + 1, threes);
    mi_gomoku_undo(g, &undo);
    if (won && ply == 0)
        vct->move = move;
    return won;
}

static bool wins_by_fours(struct gomoku_vct *vct)
{
    struct gomoku_vcf vcf = vct->vcf;
    vcf.nodes = VCF_NODES;
    vcf.go_on = NULL;
    bool wins = mi_gomoku_vcf(&vcf);
    if (wins)
        vct->move = vcf.line[0];
    return wins;
}

/* Threats in the order of their promise. */
static bool try_threats(struct gomoku_vct *vct, int ply, int threes)
{
    struct mi_gomoku *g = vct->vcf.g;
    const uint8_t *kind = gomoku_kind(g, vct->vcf.attacker);
    miai_move list[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_find(g, vct->vcf.attacker, KIND_THREE, list);
    for (int wanted = KIND_FOUR_THREE; wanted >= KIND_THREE; wanted--)
        for (int i = 0; i < n; i++)
            if (kind[list[i]] == wanted && vct->nodes >= 0 &&
                wins_with(vct, ply, threes - (wanted < KIND_FOUR), list[i]))
                return true;
    note_failure(vct, threes);
    return false;
}

static bool attack(struct gomoku_vct *vct, int ply, int threes)
{
    struct mi_gomoku *g = vct->vcf.g;
    const uint16_t *own = g->kinds[vct->vcf.attacker], *their = g->kinds[others(vct->vcf.attacker)];
    miai_move list[GOMOKU_MAX_POINTS];
    if (own[KIND_FIVE] > 0)
        return true;
    if (!counts(vct) || ply >= PLIES_MOST)
        return false;
    if (their[KIND_FIVE] > 0)
        return mi_gomoku_find(g, others(vct->vcf.attacker), KIND_FIVE, list) == 1 &&
               wins_with(vct, ply, threes, list[0]);
    if (wins_by_fours(vct))
        return true;
    if (their[KIND_WIN] > 0 || threes <= 0 || has_failed(vct, threes))
        return false;
    return try_threats(vct, ply, threes);
}

bool mi_gomoku_vct(struct gomoku_vct *vct)
{
    return attack(vct, 0, vct->threes);
}
