#include "query.h"

#include "json_walk.h"
#include "words.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { WORD = 64 };

static void complain(struct mi_query *query, const char *field, const char *what)
{
    if (query->fault[0] == '\0')
        snprintf(query->fault, sizeof query->fault, "%.40s: %.80s", field, what);
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
        mi_json_text(walk, word, sizeof word);
        walk->bad |= mi_json_more(walk, ']') || strpbrk(word, " \t") != NULL;
        mi_reply_format(moves, "%c %s ", player ? 'w' : 'b', word);
    }
    return count;
}

static void read_turns(struct mi_query *query, struct mi_json_walk *walk)
{
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        double turn = mi_json_number(walk);
        if (!(turn >= 0 && turn < 1e6) || query->turn_count == MI_QUERY_TURNS)
            complain(query, "analyzeTurns", "the numbers of at most 2048 turns");
        else
            query->turns[query->turn_count++] = (int)turn;
    }
}

static int read_depth(struct mi_query *query, struct mi_json_walk *walk)
{
    double depth = mi_json_number(walk);
    if (depth >= 1 && depth <= 1e6)
        return (int)depth;
    complain(query, "untilDepth", "a number from 1 on");
    return 1;
}

/* {"moves":[...],"player":"B","untilDepth":1} */
static void read_avoid(struct mi_query *query, struct mi_json_walk *walk, bool allow)
{
    char key[WORD], word[WORD];
    struct mi_reply *moves = &query->avoided[query->avoid_count];
    miai_avoid *avoid = &query->avoid[query->avoid_count++];
    *avoid = (miai_avoid){.depth = 1, .allow = allow};
    for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
        mi_json_key(walk, key, sizeof key);
        if (strcmp(key, "player") == 0)
            avoid->player = read_player(query, walk, "player");
        else if (strcmp(key, "untilDepth") == 0)
            avoid->depth = read_depth(query, walk);
        else if (strcmp(key, "moves") == 0)
            for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
                mi_json_text(walk, word, sizeof word);
                mi_reply_format(moves, "%s ", word);
            }
        else
            mi_json_skip(walk);
    }
}

static void read_avoids(struct mi_query *query, struct mi_json_walk *walk, bool allow)
{
    for (mi_json_open(walk, '['); mi_json_more(walk, ']');) {
        if (query->avoid_count == MIAI_MAX_AVOID) {
            complain(query, "avoidMoves", "at most 8 of them");
            return;
        }
        read_avoid(query, walk, allow);
    }
}

static void read_settings(struct mi_query *query, struct mi_json_walk *walk)
{
    char key[WORD];
    for (mi_json_open(walk, '{'); mi_json_more(walk, '}');) {
        mi_json_key(walk, key, sizeof key);
        if (strcmp(key, "maxTime") == 0)
            query->seconds = mi_json_number(walk);
        else if (strcmp(key, "maxVisits") == 0 || strcmp(key, "maxPlayouts") == 0)
            query->visits = mi_json_number(walk);
        else
            mi_json_skip(walk);
    }
}

static void read_rules(struct mi_query *query, struct mi_json_walk *walk)
{
    static const char *const same[][2] = {
        {"korean", "japanese"}, {"new zealand", "nz"}, {"new-zealand", "nz"}};
    if (mi_json_peek(walk) == '{') {
        complain(query, "rules", "a name, such as chinese or japanese");
        return;
    }
    mi_json_text(walk, query->rules, sizeof query->rules);
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcasecmp(query->rules, same[i][0]) == 0)
            snprintf(query->rules, sizeof query->rules, "%s", same[i][1]);
}

/* The members whose values are numbers, and those that are true or false. */
static bool read_plain(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    double width = query->width, height = query->height;
    double *const numbers[] = {&query->komi, &query->visits, &query->report, &width, &height};
    static const char *const number_names[] = {"komi", "maxVisits", "reportDuringSearchEvery",
                                               "boardXSize", "boardYSize"};
    bool *const flags[] = {&query->ownership, &query->moves_ownership, &query->policy};
    static const char *const flag_names[] = {"includeOwnership", "includeMovesOwnership",
                                             "includePolicy"};
    for (int i = 0; i < 3; i++)
        if (strcmp(key, flag_names[i]) == 0) {
            *flags[i] = mi_json_true(walk);
            return true;
        }
    for (int i = 0; i < 5; i++)
        if (strcmp(key, number_names[i]) == 0) {
            *numbers[i] = mi_json_number(walk);
            query->has_komi |= i == 0;
            query->width = width > 0 && width < 100 ? (int)width : -1;
            query->height = height > 0 && height < 100 ? (int)height : -1;
            return true;
        }
    return false;
}

static void read_member(struct mi_query *query, struct mi_json_walk *walk, const char *key)
{
    if (strcmp(key, "id") == 0)
        mi_json_text(walk, query->id, sizeof query->id);
    else if (strcmp(key, "action") == 0)
        mi_json_text(walk, query->action, sizeof query->action);
    else if (strcmp(key, "terminateId") == 0)
        mi_json_text(walk, query->terminate, sizeof query->terminate);
    else if (strcmp(key, "rules") == 0)
        read_rules(query, walk);
    else if (strcmp(key, "initialPlayer") == 0)
        query->first_player = read_player(query, walk, key);
    else if (strcmp(key, "initialStones") == 0)
        read_moves(query, walk, key, &query->stones);
    else if (strcmp(key, "moves") == 0)
        query->move_count = read_moves(query, walk, key, &query->moves);
    else if (strcmp(key, "analyzeTurns") == 0)
        read_turns(query, walk);
    else if (strcmp(key, "avoidMoves") == 0 || strcmp(key, "allowMoves") == 0)
        read_avoids(query, walk, key[1] == 'l');
    else if (strcmp(key, "overrideSettings") == 0)
        read_settings(query, walk);
    else if (!read_plain(query, walk, key))
        mi_json_skip(walk);
}

void mi_query_read(struct mi_query *query, const char *line)
{
    struct mi_json_walk walk = {.at = line};
    char key[WORD];
    *query = (struct mi_query){.width = 19, .height = 19, .first_player = MIAI_TURN};
    for (mi_json_open(&walk, '{'); mi_json_more(&walk, '}') && query->fault[0] == '\0';) {
        mi_json_key(&walk, key, sizeof key);
        read_member(query, &walk, key);
    }
    if (walk.bad)
        complain(query, "error", "not a JSON object as KataGo's analysis engine has them");
    if (!(query->visits >= 0 && query->visits < 1e18))
        complain(query, "maxVisits", "a number from 0 on");
    if (!(query->seconds >= 0 && query->report >= 0))
        complain(query, "maxTime", "seconds from 0 on, as in reportDuringSearchEvery");
    if (query->width < 0 || query->height < 0)
        complain(query, "boardXSize", "not a size of a board");
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
