/* endgame.h - inside of the endgame solver.
 *
 *     endgame.c         the capability; nodes of many empty squares: stability, order
 *     endgame_table.c   what is kept of them
 *     endgame_last.c    nodes of few: no table, squares in the order of parity
 *     endgame_tables.c  what it looks up
 *
 * Scores here are discs, in the view of who is to move, whose discs are own. */
#ifndef MI_GAME_OTHELLO_ENDGAME_H
#define MI_GAME_OTHELLO_ENDGAME_H

#include "othello.h"
#include "stable.h"

enum {
    MI_OTHELLO_LAST = 6, /* empty squares from which endgame_last.c goes on */
    MI_OTHELLO_WORST = -MI_OTHELLO_SQUARES - 1
};

/* A position, in the view of who is to move. */
struct mi_othello_solver_place {
    uint64_t own, other, empty;
    int player, count; /* to move; of empty squares */
};

/* What is known of a position: its score is in between; the best move, or -1. */
struct mi_othello_bounds {
    int least, most, square;
};

/* What was found of a position of few empty squares, as in bounds; zeros: nothing. */
struct mi_othello_entry {
    uint64_t own, other;
    int8_t least, most, square;
};

struct mi_othello_endgame {
    uint64_t board;
    const int8_t *weights; /* of the evaluation; or NULL */
    int rules, squares;    /* of the board */
    /* The board is in four parts, a bit each: of a square its part, and of some parts the
     * squares. */
    uint8_t part[MI_OTHELLO_SQUARES];
    uint64_t odd[16];
    uint64_t beside[MI_OTHELLO_SQUARES]; /* the neighbours of a square */
    /* From a square of a line on, how many discs those of a player enclose if all other squares are
     * the other's. */
    uint8_t enclosed[MI_OTHELLO_SIDE][256];
    struct mi_othello_edges edges;
    miai_endgame *solving;         /* has the table for positions of many empty squares */
    struct mi_othello_entry *near; /* 2^near_bits, for those of few; or NULL; owned */
    int near_bits;
    const struct mi_othello *root;
    uint64_t nodes, told; /* visited; those that the search has been told of */
    bool over;            /* the search wants no more: all scores are worthless */
};

/* Fills what is looked up by a solver whose other members are set or 0. */
void mi_othello_tabulate(struct mi_othello_endgame *endgame, const struct mi_othello *o);

/* The parts of the board with an odd number of empty squares, bits as in part: who begins there has
 * the last move there, too, and so moves there come first. */
int mi_othello_parity(const struct mi_othello_endgame *endgame, uint64_t empty);

/* Allocates near for a solver that begins with so many empty squares. */
void mi_othello_set_up_near(struct mi_othello_endgame *endgame, int count);
void mi_othello_store(struct mi_othello_endgame *endgame,
                      const struct mi_othello_solver_place *place, struct mi_othello_bounds bounds);
bool mi_othello_recall(struct mi_othello_endgame *endgame,
                       const struct mi_othello_solver_place *place,
                       struct mi_othello_bounds *bounds);
/* Brings what is kept of a position near the processor. */
void mi_othello_fetch(const struct mi_othello_endgame *endgame,
                      const struct mi_othello_solver_place *place);

/* Scores as the library has them, in parts of a disc, to discs. */
int mi_othello_disc_below(int score);
int mi_othello_disc_above(int score);

/* The score of a position with at most MI_OTHELLO_LAST empty squares: exact within the window, at
 * most alpha or at least beta a bound. */
int mi_othello_solve_last(struct mi_othello_endgame *endgame, uint64_t own, uint64_t other,
                          int alpha, int beta);

#endif
