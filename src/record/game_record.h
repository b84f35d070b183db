/* game_record.h - a game record as a tree of nodes with properties, for all formats.
 *
 *     record -> root -> node -> node -> ...      the first children: the main line
 *                        |
 *                        +---> node -> ...       the other children: variations
 *
 * In SGF, properties are those of SGF. In the other formats, the root's properties are the tags,
 * and the other nodes use the names below. Moves are text; this folder knows no game.
 *
 * Texts point into the file or into the record's own memory, and are not terminated. */
#ifndef MI_RECORD_GAME_RECORD_H
#define MI_RECORD_GAME_RECORD_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct mi_text {
    const char *at;
    size_t length;
};

/* One value. raw is the text in the file, with escapes but without the brackets. before is the
 * white space between it and the preceding value or name. */
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
    struct mi_record_node *parent, *child, *last_child, *next; /* next: the next variation */
    struct mi_record_property *property, *last_property;
    struct mi_record_node *outer;                     /* the enclosing node with a "(" */
    struct mi_text before_open, before, before_close; /* white space before its "(", ";" and ")" */
    long line;                                        /* line in the file, from 1 */
    bool opens;                                       /* it has its own "(" */
    bool fresh; /* not read from a file: the writer chooses the white space */
};

enum mi_format { MI_SGF, MI_PGN, MI_EPD, MI_PLAIN, MI_FORMATS };

struct mi_record_block;

struct miai_game_record {
    enum mi_format format;
    struct mi_record_node *root;
    struct mi_text before, after;   /* SGF: text before the game and after the last one */
    struct mi_record_block *blocks; /* owned: all memory of the record */
    struct mi_record_node *last;    /* end of the main line, for building a record */
    const char *note;               /* what the reader repaired; NULL: nothing */
};

/* Property names of nodes in formats other than SGF. */
#define MI_MOVE    "move"
#define MI_COMMENT "comment" /* after the move; of the root: before the first move */
#define MI_BEFORE  "before"  /* comment before the move */
#define MI_NAG     "nag"     /* "$1", "!?" */

/* A file that is read game by game, and the first error in it. */
struct mi_record_source {
    const char *bytes; /* must outlive the records read from them */
    size_t length, offset;
    long line;       /* line of offset, from 1 */
    long fault_line; /* 0: no error */
    char fault[160];
};

/* Records an error, unless there is one already; returns NULL. */
void *mi_record_source_fault(struct mi_record_source *source, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Creates a record with a root node; NULL if out of memory. */
struct miai_game_record *mi_game_record_new(enum mi_format format);
void mi_game_record_free(struct miai_game_record *record);

/* These functions return NULL if out of memory. */
void *mi_game_record_allocate(struct miai_game_record *record, size_t size); /* zeroed */
const char *mi_game_record_copy(struct miai_game_record *record, const char *text, size_t length);
struct mi_record_node *mi_game_record_add_node(struct miai_game_record *record,
                                               struct mi_record_node *parent);
struct mi_record_property *mi_game_record_add_property(struct miai_game_record *record,
                                                       struct mi_record_node *node,
                                                       struct mi_text name);
struct mi_record_value *mi_game_record_add_value(struct miai_game_record *record,
                                                 struct mi_record_property *property,
                                                 struct mi_text raw);

/* Adds a property with one value. Returns false, and adds nothing, if out of memory. */
bool mi_game_record_add_text(struct miai_game_record *record, struct mi_record_node *node,
                             struct mi_text name, struct mi_text raw);

/* Adds a property in the same way, with copies of both texts. */
bool mi_game_record_add(struct miai_game_record *record, struct mi_record_node *node,
                        const char *name, const char *raw);

struct mi_text mi_text_of(const char *text);
bool mi_text_is(struct mi_text text, const char *other);
void mi_text_write(struct mi_out *out, struct mi_text text);

/* Is it a null move as PGN files write it: "--", "Z0"? */
bool mi_text_is_null_move(struct mi_text text);

/* Does the property have this name? SGF names are compared by their capitals, because older files
 * write AddBlack for AB. */
bool mi_record_property_is(const struct mi_record_property *property, const char *name);

/* Finds the first property of that name, or NULL. */
struct mi_record_property *mi_record_node_find(const struct mi_record_node *node, const char *name);

#endif
