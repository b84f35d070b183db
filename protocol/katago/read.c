#include "query.h"

#include "protocol/io/json.h"
#include "protocol/io/json_walk.h"
#include "protocol/io/words.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD = 64 };

static const char no_question[] = "not a JSON object as KataGo's analysis engine has them";

static void complain(struct mi_query *query, const char *field, const char *what)
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
        complain(query, field, "a player is B or W");
    return player;
}

/* A point as GTP has it, which may also be given by its column and row, "(0,13)", counted from the
 * upper left corner. */
static void read_point(struct mi_query *query, struct mi_json_walk *walk, char *word, size_t size)
{
    int x, y, end = 0;
    mi_json_text(walk, word, size);
    if (sscanf(word, "(%9d ,%9d )%n", &x, &y, &end) != 2 || end == 0 || word[end] != '\0')
        return;
    int row = query->height - 1 - y;
    if (x < 0 || row < 0 || x >= query->width || row >= query->height ||
        miai_point_text(x, row, word, size) < 0)
        snprintf(word, size, "(%d,%d)", x, y); /* which is no point */
}

/* [["B","D4"],...]: added as "b D4 ...".  How many. */
static int read_moves(struct mi_query *query, struct mi_json_walk *walk, const char *field,
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

/* At most MI_QUERY_TURNS whole numbers from least on; how many. */
static int read_numbers(struct mi_query *query, struct mi_json_walk *walk, const char *field,
                        double least, int *list)
{
    int count = 0;
    query->asks_turns |= list == query->turns;
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        double number = mi_json_number(walk);
        bool whole = number >= least && number <= 1e6 && number == (int)number;
        if (!whole || count == MI_QUERY_TURNS)
            complain(query, field, "at most 2048 whole numbers up to a million");
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
    complain(query, "untilDepth", "a number from 1 to 1e9");
    return 1;
}

static void read_avoided(struct mi_query *query, struct mi_json_walk *walk, struct mi_reply *moves)
{
    char word[WORD];
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        read_point(query, walk, word, sizeof word);
        mi_reply_format(moves, "%s ", word);
    }
}

/* Either an allow or any number of avoids for each player. */
static bool agrees(const struct mi_query *query, const miai_avoid *added)
{
    for (const miai_avoid *avoid = query->avoid; avoid < added; avoid++)
        if (avoid->player == added->player && (avoid->allow || added->allow))
            return false;
    return true;
}

/* {"moves":[...],"player":"B","untilDepth":1} */
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
            read_avoided(query, walk, moves);
        else
            mi_json_skip(walk);
    }
    if (!walk->bad && (!has_player || !has_moves))
        complain(query, field, "each has a player and moves");
    if (!walk->bad && !agrees(query, avoid))
        complain(query, field, "for each player allowMoves once, or avoidMoves");
}

static void read_avoids(struct mi_query *query, struct mi_json_walk *walk, const char *field)
{
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        if (query->avoid_count == MIAI_MAX_AVOID) {
            complain(query, field, "at most 8 of them");
            return;
        }
        read_avoid(query, walk, field);
    }
}

/* ---- settings ---- */

static void note_unused(struct mi_query *query, const char *field, const char *name)
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
    complain(query, "overrideSettings", "reportAnalysisWinratesAs is BLACK, WHITE or SIDETOMOVE");
}

/* Without the member there is no bound; a bound of 0 is an error, as in KataGo. */
static void read_visits(struct mi_query *query, struct mi_json_walk *walk)
{
    double visits = mi_json_number(walk);
    if (visits >= 1 && visits < 1e18 && visits == floor(visits))
        query->visits = visits;
    else if (!walk->bad)
        complain(query, "maxVisits", "a whole number from 1 on");
}

/* It may be an option: whoever has an engine looks. */
static void note_setting(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    struct mi_override *setting = &query->setting[query->setting_count];
    char first = mi_json_peek(walk);
    if (query->setting_count == MI_QUERY_SETTINGS || first == '{' || first == '[') {
        note_unused(query, "overrideSettings", key);
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
        note_setting(query, walk, key);
}

static void read_settings(struct mi_query *query, struct mi_json_walk *walk)
{
    char key[WORD];
    for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
        mi_json_key(walk, key, sizeof key);
        read_setting(query, walk, key);
    }
}

/* A name, or an object, which is kept as it is. */
static void read_rules(struct mi_query *query, struct mi_json_walk *walk)
{
    if (mi_json_peek(walk) != '{') {
        mi_json_text(walk, query->rules, sizeof query->rules);
        return;
    }
    if (!mi_json_raw(walk, query->rules, sizeof query->rules))
        complain(query, "rules", "an object that is too long");
}

/* ---- members ---- */

/* The members whose values are numbers, and those that are true or false. */
static bool read_plain(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    double *const numbers[] = {&query->komi, &query->report, &query->priority, &query->line_length};
    static const char *const number_names[] = {"komi", "reportDuringSearchEvery", "priority",
                                               "analysisPVLen"};
    bool *const flags[] = {&query->ownership, &query->moves_ownership, &query->policy,
                           &query->line_visits};
    static const char *const flag_names[] = {"includeOwnership", "includeMovesOwnership",
                                             "includePolicy", "includePVVisits"};
    for (int i = 0; i < 4; i++)
        if (strcmp(key, flag_names[i]) == 0) {
            *flags[i] = mi_json_true(walk);
            return true;
        }
    for (int i = 0; i < 4; i++)
        if (strcmp(key, number_names[i]) == 0) {
            *numbers[i] = mi_json_number(walk);
            query->has_komi |= i == 0;
            return true;
        }
    return false;
}

