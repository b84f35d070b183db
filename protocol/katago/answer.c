/* Writes search results in the format of KataGo's analysis engine.  Values are from Black's view,
 * as KaTrain configures KataGo, unless the query wants another view. */
#include "query.h"

#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_TEXT = MIAI_LINE_MAX * MIAI_MOVE_TEXT };

/* The player to move, and whether values are from the opponent's view. */
struct side {
    int player;
    bool opponent_view;
};

/* A value from 0 to 1, and a value that changes sign with the view. */
static double value_in_view(double value, struct side side)
{
    return side.opponent_view ? 1 - value : value;
}

static double score_in_view(double value, struct side side)
{
    return (side.opponent_view ? -value : value) + 0.0;
}

static void add_answer_values(struct mi_reply *reply, double value, bool leads, double lead,
                              double deviation, uint64_t visits, struct side side)
{
    mi_reply_format(reply,
                    "\"winrate\":%.6f,\"utility\":%.6f,\"visits\":%" PRIu64 ",\"weight\":%" PRIu64,
                    value_in_view(value, side), 2 * value_in_view(value, side) - 1, visits, visits);
    lead = leads ? score_in_view(lead, side) : 0;
    mi_reply_format(reply,
                    ",\"scoreLead\":%.3f,\"scoreMean\":%.3f,\"scoreSelfplay\":%.3f,"
                    "\"scoreStdev\":%.3f",
                    lead, lead, lead, leads ? deviation : 0.0);
}

/* From the top row to the bottom. */
static void add_points(const miai_engine *engine, const char *name, const double *value,
                       struct side side, struct mi_reply *reply)
{
    int width = miai_width(engine);
    mi_reply_format(reply, ",\"%s\":[", name);
    for (int y = miai_height(engine) - 1, n = 0; y >= 0; y--)
        for (int x = 0; x < width; x++)
            mi_reply_format(reply, "%s%.4f", n++ ? "," : "",
                            score_in_view(value[y * width + x], side));
    mi_reply_add(reply, "]");
}

static void add_ownership(const miai_engine *engine, int i, struct side side, bool mean,
                          bool with_deviation, struct mi_reply *reply)
{
    double owner[MIAI_MAX_POINTS], deviation[MIAI_MAX_POINTS];
    if ((!mean && !with_deviation) || !miai_ownership(engine, i, owner, deviation))
        return;
    if (mean)
        add_points(engine, "ownership", owner, side, reply);
    if (with_deviation) /* the same from either view */
        add_points(engine, "ownershipStdev", deviation, (struct side){side.player, false}, reply);
}

/* The maximum number of moves in a pv.  The query does not count the first. */
static int max_pv_moves(const struct mi_query *query)
{
    bool has_limit = query->line_length >= 1 && query->line_length < MIAI_LINE_MAX;
    return has_limit ? 1 + (int)query->line_length : MIAI_LINE_MAX;
}

static void add_answer_pv(const struct mi_query *query, const miai_engine *engine, int i,
                          struct mi_reply *reply)
{
    char text[LINE_TEXT], *rest = text;
    uint64_t visits[MIAI_LINE_MAX];
    const char *move;
    int n = 0, max = max_pv_moves(query);
    miai_choice_line(engine, i, text, sizeof text, visits);
    mi_reply_add(reply, ",\"pv\":[");
    for (; n < max && (move = mi_next_word(&rest)) != NULL; n++)
        mi_reply_format(reply, "%s\"%s\"", n ? "," : "", move);
    mi_reply_add(reply, "]");
    if (!query->line_visits)
        return;
    for (int edges = 0; edges < 2;
         edges++) { /* equal, since each position is reached by one edge */
        mi_reply_format(reply, ",\"%s\":[", edges ? "pvEdgeVisits" : "pvVisits");
        for (int k = 0; k < n; k++)
            mi_reply_format(reply, "%s%" PRIu64, k ? "," : "", visits[k]);
        mi_reply_add(reply, "]");
    }
}

/* The visits, including those that only examined the move. */
static uint64_t move_visits(const miai_choice *choice)
{
    return choice->looked_at > choice->visits ? choice->looked_at : choice->visits;
}

