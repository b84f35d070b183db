/* Probes endgame tablebases for the root's moves. */
#include "tablebase.h"

#include "search/common/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Has a position occurred twice since the last irreversible move? */
static bool has_repeated(const struct mi_root *root)
{
    const miai_repetition *repetition = mi_repetition(root->game);
    int window = repetition->window ? repetition->window(root->pos) : 0;
    int last = root->key_count - 1, first = last - window > 0 ? last - window : 0;
    for (int i = last; i > first; i--)
        for (int k = first; k < i; k++)
            if (root->keys[k] == root->keys[i])
                return true;
    return false;
}

static int compare_descending(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x < y) - (x > y);
}

/* The rank of the lines-th best move, or of the worst if there are fewer. */
static int min_rank_for_lines(const int *rank, int n, int lines)
{
    int sorted[MIAI_MAX_LEGAL];
    memcpy(sorted, rank, sizeof *rank * (size_t)n);
    qsort(sorted, (size_t)n, sizeof *sorted, compare_descending);
    return sorted[lines < 1 ? 0 : lines > n ? n - 1 : lines - 1];
}

/* Inserts a move after all moves of the same or a higher rank. */
static void tablebase_root_add(struct mi_tablebase_root *tablebase_root, miai_move move, int rank,
                               enum mi_proof proof)
{
    int i = tablebase_root->count++;
    for (; i > 0 && tablebase_root->rank[i - 1] < rank; i--) {
        tablebase_root->move[i] = tablebase_root->move[i - 1];
        tablebase_root->rank[i] = tablebase_root->rank[i - 1];
        tablebase_root->proof[i] = tablebase_root->proof[i - 1];
    }
    tablebase_root->move[i] = move;
    tablebase_root->rank[i] = rank;
    tablebase_root->proof[i] = proof;
}

/* Restricts the search to the moves of that rank or higher. The search then orders them by rank
 * first. */
static void restrict_to_rank(miai_engine *engine, struct mi_root *root, miai_move *only,
                             const miai_move *list, const int *rank, const int *score, int n,
                             int min_rank)
{
    struct mi_tablebase_root *tablebase_root = &engine->tablebase_root;
    bool second = root->game->turn(root->pos) == 1;
    for (int i = 0; i < n; i++)
        if (rank[i] >= min_rank)
            tablebase_root_add(tablebase_root, list[i], rank[i],
                               mi_score_proof(second ? -score[i] : score[i]));
    memcpy(only, tablebase_root->move, sizeof *only * (size_t)tablebase_root->count);
    root->only = only;
    root->only_rank = tablebase_root->rank;
    root->only_best = root->only_count == 0; /* otherwise only the best of the moves that were asked
                                              * about */
    root->only_count = tablebase_root->count;
    root->tables = NULL;
}

void mi_engine_probe_tablebase(miai_engine *engine, struct mi_root *root,
                               const struct mi_limits *limits, miai_move *only)
{
    const miai_tablebase *tablebase = mi_tablebase(root->game);
    const struct mi_options *options = &engine->options;
    miai_move list[MIAI_MAX_LEGAL];
    int rank[MIAI_MAX_LEGAL], score[MIAI_MAX_LEGAL];
    if (!root->tables)
        return;
    if (tablebase->limit)
        tablebase->limit(engine->tables.object, (int)options->probe_pieces,
                         options->probe_draw_rule);
    if (!isnan(options->level) || !tablebase->rank)
        return;
    int n = mi_root_moves(root, false, engine->scratch, list);
    if (n > 0 && tablebase->rank(root->tables, root->pos, has_repeated(root), list, n, rank, score))
        restrict_to_rank(engine, root, only, list, rank, score, n,
                         min_rank_for_lines(rank, n, limits->lines));
}

/* ---- the result ---- */

static enum mi_proof tablebase_proof(const struct mi_tablebase_root *tablebase_root, miai_move move)
{
    for (int i = 0; i < tablebase_root->count; i++)
        if (tablebase_root->move[i] == move)
            return tablebase_root->proof[i];
    return MI_UNPROVEN;
}

/* Puts the tables' result of the best move into the result, unless the search has proven the same
 * win or loss itself: then it also knows the distance. */
static void report_best_move(const struct mi_tablebase_root *tablebase_root,
                             struct mi_result *result)
{
    enum mi_proof proof = tablebase_proof(tablebase_root, result->move);
    if (proof == MI_UNPROVEN || (result->proof == proof && proof != MI_DRAW))
        return;
    int sign = proof == MI_WIN ? 1 : proof == MI_LOSS ? -1 : 0;
    result->proof = proof;
    result->scored = true;
    result->score = sign * (MI_SCORE_WIN - MI_UNKNOWN_PLIES);
    result->mate = 0;
    result->value = (1 + sign) / 2.0;
}

void mi_engine_report_tablebase(miai_engine *engine)
{
    struct mi_result *result = engine->result;
    const struct mi_tablebase_root *tablebase_root = &engine->tablebase_root;
    report_best_move(tablebase_root, result);
    for (int i = 0; i < result->choice_count && tablebase_root->count > 0; i++) {
        struct mi_choice *choice = &result->choice[i];
        enum mi_proof proof = tablebase_proof(tablebase_root, choice->move);
        if (proof == MI_UNPROVEN)
            continue;
        choice->proof = proof;
        choice->value = proof == MI_WIN ? 1 : proof == MI_LOSS ? 0 : 0.5;
    }
}
