/* Prints the answer to a problem of life and death. */
#include "solve.h"

#include "protocol/io/json.h"
#include "protocol/io/settings.h"

#include <stdio.h>
#include <stdlib.h>

/* Prints the members that the member solveRegion of a JSON query has as well. */
static int print_region_json(const struct mi_solve *s, const miai_region *region)
{
    struct mi_reply json = {0};
    mi_reply_add(&json, "{");
    mi_json_add_region(&json, miai_plies(s->engine), region);
    mi_reply_add(&json, "}");
    int error = json.failed ? MIAI_NO_MEMORY : MIAI_OK;
    if (error == MIAI_OK)
        puts(json.text);
    mi_reply_free(&json);
    return error;
}

static int print_region_text(const miai_region *region)
{
    size_t size = (size_t)miai_region_text(region, NULL, 0) + 1;
    char *text = malloc(size);
    if (!text)
        return MIAI_NO_MEMORY;
    miai_region_text(region, text, size);
    puts(text);
    free(text);
    return MIAI_OK;
}

int mi_solve_print_region(const struct mi_solve *s)
{
    miai_region *region = malloc(sizeof *region);
    double seconds;
    uint64_t positions;
    if (!region)
        return MIAI_NO_MEMORY;
    mi_settings_effort(s->engine, &seconds, &positions);
    int error = miai_solve_group(s->engine, s->group, seconds, positions, region);
    if (error == MIAI_OK)
        error = s->json ? print_region_json(s, region) : print_region_text(region);
    fflush(stdout);
    free(region);
    return error;
}
