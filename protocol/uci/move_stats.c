/* What a tree with a network says of each root move, in the lines of lc0 (VerboseMoveStats), which
 * clients read: its number in the policy, visits N and those under way, prior P, wins less losses
 * WL, draws D, plies to the end M, value Q, exploration U, their sum S, and the network's own value
 * V of the position behind it.  Values go from -1 to 1, in the view of who is to move. */
#include "uci.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct stat {
    miai_branch branch;
    miai_choice choice; /* of a move that is none: nothing is known of it */
};

struct stats {
    const miai_engine *engine;
    struct stat *stat;
    int count, room;
    bool failed;
};

static double signed_value(double value)
{
    return 2 * value - 1;
}

/* ---- gathering ---- */

static bool add_branch(void *context, const miai_branch *branch)
{
    struct stats *stats = context;
    if (stats->count == stats->room) {
        int room = 2 * stats->room + 64;
        struct stat *more = realloc(stats->stat, (size_t)room * sizeof *more);
        stats->failed = !more;
        if (!more)
            return false;
        stats->stat = more;
        stats->room = room;
    }
    struct stat *stat = &stats->stat[stats->count++];
    *stat = (struct stat){.branch = *branch, .choice = {.own = -1}};
    miai_choice choice;
    for (int i = 0; miai_choice_at(stats->engine, i, &choice); i++)
        if (strcmp(choice.move, branch->move) == 0) {
            stat->choice = choice;
            break;
        }
    return true;
}

/* By visits, then by what selection compares; the best last. */
static int compare(const void *a, const void *b)
{
    const miai_branch *x = &((const struct stat *)a)->branch, *y = &((const struct stat *)b)->branch;
    if (x->visits != y->visits)
        return x->visits < y->visits ? -1 : 1;
    if (isnan(x->urgency) || isnan(y->urgency))
        return isnan(y->urgency) - isnan(x->urgency);
    return x->urgency < y->urgency ? -1 : x->urgency > y->urgency;
}

/* ---- writing ---- */

/* The number of a move stands to the left, that of the root to the right. */
static void add_head(struct mi_reply *reply, const char *label, int number, uint64_t visits,
                     double prior)
{
    bool root = strcmp(label, "node ") == 0;
    mi_reply_format(reply, "info string %-5s (%*d) N: %7" PRIu64 " (+%2d) (P: %5.*f%%) ", label,
                    root ? 4 : -4, number, visits, 0, prior >= 0.99995 ? 1 : 2, 100 * prior);
}

static void add_values(struct mi_reply *reply, double balance, double draw, double moves_left)
{
    mi_reply_format(reply, "(WL: %8.5f) (D: %5.3f) (M: %4.1f) (Q: %8.5f) ", balance, draw,
                    moves_left, balance);
}

static void add_own(struct mi_reply *reply, double own)
{
    if (own >= 0)
        mi_reply_format(reply, "(V: %7.4f) ", signed_value(own));
    else
        mi_reply_add(reply, "(V:  -.----) ");
}

static void add_stat(const struct mi_uci *uci, struct mi_reply *reply, const struct stat *stat)
{
    const miai_branch *branch = &stat->branch;
    char move[MIAI_MOVE_TEXT];
    double explored = 2 * branch->exploration, sum = signed_value(branch->urgency);
    mi_uci_move_out(uci->engine, branch->move, move);
    add_head(reply, move, branch->place, branch->visits, branch->prior);
    if (branch->visits > 0)
        add_values(reply, signed_value(branch->value), stat->choice.draw, stat->choice.moves_left);
    else
        mi_reply_format(reply, "(WL:  -.-----) (D: -.---) (M:  -.-) (Q: %8.5f) ", sum - explored);
    mi_reply_format(reply, "(U: %6.5f) (S: %8.5f) ", explored, sum);
    add_own(reply, branch->visits > 0 ? stat->choice.own : -1);
    mi_reply_add(reply, branch->proof ? "(T) \n" : "\n");
}

/* The root: what its moves have come to together. */
static void add_node(struct mi_reply *reply, const struct stats *stats, const miai_info *info)
{
    double visits = 0, draw = 0, moves_left = 0, policy = 0;
    for (int i = 0; i < stats->count; i++) {
        const struct stat *stat = &stats->stat[i];
        double n = (double)stat->branch.visits;
        visits += n;
        draw += n * stat->choice.draw;
        moves_left += n * (stat->choice.moves_left > 0 ? stat->choice.moves_left + 1 : 0);
        policy += n > 0 ? stat->branch.prior : 0;
    }
    add_head(reply, "node ", stats->count, info->root_visits, policy < 1 ? policy : 1);
    add_values(reply, signed_value(info->root_value), visits > 0 ? draw / visits : info->draw,
               visits > 0 ? moves_left / visits : 0);
    add_own(reply, info->own);
    mi_reply_add(reply, info->proof ? "(T) \n" : "\n");
}

void mi_uci_add_move_stats(const struct mi_uci *uci, struct mi_reply *reply)
{
    struct stats stats = {.engine = uci->engine};
    miai_info info;
    miai_last_search(uci->engine, &info);
    if (!info.draws ||
        miai_walk_tree(uci->engine, NULL, 1, 0, add_branch, &stats) != MIAI_OK || stats.failed) {
        free(stats.stat);
        return;
    }
    if (stats.count > 0)
        qsort(stats.stat, (size_t)stats.count, sizeof *stats.stat, compare);
    for (int i = 0; i < stats.count; i++)
        add_stat(uci, reply, &stats.stat[i]);
    add_node(reply, &stats, &info);
    free(stats.stat);
}
