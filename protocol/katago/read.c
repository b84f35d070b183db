#include "query.h"

#include "rules.h"

#include "protocol/io/json.h"
#include "protocol/io/json_walk.h"
#include "protocol/io/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD = 64 };

static const char not_a_query[] = "expected a JSON object, as for KataGo's analysis engine";

static void query_fail(struct mi_query *query, const char *field, const char *what)
{
    if (query->fault[0] != '\0')
        return;
    snprintf(query->fault, sizeof query->fault, "%s", what);
    snprintf(query->field, sizeof query->field, "%s", field);
}

static int read_player(struct mi_query *query, struct mi_json_walk *walk, const char *field)
{
    char word[WORD];
    int player = 0;
    mi_json_text(walk, word, sizeof word);
    if (!mi_read_word_player(word, &player))
        query_fail(query, field, "a player must be B or W");
    return player;
}

/* Reads a point in GTP's notation or as column and row, "(0,13)", counted from the upper left
 * corner. */
static void read_point(struct mi_query *query, struct mi_json_walk *walk, char *word, size_t size)
{
    int x, y, end = 0;
    mi_json_text(walk, word, size);
    if (sscanf(word, "(%9d ,%9d )%n", &x, &y, &end) != 2 || end == 0 || word[end] != '\0')
        return;
    int row = query->height - 1 - y;
    if (x < 0 || row < 0 || x >= query->width || row >= query->height ||
        miai_point_text(x, row, word, size) < 0)
        snprintf(word, size, "(%d,%d)", x, y); /* not a point of the board */
}

/* Reads [["B","D4"],...] and adds "b D4 ..." to moves.  Returns how many. */
static int read_move_list(struct mi_query *query, struct mi_json_walk *walk, const char *field,
                          struct mi_reply *moves)
{
    int count = 0;
    for (mi_json_open(walk, '['); mi_json_more(walk, ']'); count++) {
        char word[WORD];
        mi_json_open(walk, '[');
        int player = read_player(query, walk, field);
        walk->bad |= !mi_json_more(walk, ']');
        read_point(query, walk, word, sizeof word);
        walk->bad |= mi_json_more(walk, ']') || strpbrk(word, " \t") != NULL;
        mi_reply_format(moves, "%c %s ", player ? 'w' : 'b', word);
    }
    return count;
}

/* Reads at most MI_QUERY_TURNS integers not below min; returns how many. */
static int read_integer_list(struct mi_query *query, struct mi_json_walk *walk, const char *field,
                             double min, int *list)
{
    int count = 0;
    query->asks_turns |= list == query->turns;
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        double number = mi_json_number(walk);
        bool is_integer = number >= min && number <= 1e6 && number == (int)number;
        if (!is_integer || count == MI_QUERY_TURNS)
            query_fail(query, field, "expected at most 2048 integers up to 1000000");
        else
            list[count++] = (int)number;
    }
    return count;
}

static int read_depth(struct mi_query *query, struct mi_json_walk *walk)
{
    double depth = mi_json_number(walk);
    if (depth >= 1 && depth <= 1e9)
        return (int)depth;
    query_fail(query, "untilDepth", "must be from 1 to 1e9");
    return 1;
}

static void read_avoided_moves(struct mi_query *query, struct mi_json_walk *walk,
                               struct mi_reply *moves)
{
    char word[WORD];
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        read_point(query, walk, word, sizeof word);
        mi_reply_format(moves, "%s ", word);
    }
}

/* A player may have either one allowMoves or any number of avoidMoves. */
static bool avoid_is_consistent(const struct mi_query *query, const miai_avoid *added)
{
    for (const miai_avoid *avoid = query->avoid; avoid < added; avoid++)
        if (avoid->player == added->player && (avoid->allow || added->allow))
            return false;
    return true;
}

