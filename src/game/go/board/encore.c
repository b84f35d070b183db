/* The encore: phases, ko marks, legality. */
#include "encore.h"

#include <string.h>

/* ---- phases ---- */

int mi_go_move_difference(const struct mi_go *b)
{
    int stones = 0;
    for (int p = b->stride; p < b->span - b->stride; p++)
        stones += (b->point[p].colour == MI_GO_BLACK) - (b->point[p].colour == MI_GO_WHITE);
    return stones + b->prisoners[MI_GO_WHITE] - b->prisoners[MI_GO_BLACK];
}

int mi_go_paid_moves(const struct mi_go *b)
{
    return b->phase == 2 ? b->paid_moves : mi_go_move_difference(b);
}

static void start_phase_2(struct mi_go *b)
{
    uint8_t *points = mi_go_encore_points(b);
    for (int p = b->stride; p < b->span - b->stride; p++)
        if (b->point[p].colour <= MI_GO_WHITE)
            points[p] = (uint8_t)(b->point[p].colour + 1);
    b->paid_moves = mi_go_move_difference(b);
    b->encore_key = miai_mix(b->stones ^ miai_mix((uint64_t)(uint32_t)b->paid_moves));
}

void mi_go_restart_phase(struct mi_go *b)
{
    b->history_plies = 0;
    memset(b->pass_count, 0, sizeof b->pass_count);
    memset(b->pass_key, 0, sizeof b->pass_key);
    memset(mi_go_encore_points(b), 0, b->span);
    memset(b->ko_capture_key, 0, sizeof b->ko_capture_key);
    b->ko_captures = b->phase_plies = 0;
    b->ko_mark_key = b->encore_key = 0;
    b->paid_moves = 0;
    if (b->phase == 2)
        start_phase_2(b);
}

void mi_go_begin_phase(struct mi_go *b)
{
    b->phase++;
    b->passes = 0;
    mi_go_restart_phase(b);
}

/* ---- kos ---- */

/* The stone that a stone of the side to move on the empty point p would capture in a ko, or
 * MI_GO_NONE. */
static int stone_in_ko(const struct mi_go *b, int p)
{
    int taken = MI_GO_NONE;
    if (!mi_go_enclosed(b, p, !b->turn))
        return MI_GO_NONE;
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour != !b->turn ||
            !mi_go_is_only_liberty(b->point[b->point[q].head].sums, p))
            continue;
        if (taken != MI_GO_NONE || mi_go_chain_stones(b, q) > 1)
            return MI_GO_NONE;
        taken = q;
    }
    return taken;
}

/* The stone whose ko mark a move on p lifts, or MI_GO_NONE. */
static int stone_to_unmark(const struct mi_go *b, int p)
{
    int stone = MI_GO_NONE;
    if (b->ko_mark_key == 0)
        return MI_GO_NONE;
    if (b->point[p].colour == MI_GO_EMPTY)
        stone = stone_in_ko(b, p);
    else if (b->point[p].colour == !b->turn && mi_go_chain_stones(b, p) == 1 && mi_go_atari(b, p))
        stone = p;
    return stone != MI_GO_NONE && mi_go_has_ko_mark(b, stone) ? stone : MI_GO_NONE;
}

static void toggle_ko_mark(struct mi_go *b, int p)
{
    mi_go_encore_points(b)[p] ^= MI_GO_KO_MARK;
    b->ko_mark_key ^= miai_mix((uint64_t)p << 32);
}

/* Captured stones lose their marks. */
static void remove_marks_from_empty_points(struct mi_go *b)
{
    for (int p = b->stride; p < b->span - b->stride && b->ko_mark_key != 0; p++)
        if (b->point[p].colour == MI_GO_EMPTY && mi_go_has_ko_mark(b, p))
            toggle_ko_mark(b, p);
}

static uint32_t ko_capture_key(const struct mi_go *b, int p)
{
    return (uint32_t)(miai_mix(b->stones ^ miai_mix((uint64_t)(2 * p + b->turn) << 32)) >> 32);
}

static void remember_ko_capture(struct mi_go *b, uint32_t key)
{
    b->ko_capture_key[b->ko_captures % MI_GO_KO_CAPTURES_KEPT] = key;
    b->ko_captures++;
    b->encore_key ^= miai_mix(key);
}

bool mi_go_encore_forbids(const struct mi_go *b, int p)
{
    uint32_t key = ko_capture_key(b, p);
    for (int i = 0; i < b->ko_captures && i < MI_GO_KO_CAPTURES_KEPT; i++)
        if (b->ko_capture_key[i] == key)
            return true;
    return false;
}

/* ---- moves ---- */

bool mi_go_encore_legal(const struct mi_go *b, int p)
{
    if (stone_to_unmark(b, p) != MI_GO_NONE)
        return true;
    return mi_go_legal_point(b, p) &&
           (mi_go_empty_around(b, p) > 0 || !mi_go_encore_forbids(b, p));
}

static void pass_for_ko(struct mi_go *b, int p, int stone)
{
    toggle_ko_mark(b, stone);
    b->passes = 0;
    go_record_move(b, p);
    b->turn = !b->turn;
}

void mi_go_encore_play(struct mi_go *b, int p)
{
    int stone = stone_to_unmark(b, p);
    mi_go_count_encore_ply(b);
    if (stone != MI_GO_NONE) {
        pass_for_ko(b, p, stone);
        return;
    }
    uint32_t key = ko_capture_key(b, p);
    go_play(b, p, true);
    if (b->ko != MI_GO_NONE) {
        remember_ko_capture(b, key);
        toggle_ko_mark(b, p);
        b->ko = MI_GO_NONE;
    }
    remove_marks_from_empty_points(b);
}
