/* query.h - the queries of KataGo's analysis engine: a line of JSON each, with a reply line for
 * each position in it.
 *
 * read.c parses queries; queue.c holds the positions that wait; position.c sets them up; settings.c
 * applies overrideSettings; answer.c and report.c write replies; loop.c is the protocol. */
#ifndef MI_PROTOCOL_KATAGO_QUERY_H
#define MI_PROTOCOL_KATAGO_QUERY_H

#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

enum {
    MI_QUERY_ID = 256,
    MI_QUERY_FAULT = 128,
    MI_QUERY_TURNS = 2048,
    MI_QUERY_UNUSED = 16,
    MI_QUERY_SETTINGS = 32
};

/* A member of overrideSettings that may name an option. */
struct mi_override {
    char name[64], value[64];
};

struct mi_query {
    char id[MI_QUERY_ID], terminate[MI_QUERY_ID]; /* copied from the line, with their quotes */
    char action[32];
    char rules[512];                       /* a name or a JSON object; "": the default rules */
    char bonus[8];                         /* whiteHandicapBonus; "" for that of the rules */
    char fault[MI_QUERY_FAULT], field[64]; /* error message and the faulty member; "" if none */
    int width, height;
    double komi, rules_komi; /* the latter in the rules */
    bool has_komi, has_rules_komi;
    double visits, seconds, report; /* 0: no limit, no reports during the search */
    double line_length;             /* maximum moves of a pv after the first; 0: all */
    int view;                       /* point of view of the values in replies: 0, 1 or MIAI_TURN */
    bool ownership, moves_ownership, policy, line_visits;
    bool ownership_deviation, moves_ownership_deviation, no_result;
    bool solves_region;            /* solve life and death instead of searching */
    char region[8];                /* for the group at this point; "": find a group */
    double first_report;           /* seconds until the first report; 0: like the others */
    int first_player;              /* initialPlayer, or MIAI_TURN */
    struct mi_reply stones, moves; /* "b D4 w Q16 ..." */
    int move_count;
    int turns[MI_QUERY_TURNS], turn_count; /* analyzeTurns, or turnNumbers of terminate */
    bool asks_turns;                       /* one of these members was given, even if empty */
    double priority;
    int priorities[MI_QUERY_TURNS], priority_count; /* one for each turn, or none */
    miai_avoid avoid[MIAI_MAX_AVOID];
    int avoid_count;
    struct mi_reply avoided[MIAI_MAX_AVOID]; /* the texts that avoid[] points to */
    struct mi_unused {
        char field[64], name[64];
    } unused[MI_QUERY_UNUSED]; /* members without effect here, and names inside them */
    int unused_count;
    struct mi_override setting[MI_QUERY_SETTINGS]; /* while applied: the previous values */
    int setting_count, set_count;
};

/* Parses a line; fault reports errors.  Call mi_query_free() in any case. */
void mi_query_read(struct mi_query *query, const char *line);
void mi_query_free(struct mi_query *query);

/* ---- position.c ---- */

/* For queries that give no rules or no komi. */
struct mi_query_defaults {
    char rules[96]; /* "" for a game without rules to choose */
    double komi;
};

/* Reads them from the options of the engine. */
void mi_query_read_defaults(const miai_engine *engine, struct mi_query_defaults *defaults);

/* Sets up the initial position.  Returns an error message, perhaps in text, with *field the member
 * at fault; or NULL. */
const char *mi_query_set_up(const struct mi_query *query, miai_engine *engine,
                            const struct mi_query_defaults *defaults, const char **field,
                            char text[MI_SUGGESTION]);

/* Plays the first moves of the query.  On failure writes an error message. */
bool mi_query_play(const struct mi_query *query, miai_engine *engine, int count,
                   char fault[MI_QUERY_FAULT]);

/* ---- settings.c ---- */

/* Applies the query's settings until mi_query_restore_settings().  On failure returns an error of
 * miai.h, writes the reason to why and applies none. */
int mi_query_apply_settings(struct mi_query *query, miai_engine *engine, char *why, size_t size);
void mi_query_restore_settings(struct mi_query *query, miai_engine *engine);
/* Does the setting have an effect here? */
bool mi_query_setting_is_known(const miai_engine *engine, const struct mi_override *setting);

/* ---- answer.c, region.c: results ---- */

/* Adds the reply for the position that the engine searched or searches, with a newline. */
void mi_query_write_answer(const struct mi_query *query, const miai_engine *engine, int turn,
                           bool searching, struct mi_reply *reply);

/* ---- report.c: short replies, each with its newline ---- */

/* Adds {"id":ID,KEY:TEXT,...}; without the id if it is "".  members: pairs of key and text, ended
 * by NULL. */
void mi_query_write_members(struct mi_reply *reply, const char *id, const char *const *members);
/* field is "" if no member is at fault. */
void mi_query_write_error(struct mi_reply *reply, const char *id, const char *what,
                          const char *field);
/* Reports that the position will not be searched. */
void mi_query_write_no_result(struct mi_reply *reply, const char *id, int turn);
/* Echoes the line of an action, with the members that the action adds.  If the action is unknown,
 * adds an error and returns false. */
bool mi_query_write_echo(struct mi_reply *reply, const struct mi_query *query, const char *line,
                         miai_engine *engine);

/* Adds an array of the networks in use, for query_models and kata-get-models.  Empty without an
 * engine: a front does not know those of its engines. */
void mi_query_write_models(struct mi_reply *reply, miai_engine *engine);

/* ---- queue.c ----
 *
 * The caller must lock the queue. */

/* A query in the queue. */
struct mi_queued_query {
    int uses;        /* entries that use it; the last one frees it */
    bool was_played; /* its moves were checked to be legal */
    bool dead;       /* an error was already sent for it */
    char id[MI_QUERY_ID];
    char text[];
};

/* An entry: a position to search, or something to do at once. */
struct mi_queue_entry {
    struct mi_queued_query *question;
    double priority;
    uint64_t number; /* order of arrival */
    int turn;        /* turn, or MI_QUEUE_URGENT for an action or a faulty query */
    bool ended;      /* terminated: do not search it */
    bool resets;     /* must not run during a search */
    size_t bytes;
};

enum { MI_QUEUE_URGENT = -1 };

/* A binary heap (Williams 1964): no entry comes before its parent. */
struct mi_queue {
    struct mi_queue_entry **heap; /* used from index 1 on; owned */
    size_t count, capacity;
    uint64_t number; /* number of the next entry */
    size_t bytes;    /* approximate memory in use */
};

/* Adds a query: an entry for each turn, or one entry to be done at once.  False if memory runs out.
 */
bool mi_queue_add(struct mi_queue *queue, const struct mi_query *query, const char *line);

/* Removes and returns the first entry of the highest priority; if urgent, only one that may run
 * during a search.  NULL if there is none.  The caller frees it with mi_queue_entry_free(). */
struct mi_queue_entry *mi_queue_take(struct mi_queue *queue, bool urgent);
void mi_queue_entry_free(struct mi_queue_entry *wait);
/* Puts a removed entry back in its old place. */
void mi_queue_put_back(struct mi_queue *queue, struct mi_queue_entry *wait);

/* Does the action "terminate" or "terminate_all" apply to the entry? */
bool mi_queue_entry_matches(const struct mi_queue_entry *wait, const struct mi_query *action);

/* Marks all entries that the action terminates; these come before any search. */
void mi_queue_terminate(struct mi_queue *queue, const struct mi_query *action);

void mi_queue_clear(struct mi_queue *queue);

#endif
