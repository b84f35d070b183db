#include "win.h"

#include "threats.h"

bool mi_gomoku_wins_by_fours(const struct mi_gomoku *g, int *plies)
{
    enum { FAILED = 256, NODES = 300 };
    const uint16_t *own = g->kinds[g->colour];
    uint64_t failed[FAILED] = {0};
    union gomoku_room room;
    struct gomoku_vcf vcf = {
        .g = &room.position, .failed = {failed, FAILED - 1}, .nodes = NODES, .attacker = g->colour};
    if (own[KIND_FOUR_MORE] + own[KIND_FOUR_THREE] + own[KIND_WIN] == 0)
        return false; /* fours that make nothing else lead nowhere, but for long ways */
    gomoku_copy(&room.position, g);
    bool wins = mi_gomoku_vcf(&vcf);
    *plies = vcf.length;
    return wins;
}

/* Fours first, which cost little, then threes, too. */
static miai_move find(struct gomoku_threats *threats, struct mi_gomoku *g, int64_t positions)
{
    struct gomoku_threats_result result;
    struct gomoku_vcf vcf = {.g = g,
                             .failed = threats->failed,
                             .nodes = positions / 2,
                             .go_on = threats->go_on,
                             .arg = threats->arg,
                             .attacker = threats->attacker};
    if (mi_gomoku_vcf(&vcf))
        return vcf.line[0];
    if (vcf.nodes < 0)
        return MIAI_NO_MOVE;
    mi_gomoku_threats_search(threats, g, positions / 2, &result);
    return result.proof == 0 ? result.move : MIAI_NO_MOVE;
}

miai_move mi_gomoku_find_win(const void *pos, int64_t positions, bool (*go_on)(void *arg),
                             void *arg)
{
    static const struct gomoku_threats_bits bits = {.table = 14, .failed = 16, .habit = 12};
    const struct mi_gomoku *g = pos;
    union gomoku_room room;
    struct gomoku_threats threats;
    miai_move move = MIAI_NO_MOVE;
    if (g->opening != OPENING_OVER || needs_open_end(g))
        return MIAI_NO_MOVE;
    gomoku_copy(&room.position, g);
    if (mi_gomoku_threats_open(&threats, bits)) {
        threats.attacker = g->colour;
        threats.go_on = go_on;
        threats.arg = arg;
        move = find(&threats, &room.position, positions);
    }
    mi_gomoku_threats_close(&threats);
    return move;
}
