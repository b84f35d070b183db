/* game_record.h - reads and writes game records for the games of the engine. */
#ifndef MI_ENGINE_RECORD_GAME_RECORD_H
#define MI_ENGINE_RECORD_GAME_RECORD_H

#include "base/text.h"
#include "engine/engine.h"
#include "record/game_record.h"

enum { MI_WORD = 256 }; /* size of a move or a number in a file, including the final zero */

/* A game that is being read, node by node. Each node changes the history. */
struct mi_reading {
    const struct miai_game_record *record;
    const miai_game *game;
    miai_setup setup;
    struct mi_history *history; /* owned, like pos */
    void *pos;                  /* mi_history_size() bytes */
    int before;                 /* stop before the move with this number, from 1; 0: never */
    int moves;                  /* played so far */
    int null_moves;             /* the same, which moves does not count */
    bool done;                  /* the move to stop before has been reached */
    bool stones[2];             /* stones were set up for that player */
    bool turn_set, handicap;
    int handicap_stones;
    int turn;         /* formats other than SGF: the player of the next move */
    bool fresh;       /* stones were set up after moves */
    bool rules_named; /* the file names its rules */
    char note[160];   /* description of repairs; see miai_note() */
    long line;        /* line of the fault */
    char fault[160];
};

/* Begins with the first position. only: the game that the record must have, or NULL for any game of
 * the engine. On an error returns false with a fault. */
bool mi_reading_begin(struct mi_reading *reading, const miai_engine *engine,
                      const struct miai_game_record *record, const miai_game *only);

/* Applies a node. On an error returns false with a fault. */
bool mi_reading_node(struct mi_reading *reading, const struct mi_record_node *node);

/* Call after the root: sets the side to move and handicap stones by the player of the first
 * move. */
void mi_reading_set_first_turn(struct mi_reading *reading);

/* Call after the last node of the main line. */
void mi_reading_end(struct mi_reading *reading);

void mi_reading_free(struct mi_reading *reading); /* frees history as well, unless it is NULL */

/* Sets the fault and returns false. */
bool mi_reading_fault(struct mi_reading *reading, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends to the note about repairs. */
void mi_reading_note(struct mi_reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- komi.c ---- */

/* The facts that decide how a komi is read. */
struct mi_komi_source {
    bool fox;      /* written by Fox, or by SGFC, which keeps Fox's numbers */
    bool handicap; /* the game has handicap stones */
};

/* Reads a komi as people and servers write it: "6,5", "6 1/2", "7.5 points", 650 for 6.5, 3.75 and
 * 375 (stones of both sides) for 7.5, and Chinese, Japanese and Korean words. False if it is not a
 * komi. */
bool mi_komi_read(const char *text, const struct mi_komi_source *source, double *komi);

/* ---- game_record.c ---- */

/* The format of that name, or MI_FORMATS. */
enum mi_format mi_game_record_find_format(const char *name);

/* The node of the main line after that many moves, or NULL. */
struct mi_record_node *mi_game_record_node_at(const miai_game_record *record, int moves);

/* ---- head.c ---- */

/* Reads the game, its size, komi and rules. */
bool mi_reading_head(struct mi_reading *reading, const miai_engine *engine, const miai_game *only);

/* The first value of a root property, without surrounding blanks. False if the root does not have
 * it. */
bool mi_game_record_root_value(const struct miai_game_record *record, const char *name, char *word,
                               size_t size);

/* ---- write.c: root and moves of a new record ---- */

/* Adds a property; the text is UTF-8. */
bool mi_game_record_put_text(struct miai_game_record *to, struct mi_record_node *node,
                             const char *name, const char *text);

/* Writes the root: names, date, result, size, rules and first position. False, with a fault, if the
 * format cannot express one of them. */
bool mi_game_record_write_head(struct mi_reading *reading, struct miai_game_record *to);

/* ---- line.c ---- */

/* Writes a move of a position in the notation of a format. For SGF it is the property value, "" for
 * a pass. */
void mi_game_record_move_text(const miai_game *game, const miai_setup *setup, const void *pos,
                              miai_move move, enum mi_format format, char *text, size_t size);

/* ---- notes.c ---- */

/* Copies the annotations of a move: comments, clocks, assessments. */
bool mi_game_record_write_notes(const struct mi_reading *reading, const struct mi_record_node *from,
                                int player, struct miai_game_record *to,
                                struct mi_record_node *node);

/* ---- save.c ---- */

/* Begins a record in SGF: writes the properties of its first node, without the end of the node. */
void mi_sgf_add_header(const miai_game *game, const miai_setup *setup, struct mi_out *out);

#endif
