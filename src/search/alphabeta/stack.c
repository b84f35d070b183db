#include "stack.h"

#include "search/common/known.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

/* Frames in addition to one for each ply: a path has one position more than plies, and a node
 * clears the killers two plies ahead. */
enum { EXTRA_FRAMES = 3 };

/* Maximum number of moves of a position. */
static size_t max_moves(const struct mi_root *root)
{
    int count = root->game->move_count(root->setup);
    return (size_t)(count < MIAI_MAX_LEGAL ? count : MIAI_MAX_LEGAL);
}

size_t mi_ab_stack_bytes_per_ply(const struct mi_root *root)
{
    return mi_path_bytes_per_ply(root) + sizeof(struct mi_ab_stack_frame) +
           max_moves(root) * sizeof(uint64_t);
}

size_t mi_ab_stack_extra_bytes(const struct mi_root *root)
{
    return mi_path_extra_bytes(root) + mi_estimator_bytes(root) +
           EXTRA_FRAMES * mi_ab_stack_bytes_per_ply(root);
}

static bool init_frames(struct mi_ab_stack *stack, size_t count, size_t width)
{
    const struct mi_killers none = {{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}};
    stack->frames = calloc(count, sizeof *stack->frames);
    stack->items = malloc(count * width * sizeof *stack->items);
    if (!stack->frames || !stack->items)
        return false;
    for (size_t i = 0; i < count; i++)
        stack->frames[i] = (struct mi_ab_stack_frame){.items = stack->items + i * width,
                                                      .killers = none,
                                                      .eval = MI_SCORE_NONE,
                                                      .excluded = MIAI_NO_MOVE};
    return true;
}

bool mi_ab_stack_init(struct mi_ab_stack *stack, const struct mi_root *root, int plies)
{
    const miai_tactics *tactics = mi_tactics(root->game);
    stack->game = root->game;
    stack->outcome = tactics->quick_outcome ? tactics->quick_outcome : root->game->outcome;
    stack->tables = root->tables;
    stack->salt = root->setup_key;
    stack->tuning = mi_ab_tuning_of(root->game, NULL);
    stack->frames = NULL;
    stack->items = NULL;
    stack->known_depth = INT_MIN;
    stack->quiesces = true;
    stack->corrects = false;
    stack->countdown = INT_MAX;
    stack->estimator = (struct mi_estimator){.game = root->game};
    return mi_path_init(&stack->path, root, plies) && mi_estimator_init(&stack->estimator, root) &&
           init_frames(stack, (size_t)plies + EXTRA_FRAMES, max_moves(root));
}

void mi_ab_stack_free(struct mi_ab_stack *stack)
{
    mi_path_free(&stack->path);
    mi_estimator_free(&stack->estimator);
    free(stack->frames);
    free(stack->items);
}

void mi_ab_stack_begin(struct mi_ab_stack *stack)
{
    stack->frames[0].player = stack->game->turn(mi_path_at(&stack->path, 0));
    stack->frames[0].key = mi_path_key(&stack->path, 0) ^ stack->salt;
}

/* ---- making moves ---- */

static void enter_child(struct mi_ab_stack *stack, int ply, bool drawn, bool null_move)
{
    struct mi_ab_stack_frame *child = &stack->frames[ply];
    child->player = stack->game->turn(mi_path_at(&stack->path, ply));
    child->drawn = drawn;
    child->null_move = null_move;
    child->double_extensions = child[-1].double_extensions;
    if (stack->table->count) {
        uint64_t key = mi_path_key(&stack->path, ply) ^ stack->salt;
        if (child->key != key) /* not prefetched yet */
            mi_table_prefetch(stack->table, key);
        child->key = key;
    }
    stack->nodes++;
    stack->max_ply = ply > stack->max_ply ? ply : stack->max_ply;
}

/* Prefetches the child's bucket of the transposition table. */
static void prefetch_child(const struct mi_ab_stack *stack, int ply, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(stack->game);
    const struct mi_path *path = &stack->path;
    if (!tactics->next_hash)
        return;
    uint64_t key =
        tactics->next_hash(mi_path_at(path, ply), move) ^ path->digest[ply] ^ stack->salt;
    stack->frames[ply + 1].key = key;
    mi_table_prefetch(stack->table, key);
}

bool mi_ab_play(struct mi_ab_stack *stack, int ply, miai_move move)
{
    int kinds = stack->history->kinds;
    stack->frames[ply].quiet_move = MIAI_NO_MOVE;
    prefetch_child(stack, ply, move);
    stack->frames[ply].kind =
        kinds ? mi_tactics(stack->game)->move_kind(mi_path_at(&stack->path, ply), move) : 0;
    enum mi_path_step step = mi_path_play(&stack->path, ply, move);
    if (step == MI_PATH_FORBIDDEN)
        return false;
    enter_child(stack, ply + 1, step == MI_PATH_DRAWN && !stack->repeats, false);
    return true;
}

void mi_ab_play_null_move(struct mi_ab_stack *stack, int ply)
{
    stack->frames[ply].kind = stack->history->kinds;
    stack->frames[ply].quiet_move = MIAI_NO_MOVE;
    mi_path_null_move(&stack->path, ply);
    enter_child(stack, ply + 1, false, true);
}

void mi_ab_update_pv(struct mi_ab_stack *stack, int ply, miai_move move)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    int rest = frame[1].pv_length < MI_PV_MAX ? frame[1].pv_length : MI_PV_MAX - 1;
    frame->pv[0] = (uint16_t)move;
    memcpy(frame->pv + 1, frame[1].pv, sizeof frame->pv[0] * (size_t)rest);
    frame->pv_length = rest + 1;
}

/* ---- a node ---- */

