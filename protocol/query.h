/* query.h - the questions of KataGo's analysis engine: a line of JSON each, and a line in answer
 * for each position asked about.
 *
 *     query_read.c     what a question says
 *     query_answer.c   what is written
 *     query_loop.c     the protocol */
#ifndef MI_QUERY_H
#define MI_QUERY_H

#include "protocol.h"
#include "reply.h"

enum { MI_QUERY_ID = 256, MI_QUERY_TURNS = 2048 };

struct mi_query {
    char id[MI_QUERY_ID], action[32], terminate[MI_QUERY_ID];
    char rules[64], fault[128]; /* what is wrong with it: "FIELD: WHAT" */
    int width, height;
    double komi;
    bool has_komi;
    double visits, seconds, report; /* 0: no bound, no report while it searches */
    bool ownership, moves_ownership, policy;
    int first_player;              /* initialPlayer, or MIAI_TURN */
    struct mi_reply stones, moves; /* "b D4 w Q16 ..." */
    int move_count;
    int turns[MI_QUERY_TURNS], turn_count; /* analyzeTurns */
    miai_avoid avoid[MIAI_MAX_AVOID];
    int avoid_count;
    struct mi_reply avoided[MIAI_MAX_AVOID]; /* the moves of avoid */
};

/* Reads a line; fault tells whether it is a question.  mi_query_free() in any case. */
void mi_query_read(struct mi_query *query, const char *line);
void mi_query_free(struct mi_query *query);

/* Adds the answer about the position that the engine has searched, with its newline. */
void mi_query_answer(const struct mi_query *query, const miai_engine *engine, int turn,
                     bool searching, struct mi_reply *reply);

#endif
