/* Moves and captures on sets of points. */
#include "position.h"

#include "miai_game.h"

/* Stones of the attacker next to the wall are part of it.  Stones of the defender next to friends,
 * or on an exit, have liberties outside. */
static bool chain_has_help(const struct ts_frame *f, int side, struct points chain,
                           struct points around)
{
    return side == TS_ATTACKER ? points_meet(around, f->wall)
                               : points_meet(around, f->friends) || points_meet(chain, f->exit);
}

bool mi_ts_has_liberty(const struct ts_frame *f, int side, struct points chain, struct points empty)
{
    struct points around = ts_spread(f, chain);
    return points_meet(around, empty) || chain_has_help(f, side, chain, around);
}

/* The chains of the other side next to the stone that have no liberty left. */
static struct points find_captured_chains(const struct ts_frame *f, const struct ts_position *pos,
                                          struct points around, struct points empty)
{
    int other = !pos->turn;
    struct points left = points_and(around, pos->stones[other]), captured = points_none();
    while (points_any(left)) {
        struct points stone = points_of(points_first(left));
        if (mi_ts_has_liberty(f, other, stone, empty)) {
            left = points_without(left, stone);
            continue;
        }
        struct points chain = points_flood(stone, pos->stones[other], f->stride);
        left = points_without(left, chain);
        if (!mi_ts_has_liberty(f, other, chain, empty))
            captured = points_or(captured, chain);
    }
    return captured;
}

static void position_pass(struct ts_position *pos)
{
    pos->ko = TS_NO_POINT;
    pos->turn = !pos->turn;
}

bool mi_ts_play(const struct ts_frame *f, struct ts_position *pos, int move)
{
    if (move == TS_PASS) {
        position_pass(pos);
        return true;
    }
    int side = pos->turn;
    bool banned = move == pos->ko;
    struct points stone = points_of(move), around = ts_spread(f, stone), empty = ts_empty(f, pos);
    if ((banned && pos->threats[side] == 0) || !points_meet(stone, empty))
        return false;
    empty = points_without(empty, stone);
    struct points captured = find_captured_chains(f, pos, around, empty);
    struct points own = points_or(pos->stones[side], stone);
    bool joins = points_meet(around, pos->stones[side]);
    bool walled = side == TS_ATTACKER && points_meet(around, f->wall);
    struct points liberties = points_and(around, points_or(empty, captured));
    if (!points_any(liberties) && !walled &&
        !mi_ts_has_liberty(f, side, points_flood(stone, own, f->stride), empty))
        return false;
    pos->stones[side] = own;
    pos->stones[!side] = points_without(pos->stones[!side], captured);
    bool ko = !joins && !walled && points_count(captured) == 1 && points_equal(liberties, captured);
    if (banned && pos->threats[side] != TS_ALWAYS)
        pos->threats[side]--;
    pos->turn = (uint8_t)!side;
    pos->ko =
        (uint8_t)(ko && pos->threats[!side] != TS_ALWAYS ? points_first(captured) : TS_NO_POINT);
    return true;
}

uint64_t mi_ts_key(const struct ts_position *pos)
{
    uint64_t ko =
        1 + ((uint64_t)pos->ko | (uint64_t)pos->threats[0] << 8 | (uint64_t)pos->threats[1] << 16);
    uint64_t turn = pos->turn * 0x9e3779b97f4a7c15u;
    uint64_t key = miai_mix(pos->stones[0].low ^ miai_mix(pos->stones[0].high ^ turn));
    key = miai_mix(key ^ pos->stones[1].low) + miai_mix(~key ^ pos->stones[1].high);
    return key ^ miai_mix(ko) >> 32;
}

bool mi_ts_is_captured(const struct ts_frame *f, const struct ts_position *pos)
{
    return !points_meet(pos->stones[TS_DEFENDER], f->any ? f->region : f->target);
}
