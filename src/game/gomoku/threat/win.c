#include "win.h"

#include "vcf.h"
#include "vct.h"

#include <stdlib.h>
#include <string.h>

static void copy(union gomoku_room *room, const struct mi_gomoku *g)
{
    memcpy(room, g, sizeof *g + (size_t)(GOMOKU_ARRAYS * g->padded));
}

bool mi_gomoku_wins_by_fours(const struct mi_gomoku *g, int *plies)
{
    enum { FAILED = 64, NODES = 40 };
    const uint16_t *own = g->kinds[g->colour];
    uint64_t failed[FAILED] = {0};
    union gomoku_room room;
    struct gomoku_vcf vcf = {
        .g = &room.position, .failed = {failed, FAILED - 1}, .nodes = NODES, .attacker = g->colour};
    if (own[KIND_FOUR_MORE] + own[KIND_FOUR_THREE] + own[KIND_WIN] == 0)
        return false; /* fours that make nothing else lead nowhere, but for long ways */
    copy(&room, g);
    bool wins = mi_gomoku_vcf(&vcf);
    *plies = vcf.length;
    return wins;
}

/* Fours first, which cost little, then threes, too, ever more of them. */
static miai_move find(struct gomoku_vct *vct)
{
    enum { MOST_THREES = 12 };
    int64_t nodes = vct->vcf.nodes;
    vct->vcf.nodes = nodes / 2;
    if (mi_gomoku_vcf(&vct->vcf))
        return vct->vcf.line[0];
    vct->nodes = vct->vcf.nodes < 0 ? 0 : nodes / 2;
    for (vct->threes = 1; vct->threes <= MOST_THREES && vct->nodes > 0; vct->threes++)
        if (mi_gomoku_vct(vct))
            return vct->move;
    return MIAI_NO_MOVE;
}

miai_move mi_gomoku_find_win(const void *pos, int64_t positions, bool (*go_on)(void *arg),
                             void *arg)
{
    enum { FAILED = 1 << 16 };
    const struct mi_gomoku *g = pos;
    union gomoku_room room;
    struct gomoku_vct vct = {.vcf = {.g = &room.position,
                                     .failed = {NULL, FAILED - 1},
                                     .nodes = positions,
                                     .go_on = go_on,
                                     .arg = arg,
                                     .attacker = g->colour},
                             .failed = {NULL, FAILED - 1}};
    miai_move move = MIAI_NO_MOVE;
    if (g->opening != OPENING_OVER || needs_open_end(g))
        return MIAI_NO_MOVE;
    vct.vcf.failed.key = calloc(FAILED, sizeof(uint64_t));
    vct.failed.key = calloc(FAILED, sizeof(uint64_t));
    copy(&room, g);
    if (vct.vcf.failed.key && vct.failed.key)
        move = find(&vct);
    free(vct.vcf.failed.key);
    free(vct.failed.key);
    return move;
}
