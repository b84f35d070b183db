/* miai_game.h - the interface that a game implements.
 *
 * A game is one constant struct miai_game of functions on positions. You can write it outside the
 * library and add it to an engine with miai_add_game(); miai-game(7) explains an example. This
 * header has the mandatory part, and includes miai_capabilities.h, the optional one.
 *
 *   - A position is plain memory without pointers. Its size depends only on the set-up. Searches
 *     copy positions with memcpy() and never undo moves. The engine keeps the earlier positions and
 * moves (for repetition and undo) in its own history.
 *   - A move is a small integer, 0 <= move < move_count(), with the same meaning in every position.
 *     Pass and swap are moves; resigning is not. On a board, move = y * width + x is the point in
 *     column x, counted from the left, and row y, counted from the bottom.
 *   - Players are 0, who normally moves first, and 1.
 *   - Scores are integers in the FIRST player's view, even if the second player is to move. */
#ifndef MIAI_GAME_H
#define MIAI_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* everything declared here is exported */
#endif

typedef int miai_move;

enum {
    MIAI_NO_MOVE = -1,            /* not a move; never legal */
    MIAI_MAX_MOVES = 32767,       /* upper bound of move_count() */
    MIAI_MAX_LEGAL = 1024,        /* upper bound of the legal moves of a position: the size of
                                   * lists */
    MIAI_MAX_POINTS = 1024,       /* upper bound of width * height */
    MIAI_MOVE_TEXT = 16,          /* size of a buffer for the text of any move, including the final
                                   * zero */
    MIAI_POINT_SCORE = 100,       /* score of one point (Go, Othello) or one pawn (chess) */
    MIAI_SCORE_MAX = 1000000,     /* every outcome and evaluation has a smaller absolute value */
    MIAI_MUSTPLAY_BYTES = 2 << 20 /* temporary memory that mustplay() may use */
};

/* The choices made before a game begins. */
typedef struct miai_setup {
    int width, height; /* of the board, in points */
    double komi;       /* points for the second player, |komi| <= 9999 */
    int rules;         /* index into miai_game.rules; 0 if the game has none */
} miai_setup;

/* ---- capabilities ----
 *
 * Each line is an optional capability: a member NAME of miai_game with the type const struct
 * miai_NAME *, which is declared in miai_capabilities.h. The library generates from this table all
 * code that reads, copies or checks capabilities. New ones are added at the end. */
#define MIAI_CAPABILITIES(CAPABILITY)                                                              \
    CAPABILITY(notation)     /* more notations: positions, SAN */                                  \
    CAPABILITY(editing)      /* the board, and editing it */                                       \
    CAPABILITY(repetition)   /* superko, or draws by repetition */                                 \
    CAPABILITY(playouts)     /* fast random playouts */                                            \
    CAPABILITY(evaluation)   /* values of positions and moves */                                   \
    CAPABILITY(hints)        /* hints for all searches */                                          \
    CAPABILITY(tactics)      /* captures and threats for alpha-beta */                             \
    CAPABILITY(tablebase)    /* endgame tablebases */                                              \
    CAPABILITY(solver)       /* certain results, and exact solutions */                            \
    CAPABILITY(scoring)      /* territory, life and death */                                       \
    CAPABILITY(records)      /* SGF */                                                             \
    CAPABILITY(books)        /* opening books */                                                   \
    CAPABILITY(planes)       /* inputs of neural networks */                                       \
    CAPABILITY(presentation) /* appearance and names */

/* Structs of numbers that are members of capabilities: (capability, member). */
#define MIAI_CAPABILITY_PARTS(PART) PART(hints, tuning) PART(tactics, margins)

#define MIAI_CAPABILITY_MEMBER(name) const struct miai_##name *name;

/* ---- the game ----
 *
 * The first members and the eleven functions are mandatory; miai-game(7) explains each. */

