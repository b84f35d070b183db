#include "analysis.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { PV_BYTES = MIAI_LINE_MAX * MIAI_MOVE_TEXT, MAX_JSON_MOVES = 20 };

/* Does the search examine the moves one after the other, so that results exist only for the lines
 * of a multi-PV search? */
static bool examines_in_order(const miai_info *info)
{
    return info->search &&
           (strcmp(info->search, "alphabeta") == 0 || strcmp(info->search, "minimax") == 0);
}

/* The number of moves to list. */
static int count_listed_moves(const struct mi_analysis *analysis, const miai_engine *engine)
{
    miai_info info;
    miai_choice choice;
    int n = 0, max = analysis->max_moves;
    miai_last_search(engine, &info);
    if (examines_in_order(&info)) {
        int lines = mi_analysis_request(analysis).lines;
        max = max > 0 && max < lines ? max : lines;
    }
    while (miai_choice_at(engine, n, &choice) && (max == 0 || n < max) &&
           (choice.visits > 0 || n < analysis->min_moves))
        n++;
    return n;
}

static int to_ten_thousandths(double share)
{
    return (int)(10000 * (share < 0 ? 0 : share > 1 ? 1 : share) + 0.5);
}

/* ---- values of points ---- */

/* One value per point, from the top row to the bottom, each from the left. */
static void add_point_values(struct mi_reply *reply, const miai_engine *engine, const char *name,
                             const double *value)
{
    int width = miai_width(engine);
    mi_reply_format(reply, " %s", name);
    for (int y = miai_height(engine) - 1; y >= 0; y--)
        for (int x = 0; x < width; x++)
            mi_reply_format(reply, " %.4f", value[y * width + x] + 0.0);
}

static void add_ownership(const struct mi_analysis *analysis, const miai_engine *engine,
                          struct mi_reply *reply)
{
    double owner[MIAI_MAX_POINTS], deviation[MIAI_MAX_POINTS];
    if ((!analysis->ownership && !analysis->ownership_deviation) ||
        !miai_ownership(engine, -1, owner, deviation))
        return;
    if (analysis->ownership)
        add_point_values(reply, engine, "ownership", owner);
    if (analysis->ownership_deviation)
        add_point_values(reply, engine, "ownershipStdev", deviation);
}

/* ---- a move ---- */

static void add_score_values(struct mi_reply *reply, bool has_lead, double lead, double deviation)
{
    if (!has_lead)
        return;
    mi_reply_format(reply, " scoreMean %.3f scoreStdev %.3f scoreLead %.3f scoreSelfplay %.3f",
                    lead + 0.0, deviation, lead + 0.0, lead + 0.0);
}

static void add_move_values(const struct mi_analysis *analysis, struct mi_reply *reply,
                            const miai_choice *choice)
{
    if (analysis->format <= MI_ANALYSIS_PLAIN) {
        mi_reply_format(reply, " winrate %d prior %d lcb %d", to_ten_thousandths(choice->value),
                        to_ten_thousandths(choice->prior), to_ten_thousandths(choice->lcb));
        if (analysis->format == MI_ANALYSIS_PLAIN && choice->leads)
            mi_reply_format(reply, " scoreLead %.3f", choice->lead + 0.0);
        return;
    }
    mi_reply_format(reply, " edgeVisits %" PRIu64 " utility %.6f winrate %.6f", choice->visits,
                    2 * choice->value - 1, choice->value);
    add_score_values(reply, choice->leads, choice->lead, choice->lead_deviation);
    if (analysis->no_result)
        mi_reply_add(reply, " noResultValue 0.000000");
    mi_reply_format(reply, " prior %.6f lcb %.6f utilityLcb %.6f weight %" PRIu64, choice->prior,
                    choice->lcb, 2 * choice->lcb - 1, choice->visits);
}

static void add_visits(struct mi_reply *reply, const char *name, const uint64_t *visits, int moves)
{
    mi_reply_format(reply, " %s", name);
    for (int k = 0; k < moves; k++)
        mi_reply_format(reply, " %" PRIu64, visits[k]);
}

static void add_analysis_pv(const struct mi_analysis *analysis, const miai_engine *engine,
                            struct mi_reply *reply, int i)
{
    char text[PV_BYTES];
    uint64_t visits[MIAI_LINE_MAX];
    int moves = 1;
    miai_choice_line(engine, i, text, sizeof text, visits);
    mi_reply_add(reply, " pv ");
    mi_reply_add(reply, text);
    for (const char *c = text; *c; c++)
        moves += *c == ' ';
    if (analysis->pv_visits)
        add_visits(reply, "pvVisits", visits, moves);
    if (analysis->pv_edge_visits) /* a tree: each position is reached by one edge */
        add_visits(reply, "pvEdgeVisits", visits, moves);
}

static void add_analysis_move(const struct mi_analysis *analysis, const miai_engine *engine,
                              struct mi_reply *reply, int i)
{
    miai_choice choice;
    double owner[MIAI_MAX_POINTS], deviation[MIAI_MAX_POINTS];
    bool points = analysis->moves_ownership || analysis->moves_ownership_deviation;
    miai_choice_at(engine, i, &choice);
    mi_reply_format(reply, "%sinfo move %s visits %" PRIu64, i ? " " : "", choice.move,
                    choice.visits);
    add_move_values(analysis, reply, &choice);
    mi_reply_format(reply, " order %d", i);
    add_analysis_pv(analysis, engine, reply, i);
    points = points && (miai_ownership(engine, i, owner, deviation) ||
                        miai_ownership(engine, -1, owner, deviation));
    if (points && analysis->moves_ownership)
        add_point_values(reply, engine, "movesOwnership", owner);
    if (points && analysis->moves_ownership_deviation)
        add_point_values(reply, engine, "movesOwnershipStdev", deviation);
}

