/* analysis.h - what a search has found, written as the clients of GTP read it.
 *
 * A line of "info move ..." for each move, in the words of Leela Zero (lz-analyze: integers from 0
 * to 10000) or KataGo (kata-analyze: decimals from 0 to 1); or one object of JSON, as the server
 * CGOS has it.  All values are in the view of the player who is to move. */
#ifndef MI_PROTOCOL_GTP_ANALYSIS_H
#define MI_PROTOCOL_GTP_ANALYSIS_H

#include "miai.h"
#include "protocol/io/reply.h"

/* MI_ANALYSIS_PLAIN, of the commands without a prefix: Leela Zero's with the lead, which Sabaki shows;
 * it takes them where they are listed, before all others. */
enum mi_analysis_format { MI_ANALYSIS_LZ, MI_ANALYSIS_PLAIN, MI_ANALYSIS_KATA, MI_ANALYSIS_CGOS };

enum { MI_ANALYSIS_TEXT = 4096 }; /* bytes for the moves to leave out */

/* What is asked for. */
struct mi_analysis {
    enum mi_analysis_format format;
    int player;      /* MIAI_TURN, or who is to move */
    double interval; /* seconds between lines; below 0: none was named */
    int min_moves;   /* that many, if so many are legal */
    int max_moves;   /* 0: all that were visited */
    bool root_info, ownership, ownership_deviation, moves_ownership, pv_visits, no_result;
    miai_avoid avoid[MIAI_MAX_AVOID];
    int avoid_count;
    const char *legal; /* the player's legal moves, to fill up to min_moves; NULL: not known */
    char moves[MI_ANALYSIS_TEXT]; /* of avoid */
    size_t moves_length;
    const char *fault; /* what is wrong with what was read, where more is to be said; or NULL */
};

/* Reads what follows the name of a command: a player and an interval in hundredths of a second,
 * wherever they stand, and pairs of keys and values.  args may be changed. */
bool mi_analysis_read(struct mi_analysis *analysis, enum mi_analysis_format format, char *args);

/* What the engine has to gather for it. */
miai_analysis_request mi_analysis_request(const struct mi_analysis *analysis);

/* Adds a line, without its end, about the search that runs or was the last; nothing if it has not
 * looked at any move. */
void mi_analysis_write(const struct mi_analysis *analysis, const miai_engine *engine,
                       struct mi_reply *reply);

#endif
