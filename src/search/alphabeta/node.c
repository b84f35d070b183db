/* A node of alpha-beta, in numbered steps: 1 to 14 in mi_ab_search_node() at the end, the rest in
 * search_moves() and what it calls. */
#include "base/range.h"
#include "table_exchange.h"

enum { SHARED_DEPTH = 5 /* plies left from which an entry is told to other processes */ };

/* ---- a ply ahead ---- */

int mi_ab_search_child(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    const struct mi_ab_stack_frame *frame = &thread->stack.frames[ply];
    return frame[0].player == frame[1].player
               ? mi_ab_search_node(thread, ply + 1, depth, alpha, beta)
               : -mi_ab_search_node(thread, ply + 1, depth, -beta, -alpha);
}

/* 19. Principal variation search: reduced, then the whole depth, both with a null window, then with
 * the open one, each only where the search before it says that it is needed. */
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

/* ---- before the moves ---- */

/* A win at the next ply, or a loss at the one after it, is the most that can happen here: is
 * another line better already? */
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

static void probe(struct mi_ab_node *node)
{
    node->known = node->frame->excluded == MIAI_NO_MOVE &&
                  mi_table_probe(node->stack->table, node->frame->key, node->ply, &node->entry);
}

/* Is the result known without a search?  Where the sign alone counts, the table has no position of
 * which the game could tell that, and it need not be asked again: half a bound that did not cut the
 * first time is not worth it. */
static bool is_known(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_stack *stack = node->stack;
    bool asked = node->known && node->entry.depth > 0 && node->entry.depth >= stack->known_depth &&
                 !stack->game->points;
    return !asked &&
           mi_ab_probe_known(node->stack, node->ply, node->depth, node->alpha, node->beta, score);
}

/* A node whose line is wanted whole is not cut short by the table, unless it is for a proof. */
static bool table_cuts(struct mi_ab_node *node, int *score)
{
    const struct mi_ab_stack *stack = node->stack;
    if (node->known && (!node->pv || node->thread->proving) &&
        mi_ab_entry_cuts(&node->entry, node->depth, node->alpha, node->beta)) {
        node->frame->proven = node->entry.proven;
        *score = node->entry.score;
        return true;
    }
    if (node->known && stack->game->legal(node->pos, node->entry.move))
        node->hash_move = node->entry.move;
    return false;
}

/* What a selective search wants to know of the position as it stands. */
static void look_at(struct mi_ab_node *node)
{
    struct mi_ab_stack_frame *frame = node->frame;
    bool selective = mi_ab_has_feature(node->thread, MI_FEATURES_SELECTIVE);
    node->threatened = selective && mi_ab_in_check(node->stack, node->ply);
    if (!selective || node->threatened)
        frame->eval = MI_SCORE_NONE;
    else if (frame->excluded == MIAI_NO_MOVE)
        node->estimate = mi_ab_estimate(node->stack, node->ply, node->known ? &node->entry : NULL);
    else
        node->estimate = frame->eval;
    if (selective && !node->threatened)
        mi_ab_adjust_by_eval_change(node);
    const struct mi_ab_stack_frame *before = node->ply >= 2 ? frame - 2 : frame;
    node->improving = !node->threatened && before->player == frame->player &&
                      (before->eval == MI_SCORE_NONE || frame->eval > before->eval);
}

/* Without a hash move the next iteration will do better. */
static bool internal_iterative_reduction(const struct mi_ab_node *node)
{
    return mi_ab_has_feature(node->thread, MI_FEATURE_INTERNAL_REDUCTION) && node->depth >= 7 &&
           node->hash_move == MIAI_NO_MOVE && (node->pv || node->frame->cut) &&
           node->frame->excluded == MIAI_NO_MOVE;
}

/* ---- the moves ---- */

static void begin_moves(struct mi_ab_node *node, struct mi_picker *picker)
{
    const struct mi_ab_history *history = node->stack->history;
    mi_ab_begin_moves(node->stack, node->ply, picker);
    picker->killers = node->frame->killers;
    if (history->kinds)
        picker->killers.move[MI_COUNTER] = history->counter[picker->place.before[0]];
    picker->hash_move = node->hash_move;
    node->frame[2].killers = (struct mi_killers){{MIAI_NO_MOVE, MIAI_NO_MOVE, MIAI_NO_MOVE}};
}

