#include "order.h"

#include <stdlib.h>

/* The scores lie within +-HISTORY_MAX; a search deeper than DEEP teaches no more. */
enum { HISTORY_MAX = 16000, DEEP = 40 };

/* ---- history ---- */

size_t mi_history_bytes(int move_count)
{
    return 2 * (size_t)move_count * sizeof(int16_t);
}

bool mi_history_init(struct mi_history *history, int move_count)
{
    history->move_count = move_count;
    history->score = calloc(2 * (size_t)move_count, sizeof *history->score);
    return history->score != NULL;
}

void mi_history_free(struct mi_history *history)
{
    free(history->score);
    history->score = NULL;
}

/* Moves a score towards +-HISTORY_MAX, the less the nearer it is, so that it forgets. */
static void move_towards(int16_t *score, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *score = (int16_t)(*score + bonus - *score * size / HISTORY_MAX);
}

/* ---- picker ---- */

/* An item is one number, so that the greatest is the next to try: its rank above its place in the
 * game's list, counted backwards, above the move. */
enum { RANK_SHIFT = 32, PLACE_SHIFT = 16, RANK_KILLER = 4 * HISTORY_MAX };

enum { STAGE_HASH, STAGE_LIST_NOISY, STAGE_NOISY, STAGE_LIST_REST, STAGE_REST };

void mi_picker_init(struct mi_picker *picker, const miai_game *game, const void *pos, int player,
                    uint64_t *items)
{
    *picker = (struct mi_picker){
        .game = game,
        .pos = pos,
        .killers = {{MIAI_NO_MOVE, MIAI_NO_MOVE}},
        .hash_move = MIAI_NO_MOVE,
        .player = player,
        .stage = STAGE_HASH,
        .items = items,
    };
}

static void add(struct mi_picker *picker, miai_move move, int rank)
{
    int place = MIAI_MAX_LEGAL - picker->count;
    picker->items[picker->count++] =
        (uint64_t)rank << RANK_SHIFT | (uint64_t)place << PLACE_SHIFT | (uint64_t)move;
}

static miai_move item_move(uint64_t item)
{
    return (miai_move)(item & ((1 << PLACE_SHIFT) - 1));
}

static void list_noisy(struct mi_picker *picker, miai_move *list)
{
    if (!picker->game->noisy)
        return;
    int n = picker->game->noisy(picker->pos, list);
    for (int i = 0; i < n; i++)
        if (list[i] != picker->hash_move)
            add(picker, list[i], 0);
    picker->noisy = picker->count;
}

static bool was_noisy(const struct mi_picker *picker, miai_move move)
{
    for (int i = 0; i < picker->noisy; i++)
        if (item_move(picker->items[i]) == move)
            return true;
    return false;
}

static int rank_of(const struct mi_picker *picker, miai_move move)
{
    for (int i = 0; i < 2; i++)
        if (move == picker->killers.move[i])
            return RANK_KILLER - i;
    const struct mi_history *history = picker->history;
    return HISTORY_MAX + history->score[picker->player * history->move_count + move];
}

/* A game with candidates may call a move noisy that is none of them: it has been tried then, which
 * does no harm. */
static void list_rest(struct mi_picker *picker, miai_move *list)
{
    const miai_game *game = picker->game;
    int n = game->candidates ? game->candidates(picker->pos, list) : game->moves(picker->pos, list);
    for (int i = 0; i < n; i++)
        if (list[i] != picker->hash_move && !was_noisy(picker, list[i]))
            add(picker, list[i], rank_of(picker, list[i]));
}

/* The best of the items not given yet. */
static miai_move pick(struct mi_picker *picker)
{
    uint64_t *items = picker->items;
    int best = picker->next;
    for (int i = best + 1; i < picker->count; i++)
        if (items[i] > items[best])
            best = i;
    uint64_t item = items[best];
    items[best] = items[picker->next];
    items[picker->next++] = item;
    return item_move(item);
}

miai_move mi_picker_next(struct mi_picker *picker, miai_move *list)
{
    switch (picker->stage) {
    case STAGE_HASH:
        picker->stage = STAGE_LIST_NOISY;
        if (picker->hash_move != MIAI_NO_MOVE)
            return picker->hash_move;
        /* fall through */
    case STAGE_LIST_NOISY:
        list_noisy(picker, list);
        picker->stage = STAGE_NOISY;
        /* fall through */
    case STAGE_NOISY:
        if (picker->next < picker->count)
            return pick(picker);
        if (!picker->history)
            return MIAI_NO_MOVE;
        picker->stage = STAGE_LIST_REST;
        /* fall through */
    case STAGE_LIST_REST:
        list_rest(picker, list);
        picker->stage = STAGE_REST;
        /* fall through */
    default:
        return picker->next < picker->count ? pick(picker) : MIAI_NO_MOVE;
    }
}

static void add_killer(struct mi_killers *killers, miai_move move)
{
    if (killers->move[0] == move)
        return;
    killers->move[1] = killers->move[0];
    killers->move[0] = move;
}

/* The items given so far stand in front, in their order.  A hash move counts as quiet: what it is
 * was not asked. */
void mi_picker_learn(const struct mi_picker *picker, struct mi_killers *killers, int depth)
{
    int last = picker->next - 1;
    if (last >= 0 && last < picker->noisy)
        return;
    int16_t *score = picker->history->score + picker->player * picker->history->move_count;
    int bonus = depth < DEEP ? depth * depth : DEEP * DEEP;
    miai_move move = last < 0 ? picker->hash_move : item_move(picker->items[last]);
    add_killer(killers, move);
    move_towards(&score[move], bonus);
    if (last >= 0 && picker->hash_move != MIAI_NO_MOVE)
        move_towards(&score[picker->hash_move], -bonus);
    for (int i = picker->noisy; i < last; i++)
        move_towards(&score[item_move(picker->items[i])], -bonus);
}
