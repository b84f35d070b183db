/* terminal.h - playing at a terminal: what the files of this folder share. */
#ifndef MI_PROGRAM_TERMINAL_TERMINAL_H
#define MI_PROGRAM_TERMINAL_TERMINAL_H

#include "edit.h"
#include "protocol/io/game_result.h"
#include "protocol/io/protocol.h"

#include <stdatomic.h>

enum { MI_TERMINAL_TYPED = 64, MI_TERMINAL_HEADERS = 8, MI_TERMINAL_HEADER = 160 };

enum mi_author { MI_AUTHOR_FILE, MI_AUTHOR_PERSON, MI_AUTHOR_ENGINE };

/* The moves of the game, including those taken back. */
struct mi_terminal_line {
    char (*move)[MIAI_MOVE_TEXT]; /* [count]; owned */
    int count, width, height;     /* moves stored; size of the board */
    char *author;                 /* [authors]: who made each move, enum mi_author; owned */
    int authors;
    const miai_game *game;
};

enum { MI_TERMINAL_PATH = 4096, MI_TERMINAL_LETTERS = 128, MI_TERMINAL_NAME = 64 };

struct mi_terminal {
    miai_engine *engine;
    struct mi_editor *editor;
    bool colour;  /* the terminal supports it, and NO_COLOR is not set */
    bool can_overwrite;     /* standard output is a terminal, so a line can be overwritten */
    bool replies;           /* the engine replies to each move */
    bool warns_of_blunders; /* warn of a blunder before it is played */
    bool flipped; /* show the board from the other side */
    bool quit;
    char refused_input[MI_TERMINAL_TYPED]; /* the input that caused the last warning; "" */
    struct mi_terminal_line line;
    int progress_width;                   /* columns of the current progress line */
    double progress_shown_at;             /* when the progress line was written last */
    double search_began;                  /* when the search started */
    char saved_file[MI_TERMINAL_PATH];    /* the file that "save" wrote or refused to replace; "" */
    int start_count[MI_TERMINAL_LETTERS]; /* pieces on the board at the start, by letter */
    char person_name[MI_TERMINAL_NAME];   /* the name that records give to the person */
    struct mi_game_result game_result;
    char headers[MI_TERMINAL_HEADERS][MI_TERMINAL_HEADER]; /* the headers of the loaded game; "" */
};

struct mi_terminal_command {
    const char *name, *arguments, *help; /* help NULL: an alias of the previous one */
    void (*run)(struct mi_terminal *terminal, char *args);
};

/* The last entry has no name. */
extern const struct mi_terminal_command mi_terminal_commands[];

/* Does the command apply to the current game? */
bool mi_terminal_command_applies(const struct mi_terminal *terminal,
                                 const struct mi_terminal_command *command);

/* ---- say.c ---- */

/* Prints a sentence, wrapped at word boundaries, and a newline. */
void mi_terminal_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The buffer size for miai_legal_moves(). */
enum { MI_TERMINAL_MOVES = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT };

/* ---- board.c ---- */

/* Prints the board, who is to move, the last move, and the captured pieces. */
void mi_terminal_show_board(struct mi_terminal *terminal);

/* Only the board, with the game's own lines below it. */
void mi_terminal_draw_board(const struct mi_terminal *terminal);

/* ---- status.c ---- */

/* Prints who is to move, if the board does not say so, the last move unless it is about to be
 * reported, and the captured pieces. */
void mi_terminal_print_status(const struct mi_terminal *terminal, bool last_move);

/* Count the pieces at the start of the game: of a loaded game, whose moves are undone and replayed;
 * or of the current position. */
void mi_terminal_count_loaded(struct mi_terminal *terminal);
void mi_terminal_count_start(struct mi_terminal *terminal);

/* A player's name within a sentence, with the letter of the diagram if the name alone is
 * ambiguous: "Black", "the second player (O)".  Returns name. */
const char *mi_terminal_name(const struct mi_terminal *terminal, int player,
                             char name[MI_TERMINAL_NAME]);

/* Prints who won, by how much, and which stones are dead; false: the game is not over. */
bool mi_terminal_show_end(struct mi_terminal *terminal);

/* Has a player resigned, or was a draw agreed?  The second function also prints a message. */
bool mi_terminal_was_ended(const struct mi_terminal *terminal);
bool mi_terminal_report_ended(const struct mi_terminal *terminal);

/* ---- line.c ---- */

/* Executes a typed line: a command, or one or more moves. */
void mi_terminal_execute(struct mi_terminal *terminal, char *line);

/* ---- think.c ---- */

