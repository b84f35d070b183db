/* query.h - the questions of KataGo's analysis engine: a line of JSON each, and a line in answer
 * for each position asked about.
 *
 *     read.c    what a question says
 *     queue.c   the positions that wait, by their priority
 *     settings.c  options that it wants otherwise
 *     answer.c  what is written
 *     loop.c    the protocol */
#ifndef MI_PROTOCOL_KATAGO_QUERY_H
#define MI_PROTOCOL_KATAGO_QUERY_H

#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"

enum { MI_QUERY_ID = 256, MI_QUERY_TURNS = 2048, MI_QUERY_UNUSED = 16, MI_QUERY_SETTINGS = 32 };

/* A member of overrideSettings that may be an option. */
struct mi_override {
    char name[64], value[64];
};

struct mi_query {
    char id[MI_QUERY_ID], terminate[MI_QUERY_ID]; /* as they are in the line, with their quotes */
    char action[32];
    char rules[512];            /* a name, or an object of JSON; "": those that are on */
    char bonus[8];              /* whiteHandicapBonus; "": that of the rules */
    char fault[128], field[64]; /* what is wrong with it, and with what; "": nothing */
    int width, height;
    double komi;
    bool has_komi;
    double visits, seconds, report; /* 0: no bound, no report while it searches */
    double line_length;             /* of lines in answers behind the first move; 0: all */
    int view;                       /* whose values answers have: 0, 1 or MIAI_TURN */
    bool ownership, moves_ownership, policy, line_visits;
    int first_player;              /* initialPlayer, or MIAI_TURN */
    struct mi_reply stones, moves; /* "b D4 w Q16 ..." */
    int move_count;
    int turns[MI_QUERY_TURNS], turn_count; /* analyzeTurns, or turnNumbers of what is to end */
    bool asks_turns;                       /* there are some, even if it is none */
    double priority;
    int priorities[MI_QUERY_TURNS], priority_count; /* one for each turn, or none */
    miai_avoid avoid[MIAI_MAX_AVOID];
    int avoid_count;
    struct mi_reply avoided[MIAI_MAX_AVOID]; /* the moves of avoid */
    struct mi_unused {
        char field[64], name[64];
    } unused[MI_QUERY_UNUSED]; /* members that mean nothing here, and names within them */
    int unused_count;
    struct mi_override setting[MI_QUERY_SETTINGS]; /* while they are set: what was before */
    int setting_count, set_count;
};

/* Reads a line; fault tells whether it is a question.  mi_query_free() in any case. */
void mi_query_read(struct mi_query *query, const char *line);
void mi_query_free(struct mi_query *query);

/* Sets its options for as long as it is searched; why, if one is refused, and none is set then. */
int mi_query_set(struct mi_query *query, miai_engine *engine, char *why, size_t size);
void mi_query_unset(struct mi_query *query, miai_engine *engine);
/* Does it mean something here? */
bool mi_query_setting_is_known(const miai_engine *engine, const struct mi_override *setting);

/* Adds the answer about the position that the engine has searched, with its newline. */
void mi_query_write_answer(const struct mi_query *query, const miai_engine *engine, int turn,
                           bool searching, struct mi_reply *reply);

/* ---- report.c: short answers, each with its newline ---- */

/* Adds {"id":ID,KEY:TEXT,...}, without an id where it is ""; members: keys and texts, ended by
 * NULL. */
void mi_query_members(struct mi_reply *reply, const char *id, const char *const *members);
/* field "": nothing in particular. */
void mi_query_error(struct mi_reply *reply, const char *id, const char *what, const char *field);
/* The position is not searched any more. */
void mi_query_write_no_result(struct mi_reply *reply, const char *id, int turn);
/* The line of an action comes back, as it was but for what the action adds; false: it is none,
 * which the answer says. */
bool mi_query_echo(struct mi_reply *reply, const struct mi_query *query, const char *line);

/* ---- queue.c ----
 *
 * Not guarded against other threads. */

/* A question that waits. */
struct mi_question {
    int uses;        /* by what waits; the last one frees it */
    bool was_played; /* its moves have been found to be legal */
    bool dead;       /* it was answered by an error */
    char id[MI_QUERY_ID];
    char text[];
};

/* What is to be done: a position to be searched, or something that is done at once. */
struct mi_wait {
    struct mi_question *question;
    double priority;
    uint64_t number; /* in the order in which they came */
    int turn;        /* or MI_WAIT_URGENT: an action, or what is wrong with a question */
    bool ended;      /* it is not to be searched any more */
    bool resets;     /* only between searches */
    size_t bytes;
};

enum { MI_WAIT_URGENT = -1 };

/* A heap (Williams 1964): none comes before the one at half its place. */
struct mi_queue {
    struct mi_wait **heap; /* from 1 on; owned */
    size_t count, room;
    uint64_t number; /* of the next that comes */
    size_t bytes;    /* about as many as it takes */
};

/* Adds what a line asks for: a position for each turn, or one thing to be done at once.  False:
 * there is no memory for all of it. */
bool mi_queue_add(struct mi_queue *queue, const struct mi_query *query, const char *line);

/* Takes the first of the highest priority; with urgent, only what can be done during a search.
 * NULL: nothing waits.  mi_wait_free() frees it. */
struct mi_wait *mi_queue_take(struct mi_queue *queue, bool urgent);
void mi_wait_free(struct mi_wait *wait);
/* Puts back what was taken, where it was. */
void mi_queue_put_back(struct mi_queue *queue, struct mi_wait *wait);

/* Is it one of those that an action "terminate" or "terminate_all" means? */
bool mi_wait_is_meant(const struct mi_wait *wait, const struct mi_query *action);

/* Marks all that are meant, whose turn comes before any search then. */
void mi_queue_end(struct mi_queue *queue, const struct mi_query *action);

void mi_queue_clear(struct mi_queue *queue);

#endif
