/* Placing and removing stones, and who has won. */
#include "position.h"

#include <string.h>

static uint64_t stone_key(const struct mi_hex *b, int place, int player)
{
    return miai_mix((uint64_t)(2 * hex_move(b, place) + player + 1));
}

/* ---- connection ---- */

/* Do actual stones, without filled points, connect the player's edges? */
static bool stones_connect_edges(const struct mi_hex *b, int player)
{
    uint16_t stack[HEX_PLACES];
    uint8_t seen[HEX_PLACES] = {0};
    int n = 0, step = player == HEX_FIRST ? 1 : HEX_SPAN;
    int edge = player == HEX_FIRST ? b->width : b->height;
    for (int i = 0, place = hex_place_at(0, 0); i < edge; i++, place += step)
        if (hex_stone(b, place) == player)
            seen[stack[n++] = (uint16_t)place] = 1;
    while (n > 0) {
        int from = stack[--n];
        for (int i = 0; i < 6; i++) {
            int to = from + hex_step[i];
            if (hex_stone(b, to) != player || seen[to])
                continue;
            if (!(b->place[to] & HEX_BORDER))
                seen[stack[n++] = (uint16_t)to] = 1;
            else if (b->place[to] & HEX_END)
                return true;
        }
    }
    return false;
}

/* ---- stones ---- */

static void update_winner(struct mi_hex *b, int player)
{
    if (b->decided == player && stones_connect_edges(b, player))
        b->winner = (int8_t)player;
}

/* Recomputes connections and filled points after a stone was removed, or placed on a point filled
 * for the other player. */
static void rebuild_connections(struct mi_hex *b)
{
    b->winner = b->decided = -1;
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move);
        b->place[place] = (uint8_t)hex_stone(b, place);
    }
    for (miai_move move = 0; move < hex_swap_move(b); move++)
        if (hex_stone(b, hex_place(b, move)) != HEX_EMPTY)
            mi_hex_update_connections(b, hex_place(b, move));
    for (miai_move move = 0; move < hex_swap_move(b); move++)
        mi_hex_fill_in(b, hex_place(b, move));
    for (int player = 0; player < 2; player++)
        update_winner(b, player);
}

static void place_stone(struct mi_hex *b, int place, int player)
{
    unsigned before = b->place[place];
    b->stones ^= stone_key(b, place, player);
    b->empty--;
    b->last[player] = (uint16_t)place;
    if (!(before & HEX_FILLED)) {
        b->place[place] = (uint8_t)player;
        mi_hex_update_connections(b, place);
        mi_hex_fill_in(b, place);
    } else if ((before & HEX_COLOUR) == (unsigned)player) {
        b->place[place] = (uint8_t)(before & ~(unsigned)HEX_FILLED);
    } else {
        b->place[place] = (uint8_t)player;
        rebuild_connections(b);
    }
    update_winner(b, player);
}

void mi_hex_edit_place(struct mi_hex *b, int place, int player)
{
    int before = hex_stone(b, place);
    if (before != HEX_EMPTY) {
        b->stones ^= stone_key(b, place, before);
        b->place[place] = HEX_EMPTY;
        b->empty++;
        rebuild_connections(b);
    }
    if (player >= 0)
        place_stone(b, place, player);
}

/* ---- the game ---- */

/* Each corner of the border belongs to one player only, and the other has nothing to connect there,
 * so no position has two winners. */
static void draw_border(struct mi_hex *b)
{
    for (int y = 0; y < b->height; y++) {
        b->place[hex_place_at(-1, y)] = HEX_BORDER | HEX_SECOND | HEX_BEGIN;
        b->place[hex_place_at(b->width, y)] = HEX_BORDER | HEX_SECOND | HEX_END;
    }
    for (int x = -1; x <= b->width; x++) {
        b->place[hex_place_at(x, -1)] = HEX_BORDER | HEX_FIRST | HEX_BEGIN;
        b->place[hex_place_at(x, b->height)] = HEX_BORDER | HEX_FIRST | HEX_END;
    }
}

/* Swapping needs a square board: otherwise a stone has no mirror image, and the shorter distance
 * decides. */
void mi_hex_init(void *pos, const miai_setup *setup)
{
    struct mi_hex *b = pos;
    bool swap = setup->rules == HEX_SWAP && setup->width == setup->height;
    memset(b, 0, HEX_BYTES(setup->height));
    b->width = (uint8_t)setup->width;
    b->height = (uint8_t)setup->height;
    b->empty = (uint16_t)(setup->width * setup->height);
    b->swap = swap ? HEX_SWAP_LATER : HEX_SWAP_GONE;
    b->winner = b->decided = -1;
    for (miai_move move = 0; move < hex_swap_move(b); move++)
        b->place[hex_place(b, move)] = HEX_EMPTY;
    draw_border(b);
}

/* The only stone is mirrored at the long diagonal, which exchanges the players' edges, and becomes
 * the other player's. */
static void swap_pieces(struct mi_hex *b)
{
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int place = hex_place(b, move);
        if (hex_stone(b, place) == HEX_EMPTY)
            continue;
        mi_hex_edit_place(b, place, -1);
        place_stone(b, hex_place_at(move / b->width, move % b->width), b->turn);
        return;
    }
}

void mi_hex_play(void *pos, miai_move move)
{
    struct mi_hex *b = pos;
    if (move == hex_swap_move(b))
        swap_pieces(b);
    else
        place_stone(b, hex_place(b, move), b->turn);
    b->swap = b->swap == HEX_SWAP_LATER ? HEX_SWAP_NOW : HEX_SWAP_GONE;
    b->turn = !b->turn;
}

int mi_hex_list_empty(const struct mi_hex *b, bool filled, uint16_t *list)
{
    unsigned other = filled ? HEX_FILLED : HEX_EMPTY;
    int n = 0;
    for (int y = 0; y < b->height; y++)
        for (int place = hex_place_at(0, y); place < hex_place_at(b->width, y); place++) {
            list[n] = (uint16_t)place;
            n += (b->place[place] & (HEX_EMPTY | other)) != 0;
        }
    return n;
}

/* Follows the boundary between the colours from the top left corner.  On one side of it are the
 * first player's stones connected to the top, on the other the second player's connected to the
 * left.  It ends at the bottom or on the right. */
int mi_hex_winner_of_full(const uint8_t *place)
{
    int first = hex_place_at(0, -1), direction = 4;
    for (;;) {
        int next = first + hex_step[direction + 1];
        unsigned stone = place[next];
        if ((stone & (HEX_BORDER | HEX_END)) == (HEX_BORDER | HEX_END))
            return (int)(stone & HEX_COLOUR);
        if ((stone & HEX_COLOUR) == HEX_FIRST) {
            first = next;
            direction = direction > 0 ? direction - 1 : 5;
        } else {
            direction = direction < 5 ? direction + 1 : 0;
        }
    }
}
