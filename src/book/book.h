/* book.h - opening books that searches made, for any game.
 *
 * A book is a tree of positions that begins at the first position of a game. A position has moves
 * in the book, and a candidate: the best move outside the book, which a search found. The value of
 * a position is that of its best move, by minimax; the candidate's value is the search's. Two lines
 * of play that reach the same position, or mirror images of one, share it.
 *
 * As text, a book has a first line that names the game and its set-up, and then a line for each
 * step by which it was made. Positions are numbered from 0 in the order of the lines. C stands for
 * three words, a candidate, its value and the visits of the search:
 *
 *     start C                        the first position
 *     PARENT MOVE C C                a new position, the one after MOVE
 *     PARENT MOVE = POSITION C       MOVE leads to a known position
 *
 * The last candidate of a line is the parent's new one, now that MOVE is in the book. Values are
 * those of the player to move in the position, from 0 to 1. The candidate "-" means that there is
 * no move outside the book; if the game is over, the value is its result. */
#ifndef MI_BOOK_BOOK_H
#define MI_BOOK_BOOK_H

#include "contract/history.h"

enum { MI_BOOK_FAULT = 200 }; /* size of a buffer for an error message */

/* The best move outside the book. */
struct mi_book_candidate {
    miai_move move; /* MIAI_NO_MOVE: none */
    double value;
    uint64_t visits;
    char text[MIAI_MOVE_TEXT]; /* of the move; "": none */
};

/* A move in the book. */
struct mi_book_move {
    miai_move move;
    char text[MIAI_MOVE_TEXT];
    int position; /* to which it leads */
    int next;     /* index of the next move of the same position; -1: none */
};

struct mi_book_position {
    int parent;                /* the position from which it was first reached; -1: the first one */
    miai_move move;            /* by which it was first reached */
    char text[MIAI_MOVE_TEXT]; /* of that move; "": none */
    int plies;                 /* from the first position */
    int player;                /* to move */
    bool over;                 /* the game is over; candidate.value is its result */
    struct mi_book_candidate candidate;
    double value;   /* by minimax, for the player to move; see mi_book_back_up() */
    int first_move; /* index of its first move; -1: none */
    uint64_t hash;
    int same_bucket; /* the next position in its bucket of the hash table; -1: none */
};

/* Treat as read-only; arrays are owned. */
struct mi_book_tree {
    const miai_game *game;
    miai_setup setup;
    struct mi_book_position *position;
    struct mi_book_move *move;
    int *bucket; /* first position of each bucket of the hash table */
    int positions, moves, position_room, move_room, buckets;
    struct mi_history *line; /* scratch */
};

/* ---- tree.c ---- */

/* An empty book. Returns NULL if the game does not support the set-up or memory runs out. */
struct mi_book_tree *mi_book_tree_new(const miai_game *game, const miai_setup *setup);
void mi_book_tree_free(struct mi_book_tree *tree); /* accepts NULL */

/* Add the first position, a new one, or a move to a known one. The text module has checked the
 * moves. False if out of memory; nothing is added then. */
bool mi_book_add_start(struct mi_book_tree *tree, const struct mi_book_candidate *candidate);
bool mi_book_add_position(struct mi_book_tree *tree, int parent, miai_move move,
                          const struct mi_book_candidate *candidate);
bool mi_book_add_move(struct mi_book_tree *tree, int parent, miai_move move, int position);

/* Plays in tree->line the moves that first led to a position. False if out of memory. */
bool mi_book_go_to(const struct mi_book_tree *tree, int position);

/* The value of the i-th move of the book, which belongs to this position, for the player who makes
 * it. */
double mi_book_move_value(const struct mi_book_tree *tree, const struct mi_book_position *position,
                          int i);

/* Computes the values of all positions by minimax. False if out of memory. */
bool mi_book_back_up(struct mi_book_tree *tree);

/* ---- find.c ---- */

/* The book's position with this number of plies (-1: any) that equals the current one of a history
 * after applying a symmetry of the game to the board, which is stored in *symmetry; -1 if there is
 * none. The history may be tree->line. */
int mi_book_find(const struct mi_book_tree *tree, const struct mi_history *history, int plies,
                 int *symmetry);

/* Do two moves of a position lead to the same position, or to mirror images of one? */
bool mi_book_mirrored(const struct mi_book_tree *tree, int position, miai_move a, miai_move b);

/* A move of the current position. */
struct mi_book_choice {
    miai_move move, known; /* known: its mirror image that is in the book */
    double value; /* for the player to move */
    uint32_t weight;
};

/* Lists the legal moves that the book recommends in the current position of a history, best first:
 * worse than the best by at most `tolerance`, and at half the weight for each third of it; mirror
 * images of a move share its weight. Returns their number, 0 if the book has another set-up or
 * lacks the position. list has MIAI_MAX_LEGAL elements. */
int mi_book_recommend(const struct mi_book_tree *tree, const struct mi_history *history,
                      double tolerance, struct mi_book_choice *list);

/* ---- text.c ---- */

/* Adds a line. On failure writes what is wrong, of at most MI_BOOK_FAULT bytes, and changes
 * nothing. */
bool mi_book_add_line(struct mi_book_tree *tree, const char *line, char *fault);

/* ---- write.c ---- */

struct mi_out;

/* Writes the moves after the first position as a tree of SGF, best moves first. The comment of a
 * move has its value and visits. False if out of memory. */
bool mi_book_write_sgf(const struct mi_book_tree *tree, struct mi_out *out);

/* Writes the moves that the book recommends in the format of the game's books, and returns the
 * number of bytes, as snprintf(). -1 if out of memory, or if the format cannot be written. */
int mi_book_write_own(const struct mi_book_tree *tree, char *text, size_t size);

#endif
