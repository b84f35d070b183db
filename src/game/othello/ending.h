/* ending.h - inside of the solver of endings.
 *
 *     ending.c         the capability; nodes of many empty squares: tables, stability, order
 *     ending_last.c    nodes of few: no table, squares in the order of parity
 *     ending_tables.c  what it looks up
 *
 * Scores here are discs, in the view of who is to move, whose discs are own. */
#ifndef MI_OTHELLO_ENDING_H
#define MI_OTHELLO_ENDING_H

#include "othello.h"
#include "stable.h"

enum {
    MI_OTHELLO_LAST = 6,      /* empty squares from which ending_last.c goes on */
    MI_OTHELLO_NEAR_BITS = 13 /* 2^13 entries stay in the second cache */
};

/* What was found of a position of few empty squares; zeros: nothing. */
struct mi_ending_entry {
    uint64_t own, other;
    int8_t least, most, square;
};

struct mi_ending {
    uint64_t board;
    int rules, squares; /* of the board */
    /* The board is in four parts, a bit each: of a square its part, and of some parts the
     * squares. */
    uint8_t part[MI_OTHELLO_SQUARES];
    uint64_t odd[16];
    uint64_t beside[MI_OTHELLO_SQUARES]; /* the neighbours of a square */
    /* From a square of a line on, how many discs those of a player enclose if all other squares are
     * the other's. */
    uint8_t enclosed[MI_OTHELLO_SIDE][256];
    struct mi_othello_edges edges;
    miai_endgame *solving; /* has the table for positions of many empty squares */
    struct mi_ending_entry near[1 << MI_OTHELLO_NEAR_BITS]; /* for those of few */
    const struct mi_othello *root;
    uint64_t nodes, told; /* visited; those that the search has been told of */
    bool over;            /* the search wants no more: all scores are worthless */
};

/* Fills the tables of a solver whose other members are set or 0. */
void mi_othello_tabulate(struct mi_ending *ending, const struct mi_othello *o);

/* The parts of the board with an odd number of empty squares, bits as in part: who begins there has
 * the last move there, too, and so moves there come first. */
int mi_othello_parity(const struct mi_ending *ending, uint64_t empty);

/* The score of a position with at most MI_OTHELLO_LAST empty squares: exact within the window, at
 * most alpha or at least beta a bound. */
int mi_othello_last(struct mi_ending *ending, uint64_t own, uint64_t other, int alpha, int beta);

#endif
