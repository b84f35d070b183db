/* game_record.h - a game as a file has it: a tree of nodes with properties, whatever the format.
 *
 *     record -> root -> node -> node -> ...      the first child each time: the main line
 *                        |
 *                        +---> node -> ...      its further children: variations
 *
 * In SGF a property is one of SGF's.  In the other formats the root's properties are the tags, and
 * those of the other nodes have the names below.  Nothing here knows a game: a move is text.
 *
 * Texts point into the file or into the record's own memory, and have no zero at their end. */
#ifndef MI_RECORD_GAME_RECORD_H
#define MI_RECORD_GAME_RECORD_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct mi_text {
    const char *at;
    size_t length;
};

/* One value.  raw is what stands in the file, escapes and all, without the brackets; before is what
 * stands between it and the value or the name before it. */
struct mi_record_value {
    struct mi_record_value *next;
    struct mi_text before, raw;
};

struct mi_record_property {
    struct mi_record_property *next;
    struct mi_text before, name;
    struct mi_record_value *value, *last;
};

struct mi_record_node {
    struct mi_record_node *parent, *child, *last_child, *next; /* next: a variation */
    struct mi_record_property *property, *last_property;
    struct mi_record_node *outer;                     /* the opening node around an opening one */
    struct mi_text before_open, before, before_close; /* the blanks of its "(", ";" and ")" */
    long line;                                        /* of the file, from 1 */
    bool opens;                                       /* it has a "(" of its own */
    bool fresh;                                       /* it was not read: the blanks are chosen */
};

enum mi_format { MI_SGF, MI_PGN, MI_EPD, MI_PLAIN, MI_FORMATS };

struct mi_record_block;

struct miai_game_record {
    enum mi_format format;
    struct mi_record_node *root;
    struct mi_text before, behind; /* of SGF: what lies in front of the game, and behind the last */
    struct mi_record_block *blocks; /* owned: all that the record has allocated */
    struct mi_record_node *last;    /* of the main line, where a record is put together */
    const char *note;               /* what was repaired while it was read; NULL: nothing */
};

/* Names of properties of nodes outside of SGF. */
#define MI_MOVE    "move"
#define MI_COMMENT "comment" /* behind the move; of the root: in front of the first one */
#define MI_BEFORE  "before"  /* a comment in front of the move */
#define MI_NAG     "nag"     /* "$1", "!?" */

/* A file that is being read, game by game, and what is wrong with it. */
struct mi_record_source {
    const char *bytes; /* stay as long as the records that are read from them */
    size_t length, offset;
    long line;       /* of offset, from 1 */
    long fault_line; /* 0: there is no fault */
    char fault[160];
};

/* Notes a fault, unless there is one already; returns NULL. */
void *mi_record_source_fault(struct mi_record_source *source, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* With a root; NULL without memory. */
struct miai_game_record *mi_game_record_new(enum mi_format format);
void mi_game_record_free(struct miai_game_record *record);

/* All of these return NULL without memory. */
void *mi_game_record_allocate(struct miai_game_record *record, size_t size); /* zeros */
const char *mi_game_record_copy(struct miai_game_record *record, const char *text, size_t length);
struct mi_record_node *mi_game_record_add_node(struct miai_game_record *record,
                                               struct mi_record_node *parent);
struct mi_record_property *mi_game_record_add_property(struct miai_game_record *record,
                                                       struct mi_record_node *node,
                                                       struct mi_text name);
struct mi_record_value *mi_game_record_add_value(struct miai_game_record *record,
                                                 struct mi_record_property *property,
                                                 struct mi_text raw);

/* Adds a property of one value, so that each has one; false without memory, and nothing is added.
 */
bool mi_game_record_add_text(struct miai_game_record *record, struct mi_record_node *node,
                             struct mi_text name, struct mi_text raw);

/* Likewise; copies both texts. */
bool mi_game_record_add(struct miai_game_record *record, struct mi_record_node *node,
                        const char *name, const char *raw);

struct mi_text mi_text_of(const char *text);
bool mi_text_is(struct mi_text text, const char *other);
void mi_text_write(struct mi_out *out, struct mi_text text);

/* Is it a move of PGN by which a player gives the turn away: "--", "Z0"? */
bool mi_text_is_null_move(struct mi_text text);

/* Is it called so?  Of names in SGF the capitals count: older files write AddBlack. */
bool mi_record_property_is(const struct mi_record_property *property, const char *name);

/* The first property of that name, or NULL. */
struct mi_record_property *mi_record_node_find(const struct mi_record_node *node, const char *name);

#endif
