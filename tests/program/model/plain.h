/* plain.h - second implementations of the games, for tests only: slow, but simple enough to be
 * obviously right.  A board is an array of characters, and moves are found by scanning all of it.
 * They share nothing with src/, except that Go uses the rules of tests/game/go/twin.c.
 *
 * plain_go.c, plain_chess.c, plain_othello.c and plain_hex.c have one game each; plain_rows.c has
 * gomoku, connect4 and tictactoe, and plain_renju.c the forbidden moves of renju; plain_line.c
 * keeps the game so far (undo, moves out of turn, superko); plain_text.c reads and writes moves and
 * boards, plain_fen.c chess positions. */
#ifndef MI_TESTS_PROGRAM_MODEL_PLAIN_H
#define MI_TESTS_PROGRAM_MODEL_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* Moves are points, row by row from row 1, and these.  Chess moves consist of two points and begin
 * at PLAIN_CHESS. */
enum { PLAIN_PASS = 1000, PLAIN_SWAP, PLAIN_TWO, PLAIN_CHESS = 1 << 16 };

enum { PLAIN_SIDE = 25, PLAIN_POINTS = PLAIN_SIDE * PLAIN_SIDE, PLAIN_LIST = PLAIN_POINTS + 8 };

/* The winner; games that count points have a function for the score. */
enum { PLAIN_NOBODY = -1, PLAIN_DRAW = 2 };

/* A position. */
struct plain {
    const struct plain_game *game;
    int width, height;
    int rules;       /* index of the game's rules */
    int turn, mover; /* the side to move, and the player of the last move */
    bool over;
    int winner;
    char stone[PLAIN_POINTS]; /* '.', 'X' or 'O'; in chess the letters of FEN */
    /* Go */
    char before[PLAIN_POINTS]; /* the board before the last move, if it may have made a ko */
    int passes, taken[2];
    /* Gomoku, Hex */
    int stage;    /* stage of the opening */
    bool swapped; /* the players have swapped colours */
    /* chess */
    int castle[2][2]; /* by player and side (left, right): the file of the rook, or -1 */
    int en_passant;   /* the square passed over by a pawn that may be captured en passant, or -1 */
    int clock, plays_on_since, number;
    bool plays_on_when_dead; /* the players continue in a dead position */
};

struct plain_game {
    const char *name;
    const char *const *rules;            /* ended by NULL; NULL if there is only one */
    bool letter_i;                       /* the columns include I */
    int side[2];                         /* minimum and maximum side */
    bool (*fits)(int width, int height); /* NULL: all sizes in the range */

    /* Called with the board empty and all other members set or zero. */
    void (*start)(struct plain *pos);
    /* Legal moves of the side to move; 0 if the game is over. */
    int (*moves)(const struct plain *pos, int *list);
    void (*play)(struct plain *pos, int move);
    /* Changes the side to move, or continues a game that was over.  May do nothing. */
    void (*set_turn)(struct plain *pos, int player);
    /* Puts a stone on an empty point when setting up a board; false if it may not stand there.
     * NULL if the game has no such boards. */
    bool (*put)(struct plain *pos, int point, int player);
    /* Updates the position after a board was set up; NULL if there is nothing to do. */
    void (*look)(struct plain *pos);
};

extern const struct plain_game plain_go, plain_chess, plain_othello, plain_hex, plain_gomoku,
    plain_connect4, plain_tictactoe;
extern const struct plain_game *const plain_games[]; /* ended by NULL */

int plain_points(const struct plain *pos);
int plain_find(const int *list, int n, int move); /* its index, or -1 */

/* ---- the game so far ---- */

enum { PLAIN_PLIES = 500 };

struct plain_line {
    struct plain at[PLAIN_PLIES + 1]; /* from the first to the current position */
    int plies;
};

void plain_begin(struct plain_line *line, const struct plain_game *game, int width, int height,
                 int rules);
void plain_restart(struct plain_line *line, struct plain pos); /* starts from another position */
/* The standard first position for its board and rules. */
struct plain plain_first(const struct plain *pos);
const struct plain *plain_now(const struct plain_line *line);
/* The legal moves of the player, even out of turn, without superko violations. */
int plain_line_moves(const struct plain_line *line, int player, int *list);
/* Plays a move.  False if it is illegal or there is no space for it; then nothing has changed. */
bool plain_line_play(struct plain_line *line, int player, int move);
/* How often the current position has occurred, including now; for chess only. */
int plain_times(const struct plain_line *line);

/* ---- Go ---- */

/* Black's points minus White's: stones, and empty points surrounded by one colour. */
int plain_go_area(const struct plain *pos);

/* ---- Gomoku ---- */

/* The lengths of the rows that a stone of that colour on the empty point makes, in four directions.
 */
void plain_rows_at(const struct plain *pos, int point, char colour, int length[4]);
bool plain_renju_forbids(const struct plain *pos, int point);

/* ---- chess ---- */

bool plain_chess_read(struct plain *pos, const char *fen); /* expects a valid FEN */
void plain_chess_fen(const struct plain *pos, char *text, size_t size);
/* Updates the position after a new board, and the winner. */
void plain_chess_look(struct plain *pos);
int plain_chess_from(int move);
int plain_chess_to(int move);

/* ---- text ---- */

enum { PLAIN_TEXT = 16 };
void plain_move_text(const struct plain *pos, int move, char text[PLAIN_TEXT]);
/* Finds a move in the list by its text in GTP or UCI notation, in either case; -1 if it is not
 * there. */
int plain_read_move(const struct plain *pos, const int *list, int n, const char *text,
                    size_t length);
/* Does a diagram (rows with their numbers in front) show this board?  NULL, or a description of the
 * difference. */
const char *plain_compare(const struct plain *pos, const char *diagram);

#endif