/* Lets the engine play a move for the side to move. */
void mi_terminal_play_reply(struct mi_terminal *terminal);

/* Searches with a progress line; returns the error code of miai_search(). */
int mi_terminal_think(struct mi_terminal *terminal, char move[MIAI_MOVE_TEXT]);
/* The same for any player. */
int mi_terminal_think_for(struct mi_terminal *terminal, int player, char move[MIAI_MOVE_TEXT]);

enum { MI_TERMINAL_LINE = 128 };

/* Writes the first moves of a line from the current position in the game's notation. */
void mi_terminal_write_line(miai_engine *engine, const char *moves, char line[MI_TERMINAL_LINE]);

/* Print the value and effort of the last search; its best moves, a line each. */
void mi_terminal_print_effort(const struct mi_terminal *terminal);
void mi_terminal_print_choices(const struct mi_terminal *terminal);

/* ---- hint.c ---- */

/* Searches, for args seconds if there are any; shows the best moves and explains the best one. */
void mi_terminal_hint(struct mi_terminal *terminal, char *args);

struct mi_position_analysis;

/* Explains the best move of the current position, comparing it with what the opponent would do
 * in the same position (another search). */
void mi_terminal_explain_best(struct mi_terminal *terminal,
                              const struct mi_position_analysis *position);

/* Explains a move, which leads from the current position to `next`. */
void mi_terminal_explain_move(struct mi_terminal *terminal,
                              const struct mi_position_analysis *position,
                              const struct mi_position_analysis *next, const char *move);

/* Searches the current position for a player and stores what explanations need.  Returns false,
 * without a message, if there is nothing to search.  The caller frees position->owner. */
bool mi_terminal_analyze(struct mi_terminal *terminal, int player,
                         struct mi_position_analysis *position);

/* ---- judge.c ---- */

/* Rates the last move; mi_terminal_take_back() also takes back the player's move. */
void mi_terminal_why(struct mi_terminal *terminal, char *args);
void mi_terminal_take_back(struct mi_terminal *terminal, char *args);

/* If warnings are on, takes back a blunder that was just typed and prints a warning.  If the same
 * input follows, it is accepted. */
bool mi_terminal_warn(struct mi_terminal *terminal, const char *typed);

/* Searches for the win probability of the side to move.  On failure prints a message and returns
 * false. */
bool mi_terminal_value(struct mi_terminal *terminal, double *value);

/* ---- problem.c ---- */

/* Solves life and death of the group at a point, or of an enclosed group, for each player first. */
void mi_terminal_problem(struct mi_terminal *terminal, char *args);

/* ---- travel.c ---- */

/* Updates the line of moves after any change of the game. */
void mi_terminal_update_line(struct mi_terminal *terminal);

/* Notes who made the moves of the game from ply `from` on; enum mi_author. */
void mi_terminal_note_author(struct mi_terminal *terminal, int from, int author);

void mi_terminal_forward(struct mi_terminal *terminal, char *args);
void mi_terminal_goto(struct mi_terminal *terminal, char *args);

/* ---- heads.c ---- */

/* Stores the headers of a record: players, event and so on.  NULL: none. */
void mi_terminal_store_headers(struct mi_terminal *terminal, const miai_game_record *record);

/* Write the headers in plain text format, or into an SGF record. */
void mi_terminal_write_headers(const struct mi_terminal *terminal, struct mi_reply *text);
void mi_terminal_annotate_headers(const struct mi_terminal *terminal, struct mi_reply *sgf);

/* Writes the initial position in plain text format, if it is not the default one. */
void mi_terminal_write_start(const miai_engine *engine, struct mi_reply *text);

/* ---- help.c, score.c, set.c: commands ---- */

void mi_terminal_help(struct mi_terminal *terminal, char *args);

/* Prints how a game is played; false: the game does not say. */
bool mi_terminal_print_how_to_play(const miai_game *game);

void mi_terminal_score(struct mi_terminal *terminal, char *args);

void mi_terminal_level(struct mi_terminal *terminal, char *args);
void mi_terminal_game(struct mi_terminal *terminal, char *args);
void mi_terminal_size(struct mi_terminal *terminal, char *args);
void mi_terminal_komi(struct mi_terminal *terminal, char *args);
void mi_terminal_rules(struct mi_terminal *terminal, char *args);
void mi_terminal_time(struct mi_terminal *terminal, char *args);
void mi_terminal_set(struct mi_terminal *terminal, char *args);

/* ---- file.c ---- */

void mi_terminal_load(struct mi_terminal *terminal, const char *name);
void mi_terminal_save(struct mi_terminal *terminal, const char *name);

#endif
