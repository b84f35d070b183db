/* Life and death in a region as JSON, from the text that miai_solve_region() writes. */
#include "json.h"

#include "words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Adds the words of the line as the array "pv". */
static void add_region_line(struct mi_reply *reply, char *line)
{
    int n = 0;
    mi_reply_add(reply, "\"pv\":[");
    for (const char *move; (move = mi_next_word(&line)) != NULL; n++)
        mi_reply_format(reply, "%s\"%s\"", n > 0 ? "," : "", move);
    mi_reply_add(reply, "]}");
}

/* Adds the member if the text says how many ko threats the side needs; "more than 2" becomes 3. */
static void add_region_threats(struct mi_reply *reply, const char *text, const char *side,
                               const char *member)
{
    static const char more[] = "more than ";
    const char *at = strstr(text, side);
    if (!at)
        return;
    at += strlen(side);
    bool is_more = strncmp(at, more, strlen(more)) == 0;
    mi_reply_format(reply, "\"%s\":%d,", member, is_more ? atoi(at + strlen(more)) + 1 : atoi(at));
}

/* "ko, attacker needs 1 ko threat": the status, and the threats if they are known. */
static void add_region_status(struct mi_reply *reply, const char *text)
{
    char status[32];
    snprintf(status, sizeof status, "%.*s", (int)strcspn(text, ","), text);
    mi_json_add_text(reply, "status", status);
    add_region_threats(reply, text, "attacker needs ", "attackerThreats");
    add_region_threats(reply, text, "defender needs ", "defenderThreats");
}

/* "proved in 20000 positions, in the 14 empty points nearest to the group". */
static void add_region_work(struct mi_reply *reply, const char *word, const char *rest,
                            unsigned long long positions)
{
    int points;
    const char *comma = strchr(rest, ',');
    mi_reply_format(reply, "\"proved\":%s,\"positions\":%llu,",
                    strcmp(word, "proved") == 0 ? "true" : "false", positions);
    if (comma && sscanf(comma, ", in the %d", &points) == 1)
        mi_reply_format(reply, "\"nearestEmptyPoints\":%d,", points);
    mi_reply_add(reply, "\"moves\":[");
}

/* Adds the member that a line of the answer stands for.  *moves: those added so far. */
static void add_region_member(struct mi_reply *reply, char *line, int *moves)
{
    char *rest = line;
    const char *word = mi_next_word(&rest);
    unsigned long long positions;
    if (!word)
        return;
    if (strcmp(word, "group") == 0)
        mi_json_add_text(reply, "group", mi_next_word(&rest));
    else if (strcmp(word, "status") == 0)
        add_region_status(reply, rest);
    else if (sscanf(rest, "%*s %llu", &positions) == 1)
        add_region_work(reply, word, rest, positions);
    else {
        mi_reply_add(reply, (*moves)++ > 0 ? ",{" : "{");
        mi_json_add_text(reply, "move", mi_next_word(&rest));
        mi_json_add_text(reply, "result", word);
        add_region_line(reply, rest);
    }
}

void mi_json_add_region(struct mi_reply *reply, int turn, char *text)
{
    int moves = 0;
    mi_reply_format(reply, "\"turnNumber\":%d,\"region\":{", turn);
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        add_region_member(reply, line, &moves);
    }
    mi_reply_add(reply, "]}");
}
