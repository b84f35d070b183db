/* What comes in while a search of GTP runs, and ends it. */
#include "gtp.h"

/* A line that was there before it could be seen to arrive stops the search here. */
void mi_gtp_heed_any_line(struct mi_gtp *gtp)
{
    miai_arm_search(gtp->engine);
    atomic_store_explicit(&gtp->any_line, true, memory_order_relaxed);
    if (mi_input_waiting(gtp->session->input))
        miai_stop(gtp->engine);
}

void mi_gtp_heed_no_line(struct mi_gtp *gtp)
{
    atomic_store_explicit(&gtp->any_line, false, memory_order_relaxed);
}