/* Plays the move and searches what it makes; false if a repetition forbids it. */
static bool search_move(struct mi_ab_node *node, struct mi_picker *picker,
                        const struct mi_ab_candidate *try, int *score)
{
    bool first = node->best == -MI_SCORE_INFINITE;
    int extension = try->move == node->hash_move ? node->extension : 0;
    /* 17. The move is played; the hash move has its extension. */
    if (!mi_ab_play(node->stack, node->ply, try->move))
        return false;
    node->frame->quiet_move = try->quiet ? try->move : MIAI_NO_MOVE;
    node->frame->place = &picker->place;
    /* 18. Late-move reduction. */
    int reduction = first ? 0 : mi_ab_reduction(node, try);
    node->frame[1].extended += extension == 2;
    *score = mi_ab_search_child_pvs(node->thread, node->ply, node->depth - 1 + extension, reduction,
                                    node->alpha, node->beta, first);
    return true;
}

static void note_score(struct mi_ab_node *node, miai_move move, int score)
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

/* The moves that did not refute the node. */
struct tried {
    struct mi_tried quiets, noisies;
};

/* A score below the window is proven if all of them are; a refutation stands by itself. */
static void try_moves(struct mi_ab_node *node, struct mi_picker *picker, struct tried *tried)
{
    struct mi_ab_stack *stack = node->stack;
    bool proven = true, rest;
    int number = 0, score;
    miai_move move;
    /* 15. The move picker: hash move, captures, killers, quiet moves, losing captures. */
    while (node->best < node->beta &&
           (move = mi_picker_next(picker, stack->list)) != MIAI_NO_MOVE) {
        if (move == node->frame->excluded)
            continue;
        /* 16. Late-move, history and futility pruning, and by static exchange evaluation. */
        const struct mi_ab_candidate try = {move, picker->quiet, ++number, picker->history_score};
        if (mi_ab_prune_move(node, &try, &rest)) {
            proven = false;
            if (rest)
                picker->wanted = MI_QUIETS_THREATS;
            continue;
        }
        if (!search_move(node, picker, &try, &score))
            continue;
        if (stack->aborted)
            return;
        proven = (proven || score >= node->beta) && node->frame[1].proven;
        /* 20. Is it better than the best? */
        note_score(node, move, score);
        if (node->best < node->beta)
            mi_tried_add(try.quiet ? &tried->quiets : &tried->noisies, move);
    }
    node->frame->proven = proven;
}

static enum mi_bound bound_of(const struct mi_ab_node *node)
{
    return node->best >= node->beta ? MI_BOUND_LOWER
           : node->best_move >= 0   ? MI_BOUND_EXACT
                                    : MI_BOUND_UPPER;
}

static void learn_correction(const struct mi_ab_node *node)
{
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    bool takes =
        node->best_move >= 0 && tactics->takes && tactics->takes(node->pos, node->best_move) > 0;
    mi_ab_learn_correction(node->stack, node->ply, node->depth, node->best, bound_of(node), !takes);
}

static void store(const struct mi_ab_node *node)
{
    const struct mi_entry entry = {
        .score = node->best,
        .depth = mi_min(node->depth, MI_DEPTH_MAX),
        .move = node->best_move,
        .bound = bound_of(node),
        .proven = node->frame->proven,
        .eval = mi_ab_eval_to_keep(node->frame),
    };
    mi_table_store(node->stack->table, node->frame->key, node->ply, &entry);
    if (node->thread->run->share && node->depth >= SHARED_DEPTH)
        mi_table_exchange_add(node->thread->run->share, node->frame->key, node->ply, &entry);
}

/* Where moves are remembered by what they follow, killers only come in their way. */
static bool keeps_killers(const struct mi_ab_node *node)
{
    return mi_ab_has_feature(node->thread, MI_FEATURE_KILLERS) && node->stack->history->kinds == 0;
}

