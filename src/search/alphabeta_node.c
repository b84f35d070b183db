#include "alphabeta.h"

#include <limits.h>
#include <string.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* ---- a ply ahead ---- */

static void enter(struct mi_ab_thread *thread, int ply, bool drawn, bool passed)
{
    struct mi_frame *child = &thread->frames[ply];
    child->player = thread->game->turn(mi_path_at(&thread->path, ply));
    child->drawn = drawn;
    child->passed = passed;
    child->extended = child[-1].extended;
    child->key = mi_path_key(&thread->path, ply) ^ thread->salt;
    mi_table_prefetch(thread->table, child->key);
    thread->nodes++;
    thread->max_ply = larger(thread->max_ply, ply);
}

bool mi_ab_play(struct mi_ab_thread *thread, int ply, miai_move move)
{
    int kinds = thread->history->kinds;
    thread->frames[ply].kind =
        kinds ? thread->game->move_kind(mi_path_at(&thread->path, ply), move) : 0;
    enum mi_step step = mi_path_play(&thread->path, ply, move);
    if (step == MI_STEP_FORBIDDEN)
        return false;
    enter(thread, ply + 1, step == MI_STEP_DRAWN, false);
    return true;
}

void mi_ab_pass(struct mi_ab_thread *thread, int ply)
{
    thread->frames[ply].kind = thread->history->kinds;
    mi_path_pass(&thread->path, ply);
    enter(thread, ply + 1, false, true);
}

int mi_ab_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    const struct mi_frame *frame = &thread->frames[ply];
    return frame[0].player == frame[1].player ? mi_ab_node(thread, ply + 1, depth, alpha, beta)
                                              : -mi_ab_node(thread, ply + 1, depth, -beta, -alpha);
}

int mi_ab_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int reduction, int alpha,
                    int beta, bool first)
{
    struct mi_frame *frame = &thread->frames[ply];
    bool open = beta - alpha > 1;
    if (reduction > 0) {
        frame[1].cut = true;
        int score = mi_ab_child(thread, ply, depth - reduction, alpha, alpha + 1);
        if (score <= alpha || frame[1].leaf || thread->aborted)
            return score;
    }
    if (!first || !open) {
        frame[1].cut = open || !frame->cut;
        int score = mi_ab_child(thread, ply, depth, alpha, alpha + 1);
        if (score <= alpha || score >= beta || frame[1].leaf || thread->aborted)
            return score;
    }
    frame[1].cut = false;
    return mi_ab_child(thread, ply, depth, alpha, beta);
}

void mi_ab_update_pv(struct mi_ab_thread *thread, int ply, miai_move move)
{
    struct mi_frame *frame = &thread->frames[ply];
    int rest = smaller(frame[1].pv_length, MI_PV_MAX - 1);
    frame->pv[0] = (uint16_t)move;
    memcpy(frame->pv + 1, frame[1].pv, sizeof frame->pv[0] * (size_t)rest);
    frame->pv_length = rest + 1;
}

struct mi_place mi_ab_place(const struct mi_ab_thread *thread, int ply)
{
    static const int back[MI_FOLLOWED] = {1, 2, 4};
    struct mi_place place = {mi_path_at(&thread->path, ply), thread->frames[ply].player, {0}};
    for (int i = 0; i < MI_FOLLOWED; i++)
        place.before[i] =
            ply >= back[i] ? thread->frames[ply - back[i]].kind : thread->history->kinds;
    return place;
}

/* ---- a node ---- */

/* Is the game over, or drawn by repetition?  A repetition hangs on the path, and proves nothing. */
static bool finished(struct mi_ab_thread *thread, int ply, int *score)
{
    struct mi_frame *frame = &thread->frames[ply];
    int outcome;
    *score = 0;
    if (thread->game->outcome(mi_path_at(&thread->path, ply), &outcome)) {
        thread->leaves++;
        frame->proven = true;
        *score = mi_score_outcome(thread->game, outcome, frame->player, ply);
    }
    frame->leaf = frame->proven || frame->drawn;
    return frame->leaf;
}

