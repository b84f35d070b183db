/* analysis.h - search results in the formats that GTP clients read.
 *
 * A line of "info move ..." for each move in the format of Leela Zero (lz-analyze: integers from 0
 * to 10000) or KataGo (kata-analyze: decimals from 0 to 1); or one JSON object for the server CGOS.
 * All values are from the view of the side to move. */
#ifndef MI_PROTOCOL_GTP_ANALYSIS_H
#define MI_PROTOCOL_GTP_ANALYSIS_H

#include "miai.h"
#include "protocol/io/reply.h"

/* MI_ANALYSIS_PLAIN is the format of the commands without a prefix: Leela Zero's with the score
 * lead, which Sabaki displays.  Sabaki prefers these commands if they are listed. */
enum mi_analysis_format { MI_ANALYSIS_LZ, MI_ANALYSIS_PLAIN, MI_ANALYSIS_KATA, MI_ANALYSIS_CGOS };

enum { MI_ANALYSIS_TEXT = 4096 }; /* bytes for lists of moves to avoid */

/* The request of a client. */
struct mi_analysis {
    enum mi_analysis_format format;
    int player;      /* the player to move, or MIAI_TURN */
    double interval; /* seconds between reports; negative if not given */
    int min_moves;   /* list at least this many moves, if they are legal */
    int max_moves;   /* 0: all moves that were visited */
    bool root_info, ownership, ownership_deviation, moves_ownership, pv_visits, no_result;
    bool moves_ownership_deviation, pv_edge_visits;
    miai_avoid avoid[MIAI_MAX_AVOID];
    int avoid_count;
    const char *legal;            /* the player's legal moves, for min_moves; NULL if unknown */
    char moves[MI_ANALYSIS_TEXT]; /* the texts that avoid[] points to */
    size_t moves_length;
    const char *fault; /* a more detailed error message, or NULL */
};

/* Parses the arguments of an analysis command: a player and an interval in hundredths of a second,
 * anywhere, and pairs of key and value.  args may be modified. */
bool mi_analysis_read(struct mi_analysis *analysis, enum mi_analysis_format format, char *args);

/* What the engine has to collect for the request. */
miai_analysis_request mi_analysis_request(const struct mi_analysis *analysis);

/* Adds a line, without a newline, about the running or the last search; nothing if no move was
 * searched yet. */
void mi_analysis_write(const struct mi_analysis *analysis, const miai_engine *engine,
                       struct mi_reply *reply);

#endif
