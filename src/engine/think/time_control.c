/* The clocks, as clients report them. */
#include "engine/engine.h"

int miai_time_settings(miai_engine *engine, double main_time, double byoyomi, int stones)
{
    struct mi_time_control control = {.main_time = main_time > 0 ? main_time : 0};
    if (byoyomi > 0) {
        control.period = byoyomi;
        control.moves = stones;
    }
    mi_time_set(&engine->time, byoyomi > 0 && stones <= 0 ? NULL : &control);
    return MIAI_OK;
}

int miai_time_byoyomi(miai_engine *engine, double main_time, double period, int periods)
{
    struct mi_time_control control = {.main_time = main_time};
    if (!(main_time >= 0 && period >= 0) || periods < 0)
        return MIAI_BAD_VALUE;
    if (period > 0 && periods > 0) {
        control.period = period;
        control.moves = 1;
        control.periods = periods;
    }
    mi_time_set(&engine->time, &control);
    return MIAI_OK;
}

int miai_time_fischer(miai_engine *engine, double main_time, double increment, double most_left,
                      double most_used)
{
    if (!(main_time >= 0 && increment >= 0 && most_left >= 0 && most_used >= 0))
        return MIAI_BAD_VALUE;
    struct mi_time_control control = {.main_time = main_time,
                                      .increment = increment,
                                      .max_left = most_left,
                                      .max_used = most_used};
    mi_time_set(&engine->time, &control);
    return MIAI_OK;
}

int miai_time_left(miai_engine *engine, int player, double seconds, int count)
{
    if (player != 0 && player != 1)
        return MIAI_BAD_VALUE;
    mi_time_set_left(&engine->time, player, seconds, count > 0 ? count : 0);
    return MIAI_OK;
}
