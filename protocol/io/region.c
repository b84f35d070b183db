/* Life and death in a region as JSON, from the text that miai_solve_region() writes. */
#include "json.h"

#include "words.h"

#include <stdio.h>
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

/* "ko, attacker needs 1 ko threats": the status, and the threats if they are known. */
static void add_region_status(struct mi_reply *reply, const char *text)
{
    int threats;
    const char *comma = strchr(text, ',');
    char status[32];
    snprintf(status, sizeof status, "%.*s", (int)strcspn(text, ","), text);
    mi_json_add_text(reply, "status", status);
    if (comma && sscanf(comma, ", attacker needs %d", &threats) == 1)
        mi_reply_format(reply, "\"attackerThreats\":%d,", threats);
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
        mi_reply_format(reply, "\"proved\":%s,\"positions\":%llu,\"moves\":[",
                        strcmp(word, "proved") == 0 ? "true" : "false", positions);
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
