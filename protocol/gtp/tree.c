/* GTP: the tree of the last search made visible - as a table, for Graphviz, as SGF. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH = 2, DEPTH_MAX = 100, LINE = MIAI_LINE_MAX * MIAI_MOVE_TEXT, SHOWN_MAX = 100000 };

/* What is asked for, and how far the answer is. */
struct view {
    struct mi_gtp *gtp;
    char moves[LINE]; /* from the root of the search */
    int depth, least;
    int shown;
    int depth_before;          /* of the branch before, 0 at first */
    int number[DEPTH_MAX + 1]; /* of the branch that is open at each depth; [0]: the root's */
};

/* [MOVE ...] [depth N] [least N] */
static bool read_view(struct mi_gtp *gtp, char *args, struct view *view)
{
    char *word;
    size_t length = 0;
    *view = (struct view){.gtp = gtp, .depth = DEPTH, .least = 1};
    while ((word = mi_next_word(&args)) != NULL) {
        bool depth = strcmp(word, "depth") == 0;
        if (depth || strcmp(word, "least") == 0) {
            const char *number = mi_next_word(&args);
            int *value = depth ? &view->depth : &view->least;
            if (!number || !mi_read_word_int(number, value) || *value < (depth ? 1 : 0) ||
                (depth && *value > DEPTH_MAX))
                return false;
            continue;
        }
        int n = snprintf(view->moves + length, sizeof view->moves - length, "%s%s",
                         length ? " " : "", word);
        if (n >= (int)(sizeof view->moves - length))
            return false;
        length += (size_t)n;
    }
    return true;
}

static const char *walk(struct view *view, bool (*tell)(void *context, const miai_branch *branch))
{
    struct mi_gtp *gtp = view->gtp;
    int error =
        miai_walk_tree(gtp->engine, view->moves, view->depth, (uint64_t)view->least, tell, view);
    return mi_gtp_reason(gtp, error);
}

static const char *proof_name(int proof)
{
    static const char *const names[] = {"", "loss", "draw", "win"};
    return names[proof];
}

/* ---- the table ---- */

/* A column of six characters and a blank, empty where there is nothing to tell. */
static void add_number(struct mi_reply *reply, bool told, double number)
{
    if (!told)
        mi_reply_format(reply, " %7s", "-");
    else if (isinf(number))
        mi_reply_format(reply, " %7s", "first");
    else
        mi_reply_format(reply, " %7.4f", number);
}

static bool add_row(void *context, const miai_branch *branch)
{
    struct view *view = context;
    struct mi_reply *reply = &view->gtp->reply;
    char move[MIAI_MOVE_TEXT + 2 * DEPTH_MAX + 4];
    snprintf(move, sizeof move, "%*s%s%s", 2 * (branch->depth - 1), "", branch->move,
             branch->next ? " *" : "");
    mi_reply_format(reply, "%-20s %10" PRIu64, move, branch->visits);
    add_number(reply, branch->visits > 0 || branch->proof, branch->value);
    add_number(reply, branch->prior > 0, branch->prior);
    add_number(reply, branch->amaf_visits > 0, branch->amaf);
    add_number(reply, !isnan(branch->urgency), branch->urgency);
    mi_reply_format(reply, "%s%s\n", branch->proof ? " " : "", proof_name(branch->proof));
    return ++view->shown < SHOWN_MAX;
}

/* miai-tree [MOVE ...] [depth N] [least N]: a line a branch, what is behind it indented below. */
static const char *tree(struct mi_gtp *gtp, char *args)
{
    struct view view;
    if (!read_view(gtp, args, &view))
        return mi_gtp_syntax_error;
    mi_reply_format(&gtp->reply, "%-20s %10s %7s %7s %7s %7s proof\n", "move (* next)", "visits",
                    "value", "prior", "AMAF", "urgency");
    return walk(&view, add_row);
}

/* ---- Graphviz ---- */

static bool add_node(void *context, const miai_branch *branch)
{
    static const char *const colours[] = {"white", "#f4b6a6", "#dddddd", "#b6dcb0"};
    struct view *view = context;
    struct mi_reply *reply = &view->gtp->reply;
    int number = ++view->shown;
    view->number[branch->depth] = number;
    mi_reply_format(reply,
                    "n%d [label=\"%s\\n%" PRIu64 "\\n%.3f\" fillcolor=\"%s\"];\n"
                    "n%d -> n%d [penwidth=%.1f%s];\n",
                    number, branch->move, branch->visits, branch->value, colours[branch->proof],
                    view->number[branch->depth - 1], number, 1 + log10((double)branch->visits + 1),
                    branch->next ? " color=red" : "");
    return view->shown < SHOWN_MAX;
}

