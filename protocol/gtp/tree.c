/* GTP commands that print the tree of the last search: as a table, for Graphviz, as SGF. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_DEPTH = 2,
    MAX_DEPTH = 100,
    MOVES_BYTES = MIAI_LINE_MAX * MIAI_MOVE_TEXT,
    MAX_BRANCHES = 100000
};

/* The arguments, and the state of the output. */
struct tree_view {
    struct mi_gtp *gtp;
    char moves[MOVES_BYTES]; /* moves from the root of the search to the subtree */
    int depth, min_visits;
    int branches;
    int depth_before; /* depth of the previous branch, 0 at first */
    /* Graphviz number of the current branch at each depth; [0] is the root */
    int number[MAX_DEPTH + 1];
};

/* Reads [MOVE ...] [depth N] [least N]. */
static bool read_tree_view(struct mi_gtp *gtp, char *args, struct tree_view *tree_view)
{
    char *word;
    size_t length = 0;
    *tree_view = (struct tree_view){.gtp = gtp, .depth = DEFAULT_DEPTH, .min_visits = 1};
    while ((word = mi_next_word(&args)) != NULL) {
        bool depth = strcmp(word, "depth") == 0;
        if (depth || strcmp(word, "least") == 0) {
            const char *number = mi_next_word(&args);
            int *value = depth ? &tree_view->depth : &tree_view->min_visits;
            if (!number || !mi_read_word_int(number, value) || *value < (depth ? 1 : 0) ||
                (depth && *value > MAX_DEPTH))
                return false;
            continue;
        }
        int n = snprintf(tree_view->moves + length, sizeof tree_view->moves - length, "%s%s",
                         length ? " " : "", word);
        if (n >= (int)(sizeof tree_view->moves - length))
            return false;
        length += (size_t)n;
    }
    return true;
}

static const char *walk_tree_view(struct tree_view *tree_view,
                                  bool (*visit)(void *context, const miai_branch *branch))
{
    struct mi_gtp *gtp = tree_view->gtp;
    int error = miai_walk_tree(gtp->engine, tree_view->moves, tree_view->depth,
                               (uint64_t)tree_view->min_visits, visit, tree_view);
    return mi_gtp_error_reason(gtp, error);
}

static const char *tree_proof_name(int proof)
{
    static const char *const names[] = {"", "loss", "draw", "win"};
    return names[proof];
}

/* ---- the table ---- */

/* Adds a number of seven characters and a space before it; "-" if it is unknown. */
static void add_tree_number(struct mi_reply *reply, bool known, double number)
{
    if (!known)
        mi_reply_format(reply, " %7s", "-");
    else if (isinf(number))
        mi_reply_format(reply, " %7s", "first");
    else
        mi_reply_format(reply, " %7.4f", number);
}

static bool add_tree_row(void *context, const miai_branch *branch)
{
    struct tree_view *tree_view = context;
    struct mi_reply *reply = &tree_view->gtp->reply;
    char move[MIAI_MOVE_TEXT + 2 * MAX_DEPTH + 4];
    snprintf(move, sizeof move, "%*s%s%s", 2 * (branch->depth - 1), "", branch->move,
             branch->next ? " *" : "");
    mi_reply_format(reply, "%-20s %10" PRIu64, move, branch->visits);
    add_tree_number(reply, branch->visits > 0 || branch->proof, branch->value);
    add_tree_number(reply, branch->prior > 0, branch->prior);
    add_tree_number(reply, branch->amaf_visits > 0, branch->amaf);
    add_tree_number(reply, !isnan(branch->urgency), branch->urgency);
    mi_reply_format(reply, "%s%s\n", branch->proof ? " " : "", tree_proof_name(branch->proof));
    return ++tree_view->branches < MAX_BRANCHES;
}

/* miai-tree [MOVE ...] [depth N] [least N]: a line for each branch, its children indented below it.
 */
static const char *gtp_tree(struct mi_gtp *gtp, char *args)
{
    struct tree_view tree_view;
    if (!read_tree_view(gtp, args, &tree_view))
        return mi_gtp_syntax_error;
    mi_reply_format(&gtp->reply, "%-20s %10s %7s %7s %7s %7s proof\n", "move (* next)", "visits",
                    "value", "prior", "AMAF", "urgency");
    return walk_tree_view(&tree_view, add_tree_row);
}

/* ---- Graphviz ---- */

static bool add_tree_node(void *context, const miai_branch *branch)
{
    static const char *const colours[] = {"white", "#f4b6a6", "#dddddd", "#b6dcb0"};
    struct tree_view *tree_view = context;
    struct mi_reply *reply = &tree_view->gtp->reply;
    int number = ++tree_view->branches;
    tree_view->number[branch->depth] = number;
    mi_reply_format(reply,
                    "n%d [label=\"%s\\n%" PRIu64 "\\n%.3f\" fillcolor=\"%s\"];\n"
                    "n%d -> n%d [penwidth=%.1f%s];\n",
                    number, branch->move, branch->visits, branch->value, colours[branch->proof],
                    tree_view->number[branch->depth - 1], number,
                    1 + log10((double)branch->visits + 1), branch->next ? " color=red" : "");
    return tree_view->branches < MAX_BRANCHES;
}