static void learn_refutation(struct mi_ab_node *node, struct mi_picker *picker,
                             const struct tried *tried, int depth)
{
    if (picker->quiet && keeps_killers(node))
        mi_killers_add(&node->frame->killers, node->best_move);
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY))
        mi_ab_history_learn(node->stack->history, &picker->place, node->best_move, picker->quiet,
                            &tried->quiets, &tried->noisies, depth);
}

/* A node that was entered again leaves this to the search that entered it. */
static void praise_move_before(const struct mi_ab_node *node, int depth)
{
    const struct mi_ab_stack_frame *before = node->frame - 1;
    struct mi_ab_history *history = node->stack->history;
    if (mi_ab_has_feature(node->thread, MI_FEATURE_HISTORY) && history->kinds &&
        !node->frame->again && before->quiet_move != MIAI_NO_MOVE)
        mi_ab_prior_move_bonus(history, before->place, before->quiet_move, depth);
}

/* depth: that was asked for. */
static int search_moves(struct mi_ab_node *node, int depth, int alpha)
{
    struct mi_picker picker;
    struct tried tried;
    tried.quiets.count = tried.noisies.count = 0;
    begin_moves(node, &picker);
    try_moves(node, &picker, &tried);
    if (node->stack->aborted)
        return 0;
    /* 21. There was no move. */
    if (node->best == -MI_SCORE_INFINITE) { /* no move at all but forbidden ones, or the excluded */
        node->frame->proven = false;
        return node->frame->excluded == MIAI_NO_MOVE ? mi_ab_evaluate(node->stack, node->ply)
                                                     : alpha;
    }
    /* 22. A refutation: killers and histories.  Without one the move before was good. */
    if (node->best >= node->beta)
        learn_refutation(node, &picker, &tried, depth);
    else if (node->best_move == MIAI_NO_MOVE)
        praise_move_before(node, depth);
    /* 23. What the evaluation erred by, and into the transposition table. */
    if (node->frame->excluded == MIAI_NO_MOVE) {
        learn_correction(node);
        store(node);
    }
    return node->best;
}

static inline struct mi_ab_node enter(struct mi_ab_thread *thread, int ply, int depth, int alpha,
                                      int beta)
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

int mi_ab_search_node(struct mi_ab_thread *thread, int ply, int depth, int alpha, int beta)
{
    struct mi_ab_stack *stack = &thread->stack;
    struct mi_ab_node node = enter(thread, ply, depth, alpha, beta);
    int score;

    /* 1. The end: a stop, a finished game, a repetition. */
    if (mi_ab_begin_node(stack, ply, &score))
        return score;

    /* 2. The transposition table is probed. */
    if (depth > 0)
        probe(&node);

    /* 3. What is certain: the game's knowledge, tablebases. */
    if (is_known(&node, &score))
        return score;

    /* 4. The game's own endgame solver, where it has taken over. */
    if (thread->solving_endgame)
        return mi_ab_solve_endgame(thread, ply, alpha, beta);

    /* 5. The last ply: quiescence search. */
    if (depth <= 0 || ply == stack->path.plies)
        return mi_ab_quiesce(stack, ply, depth, alpha, beta);

    /* 6. Mate distance pruning. */
    if (mate_distance_cuts(&node, &score))
        return score;

    /* 7. The table cuts, or has at least a hash move. */
    if (table_cuts(&node, &score))
        return score;

    /* 8. The static evaluation, whether it is improving, and what it says of the move before. */
    look_at(&node);

    /* 9 to 12. Reverse futility pruning, null move, ProbCut, multi-ProbCut. */
    if (mi_ab_prune_node(&node, &score))
        return stack->aborted ? 0 : score;

    /* 13. Internal iterative reduction. */
    if (internal_iterative_reduction(&node))
        node.depth--;

    /* 14. Singular extension of the hash move, and multi-cut. */
    if (mi_ab_singular(&node, &score))
        return stack->aborted ? 0 : score;

    /* 15 to 23. The moves, likely refutations first, and what is learnt of them. */
    return search_moves(&node, depth, node.alpha);
}