/* ---- moves that the search did not examine ---- */

static bool is_listed(const miai_engine *engine, int n, const char *move, size_t length)
{
    miai_choice choice;
    for (int i = 0; i < n; i++)
        if (miai_choice_at(engine, i, &choice) && strlen(choice.move) == length &&
            strncmp(choice.move, move, length) == 0)
            return true;
    return false;
}

/* For a move that was not examined, all values are those of the position. */
static void add_unexamined_move(const struct mi_analysis *analysis, const miai_info *info,
                                struct mi_reply *reply, const char *move, int length, int order)
{
    const miai_choice choice = {.value = info->root_value,
                                .leads = info->leads,
                                .lead = info->root_lead,
                                .lead_deviation = info->lead_deviation};
    mi_reply_format(reply, " info move %.*s visits 0", length, move);
    add_move_values(analysis, reply, &choice);
    mi_reply_format(reply, " order %d pv %.*s", order, length, move);
    if (analysis->pv_visits)
        mi_reply_add(reply, " pvVisits 0");
}

/* Some games examine only few of the legal moves; this lists others after the first n, up to the
 * minimum that was requested.  With "avoid" the search examines all other moves anyway. */
static void add_unexamined_moves(const struct mi_analysis *analysis, const miai_engine *engine,
                                 struct mi_reply *reply, int n)
{
    const char *move = analysis->avoid_count == 0 && analysis->legal ? analysis->legal : "";
    int listed = n, max = analysis->min_moves;
    double owner[MIAI_MAX_POINTS];
    bool has_ownership = analysis->moves_ownership && listed < max && *move &&
                         miai_ownership(engine, -1, owner, NULL);
    miai_info info;
    miai_last_search(engine, &info);
    if (analysis->max_moves > 0 && max > analysis->max_moves)
        max = analysis->max_moves;
    for (int length; listed < max && *move; move += length) {
        move += strspn(move, " ");
        length = (int)strcspn(move, " ");
        if (length == 0 || is_listed(engine, n, move, (size_t)length))
            continue;
        add_unexamined_move(analysis, &info, reply, move, length, listed++);
        if (has_ownership)
            add_point_values(reply, engine, "movesOwnership", owner);
    }
}

static void add_root_info(const struct mi_analysis *analysis, const miai_engine *engine,
                          struct mi_reply *reply)
{
    miai_info info;
    miai_last_search(engine, &info);
    if (!analysis->root_info)
        return;
    mi_reply_format(reply, " rootInfo visits %" PRIu64 " utility %.6f winrate %.6f",
                    info.root_visits, 2 * info.root_value - 1, info.root_value);
    add_score_values(reply, info.leads, info.root_lead, info.lead_deviation);
    mi_reply_format(reply, " weight %" PRIu64, info.root_visits);
}

/* ---- JSON ---- */

/* One of 63 characters per point, from the top row to the bottom. */
static void add_coded_ownership(const miai_engine *engine, struct mi_reply *reply)
{
    static const char code[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    double owner[MIAI_MAX_POINTS];
    char text[MIAI_MAX_POINTS + 1], *to = text;
    int width = miai_width(engine);
    if (!miai_ownership(engine, -1, owner, NULL))
        return;
    for (int y = miai_height(engine) - 1; y >= 0; y--)
        for (int x = 0; x < width; x++)
            *to++ = code[(int)(31 * (owner[y * width + x] + 1) + 0.5)];
    *to = '\0';
    mi_reply_add(reply, ",\"ownership\":\"");
    mi_reply_add(reply, text);
    mi_reply_add(reply, "\"");
}

static void add_json_move(const miai_engine *engine, struct mi_reply *reply, int i)
{
    miai_choice choice;
    char text[PV_BYTES];
    miai_choice_at(engine, i, &choice);
    miai_choice_line(engine, i, text, sizeof text, NULL);
    const char *rest = strchr(text, ' '); /* the line after the move */
    mi_reply_format(reply, "%s{\"move\":\"%s\",\"winrate\":%.6f", i ? "," : "", choice.move,
                    choice.value);
    if (choice.leads)
        mi_reply_format(reply, ",\"score\":%.3f", choice.lead + 0.0);
    mi_reply_format(reply, ",\"prior\":%.6f,\"visits\":%" PRIu64 ",\"pv\":\"", choice.prior,
                    choice.visits);
    mi_reply_add(reply, rest ? rest + 1 : "");
    mi_reply_add(reply, "\"}");
}

static void write_cgos_json(const miai_engine *engine, struct mi_reply *reply, int n)
{
    miai_info info;
    miai_last_search(engine, &info);
    mi_reply_format(reply, "{\"winrate\":%.6f", info.value);
    if (info.leads)
        mi_reply_format(reply, ",\"score\":%.3f", info.lead + 0.0);
    mi_reply_format(reply, ",\"visits\":%" PRIu64 ",\"moves\":[", info.root_visits);
    for (int i = 0; i < n && i < MAX_JSON_MOVES; i++)
        add_json_move(engine, reply, i);
    mi_reply_add(reply, "]");
    add_coded_ownership(engine, reply);
    mi_reply_add(reply, "}");
}

void mi_analysis_write(const struct mi_analysis *analysis, const miai_engine *engine,
                       struct mi_reply *reply)
{
    int n = count_listed_moves(analysis, engine);
    if (n == 0)
        return;
    if (analysis->format == MI_ANALYSIS_CGOS) {
        write_cgos_json(engine, reply, n);
        return;
    }
    for (int i = 0; i < n; i++)
        add_analysis_move(analysis, engine, reply, i);
    add_unexamined_moves(analysis, engine, reply, n);
    add_root_info(analysis, engine, reply);
    add_ownership(analysis, engine, reply);
}
