/* Prints the answer to a problem of life and death. */
#include "solve.h"

#include "protocol/io/json.h"
#include "protocol/io/settings.h"

#include <stdio.h>
#include <stdlib.h>

enum { ANSWER_MAX = 1 << 14 };

/* Prints the members that the member solveRegion of a JSON query has as well. */
static int print_region_json(const struct mi_solve *s, char *answer)
{
    struct mi_reply json = {0};
    mi_reply_add(&json, "{");
    mi_json_add_region(&json, miai_plies(s->engine), answer);
    mi_reply_add(&json, "}");
    int error = json.failed ? MIAI_NO_MEMORY : MIAI_OK;
    if (error == MIAI_OK)
        puts(json.text);
    mi_reply_free(&json);
    return error;
}

int mi_solve_print_region(const struct mi_solve *s)
{
    char *text = malloc(ANSWER_MAX);
    double seconds;
    uint64_t positions;
    if (!text)
        return MIAI_NO_MEMORY;
    mi_settings_effort(s->engine, &seconds, &positions);
    int error = miai_solve_region(s->engine, s->group, seconds, positions, text, ANSWER_MAX);
    if (error == MIAI_OK && s->json)
        error = print_region_json(s, text);
    else if (error == MIAI_OK)
        puts(text);
    fflush(stdout);
    free(text);
    return error;
}
