/* Statistics of each root move of a search with a network, in the format of lc0's VerboseMoveStats,
 * which clients parse: policy index, visits N and those in progress, prior P, wins minus losses WL,
 * draws D, moves left M, value Q, exploration U, their sum S, and the network's value V of the
 * position after the move.  Values are from -1 to 1, from the view of the side to move. */
#include "uci.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct move_stat {
    miai_branch branch;
    miai_choice choice; /* all unknown if the move was not searched */
};

struct move_stats {
    const miai_engine *engine;
    struct move_stat *move_stat;
    int count, capacity;
    bool failed;
};

static double signed_value(double value)
{
    return 2 * value - 1;
}

/* ---- gathering ---- */

static bool collect_branch(void *context, const miai_branch *branch)
{
    struct move_stats *move_stats = context;
    if (move_stats->count == move_stats->capacity) {
        int capacity = 2 * move_stats->capacity + 64;
        struct move_stat *grown = realloc(move_stats->move_stat, (size_t)capacity * sizeof *grown);
        move_stats->failed = !grown;
        if (!grown)
            return false;
        move_stats->move_stat = grown;
        move_stats->capacity = capacity;
    }
    struct move_stat *move_stat = &move_stats->move_stat[move_stats->count++];
    *move_stat = (struct move_stat){.branch = *branch, .choice = {.own = -1}};
    miai_choice choice;
    for (int i = 0; miai_choice_at(move_stats->engine, i, &choice); i++)
        if (strcmp(choice.move, branch->move) == 0) {
            move_stat->choice = choice;
            break;
        }
    return true;
}

/* Sorts by visits, then by urgency in the selection; the best last. */
static int compare_move_stats(const void *a, const void *b)
{
    const miai_branch *x = &((const struct move_stat *)a)->branch,
                      *y = &((const struct move_stat *)b)->branch;
    if (x->visits != y->visits)
        return x->visits < y->visits ? -1 : 1;
    if (isnan(x->urgency) || isnan(y->urgency))
        return isnan(y->urgency) - isnan(x->urgency);
    return x->urgency < y->urgency ? -1 : x->urgency > y->urgency;
}

/* ---- writing ---- */

/* The index of a move is aligned to the left, the count of the root to the right. */
static void add_stat_head(struct mi_reply *reply, const char *label, int number, uint64_t visits,
                          double prior)
{
    bool root = strcmp(label, "node ") == 0;
    mi_reply_format(reply, "info string %-5s (%*d) N: %7" PRIu64 " (+%2d) (P: %5.*f%%) ", label,
                    root ? 4 : -4, number, visits, 0, prior >= 0.99995 ? 1 : 2, 100 * prior);
}

static void add_stat_values(struct mi_reply *reply, double balance, double draw, double moves_left)
{
    mi_reply_format(reply, "(WL: %8.5f) (D: %5.3f) (M: %4.1f) (Q: %8.5f) ", balance, draw,
                    moves_left, balance);
}

static void add_network_value(struct mi_reply *reply, double own)
{
    if (own >= 0)
        mi_reply_format(reply, "(V: %7.4f) ", signed_value(own));
    else
        mi_reply_add(reply, "(V:  -.----) ");
}

static void add_move_line(const struct mi_uci *uci, struct mi_reply *reply,
                          const struct move_stat *move_stat)
{
    const miai_branch *branch = &move_stat->branch;
    char move[MIAI_MOVE_TEXT];
    double explored = 2 * branch->exploration, sum = signed_value(branch->urgency);
    mi_uci_move_from_engine(uci->engine, branch->move, move);
    add_stat_head(reply, move, branch->place, branch->visits, branch->prior);
    if (branch->visits > 0)
        add_stat_values(reply, signed_value(branch->value), move_stat->choice.draw,
                        move_stat->choice.moves_left);
    else
        mi_reply_format(reply, "(WL:  -.-----) (D: -.---) (M:  -.-) (Q: %8.5f) ", sum - explored);
    mi_reply_format(reply, "(U: %6.5f) (S: %8.5f) ", explored, sum);
    add_network_value(reply, branch->visits > 0 ? move_stat->choice.own : -1);
    mi_reply_add(reply, branch->proof ? "(T) \n" : "\n");
}

/* Adds the line of the root, which averages its moves. */
static void add_root_line(struct mi_reply *reply, const struct move_stats *move_stats,
                          const miai_info *info)
{
    double visits = 0, draw = 0, moves_left = 0, policy = 0;
    for (int i = 0; i < move_stats->count; i++) {
        const struct move_stat *move_stat = &move_stats->move_stat[i];
        double n = (double)move_stat->branch.visits;
        visits += n;
        draw += n * move_stat->choice.draw;
        moves_left += n * (move_stat->choice.moves_left > 0 ? move_stat->choice.moves_left + 1 : 0);
        policy += n > 0 ? move_stat->branch.prior : 0;
    }
    add_stat_head(reply, "node ", move_stats->count, info->root_visits, policy < 1 ? policy : 1);
    add_stat_values(reply, signed_value(info->root_value), visits > 0 ? draw / visits : info->draw,
                    visits > 0 ? moves_left / visits : 0);
    add_network_value(reply, info->own);
    mi_reply_add(reply, info->proof ? "(T) \n" : "\n");
}

void mi_uci_add_move_stats(const struct mi_uci *uci, struct mi_reply *reply)
{
    struct move_stats move_stats = {.engine = uci->engine};
    miai_info info;
    miai_last_search(uci->engine, &info);
    if (!info.draws ||
        miai_walk_tree(uci->engine, NULL, 1, 0, collect_branch, &move_stats) != MIAI_OK ||
        move_stats.failed) {
        free(move_stats.move_stat);
        return;
    }
    if (move_stats.count > 0)
        qsort(move_stats.move_stat, (size_t)move_stats.count, sizeof *move_stats.move_stat,
              compare_move_stats);
    for (int i = 0; i < move_stats.count; i++)
        add_move_line(uci, reply, &move_stats.move_stat[i]);
    add_root_line(reply, &move_stats, &info);
    free(move_stats.move_stat);
}
