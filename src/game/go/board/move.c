/* Board setup, playing moves, editing. */
#include "encore.h"

#include <string.h>

static size_t position_bytes(int width, int height)
{
    size_t points = (size_t)(width * height), span = (size_t)((width + 1) * (height + 2) + 1);
    size_t size = sizeof(struct mi_go) +
                  span * (sizeof(struct mi_go_point) + sizeof(uint32_t) + 1) + 2 * points;
    return (size + 7) / 8 * 8;
}

size_t mi_go_size(const miai_setup *setup)
{
    return position_bytes(setup->width, setup->height);
}

size_t mi_go_bytes(const struct mi_go *b)
{
    return position_bytes(b->width, b->height);
}

void mi_go_copy(union mi_go_copy *copy, const struct mi_go *b)
{
    memcpy(copy->bytes, b, mi_go_bytes(b));
}

/* Rebuilds everything from the colours of the points.  Every chain must have a liberty.  So no
 * stone is captured while the board fills up. */
static void rebuild_board(struct mi_go *b)
{
    uint8_t colour[MI_GO_MAX_SPAN];
    b->empties = 0;
    b->stones = 0;
    b->ko = b->last[0] = b->last[1] = MI_GO_NONE;
    b->passes = b->phase = 0;
    for (int p = 0; p < b->span; p++) {
        colour[p] = b->point[p].colour;
        b->point[p] = (struct mi_go_point){.colour = colour[p]};
        mi_go_shapes(b)[p] = 0;
        if (colour[p] != MI_GO_BORDER) {
            b->point[p].colour = MI_GO_EMPTY;
            go_add_empty(b, p);
        }
    }
    for (int p = b->stride; p < b->span - b->stride; p++) {
        int empty = 0;
        for (int i = 0; i < 4; i++)
            empty += b->point[p + go_neighbour_offset(b->stride, i)].colour == MI_GO_EMPTY;
        b->point[p].around = (uint16_t)(empty << 8 | (4 - empty) << 4 | (4 - empty));
        if (b->point[p].colour == MI_GO_EMPTY)
            go_shape_init(b, p);
    }
    int taken, stones[2] = {0, 0};
    for (int p = 0; p < b->span; p++)
        if (colour[p] == MI_GO_BLACK || colour[p] == MI_GO_WHITE) {
            go_place(b, p, colour[p], &taken, true);
            stones[colour[p]]++;
        }
    mi_go_set_handicap_count(b, stones[MI_GO_WHITE] > 0 ? 0 : stones[MI_GO_BLACK]);
}

static int32_t to_hundredths(double points)
{
    double score = points * MIAI_POINT_SCORE;
    return (int32_t)(score < 0 ? score - 0.5 : score + 0.5);
}

/* A change of the komi alone keeps the button and the phase. */
void mi_go_set_rules(void *pos, const miai_setup *setup)
{
    struct mi_go *b = pos;
    struct mi_go_rules rules = mi_go_rules_of(setup->rules);
    b->komi = to_hundredths(setup->komi);
    if (memcmp(&rules, &b->rules, sizeof rules) == 0)
        return;
    b->rules = rules;
    b->button = rules.button;
    b->button_score = 0;
    if (b->phase > 0) {
        b->phase = 0;
        mi_go_restart_phase(b);
    }
}

void mi_go_init(void *pos, const miai_setup *setup)
{
    struct mi_go *b = pos;
    memset(b, 0, mi_go_size(setup));
    b->width = (uint16_t)setup->width;
    b->height = (uint16_t)setup->height;
    b->stride = (uint16_t)(setup->width + 1);
    b->inverse = (0xffff + (uint32_t)b->stride) / b->stride;
    b->span = (uint16_t)(b->stride * (b->height + 2) + 1);
    mi_go_set_rules(b, setup);
    for (int p = 0; p < b->span; p++)
        b->point[p].colour = MI_GO_BORDER;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++)
            b->point[mi_go_point_at(b, x, y)].colour = MI_GO_EMPTY;
    rebuild_board(b);
}