typedef struct miai_game {
    size_t bytes;             /* sizeof(miai_game) */
    const char *name;         /* one word in lower case: "go" */
    const char *title;        /* "Go" */
    const char *const *rules; /* names of the rule sets, ended by NULL, the default first; NULL:
                               * none */
    int min_width, max_width, min_height, max_height;
    miai_setup setup; /* defaults for size, komi and rules */

    /* 0: an outcome is only a win, a draw or a loss. Otherwise the score matters, and lies from
     * -points to points. */
    int points;
    /* moves() may also be called in drawn positions (fifty-move rule, dead position) and lists the
     * moves that could still be played. perft counts them. */
    bool draws_go_on;

    /* ---- mandatory functions ---- */

    /* Bytes of a position; 0 if the game does not allow the set-up. The engine has already checked
     * width and height against the bounds above, and rules. Positions are aligned as by
     * malloc(). */
    size_t (*size)(const miai_setup *setup);
    /* Number of moves, legal or not: every move is smaller than this. */
    int (*move_count)(const miai_setup *setup);
    /* Sets up the first position. */
    void (*init)(void *pos, const miai_setup *setup);
    /* The player to move: 0 or 1. */
    int (*turn)(const void *pos);
    /* Lists the legal moves, each once, in a fixed order, and returns their number, at least 1. Not
     * called when the game is over. */
    int (*moves)(const void *pos, miai_move *list);
    /* Is the move legal? Accepts any integer. False when the game is over. */
    bool (*legal)(const void *pos, miai_move move);
    /* Plays a legal move. */
    void (*play)(void *pos, miai_move move);
    /* Is the game over? If so, *score is the result in the first player's view. */
    bool (*outcome)(const void *pos, int *score);
    /* A hash of everything that matters for the rest of the game (turn, ko, castling). Positions
     * reached by other moves but equal otherwise have equal hashes. */
    uint64_t (*hash)(const void *pos);
    /* Writes the text of a move, as snprintf. Accepts every move below move_count(), legal or not.
     * Two moves that are legal in the same position have different texts. */
    int (*move_text)(const void *pos, miai_move move, char *text, size_t size);
    /* Writes the position for people, as snprintf: several lines, none empty, without a final
     * newline. Does not name a player to move when the game is over. */
    int (*text)(const void *pos, char *text, size_t size);

    /* ---- capabilities; NULL: the game does not have it ---- */

    MIAI_CAPABILITIES(MIAI_CAPABILITY_MEMBER)
} miai_game;

/* ---- helpers for games ---- */

/* A random number generator: xoshiro256** (Blackman and Vigna 2018).  Equal seeds give equal
 * sequences on every machine. */
typedef struct miai_rng {
    uint64_t s[4];
} miai_rng;

void miai_rng_seed(miai_rng *rng, uint64_t seed);

static inline uint64_t miai_rng_next(miai_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t x = s[1] * 5, result = ((x << 7) | (x >> 57)) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = (s[3] << 45) | (s[3] >> 19);
    return result;
}

/* A number from 0 to n - 1, n > 0, by multiplication (Lemire 2019; without rejection, so the bias
 * is below n / 2^32). */
static inline uint32_t miai_rng_below(miai_rng *rng, uint32_t n)
{
    return (uint32_t)(((miai_rng_next(rng) >> 32) * n) >> 32);
}

/* A bijection that mixes bits well, for hash keys from small numbers (the finalizer of
 * splitmix64). */
static inline uint64_t miai_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* Writes the text of a point as in GTP: letters A to Z without I, rows from 1 at the bottom. x is 0
 * to 24. Returns the length of the text, as snprintf. */
int miai_point_text(int x, int y, char *text, size_t size);

/* Reads such a text, in either case, with nothing after it, for a board of width * height points.
 * Returns y * width + x, or MIAI_NO_MOVE if the text is not a point of the board. */
miai_move miai_point_read(const char *text, int width, int height);

/* Writes a board diagram, as snprintf: rows from the top with their numbers, letters of the columns
 * above and below, and mark(context, x, y) for each point. No final newline. */
int miai_board_diagram(int width, int height, char (*mark)(const void *context, int x, int y),
                       const void *context, char *text, size_t size);

/* Letters of the columns. The functions above use GTP's; those below have a parameter for it: Hex,
 * Othello and Gomoku use the letter I. */
enum {
    MIAI_LETTERS_GTP, /* A to Z without I */
    MIAI_LETTERS_ALL  /* A to Z; x from 0 to 25 */
};

int miai_point_text_in(int letters, int x, int y, char *text, size_t size);
miai_move miai_point_read_in(int letters, const char *text, int width, int height);
int miai_board_diagram_in(int letters, int width, int height,
                          char (*mark)(const void *context, int x, int y), const void *context,
                          char *text, size_t size);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#include "miai_capabilities.h"

#endif
