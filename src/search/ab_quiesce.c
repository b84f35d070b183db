/* Quiescence: behind the last ply the noisy moves, until none is better than to stand still. */
#include "alphabeta.h"

/* A capture must bring the score to within this much of the window. */
enum { DELTA_MARGIN = 3 * MIAI_POINT_SCORE / 2 };

int mi_ab_evaluate(struct mi_ab_thread *thread, int ply)
{
    if (!thread->game->evaluate)
        return 0;
    thread->leaves++;
    int score = thread->game->evaluate(mi_path_at(&thread->path, ply));
    return thread->frames[ply].player == 0 ? score : -score;
}

int mi_ab_estimate(struct mi_ab_thread *thread, int ply, const struct mi_entry *known)
{
    struct mi_frame *frame = &thread->frames[ply];
    frame->eval = known && known->eval != MI_SCORE_NONE ? known->eval : mi_ab_evaluate(thread, ply);
    if (known && known->bound & (known->score > frame->eval ? MI_BOUND_LOWER : MI_BOUND_UPPER))
        return known->score;
    return frame->eval;
}

/* Behind the end of the path, or without anything to tell the moves apart, the evaluation stands.
 */
static bool ends(const struct mi_ab_thread *thread, int ply)
{
    return !thread->game->noisy || !thread->game->evaluate || ply == thread->path.plies;
}

static void begin_moves(struct mi_ab_thread *thread, int ply, int depth,
                        const struct mi_entry *known, bool threatened, struct mi_picker *picker)
{
    struct mi_place place = mi_ab_place(thread, ply);
    mi_picker_init(picker, thread->history, &place, thread->frames[ply].items);
    picker->sound = !threatened;
    picker->wanted = threatened ? MI_QUIETS_ALL : depth < 0 ? MI_QUIETS_NONE : MI_QUIETS_THREATS;
    if (known && thread->game->legal(place.pos, known->move) &&
        (threatened || (thread->game->takes && thread->game->takes(place.pos, known->move) > 0)))
        picker->hash_move = known->move;
}

/* Is the most that a move can bring, *most, too little to reach the window?  A threat may bring
 * anything, if its exchange does not lose. */
static bool hopeless(const struct mi_ab_thread *thread, int ply, const struct mi_try *try,
                     int alpha, int *most)
{
    const miai_game *game = thread->game;
    const void *pos = mi_path_at(&thread->path, ply);
    *most = -MI_SCORE_INFINITE;
    if (try->quiet)
        return game->gains && !game->gains(pos, try->move, 0);
    if (!game->takes)
        return false;
    *most = thread->frames[ply].eval + DELTA_MARGIN + game->takes(pos, try->move);
    return *most <= alpha;
}

static void store(struct mi_ab_thread *thread, int ply, int score, miai_move move,
                  enum mi_bound bound)
{
    const struct mi_frame *frame = &thread->frames[ply];
    mi_table_store(
        thread->table, frame->key, ply,
        &(struct mi_entry){.score = score, .move = move, .bound = bound, .eval = frame->eval});
}

int mi_ab_quiesce(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    struct mi_frame *frame = &thread->frames[ply];
    const miai_game *game = thread->game;

    /* 1. The evaluation as it stands. */
    frame->leaf = ends(thread, ply);
    if (frame->leaf)
        return mi_ab_evaluate(thread, ply);

    /* 2. The table. */
    struct mi_entry entry;
    bool known = mi_table_probe(thread->table, frame->key, ply, &entry);
    if (known && beta - alpha == 1 && mi_ab_entry_cuts(&entry, 0, alpha, beta)) {
        frame->proven = entry.proven;
        return entry.score;
    }

    /* 3. Standing still, unless that is no choice. */
    bool threatened = game->threatened && game->threatened(mi_path_at(&thread->path, ply));
    int best = -MI_SCORE_INFINITE, floor = alpha;
    frame->eval = MI_SCORE_NONE;
    if (!threatened) {
        best = mi_ab_estimate(thread, ply, known ? &entry : NULL);
        if (best >= beta) {
            if (!known)
                store(thread, ply, best, MIAI_NO_MOVE, MI_BOUND_LOWER);
            return best;
        }
        floor = best > floor ? best : floor;
    }

    /* 4. The moves. */
    struct mi_picker picker;
    begin_moves(thread, ply, depth, known ? &entry : NULL, threatened, &picker);
    miai_move move, best_move = MIAI_NO_MOVE;
    while (best < beta && (move = mi_picker_next(&picker, thread->list)) != MIAI_NO_MOVE) {
        int most;
        const struct mi_try try = {.move = move, .quiet = picker.quiet};
        if (!threatened && hopeless(thread, ply, &try, floor, &most)) {
            best = most > best ? most : best;
            continue;
        }
        if (!mi_ab_play(thread, ply, move))
            continue;
        int score = mi_ab_child(thread, ply, depth - 1, floor, beta);
        if (thread->aborted)
            return 0;
        if (threatened && score > -MI_SCORE_PROVEN)
            picker.wanted = MI_QUIETS_NONE; /* one answer is enough */
        if (score > best) {
            best = score;
            if (best > floor) {
                floor = best;
                best_move = move;
                mi_ab_update_pv(thread, ply, move);
            }
        }
    }
    if (best == -MI_SCORE_INFINITE) /* no move but forbidden ones */
        return mi_ab_evaluate(thread, ply);

    /* 5. What has been learnt. */
    store(thread, ply, best, best_move, mi_ab_bound(best, alpha, beta));
    return best;
}
