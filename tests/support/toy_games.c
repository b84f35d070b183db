#include "toy_games.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static int number_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    return snprintf(text, size, "%d", move);
}

static int no_text(const void *pos, char *text, size_t size)
{
    (void)pos;
    return snprintf(text, size, "toy");
}

static int three_moves(const miai_setup *setup)
{
    (void)setup;
    return 3;
}

/* ---- nim ---- */

struct nim {
    int matches, turn;
};

static size_t nim_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct nim);
}

static void nim_init(void *pos, const miai_setup *setup)
{
    *(struct nim *)pos = (struct nim){setup->width, 0};
}

static int nim_turn(const void *pos)
{
    return ((const struct nim *)pos)->turn;
}

static int nim_moves(const void *pos, miai_move *list)
{
    const struct nim *nim = pos;
    int n = 0;
    for (; n < 3 && n < nim->matches; n++)
        list[n] = n;
    return n;
}

static bool nim_legal(const void *pos, miai_move move)
{
    const struct nim *nim = pos;
    return move >= 0 && move < 3 && move < nim->matches;
}

static void nim_play(void *pos, miai_move move)
{
    struct nim *nim = pos;
    nim->matches -= move + 1;
    nim->turn = !nim->turn;
}

static bool nim_outcome(const void *pos, int *score)
{
    const struct nim *nim = pos;
    if (nim->matches == 0)
        *score = nim->turn ? 1 : -1;
    return nim->matches == 0;
}

static uint64_t nim_hash(const void *pos)
{
    const struct nim *nim = pos;
    return miai_mix((uint64_t)(2 * nim->matches + nim->turn));
}

const miai_game toy_nim = {
    .bytes = sizeof(miai_game),
    .name = "nim",
    .title = "Nim",
    .min_width = 1,
    .max_width = 25,
    .min_height = 1,
    .max_height = 1,
    .setup = {.width = 20, .height = 1},
    .size = nim_size,
    .move_count = three_moves,
    .init = nim_init,
    .turn = nim_turn,
    .moves = nim_moves,
    .legal = nim_legal,
    .play = nim_play,
    .outcome = nim_outcome,
    .hash = nim_hash,
    .move_text = number_text,
    .text = no_text,
};

/* ---- fan ---- */

struct fan {
    int move;
};

static size_t fan_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct fan);
}

static void fan_init(void *pos, const miai_setup *setup)
{
    (void)setup;
    *(struct fan *)pos = (struct fan){MIAI_NO_MOVE};
}

static int fan_turn(const void *pos)
{
    return ((const struct fan *)pos)->move != MIAI_NO_MOVE;
}

static int fan_moves(const void *pos, miai_move *list)
{
    (void)pos;
    for (int i = 0; i < 3; i++)
        list[i] = i;
    return 3;
}

static bool fan_legal(const void *pos, miai_move move)
{
    return ((const struct fan *)pos)->move == MIAI_NO_MOVE && move >= 0 && move < 3;
}

static void fan_play(void *pos, miai_move move)
{
    ((struct fan *)pos)->move = move;
}

static bool fan_outcome(const void *pos, int *score)
{
    static const int scores[] = {20, -50, 60};
    int move = ((const struct fan *)pos)->move;
    if (move != MIAI_NO_MOVE)
        *score = scores[move];
    return move != MIAI_NO_MOVE;
}

static uint64_t fan_hash(const void *pos)
{
    return miai_mix((uint64_t)(((const struct fan *)pos)->move + 1));
}

const miai_game toy_fan = {
    .bytes = sizeof(miai_game),
    .name = "fan",
    .title = "Fan",
    .min_width = 1,
    .max_width = 1,
    .min_height = 1,
    .max_height = 1,
    .setup = {.width = 1, .height = 1},
    .points = 100,
    .size = fan_size,
    .move_count = three_moves,
    .init = fan_init,
    .turn = fan_turn,
    .moves = fan_moves,
    .legal = fan_legal,
    .play = fan_play,
    .outcome = fan_outcome,
    .hash = fan_hash,
    .move_text = number_text,
    .text = no_text,
};

/* ---- ring ---- */

struct ring {
    int cell, turn, over, rules;
};

static size_t ring_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct ring);
}

static void ring_init(void *pos, const miai_setup *setup)
{
    *(struct ring *)pos = (struct ring){.rules = setup->rules};
}

static int ring_turn(const void *pos)
{
    return ((const struct ring *)pos)->turn;
}

