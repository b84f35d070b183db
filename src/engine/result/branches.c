/* The tree of the last search, told branch by branch. */
#include "engine/engine.h"
#include "engine/error.h"

#include "base/text.h"
#include "contract/read_move.h"

#include <stdlib.h>
#include <string.h>

/* A walk through the tree. */
struct walk {
    const miai_engine *engine;
    const miai_game *game;
    int depth;      /* of the branches that are told: 1 ... */
    uint64_t least; /* visits that one must have */
    bool (*tell)(void *context, const miai_branch *branch);
    void *context;
    miai_move line[MI_PV_MAX]; /* from the search's root */
    int length;
    bool stopped, failed; /* it is enough; no memory */
};

/* ---- the place to begin from ---- */

/* The legal move of that text, or MIAI_NO_MOVE. */
static miai_move find_move(const miai_game *game, const void *pos, const char *text)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score, n = game->outcome(pos, &score) ? 0 : game->moves(pos, list);
    return mi_find_move(game, pos, list, n, text);
}

/* Plays the moves in pos; false: one of them is illegal, or there are too many. */
static bool go_to(struct walk *walk, const char *moves, void *pos)
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

/* The most visited first; by insertion, so that equal ones keep their order. */
static void sort(struct mi_branch *list, int n)
{
    for (int i = 1; i < n; i++) {
        struct mi_branch moved = list[i];
        int k = i;
        for (; k > 0 && list[k - 1].choice.visits < moved.choice.visits; k--)
            list[k] = list[k - 1];
        list[k] = moved;
    }
}

static int place_of(const struct walk *walk, const void *pos, miai_move move)
{
    const struct mi_network *network = walk->engine->network;
    const miai_encoding *encoding = network ? mi_network_encoding(network, walk->game) : NULL;
    return encoding ? encoding->policy(pos, move) : -1;
}

static bool tell_branch(struct walk *walk, const struct mi_branch *from, const void *pos, int depth)
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
        .place = place_of(walk, pos, choice->move),
    };
    walk->game->move_text(pos, choice->move, branch.move, sizeof branch.move);
    return walk->tell(walk->context, &branch);
}

static void walk_on(struct walk *walk, const void *pos, int depth)
{
    size_t size = mi_history_size(walk->engine->history);
    struct mi_branch *list = malloc(MIAI_MAX_LEGAL * sizeof *list);
    void *behind = malloc(size);
    walk->failed |= !list || !behind;
    int n = walk->failed
                ? 0
                : walk->engine->searcher->look(walk->engine->self, walk->line, walk->length, list);
    if (n > 0)
        sort(list, n);
    for (int i = 0; i < n && !walk->stopped && !walk->failed; i++) {
        /* Equal positions that share a node may differ in what is legal after a repetition. */
        if (list[i].choice.visits < walk->least || !walk->game->legal(pos, list[i].choice.move))
            continue;
        walk->stopped = !tell_branch(walk, &list[i], pos, depth);
        if (depth >= walk->depth || walk->length >= MI_PV_MAX || list[i].choice.visits == 0)
            continue;
        memcpy(behind, pos, size);
        walk->game->play(behind, list[i].choice.move);
        walk->line[walk->length++] = list[i].choice.move;
        walk_on(walk, behind, depth + 1);
        walk->length--;
    }
    free(behind);
    free(list);
}

int miai_walk_tree(miai_engine *engine, const char *moves, int depth, uint64_t least,
                   bool (*tell)(void *context, const miai_branch *branch), void *context)
{
    struct walk walk = {.engine = engine, .depth = depth, .least = least, .tell = tell};
    if (!engine->live || !engine->searcher || !engine->searcher->look)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "the last search has left no tree");
    walk.game = mi_history_game(engine->history);
    walk.context = context;
    memcpy(engine->scratch, engine->pos, mi_history_size(engine->history));
    if (!go_to(&walk, moves, engine->scratch))
        return mi_engine_fail(engine, MIAI_ILLEGAL, "the moves begin where the search did");
    if (depth > 0)
        walk_on(&walk, engine->scratch, 1);
    return walk.failed ? MIAI_NO_MEMORY : MIAI_OK;
}
