/* A node of alpha-beta, in numbered steps: 1 to 14 in mi_ab_search_node() at the end of this file,
 * 15 to 23 in search_moves() and the functions that it calls. */
#include "alphabeta.h"

enum { SHARED_DEPTH = 5 /* minimum depth of entries that are sent to other processes */ };

/* ---- children ---- */

int mi_ab_search_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    const struct mi_ab_stack_frame *frame = &thread->stack.frames[ply];
    return frame[0].player == frame[1].player
               ? mi_ab_search_node(thread, ply + 1, depth, alpha, beta)
               : -mi_ab_search_node(thread, ply + 1, depth, -beta, -alpha);
}

/* 19. Principal variation search: at reduced depth, then at full depth, both with a null window;
 * then with the full window.  Each search runs only if the score of the one before is above alpha.
 */
int mi_ab_search_child_pvs(struct mi_ab_thread *thread, int ply, int depth, int reduction,
                           int alpha, int beta, bool first)
{
    struct mi_ab_stack_frame *frame = &thread->stack.frames[ply];
    const bool *aborted = &thread->stack.aborted;
    bool open = beta - alpha > 1;
    first |= !mi_ab_has_feature(thread, MI_FEATURE_NULL_WINDOWS);
    if (reduction > 0) {
        frame[1].cut = true;
        frame->reduction = reduction;
        int score = mi_ab_search_child(thread, ply, depth - reduction, alpha, alpha + 1);
        frame->reduction = 0;
        if (score <= alpha || frame[1].leaf || *aborted)
            return score;
    }
    if (!first || !open) {
        frame[1].cut = open || !frame->cut;
        int score = mi_ab_search_child(thread, ply, depth, alpha, alpha + 1);
        if (score <= alpha || score >= beta || frame[1].leaf || *aborted)
            return score;
    }
    frame[1].cut = false;
    return mi_ab_search_child(thread, ply, depth, alpha, beta);
}

/* The node continues afterwards, so its frame is restored. */
int mi_ab_research_node(struct mi_ab_node *node, int depth, int bound)
{
    struct mi_ab_stack_frame *frame = node->frame;
    int eval = frame->eval;
    bool cut = frame->cut, reentered = frame->reentered;
    frame->reentered = true;
    int score = mi_ab_search_node(node->thread, node->ply, depth, bound - 1, bound);
    frame->reentered = reentered;
    frame->eval = eval;
    frame->cut = cut;
    frame->pv_length = 0;
    frame->proven = false;
    return score;
}

/* ---- before the moves ---- */

/* Mate distance pruning: narrows the window to the results that are still possible, at best a win
 * at the next ply. Returns true if the window is then empty. */
static bool mate_distance_cuts(struct mi_ab_node *node, int *score)
{
    if (node->stack->game->points)
        return false;
    node->alpha = mi_max(node->alpha, node->ply + 1 - MI_SCORE_WIN);
    node->beta = mi_min(node->beta, MI_SCORE_WIN - (node->ply + 1));
    *score = node->alpha;
    node->frame->proven = node->alpha >= node->beta;
    return node->frame->proven;
}

static void probe_table(struct mi_ab_node *node)
{
    node->in_table = node->frame->excluded == MIAI_NO_MOVE &&
                     mi_table_probe(node->stack->table, node->frame->key, node->ply, &node->entry);
}

/* Is the result known without a search? In a game that is decided by the sign of the score,
 * positions in the table are not probed: they were when the entry was stored. This can only miss a
 * bound that did not cut off then. */
static bool probe_knowledge(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_stack *stack = node->stack;
    bool asked = node->in_table && node->entry.depth > 0 &&
                 node->entry.depth >= stack->known_depth && !stack->game->points;
    return !asked &&
           mi_ab_probe_known(node->stack, node->ply, node->depth, node->alpha, node->beta, score);
}

/* PV nodes are not cut off by the table, so that their lines stay complete. A proof search needs no
 * line, so it cuts off PV nodes, too. */