/* Reads {"moves":[...],"player":"B","untilDepth":1}. */
static void read_avoid(struct mi_query *query, struct mi_json_walk *walk, const char *field)
{
    char key[WORD];
    bool has_player = false, has_moves = false;
    struct mi_reply *moves = &query->avoided[query->avoid_count];
    miai_avoid *avoid = &query->avoid[query->avoid_count++];
    *avoid = (miai_avoid){.depth = 1, .allow = strcmp(field, "allowMoves") == 0};
    for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
        mi_json_key(walk, key, sizeof key);
        has_player |= strcmp(key, "player") == 0;
        has_moves |= strcmp(key, "moves") == 0;
        if (strcmp(key, "player") == 0)
            avoid->player = read_player(query, walk, "player");
        else if (strcmp(key, "untilDepth") == 0)
            avoid->depth = read_depth(query, walk);
        else if (strcmp(key, "moves") == 0)
            read_avoided_moves(query, walk, moves);
        else
            mi_json_skip(walk);
    }
    if (!walk->bad && (!has_player || !has_moves))
        query_fail(query, field, "each needs a player and moves");
    if (!walk->bad && !avoid_is_consistent(query, avoid))
        query_fail(query, field, "each player may have one allowMoves, or avoidMoves");
}

static void read_avoids(struct mi_query *query, struct mi_json_walk *walk, const char *field)
{
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        if (query->avoid_count == MIAI_MAX_AVOID) {
            query_fail(query, field, "at most 8 entries are allowed");
            return;
        }
        read_avoid(query, walk, field);
    }
}

/* ---- settings ---- */

static void record_unused_member(struct mi_query *query, const char *field, const char *name)
{
    struct mi_unused *unused = &query->unused[query->unused_count];
    if (query->unused_count == MI_QUERY_UNUSED)
        return;
    snprintf(unused->field, sizeof unused->field, "%s", field);
    snprintf(unused->name, sizeof unused->name, "%s", name);
    query->unused_count++;
}

static void read_view(struct mi_query *query, struct mi_json_walk *walk)
{
    static const char *const names[] = {"BLACK", "WHITE", "SIDETOMOVE"};
    char word[WORD];
    mi_json_text(walk, word, sizeof word);
    for (int i = 0; i < 3; i++)
        if (strcasecmp(word, names[i]) == 0) {
            query->view = i < 2 ? i : MIAI_TURN;
            return;
        }
    query_fail(query, "overrideSettings",
               "reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE");
}

/* Without this member there is no limit.  A limit of 0 is an error, as in KataGo. */
static void read_visits(struct mi_query *query, struct mi_json_walk *walk)
{
    double visits = mi_json_number(walk);
    if (visits >= 1 && visits < 1e18 && visits == floor(visits))
        query->visits = visits;
    else if (!walk->bad)
        query_fail(query, "maxVisits", "must be an integer from 1");
}

/* Stores a setting.  Whether it is an option is checked later, with an engine. */
static void record_setting(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    struct mi_override *setting = &query->setting[query->setting_count];
    char first = mi_json_peek(walk);
    if (query->setting_count == MI_QUERY_SETTINGS || first == '{' || first == '[') {
        record_unused_member(query, "overrideSettings", key);
        mi_json_skip(walk);
        return;
    }
    snprintf(setting->name, sizeof setting->name, "%s", key);
    mi_json_text(walk, setting->value, sizeof setting->value);
    query->setting_count++;
}

static void read_setting(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    if (strcmp(key, "maxTime") == 0)
        query->seconds = mi_json_number(walk);
    else if (strcmp(key, "maxVisits") == 0 || strcmp(key, "maxPlayouts") == 0)
        read_visits(query, walk);
    else if (strcmp(key, "analysisPVLen") == 0)
        query->line_length = mi_json_number(walk);
    else if (strcmp(key, "reportAnalysisWinratesAs") == 0)
        read_view(query, walk);
    else
        record_setting(query, walk, key);
}

static void read_settings(struct mi_query *query, struct mi_json_walk *walk)
{
    char key[WORD];
    for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
        mi_json_key(walk, key, sizeof key);
        read_setting(query, walk, key);
    }
}

/* Reads a name, or an object, which is kept as text.  Either may have a komi. */
static void read_rules(struct mi_query *query, struct mi_json_walk *walk)
{
    if (mi_json_peek(walk) != '{')
        mi_json_text(walk, query->rules, sizeof query->rules);
    else if (!mi_json_raw(walk, query->rules, sizeof query->rules))
        query_fail(query, "rules", "the object is too long");
    query->has_rules_komi = mi_rules_cut_komi(query->rules, &query->rules_komi);
}

/* ---- members ---- */

