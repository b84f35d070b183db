/* Gomocup's protocol: searching for a move. */
#include "gomocup.h"

#include "base/clock.h"

#include <stdio.h>
#include <string.h>

/* Adds one line about the search, which managers display. */
static void add_search_message(struct mi_gomocup *gomocup)
{
    miai_info info;
    char shortage[MI_SHORTAGE_TEXT];
    miai_last_search(gomocup->engine, &info);
    if (info.search && strcmp(info.search, "book") == 0) {
        mi_reply_add(&gomocup->reply, "MESSAGE move of the opening book\n");
        return;
    }
    mi_reply_format(&gomocup->reply, "MESSAGE %.0f %% to win, depth %d, %" PRIu64 " nodes, %.*s\n",
                    100 * info.value, info.depth, info.nodes, 200, info.pv ? info.pv : "");
    if (mi_write_memory_shortage(&info, shortage))
        mi_reply_format(&gomocup->reply, "DEBUG %s\n", shortage);
}

static int search_gomocup_move(struct mi_gomocup *gomocup, char *move)
{
    miai_clock clock;
    miai_limits limits = mi_gomocup_limits(gomocup, &clock);
    miai_arm_search(gomocup->engine);
    if (gomocup->line <= atomic_load_explicit(&gomocup->stop_through, memory_order_relaxed))
        miai_stop(gomocup->engine);
    return miai_search(gomocup->engine, MIAI_TURN, &limits, move, MIAI_MOVE_TEXT);
}

bool mi_gomocup_think(struct mi_gomocup *gomocup, char *move)
{
    int error = search_gomocup_move(gomocup, move);
    if (error == MIAI_OK)
        error = miai_play(gomocup->engine, MIAI_TURN, move);
    if (error != MIAI_OK)
        mi_gomocup_error(gomocup, miai_error_reason(gomocup->engine, error));
    double now = mi_clock();
    gomocup->used += now - gomocup->arrived;
    gomocup->arrived = now; /* a second search for the same line counts its own time */
    return error == MIAI_OK;
}

void mi_gomocup_move(struct mi_gomocup *gomocup)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_think(gomocup, move))
        return;
    add_search_message(gomocup);
    if (mi_gomocup_move_to_point(gomocup, move, &x, &y))
        mi_reply_format(&gomocup->reply, "%d,%d\n", x, y);
    else
        mi_gomocup_error(gomocup, "the engine's move is not a point of the board");
}
