/* Hex: the struct of functions that implements the game contract. */
#include "game/games.h"
#include "knowledge.h"

#include <stdio.h>
#include <string.h>

static const char *const rules[] = {[HEX_SWAP] = "swap", [HEX_NO_SWAP] = "no-swap", NULL};

static size_t hex_size(const miai_setup *setup)
{
    return HEX_BYTES(setup->height);
}

static int hex_move_count(const miai_setup *setup)
{
    return setup->width * setup->height + 1;
}

static int hex_turn(const void *pos)
{
    const struct mi_hex *b = pos;
    return b->turn;
}

static int hex_moves(const void *pos, miai_move *list)
{
    const struct mi_hex *b = pos;
    int n = 0;
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            list[n] = y * b->width + x;
            n += hex_stone(b, hex_place_at(x, y)) == HEX_EMPTY;
        }
    if (b->swap == HEX_SWAP_NOW)
        list[n++] = hex_swap_move(b);
    return n;
}

static bool hex_is_legal(const void *pos, miai_move move)
{
    const struct mi_hex *b = pos;
    if (b->winner >= 0 || move < 0 || move > hex_swap_move(b))
        return false;
    if (move == hex_swap_move(b))
        return b->swap == HEX_SWAP_NOW;
    return hex_stone(b, hex_place(b, move)) == HEX_EMPTY;
}

static bool hex_outcome(const void *pos, int *score)
{
    const struct mi_hex *b = pos;
    *score = b->winner == HEX_FIRST ? 1 : -1;
    return b->winner >= 0;
}

static uint64_t hex_hash(const void *pos)
{
    const struct mi_hex *b = pos;
    return b->stones ^ miai_mix((uint64_t)1 << 32 | (uint64_t)b->swap << 1 | b->turn);
}

/* ---- editing ---- */

static void hex_write_board(const void *pos, int8_t *piece)
{
    const struct mi_hex *b = pos;
    for (miai_move move = 0; move < hex_swap_move(b); move++) {
        int colour = hex_stone(b, hex_place(b, move));
        piece[move] = (int8_t)(colour == HEX_EMPTY ? -1 : colour);
    }
}

/* A player who moves twice in a row has not offered the stone for a swap. */
static void hex_set_turn(void *pos, int player)
{
    struct mi_hex *b = pos;
    if (b->turn != player && b->swap == HEX_SWAP_NOW)
        b->swap = HEX_SWAP_GONE;
    b->turn = (uint8_t)player;
}

static bool hex_edit_point(void *pos, miai_move point, int player)
{
    struct mi_hex *b = pos;
    mi_hex_edit_place(b, hex_place(b, point), player);
    b->swap = HEX_SWAP_GONE;
    return true;
}

static void hex_set_rules(void *pos, const miai_setup *setup)
{
    struct mi_hex *b = pos;
    bool swap = setup->rules == HEX_SWAP && b->width == b->height;
    int stones = hex_swap_move(b) - b->empty;
    if (!swap || stones > 1)
        b->swap = HEX_SWAP_GONE;
    else
        b->swap = stones == 0 ? HEX_SWAP_LATER : b->swap;
}

static int hex_refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    const struct mi_hex *b = pos;
    (void)text;
    if (move != hex_swap_move(b))
        return 0;
    if (b->width != b->height)
        return snprintf(why, size, "pieces can be swapped only on a square board");
    return snprintf(why, size, "%s",
                    b->empty == hex_swap_move(b)
                        ? "there is no piece yet to swap"
                        : "only the second move of a game can swap, if the rules allow it");
}

static const miai_notation notation = {
    .bytes = sizeof(miai_notation),
    .refusal = hex_refusal,
    .ending = mi_hex_ending,
    .read_move = mi_hex_read_move,
    .letters = MIAI_LETTERS_ALL,
};

static const miai_editing editing = {
    .bytes = sizeof(miai_editing),
    .board = hex_write_board,
    .set_turn = hex_set_turn,
    .put = hex_edit_point,
    .set_rules = hex_set_rules,
};

static const miai_playouts playouts = {
    .bytes = sizeof(miai_playouts),
    .uniform = mi_hex_playout,
    .heavy = mi_hex_heavy_playout,
};

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .uct_constant = 0.01,
    .rave = 1000,
    .prior_wins = 250,
    .width = 24,
};

static const miai_evaluation evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = mi_hex_evaluate,
    .priors = mi_hex_priors,
};

static const miai_level levels[] = {
    {1, 1, 16, 0},       {2, 1, 3.5, 0},       {3, 1, 2.1, 0},        {4, 1, 1.65, 0},
    {5, 1, 1.35, 0},     {6, 1, 1.13, 0},      {7, 1, 0.95, 0},       {8, 1, 0.75, 0},
    {9, 2, 0.6, 0},      {10, 6, 0.4, 0},      {11, 21, 0.33, 0},     {12, 55, 0.26, 0},
    {13, 150, 0.19, 0},  {14, 300, 0.14, 0},   {15, 560, 0.1, 0},     {16, 1050, 0.07, 0},
    {17, 2300, 0.04, 0}, {18, 5500, 0.015, 0}, {19, 13000, 0.005, 0}, {20, 32768, 0, 0},
    {0, 0, 0, 0},
};

static const miai_hints hints = {
    .bytes = sizeof(miai_hints),
    .tuning = &tuning,
    .candidates = mi_hex_candidates,
    .moves_left = mi_hex_moves_left,
    .levels = levels,
    .scale = MIAI_SCALE_LEVEL,
};

static const miai_solver solver = {
    .bytes = sizeof(miai_solver),
    .known = mi_hex_known,
    .mustplay = mi_hex_mustplay,
    .find_win = mi_hex_find_win,
};

static const miai_books books = {.bytes = sizeof(miai_books), .symmetries = MIAI_HALF_TURN};

static const miai_records records = {
    .bytes = sizeof(miai_records),
    .sgf = 11,
    .write_move = mi_hex_move_text,
    .read_move = mi_hex_read_move,
    .from_top = true,
};

const miai_game mi_hex_game = {
    .bytes = sizeof(miai_game),
    .name = "hex",
    .title = "Hex",
    .rules = rules,
    .min_width = HEX_MIN_SIDE,
    .max_width = HEX_MAX_SIDE,
    .min_height = HEX_MIN_SIDE,
    .max_height = HEX_MAX_SIDE,
    .setup = {.width = 11, .height = 11, .rules = HEX_SWAP},
    .size = hex_size,
    .move_count = hex_move_count,
    .init = mi_hex_init,
    .turn = hex_turn,
    .moves = hex_moves,
    .legal = hex_is_legal,
    .play = mi_hex_play,
    .outcome = hex_outcome,
    .hash = hex_hash,
    .move_text = mi_hex_move_text,
    .text = mi_hex_text,
    .notation = &notation,
    .editing = &editing,
    .playouts = &playouts,
    .evaluation = &evaluation,
    .hints = &hints,
    .solver = &solver,
    .planes = &mi_hex_planes,
    .records = &records,
    .books = &books,
    .presentation = &mi_hex_presentation,
};
