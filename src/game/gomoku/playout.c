/* Playouts. */
#include "game/gomoku/board/position.h"
#include "game/gomoku/threat/find.h"

/* ---- uniform playouts ----
 *
 * Only the lines are updated: after a playout nobody needs the shapes of the points. */

static inline bool has_five(const struct mi_gomoku *g, int line, int colour, enum gomoku_five five)
{
    uint32_t others_bits = g->line[line][others(colour)];
    uint32_t own = g->line[line][colour] & ~others_bits;
    uint32_t pairs = own & own >> 1;
    uint32_t fives = pairs & pairs >> 2 & own >> 4; /* where a five starts, from its lowest bit */
    if (fives == 0 || five == FIVE_OR_MORE)
        return fives != 0;
    uint32_t exact = fives & ~(own << 1) & ~(own >> 5);
    if (five == FIVE_EXACTLY)
        return exact != 0;
    uint32_t open = exact & ~(others_bits << 1 & others_bits >> 5);
    return open != 0 || (five == FIVE_OPEN && (fives & fives >> 1) != 0);
}

static inline bool make_five(struct mi_gomoku *g, int point, int colour, enum gomoku_five five)
{
    int y = row_of(g, point), x = point - y * g->width;
    bool won = false;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct gomoku_line_position place = line_position_of(g, direction, x, y);
        g->line[place.line][colour] |= (uint32_t)1 << place.bit;
        won |= has_five(g, place.line, colour, five);
    }
    return won;
}

static int list_empty_points(const struct mi_gomoku *g, uint16_t *list)
{
    int n = 0;
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0)
            list[n++] = (uint16_t)point;
    return n;
}

static inline int play_fast(struct mi_gomoku *g, miai_rng *rng, miai_trace *trace,
                            enum gomoku_five five)
{
    uint16_t empty[GOMOKU_MAX_POINTS];
    for (int n = list_empty_points(g, empty); n > 0; n--) {
        uint32_t i = miai_rng_below(rng, (uint32_t)n);
        int point = empty[i], colour = g->colour, player = player_of(g, colour);
        empty[i] = empty[n - 1];
        if (trace)
            miai_trace_add(trace, point, player);
        g->colour = (uint8_t)others(colour);
        if (make_five(g, point, colour, five))
            return player == 0 ? 1 : -1;
    }
    return 0;
}

/* Plays all moves by the rules. */
static int play_by_rules(struct mi_gomoku *g, miai_rng *rng, miai_trace *trace)
{
    miai_move list[MIAI_MAX_LEGAL];
    while (!g->over) {
        int n = mi_gomoku_moves(g, list);
        miai_move move = list[miai_rng_below(rng, (uint32_t)n)];
        if (trace)
            miai_trace_add(trace, move, mi_gomoku_turn(g));
        mi_gomoku_play(g, move);
    }
    return g->score;
}

static int gomoku_uniform_playout(void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_gomoku *g = pos;
    if (g->over)
        return g->score;
    if (g->rules == RULES_RENJU || g->opening != OPENING_OVER)
        return play_by_rules(g, rng, trace);
    if (g->rules == RULES_FREESTYLE)
        return play_fast(g, rng, trace, FIVE_OR_MORE);
    return play_fast(g, rng, trace, five_of(g->rules, BLACK));
}

/* ---- heavy playouts ---- */

/* Draws a few moves and returns the best-looking one. */
static miai_move gomoku_draw_move(const struct mi_gomoku *g, miai_rng *rng, const miai_move *list,
                                  int n)
{
    enum { DRAWN = 3 };
    miai_move best = list[miai_rng_below(rng, (uint32_t)n)];
    for (int i = 1; i < DRAWN; i++) {
        miai_move move = list[miai_rng_below(rng, (uint32_t)n)];
        if (move < g->points &&
            (best >= g->points || mi_gomoku_move_score(g, move) > mi_gomoku_move_score(g, best)))
            best = move;
    }
    return best;
}

/* Plays wins and answers to threats, otherwise moves near stones. */
static int gomoku_heavy_playout(const void *weights, void *pos, miai_rng *rng, miai_trace *trace)
{
    struct mi_gomoku *g = pos;
    miai_move list[MIAI_MAX_LEGAL];
    (void)weights;
    while (!g->over) {
        int n = mi_gomoku_candidates(g, list);
        miai_move move = n == 1 ? list[0] : gomoku_draw_move(g, rng, list, n);
        if (trace)
            miai_trace_add(trace, move, mi_gomoku_turn(g));
        mi_gomoku_play(g, move);
    }
    return g->score;
}

const miai_playouts mi_gomoku_playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = gomoku_uniform_playout,
    .heavy = gomoku_heavy_playout,
};