static bool table_cuts(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_stack *stack = node->stack;
    if (node->in_table && (!node->pv || node->thread->proving) &&
        mi_ab_entry_cuts(&node->entry, node->depth, node->alpha, node->beta)) {
        node->frame->proven = node->entry.proven;
        *score = node->entry.score;
        return true;
    }
    if (node->in_table && stack->game->legal(node->pos, node->entry.move))
        node->hash_move = node->entry.move;
    return false;
}

/* Sets the static evaluation, and whether it is improving. */
static void evaluate_statically(struct mi_ab_node *node)
{
    struct mi_ab_stack_frame *frame = node->frame;
    bool selective = mi_ab_has_feature(node->thread, MI_FEATURES_SELECTIVE);
    node->in_check = selective && mi_ab_in_check(node->stack, node->ply);
    if (!selective || node->in_check)
        frame->eval = MI_SCORE_NONE;
    else if (frame->excluded == MIAI_NO_MOVE)
        node->estimate =
            mi_ab_estimate(node->stack, node->ply, node->in_table ? &node->entry : NULL);
    else
        node->estimate = frame->eval;
    if (selective && !node->in_check)
        mi_ab_adjust_by_eval_change(node);
    const struct mi_ab_stack_frame *before = node->ply >= 2 ? frame - 2 : frame;
    node->improving = !node->in_check && before->player == frame->player &&
                      (before->eval == MI_SCORE_NONE || frame->eval > before->eval);
}

/* Without a hash move, search one ply less: the next iteration will have one. */
static bool has_internal_reduction(const struct mi_ab_node *node)
{
    return mi_ab_has_feature(node->thread, MI_FEATURE_INTERNAL_REDUCTION) &&
           node->depth >= node->stack->tuning.internal_reduction_depth &&
           node->hash_move == MIAI_NO_MOVE && (node->pv || node->frame->cut) &&
           node->frame->excluded == MIAI_NO_MOVE;
}

/* ---- the moves ---- */

static void begin_node_moves(struct mi_ab_node *node, struct mi_picker *picker)
{
    const struct mi_ab_history *history = node->stack->history;
    mi_ab_begin_moves(node->stack, node->ply, picker);
    picker->killers = node->frame->killers;
    if (history->kinds)
        picker->killers.move[MI_COUNTER] = history->counter[picker->context.earlier_kinds[0]];
    picker->hash_move = node->hash_move;
    node->frame[2].killers = (struct mi_killers){{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}};
}

/* Plays the move and searches the new position. Returns false if a repetition rule forbids the
 * move. */
static bool search_node_move(struct mi_ab_node *node, struct mi_picker *picker,
                             const struct mi_ab_candidate *candidate, int *score)
{
    bool first = node->best == -MI_SCORE_INFINITE;
    int extension = candidate->move == node->hash_move ? node->extension : 0;
    /* 17. Play the move; the hash move gets its extension. */
    if (!mi_ab_play(node->stack, node->ply, candidate->move))
        return false;
    node->frame->quiet_move = candidate->quiet ? candidate->move : MIAI_NO_MOVE;
    node->frame->context = &picker->context;
    /* 18. Late-move reduction. */
    int reduction = first ? 0 : mi_ab_reduction(node, candidate);
    node->frame[1].double_extensions += extension == 2;
    *score = mi_ab_search_child_pvs(node->thread, node->ply, node->depth - 1 + extension, reduction,
                                    node->alpha, node->beta, first);
    return true;
}

static void update_best(struct mi_ab_node *node, miai_move move, int score)
{
    if (score <= node->best)
        return;
    node->best = score;
    if (score <= node->alpha)
        return;
    node->alpha = score;
    node->best_move = move;
    mi_ab_update_pv(node->stack, node->ply, move);
}

/* Moves that were searched without a cut-off. */
struct tried_moves {
    struct mi_tried quiets, noisies;
};

/* A score below beta is proven if the scores of all moves are; a cut-off is proven if its move's
 * score is. */