/* miai-tree_dot: the same for Graphviz, with visits and values; proofs are coloured, the next move
 * is red. */
static const char *gtp_tree_dot(struct mi_gtp *gtp, char *args)
{
    struct tree_view tree_view;
    if (!read_tree_view(gtp, args, &tree_view))
        return mi_gtp_syntax_error;
    mi_reply_format(&gtp->reply,
                    "digraph tree {\nnode [shape=box style=filled fontname=sans];\n"
                    "n0 [label=\"%s\" fillcolor=white];\n",
                    tree_view.moves[0] ? tree_view.moves : "root");
    const char *failure = walk_tree_view(&tree_view, add_tree_node);
    mi_reply_add(&gtp->reply, "}");
    return failure;
}

/* ---- SGF ---- */

static void add_sgf_point(const miai_engine *engine, const char *move, struct mi_reply *reply)
{
    int width = miai_width(engine), height = miai_height(engine);
    int point = miai_point_read_in(mi_gtp_column_letters(engine), move, width, height);
    if (point != MIAI_NO_MOVE && point < width * height) /* a pass is empty */
        mi_reply_format(reply, "%c%c", 'a' + point % width, 'a' + (height - 1 - point / width));
}

static bool add_tree_variation(void *context, const miai_branch *branch)
{
    struct tree_view *tree_view = context;
    struct mi_reply *reply = &tree_view->gtp->reply;
    for (; tree_view->depth_before >= branch->depth; tree_view->depth_before--)
        mi_reply_add(reply, ")");
    tree_view->depth_before = branch->depth;
    mi_reply_format(reply, "\n(;%c[", branch->player ? 'W' : 'B');
    add_sgf_point(tree_view->gtp->engine, branch->move, reply);
    mi_reply_format(reply, "]C[visits %" PRIu64 ", value %.4f", branch->visits, branch->value);
    if (branch->prior > 0)
        mi_reply_format(reply, ", prior %.4f", branch->prior);
    if (branch->amaf_visits > 0)
        mi_reply_format(reply, ", AMAF %.4f", branch->amaf);
    if (isfinite(branch->urgency))
        mi_reply_format(reply, ", urgency %.4f", branch->urgency);
    mi_reply_format(reply, "%s%s%s]", branch->proof ? ", " : "", tree_proof_name(branch->proof),
                    branch->next ? ", next" : "");
    return ++tree_view->branches < MAX_BRANCHES;
}

/* Adds the game up to the position that was searched, without the closing bracket.  Returns NULL or
 * an error message. */
static const char *add_game_before_search(struct mi_gtp *gtp, int plies)
{
    struct mi_reply *reply = &gtp->reply;
    const char *failure = mi_gtp_reply_written(gtp, miai_save_sgf);
    if (failure || reply->failed)
        return failure ? failure : miai_error_text(MIAI_NO_MEMORY);
    char *end = reply->text;
    for (int i = 0; end && i <= plies; i++) /* each move begins a line */
        end = strstr(end + (i > 0), "\n;");
    if (!end)
        end = reply->text + reply->length - 1; /* the closing bracket */
    *end = '\0';
    reply->length = (size_t)(end - reply->text);
    return NULL;
}

/* miai-tree_sgf: the game, followed by the tree as variations with comments. */
static const char *gtp_tree_sgf(struct mi_gtp *gtp, char *args)
{
    struct tree_view tree_view;
    miai_info info;
    if (!read_tree_view(gtp, args, &tree_view))
        return mi_gtp_syntax_error;
    miai_last_search(gtp->engine, &info);
    const char *failure = add_game_before_search(gtp, info.plies);
    if (failure)
        return failure;
    failure = walk_tree_view(&tree_view, add_tree_variation);
    for (; tree_view.depth_before > 0; tree_view.depth_before--)
        mi_reply_add(&gtp->reply, ")");
    mi_reply_add(&gtp->reply, ")");
    return failure;
}

const struct mi_gtp_command mi_gtp_tree_commands[] = {
    {"miai-tree", "[MOVE ...] [depth N] [least N]", 0, MI_GTP_ANY_ARGS, gtp_tree},
    {"miai-tree_dot", "[MOVE ...] [depth N] [least N]", 0, MI_GTP_ANY_ARGS, gtp_tree_dot},
    {"miai-tree_sgf", "[depth N] [least N]", 0, MI_GTP_ANY_ARGS, gtp_tree_sgf},
    {0},
};