/* Is the game over, by this function of the game?  *score: the node's score. */
static bool score_outcome(struct mi_ab_stack *stack, int ply,
                          bool (*outcome_of)(const void *, int *), int *score)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    int outcome;
    if (!outcome_of(mi_path_at(&stack->path, ply), &outcome))
        return false;
    stack->leaves++;
    frame->proven = true;
    *score = mi_score_outcome(stack->game, outcome, frame->player, ply);
    return true;
}

/* A draw by repetition is not proven: it depends on the path. */
static bool is_node_over(struct mi_ab_stack *stack, int ply, int *score)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    frame->leaf = score_outcome(stack, ply, stack->outcome, score) || frame->drawn;
    return frame->leaf;
}

int mi_ab_score_without_moves(struct mi_ab_stack *stack, int ply)
{
    int score;
    if (stack->outcome != stack->game->outcome &&
        score_outcome(stack, ply, stack->game->outcome, &score)) {
        stack->frames[ply].leaf = true;
        return score;
    }
    stack->frames[ply].proven = false;
    return mi_ab_evaluate(stack, ply);
}

bool mi_ab_begin_node(struct mi_ab_stack *stack, int ply, int *score)
{
    stack->frames[ply].pv_length = 0;
    stack->frames[ply].proven = false;
    *score = 0;
    if (--stack->countdown <= 0)
        stack->check_limits(stack);
    return stack->aborted || is_node_over(stack, ply, score);
}

bool mi_ab_probe_known(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta,
                       int *score)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    int min_score, max_score;
    bool by_tables;
    if (depth < stack->known_depth || frame->excluded != MIAI_NO_MOVE ||
        !mi_known_scores(stack->game, stack->tables, mi_path_at(&stack->path, ply), frame->player,
                         ply, &min_score, &max_score, &by_tables))
        return false;
    stack->hits += by_tables;
    frame->leaf = min_score == max_score;
    frame->proven = frame->leaf || min_score >= beta || max_score <= alpha;
    stack->leaves += frame->proven;
    *score = min_score >= beta ? min_score : max_score;
    return frame->proven;
}

/* The kind of the move played that many plies ago; history.kinds if unknown. */
static int kind_before(const struct mi_ab_stack *stack, int ply, int plies)
{
    return ply >= plies ? stack->frames[ply - plies].kind : stack->history->kinds;
}

void mi_ab_begin_moves(const struct mi_ab_stack *stack, int ply, struct mi_picker *picker)
{
    static const int plies_ago[MI_CONTINUATIONS] = {1, 2, 4};
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    mi_picker_init(picker, stack->history, frame->items);
    picker->context.pos = mi_path_at(&stack->path, ply);
    picker->context.player = frame->player;
    for (int i = 0; i < MI_CONTINUATIONS && stack->history->kinds; i++)
        picker->context.earlier_kinds[i] = kind_before(stack, ply, plies_ago[i]);
}

bool mi_ab_in_check(const struct mi_ab_stack *stack, int ply)
{
    const miai_tactics *tactics = mi_tactics(stack->game);
    return tactics->in_check && tactics->in_check(mi_path_at(&stack->path, ply));
}

int mi_ab_evaluate(struct mi_ab_stack *stack, int ply)
{
    if (!mi_evaluation(stack->game)->evaluate)
        return 0;
    stack->leaves++;
    int score = mi_estimate(&stack->estimator, mi_path_at(&stack->path, ply));
    return stack->frames[ply].player == 0 ? score : -score;
}

/* ---- correction history ---- */

/* A number that identifies the kinds of the two previous moves. */
static unsigned moves_before(const struct mi_ab_stack *stack, int ply)
{
    const unsigned factor = 1031; /* a prime above the number of kinds */
    return (unsigned)kind_before(stack, ply, 1) * factor + (unsigned)kind_before(stack, ply, 2);
}

/* Before the evaluation, so that the entries arrive in the meantime. */
static void prefetch_correction(struct mi_ab_stack *stack, int ply)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    if (!stack->corrects)
        return;
    frame->correction_key =
        mi_ab_correction_key(stack->game, mi_path_at(&stack->path, ply), moves_before(stack, ply));
    mi_ab_correction_prefetch(&stack->history->correction, &frame->correction_key, frame->player);
}

static int eval_correction(struct mi_ab_stack *stack, int ply)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    if (!stack->corrects || mi_score_decided(frame->raw_eval))
        return 0;
    return mi_ab_correct(&stack->history->correction, &frame->correction_key, frame->player,
                         &stack->tuning);
}

int mi_ab_eval_to_keep(const struct mi_ab_stack_frame *frame)
{
    return frame->eval == MI_SCORE_NONE ? MI_SCORE_NONE : frame->raw_eval;
}

void mi_ab_learn_correction(struct mi_ab_stack *stack, int ply, int depth, int score,
                            enum mi_bound bound, bool quiet)
{
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    enum mi_bound new_bound = score > frame->eval ? MI_BOUND_LOWER : MI_BOUND_UPPER;
    if (stack->corrects && quiet && frame->eval != MI_SCORE_NONE && !mi_score_decided(score) &&
        !mi_score_decided(frame->raw_eval) && bound & new_bound)
        mi_ab_correction_learn(&stack->history->correction, &frame->correction_key, frame->player,
                               &stack->tuning, score - frame->eval, depth);
}

/* ---- evaluations ---- */

int mi_ab_estimate(struct mi_ab_stack *stack, int ply, const struct mi_entry *known)
{
    struct mi_ab_stack_frame *frame = &stack->frames[ply];
    prefetch_correction(stack, ply);
    frame->raw_eval =
        known && known->eval != MI_SCORE_NONE ? known->eval : mi_ab_evaluate(stack, ply);
    frame->eval = frame->raw_eval + eval_correction(stack, ply);
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
