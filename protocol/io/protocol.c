#include "protocol.h"

#include "base/interrupt.h"
#include "stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

bool mi_session_write(struct mi_session *session, const char *bytes, size_t length)
{
    if (mi_write_all(session->output, bytes, length))
        return true;
    session->write_errno = errno;
    return false;
}

static void stop_search(void *engine)
{
    miai_stop(engine);
}

void mi_interrupt_search(miai_engine *engine)
{
    mi_interrupt_begin(stop_search, engine);
}

bool mi_write_memory_shortage(const miai_info *info, char text[MI_SHORTAGE_TEXT])
{
    if (info->without_weights)
        snprintf(text, MI_SHORTAGE_TEXT,
                 "memory: %" PRIu64 " MiB: too little for the weights of the evaluation, not used",
                 info->wanted_bytes >> 20);
    if (info->without_weights || info->limit_bytes >= info->wanted_bytes)
        return info->without_weights;
    snprintf(text, MI_SHORTAGE_TEXT, "memory: %" PRIu64 " MiB instead of %" PRIu64,
             info->limit_bytes >> 20, info->wanted_bytes >> 20);
    return true;
}

void mi_report_file_faults(miai_engine *engine)
{
    char text[MI_FAULT_TEXT];
    while (miai_next_fault(engine, text, sizeof text))
        fprintf(stderr, "miai: %s\n", text);
}