/* miai-tree_dot: the same for Graphviz; visits and value, proofs coloured, what is next red. */
static const char *dot(struct mi_gtp *gtp, char *args)
{
    struct view view;
    if (!read_view(gtp, args, &view))
        return mi_gtp_syntax_error;
    mi_reply_format(&gtp->reply,
                    "digraph tree {\nnode [shape=box style=filled fontname=sans];\n"
                    "n0 [label=\"%s\" fillcolor=white];\n",
                    view.moves[0] ? view.moves : "root");
    const char *failure = walk(&view, add_node);
    mi_reply_add(&gtp->reply, "}");
    return failure;
}

/* ---- SGF ---- */

static void add_sgf_point(const miai_engine *engine, const char *move, struct mi_reply *reply)
{
    int width = miai_width(engine), height = miai_height(engine);
    int point = miai_point_read_in(mi_gtp_letters(engine), move, width, height);
    if (point != MIAI_NO_MOVE && point < width * height) /* else a pass, which is empty */
        mi_reply_format(reply, "%c%c", 'a' + point % width, 'a' + (height - 1 - point / width));
}

static bool add_variation(void *context, const miai_branch *branch)
{
    struct view *view = context;
    struct mi_reply *reply = &view->gtp->reply;
    for (; view->depth_before >= branch->depth; view->depth_before--)
        mi_reply_add(reply, ")");
    view->depth_before = branch->depth;
    mi_reply_format(reply, "\n(;%c[", branch->player ? 'W' : 'B');
    add_sgf_point(view->gtp->engine, branch->move, reply);
    mi_reply_format(reply, "]C[visits %" PRIu64 ", value %.4f", branch->visits, branch->value);
    if (branch->prior > 0)
        mi_reply_format(reply, ", prior %.4f", branch->prior);
    if (branch->amaf_visits > 0)
        mi_reply_format(reply, ", AMAF %.4f", branch->amaf);
    if (isfinite(branch->urgency))
        mi_reply_format(reply, ", urgency %.4f", branch->urgency);
    mi_reply_format(reply, "%s%s%s]", branch->proof ? ", " : "", proof_name(branch->proof),
                    branch->next ? ", next" : "");
    return ++view->shown < SHOWN_MAX;
}

/* Adds the game up to the move behind which the search began, without its end; NULL, or the text of
 * a failure. */
static const char *add_game(struct mi_gtp *gtp, int plies)
{
    struct mi_reply *reply = &gtp->reply;
    const char *failure = mi_gtp_add_written(gtp, miai_save_sgf);
    if (failure || reply->failed)
        return failure ? failure : miai_error_text(MIAI_NO_MEMORY);
    char *end = reply->text;
    for (int i = 0; end && i <= plies; i++) /* each move stands on a line of its own */
        end = strstr(end + (i > 0), "\n;");
    if (!end)
        end = reply->text + reply->length - 1; /* the bracket that closes the game */
    *end = '\0';
    reply->length = (size_t)(end - reply->text);
    return NULL;
}

/* miai-tree_sgf: the game, and behind it the tree as variations with comments. */
static const char *sgf(struct mi_gtp *gtp, char *args)
{
    struct view view;
    miai_info info;
    if (!read_view(gtp, args, &view))
        return mi_gtp_syntax_error;
    miai_last_search(gtp->engine, &info);
    const char *failure = add_game(gtp, info.plies);
    if (failure)
        return failure;
    failure = walk(&view, add_variation);
    for (; view.depth_before > 0; view.depth_before--)
        mi_reply_add(&gtp->reply, ")");
    mi_reply_add(&gtp->reply, ")");
    return failure;
}

const struct mi_gtp_command mi_gtp_tree_commands[] = {
    {"miai-tree", 0, MI_GTP_ANY_ARGS, tree},
    {"miai-tree_dot", 0, MI_GTP_ANY_ARGS, dot},
    {"miai-tree_sgf", 0, MI_GTP_ANY_ARGS, sgf},
    {0},
};
