/* Queries to engines, and their answers. */
#include "front.h"

#include "protocol/io/json_walk.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_BYTES = 64 };

/* Fields that the front replaces or decides itself. */
static bool is_front_field(const char *key)
{
    static const char *const own[] = {"id", "analyzeTurns", "priority", "priorities"};
    for (int i = 0; i < 4; i++)
        if (strcmp(key, own[i]) == 0)
            return true;
    return false;
}

void mi_front_write_query(const char *text, int turn, uint64_t query_id, struct mi_reply *reply)
{
    struct mi_json_walk walk = {.at = text};
    char key[KEY_BYTES];
    mi_reply_format(reply, "{\"id\":\"%" PRIu64 "\",\"analyzeTurns\":[%d]", query_id, turn);
    for (mi_json_open(&walk, '{'); mi_json_more(&walk, '}');) {
        const char *begin = walk.at;
        mi_json_key(&walk, key, sizeof key);
        mi_json_skip(&walk);
        if (walk.bad || is_front_field(key))
            continue;
        mi_reply_add(reply, ",");
        mi_reply_bytes(reply, begin, (size_t)(walk.at - begin));
    }
    mi_reply_add(reply, "}\n");
}

/* The ids that the front sends are numbers. */
static uint64_t parse_query_id(const char *id)
{
    return *id && strspn(id, "0123456789") == strlen(id) ? strtoull(id, NULL, 10) : 0;
}

void mi_front_parse_answer(const char *line, struct mi_front_answer *answer)
{
    struct mi_json_walk walk = {.at = line};
    char key[KEY_BYTES], id[KEY_BYTES];
    *answer = (struct mi_front_answer){.query_id = 0};
    for (mi_json_open(&walk, '{'); mi_json_more(&walk, '}');) {
        mi_json_key(&walk, key, sizeof key);
        if (strcmp(key, "id") == 0) {
            mi_json_peek(&walk);
            while (strchr(" \t", *walk.at) && *walk.at)
                walk.at++;
            answer->id_begin = (size_t)(walk.at - line);
            mi_json_text(&walk, id, sizeof id);
            answer->id_end = (size_t)(walk.at - line);
            answer->query_id = walk.bad ? 0 : parse_query_id(id);
        } else if (strcmp(key, "isDuringSearch") == 0) {
            answer->final = !mi_json_bool(&walk);
        } else {
            answer->error |= strcmp(key, "error") == 0;
            answer->warning |= strcmp(key, "warning") == 0;
            mi_json_skip(&walk);
        }
    }
    if (walk.bad)
        answer->query_id = 0;
}
