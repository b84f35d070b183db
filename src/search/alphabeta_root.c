#include "alphabeta.h"

#include <string.h>

/* What a score found with the window floor..beta proves, if it hangs on finished games alone. */
static enum mi_proof proof_of(int score, int floor, int beta, bool proven)
{
    bool exact = score > floor && score < beta;
    if (mi_score_decided(score) ||
        (proven && (exact || (score <= floor && score < 0) || (score >= beta && score > 0))))
        return mi_score_proof(score);
    return MI_UNPROVEN;
}

static void bring_to_front(struct mi_root_move *moves, int i)
{
    struct mi_root_move best = moves[i];
    memmove(moves + 1, moves, sizeof *moves * (size_t)i);
    moves[0] = best;
}

/* A move that is better than those before it counts at once, should the time end now. */
static void adopt(struct mi_ab_thread *thread, int score)
{
    const struct mi_frame *frame = &thread->frames[0];
    thread->score = score;
    thread->pv_length = frame->pv_length;
    memcpy(thread->pv, frame->pv, sizeof thread->pv);
}

/* The score of a root move, or nothing of worth if the thread was aborted. */
static int search_move(struct mi_ab_thread *thread, struct mi_root_move *move, int depth, int floor,
                       int beta, bool first)
{
    uint64_t before = thread->nodes;
    mi_ab_play(thread, 0, move->move);
    int score = mi_ab_child_pvs(thread, 0, depth - 1, floor, beta, first);
    move->nodes += thread->nodes - before;
    if (thread->aborted)
        return 0;
    enum mi_proof proof = proof_of(score, floor, beta, thread->frames[1].proven);
    move->score = score;
    move->proof = proof == MI_UNPROVEN ? move->proof : proof;
    return score;
}

int mi_ab_root(struct mi_ab_thread *thread, int depth, int alpha, int beta)
{
    struct mi_frame *frame = &thread->frames[0];
    int best = -MI_SCORE_INFINITE, floor = alpha;
    bool proven = true;
    for (int i = 0; i < thread->move_count && best < beta; i++) {
        int score = search_move(thread, &thread->moves[i], depth, floor, beta, i == 0);
        if (thread->aborted)
            return 0;
        proven = (proven || score >= beta) && frame[1].proven;
        best = score > best ? score : best;
        if (score <= floor)
            continue;
        floor = score;
        mi_ab_update_pv(thread, 0, thread->moves[i].move);
        bring_to_front(thread->moves, i);
        if (!thread->proving)
            adopt(thread, score);
    }
    frame->proven = proven;
    return best;
}
