#include "alphabeta.h"

#include <string.h>

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

bool mi_ab_play(struct mi_ab_thread *thread, int ply, miai_move move)
{
    enum mi_step step = mi_path_play(&thread->path, ply, move);
    if (step == MI_STEP_FORBIDDEN)
        return false;
    thread->nodes++;
    struct mi_frame *child = &thread->frames[ply + 1];
    child->player = thread->game->turn(mi_path_at(&thread->path, ply + 1));
    child->drawn = step == MI_STEP_DRAWN;
    child->key = mi_path_key(&thread->path, ply + 1) ^ thread->salt;
    mi_table_prefetch(thread->table, child->key);
    return true;
}

int mi_ab_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    const struct mi_frame *frame = &thread->frames[ply];
    return frame[0].player == frame[1].player ? mi_ab_node(thread, ply + 1, depth, alpha, beta)
                                              : -mi_ab_node(thread, ply + 1, depth, -beta, -alpha);
}

int mi_ab_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta,
                    bool first)
{
    if (!first) {
        int score = mi_ab_child(thread, ply, depth, alpha, alpha + 1);
        if (score <= alpha || score >= beta || thread->frames[ply + 1].leaf || thread->aborted)
            return score;
    }
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

/* The estimate of an unfinished game, in the view of the player to move.  A game that makes none
 * leaves it at a draw, and that is no leaf. */
static int evaluation(struct mi_ab_thread *thread, int ply)
{
    if (!thread->game->evaluate)
        return 0;
    thread->leaves++;
    int score = thread->game->evaluate(mi_path_at(&thread->path, ply));
    return thread->frames[ply].player == 0 ? score : -score;
}

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

/* What remains behind the last ply: noisy moves, until none is better than to stand still. */
static int quiesce(struct mi_ab_thread *thread, int ply, int alpha, int beta)
{
    struct mi_frame *frame = &thread->frames[ply];
    int best = evaluation(thread, ply);
    frame->leaf = !thread->game->noisy || !thread->game->evaluate || ply == thread->path.plies;
    if (frame->leaf || best >= beta)
        return best;

    struct mi_picker picker;
    mi_picker_init(&picker, thread->game, mi_path_at(&thread->path, ply), frame->player,
                   frame->items);
    miai_move move;
    while (best < beta && (move = mi_picker_next(&picker, thread->list)) != MIAI_NO_MOVE) {
        if (!mi_ab_play(thread, ply, move))
            continue;
        int score = mi_ab_child(thread, ply, 0, larger(alpha, best), beta);
        if (thread->aborted)
            return 0;
        if (score > best) {
            best = score;
            if (best > alpha)
                mi_ab_update_pv(thread, ply, move);
        }
    }
    return best;
}

/* Does the entry say enough for this window? */
static bool cuts(const struct mi_entry *entry, int depth, int alpha, int beta)
{
    if (!entry->proven && entry->depth < depth)
        return false;
    return entry->score >= beta ? entry->bound & MI_BOUND_LOWER
                                : entry->bound == MI_BOUND_EXACT ||
                                      (entry->score <= alpha && entry->bound & MI_BOUND_UPPER);
}

/* A node whose line is wanted whole is not cut short by the table, unless it is for a proof. */
static bool wants_line(const struct mi_ab_thread *thread, int alpha, int beta)
{
    return beta - alpha > 1 && !thread->proving;
}

int mi_ab_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    struct mi_frame *frame = &thread->frames[ply];
    const void *pos = mi_path_at(&thread->path, ply);
    int score;
    frame->pv_length = 0;
    frame->proven = false;

    /* 1. The end: of the time, of the game, of the depth. */
    if (out_of_time(thread))
        return 0;
    if (finished(thread, ply, &score))
        return score;
    if (depth <= 0 || ply == thread->path.plies)
        return quiesce(thread, ply, alpha, beta);

    /* 2. A win at the next ply, or a loss at the one after it, is the most that can happen here: is
     * another line better already? */
    if (!thread->game->points) {
        alpha = larger(alpha, ply + 1 - MI_SCORE_WIN);
        beta = smaller(beta, MI_SCORE_WIN - (ply + 1));
        if (alpha >= beta) {
            frame->proven = true;
            return alpha;
        }
    }

    /* 3. The table. */
    struct mi_entry entry = {.move = MIAI_NO_MOVE};
    bool known = mi_table_probe(thread->table, frame->key, ply, &entry);
    if (known && cuts(&entry, depth, alpha, beta) && !wants_line(thread, alpha, beta)) {
        frame->proven = entry.proven;
        return entry.score;
    }

    /* 4. The moves, likely refutations first. */
    struct mi_picker picker;
    mi_picker_init(&picker, thread->game, pos, frame->player, frame->items);
    picker.history = &thread->history;
    picker.killers = frame->killers;
    if (known && thread->game->legal(pos, entry.move))
        picker.hash_move = entry.move;
    frame[2].killers = (struct mi_killers){{MIAI_NO_MOVE, MIAI_NO_MOVE}};

    /* 5. Their scores.  A score below the window is proven if all of them are; a refutation stands
     * by itself. */
    int best = -MI_SCORE_INFINITE, floor = alpha;
    bool proven = true;
    miai_move move, best_move = MIAI_NO_MOVE;
    while (best < beta && (move = mi_picker_next(&picker, thread->list)) != MIAI_NO_MOVE) {
        if (!mi_ab_play(thread, ply, move))
            continue;
        score = mi_ab_child_pvs(thread, ply, depth - 1, floor, beta, best == -MI_SCORE_INFINITE);
        if (thread->aborted)
            return 0;
        proven = (proven || score >= beta) && frame[1].proven;
        if (score > best) {
            best = score;
            if (score > floor) {
                floor = score;
                best_move = move;
                mi_ab_update_pv(thread, ply, move);
            }
        }
    }

    /* 6. No move at all but forbidden ones: nothing is known but the estimate. */
    if (best == -MI_SCORE_INFINITE)
        return evaluation(thread, ply);

    /* 7. What has been learnt. */
    if (best >= beta)
        mi_picker_learn(&picker, &frame->killers, depth);
    frame->proven = proven;
    mi_table_store(thread->table, frame->key, ply,
                   &(struct mi_entry){
                       .score = best,
                       .depth = smaller(depth, MI_DEPTH_MAX),
                       .move = best_move,
                       .bound = best >= beta     ? MI_BOUND_LOWER
                                : best_move >= 0 ? MI_BOUND_EXACT
                                                 : MI_BOUND_UPPER,
                       .proven = proven,
                   });
    return best;
}
