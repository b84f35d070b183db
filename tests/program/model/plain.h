/* plain.h - the games a second time, for the tests alone: slow, and simple enough to be seen right.
 * A board is a table of characters; what a move does is found by looking at all of it.  They share
 * nothing with src/, and of Go the rules of tests/game/go/twin.c.
 *
 *     plain_go.c plain_chess.c plain_othello.c plain_hex.c
 *     plain_rows.c    gomoku, connect4, tictactoe      plain_renju.c   what renju forbids
 *     plain_line.c    a game so far: undo, moves out of turn, superko
 *     plain_text.c    moves and boards as text         plain_fen.c     positions of chess */
#ifndef MI_TESTS_PROGRAM_MODEL_PLAIN_H
#define MI_TESTS_PROGRAM_MODEL_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

/* Moves are points, row by row from the one called 1, and these; those of chess are made of two
 * points, and begin with PLAIN_CHESS. */
enum { PLAIN_PASS = 1000, PLAIN_SWAP, PLAIN_TWO, PLAIN_CHESS = 1 << 16 };

enum { PLAIN_SIDE = 25, PLAIN_POINTS = PLAIN_SIDE * PLAIN_SIDE, PLAIN_LIST = PLAIN_POINTS + 8 };

/* Who has won; a game of points tells its score by its own function. */
enum { PLAIN_NOBODY = -1, PLAIN_DRAW = 2 };

/* A position. */
struct plain {
    const struct plain_game *game;
    int width, height;
    int rules;       /* which of the game's */
    int turn, mover; /* who moves, and who has made the last move */
    bool over;
    int winner;
    char stone[PLAIN_POINTS]; /* '.', 'X' or 'O'; in chess the letters of FEN */
    /* Go */
    char before[PLAIN_POINTS]; /* the last move, where a ko may be */
    int passes, taken[2];
    /* Gomoku, Hex */
    int stage;    /* of the opening */
    bool swapped; /* the second player has the first one's colour */
    /* chess */
    int castle[2][2]; /* by player and side (left, right): the file of the rook, or -1 */
    int en_passant;   /* the point behind a pawn that may be taken so, or -1 */
    int clock, plays_on_since, number;
    bool plays_on_when_dead; /* a dead position in which the players go on */
};

struct plain_game {
    const char *name;
    const char *const *rules;            /* ended by NULL; NULL: there is one */
    bool letter_i;                       /* columns are counted with I */
    int side[2];                         /* the least and the most points of a side */
    bool (*fits)(int width, int height); /* NULL: all between */

    void (*start)(struct plain *pos); /* all else is set, and zero; the board is empty */
    int (*moves)(const struct plain *pos, int *list); /* of who is to move; 0 if it is over */
    void (*play)(struct plain *pos, int move);
    /* The other player moves, or one goes on where the game was over.  May leave it as it is. */
    void (*set_turn)(struct plain *pos, int player);
    /* Puts a stone on an empty point of a board that is made by hand; false: it may not stand.
     * NULL: there are no such boards. */
    bool (*put)(struct plain *pos, int point, int player);
    /* What follows from a board made by hand; NULL: nothing. */
    void (*look)(struct plain *pos);
};

extern const struct plain_game plain_go, plain_chess, plain_othello, plain_hex, plain_gomoku,
    plain_connect4, plain_tictactoe;
extern const struct plain_game *const plain_games[]; /* ended by NULL */

int plain_points(const struct plain *pos);
int plain_find(const int *list, int n, int move); /* its place, or -1 */

/* ---- a game so far ---- */

enum { PLAIN_PLIES = 500 };

struct plain_line {
    struct plain at[PLAIN_PLIES + 1]; /* from the first position to the one that is on */
    int plies;
};

void plain_begin(struct plain_line *line, const struct plain_game *game, int width, int height,
                 int rules);
void plain_restart(struct plain_line *line, struct plain pos); /* with another first position */
struct plain plain_first(const struct plain *pos); /* as games with its board and rules begin */
const struct plain *plain_now(const struct plain_line *line);
/* What the player may do, also out of turn, superko heeded. */
int plain_line_moves(const struct plain_line *line, int player, int *list);
/* False: it is illegal, and nothing has changed, or there is no room for it. */
bool plain_line_play(struct plain_line *line, int player, int move);
/* How often the position that is on was there, now included; of chess, where nothing else counts.
 */
int plain_times(const struct plain_line *line);

/* ---- Go ---- */

/* Black's points less White's on the board: stones and what they surround alone. */
int plain_go_area(const struct plain *pos);

/* ---- Gomoku ---- */

/* How many in a row a stone of that colour at the empty point makes, in each of four directions. */
void plain_rows_at(const struct plain *pos, int point, char colour, int length[4]);
bool plain_renju_forbids(const struct plain *pos, int point);

/* ---- chess ---- */

bool plain_chess_read(struct plain *pos, const char *fen); /* sound ones */
void plain_chess_fen(const struct plain *pos, char *text, size_t size);
void plain_chess_look(struct plain *pos); /* what follows from a new board, and who has won */
int plain_chess_from(int move);
int plain_chess_to(int move);

/* ---- text ---- */

enum { PLAIN_TEXT = 16 };
void plain_move_text(const struct plain *pos, int move, char text[PLAIN_TEXT]);
/* Of one of the moves, by GTP's or UCI's way of writing, in either case; -1: of none. */
int plain_read_move(const struct plain *pos, const int *list, int n, const char *text,
                    size_t length);
/* Is the board that a diagram shows (rows with their number in front) this one?  NULL, or why not.
 */
const char *plain_compare(const struct plain *pos, const char *diagram);

#endif