/* Reads a member whose value is a number, true or false; returns false if it is none of these. */
static bool read_simple_member(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    double *const numbers[] = {&query->komi, &query->report, &query->priority, &query->line_length,
                               &query->first_report};
    static const char *const number_names[] = {"komi", "reportDuringSearchEvery", "priority",
                                               "analysisPVLen", "firstReportDuringSearchAfter"};
    bool *const flags[] = {
        &query->ownership,   &query->moves_ownership,     &query->policy,
        &query->line_visits, &query->ownership_deviation, &query->moves_ownership_deviation,
        &query->no_result};
    static const char *const flag_names[] = {"includeOwnership",      "includeMovesOwnership",
                                             "includePolicy",         "includePVVisits",
                                             "includeOwnershipStdev", "includeMovesOwnershipStdev",
                                             "includeNoResultValue"};
    for (int i = 0; i < 7; i++)
        if (strcmp(key, flag_names[i]) == 0) {
            *flags[i] = mi_json_bool(walk);
            return true;
        }
    for (int i = 0; i < 5; i++)
        if (strcmp(key, number_names[i]) == 0) {
            *numbers[i] = mi_json_number(walk);
            query->has_komi |= i == 0;
            return true;
        }
    return false;
}

/* Reads an id, unchanged, since replies echo it. */
static void read_id(struct mi_query *query, struct mi_json_walk *walk, const char *field, char *id)
{
    if (!mi_json_raw(walk, id, MI_QUERY_ID))
        query_fail(query, field, "must have at most 255 bytes");
}

/* Reads true, false or a point. */
static void read_region(struct mi_query *query, struct mi_json_walk *walk)
{
    char word[WORD];
    if (mi_json_peek(walk) != '"') {
        query->solves_region = mi_json_bool(walk);
        return;
    }
    read_point(query, walk, word, sizeof word);
    if (miai_point_read(word, query->width, query->height) == MIAI_NO_MOVE)
        query_fail(query, "solveRegion", "must be true or a point of the group");
    query->solves_region = true;
    snprintf(query->region, sizeof query->region, "%.7s", word);
}

static void read_member(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    if (strcmp(key, "id") == 0)
        read_id(query, walk, key, query->id);
    else if (strcmp(key, "action") == 0)
        mi_json_text(walk, query->action, sizeof query->action);
    else if (strcmp(key, "terminateId") == 0)
        read_id(query, walk, key, query->terminate);
    else if (strcmp(key, "rules") == 0)
        read_rules(query, walk);
    else if (strcmp(key, "whiteHandicapBonus") == 0)
        mi_json_text(walk, query->bonus, sizeof query->bonus);
    else if (strcmp(key, "initialPlayer") == 0)
        query->first_player = read_player(query, walk, key);
    else if (strcmp(key, "initialStones") == 0)
        read_move_list(query, walk, key, &query->stones);
    else if (strcmp(key, "moves") == 0)
        query->move_count = read_move_list(query, walk, key, &query->moves);
    else if (strcmp(key, "analyzeTurns") == 0 || strcmp(key, "turnNumbers") == 0)
        query->turn_count = read_integer_list(query, walk, key, 0, query->turns);
    else if (strcmp(key, "priorities") == 0)
        query->priority_count = read_integer_list(query, walk, key, -1e6, query->priorities);
    else if (strcmp(key, "avoidMoves") == 0 || strcmp(key, "allowMoves") == 0)
        read_avoids(query, walk, key);
    else if (strcmp(key, "overrideSettings") == 0)
        read_settings(query, walk);
    else if (strcmp(key, "boardXSize") == 0 || strcmp(key, "boardYSize") == 0)
        mi_json_skip(walk); /* already read by read_size() */
    else if (strcmp(key, "maxVisits") == 0)
        read_visits(query, walk);
    else if (strcmp(key, "solveRegion") == 0)
        read_region(query, walk);
    else if (strcmp(key, "rootPolicyTemperature") == 0 || strcmp(key, "rootFpuReductionMax") == 0)
        record_setting(query, walk, key);
    else if (!read_simple_member(query, walk, key)) {
        record_unused_member(query, key, "");
        mi_json_skip(walk);
    }
}

static const char size_error[] = "must be an integer, the board size";

static void read_size(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    double size;
    if (strcmp(key, "boardXSize") != 0 && strcmp(key, "boardYSize") != 0) {
        mi_json_skip(walk);
        return;
    }
    if (mi_json_peek(walk) == '"')
        query_fail(query, key, size_error);
    size = mi_json_number(walk);
    if (size > 0 && size < 100 && size == (int)size)
        *(key[5] == 'X' ? &query->width : &query->height) = (int)size;
    else
        query_fail(query, key, size_error);
}