static void search_all_moves(struct mi_ab_node *node, struct mi_picker *picker,
                             struct tried_moves *tried_moves)
{
    struct mi_ab_stack *stack = node->stack;
    bool proven = true, prune_rest;
    int number = 0, score;
    miai_move move;
    /* 15. The move picker: hash move, captures, killers, quiet moves, losing captures. */
    while (node->best < node->beta &&
           (move = mi_picker_next(picker, stack->list)) != MIAI_NO_MOVE) {
        if (move == node->frame->excluded)
            continue;
        /* 16. Late-move, history, futility and SEE pruning. */
        const struct mi_ab_candidate candidate = {move, picker->quiet, ++number,
                                                  picker->history_score};
        if (mi_ab_prune_move(node, &candidate, &prune_rest)) {
            proven = false;
            if (prune_rest)
                picker->quiets = MI_QUIETS_THREATS;
            continue;
        }
        if (!search_node_move(node, picker, &candidate, &score))
            continue;
        if (stack->aborted)
            return;
        proven = (proven || score >= node->beta) && node->frame[1].proven;
        /* 20. Update the best score, alpha and the principal variation. */
        update_best(node, move, score);
        if (node->best < node->beta)
            mi_tried_add(candidate.quiet ? &tried_moves->quiets : &tried_moves->noisies, move);
    }
    node->frame->proven = proven;
}

static enum mi_bound node_bound(const struct mi_ab_node *node)
{
    return node->best >= node->beta ? MI_BOUND_LOWER
           : node->best_move >= 0   ? MI_BOUND_EXACT
                                    : MI_BOUND_UPPER;
}

static void learn_correction(const struct mi_ab_node *node)
{
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    bool captures =
        node->best_move >= 0 && tactics->capture_value && tactics->capture_value(node->pos, node->best_move) > 0;
    mi_ab_learn_correction(node->stack, node->ply, node->depth, node->best, node_bound(node),
                           !captures);
}

static void store_node(const struct mi_ab_node *node)
{
    const struct mi_entry entry = {
        .score = node->best,
        .depth = mi_min(node->depth, MI_DEPTH_MAX),
        .move = node->best_move,
        .bound = node_bound(node),
        .proven = node->frame->proven,
        .eval = mi_ab_eval_to_keep(node->frame),
    };
    mi_table_store(node->stack->table, node->frame->key, node->ply, &entry);
    if (node->thread->run->exchange && node->depth >= SHARED_DEPTH)
        mi_table_exchange_add(node->thread->run->exchange, node->frame->key, node->ply, &entry);
}

/* With continuation history, killers do not help. */
static bool keeps_killers(const struct mi_ab_node *node)
{
    return mi_ab_has_feature(node->thread, MI_FEATURE_KILLERS) && node->stack->history->kinds == 0;
}

static void learn_refutation(struct mi_ab_node *node, struct mi_picker *picker,
                             const struct tried_moves *tried_moves, int depth)
{
    if (picker->quiet && keeps_killers(node))
        mi_killers_add(&node->frame->killers, node->best_move);
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY))
        mi_ab_history_learn(node->stack->history, &picker->context, node->best_move, picker->quiet,
                            &tried_moves->quiets, &tried_moves->noisies, depth);
}

/* In a node that is searched from within its own search, the enclosing search does this. */
static void reward_prior_move(const struct mi_ab_node *node, int depth)
{
    const struct mi_ab_stack_frame *before = node->frame - 1;
    struct mi_ab_history *history = node->stack->history;
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY) && history->kinds &&
        !node->frame->reentered && before->quiet_move != MIAI_NO_MOVE)
        mi_ab_prior_move_bonus(history, before->context, before->quiet_move, depth);
}

