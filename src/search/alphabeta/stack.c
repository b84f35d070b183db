#include "stack.h"

#include "search/common/known.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- its memory ---- */

enum { MORE_FRAMES = 3 }; /* than plies: one more position, and a node clears two plies ahead */

/* How many moves a position can have. */
static size_t width_of(const struct mi_root *root)
{
    int count = root->game->move_count(root->setup);
    return (size_t)(count < MIAI_MAX_LEGAL ? count : MIAI_MAX_LEGAL);
}

size_t mi_ab_walk_bytes_per_ply(const struct mi_root *root)
{
    return mi_path_bytes_per_ply(root) + sizeof(struct mi_ab_frame) +
           width_of(root) * sizeof(uint64_t);
}

size_t mi_ab_walk_bytes_besides(const struct mi_root *root)
{
    return mi_path_bytes_besides(root) + mi_estimator_bytes(root) +
           MORE_FRAMES * mi_ab_walk_bytes_per_ply(root);
}

static bool init_frames(struct mi_ab_walk *walk, size_t count, size_t width)
{
    const struct mi_killers none = {{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}};
    walk->frames = calloc(count, sizeof *walk->frames);
    walk->items = malloc(count * width * sizeof *walk->items);
    if (!walk->frames || !walk->items)
        return false;
    for (size_t i = 0; i < count; i++)
        walk->frames[i] = (struct mi_ab_frame){.items = walk->items + i * width,
                                               .killers = none,
                                               .eval = MI_SCORE_NONE,
                                               .excluded = MIAI_NO_MOVE};
    return true;
}

bool mi_ab_walk_init(struct mi_ab_walk *walk, const struct mi_root *root, int plies)
{
    walk->game = root->game;
    walk->tables = root->tables;
    walk->salt = root->setup_key;
    walk->margins = mi_ab_margins(root->game);
    walk->frames = NULL;
    walk->items = NULL;
    walk->known_depth = INT_MIN;
    walk->quiet = true;
    walk->countdown = INT_MAX;
    walk->estimator = (struct mi_estimator){.game = root->game};
    return mi_path_init(&walk->path, root, plies) && mi_estimator_init(&walk->estimator, root) &&
           init_frames(walk, (size_t)plies + MORE_FRAMES, width_of(root));
}

void mi_ab_walk_free(struct mi_ab_walk *walk)
{
    mi_path_free(&walk->path);
    mi_estimator_free(&walk->estimator);
    free(walk->frames);
    free(walk->items);
}

void mi_ab_walk_begin(struct mi_ab_walk *walk)
{
    walk->frames[0].player = walk->game->turn(mi_path_at(&walk->path, 0));
    walk->frames[0].key = mi_path_key(&walk->path, 0) ^ walk->salt;
}

/* ---- a ply ahead ---- */

static void enter(struct mi_ab_walk *walk, int ply, bool drawn, bool passed)
{
    struct mi_ab_frame *child = &walk->frames[ply];
    child->player = walk->game->turn(mi_path_at(&walk->path, ply));
    child->drawn = drawn;
    child->passed = passed;
    child->extended = child[-1].extended;
    if (walk->table->count) {
        uint64_t key = mi_path_key(&walk->path, ply) ^ walk->salt;
        if (child->key != key) /* nor was it expected */
            mi_table_prefetch(walk->table, key);
        child->key = key;
    }
    walk->nodes++;
    walk->max_ply = ply > walk->max_ply ? ply : walk->max_ply;
}

/* Has the table bring near what it may know of the position after a move. */
static void expect(const struct mi_ab_walk *walk, int ply, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(walk->game);
    const struct mi_path *path = &walk->path;
    if (!tactics->next_hash)
        return;
    uint64_t key = tactics->next_hash(mi_path_at(path, ply), move) ^ path->digest[ply] ^ walk->salt;
    walk->frames[ply + 1].key = key;
    mi_table_prefetch(walk->table, key);
}

bool mi_ab_play(struct mi_ab_walk *walk, int ply, miai_move move)
{
    int kinds = walk->history->kinds;
    expect(walk, ply, move);
    walk->frames[ply].kind =
        kinds ? mi_tactics(walk->game)->move_kind(mi_path_at(&walk->path, ply), move) : 0;
    enum mi_step step = mi_path_play(&walk->path, ply, move);
    if (step == MI_STEP_FORBIDDEN)
        return false;
    enter(walk, ply + 1, step == MI_STEP_DRAWN, false);
    return true;
}

