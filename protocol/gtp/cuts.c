/* GTP commands that show an alpha-beta search of a small tree, with its bounds and cut-offs, as a
 * table or for Graphviz. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <string.h>

enum { DEFAULT_DEPTH = 2, PROVEN_SCORE = 1000000, INFINITE_SCORE = 1100001, SCORE_BYTES = 16 };

/* The arguments, and the state of the output. */
struct cuts_view {
    struct mi_gtp *gtp;
    int depth;
    bool prune;
    int nodes;
    int number[MIAI_CUTS_DEPTH + 1]; /* Graphviz number of the current node at each depth */
};

/* The default depth, or less if the option depth is limited further. */
static int default_depth(const miai_engine *engine)
{
    double max = miai_option_max(engine, miai_option_find(engine, "depth"));
    return max < DEFAULT_DEPTH ? (int)max : DEFAULT_DEPTH;
}

/* Reads [depth N] [plain]. */
static bool read_cuts_view(struct mi_gtp *gtp, char *args, struct cuts_view *cuts_view)
{
    char *word;
    *cuts_view = (struct cuts_view){.gtp = gtp, .depth = default_depth(gtp->engine), .prune = true};
    while ((word = mi_next_word(&args)) != NULL) {
        const char *number = strcmp(word, "depth") == 0 ? mi_next_word(&args) : NULL;
        if (number) {
            if (!mi_read_word_int(number, &cuts_view->depth) || cuts_view->depth < 1 ||
                cuts_view->depth > MIAI_CUTS_DEPTH)
                return false;
        } else if (strcmp(word, "plain") == 0) {
            cuts_view->prune = false;
        } else {
            return false;
        }
    }
    return true;
}

static const char *walk_cuts(struct cuts_view *cuts_view,
                             bool (*visit)(void *context, const miai_cut *cut))
{
    struct mi_gtp *gtp = cuts_view->gtp;
    return mi_gtp_error_reason(
        gtp, miai_trace_alphabeta(gtp->engine, cuts_view->depth, cuts_view->prune, visit, cuts_view));
}

/* A score in hundredths; "won" and "lost" for the first player; "-" if there is no bound. */
static const char *bound_score_text(int score, char text[SCORE_BYTES])
{
    if (score >= INFINITE_SCORE || score <= -INFINITE_SCORE)
        snprintf(text, SCORE_BYTES, "-");
    else if (score > PROVEN_SCORE || score < -PROVEN_SCORE)
        snprintf(text, SCORE_BYTES, "%s", score > 0 ? "won" : "lost");
    else
        snprintf(text, SCORE_BYTES, "%d", score);
    return text;
}

/* "=" for an exact score, ">=" for a lower bound, "<=" for an upper bound. */
static const char *bound_text(const miai_cut *cut)
{
    return cut->score >= cut->beta ? ">=" : cut->score <= cut->alpha ? "<=" : "=";
}

/* ---- the table ---- */

static bool add_cuts_row(void *context, const miai_cut *cut)
{
    struct cuts_view *cuts_view = context;
    struct mi_reply *reply = &cuts_view->gtp->reply;
    char move[MIAI_MOVE_TEXT + 2 * MIAI_CUTS_DEPTH + 4], alpha[SCORE_BYTES], beta[SCORE_BYTES],
        score[SCORE_BYTES];
    snprintf(move, sizeof move, "%*s%s", 2 * cut->depth, "", cut->depth > 0 ? cut->move : "root");
    mi_reply_format(reply, "%-20s %8s %8s %2s %8s", move, bound_score_text(cut->alpha, alpha),
                    bound_score_text(cut->beta, beta), bound_text(cut),
                    bound_score_text(cut->score, score));
    if (cut->tried < cut->moves)
        mi_reply_format(reply, "  %d of %d cut", cut->moves - cut->tried, cut->moves);
    mi_reply_add(reply, "\n");
    return true;
}

/* miai-alphabeta [depth N] [plain]: a line for each position, its children indented below it;
 * plain: without cut-offs. */
static const char *gtp_alphabeta(struct mi_gtp *gtp, char *args)
{
    struct cuts_view cuts_view;
    if (!read_cuts_view(gtp, args, &cuts_view))
        return mi_gtp_syntax_error;
    mi_reply_format(&gtp->reply, "%-20s %8s %8s    %8s\n", "move", "alpha", "beta", "score");
    return walk_cuts(&cuts_view, add_cuts_row);
}

/* ---- Graphviz ---- */

static bool add_cuts_node(void *context, const miai_cut *cut)
{
    struct cuts_view *cuts_view = context;
    struct mi_reply *reply = &cuts_view->gtp->reply;
    char alpha[SCORE_BYTES], beta[SCORE_BYTES], score[SCORE_BYTES];
    int number = ++cuts_view->nodes;
    cuts_view->number[cut->depth] = number;
    mi_reply_format(reply, "n%d [label=\"(%s, %s)\\n%s %s\"];\n", number,
                    bound_score_text(cut->alpha, alpha), bound_score_text(cut->beta, beta),
                    bound_text(cut), bound_score_text(cut->score, score));
    if (cut->depth > 0)
        mi_reply_format(reply, "n%d -> n%d [label=\"%s\"];\n", cuts_view->number[cut->depth - 1],
                        number, cut->move);
    if (cut->tried < cut->moves)
        mi_reply_format(reply,
                        "c%d [label=\"%d cut\" shape=plain];\nn%d -> c%d [style=dashed "
                        "color=red];\n",
                        number, cut->moves - cut->tried, number, number);
    return true;
}

/* miai-alphabeta_dot: the same for Graphviz, cut-offs in red. */
static const char *gtp_alphabeta_dot(struct mi_gtp *gtp, char *args)
{
    struct cuts_view cuts_view;
    if (!read_cuts_view(gtp, args, &cuts_view))
        return mi_gtp_syntax_error;
    mi_reply_add(&gtp->reply, "digraph alphabeta {\nnode [shape=box fontname=sans];\n"
                              "edge [fontname=sans];\n");
    const char *failure = walk_cuts(&cuts_view, add_cuts_node);
    mi_reply_add(&gtp->reply, "}");
    return failure;
}

const struct mi_gtp_command mi_gtp_cuts_commands[] = {
    {"miai-alphabeta", "[depth N] [plain]", 0, MI_GTP_ANY_ARGS, gtp_alphabeta},
    {"miai-alphabeta_dot", "[depth N] [plain]", 0, MI_GTP_ANY_ARGS, gtp_alphabeta_dot},
    {0},
};
