/* game_record.h - games of files: what their texts mean in the games of the engine. */
#ifndef MI_ENGINE_RECORD_GAME_RECORD_H
#define MI_ENGINE_RECORD_GAME_RECORD_H

#include "engine/engine.h"
#include "record/game_record.h"

enum { MI_WORD = 256 }; /* bytes of a move or a number in a file, with its end */

/* A game that is being read: node by node, each of which changes the history. */
struct mi_reading {
    const struct miai_game_record *record;
    const miai_game *game;
    miai_setup setup;
    struct mi_history *history; /* owned, as pos is */
    void *pos;                  /* mi_history_size() bytes */
    int before;                 /* stop before this move, from 1; 0: never */
    int moves;                  /* played so far */
    bool done;                  /* the move to stop before has come */
    bool stones[2];             /* set up for each player */
    bool turn_set, handicap;
    int handicap_stones;
    int turn;   /* outside of SGF: who is to make the next move of the file */
    bool fresh; /* stones were set up behind moves */
    bool rules_named; /* the file names the rules */
    char note[160];   /* what was repaired; see miai_note() */
    long line;  /* of the fault */
    char fault[160];
};

/* Begins with the first position; only: the game that it has to be, or NULL for any of the
 * engine's.  False, with a fault, if that cannot be. */
bool mi_reading_begin(struct mi_reading *reading, const miai_engine *engine,
                      const struct miai_game_record *record, const miai_game *only);

/* Does what a node says.  False, with a fault, if it cannot be done. */
bool mi_reading_node(struct mi_reading *reading, const struct mi_record_node *node);

/* Behind the root: sets the turn, and the stones of a handicap, by who is to move first. */
void mi_reading_foresee(struct mi_reading *reading);

/* Behind the last node of the main line. */
void mi_reading_end(struct mi_reading *reading);

void mi_reading_free(struct mi_reading *reading); /* the history, too, unless it is NULL */

/* Notes a fault and returns false. */
bool mi_reading_fault(struct mi_reading *reading, long line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Adds to the note of what was repaired. */
void mi_reading_note(struct mi_reading *reading, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- komi.c ---- */

/* What a record says about its komi besides the number. */
struct mi_komi_source {
    bool fox;      /* written by Fox, or by SGFC, which keeps Fox's numbers */
    bool handicap; /* there are handicap stones */
};

/* Reads a komi as people and servers write it: "6,5", "6 1/2", "7.5 points", 650 for 6.5, 3.75 and
 * 375 (stones of both sides) for 7.5, with Chinese, Japanese and Korean words.  False if it is
 * none. */
bool mi_komi_read(const char *text, const struct mi_komi_source *source, double *komi);

/* ---- game_record.c ---- */

/* The format of that name, or MI_FORMATS. */
enum mi_format mi_game_record_find_format(const char *name);

/* The node of the main line behind so many moves, or NULL. */
struct mi_record_node *mi_game_record_node_at(const miai_game_record *record, int moves);

/* ---- head.c ---- */

/* The game, its size, komi and rules. */
bool mi_reading_head(struct mi_reading *reading, const miai_engine *engine, const miai_game *only);

/* The first value of a property of the root, without the blanks around it; false if there is
 * none. */
bool mi_game_record_word(const struct miai_game_record *record, const char *name, char *word,
                         size_t size);

/* ---- write.c: the root and the moves of a record that is put together ---- */

/* Text in UTF-8. */
bool mi_game_record_put(struct miai_game_record *to, struct mi_record_node *node, const char *name,
                        const char *text);

/* What the file is about: names, date, result, size, rules and the first position.  False, with a
 * fault, where the format has no word for it. */
bool mi_game_record_write_head(struct mi_reading *reading, struct miai_game_record *to);

/* ---- line.c ---- */

/* A move of a position as a format has it; of SGF the value, "" for a pass. */
void mi_game_record_move_text(const miai_game *game, const miai_setup *setup, const void *pos,
                              miai_move move, enum mi_format format, char *text, size_t size);

/* ---- notes.c ---- */

/* What is said of a move beside it: comments, clocks, assessments. */
bool mi_game_record_write_notes(const struct mi_reading *reading, const struct mi_record_node *from,
                                int player, struct miai_game_record *to,
                                struct mi_record_node *node);

#endif
