/* Completes lines that the search has left short: to the end of the game if the result is certain,
 * otherwise by the moves of the transposition table. */
#include "alphabeta.h"
#include "base/range.h"
#include "search/common/known.h"

/* Node budgets for completing a line. */
enum {
    MIN_NODES = 4000,      /* at least, plus a share of the search's nodes */
    MAX_NODES = 10000,     /* at most */
    NODES_SHARE = 16,      /* divisor of the search's nodes */
    CHECK_NODES = 64,      /* nodes between two checks of the limits */
    RESEARCH_NODES = 50000 /* for each search from a position of the line */
};

/* Divisors of the remaining budget for one candidate move. A winner's move must be proven to win;
 * for the loser, any move will do if it does not lose more quickly. */
enum { WIN_SHARE = 2, DELAY_SHARE = 16 };

/* A won line that is being completed. */
struct line_ending {
    const struct mi_ab_run *run;
    struct mi_ab_stack *stack;
    int winner;
    int end;     /* ply by which the game is won */
    int left;    /* nodes */
    int reserve; /* nodes that the search for the current win must leave */
};

static bool is_won_as_expected(const struct line_ending *ending, int outcome)
{
    return outcome != 0 && (outcome > 0) == (ending->winner == 0);
}

/* Is the game over at ply?  *won: did the expected winner win? */
static bool is_game_over(const struct line_ending *ending, int ply, bool *won)
{
    const struct mi_ab_stack *stack = ending->stack;
    int outcome;
    *won = false;
    if (stack->frames[ply].drawn)
        return true;
    if (!stack->game->outcome(mi_path_at(&stack->path, ply), &outcome))
        return false;
    *won = is_won_as_expected(ending, outcome);
    return true;
}

/* Does the game's own knowledge see a win by ply end?  Tablebases are not probed: they do not give
 * the distance. */
static bool is_known_won(const struct line_ending *ending, int ply, int end)
{
    const struct mi_ab_stack *stack = ending->stack;
    int min_score, max_score;
    return mi_known_scores(stack->game, NULL, mi_path_at(&stack->path, ply), ending->winner, ply,
                           &min_score, &max_score, NULL) &&
           min_score >= MI_SCORE_WIN - end;
}

/* Is the position decided: by the end of the game, the ply limit, the game's knowledge or the
 * table? */
static bool is_settled(const struct line_ending *ending, int ply, int end, bool *won)
{
    const struct mi_ab_stack *stack = ending->stack;
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    struct mi_entry entry;
    int win = MI_SCORE_WIN - end;
    if (is_game_over(ending, ply, won) || ply >= end)
        return true;
    *won = is_known_won(ending, ply, end);
    if (*won || !mi_table_probe(stack->table, frame->key, ply, &entry))
        return *won;
    bool mine = frame->player == ending->winner;
    int score = mine ? entry.score : -entry.score;
    enum mi_bound lower = mine ? MI_BOUND_LOWER : MI_BOUND_UPPER;
    *won = score >= win && entry.bound & lower;
    return *won ||
           (score < win && entry.depth >= end - ply && entry.bound & (lower ^ MI_BOUND_EXACT));
}

static void begin_ending_moves(const struct line_ending *ending, int ply, struct mi_picker *picker)
{
    const struct mi_ab_stack *stack = ending->stack;
    struct mi_entry entry;
    mi_ab_begin_moves(stack, ply, picker);
    if (mi_table_probe(stack->table, stack->frames[ply].key, ply, &entry) &&
        stack->game->legal(picker->context.pos, entry.move))
        picker->hash_move = entry.move;
}

/* Takes a node from the budget; true if the budget is exhausted or the run is over. Does not read
 * the clock once the budget is exhausted. */
static bool is_budget_spent(struct line_ending *ending)
{
    if (--ending->left > 0 && ending->left % CHECK_NODES == 0 && mi_ab_is_over(ending->run))
        ending->left = -1;
    return ending->left < ending->reserve;
}

