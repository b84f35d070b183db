/* The moves of a line that the search itself did not leave behind: to the end of the game where the
 * result is certain, and as far as the table knows them otherwise. */
#include "alphabeta.h"
#include "base/range.h"
#include "search/common/known.h"

/* A line is followed to its end for so many nodes, and a part of those of the search so far. */
enum {
    LEAST_NODES = 4000,
    MOST_NODES = 10000,
    NODES_SHARE = 16,
    LOOK_NODES = 64,
    AGAIN_NODES = 50000
};

/* Parts of what is left of them: for one move of the winner, which must be seen to win, and for one
 * of the other, which is as good as any if no quicker win is found. */
enum { WIN_SHARE = 2, DELAY_SHARE = 16 };

/* A player's win, followed to its end. */
struct ending {
    const struct mi_ab_run *run;
    struct mi_ab_stack *stack;
    int winner;
    int end;     /* the ply at which the game is won at the latest */
    int left;    /* nodes */
    int reserve; /* of them, that the win in question may not take */
};

static bool is_won(const struct ending *ending, int outcome)
{
    return outcome != 0 && (outcome > 0) == (ending->winner == 0);
}

/* Is the game over at ply?  Then *won says for whom. */
static bool is_over(const struct ending *ending, int ply, bool *won)
{
    const struct mi_ab_stack *stack = ending->stack;
    int outcome;
    *won = false;
    if (stack->frames[ply].drawn)
        return true;
    if (!stack->game->outcome(mi_path_at(&stack->path, ply), &outcome))
        return false;
    *won = is_won(ending, outcome);
    return true;
}

/* Does the game know by itself that the winner wins by ply end?  Tables, which are read from a
 * disk, do not tell when. */
static bool is_known_won(const struct ending *ending, int ply, int end)
{
    const struct mi_ab_stack *stack = ending->stack;
    int least, most;
    return mi_known_scores(stack->game, NULL, mi_path_at(&stack->path, ply), ending->winner, ply,
                           &least, &most) &&
           least >= MI_SCORE_WIN - end;
}

/* The same, or decided by what the game or the table knows of it. */
static bool is_settled(const struct ending *ending, int ply, int end, bool *won)
{
    const struct mi_ab_stack *stack = ending->stack;
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    struct mi_entry entry;
    int win = MI_SCORE_WIN - end;
    if (is_over(ending, ply, won) || ply >= end)
        return true;
    *won = is_known_won(ending, ply, end);
    if (*won || !mi_table_probe(stack->table, frame->key, ply, &entry))
        return *won;
    bool mine = frame->player == ending->winner;
    int score = mine ? entry.score : -entry.score;
    enum mi_bound least = mine ? MI_BOUND_LOWER : MI_BOUND_UPPER;
    *won = score >= win && entry.bound & least;
    return *won ||
           (score < win && entry.depth >= end - ply && entry.bound & (least ^ MI_BOUND_EXACT));
}

static void begin_moves(const struct ending *ending, int ply, struct mi_picker *picker)
{
    const struct mi_ab_stack *stack = ending->stack;
    struct mi_entry entry;
    mi_ab_begin_moves(stack, ply, picker);
    if (mi_table_probe(stack->table, stack->frames[ply].key, ply, &entry) &&
        stack->game->legal(picker->place.pos, entry.move))
        picker->hash_move = entry.move;
}

/* Takes a node from what is left; true: it was not to be had.  When the run is over, none is;
 * once all are used up, the clock is not asked any more. */
static bool is_spent(struct ending *ending)
{
    if (--ending->left > 0 && ending->left % LOOK_NODES == 0 && mi_ab_is_over(ending->run))
        ending->left = -1;
    return ending->left < ending->reserve;
}

