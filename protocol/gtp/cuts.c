/* GTP: alpha-beta at work, as a table and for Graphviz: which bound has cut what. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = 2, PROVEN = 1000000, INFINITE = 1100001, SCORE = 16 };

/* How far the answer is. */
struct view {
    struct mi_gtp *gtp;
    int depth;
    bool prune;
    int shown;
    int number[MIAI_CUTS_DEPTH + 1]; /* of the node that is open at each depth */
};

/* The default depth, or less if the operator allows less. */
static int default_depth(const miai_engine *engine)
{
    double most = miai_option_max(engine, miai_option_find(engine, "depth"));
    return most < DEPTH ? (int)most : DEPTH;
}

/* [depth N] [plain] */
static bool read_view(struct mi_gtp *gtp, char *args, struct view *view)
{
    char *word;
    *view = (struct view){.gtp = gtp, .depth = default_depth(gtp->engine), .prune = true};
    while ((word = mi_next_word(&args)) != NULL) {
        const char *number = strcmp(word, "depth") == 0 ? mi_next_word(&args) : NULL;
        if (number) {
            if (!mi_read_word_int(number, &view->depth) || view->depth < 1 ||
                view->depth > MIAI_CUTS_DEPTH)
                return false;
        } else if (strcmp(word, "plain") == 0) {
            view->prune = false;
        } else {
            return false;
        }
    }
    return true;
}

static const char *walk(struct view *view, bool (*tell)(void *context, const miai_cut *cut))
{
    struct mi_gtp *gtp = view->gtp;
    return mi_gtp_reason(gtp,
                         miai_trace_alphabeta(gtp->engine, view->depth, view->prune, tell, view));
}

/* Hundredths as they are; "won" and "lost" for the first player; "-" where there is no bound. */
static const char *score_text(int score, char text[SCORE])
{
    if (score >= INFINITE || score <= -INFINITE)
        snprintf(text, SCORE, "-");
    else if (score > PROVEN || score < -PROVEN)
        snprintf(text, SCORE, "%s", score > 0 ? "won" : "lost");
    else
        snprintf(text, SCORE, "%d", score);
    return text;
}

/* "=", or at which side of the true score it lies. */
static const char *bound_text(const miai_cut *cut)
{
    return cut->score >= cut->beta ? ">=" : cut->score <= cut->alpha ? "<=" : "=";
}

/* ---- the table ---- */

static bool add_row(void *context, const miai_cut *cut)
{
    struct view *view = context;
    struct mi_reply *reply = &view->gtp->reply;
    char move[MIAI_MOVE_TEXT + 2 * MIAI_CUTS_DEPTH + 4], alpha[SCORE], beta[SCORE], score[SCORE];
    snprintf(move, sizeof move, "%*s%s", 2 * cut->depth, "", cut->depth > 0 ? cut->move : "root");
    mi_reply_format(reply, "%-20s %8s %8s %2s %8s", move, score_text(cut->alpha, alpha),
                    score_text(cut->beta, beta), bound_text(cut), score_text(cut->score, score));
    if (cut->tried < cut->moves)
        mi_reply_format(reply, "  %d of %d cut", cut->moves - cut->tried, cut->moves);
    mi_reply_add(reply, "\n");
    return true;
}

/* miai-alphabeta [depth N] [plain]: a line a position, what is behind it indented below. */
static const char *table(struct mi_gtp *gtp, char *args)
{
    struct view view;
    if (!read_view(gtp, args, &view))
        return mi_gtp_syntax_error;
    mi_reply_format(&gtp->reply, "%-20s %8s %8s    %8s\n", "move", "alpha", "beta", "score");
    return walk(&view, add_row);
}

/* ---- Graphviz ---- */

static bool add_node(void *context, const miai_cut *cut)
{
    struct view *view = context;
    struct mi_reply *reply = &view->gtp->reply;
    char alpha[SCORE], beta[SCORE], score[SCORE];
    int number = ++view->shown;
    view->number[cut->depth] = number;
    mi_reply_format(reply, "n%d [label=\"(%s, %s)\\n%s %s\"];\n", number,
                    score_text(cut->alpha, alpha), score_text(cut->beta, beta), bound_text(cut),
                    score_text(cut->score, score));
    if (cut->depth > 0)
        mi_reply_format(reply, "n%d -> n%d [label=\"%s\"];\n", view->number[cut->depth - 1], number,
                        cut->move);
    if (cut->tried < cut->moves)
        mi_reply_format(reply,
                        "c%d [label=\"%d cut\" shape=plain];\nn%d -> c%d [style=dashed "
                        "color=red];\n",
                        number, cut->moves - cut->tried, number, number);
    return true;
}

/* miai-alphabeta_dot: the same for Graphviz, cuts in red. */
static const char *dot(struct mi_gtp *gtp, char *args)
{
    struct view view;
    if (!read_view(gtp, args, &view))
        return mi_gtp_syntax_error;
    mi_reply_add(&gtp->reply, "digraph alphabeta {\nnode [shape=box fontname=sans];\n"
                              "edge [fontname=sans];\n");
    const char *failure = walk(&view, add_node);
    mi_reply_add(&gtp->reply, "}");
    return failure;
}

const struct mi_gtp_command mi_gtp_cuts_commands[] = {
    {"miai-alphabeta", 0, MI_GTP_ANY_ARGS, table},
    {"miai-alphabeta_dot", 0, MI_GTP_ANY_ARGS, dot},
    {0},
};