/* Does the winner win by ply end against any defence?  False also if the budget is exhausted. */
static bool is_forced_win(struct line_ending *ending, int ply, int end)
{
    struct mi_ab_stack *stack = ending->stack;
    bool mine = stack->frames[ply].player == ending->winner, won;
    struct mi_picker picker;
    miai_move move;
    if (is_settled(ending, ply, end, &won))
        return won;
    begin_ending_moves(ending, ply, &picker);
    while ((move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        if (is_budget_spent(ending))
            return false;
        if (mi_ab_play(stack, ply, move) && is_forced_win(ending, ply + 1, end) == mine)
            return mine;
    }
    return !mine;
}

/* Plays and returns the winner's move that keeps the win, or the loser's move that delays it
 * longest.  MIAI_NO_MOVE: none found. */
static miai_move play_ending_move(struct line_ending *ending, int ply)
{
    struct mi_ab_stack *stack = ending->stack;
    bool mine = stack->frames[ply].player == ending->winner;
    struct mi_picker picker;
    miai_move move;
    begin_ending_moves(ending, ply, &picker);
    while ((move = mi_picker_next(&picker, stack->list)) != MIAI_NO_MOVE) {
        ending->reserve = ending->left - ending->left / (mine ? WIN_SHARE : DELAY_SHARE);
        if (mi_ab_play(stack, ply, move) &&
            is_forced_win(ending, ply + 1, mine ? ending->end : ending->end - 1) == mine)
            break;
    }
    return move;
}

/* Keeps the first moves of the line, and finds the rest to the end. Returns false if it cannot. */
static bool complete_line(struct line_ending *ending, struct mi_ab_line *line, int kept)
{
    struct mi_ab_stack *stack = ending->stack;
    bool won = false;
    uint16_t pv[MI_PV_MAX];
    for (int ply = 0; ply < ending->end; ply++) {
        if (is_game_over(ending, ply, &won)) /* earlier than expected */
            return false;
        miai_move move = ply < kept ? line->pv[ply] : play_ending_move(ending, ply);
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

/* Plies from the root to the mate of that score. */
static int mate_plies_of_score(int score)
{
    return MI_SCORE_WIN - (score < 0 ? -score : score);
}

/* check_limits() during a search for a line: its own budget, and the time of the run. */
static void check_line_limits(struct mi_ab_stack *stack)
{
    const struct mi_ab_thread *thread = (const struct mi_ab_thread *)stack;
    stack->line_nodes -= CHECK_NODES;
    stack->aborted = stack->line_nodes <= 0 || mi_ab_is_over(thread->run);
    stack->countdown = CHECK_NODES;
}

/* Searches the position at ply to the depth of the mate, with a window around its score: nodes of
 * the line have an open window there, so the table does not cut it short. */
static int search_line_position(struct mi_ab_thread *thread, int ply, int score)
{
    const struct mi_ab_stack_frame *frames = thread->stack.frames;
    int sign = frames[ply].player == frames[0].player ? 1 : -1,
        depth = mate_plies_of_score(score) - ply + 1;
    return sign * mi_ab_search_node(thread, ply, depth, sign * score - 1, sign * score + 1);
}

/* Searches the position at ply again and takes the rest of the line from there.  A quicker mate of
 * the side to move replaces it.  False: budget exhausted, or no complete line. */
static bool research_line_from(struct mi_ab_thread *thread, struct mi_ab_line *line, int ply)
{
    struct mi_ab_stack *stack = &thread->stack;
    const struct mi_ab_stack_frame *frame = &stack->frames[ply];
    for (int i = 0; i < ply; i++)
        if (!mi_ab_play(stack, i, line->pv[i]))
            return false;
    int score = line->score, found = search_line_position(thread, ply, score);
    while (found > score && score > 0 && !stack->aborted)
        found = search_line_position(thread, ply, score = found);
    if (stack->aborted || found != score || frame->pv_length != mate_plies_of_score(score) - ply)
        return false;
    for (int i = 0; i < frame->pv_length; i++)
        line->pv[ply + i] = frame->pv[i];
    line->pv_length = mate_plies_of_score(score);
    line->score = score;
    return true;
}

/* Searches from the end of the line, then from ever earlier positions of it. */
static void research_line(struct mi_ab_thread *thread, struct mi_ab_line *line)
{
    struct mi_ab_stack *stack = &thread->stack;
    void (*check_limits)(struct mi_ab_stack *) = stack->check_limits;
    int countdown = stack->countdown, end = mate_plies_of_score(line->score);
    bool found = false;
    stack->check_limits = check_line_limits;
    for (int ply = mi_min(line->pv_length, end - 1); ply > 0 && !found; ply /= 2) {
        stack->line_nodes = RESEARCH_NODES;
        stack->countdown = CHECK_NODES;
        found = research_line_from(thread, line, ply);
        stack->aborted = false;
    }
    stack->check_limits = check_limits;
    stack->countdown = countdown;
}

/* These nodes do not count as nodes of the run. */
void mi_ab_end_line(struct mi_ab_thread *thread, struct mi_ab_line *line)
{
    struct mi_ab_stack *stack = &thread->stack;
    const uint64_t nodes = stack->nodes, leaves = stack->leaves, hits = stack->hits;
    uint64_t left = MIN_NODES + nodes / NODES_SHARE;
    int max_ply = stack->max_ply;
    struct line_ending ending = {
        .run = thread->run,
        .stack = stack,
        .winner = (stack->frames[0].player == 0) == (line->score > 0) ? 0 : 1,
        .end = mate_plies_of_score(line->score),
        .left = left < MAX_NODES ? (int)left : MAX_NODES,
    };
    if (stack->game->points || !mi_score_decided(line->score) || line->pv_length == ending.end ||
        ending.end > MI_PV_MAX || ending.end > stack->path.plies || mi_ab_is_over(thread->run))
        return;
    if (!complete_line(&ending, line, line->pv_length < ending.end ? line->pv_length : 1) &&
        (line->pv_length == 1 || !complete_line(&ending, line, 1)))
        research_line(thread, line);
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