void mi_ab_pass(struct mi_ab_walk *walk, int ply)
{
    walk->frames[ply].kind = walk->history->kinds;
    mi_path_pass(&walk->path, ply);
    enter(walk, ply + 1, false, true);
}

void mi_ab_update_pv(struct mi_ab_walk *walk, int ply, miai_move move)
{
    struct mi_ab_frame *frame = &walk->frames[ply];
    int rest = frame[1].pv_length < MI_PV_MAX ? frame[1].pv_length : MI_PV_MAX - 1;
    frame->pv[0] = (uint16_t)move;
    memcpy(frame->pv + 1, frame[1].pv, sizeof frame->pv[0] * (size_t)rest);
    frame->pv_length = rest + 1;
}

/* ---- a node ---- */

/* A repetition hangs on the path, and proves nothing. */
static bool finished(struct mi_ab_walk *walk, int ply, int *score)
{
    struct mi_ab_frame *frame = &walk->frames[ply];
    int outcome;
    if (walk->game->outcome(mi_path_at(&walk->path, ply), &outcome)) {
        walk->leaves++;
        frame->proven = true;
        *score = mi_score_outcome(walk->game, outcome, frame->player, ply);
    }
    frame->leaf = frame->proven || frame->drawn;
    return frame->leaf;
}

bool mi_ab_settled(struct mi_ab_walk *walk, int ply, int *score)
{
    walk->frames[ply].pv_length = 0;
    walk->frames[ply].proven = false;
    *score = 0;
    if (--walk->countdown <= 0)
        walk->look(walk);
    return walk->aborted || finished(walk, ply, score);
}

bool mi_ab_known(struct mi_ab_walk *walk, int ply, int depth, int alpha, int beta, int *score)
{
    struct mi_ab_frame *frame = &walk->frames[ply];
    int least, most;
    if (depth < walk->known_depth || frame->excluded != MIAI_NO_MOVE ||
        !mi_known_scores(walk->game, walk->tables, mi_path_at(&walk->path, ply), frame->player, ply,
                         &least, &most))
        return false;
    walk->hits += walk->tables != NULL;
    frame->leaf = least == most;
    frame->proven = frame->leaf || least >= beta || most <= alpha;
    walk->leaves += frame->proven;
    *score = least >= beta ? least : most;
    return frame->proven;
}

void mi_ab_begin_moves(const struct mi_ab_walk *walk, int ply, struct mi_picker *picker)
{
    static const int back[MI_FOLLOWED] = {1, 2, 4};
    const struct mi_ab_frame *frame = &walk->frames[ply];
    mi_picker_init(picker, walk->history, frame->items);
    picker->place.pos = mi_path_at(&walk->path, ply);
    picker->place.player = frame->player;
    for (int i = 0; i < MI_FOLLOWED && walk->history->kinds; i++)
        picker->place.before[i] = ply >= back[i] ? frame[-back[i]].kind : walk->history->kinds;
}

bool mi_ab_threatened(const struct mi_ab_walk *walk, int ply)
{
    const miai_tactics *tactics = mi_tactics(walk->game);
    return tactics->threatened && tactics->threatened(mi_path_at(&walk->path, ply));
}

int mi_ab_evaluate(struct mi_ab_walk *walk, int ply)
{
    if (!mi_evaluation(walk->game)->evaluate)
        return 0;
    walk->leaves++;
    int score = mi_estimate(&walk->estimator, mi_path_at(&walk->path, ply));
    return walk->frames[ply].player == 0 ? score : -score;
}

int mi_ab_estimate(struct mi_ab_walk *walk, int ply, const struct mi_entry *known)
{
    struct mi_ab_frame *frame = &walk->frames[ply];
    frame->eval = known && known->eval != MI_SCORE_NONE ? known->eval : mi_ab_evaluate(walk, ply);
    if (known && known->bound & (known->score > frame->eval ? MI_BOUND_LOWER : MI_BOUND_UPPER))
        return known->score;
    return frame->eval;
}

bool mi_ab_entry_cuts(const struct mi_entry *entry, int depth, int alpha, int beta)
{
    if (!entry->proven && entry->depth < depth)
        return false;
    return entry->score >= beta ? entry->bound & MI_BOUND_LOWER
                                : entry->bound == MI_BOUND_EXACT ||
                                      (entry->score <= alpha && entry->bound & MI_BOUND_UPPER);
}

enum mi_bound mi_ab_bound(int score, int alpha, int beta)
{
    return score >= beta ? MI_BOUND_LOWER : score > alpha ? MI_BOUND_EXACT : MI_BOUND_UPPER;
}
