/* Limits a search to the strength of a level: few nodes. The move to play is drawn from its result
 * (draw_level.c). */
#include "strength.h"

#include "engine/setup/level.h"

#include <math.h>

double mi_engine_level_width(const miai_level *level)
{
    return MI_LEVEL_MAX_ERROR * MI_LEVEL_ODDS * fmin(level->temperature, 1);
}

void mi_engine_limit_to_level(const miai_engine *engine, struct mi_limits *limits)
{
    miai_level level;
    if (!mi_engine_level(engine, &level))
        return;
    if (limits->playouts == 0 || limits->playouts > (uint64_t)level.nodes)
        limits->playouts = (uint64_t)level.nodes;
    limits->behind = 1.1 * mi_engine_level_width(&level);
}