/* Does the winner win by ply end, whatever the other does?  False too if the nodes did not last. */
static bool is_forced(struct ending *ending, int ply, int end)
{
    struct mi_ab_stack *stack = ending->stack;
    bool mine = stack->frames[ply].player == ending->winner, won;
    struct mi_picker picker;
    miai_move move;
    if (is_settled(ending, ply, end, &won))
        return won;
    begin_moves(ending, ply, &picker);
    while ((move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        if (is_spent(ending))
            return false;
        if (mi_ab_play(stack, ply, move) && is_forced(ending, ply + 1, end) == mine)
            return mine;
    }
    return !mine;
}

/* The winner's move that keeps the win, or the other's that puts it off to the very end; played.
 * MIAI_NO_MOVE: none was found. */
static miai_move step(struct ending *ending, int ply)
{
    struct mi_ab_stack *stack = ending->stack;
    bool mine = stack->frames[ply].player == ending->winner;
    struct mi_picker picker;
    miai_move move;
    begin_moves(ending, ply, &picker);
    while ((move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        ending->reserve = ending->left - ending->left / (mine ? WIN_SHARE : DELAY_SHARE);
        if (mi_ab_play(stack, ply, move) &&
            is_forced(ending, ply + 1, mine ? ending->end : ending->end - 1) == mine)
            break;
    }
    return move;
}

/* Keeps so many moves of the line, and finds the others up to the end; false: not all of them. */
static bool follow(struct ending *ending, struct mi_ab_line *line, int kept)
{
    struct mi_ab_stack *stack = ending->stack;
    bool won = false;
    uint16_t pv[MI_PV_MAX];
    for (int ply = 0; ply < ending->end; ply++) {
        if (is_over(ending, ply, &won)) /* before its time */
            return false;
        miai_move move = ply < kept ? line->pv[ply] : step(ending, ply);
        if (move == MIAI_NO_MOVE || (ply < kept && !mi_ab_play(stack, ply, move)))
            return false;
        pv[ply] = (uint16_t)move;
    }
    if (!is_settled(ending, ending->end, ending->end, &won) || !won)
        return false;
    line->pv_length = ending->end;
    for (int ply = 0; ply < ending->end; ply++)
        line->pv[ply] = pv[ply];
    return true;
}

/* Plies from the root to a mate with that score. */
static int plies_to(int score)
{
    return MI_SCORE_WIN - (score < 0 ? -score : score);
}

/* The limits of a search for a line: its own nodes, and the time of the run. */
static void check_again(struct mi_ab_stack *stack)
{
    const struct mi_ab_thread *thread = (const struct mi_ab_thread *)stack;
    stack->again -= LOOK_NODES;
    stack->aborted = stack->again <= 0 || mi_ab_is_over(thread->run);
    stack->countdown = LOOK_NODES;
}

/* Searches the position after so many moves of a line again, to the ply of a mate and with a window
 * around its score: nodes of the line are open there, so the table does not cut it short. */
static int search_at(struct mi_ab_thread *thread, int ply, int score)
{
    const struct mi_ab_stack_frame *frames = thread->stack.frames;
    int sign = frames[ply].player == frames[0].player ? 1 : -1, depth = plies_to(score) - ply + 1;
    return sign * mi_ab_search_node(thread, ply, depth, sign * score - 1, sign * score + 1);
}

/* Completes the line from there.  A quicker mate of the player to move takes its place.  False: the
 * nodes did not last, or the moves do not lead to the mate. */
static bool search_from(struct mi_ab_thread *thread, struct mi_ab_line *line, int ply)
{
    struct mi_ab_stack *stack = &thread->stack;
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    for (int i = 0; i < ply; i++)
        if (!mi_ab_play(stack, i, line->pv[i]))
            return false;
    int score = line->score, found = search_at(thread, ply, score);
    while (found > score && score > 0 && !stack->aborted)
        found = search_at(thread, ply, score = found);
    if (stack->aborted || found != score || frame->pv_length != plies_to(score) - ply)
        return false;
    for (int i = 0; i < frame->pv_length; i++)
        line->pv[ply + i] = frame->pv[i];
    line->pv_length = plies_to(score);
    line->score = score;
    return true;
}

/* From the end of the line, and nearer and nearer to the root. */
static void search_again(struct mi_ab_thread *thread, struct mi_ab_line *line)
{
    struct mi_ab_stack *stack = &thread->stack;
    void (*check_limits)(struct mi_ab_stack *) = stack->check_limits;
    int countdown = stack->countdown, end = plies_to(line->score);
    bool found = false;
    stack->check_limits = check_again;
    for (int ply = mi_min(line->pv_length, end - 1); ply > 0 && !found; ply /= 2) {
        stack->again = AGAIN_NODES;
        stack->countdown = LOOK_NODES;
        found = search_from(thread, line, ply);
        stack->aborted = false;
    }
    stack->check_limits = check_limits;
    stack->countdown = countdown;
}

/* What it costs is no part of the search: counts stay as they are. */
void mi_ab_end_line(struct mi_ab_thread *thread, struct mi_ab_line *line)
{
    struct mi_ab_stack *stack = &thread->stack;
    const uint64_t nodes = stack->nodes, leaves = stack->leaves, hits = stack->hits;
    uint64_t left = LEAST_NODES + nodes / NODES_SHARE;
    int max_ply = stack->max_ply;
    struct ending ending = {
        .run = thread->run,
        .stack = stack,
        .winner = (stack->frames[0].player == 0) == (line->score > 0) ? 0 : 1,
        .end = plies_to(line->score),
        .left = left < MOST_NODES ? (int)left : MOST_NODES,
    };
    if (stack->game->points || !mi_score_decided(line->score) || line->pv_length == ending.end ||
        ending.end > MI_PV_MAX || ending.end > stack->path.plies || mi_ab_is_over(thread->run))
        return;
    if (!follow(&ending, line, line->pv_length < ending.end ? line->pv_length : 1) &&
        (line->pv_length == 1 || !follow(&ending, line, 1)))
        search_again(thread, line);
    stack->nodes = nodes;
    stack->leaves = leaves;
    stack->hits = hits;
    stack->max_ply = max_ply;
}

void mi_ab_extend_line(struct mi_ab_thread *thread, struct mi_ab_line *line)
{
    const miai_game *game = thread->stack.game;
    struct mi_entry entry;
    int score, ply = 0;
    for (; ply < thread->stack.path.plies; ply++) {
        const void *pos = mi_path_at(&thread->stack.path, ply);
        uint64_t key = mi_path_key(&thread->stack.path, ply) ^ thread->stack.salt;
        if (ply == line->pv_length) {
            if (ply == MI_PV_MAX || game->outcome(pos, &score) ||
                !mi_table_probe(thread->stack.table, key, ply, &entry) ||
                !game->legal(pos, entry.move))
                return;
            line->pv[line->pv_length++] = (uint16_t)entry.move;
        }
        if (mi_path_play(&thread->stack.path, ply, line->pv[ply]) != MI_PATH_FREE) {
            line->pv_length = ply + 1;
            return;
        }
    }
}
