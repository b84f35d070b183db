/* endgame.h - internals of the endgame solver.
 *
 *     endgame.c         the capability; nodes with many empty squares: stability, move ordering
 *     endgame_table.c   transposition tables
 *     endgame_last.c    nodes with few empty squares: no table, moves ordered by parity
 *     endgame_tables.c  lookup tables
 *
 * Scores are discs from the view of the side to move, whose discs are `own`. */
#ifndef MI_GAME_OTHELLO_ENDGAME_H
#define MI_GAME_OTHELLO_ENDGAME_H

#include "othello.h"
#include "stable.h"

enum {
    MI_OTHELLO_LAST_EMPTY = 6, /* with at most this many empty squares, endgame_last.c takes over */
    MI_OTHELLO_WORST = -MI_OTHELLO_SQUARES - 1
};

/* A position, from the view of the side to move. */
struct mi_othello_solver_position {
    uint64_t own, other, empty;
    int player, count; /* side to move; number of empty squares */
};

/* Bounds of a position's score, and the best move or -1. */
struct mi_othello_bounds {
    int lower, upper, square;
};

/* A table entry: a position and its bounds; all zeros: empty. */
struct mi_othello_entry {
    uint64_t own, other;
    int8_t lower, upper, square;
};

struct mi_othello_endgame {
    uint64_t board;
    const int8_t *weights; /* evaluation weights, or NULL */
    int rules, squares;    /* rules; number of squares of the board */
    /* For parity, the board is divided into four quarters.  quarter[square]: the quarter's bit.
     * odd[set]: all squares of a set of quarters. */
    uint8_t quarter[MI_OTHELLO_SQUARES];
    uint64_t odd[16];
    uint64_t neighbours[MI_OTHELLO_SQUARES]; /* neighbours of each square */
    /* [square of a line][a player's discs on the line]: number of discs flipped from that square if
     * all other squares are the opponent's. */
    uint8_t enclosed[MI_OTHELLO_SIDE][256];
    struct mi_othello_edges edges;
    miai_endgame *solving; /* has the table for positions with many empty squares */
    struct mi_othello_entry
        *near; /* [2^near_bits], for positions with few empty squares, or NULL; owned */
    int near_bits;
    const struct mi_othello *root;
    uint64_t nodes, reported; /* nodes visited, and those already reported to the search */
    bool over;                /* the search has stopped: all scores are invalid */
};

/* Fills the lookup tables of a solver whose other members are set or 0. */
void mi_othello_init_tables(struct mi_othello_endgame *endgame, const struct mi_othello *o);

/* The quarters with an odd number of empty squares, as bits of `quarter`.  A player who starts
 * there also gets the last move there, so such moves come first. */
int mi_othello_parity(const struct mi_othello_endgame *endgame, uint64_t empty);

/* Allocates `near` for a solver that starts with `count` empty squares. */
void mi_othello_open_near_table(struct mi_othello_endgame *endgame, int count);
void mi_othello_store(struct mi_othello_endgame *endgame,
                      const struct mi_othello_solver_position *place,
                      struct mi_othello_bounds bounds);
bool mi_othello_probe(struct mi_othello_endgame *endgame,
                      const struct mi_othello_solver_position *place,
                      struct mi_othello_bounds *bounds);
/* Prefetches a position's table entry. */
void mi_othello_prefetch(const struct mi_othello_endgame *endgame,
                         const struct mi_othello_solver_position *place);

/* Converts scores of the contract, in fractions of a disc, to discs: rounded down, rounded up. */
int mi_othello_floor_to_discs(int score);
int mi_othello_ceil_to_discs(int score);

/* The score of a position with at most MI_OTHELLO_LAST_EMPTY empty squares: exact inside the
 * window, otherwise a bound (at most alpha or at least beta). */
int mi_othello_solve_last(struct mi_othello_endgame *endgame, uint64_t own, uint64_t other,
                          int alpha, int beta);

#endif