static bool out_of_time(struct mi_ab_thread *thread)
{
    if (--thread->countdown <= 0)
        mi_ab_check_limits(thread);
    return thread->aborted;
}

enum mi_bound mi_ab_bound(int score, int alpha, int beta)
{
    return score >= beta ? MI_BOUND_LOWER : score > alpha ? MI_BOUND_EXACT : MI_BOUND_UPPER;
}

bool mi_ab_entry_cuts(const struct mi_entry *entry, int depth, int alpha, int beta)
{
    if (!entry->proven && entry->depth < depth)
        return false;
    return entry->score >= beta ? entry->bound & MI_BOUND_LOWER
                                : entry->bound == MI_BOUND_EXACT ||
                                      (entry->score <= alpha && entry->bound & MI_BOUND_UPPER);
}

/* A win at the next ply, or a loss at the one after it, is the most that can happen here: is
 * another line better already? */
static bool mate_distance_cuts(struct mi_node *node)
{
    if (node->thread->game->points)
        return false;
    node->alpha = larger(node->alpha, node->ply + 1 - MI_SCORE_WIN);
    node->beta = smaller(node->beta, MI_SCORE_WIN - (node->ply + 1));
    return node->alpha >= node->beta;
}

/* A node whose line is wanted whole is not cut short by the table, unless it is for a proof. */
static bool table_cuts(struct mi_node *node)
{
    struct mi_ab_thread *thread = node->thread;
    node->known = node->frame->excluded == MIAI_NO_MOVE &&
                  mi_table_probe(thread->table, node->frame->key, node->ply, &node->entry);
    return node->known && (!node->pv || thread->proving) &&
           mi_ab_entry_cuts(&node->entry, node->depth, node->alpha, node->beta);
}

static void store(struct mi_node *node, int best, miai_move best_move)
{
    mi_table_store(node->thread->table, node->frame->key, node->ply,
                   &(struct mi_entry){
                       .score = best,
                       .depth = smaller(node->depth, MI_DEPTH_MAX),
                       .move = best_move,
                       .bound = best >= node->beta ? MI_BOUND_LOWER
                                : best_move >= 0   ? MI_BOUND_EXACT
                                                   : MI_BOUND_UPPER,
                       .proven = node->frame->proven,
                       .eval = node->frame->eval,
                   });
}

/* What a selective search wants to know of the position as it stands. */
static void look_at(struct mi_node *node)
{
    struct mi_ab_thread *thread = node->thread;
    struct mi_frame *frame = node->frame;
    node->threatened = thread->selective && thread->game->threatened(node->pos);
    if (!thread->selective || node->threatened)
        frame->eval = MI_SCORE_NONE;
    else if (frame->excluded == MIAI_NO_MOVE)
        node->estimate = mi_ab_estimate(thread, node->ply, node->known ? &node->entry : NULL);
    else
        node->estimate = frame->eval;
    const struct mi_frame *before = node->ply >= 2 ? frame - 2 : frame;
    node->improving = !node->threatened && before->player == frame->player &&
                      (before->eval == MI_SCORE_NONE || frame->eval > before->eval);
}

static void begin_moves(struct mi_node *node, struct mi_picker *picker)
{
    struct mi_ab_thread *thread = node->thread;
    struct mi_place place = mi_ab_place(thread, node->ply);
    mi_picker_init(picker, thread->history, &place, node->frame->items);
    picker->killers = node->frame->killers;
    if (thread->history->kinds)
        picker->killers.move[MI_COUNTER] = thread->history->counter[place.before[0]];
    picker->hash_move = node->hash_move;
    node->frame[2].killers = (struct mi_killers){{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}};
}

/* Plays the move and searches what it makes; false if a repetition forbids it. */
static bool search_move(struct mi_node *node, const struct mi_try *try, int extension, bool first,
                        int *score)
{
    struct mi_ab_thread *thread = node->thread;
    if (!mi_ab_play(thread, node->ply, try->move))
        return false;
    bool threatens =
        thread->selective && thread->game->threatened(mi_path_at(&thread->path, node->ply + 1));
    int reduction = first ? 0 : mi_ab_reduction(node, try, threatens);
    node->frame[1].extended += extension == 2;
    *score = mi_ab_child_pvs(thread, node->ply, node->depth - 1 + extension, reduction, node->alpha,
                             node->beta, first);
    return true;
}

