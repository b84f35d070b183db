/* Reports the tree of the last search, branch by branch. */
#include "engine/engine.h"
#include "engine/error.h"

#include "base/text.h"
#include "contract/read_move.h"

#include <stdlib.h>
#include <string.h>

/* A walk through the tree. */
struct tree_walk {
    const miai_engine *engine;
    const miai_game *game;
    int depth;           /* of the branches to report, from 1 */
    uint64_t min_visits; /* smallest number of visits of a branch */
    bool (*tell)(void *context, const miai_branch *branch);
    void *context;
    miai_move line[MI_PV_MAX]; /* from the root of the search */
    int length;
    bool stopped, failed; /* stopped: the caller wants no more; failed: out of memory */
};

/* ---- start of the walk ---- */

/* Finds the legal move with that text, or MIAI_NO_MOVE. */
static miai_move find_move(const miai_game *game, const void *pos, const char *text)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score, n = game->outcome(pos, &score) ? 0 : game->moves(pos, list);
    return mi_find_move(game, pos, list, n, text);
}

/* Plays the moves in pos. False if one is illegal or there are too many. */
static bool play_moves(struct tree_walk *walk, const char *moves, void *pos)
{
    char word[MIAI_MOVE_TEXT];
    while (moves && mi_read_word(&moves, word, sizeof word)) {
        miai_move move = walk->length < MI_PV_MAX - 1 ? find_move(walk->game, pos, word)
                                                      : (miai_move)MIAI_NO_MOVE;
        if (move == MIAI_NO_MOVE)
            return false;
        walk->line[walk->length++] = move;
        walk->game->play(pos, move);
    }
    return true;
}

/* ---- the walk ---- */

/* Sorts by descending visits; insertion keeps the order of equal ones. */
static void sort_by_visits(struct mi_branch *list, int n)
{
    for (int i = 1; i < n; i++) {
        struct mi_branch moved = list[i];
        int k = i;
        for (; k > 0 && list[k - 1].choice.visits < moved.choice.visits; k--)
            list[k] = list[k - 1];
        list[k] = moved;
    }
}

static int network_policy_index(const struct tree_walk *walk, const void *pos, miai_move move)
{
    const struct mi_network *network = walk->engine->network;
    const miai_encoding *encoding = network ? mi_network_encoding(network, walk->game) : NULL;
    return encoding ? encoding->policy(pos, move) : -1;
}

static bool report_branch(struct tree_walk *walk, const struct mi_branch *from, const void *pos,
                          int depth)
{
    const struct mi_choice *choice = &from->choice;
    miai_branch branch = {
        .depth = depth,
        .player = walk->game->turn(pos),
        .visits = choice->visits,
        .value = choice->value,
        .prior = choice->prior,
        .amaf_visits = choice->amaf_visits,
        .amaf = choice->amaf,
        .urgency = from->urgency,
        .proof = (int)choice->proof,
        .next = from->next,
        .exploration = from->exploration,
        .place = network_policy_index(walk, pos, choice->move),
    };
    walk->game->move_text(pos, choice->move, branch.move, sizeof branch.move);
    return walk->tell(walk->context, &branch);
}

static void walk_branches(struct tree_walk *walk, const void *pos, int depth)
{
    size_t size = mi_history_size(walk->engine->history);
    struct mi_branch *list = malloc(MIAI_MAX_LEGAL * sizeof *list);
    void *child = malloc(size);
    walk->failed |= !list || !child;
    int n = walk->failed ? 0
                         : walk->engine->searcher->look(walk->engine->searcher_state, walk->line,
                                                        walk->length, list);
    if (n > 0)
        sort_by_visits(list, n);
    for (int i = 0; i < n && !walk->stopped && !walk->failed; i++) {
        /* positions that share a node may have different legal moves after a repetition */
        if (list[i].choice.visits < walk->min_visits ||
            !walk->game->legal(pos, list[i].choice.move))
            continue;
        walk->stopped = !report_branch(walk, &list[i], pos, depth);
        if (depth >= walk->depth || walk->length >= MI_PV_MAX || list[i].choice.visits == 0)
            continue;
        memcpy(child, pos, size);
        walk->game->play(child, list[i].choice.move);
        walk->line[walk->length++] = list[i].choice.move;
        walk_branches(walk, child, depth + 1);
        walk->length--;
    }
    free(child);
    free(list);
}

int miai_walk_tree(miai_engine *engine, const char *moves, int depth, uint64_t min_visits,
                   bool (*tell)(void *context, const miai_branch *branch), void *context)
{
    struct tree_walk walk = {
        .engine = engine, .depth = depth, .min_visits = min_visits, .tell = tell};
    if (!engine->root_is_current || !engine->searcher || !engine->searcher->look)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "the last search left no tree");
    walk.game = mi_history_game(engine->history);
    walk.context = context;
    memcpy(engine->scratch, engine->pos, mi_history_size(engine->history));
    if (!play_moves(&walk, moves, engine->scratch))
        return mi_engine_fail(engine, MIAI_ILLEGAL,
                              "the moves must start at the position of the last search");
    if (depth > 0)
        walk_branches(&walk, engine->scratch, 1);
    return walk.failed ? MIAI_NO_MEMORY : MIAI_OK;
}