static void add_move_info(const struct mi_query *query, const miai_engine *engine, int i,
                          struct side side, struct mi_reply *reply)
{
    miai_choice choice;
    miai_choice_at(engine, i, &choice);
    mi_reply_format(reply, "%s{\"move\":\"%s\",\"order\":%d,\"prior\":%.6f,\"lcb\":%.6f,",
                    i ? "," : "", choice.move, i, choice.prior, value_in_view(choice.lcb, side));
    mi_reply_format(reply, "\"utilityLcb\":%.6f,\"edgeVisits\":%" PRIu64 ",",
                    2 * value_in_view(choice.lcb, side) - 1, choice.visits);
    if (choice.human_prior >= 0)
        mi_reply_format(reply, "\"humanPrior\":%.6g,", choice.human_prior);
    add_answer_values(reply, choice.value, choice.leads, choice.lead, choice.lead_deviation,
                      move_visits(&choice), side);
    add_answer_pv(query, engine, i, reply);
    if (query->no_result)
        mi_reply_add(reply, ",\"noResultValue\":0.000000");
    add_ownership(engine, i, side, query->moves_ownership, query->moves_ownership_deviation, reply);
    mi_reply_add(reply, "}");
}

/* The index of a move in the policy: points from the top row, then the pass. */
static int policy_index(const miai_engine *engine, const char *text)
{
    int width = miai_width(engine), height = miai_height(engine);
    miai_move point = miai_point_read(text, width, height);
    return point == MIAI_NO_MOVE ? width * height
                                 : (height - 1 - (int)point / width) * width + (int)point % width;
}

/* Adds the policy; -1 for illegal moves. */
static void add_policy(const miai_engine *engine, struct mi_reply *reply)
{
    double prior[MIAI_MAX_POINTS + 1];
    struct mi_reply moves = {0};
    miai_choice choice;
    int count = miai_width(engine) * miai_height(engine) + 1;
    for (int i = 0; i < count; i++)
        prior[i] = -1;
    mi_reply_add_legal_moves(&moves, engine, MIAI_TURN);
    char *rest = moves.text;
    for (const char *move; rest && (move = mi_next_word(&rest)) != NULL;)
        prior[policy_index(engine, move)] = 0;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        prior[policy_index(engine, choice.move)] = choice.prior;
    mi_reply_add(reply, ",\"policy\":[");
    for (int i = 0; i < count; i++)
        mi_reply_format(reply, "%s%.6g", i ? "," : "", prior[i]);
    mi_reply_add(reply, "]");
    mi_reply_free(&moves);
}

/* Adds the human network's policy: points from the top row, then the pass. */
static void add_human_policy(const miai_engine *engine, struct mi_reply *reply)
{
    miai_network_output output;
    int width = miai_width(engine);
    if (!miai_human_output(engine, &output))
        return;
    mi_reply_add(reply, ",\"humanPolicy\":[");
    for (int y = miai_height(engine) - 1; y >= 0; y--)
        for (int x = 0; x < width; x++)
            mi_reply_format(reply, "%.6g,", (double)output.policy[y * width + x]);
    mi_reply_format(reply, "%.6g]", (double)output.policy[output.points]);
}

/* Adds the values of the human network. */
static void add_human_values(const miai_engine *engine, struct side side, struct mi_reply *reply)
{
    miai_network_output output;
    if (!miai_human_output(engine, &output))
        return;
    struct side first = {0, (side.player ^ (int)side.opponent_view) != 0};
    mi_reply_format(reply,
                    "\"humanWinrate\":%.6f,\"humanScoreMean\":%.3f,\"humanScoreStdev\":%.3f,",
                    value_in_view(output.win + output.no_result / 2, first),
                    score_in_view(output.score, first), output.deviation);
}

static void add_answer_root(const miai_engine *engine, const miai_info *info, struct side side,
                            struct mi_reply *reply)
{
    mi_reply_format(reply, "],\"rootInfo\":{\"currentPlayer\":\"%c\",", side.player ? 'W' : 'B');
    add_human_values(engine, side, reply);
    add_answer_values(reply, info->root_value, info->leads, info->root_lead, info->lead_deviation,
                      info->root_visits, side);
    mi_reply_add(reply, "}");
}

void mi_query_write_answer(const struct mi_query *query, const miai_engine *engine, int turn,
                           bool searching, struct mi_reply *reply)
{
    miai_info info;
    miai_choice choice;
    miai_last_search(engine, &info);
    int player = info.player, view = query->view == MIAI_TURN ? player : query->view;
    const struct side side = {player, player != view};
    mi_reply_format(reply, "{\"id\":%s,\"isDuringSearch\":%s,\"turnNumber\":%d,\"moveInfos\":[",
                    query->id, searching ? "true" : "false", turn);
    for (int i = 0; miai_choice_at(engine, i, &choice) && (move_visits(&choice) > 0 || i == 0); i++)
        add_move_info(query, engine, i, side, reply);
    add_answer_root(engine, &info, side, reply);
    add_ownership(engine, -1, side, query->ownership, query->ownership_deviation, reply);
    if (query->policy) {
        add_policy(engine, reply);
        add_human_policy(engine, reply);
    }
    mi_reply_add(reply, "}\n");
}