/* depth: as requested by the caller. */
static int search_moves(struct mi_ab_node *node, int depth, int alpha)
{
    struct mi_picker picker;
    struct tried_moves tried_moves;
    tried_moves.quiets.count = tried_moves.noisies.count = 0;
    begin_node_moves(node, &picker);
    search_all_moves(node, &picker, &tried_moves);
    if (node->stack->aborted)
        return 0;
    /* 21. No move was searched: there is none, repetition rules forbid all, or the only one is
     * excluded. */
    if (node->best == -MI_SCORE_INFINITE && node->frame->excluded == MIAI_NO_MOVE)
        return mi_ab_score_without_moves(node->stack, node->ply);
    if (node->best == -MI_SCORE_INFINITE) {
        node->frame->proven = false;
        return alpha;
    }
    /* 22. Update histories: after a cut-off for its move, after a fail low for the previous move.
     */
    if (node->best >= node->beta)
        learn_refutation(node, &picker, &tried_moves, depth);
    else if (node->best_move == MIAI_NO_MOVE)
        reward_prior_move(node, depth);
    /* 23. Update correction history, and store the result in the transposition table. */
    if (node->frame->excluded == MIAI_NO_MOVE) {
        learn_correction(node);
        store_node(node);
    }
    return node->best;
}

static inline struct mi_ab_node make_node(struct mi_ab_thread *thread, int ply, int depth,
                                          int alpha, int beta)
{
    struct mi_ab_stack *stack = &thread->stack;
    return (struct mi_ab_node){
        .thread = thread,
        .stack = stack,
        .frame = &stack->frames[ply],
        .pos = mi_path_at(&stack->path, ply),
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .pv = beta - alpha > 1,
        .hash_move = MIAI_NO_MOVE,
        .best = -MI_SCORE_INFINITE,
        .best_move = MIAI_NO_MOVE,
    };
}

/* 9 to 12. Techniques that may return a score without trying the moves. */
static bool prune_node(struct mi_ab_node *node, int *score)
{
    if (!mi_ab_has_feature(node->thread, MI_FEATURES_SELECTIVE) || node->pv || node->in_check ||
        node->frame->excluded != MIAI_NO_MOVE)
        return false;
    return mi_ab_reverse_futility(node, score)  /* 9. reverse futility pruning */
           || mi_ab_null_move(node, score)      /* 10. null move */
           || mi_ab_probcut(node, score)        /* 11. ProbCut */
           || mi_ab_multi_probcut(node, score); /* 12. multi-ProbCut */
}

int mi_ab_search_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    struct mi_ab_stack *stack = &thread->stack;
    struct mi_ab_node node = make_node(thread, ply, depth, alpha, beta);
    int score;

    /* 1. Abort, end of the game, repetition. */
    if (mi_ab_begin_node(stack, ply, &score))
        return score;

    /* 2. Probe the transposition table. */
    if (depth > 0)
        probe_table(&node);

    /* 3. The game's knowledge and tablebases. */
    if (probe_knowledge(&node, &score))
        return score;

    /* 4. The game's own endgame solver, if it has taken over. */
    if (thread->solving_endgame)
        return mi_ab_solve_endgame(thread, ply, alpha, beta);

    /* 5. The last ply: quiescence search. */
    if (depth <= 0 || ply == stack->path.plies)
        return mi_ab_quiesce(stack, ply, depth, alpha, beta);

    /* 6. Mate distance pruning. */
    if (mate_distance_cuts(&node, &score))
        return score;

    /* 7. Cut-off by the transposition table; otherwise its hash move. */
    if (table_cuts(&node, &score))
        return score;

    /* 8. Static evaluation, improving, and adjustments to the change since the previous move. */
    evaluate_statically(&node);

    /* 9 to 12. Reverse futility pruning, null move, ProbCut, multi-ProbCut. */
    if (prune_node(&node, &score))
        return stack->aborted ? 0 : score;

    /* 13. Internal iterative reduction. */
    if (has_internal_reduction(&node))
        node.depth--;

    /* 14. Singular extension of the hash move, and multi-cut. */
    if (mi_ab_singular(&node, &score))
        return stack->aborted ? 0 : score;

    /* 15 to 23. The moves, and updates from their results. */
    return search_moves(&node, depth, node.alpha);
}
