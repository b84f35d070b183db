#include "move_picker.h"

#include <limits.h>

/* An item is one number, so that the greatest is the next to try: a mark above its rank, above its
 * place in the game's list, counted backwards, above the move. */
enum { RANK_SHIFT = 32, PLACE_SHIFT = 16, RANK_MIDDLE = 1 << 24, RANK_KILLER = 1 << 25 };

static const uint64_t LOSING = (uint64_t)1 << 63; /* a noisy move that was put off */

enum {
    STAGE_HASH,
    STAGE_LIST_NOISY,
    STAGE_NOISY,
    STAGE_KILLERS,
    STAGE_LIST_REST,
    STAGE_REST,
    STAGE_LOSING,
};

/* What a noisy move takes counts so many times as much as its history. */
enum { TAKES_WEIGHT = 32 };

void mi_picker_init(struct mi_picker *picker, const struct mi_ab_history *history, uint64_t *items)
{
    *picker = (struct mi_picker){
        .game = history->game,
        .history = history,
        .killers = {{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}},
        .hash_move = MIAI_NO_MOVE,
        .least = INT_MIN,
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

static int item_history_score(uint64_t item)
{
    int rank = (int)(item >> RANK_SHIFT);
    return rank > RANK_KILLER - MI_KILLERS ? MI_AB_HISTORY_MAX : rank - RANK_MIDDLE;
}

/* Which of the first n killers the move is; n: none of them. */
static int find_killer(const struct mi_picker *picker, miai_move move, int n)
{
    int i = 0;
    while (i < n && picker->killers.move[i] != move)
        i++;
    return i;
}

static int quiet_rank(const struct mi_picker *picker, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(picker->game);
    int quiet_score = tactics->quiet_score ? tactics->quiet_score(picker->place.pos, move) : 0;
    return RANK_MIDDLE + quiet_score + mi_ab_history_quiet(picker->history, &picker->place, move);
}

/* A bit of a set that tells most moves apart from those in it. */
static uint64_t trace(miai_move move)
{
    return (uint64_t)1 << (move & 63);
}

static void add_noisy(struct mi_picker *picker, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(picker->game);
    int takes = tactics->takes ? tactics->takes(picker->place.pos, move) : 0;
    if (takes <= picker->least)
        return;
    picker->noisy_traces |= trace(move);
    add(picker, move,
        tactics->takes ? RANK_MIDDLE + TAKES_WEIGHT * takes +
                             mi_ab_history_noisy(picker->history, &picker->place, move, takes)
                       : 0);
}

static void list_noisy(struct mi_picker *picker, miai_move *list)
{
    const miai_game *game = picker->game;
    int (*moves)(const void *, miai_move *) = picker->plain ? game->moves : mi_tactics(game)->noisy;
    if (!moves)
        return;
    int n = moves(picker->place.pos, list);
    for (int i = 0; i < n; i++)
        if (list[i] != picker->hash_move)
            add_noisy(picker, list[i]);
    picker->noisy = picker->count;
}

static bool was_noisy(const struct mi_picker *picker, miai_move move)
{
    if (!(picker->noisy_traces & trace(move)))
        return false;
    for (int i = 0; i < picker->noisy; i++)
        if (item_move(picker->items[i]) == move)
            return true;
    return false;
}

/* Killers are given before the rest is listed, which they often save.  A game with candidates lists
 * them first: a killer need not be one. */
static bool gives_killers(const struct mi_picker *picker)
{
    return !mi_hints(picker->game)->candidates;
}

static bool is_wanted(const struct mi_picker *picker, miai_move move)
{
    if (picker->wanted == MI_QUIETS_ALL)
        return true;
    const miai_game *game = picker->game;
    return mi_tactics(game)->threatens && mi_tactics(game)->threatens(picker->place.pos, move);
}

/* What is not wanted is not ranked, which takes longer than asking. */
static void add_quiet(struct mi_picker *picker, miai_move move)
{
    int killer = find_killer(picker, move, MI_KILLERS);
    if (killer < MI_KILLERS) {
        if (!gives_killers(picker) && is_wanted(picker, move))
            add(picker, move, RANK_KILLER - killer);
    } else if (is_wanted(picker, move)) {
        add(picker, move, quiet_rank(picker, move));
    }
}

/* Those of the game's moves that may be wanted. */
static int list_moves(const struct mi_picker *picker, miai_move *list)
{
    const miai_game *game = picker->game;
    const void *pos = picker->place.pos;
    if (mi_hints(game)->candidates)
        return mi_hints(game)->candidates(pos, list);
    if (picker->wanted == MI_QUIETS_THREATS && mi_tactics(game)->threats)
        return mi_tactics(game)->threats(pos, list);
    return game->moves(pos, list);
}

/* A game with candidates may call a move noisy that is none of them: it has been tried then, which
 * does no harm. */
static void list_rest(struct mi_picker *picker, miai_move *list)
{
    int n = list_moves(picker, list);
    mi_ab_find_threats(picker->history, &picker->place);
    for (int i = 0; i < n; i++)
        if (list[i] != picker->hash_move && !was_noisy(picker, list[i]))
            add_quiet(picker, list[i]);
}

/* The best of the items not given yet. */
static uint64_t *pick(struct mi_picker *picker)
{
    uint64_t *items = picker->items, most = items[picker->next];
    int best = picker->next;
    for (int i = best + 1; i < picker->count; i++) {
        bool more = items[i] > most;
        best = more ? i : best;
        most = more ? items[i] : most;
    }
    items[best] = items[picker->next];
    items[picker->next] = most;
    return &items[picker->next++];
}

static miai_move next_killer(struct mi_picker *picker)
{
    while (gives_killers(picker) && picker->wanted != MI_QUIETS_NONE &&
           picker->killer < MI_KILLERS) {
        int i = picker->killer++;
        miai_move move = picker->killers.move[i];
        if (move != MIAI_NO_MOVE && move != picker->hash_move &&
            find_killer(picker, move, i) == i && !was_noisy(picker, move) &&
            picker->game->legal(picker->place.pos, move) && is_wanted(picker, move))
            return move;
    }
    return MIAI_NO_MOVE;
}

/* The best quiet move left that is wanted. */
static miai_move pick_quiet(struct mi_picker *picker)
{
    while (picker->wanted != MI_QUIETS_NONE && picker->next < picker->count) {
        uint64_t item =
            picker->wanted == MI_QUIETS_ALL ? *pick(picker) : picker->items[picker->next++];
        picker->history_score = item_history_score(item);
        if (is_wanted(picker, item_move(item)))
            return item_move(item);
    }
    return MIAI_NO_MOVE;
}

static bool loses(const struct mi_picker *picker, miai_move move)
{
    return !picker->plain && mi_tactics(picker->game)->see_ge &&
           !mi_tactics(picker->game)->see_ge(picker->place.pos, move, 0);
}

/* The best noisy move left that does not lose; those that do are marked. */
static miai_move pick_noisy(struct mi_picker *picker)
{
    while (picker->next < picker->count) {
        uint64_t *item = pick(picker);
        miai_move move = item_move(*item);
        if (!loses(picker, move))
            return move;
        *item |= LOSING;
    }
    return MIAI_NO_MOVE;
}

/* The marked ones, in the order in which they were put off. */
static miai_move next_losing(struct mi_picker *picker)
{
    while (picker->next < picker->noisy) {
        uint64_t item = picker->items[picker->next++];
        if (item & LOSING)
            return item_move(item);
    }
    return MIAI_NO_MOVE;
}

static bool hash_move_is_quiet(const struct mi_picker *picker)
{
    const miai_game *game = picker->game;
    return !mi_tactics(game)->takes ||
           mi_tactics(game)->takes(picker->place.pos, picker->hash_move) <= 0;
}

miai_move mi_picker_next(struct mi_picker *picker, miai_move *list)
{
    miai_move move;
    switch (picker->stage) {
    case STAGE_HASH:
        picker->stage = STAGE_LIST_NOISY;
        if (picker->hash_move != MIAI_NO_MOVE) {
            picker->quiet = hash_move_is_quiet(picker);
            return picker->hash_move;
        }
        /* fall through */
    case STAGE_LIST_NOISY:
        list_noisy(picker, list);
        picker->quiet = false;
        picker->stage = STAGE_NOISY;
        /* fall through */
    case STAGE_NOISY:
        move = pick_noisy(picker);
        if (move != MIAI_NO_MOVE)
            return move;
        picker->quiet = true;
        picker->history_score = MI_AB_HISTORY_MAX;
        picker->stage = STAGE_KILLERS;
        /* fall through */
    case STAGE_KILLERS:
        move = next_killer(picker);
        if (move != MIAI_NO_MOVE)
            return move;
        picker->stage = STAGE_LIST_REST;
        /* fall through */
    case STAGE_LIST_REST:
        if (picker->wanted != MI_QUIETS_NONE)
            list_rest(picker, list);
        picker->stage = STAGE_REST;
        /* fall through */
    case STAGE_REST:
        move = pick_quiet(picker);
        if (move != MIAI_NO_MOVE)
            return move;
        picker->quiet = false;
        picker->history_score = 0;
        picker->next = 0;
        picker->stage = STAGE_LOSING;
        /* fall through */
    default:
        return picker->sound ? MIAI_NO_MOVE : next_losing(picker);
    }
}
