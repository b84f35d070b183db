/* Prints the answer to a problem of life and death. */
#include "solve.h"

#include "protocol/io/json.h"
#include "protocol/io/settings.h"

#include <stdio.h>
#include <stdlib.h>

/* Adds an object with the members that the answer to a JSON query solveRegion has as well. */
static void add_region_json(struct mi_reply *reply, const struct mi_solve *s,
                            const miai_region *region)
{
    mi_reply_add(reply, "{");
    mi_json_add_region(reply, miai_plies(s->engine), region);
    mi_reply_add(reply, "}");
}

static int print_region(const struct mi_solve *s, const miai_region *region)
{
    struct mi_reply reply = {0};
    if (s->json)
        add_region_json(&reply, s, region);
    else
        mi_reply_add_region(&reply, region);
    int error = reply.failed ? MIAI_NO_MEMORY : MIAI_OK;
    if (error == MIAI_OK)
        puts(reply.text);
    fflush(stdout);
    mi_reply_free(&reply);
    return error;
}

int mi_solve_print_region(const struct mi_solve *s)
{
    miai_region *region = malloc(sizeof *region);
    double seconds;
    uint64_t positions;
    if (!region)
        return MIAI_NO_MEMORY;
    mi_settings_effort(s->engine, &seconds, &positions);
    int error = miai_solve_group(s->engine, MIAI_TURN, s->group, seconds, positions, region);
    if (error == MIAI_OK)
        error = print_region(s, region);
    free(region);
    return error;
}
