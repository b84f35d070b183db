#include "win.h"

#include "threats.h"

bool mi_gomoku_wins_by_fours(const struct mi_gomoku *g, int *plies)
{
    enum { FAILED_ENTRIES = 256, NODES_MAX = 300 };
    const uint16_t *own = g->kinds[g->colour];
    uint64_t failed[FAILED_ENTRIES] = {0};
    union gomoku_position_copy copy;
    struct gomoku_vcf vcf = {.g = &copy.position,
                             .failed = {failed, FAILED_ENTRIES - 1},
                             .nodes = NODES_MAX,
                             .attacker = g->colour};
    if (own[KIND_FOUR_AND_MINOR] + own[KIND_FOUR_THREE] + own[KIND_WIN] == 0)
        return false; /* fours without another threat only win in long lines */
    gomoku_copy(&copy.position, g);
    bool wins = mi_gomoku_vcf(&vcf);
    *plies = vcf.length;
    return wins;
}

/* Searches for a VCF first, which is cheap, then with threes. */
static miai_move search_win(struct gomoku_threats *threats, struct mi_gomoku *g, int64_t positions)
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
    union gomoku_position_copy copy;
    struct gomoku_threats threats;
    miai_move move = MIAI_NO_MOVE;
    if (g->opening != OPENING_OVER || needs_open_end(g))
        return MIAI_NO_MOVE;
    gomoku_copy(&copy.position, g);
    if (mi_gomoku_threats_open(&threats, bits)) {
        threats.attacker = g->colour;
        threats.go_on = go_on;
        threats.arg = arg;
        move = search_win(&threats, &copy.position, positions);
    }
    mi_gomoku_threats_close(&threats);
    return move;
}
