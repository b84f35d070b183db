#include "move_picker.h"

#include <limits.h>

/* An item is one number; the greatest is tried next.  From the highest bits: a flag, the score, the
 * index in the game's list counted backwards (so that ties keep its order), the move. */
enum { SCORE_SHIFT = 32, INDEX_SHIFT = 16, SCORE_ZERO = 1 << 24, SCORE_KILLER = 1 << 25 };

static const uint64_t LOSING_FLAG = (uint64_t)1
                                    << 63; /* a noisy move that loses material: tried last */

enum {
    STAGE_HASH,
    STAGE_LIST_NOISY,
    STAGE_NOISY,
    STAGE_KILLERS,
    STAGE_LIST_REST,
    STAGE_REST,
    STAGE_LOSING,
};

/* Weight of a capture's value relative to its history. */
enum { CAPTURE_WEIGHT = 32 };

void mi_picker_init(struct mi_picker *picker, const struct mi_ab_history *history, uint64_t *items)
{
    *picker = (struct mi_picker){
        .game = history->game,
        .history = history,
        .killers = {{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}},
        .hash_move = MIAI_NO_MOVE,
        .min_capture = INT_MIN,
        .stage = STAGE_HASH,
        .items = items,
    };
}

static void add_item(struct mi_picker *picker, miai_move move, int move_score)
{
    int index = MIAI_MAX_LEGAL - picker->count;
    picker->items[picker->count++] =
        (uint64_t)move_score << SCORE_SHIFT | (uint64_t)index << INDEX_SHIFT | (uint64_t)move;
}

static miai_move item_move(uint64_t item)
{
    return (miai_move)(item & ((1 << INDEX_SHIFT) - 1));
}

static int item_history_score(uint64_t item)
{
    int score = (int)(item >> SCORE_SHIFT);
    return score > SCORE_KILLER - MI_KILLERS ? MI_AB_HISTORY_MAX : score - SCORE_ZERO;
}

/* Index of the move among the first n killers; n if it is not one of them. */
static int find_killer(const struct mi_picker *picker, miai_move move, int n)
{
    int i = 0;
    while (i < n && picker->killers.move[i] != move)
        i++;
    return i;
}

static int quiet_move_score(const struct mi_picker *picker, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(picker->game);
    int quiet_score = tactics->quiet_score ? tactics->quiet_score(picker->context.pos, move) : 0;
    return SCORE_ZERO + quiet_score + mi_ab_history_quiet(picker->history, &picker->context, move);
}

/* A bit of a 64-bit Bloom filter of moves. */
static uint64_t filter_bit(miai_move move)
{
    return (uint64_t)1 << (move & 63);
}

static void add_noisy(struct mi_picker *picker, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(picker->game);
    int capture_value = tactics->capture_value ? tactics->capture_value(picker->context.pos, move) : 0;
    if (capture_value <= picker->min_capture)
        return;
    picker->noisy_filter |= filter_bit(move);
    add_item(picker, move,
             tactics->capture_value
                 ? SCORE_ZERO + CAPTURE_WEIGHT * capture_value +
                       mi_ab_history_noisy(picker->history, &picker->context, move, capture_value)
                 : 0);
}

static void list_noisy(struct mi_picker *picker, miai_move *list)
{
    const miai_game *game = picker->game;
    int (*moves)(const void *, miai_move *) =
        picker->evasions ? game->moves : mi_tactics(game)->noisy;
    if (!moves)
        return;
    int n = moves(picker->context.pos, list);
    for (int i = 0; i < n; i++)
        if (list[i] != picker->hash_move)
            add_noisy(picker, list[i]);
    picker->noisy_count = picker->count;
}

static bool was_noisy(const struct mi_picker *picker, miai_move move)
{
    if (!(picker->noisy_filter & filter_bit(move)))
        return false;
    for (int i = 0; i < picker->noisy_count; i++)
        if (item_move(picker->items[i]) == move)
            return true;
    return false;
}

/* Killers are tried before the quiet moves are listed: a cut-off saves the list.  In a game with
 * candidates the list comes first, since a killer need not be a candidate. */
static bool has_killer_stage(const struct mi_picker *picker)
{
    return !mi_hints(picker->game)->candidates;
}

static bool is_quiet_wanted(const struct mi_picker *picker, miai_move move)
{
    if (picker->quiets == MI_QUIETS_ALL)
        return true;
    const miai_game *game = picker->game;
    return mi_tactics(game)->gives_check && mi_tactics(game)->gives_check(picker->context.pos, move);
}

/* Checks first whether the move will be returned: scoring takes longer than the check. */
static void add_quiet(struct mi_picker *picker, miai_move move)
{
    int killer = find_killer(picker, move, MI_KILLERS);
    if (killer < MI_KILLERS) {
        if (!has_killer_stage(picker) && is_quiet_wanted(picker, move))
            add_item(picker, move, SCORE_KILLER - killer);
    } else if (is_quiet_wanted(picker, move)) {
        add_item(picker, move, quiet_move_score(picker, move));
    }
}

