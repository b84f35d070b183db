/* Sets up the positions of a query: size, rules, komi, stones, moves. */
#include "query.h"

#include "rules.h"

#include <stdio.h>
#include <string.h>

void mi_query_read_defaults(const miai_engine *engine, struct mi_query_defaults *defaults)
{
    defaults->komi = miai_komi(engine);
    if (miai_get_option(engine, "rules", defaults->rules, sizeof defaults->rules) < 0)
        defaults->rules[0] = '\0';
}

/* ---- the members of a query, each set by a function that returns an error message or NULL ---- */

static const char *set_size(const struct mi_query *query, miai_engine *engine,
                            char fault[MI_SUGGESTION])
{
    int error = MIAI_OK;
    char size[32];
    if (query->width != miai_width(engine) || query->height != miai_height(engine))
        error = miai_set_size(engine, query->width, query->height);
    if (error == MIAI_OK)
        error = miai_clear(engine);
    snprintf(size, sizeof size, "%dx%d", query->width, query->height);
    mi_suggest_option(engine, "size", size, error, fault);
    return error == MIAI_OK ? NULL : fault;
}

static const char *error_reason(const miai_engine *engine, int error)
{
    return error == MIAI_OK ? NULL : miai_error_reason(engine, error);
}

/* A query without rules has the default ones, not those of the last query. */
static const char *set_rules(const struct mi_query *query, miai_engine *engine,
                             const struct mi_query_defaults *defaults)
{
    int error = MIAI_OK;
    if (query->rules[0])
        error = mi_rules_set(engine, query->rules);
    else if (defaults->rules[0])
        error = miai_set_option(engine, "rules", defaults->rules);
    return error == MIAI_OK ? NULL : mi_rules_error_text(engine, error);
}

/* The query's komi, else that in its rules, else the usual one of its rules, else the default. */
static double komi_of_query(const struct mi_query *query, const miai_engine *engine, double usual)
{
    if (query->has_komi)
        return query->komi;
    if (query->has_rules_komi)
        return query->rules_komi;
    return query->rules[0] ? mi_rules_usual_komi(engine, query->rules, usual) : usual;
}

static const char *set_komi(const struct mi_query *query, miai_engine *engine,
                            const struct mi_query_defaults *defaults)
{
    return error_reason(engine,
                        miai_set_komi(engine, komi_of_query(query, engine, defaults->komi)));
}

static const char *set_bonus(const struct mi_query *query, miai_engine *engine,
                             const struct mi_query_defaults *defaults)
{
    (void)defaults;
    if (!query->bonus[0])
        return NULL;
    int error = mi_rules_change(engine, "whiteHandicapBonus", query->bonus);
    return error == MIAI_BAD_VALUE ? "must be 0, N or N-1" : error_reason(engine, error);
}

/* The player to move at turn 0, as in KataGo: the query's player, or that of the first move, or
 * White after handicap stones (at least two of Black's, none of White's). */
static int first_player(const struct mi_query *query)
{
    int stones[2] = {0, 0};
    if (query->first_player != MIAI_TURN)
        return query->first_player;
    if (query->move_count > 0)
        return query->moves.text[0] == 'w';
    if (query->stones.length == 0)
        return MIAI_TURN;
    for (const char *at = query->stones.text; *at; at = strchr(at + 2, ' ') + 1)
        stones[at[0] == 'w']++;
    return stones[0] > 1 && stones[1] == 0;
}

/* A player that the query does not name may be impossible (a king in check): then the turn is left
 * as it is, and the first move may be illegal. */
static int set_first_player(const struct mi_query *query, miai_engine *engine)
{
    int player = first_player(query);
    int error = player == MIAI_TURN ? MIAI_OK : miai_set_turn(engine, player);
    return query->first_player == MIAI_TURN ? MIAI_OK : error;
}

static const char *set_stones(const struct mi_query *query, miai_engine *engine,
                              const struct mi_query_defaults *defaults)
{
    int error = MIAI_OK;
    (void)defaults;
    if (query->stones.length > 0)
        error = miai_set_stones(engine, query->stones.text);
    return error_reason(engine, error == MIAI_OK ? set_first_player(query, engine) : error);
}

const char *mi_query_set_up(const struct mi_query *query, miai_engine *engine,
                            const struct mi_query_defaults *defaults, const char **field,
                            char text[MI_SUGGESTION])
{
    /* The bonus comes after the komi: with it, the rules may have another usual komi. */
    static const struct {
        const char *field;
        const char *(*set)(const struct mi_query *, miai_engine *,
                           const struct mi_query_defaults *);
    } members[] = {
        {"rules", set_rules},
        {"komi", set_komi},
        {"whiteHandicapBonus", set_bonus},
        {"initialStones", set_stones},
    };
    const char *fault = set_size(query, engine, text);
    *field = "boardXSize";
    if (fault)
        return fault;
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        fault = members[i].set(query, engine, defaults);
        *field = members[i].field;
        if (fault)
            return fault;
    }
    return NULL;
}

/* ---- moves ---- */

static void write_move_fault(char fault[MI_QUERY_FAULT], int error, int number, const char *move)
{
    if (error == MIAI_SYNTAX)
        snprintf(fault, MI_QUERY_FAULT, "move %d, %s, is not a move of the game", number, move);
    else
        snprintf(fault, MI_QUERY_FAULT, "%s %d: %s",
                 error == MIAI_ILLEGAL ? "Illegal move" : miai_error_text(error), number, move);
}

bool mi_query_play(const struct mi_query *query, miai_engine *engine, int count,
                   char fault[MI_QUERY_FAULT])
{
    const char *at = query->moves.text;
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < count; i++) {
        size_t length = strcspn(at + 2, " ");
        snprintf(move, sizeof move, "%.*s", (int)length, at + 2);
        int error = miai_replay(engine, at[0] == 'w', move);
        if (error != MIAI_OK) {
            write_move_fault(fault, error, i, move);
            return false;
        }
        at += 2 + length + 1;
    }
    return true;
}