/* Both sides must be given, or none for the default size. */
static void check_size(struct mi_query *query)
{
    if ((query->width == 0) != (query->height == 0))
        query_fail(query, query->width == 0 ? "boardXSize" : "boardYSize",
                   "missing: both sides of the board are needed");
    query->width = query->width ? query->width : 19;
    query->height = query->height ? query->height : 19;
}

static void read_members(struct mi_query *query, const char *line,
                         void (*read)(struct mi_query *, struct mi_json_walk *, const char *))
{
    struct mi_json_walk walk = {.at = line};
    char key[WORD];
    for (mi_json_open(&walk, '{'); mi_json_more(&walk, '}') && query->fault[0] == '\0';) {
        mi_json_key(&walk, key, sizeof key);
        bool has_key = !walk.bad;
        read(query, &walk, key);
        if (has_key && walk.bad)
            query_fail(query, key, "value of the wrong type");
    }
    if (walk.bad)
        query_fail(query, "", not_a_query);
}

/* ---- checks ---- */

static void check_numbers(struct mi_query *query)
{
    if (!(query->seconds >= 0))
        query_fail(query, "maxTime", "must not be negative (seconds)");
    if (!(query->report >= 0))
        query_fail(query, "reportDuringSearchEvery", "must not be negative (seconds)");
    if (!(query->line_length >= 0))
        query_fail(query, "analysisPVLen", "must not be negative");
    if (!(fabs(query->priority) <= 1e15))
        query_fail(query, "priority", "must be from -1e15 to 1e15");
}

/* Reports if memory ran out for the moves. */
static void check_memory(struct mi_query *query)
{
    bool failed = query->stones.failed || query->moves.failed;
    for (int i = 0; i < query->avoid_count; i++)
        failed = failed || query->avoided[i].failed;
    if (failed)
        query_fail(query, "moves", miai_error_text(MIAI_NO_MEMORY));
}

static void check_turns(struct mi_query *query)
{
    if (query->id[0] == '\0')
        query_fail(query, "id", "missing: each query needs an id");
    if (query->turn_count == 0 && !query->asks_turns)
        query->turns[query->turn_count++] = query->move_count;
    for (int i = 0; i < query->turn_count; i++)
        if (query->turns[i] > query->move_count)
            query_fail(query, "analyzeTurns", "a turn after the last move");
    if (query->priority_count > 0 && query->priority_count != query->turn_count)
        query_fail(query, "priorities", "needs one number for each of analyzeTurns");
}

static void read_only_id(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    if (strcmp(key, "id") == 0)
        read_id(query, walk, key, query->id);
    else
        mi_json_skip(walk);
}

/* In a line that is not valid JSON the id may still be valid; it tells the client which query
 * failed. */
static void read_id_of_invalid_line(struct mi_query *query, const char *line)
{
    read_members(query, line, read_only_id);
    if (!mi_json_is_valid(query->id))
        query->id[0] = '\0';
    query->fault[0] = '\0';
    query_fail(query, "", not_a_query);
}

void mi_query_read(struct mi_query *query, const char *line)
{
    *query = (struct mi_query){.first_player = MIAI_TURN};
    if (mi_json_is_valid(line))
        read_members(query, line, read_only_id);
    else
        read_id_of_invalid_line(query, line);
    if (query->fault[0] == '\0')
        read_members(query, line, read_size);
    if (query->fault[0] == '\0')
        check_size(query);
    if (query->fault[0] == '\0')
        read_members(query, line, read_member);
    if (query->fault[0] == '\0')
        check_memory(query);
    if (query->fault[0] == '\0')
        check_numbers(query);
    if (query->fault[0] == '\0' && query->action[0] == '\0')
        check_turns(query);
    if (strcmp(query->action, "terminate") == 0 && query->terminate[0] == '\0')
        query_fail(query, "terminateId", "missing: the id of a query");
    for (int i = 0; i < query->avoid_count; i++)
        query->avoid[i].moves = query->avoided[i].text ? query->avoided[i].text : "";
}

void mi_query_free(struct mi_query *query)
{
    mi_reply_free(&query->stones);
    mi_reply_free(&query->moves);
    for (int i = 0; i < MIAI_MAX_AVOID; i++)
        mi_reply_free(&query->avoided[i]);
}
