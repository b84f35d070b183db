/* Asks the solver about life and death: see miai_solve_group(). */
#include "problem.h"

#include "protocol/io/settings.h"

#include <string.h>

static const double DEFAULT_SECONDS = 3;

int mi_life_solve(miai_engine *engine, const char *group, uint64_t positions, miai_region *life)
{
    double seconds = 0;
    if (positions == 0)
        mi_settings_effort(engine, &seconds, &positions);
    if (seconds <= 0 && positions == 0)
        seconds = DEFAULT_SECONDS;
    return miai_solve_group(engine, MIAI_TURN, *group ? group : NULL, seconds, positions, life);
}

bool mi_life_is_known(const miai_region *life)
{
    bool dead_in_part = life->status == MIAI_GROUP_DEAD && life->works == 0 && life->is_part;
    return life->status != MIAI_GROUP_UNKNOWN && !dead_in_part;
}

bool mi_life_needs_no_move(const miai_region *life)
{
    return life->works == life->moves;
}

bool mi_life_is_settled(const miai_region *life)
{
    return life->works == 0 || mi_life_needs_no_move(life);
}

const miai_region_move *mi_life_find(const miai_region *life, const char *move)
{
    for (int i = 0; i < life->moves; i++)
        if (strcmp(life->move[i].move, move) == 0)
            return &life->move[i];
    return NULL;
}