/* Lists the game's moves; only its candidates or threats if these suffice. */
static int list_moves(const struct mi_picker *picker, miai_move *list)
{
    const miai_game *game = picker->game;
    const void *pos = picker->context.pos;
    if (mi_hints(game)->candidates)
        return mi_hints(game)->candidates(pos, list);
    if (picker->quiets == MI_QUIETS_THREATS && mi_tactics(game)->threats)
        return mi_tactics(game)->threats(pos, list);
    return game->moves(pos, list);
}

/* Can the game list the quiet moves with kinds and static scores? All noisy moves must have been
 * listed, and killers tried. */
static bool lists_quiets(const struct mi_picker *picker)
{
    return mi_tactics(picker->game)->quiets && picker->history->threat_classes > 1 &&
           picker->quiets == MI_QUIETS_ALL && !picker->evasions && picker->min_capture == INT_MIN &&
           has_killer_stage(picker);
}

static void list_quiets(struct mi_picker *picker)
{
    miai_quiet list[MIAI_MAX_LEGAL];
    int n = mi_tactics(picker->game)->quiets(picker->context.pos, picker->context.threats, list);
    for (int i = 0; i < n; i++)
        if (list[i].move != picker->hash_move &&
            find_killer(picker, list[i].move, MI_KILLERS) == MI_KILLERS)
            add_item(picker, list[i].move,
                     SCORE_ZERO + list[i].score +
                         mi_ab_history_listed(picker->history, &picker->context, &list[i]));
}

/* In a game with candidates, noisy moves outside the candidates have been tried, too, which does no
 * harm. */
static void list_rest(struct mi_picker *picker, miai_move *list)
{
    mi_ab_find_threats(picker->history, &picker->context);
    if (lists_quiets(picker)) {
        list_quiets(picker);
        return;
    }
    int n = list_moves(picker, list);
    for (int i = 0; i < n; i++)
        if (list[i] != picker->hash_move && !was_noisy(picker, list[i]))
            add_quiet(picker, list[i]);
}

/* Selection sort step: moves the best remaining item to the front and returns it. */
static uint64_t *pick_best_item(struct mi_picker *picker)
{
    uint64_t *items = picker->items, best_item = items[picker->next];
    int best = picker->next;
    for (int i = best + 1; i < picker->count; i++) {
        bool better = items[i] > best_item;
        best = better ? i : best;
        best_item = better ? items[i] : best_item;
    }
    items[best] = items[picker->next];
    items[picker->next] = best_item;
    return &items[picker->next++];
}

static miai_move next_killer(struct mi_picker *picker)
{
    while (has_killer_stage(picker) && picker->quiets != MI_QUIETS_NONE &&
           picker->killer_index < MI_KILLERS) {
        int i = picker->killer_index++;
        miai_move move = picker->killers.move[i];
        if (move != MIAI_NO_MOVE && move != picker->hash_move &&
            find_killer(picker, move, i) == i && !was_noisy(picker, move) &&
            picker->game->legal(picker->context.pos, move) && is_quiet_wanted(picker, move))
            return move;
    }
    return MIAI_NO_MOVE;
}

/* The best remaining quiet move among those that the caller still asks for. */
static miai_move pick_quiet(struct mi_picker *picker)
{
    while (picker->quiets != MI_QUIETS_NONE && picker->next < picker->count) {
        uint64_t item = picker->quiets == MI_QUIETS_ALL ? *pick_best_item(picker)
                                                        : picker->items[picker->next++];
        picker->history_score = item_history_score(item);
        if (is_quiet_wanted(picker, item_move(item)))
            return item_move(item);
    }
    return MIAI_NO_MOVE;
}

static bool loses_exchange(const struct mi_picker *picker, miai_move move)
{
    return !picker->evasions && mi_tactics(picker->game)->see_ge &&
           !mi_tactics(picker->game)->see_ge(picker->context.pos, move, 0);
}

/* The best remaining noisy move that loses no material; marks those that do. */
static miai_move pick_noisy(struct mi_picker *picker)
{
    while (picker->next < picker->count) {
        uint64_t *item = pick_best_item(picker);
        miai_move move = item_move(*item);
        if (!loses_exchange(picker, move))
            return move;
        *item |= LOSING_FLAG;
    }
    return MIAI_NO_MOVE;
}

/* The moves marked as losing, in their order. */
static miai_move next_losing(struct mi_picker *picker)
{
    while (picker->next < picker->noisy_count) {
        uint64_t item = picker->items[picker->next++];
        if (item & LOSING_FLAG)
            return item_move(item);
    }
    return MIAI_NO_MOVE;
}

static bool hash_move_is_quiet(const struct mi_picker *picker)
{
    const miai_game *game = picker->game;
    return !mi_tactics(game)->capture_value ||
           mi_tactics(game)->capture_value(picker->context.pos, picker->hash_move) <= 0;
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
        if (picker->quiets != MI_QUIETS_NONE)
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
        return picker->skip_losing ? MIAI_NO_MOVE : next_losing(picker);
    }
}
