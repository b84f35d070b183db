/* othello.h - the position, and functions that the files of Othello share.
 *
 *     othello.c   the rules
 *     text.c      texts of moves and positions
 *     playout.c   playouts */
#ifndef MI_GAME_OTHELLO_OTHELLO_H
#define MI_GAME_OTHELLO_OTHELLO_H

#include "board.h"

/* Who gets the squares that are empty at the end: the winner, or nobody. */
enum { MI_OTHELLO_WINNER, MI_OTHELLO_NOBODY };

struct mi_othello {
    uint64_t discs[2];
    uint64_t board; /* all squares */
    uint64_t moves; /* legal moves of the side to move; 0: a pass, or the game is over */
    uint8_t width, height, turn;
    uint8_t rules;
    bool over;
};

/* Moves are numbered by the board's width; squares always use eight columns. */
static inline miai_move mi_othello_move_of(const struct mi_othello *o, int square)
{
    return square / MI_OTHELLO_SIDE * o->width + square % MI_OTHELLO_SIDE;
}

static inline int mi_othello_square_of(const struct mi_othello *o, miai_move move)
{
    return move / o->width * MI_OTHELLO_SIDE + move % o->width;
}

/* The move number of the pass. */
static inline miai_move mi_othello_pass(const struct mi_othello *o)
{
    return o->width * o->height;
}

static inline uint64_t mi_othello_corners(const struct mi_othello *o)
{
    uint64_t row = (uint64_t)1 | (uint64_t)1 << (o->width - 1);
    return row | row << MI_OTHELLO_SIDE * (o->height - 1);
}

static inline uint64_t mi_othello_empty(const struct mi_othello *o)
{
    return o->board & ~(o->discs[0] | o->discs[1]);
}

/* The final score in discs, from the view of the owner of `own`. */
static inline int mi_othello_final_score(uint64_t own, uint64_t other, uint64_t board, int rules)
{
    int mine = mi_othello_count(own), theirs = mi_othello_count(other);
    int empty = rules == MI_OTHELLO_WINNER ? mi_othello_count(board) - mine - theirs : 0;
    return mine - theirs + (mine > theirs ? empty : mine < theirs ? -empty : 0);
}

/* ---- othello.c ---- */

/* Updates the legal moves and whether the game is over. */
void mi_othello_update_moves(struct mi_othello *o);

void mi_othello_init(void *pos, const miai_setup *setup);

/* Plays a legal move for the owner of `own`.  The caller changes sides. */
static inline void mi_othello_make_move(uint64_t *own, uint64_t *other, int square)
{
    uint64_t turned = mi_othello_flipped(*own, *other, square);
    *own |= turned | (uint64_t)1 << square;
    *other &= ~turned;
}

static inline uint64_t mi_othello_hash(uint64_t first, uint64_t second, int turn)
{
    return mi_othello_key(first, second) ^ (turn ? 0x9e3779b97f4a7c15u : 0);
}

/* ---- eval.c ---- */

/* The expected final score in 1/MIAI_POINT_SCORE discs, from the view of `own`, the side to move.
 * weights: MI_OTHELLO_ALL_WEIGHTS, for 8x8 boards only; NULL: uses mobility and stable discs. */
int mi_othello_expected_score(const int8_t *weights, uint64_t board, uint64_t own, uint64_t other);

int mi_othello_evaluate(const void *weights, void *memory, const void *pos);

/* ---- tactics.c ---- */

extern const miai_tactics mi_othello_tactics;

/* ---- weights.c ---- */

extern const miai_evaluation mi_othello_evaluation;

/* ---- endgame.c ---- */

bool mi_othello_solve_endgame(const void *pos, int alpha, int beta, miai_endgame *search,
                              int *score);
double mi_othello_endgame_cost(const void *pos);

/* ---- the parts ---- */

int mi_othello_move_text(const void *pos, miai_move move, char *text, size_t size);
int mi_othello_text(const void *pos, char *text, size_t size);
extern const miai_notation mi_othello_notation;
extern const miai_playouts mi_othello_playouts;
extern const miai_presentation mi_othello_presentation;

#endif