bool mi_go_legal_point(const struct mi_go *b, int p)
{
    return b->point[p].colour == MI_GO_EMPTY &&
           (mi_go_empty_around(b, p) > 0 || go_legal_without_empty_neighbour(b, p));
}

/* ---- passes ---- */

static uint32_t pass_key(const struct mi_go *b)
{
    return (uint32_t)((b->stones ^ b->ko_mark_key) >> 32);
}

bool mi_go_pass_repeats(const struct mi_go *b)
{
    for (int i = 0; i < b->pass_count[b->turn] && i < MI_GO_PASSES_KEPT; i++)
        if (b->pass_key[b->turn][i] == pass_key(b))
            return true;
    return false;
}

/* Records the pass of the side to move. If the list is full, drops the oldest pass. */
static void remember_pass(struct mi_go *b)
{
    uint8_t *count = &b->pass_count[b->turn];
    b->pass_key[b->turn][*count % MI_GO_PASSES_KEPT] = pass_key(b);
    *count = (uint8_t)(*count + 1 < 2 * MI_GO_PASSES_KEPT ? *count + 1 : MI_GO_PASSES_KEPT);
}

/* Two passes in a row end the game, or its phase if an encore follows. With Spight's ko, only a
 * repeated pass ends the main game.  As in KataGo, taking the button begins a new history. */
static void play_pass(struct mi_go *b)
{
    bool button = b->button, counts = mi_go_passes_count(b) && !button;
    bool repeats = counts && mi_go_pass_repeats(b);
    if (counts)
        remember_pass(b);
    go_pass(b);
    if (button)
        memset(b->pass_count, 0, sizeof b->pass_count);
    else if (repeats || (b->rules.ko == MI_GO_KO_SPIGHT && b->phase == 0))
        b->passes = repeats ? 2 : 1;
    b->history_plies = button || counts ? 0 : b->history_plies + 1;
    mi_go_count_encore_ply(b);
    if (b->passes == 2 && mi_go_encore_follows(b))
        mi_go_begin_phase(b);
}

void mi_go_play(void *pos, miai_move move)
{
    struct mi_go *b = pos;
    if (move == mi_go_pass(b)) {
        play_pass(b);
    } else {
        go_count_handicap(b);
        b->history_plies++;
        if (b->phase > 0)
            mi_go_encore_play(b, mi_go_point_of(b, move));
        else
            go_play(b, mi_go_point_of(b, move), true);
    }
}

/* ---- editing ---- */

/* Does the chain of the stone on p have a liberty?  Uses only the colours, since mi_go_edit_point()
 * calls it before the chains are rebuilt. */
static bool has_liberty(const struct mi_go *b, int p)
{
    uint16_t chain[MI_GO_MAX_SPAN];
    bool seen[MI_GO_MAX_SPAN] = {false};
    int n = 0, colour = b->point[p].colour;
    chain[n++] = (uint16_t)p;
    seen[p] = true;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            int q = chain[i] + go_neighbour_offset(b->stride, j);
            if (b->point[q].colour == MI_GO_EMPTY)
                return true;
            if (b->point[q].colour == colour && !seen[q]) {
                seen[q] = true;
                chain[n++] = (uint16_t)q;
            }
        }
    return false;
}

bool mi_go_edit_point(void *pos, miai_move move, int player)
{
    struct mi_go *b = pos;
    int p = mi_go_point_of(b, move);
    uint8_t before = b->point[p].colour;
    b->point[p].colour = (uint8_t)(player < 0 ? MI_GO_EMPTY : player);
    bool is_possible = player < 0 || has_liberty(b, p);
    for (int i = 0; i < 4 && is_possible; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        is_possible = b->point[q].colour >= MI_GO_EMPTY || has_liberty(b, q);
    }
    if (is_possible)
        rebuild_board(b);
    else
        b->point[p].colour = before;
    return is_possible;
}

void mi_go_set_handicap_count(void *pos, int stones)
{
    struct mi_go *b = pos;
    b->handicap = (uint16_t)stones;
    b->opening = stones > 0 || b->empties == mi_go_pass(b);
    b->button = b->rules.button;
    b->button_score = 0;
    mi_go_restart_phase(b);
}
