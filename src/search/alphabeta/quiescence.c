#include "quiescence.h"

/* A node while it is searched. */
struct quiet_node {
    struct mi_ab_stack *stack;
    struct mi_ab_stack_frame *frame;
    int ply, depth, alpha, beta;
    int floor; /* what a move must exceed: alpha, or the best so far */
    int best;
    miai_move best_move;
    bool threatened; /* to stand pat is no choice */
    bool known;      /* the table has an entry for it */
    struct mi_entry entry;
};

/* Behind the end of the path, or without anything to tell the moves apart, the evaluation stands.
 */
static bool ends(const struct mi_ab_stack *stack, int ply)
{
    return !stack->quiet || !mi_tactics(stack->game)->noisy ||
           !mi_evaluation(stack->game)->evaluate || ply == stack->path.plies;
}

/* Is there no history of moves?  Then they come in the order of what they take. */
static bool unlearnt(const struct quiet_node *node)
{
    return !node->stack->history->quiet;
}

static void begin_moves(const struct quiet_node *node, struct mi_picker *picker)
{
    const struct mi_ab_stack *stack = node->stack;
    const miai_tactics *tactics = mi_tactics(stack->game);
    const void *pos = mi_path_at(&stack->path, node->ply);
    mi_ab_begin_moves(stack, node->ply, picker);
    picker->sound = !node->threatened;
    if (picker->sound && unlearnt(node) && tactics->takes)
        picker->least = node->floor - node->frame->eval - stack->margins.delta;
    picker->plain = node->threatened && unlearnt(node);
    picker->wanted = picker->plain      ? MI_QUIETS_NONE
                     : node->threatened ? MI_QUIETS_ALL
                     : node->depth < 0  ? MI_QUIETS_NONE
                                        : MI_QUIETS_THREATS;
    if (node->known && stack->game->legal(pos, node->entry.move) &&
        (node->threatened || (tactics->takes && tactics->takes(pos, node->entry.move) > 0)))
        picker->hash_move = node->entry.move;
}

/* Is the most that a move can bring, *most, too little to reach the window?  A threat may bring
 * anything, if its exchange does not lose. */
static bool hopeless(const struct quiet_node *node, miai_move move, bool quiet, int *most)
{
    const miai_tactics *tactics = mi_tactics(node->stack->game);
    const void *pos = mi_path_at(&node->stack->path, node->ply);
    *most = -MI_SCORE_INFINITE;
    if (quiet)
        return tactics->see_ge && !tactics->see_ge(pos, move, 0);
    if (!tactics->takes)
        return false;
    *most = node->frame->eval + node->stack->margins.delta + tactics->takes(pos, move);
    return *most <= node->floor;
}

static void store(const struct quiet_node *node, enum mi_bound bound)
{
    if (!node->stack->table->count)
        return;
    mi_table_store(node->stack->table, node->frame->key, node->ply,
                   &(struct mi_entry){.score = node->best,
                                      .move = node->best_move,
                                      .bound = bound,
                                      .eval = mi_ab_eval_to_keep(node->frame)});
}

static bool table_cuts(struct quiet_node *node)
{
    node->known = node->stack->table->count &&
                  mi_table_probe(node->stack->table, node->frame->key, node->ply, &node->entry);
    if (!node->known || node->beta - node->alpha > 1 ||
        !mi_ab_entry_cuts(&node->entry, 0, node->alpha, node->beta))
        return false;
    node->frame->proven = node->entry.proven;
    node->best = node->entry.score;
    return true;
}

/* Stand pat, unless that is no choice: is it enough? */
static bool stand_pat(struct quiet_node *node)
{
    node->threatened = mi_ab_in_check(node->stack, node->ply);
    node->frame->eval = MI_SCORE_NONE;
    if (node->threatened)
        return false;
    node->best = mi_ab_estimate(node->stack, node->ply, node->known ? &node->entry : NULL);
    if (node->best > node->floor)
        node->floor = node->best;
    if (node->best < node->beta)
        return false;
    if (!node->known)
        store(node, MI_BOUND_LOWER);
    return true;
}

static void adopt(struct quiet_node *node, miai_move move, int score)
{
    node->best = score;
    if (score <= node->floor)
        return;
    node->floor = score;
    node->best_move = move;
    mi_ab_update_pv(node->stack, node->ply, move);
}

/* One quiet answer to a threat is enough, if the best is likely to come first. */
static bool answered(const struct quiet_node *node, int score)
{
    return node->threatened && score > -MI_SCORE_PROVEN && !unlearnt(node);
}

static void try_moves(struct quiet_node *node)
{
    struct mi_ab_stack *stack = node->stack;
    struct mi_picker picker;
    miai_move move;
    int most;
    begin_moves(node, &picker);
    while (node->best < node->beta &&
           (move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        if (!node->threatened && hopeless(node, move, picker.quiet, &most)) {
            node->best = most > node->best ? most : node->best;
            if (unlearnt(node))
                break; /* nor will those behind it, which take less */
            continue;
        }
        if (!mi_ab_play(stack, node->ply, move))
            continue;
        int score = mi_ab_quiesce_child(stack, node->ply, node->depth - 1, node->floor, node->beta);
        if (stack->aborted)
            return;
        if (answered(node, score))
            picker.wanted = MI_QUIETS_NONE;
        if (score > node->best)
            adopt(node, move, score);
    }
}

int mi_ab_quiesce(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta)
{
    struct quiet_node node = {
        .stack = stack,
        .frame = &stack->frames[ply],
        .ply = ply,
        .depth = depth,
        .alpha = alpha,
        .beta = beta,
        .floor = alpha,
        .best = -MI_SCORE_INFINITE,
        .best_move = MIAI_NO_MOVE,
    };
    node.frame->leaf = ends(stack, ply);
    if (node.frame->leaf)
        return mi_ab_evaluate(stack, ply);
    if (table_cuts(&node) || stand_pat(&node))
        return node.best;
    try_moves(&node);
    if (stack->aborted)
        return 0;
    if (node.best == -MI_SCORE_INFINITE) /* no move but forbidden ones */
        return mi_ab_evaluate(stack, ply);
    store(&node, mi_ab_bound(node.best, alpha, beta));
    return node.best;
}

/* A node below the first, in its own view. */
static int search(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta)
{
    int score;
    return mi_ab_begin_node(stack, ply, &score) ? score
                                                : mi_ab_quiesce(stack, ply, depth, alpha, beta);
}

int mi_ab_quiesce_child(struct mi_ab_stack *stack, int ply, int depth, int alpha, int beta)
{
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    return frame[0].player == frame[1].player ? search(stack, ply + 1, depth, alpha, beta)
                                              : -search(stack, ply + 1, depth, -beta, -alpha);
}
