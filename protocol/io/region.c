/* Life and death in a region as JSON. */
#include "json.h"

#include "words.h"

#include <inttypes.h>

/* Adds the words of the line as the array "pv". */
static void add_region_line(struct mi_reply *reply, const char *line)
{
    char move[MIAI_MOVE_TEXT];
    mi_reply_add(reply, "\"pv\":[");
    for (int n = 0; miai_next_move(&line, move); n++)
        mi_reply_format(reply, "%s\"%s\"", n > 0 ? "," : "", move);
    mi_reply_add(reply, "]}");
}

/* Adds the member if the side needs ko threats; "more than 2" becomes 3. */
static void add_region_threats(struct mi_reply *reply, const char *member, int threats)
{
    if (threats > 0)
        mi_reply_format(reply, "\"%s\":%d,", member, threats);
}

static void add_region_moves(struct mi_reply *reply, const miai_region *region)
{
    mi_reply_add(reply, "\"moves\":[");
    for (int i = 0; i < region->moves; i++) {
        const miai_region_move *move = &region->move[i];
        mi_reply_add(reply, i > 0 ? ",{" : "{");
        mi_json_add_text(reply, "move", move->move);
        mi_json_add_text(reply, "result", miai_region_result(move));
        add_region_line(reply, move->line);
    }
    mi_reply_add(reply, "]");
}

void mi_json_add_region(struct mi_reply *reply, int turn, const miai_region *region)
{
    bool proved = region->status != MIAI_GROUP_UNKNOWN && !region->assumes_enclosed;
    mi_reply_format(reply, "\"turnNumber\":%d,\"region\":{", turn);
    mi_json_add_text(reply, "group", region->group);
    mi_json_add_text(reply, "status", miai_region_status(region));
    add_region_threats(reply, "attackerThreats", region->attacker_threats);
    add_region_threats(reply, "defenderThreats", region->defender_threats);
    mi_reply_format(reply, "\"proved\":%s,\"positions\":%" PRIu64 ",", proved ? "true" : "false",
                    region->nodes);
    if (region->is_part)
        mi_reply_format(reply, "\"nearestEmptyPoints\":%d,", region->points);
    if (region->assumes_enclosed)
        mi_json_add_text(reply, "assumes", miai_region_assumes(region));
    add_region_moves(reply, region);
    mi_reply_add(reply, "}");
}