static bool ring_legal(const void *pos, miai_move move)
{
    return !((const struct ring *)pos)->over && move >= TOY_LEFT && move <= TOY_STOP;
}

static void ring_play(void *pos, miai_move move)
{
    struct ring *ring = pos;
    int step = move == TOY_LEFT ? TOY_CELLS - 1 : move == TOY_RIGHT;
    ring->cell = (ring->cell + step) % TOY_CELLS;
    ring->turn = !ring->turn;
    ring->over = move == TOY_STOP;
}

static bool ring_outcome(const void *pos, int *score)
{
    const struct ring *ring = pos;
    if (ring->over)
        *score = ring->cell == 2 ? 1 : -1;
    return ring->over;
}

static uint64_t ring_hash(const void *pos)
{
    const struct ring *ring = pos;
    return miai_mix((uint64_t)(4 * ring->cell + 2 * ring->turn + ring->over));
}

static int ring_rule(const void *pos)
{
    return ((const struct ring *)pos)->rules ? MIAI_REPEAT_DRAW : MIAI_REPEAT_ILLEGAL;
}

static uint64_t ring_key(const void *pos)
{
    return (uint64_t)((const struct ring *)pos)->cell;
}

static int ring_window(const void *pos)
{
    return ((const struct ring *)pos)->over ? 0 : TOY_PLIES;
}

static const char *const ring_rules[] = {"superko", "draw", NULL};

static const miai_repetition ring_repetition = {
    .bytes = sizeof(miai_repetition),
    .rule = ring_rule,
    .key = ring_key,
    .window = ring_window,
};

const miai_game toy_ring = {
    .bytes = sizeof(miai_game),
    .name = "ring",
    .title = "Ring",
    .rules = ring_rules,
    .min_width = 1,
    .max_width = 1,
    .min_height = 1,
    .max_height = 1,
    .setup = {.width = 1, .height = 1},
    .size = ring_size,
    .move_count = three_moves,
    .init = ring_init,
    .turn = ring_turn,
    .moves = fan_moves,
    .legal = ring_legal,
    .play = ring_play,
    .outcome = ring_outcome,
    .hash = ring_hash,
    .move_text = number_text,
    .text = no_text,
    .repetition = &ring_repetition,
};

/* ---- a game in progress ---- */

void toy_begin(struct toy *toy, const miai_game *game, int width, int rules)
{
    memset(toy, 0, sizeof *toy);
    toy->setup = game->setup;
    toy->setup.width = width ? width : game->setup.width;
    toy->setup.rules = rules;
    toy->root = (struct mi_root){.game = game,
                                 .setup = &toy->setup,
                                 .size = game->size(&toy->setup),
                                 .pos = toy->pos,
                                 .start = miai_mix((uint64_t)(toy->setup.width + 100 * rules)),
                                 .line = toy->line,
                                 .keys = mi_repetition(game)->key ? toy->keys : NULL,
                                 .key_count = mi_repetition(game)->key ? 1 : 0};
    ck_assert_uint_le(toy->root.size, TOY_BYTES);
    game->init(toy->start, &toy->setup);
    memcpy(toy->pos, toy->start, toy->root.size);
    toy->keys[0] = mi_repetition(game)->key ? mi_repetition(game)->key(toy->pos) : 0;
}

void toy_play(struct toy *toy, miai_move move)
{
    struct mi_root *root = &toy->root;
    int player = root->game->turn(toy->pos);
    toy->line[root->plies++] = (miai_ply){(uint16_t)move, (uint8_t)player, 0};
    root->game->play(toy->pos, move);
    if (mi_repetition(root->game)->key)
        toy->keys[root->key_count++] = mi_repetition(root->game)->key(toy->pos);
}

void toy_undo(struct toy *toy, int plies)
{
    int left = toy->root.plies - plies;
    memcpy(toy->pos, toy->start, toy->root.size);
    toy->root.plies = 0;
    toy->root.key_count = mi_repetition(toy->root.game)->key ? 1 : 0;
    for (int i = 0; i < left; i++)
        toy_play(toy, toy->line[i].move);
}

bool toy_over(const struct toy *toy, int *score)
{
    return toy->root.game->outcome(toy->pos, score);
}

struct mi_settings toy_settings(void)
{
    return (struct mi_settings){
        .memory = (size_t)16 << 20,
        .threads = 1,
        .seed = 1,
        .uct_constant = 0.7,
        .fpu = -1,
        .solver = true,
        .playout = MI_PLAYOUT_UNIFORM,
        .priors = true,
        .virtual_loss = 1,
    };
}
