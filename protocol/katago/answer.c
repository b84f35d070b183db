/* What a search has found, in the members that KataGo's analysis engine gives it.  All values are
 * black's, as KaTrain has KataGo tell them, if the question does not want another view. */
#include "query.h"

#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_TEXT = MIAI_LINE_MAX * MIAI_MOVE_TEXT };

/* The player to move, and whether the answer has his values or the other's. */
struct side {
    int player;
    bool other;
};

/* Values from 0 to 1, and those that are the other's when their sign is changed. */
static double share(double value, struct side side)
{
    return side.other ? 1 - value : value;
}

static double sided(double value, struct side side)
{
    return (side.other ? -value : value) + 0.0;
}

static void add_values(struct mi_reply *reply, double value, bool leads, double lead,
                       double deviation, uint64_t visits, struct side side)
{
    mi_reply_format(reply,
                    "\"winrate\":%.6f,\"utility\":%.6f,\"visits\":%" PRIu64 ",\"weight\":%" PRIu64,
                    share(value, side), 2 * share(value, side) - 1, visits, visits);
    lead = leads ? sided(lead, side) : 0;
    mi_reply_format(reply,
                    ",\"scoreLead\":%.3f,\"scoreMean\":%.3f,\"scoreSelfplay\":%.3f,"
                    "\"scoreStdev\":%.3f",
                    lead, lead, lead, leads ? deviation : 0.0);
}

/* From the top row to the bottom. */
static void add_ownership(const miai_engine *engine, int i, struct side side,
                          struct mi_reply *reply)
{
    double owner[MIAI_MAX_POINTS];
    int width = miai_width(engine);
    if (!miai_ownership(engine, i, owner, NULL))
        return;
    mi_reply_add(reply, ",\"ownership\":[");
    for (int y = miai_height(engine) - 1, n = 0; y >= 0; y--)
        for (int x = 0; x < width; x++)
            mi_reply_format(reply, "%s%.4f", n++ ? "," : "", sided(owner[y * width + x], side));
    mi_reply_add(reply, "]");
}

/* How many moves of a line are told, if it has so many; the first is not counted by the question.
 */
static int line_length(const struct mi_query *query)
{
    bool bounded = query->line_length >= 1 && query->line_length < MIAI_LINE_MAX;
    return bounded ? 1 + (int)query->line_length : MIAI_LINE_MAX;
}

static void add_line(const struct mi_query *query, const miai_engine *engine, int i,
                     struct mi_reply *reply)
{
    char text[LINE_TEXT], *rest = text;
    uint64_t visits[MIAI_LINE_MAX];
    const char *move;
    int n = 0, most = line_length(query);
    miai_choice_line(engine, i, text, sizeof text, visits);
    mi_reply_add(reply, ",\"pv\":[");
    for (; n < most && (move = mi_next_word(&rest)) != NULL; n++)
        mi_reply_format(reply, "%s\"%s\"", n ? "," : "", move);
    mi_reply_add(reply, "]");
    if (!query->line_visits)
        return;
    mi_reply_add(reply, ",\"pvVisits\":[");
    for (int k = 0; k < n; k++)
        mi_reply_format(reply, "%s%" PRIu64, k ? "," : "", visits[k]);
    mi_reply_add(reply, "]");
}

/* Those that look at the move alone are among them. */
static uint64_t visits_of(const miai_choice *choice)
{
    return choice->looked_at > choice->visits ? choice->looked_at : choice->visits;
}

static void add_move(const struct mi_query *query, const miai_engine *engine, int i,
                     struct side side, struct mi_reply *reply)
{
    miai_choice choice;
    miai_choice_at(engine, i, &choice);
    mi_reply_format(reply, "%s{\"move\":\"%s\",\"order\":%d,\"prior\":%.6f,\"lcb\":%.6f,",
                    i ? "," : "", choice.move, i, choice.prior, share(choice.lcb, side));
    mi_reply_format(reply, "\"utilityLcb\":%.6f,\"edgeVisits\":%" PRIu64 ",",
                    2 * share(choice.lcb, side) - 1, choice.visits);
    if (choice.human_prior >= 0)
        mi_reply_format(reply, "\"humanPrior\":%.6g,", choice.human_prior);
    add_values(reply, choice.value, choice.leads, choice.lead, choice.lead_deviation,
               visits_of(&choice), side);
    add_line(query, engine, i, reply);
    if (query->moves_ownership)
        add_ownership(engine, i, side, reply);
    mi_reply_add(reply, "}");
}

/* The place of a move in the policy: points from the top row, and behind them the pass. */
static int place_of(const miai_engine *engine, const char *text)
{
    int width = miai_width(engine), height = miai_height(engine);
    miai_move point = miai_point_read(text, width, height);
    return point == MIAI_NO_MOVE ? width * height
                                 : (height - 1 - (int)point / width) * width + (int)point % width;
}

/* Of moves that are not legal, -1. */
static void add_policy(const miai_engine *engine, struct mi_reply *reply)
{
    double prior[MIAI_MAX_POINTS + 1];
    struct mi_reply moves = {0};
    miai_choice choice;
    int count = miai_width(engine) * miai_height(engine) + 1;
    for (int i = 0; i < count; i++)
        prior[i] = -1;
    mi_reply_legal(&moves, engine, MIAI_TURN);
    char *rest = moves.text;
    for (const char *move; rest && (move = mi_next_word(&rest)) != NULL;)
        prior[place_of(engine, move)] = 0;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        prior[place_of(engine, choice.move)] = choice.prior;
    mi_reply_add(reply, ",\"policy\":[");
    for (int i = 0; i < count; i++)
        mi_reply_format(reply, "%s%.6g", i ? "," : "", prior[i]);
    mi_reply_add(reply, "]");
    mi_reply_free(&moves);
}

/* Of the board from the top row, and behind it the pass, as people would play. */
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

/* What people would come to, as the network has it that knows how they play. */
static void add_human(const miai_engine *engine, struct side side, struct mi_reply *reply)
{
    miai_network_output output;
    if (!miai_human_output(engine, &output))
        return;
    struct side first = {0, (side.player ^ (int)side.other) != 0};
    mi_reply_format(reply,
                    "\"humanWinrate\":%.6f,\"humanScoreMean\":%.3f,\"humanScoreStdev\":%.3f,",
                    share(output.win + output.no_result / 2, first), sided(output.score, first),
                    output.deviation);
}

static void add_root(const miai_engine *engine, const miai_info *info, struct side side,
                     struct mi_reply *reply)
{
    mi_reply_format(reply, "],\"rootInfo\":{\"currentPlayer\":\"%c\",", side.player ? 'W' : 'B');
    add_human(engine, side, reply);
    add_values(reply, info->root_value, info->leads, info->root_lead, info->lead_deviation,
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
    for (int i = 0; miai_choice_at(engine, i, &choice) && (visits_of(&choice) > 0 || i == 0); i++)
        add_move(query, engine, i, side, reply);
    add_root(engine, &info, side, reply);
    if (query->ownership)
        add_ownership(engine, -1, side, reply);
    if (query->policy) {
        add_policy(engine, reply);
        add_human_policy(engine, reply);
    }
    mi_reply_add(reply, "}\n");
}
