/* Short replies: errors, positions that are not searched, echoes of actions. */
#include "query.h"

#include "protocol/io/json.h"

#include <string.h>

void mi_query_write_members(struct mi_reply *reply, const char *id, const char *const *members)
{
    const char *comma = "{";
    if (*id) {
        mi_reply_add(reply, "{\"id\":");
        mi_reply_add(reply, id);
        comma = ",";
    }
    for (int i = 0; members[i]; i += 2, comma = ",") {
        mi_reply_format(reply, "%s\"%s\":", comma, members[i]);
        mi_json_add(reply, members[i + 1], false);
    }
    mi_reply_add(reply, "}\n");
}

void mi_query_write_error(struct mi_reply *reply, const char *id, const char *what,
                          const char *field)
{
    const char *name = *field ? "field" : NULL;
    mi_query_write_members(reply, id, (const char *const[]){"error", what, name, field, NULL});
}

void mi_query_write_no_result(struct mi_reply *reply, const char *id, int turn)
{
    mi_reply_format(reply,
                    "{\"id\":%s,\"isDuringSearch\":false,\"noResults\":true,\"turnNumber\":%d}\n",
                    id, turn);
}

bool mi_query_write_echo(struct mi_reply *reply, const struct mi_query *query, const char *line,
                         miai_engine *engine)
{
    static const char *const actions[] = {"query_version", "clear_cache", "terminate",
                                          "terminate_all", "query_models"};
    for (int i = 0; i < 5; i++) {
        if (strcmp(query->action, actions[i]) != 0)
            continue;
        mi_reply_bytes(reply, line, (size_t)(strrchr(line, '}') - line));
        if (i == 0)
            mi_reply_format(reply, ",\"version\":\"%s\",\"git_hash\":\"<omitted>\"",
                            miai_version());
        if (strcmp(actions[i], "query_models") == 0) {
            mi_reply_add(reply, ",\"models\":");
            mi_query_write_models(reply, engine);
        }
        mi_reply_add(reply, "}\n");
        return true;
    }
    mi_query_write_error(
        reply, query->id,
        "must be query_version, query_models, terminate, terminate_all or clear_cache", "action");
    return false;
}