/* An id comes back as it is written. */
static void read_id(struct mi_query *query, struct mi_json_walk *walk, const char *field, char *id)
{
    if (!mi_json_raw(walk, id, MI_QUERY_ID))
        complain(query, field, "at most 255 bytes");
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
        read_moves(query, walk, key, &query->stones);
    else if (strcmp(key, "moves") == 0)
        query->move_count = read_moves(query, walk, key, &query->moves);
    else if (strcmp(key, "analyzeTurns") == 0 || strcmp(key, "turnNumbers") == 0)
        query->turn_count = read_numbers(query, walk, key, 0, query->turns);
    else if (strcmp(key, "priorities") == 0)
        query->priority_count = read_numbers(query, walk, key, -1e6, query->priorities);
    else if (strcmp(key, "avoidMoves") == 0 || strcmp(key, "allowMoves") == 0)
        read_avoids(query, walk, key);
    else if (strcmp(key, "overrideSettings") == 0)
        read_settings(query, walk);
    else if (strcmp(key, "boardXSize") == 0 || strcmp(key, "boardYSize") == 0)
        mi_json_skip(walk); /* they were read before */
    else if (strcmp(key, "maxVisits") == 0)
        read_visits(query, walk);
    else if (!read_plain(query, walk, key)) {
        note_unused(query, key, "");
        mi_json_skip(walk);
    }
}

static const char whole_size[] = "a whole number, the size of a board";

static void read_size(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    double size;
    if (strcmp(key, "boardXSize") != 0 && strcmp(key, "boardYSize") != 0) {
        mi_json_skip(walk);
        return;
    }
    if (mi_json_peek(walk) == '"')
        complain(query, key, whole_size);
    size = mi_json_number(walk);
    if (size > 0 && size < 100 && size == (int)size)
        *(key[5] == 'X' ? &query->width : &query->height) = (int)size;
    else
        complain(query, key, whole_size);
}

/* Both sides are told, or none: the usual size. */
static void check_size(struct mi_query *query)
{
    if ((query->width == 0) != (query->height == 0))
        complain(query, query->width == 0 ? "boardXSize" : "boardYSize",
                 "each side of the board is wanted");
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
        bool named = !walk.bad;
        read(query, &walk, key);
        if (named && walk.bad)
            complain(query, key, "a value of another kind is wanted");
    }
    if (walk.bad)
        complain(query, "", no_question);
}

/* ---- what is asked for ---- */

static void check_numbers(struct mi_query *query)
{
    if (!(query->seconds >= 0))
        complain(query, "maxTime", "seconds from 0 on");
    if (!(query->report >= 0))
        complain(query, "reportDuringSearchEvery", "seconds from 0 on");
    if (!(query->line_length >= 0))
        complain(query, "analysisPVLen", "a number from 0 on");
    if (!(fabs(query->priority) <= 1e15))
        complain(query, "priority", "a number up to 1e15");
}

/* Have all moves found room? */
static void check_room(struct mi_query *query)
{
    bool failed = query->stones.failed || query->moves.failed;
    for (int i = 0; i < query->avoid_count; i++)
        failed = failed || query->avoided[i].failed;
    if (failed)
        complain(query, "moves", miai_error_text(MIAI_NO_MEMORY));
}

static void check_question(struct mi_query *query)
{
    if (query->id[0] == '\0')
        complain(query, "id", "each question needs one");
    if (query->turn_count == 0 && !query->asks_turns)
        query->turns[query->turn_count++] = query->move_count;
    for (int i = 0; i < query->turn_count; i++)
        if (query->turns[i] > query->move_count)
            complain(query, "analyzeTurns", "a turn behind the last move");
    if (query->priority_count > 0 && query->priority_count != query->turn_count)
        complain(query, "priorities", "one for each of analyzeTurns");
}

static void read_id_alone(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    if (strcmp(key, "id") == 0)
        read_id(query, walk, key, query->id);
    else
        mi_json_skip(walk);
}

/* Of what is no JSON the id may be some, which tells the client what is meant. */
static void read_broken(struct mi_query *query, const char *line)
{
    read_members(query, line, read_id_alone);
    if (!mi_json_is_valid(query->id))
        query->id[0] = '\0';
    query->fault[0] = '\0';
    complain(query, "", no_question);
}

void mi_query_read(struct mi_query *query, const char *line)
{
    *query = (struct mi_query){.first_player = MIAI_TURN};
    if (mi_json_is_valid(line))
        read_members(query, line, read_id_alone);
    else
        read_broken(query, line);
    if (query->fault[0] == '\0')
        read_members(query, line, read_size);
    if (query->fault[0] == '\0')
        check_size(query);
    if (query->fault[0] == '\0')
        read_members(query, line, read_member);
    if (query->fault[0] == '\0')
        check_room(query);
    if (query->fault[0] == '\0')
        check_numbers(query);
    if (query->fault[0] == '\0' && query->action[0] == '\0')
        check_question(query);
    if (strcmp(query->action, "terminate") == 0 && query->terminate[0] == '\0')
        complain(query, "terminateId", "the id of a question is wanted");
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
