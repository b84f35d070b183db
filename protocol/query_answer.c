/* What a search has found, in the members that KataGo's analysis engine gives it.  All values are
 * black's, as KaTrain has KataGo tell them. */
#include "query.h"

#include "json.h"
#include "words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_TEXT = MIAI_LINE_MAX * MIAI_MOVE_TEXT };

/* Of black: values from 0 to 1, and those that are the other's when their sign is changed. */
static double share(double value, int player)
{
    return player == 0 ? value : 1 - value;
}

static double sided(double value, int player)
{
    return (player == 0 ? value : -value) + 0.0;
}

static void add_values(struct mi_reply *reply, double value, bool leads, double lead,
                       double deviation, uint64_t visits, int player)
{
    mi_reply_format(reply,
                    "\"winrate\":%.6f,\"utility\":%.6f,\"visits\":%" PRIu64 ",\"weight\":%" PRIu64,
                    share(value, player), 2 * share(value, player) - 1, visits, visits);
    lead = leads ? sided(lead, player) : 0;
    mi_reply_format(reply,
                    ",\"scoreLead\":%.3f,\"scoreMean\":%.3f,\"scoreSelfplay\":%.3f,"
                    "\"scoreStdev\":%.3f",
                    lead, lead, lead, leads ? deviation : 0.0);
}

/* From the top row to the bottom. */
static void add_ownership(const miai_engine *engine, int i, int player, struct mi_reply *reply)
{
    double owner[MIAI_MAX_POINTS];
    int width = miai_width(engine);
    if (!miai_ownership(engine, i, owner, NULL))
        return;
    mi_reply_add(reply, ",\"ownership\":[");
    for (int y = miai_height(engine) - 1, n = 0; y >= 0; y--)
        for (int x = 0; x < width; x++)
            mi_reply_format(reply, "%s%.4f", n++ ? "," : "", sided(owner[y * width + x], player));
    mi_reply_add(reply, "]");
}

static void add_line(const miai_engine *engine, int i, struct mi_reply *reply)
{
    char text[LINE_TEXT], *rest = text;
    const char *move;
    miai_choice_line(engine, i, text, sizeof text, NULL);
    mi_reply_add(reply, ",\"pv\":[");
    for (int n = 0; (move = mi_next_word(&rest)) != NULL; n++)
        mi_reply_format(reply, "%s\"%s\"", n ? "," : "", move);
    mi_reply_add(reply, "]");
}

static void add_move(const struct mi_query *query, const miai_engine *engine, int i, int player,
                     struct mi_reply *reply)
{
    miai_choice choice;
    miai_choice_at(engine, i, &choice);
    mi_reply_format(reply, "%s{\"move\":\"%s\",\"order\":%d,\"prior\":%.6f,\"lcb\":%.6f,",
                    i ? "," : "", choice.move, i, choice.prior, share(choice.lcb, player));
    mi_reply_format(reply, "\"utilityLcb\":%.6f,", 2 * share(choice.lcb, player) - 1);
    add_values(reply, choice.value, choice.leads, choice.lead, choice.lead_deviation, choice.visits,
               player);
    add_line(engine, i, reply);
    if (query->moves_ownership)
        add_ownership(engine, i, player, reply);
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

static int write_legal(const void *engine, char *text, size_t size)
{
    return miai_legal_moves(engine, MIAI_TURN, text, size);
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
    mi_reply_written(&moves, write_legal, engine);
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

static void add_root(const miai_info *info, struct mi_reply *reply)
{
    mi_reply_format(reply, "],\"rootInfo\":{\"currentPlayer\":\"%c\",", info->player ? 'W' : 'B');
    add_values(reply, info->value, info->leads, info->lead, info->lead_deviation, info->root_visits,
               info->player);
    mi_reply_add(reply, "}");
}

void mi_query_answer(const struct mi_query *query, const miai_engine *engine, int turn,
                     bool searching, struct mi_reply *reply)
{
    miai_info info;
    miai_choice choice;
    miai_last_search(engine, &info);
    mi_reply_add(reply, "{\"id\":");
    mi_json_add(reply, query->id, false);
    mi_reply_format(reply, ",\"isDuringSearch\":%s,\"turnNumber\":%d,\"moveInfos\":[",
                    searching ? "true" : "false", turn);
    for (int i = 0; miai_choice_at(engine, i, &choice) && (choice.visits > 0 || i == 0); i++)
        add_move(query, engine, i, info.player, reply);
    add_root(&info, reply);
    if (query->ownership)
        add_ownership(engine, -1, info.player, reply);
    if (query->policy)
        add_policy(engine, reply);
    mi_reply_add(reply, "}\n");
}