int mi_ab_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    struct mi_frame *frame = &thread->frames[ply];
    struct mi_node node = {
        .thread = thread,
        .frame = frame,
        .pos = mi_path_at(&thread->path, ply),
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .pv = beta - alpha > 1,
        .hash_move = MIAI_NO_MOVE,
    };
    int score;
    frame->pv_length = 0;
    frame->proven = false;

    /* 1. The end: of the time, of the game, of the depth. */
    if (out_of_time(thread))
        return 0;
    if (finished(thread, ply, &score))
        return score;
    if (depth <= 0 || ply == thread->path.plies)
        return mi_ab_quiesce(thread, ply, depth, alpha, beta);
    if (mate_distance_cuts(&node)) {
        frame->proven = true;
        return node.alpha;
    }

    /* 2. The table. */
    if (table_cuts(&node)) {
        frame->proven = node.entry.proven;
        return node.entry.score;
    }
    if (node.known && thread->game->legal(node.pos, node.entry.move))
        node.hash_move = node.entry.move;

    /* 3. The position as it stands: settled without a move? */
    look_at(&node);
    if (mi_ab_prune_node(&node, &score))
        return thread->aborted ? 0 : score;

    /* 4. Without a hash move the next iteration will do better. */
    if (thread->selective && node.depth >= 4 && node.hash_move == MIAI_NO_MOVE &&
        (node.pv || frame->cut) && frame->excluded == MIAI_NO_MOVE)
        node.depth--;

    /* 5. The hash move, if the others fall far behind it, deserves more. */
    int singular = mi_ab_singular(&node, &score);
    if (thread->aborted)
        return 0;
    if (singular == INT_MIN)
        return score;

    /* 6. The moves, likely refutations first.  A score below the window is proven if all of them
     * are; a refutation stands by itself. */
    struct mi_picker picker;
    struct mi_tried quiets = {0}, noisies = {0};
    int best = -MI_SCORE_INFINITE, number = 0;
    bool proven = true;
    miai_move move, best_move = MIAI_NO_MOVE;
    begin_moves(&node, &picker);
    while (best < node.beta && (move = mi_picker_next(&picker, thread->list)) != MIAI_NO_MOVE) {
        if (move == frame->excluded)
            continue;
        struct mi_try try = {move, picker.quiet, ++number, picker.standing};
        bool first = best == -MI_SCORE_INFINITE, rest;
        if (mi_ab_prune_move(&node, &try, best, &rest)) {
            proven = false;
            if (rest)
                picker.wanted = MI_QUIETS_THREATS;
            continue;
        }
        if (!search_move(&node, &try, move == node.hash_move ? singular : 0, first, &score))
            continue;
        if (thread->aborted)
            return 0;
        proven = (proven || score >= node.beta) && frame[1].proven;
        if (score > best) {
            best = score;
            if (score > node.alpha) {
                node.alpha = score;
                best_move = move;
                mi_ab_update_pv(thread, ply, move);
            }
        }
        if (best < node.beta)
            mi_tried_add(try.quiet ? &quiets : &noisies, move);
    }

    /* 7. No move at all but forbidden ones, or the excluded one. */
    if (best == -MI_SCORE_INFINITE)
        return frame->excluded == MIAI_NO_MOVE ? mi_ab_evaluate(thread, ply) : alpha;

    /* 8. What has been learnt. */
    if (best >= node.beta) {
        if (picker.quiet)
            mi_killers_add(&frame->killers, best_move);
        mi_history_learn(thread->history, &picker.place, best_move, picker.quiet, &quiets, &noisies,
                         depth);
    }
    frame->proven = proven;
    if (frame->excluded == MIAI_NO_MOVE)
        store(&node, best, best_move);
    return best;
}
