/* Searches of a rank other than 0: those that rank 0 calls for. */
#include "engine/cluster/call.h"
#include "engine/cluster/ranks.h"
#include "engine/engine.h"
#include "think.h"

#include "base/clock.h"

#include <stdlib.h>

static void stop_engine(void *context)
{
    miai_stop(context);
}

/* Runs the search that a call asks for. False if it cannot. */
static bool answer_call(miai_engine *engine, const struct mi_message *message, struct mi_call *call)
{
    struct mi_bytes bytes = mi_bytes_of((void *)(uintptr_t)message->content, message->length);
    if (!mi_call_read(engine, &bytes, mi_clock(), call))
        return false;
    mi_ranks_begin(engine);
    int error = mi_engine_think(engine, &call->root, &call->limits);
    mi_ranks_stop(engine, error == MIAI_OK ? engine->result->own_playouts : 0);
    return error == MIAI_OK;
}

int miai_follow(miai_engine *engine, void (*tell)(void *context, const char *why), void *context)
{
    struct mi_message message;
    struct mi_packet *packet;
    bool has_reported = false;
    struct mi_call *call = miai_rank(engine) > 0 ? malloc(sizeof *call) : NULL;
    if (miai_rank(engine) == 0)
        return MIAI_BAD_VALUE;
    if (!call)
        return MIAI_NO_MEMORY;
    while ((packet = mi_cluster_wait(engine->ranks->cluster, &message)) != NULL) {
        miai_arm_search(engine);
        mi_cluster_begin(engine->ranks->cluster, &message, stop_engine, engine);
        bool answered = answer_call(engine, &message, call);
        mi_cluster_end(engine->ranks->cluster, 0);
        mi_packet_drop(packet);
        if (!answered && !has_reported && tell)
            tell(context, miai_error_reason(engine, engine->reason_error));
        has_reported |= !answered;
    }
    free(call);
    return MIAI_OK;
}
