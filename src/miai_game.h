/* miai_game.h - the contract that a game fulfils.
 *
 * A game is one constant struct miai_game of functions over positions.  It can be written outside
 * the library and given to an engine with miai_add_game(); miai-game(7) walks through an example.
 *
 *   - A position is plain memory without pointers, of a size that depends on the set-up alone.  The
 *     searches copy it with memcpy() and never undo.  What lies before it (repetition, undo) is
 *     kept outside, by the engine's history of the game.
 *   - A move is a small integer, 0 <= move < move_count(), with the same meaning in every position.
 *     Pass and swap are moves; resigning is not.  On a board, move = y * width + x is the
 *     point in column x, counted from the left, and row y, counted from the bottom.
 *   - Players are 0, who moves first in an ordinary game, and 1.
 *   - Scores are integers in the FIRST player's view, whoever is to move.
 */
#ifndef MIAI_GAME_H
#define MIAI_GAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* all declared here is exported */
#endif

typedef int miai_move;

enum {
    MIAI_NO_MOVE = -1,            /* no move at all; never a legal move */
    MIAI_MAX_MOVES = 32767,       /* upper bound of move_count() */
    MIAI_MAX_LEGAL = 1024,        /* upper bound of the moves of one position: the size of a list */
    MIAI_MAX_POINTS = 1024,       /* upper bound of width * height */
    MIAI_MOVE_TEXT = 16,          /* bytes that hold the text of any move, with its end */
    MIAI_POINT_SCORE = 100,       /* score of one point (Go, Othello) or one pawn (chess) */
    MIAI_SCORE_MAX = 1000000,     /* |score| of any outcome or evaluation stays below */
    MIAI_MUSTPLAY_BYTES = 2 << 20 /* that mustplay() may take for the moment */
};

/* What is chosen before a game begins. */
typedef struct miai_setup {
    int width, height; /* of the board, in points */
    double komi;       /* points given to the second player, |komi| <= 9999 */
    int rules;         /* index into miai_game.rules; 0 where the game names none */
} miai_setup;

/* ---- what a game may have besides its functions ----
 *
 * Each line is a capability: a member NAME of miai_game, of type const struct miai_NAME *, which is
 * declared below.  The library makes of this table all that reads, copies or checks them.  New ones
 * come at the end. */
#define MIAI_CAPABILITIES(CAPABILITY)                                                              \
    CAPABILITY(notation)     /* further texts: positions, SAN */                                   \
    CAPABILITY(editing)      /* the board, and changing it against the rules */                    \
    CAPABILITY(repetition)   /* superko, or draws by repetition */                                 \
    CAPABILITY(playouts)     /* fast random games */                                               \
    CAPABILITY(evaluation)   /* what positions and moves are worth */                              \
    CAPABILITY(hints)        /* what suits the game, for any search */                             \
    CAPABILITY(tactics)      /* captures and threats, for alpha-beta */                            \
    CAPABILITY(tablebase)    /* endgames in files */                                               \
    CAPABILITY(solver)       /* what is certain, and exact results */                              \
    CAPABILITY(scoring)      /* territory, life and death */                                       \
    CAPABILITY(records)      /* SGF */                                                             \
    CAPABILITY(books)        /* openings */                                                        \
    CAPABILITY(planes)       /* the position as a network sees it */                               \
    CAPABILITY(presentation) /* looks, letters and names */

/* Structs of numbers, each a member of a capability: (the capability, the member). */
#define MIAI_CAPABILITY_PARTS(PART) PART(hints, tuning) PART(tactics, margins)

#define MIAI_CAPABILITY_MEMBER(name) const struct miai_##name *name;

/* ---- the game ----
 *
 * Its first members and the eleven functions are what every game has; miai-game(7) explains them
 * one by one. */

typedef struct miai_game {
    size_t bytes;             /* sizeof(miai_game) */
    const char *name;         /* one lower-case word: "go" */
    const char *title;        /* "Go" */
    const char *const *rules; /* names of rule sets, ended by NULL, the default first; or NULL */
    int min_width, max_width, min_height, max_height;
    miai_setup setup; /* the default: size, komi, rules */

    /* 0: only the sign of an outcome counts, a win, a draw or a loss.  Otherwise the score itself
     * counts, and lies from -points to points. */
    int points;
    /* moves() may also be called where the game is drawn, and lists what could still be played
     * (after fifty moves, in a dead position): counting move sequences goes on there. */
    bool draws_go_on;

    /* ---- what every game has ---- */

    /* Bytes of a position, or 0 if the game is not played on that set-up (the engine has checked
     * width and height against the bounds above, and the rules).  A position is aligned as malloc()
     * would do it. */
    size_t (*size)(const miai_setup *setup);
    /* How many moves there are, legal or not: an upper bound of every move, plus 1. */
    int (*move_count)(const miai_setup *setup);
    /* Sets up the first position. */
    void (*init)(void *pos, const miai_setup *setup);
    /* Whose turn it is: 0 or 1. */
    int (*turn)(const void *pos);
    /* Lists the legal moves, each once, in a fixed order, and returns how many.  Not called when
     * the game is over; otherwise at least one. */
    int (*moves)(const void *pos, miai_move *list);
    /* Is this one of them?  Takes any integer.  False when the game is over. */
    bool (*legal)(const void *pos, miai_move move);
    /* Plays a legal move. */
    void (*play)(void *pos, miai_move move);
    /* Is the game over?  If so, *score is its result in the first player's view. */
    bool (*outcome)(const void *pos, int *score);
    /* A key of all that matters for the rest of the game (turn, ko, castling), the same for the
     * same position reached in another way. */
    uint64_t (*hash)(const void *pos);
    /* The text of a move, as snprintf.  Takes each move below move_count(), legal or not; two
     * moves that are legal in one position never have the same text. */
    int (*move_text)(const void *pos, miai_move move, char *text, size_t size);
    /* The position for a person to read, as snprintf: several lines, none empty, no newline at the
     * end.  Whoever is to move is no more so when the game is over. */
    int (*text)(const void *pos, char *text, size_t size);

    /* ---- what it may have besides: NULL where it has not ---- */

    MIAI_CAPABILITIES(MIAI_CAPABILITY_MEMBER)
} miai_game;

/* ---- what games may use ---- */

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

/* A number from 0 to n - 1, n > 0, by multiplication (Lemire 2019, without the rejection: the bias
 * is below n / 2^32). */
static inline uint32_t miai_rng_below(miai_rng *rng, uint32_t n)
{
    return (uint32_t)(((miai_rng_next(rng) >> 32) * n) >> 32);
}

/* A bijection that scatters: hash keys made of small numbers (the finalizer of splitmix64). */
static inline uint64_t miai_mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The text of a point as GTP has it: letters A to Z without I, rows from 1 at the bottom.  Returns
 * the length of the text, as snprintf does.  x from 0 to 24. */
int miai_point_text(int x, int y, char *text, size_t size);

/* Reads such a text, of either case and nothing behind it, for a board of width * height points.
 * Returns y * width + x, or MIAI_NO_MOVE if the text is none or outside of the board. */
miai_move miai_point_read(const char *text, int width, int height);

/* Writes the usual diagram into text, as snprintf does: the rows from the top with their numbers,
 * the columns' letters above and below, mark(context, x, y) for each point.  No newline at the
 * end. */
int miai_board_diagram(int width, int height, char (*mark)(const void *context, int x, int y),
                       const void *context, char *text, size_t size);

/* The letters of the columns.  The functions above have GTP's, and those below take their number:
 * Hex, Othello and Gomoku are written with I. */
enum {
    MIAI_LETTERS_GTP, /* A to Z without I */
    MIAI_LETTERS_ALL  /* A to Z; x from 0 to 25 */
};

int miai_point_text_in(int letters, int x, int y, char *text, size_t size);
miai_move miai_point_read_in(int letters, const char *text, int width, int height);
int miai_board_diagram_in(int letters, int width, int height,
                          char (*mark)(const void *context, int x, int y), const void *context,
                          char *text, size_t size);

/* A board as a game's text shows it: the rows with their numbers, or from the top. */
typedef struct miai_diagram {
    char letter[MIAI_MAX_POINTS];  /* on each point, y * width + x: a piece's, or '.' */
    char columns[MIAI_MAX_POINTS]; /* their letters as moves have them; "": it shows none */
    bool from_top;                 /* row 0 is the upper one */
} miai_diagram;

/* What a playout did, for statistics over all moves (AMAF).  Owned by the caller. */
typedef struct miai_trace {
    int length;     /* moves written; the playout adds behind those already there */
    int capacity;   /* moves there is room for; the rest is not written */
    uint16_t *move; /* each move, with MIAI_TRACE_SECOND added where the second player made it */
} miai_trace;

enum { MIAI_TRACE_SECOND = 0x8000 };

static inline void miai_trace_add(miai_trace *trace, miai_move move, int player)
{
    if (trace->length < trace->capacity)
        trace->move[trace->length++] = (uint16_t)(move | (player ? MIAI_TRACE_SECOND : 0));
}

/* What the rules say of a position that has been there before in the game. */
enum {
    MIAI_REPEAT_FREE,    /* nothing */
    MIAI_REPEAT_ILLEGAL, /* the move that makes it is illegal (superko) */
    MIAI_REPEAT_DRAW     /* a draw, when it is there for the third time (chess) */
};

/* What is to become of a stone. */
enum { MIAI_ALIVE, MIAI_DEAD, MIAI_SEKI };

/* One ply of the game so far. */
typedef struct miai_ply {
    uint16_t move;
    uint8_t player;
    uint8_t nulls; /* null moves of a record before it: each gave the turn away */
} miai_ply;

/* What lies before a position. */
typedef struct miai_past {
    const void *start;   /* the first position of the game */
    const miai_ply *ply; /* [plies]: how it went on from there, the oldest first */
    int plies;           /* may be fewer than were played, where what came before is unknown */
    const void *const *earlier; /* [earlier_count]: the positions 1, 2, ... plies before this one */
    int earlier_count;          /* as many as were asked for, or all that there are */
    const uint64_t *keys; /* [key_count]: of the repetition part, of the positions before this one,
                             the oldest first; NULL and 0 where the game has no repetition */
    int key_count;
} miai_past;

/* What suits the game best, where the options of these names say "auto"; 0 or NULL where it has no
 * wish.  The tree's constants are those with the evaluation's priors.  See miai(6). */
typedef struct miai_tuning {
    size_t bytes;
    const char *search; /* the search that plays it best; NULL: "mcts" */
    double uct_constant;
    double rave;
    double prior_wins; /* virtual wins of a move that the priors are sure of; 0: PUCT */
    double margin;     /* the part of a playout's value that goes by its score, 0 to 1 */
    /* The evaluation at which a win is e times as likely as a loss.  Then leaves of the tree are
     * rather evaluated than played out. */
    double leaf_odds;
    double resign;       /* below this value a position is given up */
    bool transpositions; /* equal positions share a node of the tree */
    /* Moves, the likely ones by the priors, that a node of the tree has at first; the others follow
     * when it has been visited eight times for each of them.  0: all, as long as there is room. */
    int width;
} miai_tuning;

/* The scale on which the players of a game tell how strong they are. */
enum miai_scale {
    MIAI_SCALE_LEVEL, /* 1, 2, 3 and so on */
    MIAI_SCALE_ELO,
    MIAI_SCALE_RANK /* 20k to 1k, which are -19 to 0, then 1d, 2d and so on, which are 1, 2... */
};

/* How a player of that rating is imitated: by a search of so many nodes or playouts a move, of
 * whose moves one is drawn, by how good they look to it, to the power of 1 / temperature; 0: the
 * best.  In so great a part of the turns, haste, they look as good as the evaluation right behind
 * them says: what the opponent may do is not seen, but that he captures the piece that moved. */
typedef struct miai_level {
    double rating, nodes, temperature, haste;
} miai_level;

/* How far a selective alpha-beta search trusts the evaluation: scores, but for the last two.  What
 * is 0 is as learnt for chess, where a pawn is 100 and the unit. */
typedef struct miai_margins {
    size_t bytes;
    int unit;   /* what decides about as much as a pawn in chess; 0: MIAI_POINT_SCORE */
    int window; /* how far an iteration's score is from the last one's */
    int futility, futility_step;   /* so much a quiet move may gain, and more for each ply left */
    int reverse_futility_step;     /* so much may be lost with each ply left, having the move */
    int null_move, null_move_step; /* of the evaluation for a null move to be tried: above the
                                    * window by the one less the other for each ply left */
    int null_move_unit;  /* so far above the window a null move is searched a ply less deep */
    int probcut;         /* so far above the window a capture in a shallow search refutes */
    int quiet_see;       /* lost by exchanges, for the square of the plies left: a quiet move */
    int noisy_see;       /* the same for each ply left: a noisy one */
    int singular_step;   /* for each ply left, that other moves are behind one that is singular */
    int double_singular; /* and so much more, that it is extended twice */
    int delta;           /* what a capture in quiescence may bring beside what it takes */
    int reduction;       /* of late moves: per cent of the usual */
    bool plain;          /* nothing is left out: the game is better played so */
    /* How far a search of half the depth may be from the window to be believed (multi-ProbCut), and
     * more for each ply of the depth; 0: it is not asked. */
    int multi_probcut, multi_probcut_step;
} miai_margins;

/* ---- the optional capabilities, each a struct of its own ----
 *
 * A game names those that it has.  In each, bytes is its sizeof, and a member that is NULL (0) says
 * that the game has nothing of that kind.  Members are only ever added at the end: what a game was
 * compiled without is as if it were NULL, and what it has more than the library knows is not
 * used. */

/* Texts beside those that every game has. */
typedef struct miai_notation {
    size_t bytes;
    /* Further spellings of a move (a bare column, SAN).  Texts of move_text() are read without it,
     * in either case.  The move need not be legal. */
    miai_move (*read_move)(const void *pos, const char *text);
    /* The position as text and back (FEN); read returns false and leaves pos undefined if it is
     * none. */
    int (*write_position)(const void *pos, char *text, size_t size);
    bool (*read_position)(void *pos, const miai_setup *setup, const char *text);
    /* The letters (MIAI_LETTERS_...) of points that the library writes and reads by itself:
     * handicap, the status of stones. */
    int letters;
    /* The text of a legal move in records, as snprintf, where it is another than move_text() has
     * (SAN); read_move() reads it. */
    int (*write_move)(const void *pos, miai_move move, char *text, size_t size);
    /* Why a text is no legal move of an unfinished game, in a few words without a point at the end
     * ("column D is full"), as snprintf; 0: there is nothing to say, or nothing but what any game
     * says: that the point is occupied or none of the board, that nobody passes here, or that the
     * position would come again.  move: what the text means, or MIAI_NO_MOVE.  Is there something
     * to say, the text counts for a move, though an illegal one. */
    int (*refusal)(const void *pos, miai_move move, const char *text, char *why, size_t size);
    /* Why read_position() refuses a text, likewise ("White has no king"), or what of a text that it
     * reads it has left out; 0: nothing is wrong with it.  pos is undefined afterwards. */
    int (*position_refusal)(void *pos, const miai_setup *setup, const char *text, char *why,
                            size_t size);
    /* How a game that is over has ended, in a few words that do not say who has won ("checkmate",
     * "the board is full"); NULL: there is nothing to say. */
    const char *(*ending)(const void *pos);
} miai_notation;

/* What stands on the board, and changing it from outside of the rules. */
typedef struct miai_editing {
    size_t bytes;
    /* The move that passes, or MIAI_NO_MOVE where the position has none. */
    miai_move (*pass)(const void *pos);
    /* What stands on each point: 0 or 1 the player, -1 nothing. */
    void (*board)(const void *pos, int8_t *piece);
    /* Lets player move next, also when the game was over: clears ko and passes, ends nothing.  The
     * turn stays as it is where it cannot change (a king in check). */
    void (*set_turn)(void *pos, int player);
    /* Puts a piece of a player (0 or 1) on a point, or takes it away (-1), for set-up and handicap.
     * Clears ko and passes, keeps the turn.  Returns false, and changes nothing, where it may not
     * stand (a Go stone without a liberty). */
    bool (*put)(void *pos, miai_move point, int player);
    /* Gives a position the komi and the rules of setup, whose size is the position's; all else
     * stays.  A game without it has its first position read from its text again, or set up anew. */
    void (*set_rules)(void *pos, const miai_setup *setup);
    /* The points where n handicap stones belong by rule.  Returns n, or 0 if the board has no place
     * for that number. */
    int (*handicap)(const miai_setup *setup, int n, miai_move *list);
    /* Sets how many of the first player's stones on the board are a handicap, for which the rules
     * may pay the second player points: all of them if the second player has no stone, otherwise
     * none.  Called for each first position, and when a player moves out of turn; play() counts
     * the stones that follow. */
    void (*give)(void *pos, int stones);
} miai_editing;

/* Repetition of positions. */
typedef struct miai_repetition {
    size_t bytes;
    /* The rule (MIAI_REPEAT_...). */
    int (*rule)(const void *pos);
    /* The key by which positions are compared. */
    uint64_t (*key)(const void *pos);
    /* How many plies back an equal position can lie at most: 0 if this one cannot be a repetition,
     * as after a pass or a chess pawn's move. */
    int (*window)(const void *pos);
    /* Equal positions are a multiple of so many plies apart, within the window: 2 where the key
     * tells whose turn it is, the players always take turns, and the window ends where set_turn()
     * has changed that.  0: as 1. */
    int step;
} miai_repetition;

/* Playing at random from a position to the end of the game. */
typedef struct miai_playouts {
    size_t bytes;
    /* The moves among which a random playout chooses, instead of moves(): in Go those that fill no
     * eye of one's own, or the pass. */
    int (*moves)(const void *pos, miai_move *list);
    /* Plays pos at random to its end, in place, and returns the score in the first player's view:
     * the same distribution as choosing among moves(), but fast.  trace may be NULL. */
    int (*uniform)(void *pos, miai_rng *rng, miai_trace *trace);
    /* Likewise, by a player who knows something of the game.  weights: as evaluation's functions
     * have them, or NULL. */
    int (*heavy)(const void *weights, void *pos, miai_rng *rng, miai_trace *trace);
} miai_playouts;

/* What an unfinished game is worth, and how good its moves look: made by hand, learned, or both.
 *
 * What is made by hand is functions alone.  What is learned, a network or the weights of patterns,
 * comes from a file; the game makes an object of it, the weights.  Each engine opens one for
 * itself, as the option eval-file says.  Several threads call at once with the same weights, which
 * stay as they are from open() to close().  Each thread has memory of its own, in which the game
 * keeps what it calculated of the position before: memory() bytes at an address that 64 divides,
 * all zeros before the first call, and touched by nobody else.  No result hangs on what it holds.
 *
 * Where nothing is open, because the game has no open(), or brings nothing along, or the option
 * says so, or the engine's memory is too small, weights and memory are NULL, and the functions tell
 * what the game knows by hand, on the same scale. */
typedef struct miai_evaluation {
    size_t bytes;
    /* Estimates the score of an unfinished game, in the first player's view. */
    int (*evaluate)(const void *weights, void *memory, const void *pos);
    /* How good the n listed moves look: prior[i] > 0, sum 1. */
    void (*priors)(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior);
    /* What evaluate() is made of, in lines for people, as snprintf; no newline at the end. */
    int (*explain)(const void *weights, void *memory, const void *pos, char *text, size_t size);

    /* What is learned: all four, and evaluate() or priors() too, or none. */

    /* Makes weights for games of that size and those rules out of a file; the komi may change while
     * they live.  file == NULL: those that the game brings along.  NULL: it cannot, and error, of
     * that size, says why in a line ("weights for 9x9"); or it brings none along. */
    void *(*open)(const miai_setup *setup, const char *file, char *error, size_t size);
    void (*close)(void *weights);
    /* Bytes that the weights take. */
    size_t (*held)(const void *weights);
    /* Bytes of a thread's memory, 0 or more; where they are 0, it may be NULL. */
    size_t (*memory)(const void *weights);
    /* The weights are right where nothing hangs, as at the end of a search: a player who judges at
     * a glance (miai_hints.levels) does without them. */
    bool quiet;
} miai_evaluation;

/* What suits the game, for any search. */
typedef struct miai_hints {
    size_t bytes;
    /* The constants of the searches. */
    const miai_tuning *tuning;
    /* The moves worth a search, instead of the game's moves(): at least one of them is best.  Same
     * order rule. */
    int (*candidates)(const void *pos, miai_move *list);
    /* How many more moves the player to move will make in a game like this one, at least 1: by that
     * number a clock is shared out. */
    int (*moves_left)(const void *pos);
    /* Players that can be imitated, from the weakest to the strongest, and one with 0 nodes behind
     * them; what lies between two is interpolated.  At least two. */
    const miai_level *levels;
    enum miai_scale scale; /* of their ratings */
    /* How much sooner players of these levels make a legal move than others that look as good to
     * them: 1 as often, always above 0 and at most 1000. */
    double (*habit)(const void *pos, miai_move move);
} miai_hints;

/* What a selective alpha-beta search asks.  A game with evaluate() is searched so: unlikely moves
 * less deep or not at all.  What is here serves it where it is there: without threatened() nobody
 * ever is, without takes() and noisy() all moves are quiet. */
enum { MIAI_MAX_PARTS = 3 };

typedef struct miai_tactics {
    size_t bytes;
    /* The moves that a quiescence search tries, maybe none (captures, promotions); called when the
     * game is not over. */
    int (*noisy)(const void *pos, miai_move *list);
    /* Does the player to move have to answer at once (a king in check)?  Such a position is not
     * evaluated as it stands, and quiescence tries all its moves. */
    union {
        bool (*in_check)(const void *pos);
        bool (*threatened)(const void *pos); /* the old name */
    };
    /* Will the opponent be threatened after a legal move?  Such a move is not left out as an
     * unlikely one, and quiescence tries it at its first ply. */
    union {
        bool (*gives_check)(const void *pos, miai_move move);
        bool (*threatens)(const void *pos, miai_move move); /* the old name */
    };
    /* Is a null move, by set_turn(), hardly ever better than the best move here?  Not where the
     * turn cannot change, nor where having to move may be what loses (zugzwang). */
    bool (*may_null_move)(const void *pos);
    /* What a legal move wins at once, as a score: the piece captured, the gain of a promotion; 0
     * for any other move. */
    union {
        int (*capture_value)(const void *pos, miai_move move);
        int (*takes)(const void *pos, miai_move move); /* the old name */
    };
    /* Does a legal move win at least so much when both sides then capture on its square as long as
     * it pays (static exchange evaluation)? */
    bool (*see_ge)(const void *pos, miai_move move, int least);
    /* Kinds of moves, by which a search remembers what followed what: 0 <= move_kind() < kinds, of
     * a legal move, in chess the piece and its target square.  Some 1000 at most. */
    int kinds;
    int (*move_kind)(const void *pos, miai_move move);
    const miai_margins *margins;
    /* How promising a quiet move looks before anything was searched, -16000 to 16000: so much is
     * added to what searches have taught about it, which lies within four times that. */
    int (*quiet_score)(const void *pos, miai_move move);
    /* What hash() will be after a legal move, guessed: a search that is right about it has what it
     * remembers of that position brought near while the move is played.  Wrong guesses, of rare
     * moves, do no harm. */
    uint64_t (*next_hash)(const void *pos, miai_move move);
    /* Lists the legal moves that threaten, as threatens() says, in the order of moves(), and
     * returns how many: sooner than by asking for each. */
    int (*threats)(const void *pos, miai_move *list);
    /* The stones that a chase takes in the end (a ladder), though their owner moves if only one
     * liberty is left to them, or else if the other moves: caught[point], false before the call, is
     * set for each.  It is shown to people. */
    void (*ladders)(const void *pos, bool *caught);
    /* Classes of a quiet move by what endangers it, 0 to 3, apart from which a search remembers
     * what it has taught: in chess whether the square that is left and the one that is reached are
     * attacked.  danger() finds once for all moves of the position what risk() asks about. */
    union {
        uint64_t (*threat_map)(const void *pos);
        uint64_t (*danger)(const void *pos); /* the old name */
    };
    union {
        int (*threat_class)(uint64_t threat_map, miai_move move);
        int (*risk)(uint64_t danger, miai_move move); /* the old name */
    };
    /* Keys of parts of a position that an evaluation may misjudge by themselves (in chess the
     * pawns, and the pieces of either side), MIAI_MAX_PARTS at most; returns how many.  A search
     * learns by how much positions with the same part turn out better or worse than they were
     * evaluated. */
    int (*parts)(const void *pos, uint64_t *key);
} miai_tactics;

/* Endgames that were solved before, in files: the tables, an object of the game's.  Each engine
 * opens one when its option knowledge-file names a file.  Several threads call at once with the
 * same tables: they stay as they are from open() to close(), or guard what changes themselves. */
typedef struct miai_tablebase {
    size_t bytes;
    /* Makes tables for games of that size and those rules out of a file, or of the folders of a
     * path.  NULL: it cannot, and error, of that size, says why in a line. */
    void *(*open)(const miai_setup *setup, const char *file, char *error, size_t size);
    void (*close)(void *tables);
    /* Before a search, what the options probe-pieces and probe-draw-rule say: the tables are asked
     * of positions with at most so many pieces, and without the draw rule what they know holds as
     * if no game ended in a draw because nothing happened for long (fifty moves). */
    void (*limit)(void *tables, int pieces, bool draw_rule);
    /* What the tables say of an unfinished position, as the solver's known(). */
    bool (*probe)(const void *tables, const void *pos, int *least, int *most, int *plies);
    /* For the root of a search: how sure each of the n listed legal moves is to keep its result,
     * rank[i], the best highest, and that result, score[i], in the first player's view.  Among
     * moves of the highest rank the search chooses without the tables.  repeated: some position has
     * been there twice since the last move that cannot be taken back.  False: the tables do not
     * know that of all of them. */
    bool (*rank)(const void *tables, const void *pos, bool repeated, const miai_move *list, int n,
                 int *rank, int *score);
    /* Takes the next fault that does not prevent the use of the tables, a damaged file for example,
     * as a line.  Each is reported once: after open() or when a position shows it.  False: there is
     * no other. */
    bool (*fault)(void *tables, char *text, size_t size);
} miai_tablebase;

/* What a search offers a solver that works for it: see solve_endgame() in struct miai_solver.
 * Scores are here, and here alone, in the view of who is to move. */
typedef struct miai_endgame miai_endgame;
struct miai_endgame {
    size_t bytes;
    /* To be called each few thousand positions, with how many were visited since.  False: the
     * search wants no more. */
    bool (*go_on)(miai_endgame *search, uint64_t visited);
    /* What an earlier visit has kept of the position of that key, by hash(): false if nothing.
     * *move may be MIAI_NO_MOVE, or illegal where two positions have one key. */
    bool (*recall)(miai_endgame *search, uint64_t key, int *least, int *most, miai_move *move);
    /* Keeps bounds of a position's score, one of them or both, and its best move.  plies: how far
     * at most the end of the game is. */
    void (*keep)(miai_endgame *search, uint64_t key, int plies, int least, int most,
                 miai_move move);
};

/* What looks on while a solver works. */
typedef struct miai_watch {
    size_t bytes;
    /* Shall it stop?  It has seen so many positions since it was asked, and done about that part,
     * 0 to 1, of what it does now; 0 where it does not know.  Asked every few thousand positions.
     */
    bool (*over)(void *context, uint64_t nodes, double part);
    void *context;
} miai_watch;

/* What is certain when both play perfectly: what the game sees at once, what it finds by a longer
 * look, and whole games solved.  The library solves any game by what every game has, and asks here
 * for what the game finds sooner.
 *
 * Scores are in the first player's view, plies the number of plies that both can make the game
 * last, the winner hurrying and the loser delaying. */
typedef struct miai_solver {
    size_t bytes;

    /* ---- of a position, for a search ---- */

    /* What is certain of the score of an unfinished game (a pattern that wins): *least <= score <=
     * *most, for the player to move as the position says.  It must hold whatever positions came
     * before this one.  Before the call the bounds are -MIAI_SCORE_MAX and MIAI_SCORE_MAX, which
     * say nothing.  Where a win or a loss is certain, *plies, before the call 0, may say how many
     * there are at most: searches look no further here, so without that number they see no
     * difference between one win and another.  False: nothing is known. */
    bool (*known)(const void *pos, int *least, int *most, int *plies);
    /* Looks longer than known() at an unfinished position that a search visits often: some hundred
     * times as long as a playout takes.  It says what known() says, or else it may take from the *n
     * moves of candidates() those that lose for certain; at least one stays, and the order.  True:
     * the result is certain, and the list is as it was.  It takes MIAI_MUSTPLAY_BYTES for the
     * moment, at most. */
    bool (*mustplay)(const void *pos, int *least, int *most, miai_move *list, int *n);
    /* Looks longer than known() for a way in which whoever is to move wins, whatever the other
     * does: once before a search, for a part of its time.  It looks at so many positions at most,
     * and gives up where go_on(arg), which it asks every few thousand of them, is false.  The first
     * move of it, or MIAI_NO_MOVE. */
    miai_move (*find_win)(const void *pos, int64_t positions, bool (*go_on)(void *arg), void *arg);
    /* Searches an unfinished game to its end, where the game's own way is much faster than
     * alpha-beta's.  *score becomes the true score, if that lies between alpha and beta; at or
     * below alpha a bound that it does not exceed, at or above beta one that it reaches.  False:
     * the search wanted no more. */
    bool (*solve_endgame)(const void *pos, int alpha, int beta, miai_endgame *search, int *score);
    /* About how many positions solve_endgame() will visit, 0 or more. */
    double (*endgame_cost)(const void *pos);

    /* ---- of a game, by an object that keeps what it has found ----
     *
     * open(), close() and solve() are there together or not at all.  One thread at a time uses such
     * an object. */

    /* An object that solves games of that set-up, taking at most so many bytes of memory, which
     * keeps what it finds from one position to the next; NULL: it cannot. */
    void *(*open)(const miai_setup *setup, size_t memory);
    void (*close)(void *solver);
    /* Finds the result of an unfinished game: *score, as outcome() has it, and in how many *plies
     * it is over, 0 where that is not known.  watch may be NULL.  False: watch has stopped it. */
    bool (*solve)(void *solver, const void *pos, const miai_watch *watch, int *score, int *plies);
    /* The same in the words of those who play the game, in the first player's view, as snprintf
     * ("score 18"). */
    int (*text)(const void *pos, int score, int plies, char *text, size_t size);
    /* What it knows, so that it can go on another time: at most so many words, the most valuable
     * ones; returns how many.  load() takes what save() has given to one of the same set-up. */
    size_t (*save)(const void *solver, uint64_t *word, size_t words);
    void (*load)(void *solver, const uint64_t *word, size_t words);
} miai_solver;

/* Whose the points of a board come to be when the game is played on from a position: what many such
 * games, playouts or searches, say together.  Arrays are over the points, y * width + x. */
typedef struct miai_mean_ownership {
    size_t bytes;
    int games; /* how many, above 0: the mean at a point is what stands there divided by it */
    /* How many more of them leave the point to the first player than to the second, -games to
     * games. */
    const int *owner;
    /* How many leave it to nobody, 0 to games; NULL: they were played at random, and say nothing of
     * that. */
    const int *nobody;
    /* As owner, what another judge says, who knows shapes and does not read (a network); NULL:
     * none. */
    const int *other;
} miai_mean_ownership;

/* Who owns the points of a board, and which stones live, at the end of a game. */
typedef struct miai_scoring {
    size_t bytes;
    /* Whose each point is in a finished or played-out position: owner[point] = 1 first player's,
     * -1 second player's, 0 nobody's. */
    void (*ownership)(const void *pos, int8_t *owner);
    /* The score in the first player's view as if the game ended here, with life[point] one of
     * MIAI_ALIVE ... for each stone: the dead are taken off first, and counted by the rules.  NULL:
     * all live. */
    int (*settle)(const void *pos, const int8_t *life);
    /* Which stones live, by whose the points come to be and by what the game knows of life:
     * life[point] becomes MIAI_ALIVE ... for each stone, the same for stones that share their fate,
     * and MIAI_ALIVE where nothing stands.  Reads at no more than so many positions.  False: of
     * some stone it is in doubt. */
    bool (*judge)(const void *pos, const miai_mean_ownership *mean, int positions, int8_t *life);
    /* Is there no move left that is worth a point, life being so and each player holding what he
     * seems to?  owner becomes that, as ownership() has it. */
    bool (*finished)(const void *pos, const int8_t *life, int8_t *owner);

    /* ---- where playing on costs points ---- */

    /* Does it cost points to capture at the end what is dead anyway (territory rules)? */
    bool (*territory)(const void *pos);
    /* Lets playing on cost nothing from here, so that playouts show which stones live (area instead
     * of territory). */
    void (*play_freely)(void *pos);
    /* The score in the first player's view as if the game ended here and each point were in the end
     * whose owner[] says, as ownership() has it of a position that was played on from this one:
     * what stands on the other player's points is dead. */
    int (*count)(const void *pos, const int8_t *owner);
} miai_scoring;

/* Records of games. */
enum { MIAI_SGF_MOST = 999999 };

typedef struct miai_records {
    size_t bytes;
    /* The game's number in SGF (GM: Go 1, Othello 2, Hex 11), up to MIAI_SGF_MOST, or 0: no game
     * records.  One of one's own is best above 1000, where none is given away. */
    int sgf;
    /* The value of a move in SGF, as snprintf, and the move of a value, in a position where the
     * move is to be made.  Where write_move returns 0, or read_move MIAI_NO_MOVE, or they are NULL,
     * the pass is empty; a move whose text is the point of its number is two letters from the upper
     * left corner; and any other move is its text. */
    int (*write_move)(const void *pos, miai_move move, char *text, size_t size);
    miai_move (*read_move)(const void *pos, const char *text);
    /* Is row 0 the upper one where people see the board, as in Othello, whose A1 is the upper left
     * corner?  SGF's second letter then counts the rows as they are numbered. */
    bool from_top;
} miai_records;

/* Opening books.  book and size are the content of a file, in the format that such books have for
 * the game. */
typedef struct miai_books {
    size_t bytes;
    /* Is it a book, whole and in order? */
    bool (*is_book)(const uint8_t *book, size_t size);
    /* The legal moves that it has for a position, and how often each should be played, weight[i] >
     * 0.  Returns how many, at most MIAI_MAX_LEGAL. */
    int (*moves)(const void *pos, const uint8_t *book, size_t size, miai_move *list,
                 uint32_t *weight);
} miai_books;

/* Ways to turn a board over under which the game stays the same game.  They are done in this
 * order. */
enum {
    MIAI_MIRROR = 1,    /* left and right */
    MIAI_FLIP = 2,      /* top and bottom */
    MIAI_TRANSPOSE = 4, /* rows and columns; on square boards alone */
    MIAI_HALF_TURN = 8  /* both of the first two at once, where neither alone will do */
};

/* What suits a tree that a network of a kind guides, where the options of these names say "auto";
 * all of it is meant.  See miai(6). */
typedef struct miai_network_tuning {
    size_t bytes;
    double uct_constant, uct_growth, uct_base, uct_spread;
    double fpu_reduction, root_fpu_reduction;
    double policy_temperature;
} miai_network_tuning;

/* One way to show a position to a network: planes of one number for each point, and numbers for
 * the whole of it.  A network's outputs are in the view of who is to move: the policy has one
 * number for each point and one more for the move that is no point (the pass), or as many as
 * policy_size says. */
typedef struct miai_encoding {
    size_t bytes;
    const char *name; /* that files of networks name: "katago-7" */
    int planes, numbers;
    int earlier;    /* how many earlier positions it looks at */
    int symmetries; /* MIAI_MIRROR ..., added */
    /* Writes plane[planes][height][width], rows from the top, and number[numbers].  With a
     * policy_size the rows are as the network was taught, whose ownership is not asked for. */
    void (*fill)(const void *pos, const miai_past *past, float *plane, float *number);
    /* The place of a move in the policy: row * width + column, rows from the top, or height * width
     * for the move that is no point.  With a policy_size a number from 0 to below that, another for
     * each legal move of a position. */
    int (*policy)(const void *pos, miai_move move);
    /* How many numbers the policy has where moves are more than points (chess, whose moves lead
     * from a square to another), 1 to MIAI_MAX_MOVES; 0: width * height + 1.  Then the board is
     * never turned over: symmetries is 0. */
    int policy_size;
    const miai_network_tuning *tuning; /* NULL: what suits networks of Go */
    /* For networks that know how players of all kinds play, and want to be told which: how many
     * numbers tell it; 0: there is nothing to tell.  players() writes metadata[metadata] for such
     * players as a profile names, "rank_5k", where player is to move; "": the strongest.  NULL: it
     * only says whether there is such a profile.  False: there is none. */
    int metadata;
    bool (*players)(const miai_setup *setup, int player, const char *profile, float *metadata);
} miai_encoding;

/* The position as networks see it. */
typedef struct miai_planes {
    size_t bytes;
    const miai_encoding *const *encodings; /* ended by NULL */
    /* The file of a network that the game brings along, or NULL.  It plays where nobody chooses
     * another, on boards where suits() says that it plays better than playouts; NULL: on all. */
    const unsigned char *network;
    size_t network_bytes;
    bool (*suits)(const miai_setup *setup);
    /* What its value of a position counts for on that board, above 0, to 1; the rest is a playout's
     * from there.  NULL: 1. */
    double (*network_weight)(const miai_setup *setup);
    /* The file of the network that plays at levels (miai_level) in its place, because their ratings
     * were measured with that one; NULL: the same. */
    const unsigned char *level_network;
    size_t level_network_bytes;
    /* None plays at levels, whose ratings were measured without. */
    bool levels_without;
    /* A search by a network tries the game's candidates() alone, of which one is best for certain;
     * else all legal moves, which the network judges itself. */
    bool candidates;
} miai_planes;

/* ---- how a game looks to people, and is called by other programs ---- */

/* What a board is made of. */
enum {
    MIAI_GRID_SQUARES, /* pieces stand on squares */
    MIAI_GRID_LINES,   /* on the crossings of lines */
    MIAI_GRID_HEXAGONS /* each row lies half a field to the right of the one above it */
};

/* A piece of the game, as the diagram of text() shows it. */
typedef struct miai_piece {
    char letter;   /* there: 'X' */
    int player;    /* whose it is: 0 or 1 */
    unsigned sign; /* what a picture draws: a character, by its number in Unicode, or 0: a disc in
                    * the player's colour */
} miai_piece;

/* A name that others have for the game, or for the game by some of its rules.  It is known in
 * either case, and whatever blanks, hyphens and low lines stand between its words. */
typedef struct miai_variant {
    const char *name;
    const char *rules; /* one of the game's; NULL: a record has the default, and UCI's stay on */
    bool in_uci;       /* UCI_Variant offers it, and tells it where the rules are on */
    bool in_pgn;       /* a PGN tells these rules by the tag Variant alone */
    const char *check; /* UCI's option of the type check that turns the rules on, or NULL */
} miai_variant;

/* A name that others have for rules, known as a variant's is. */
typedef struct miai_rules_name {
    const char *name;
    const char *rules;   /* the game's that are the same, or the nearest to them */
    const char *without; /* what those lack then: "the button"; NULL: they are the same */
} miai_rules_name;

/* Looks and names: what pictures, records, the terminal and UCI ask.  Where a game has none, or a
 * member is NULL, what miai_presentation_of() says stands for it: where there is no struct, but a
 * number in SGF, Black begins.  Colours are those of SVG: "#3a8f54", "black". */
typedef struct miai_presentation {
    size_t bytes;
    int grid;               /* MIAI_GRID_SQUARES ... */
    const char *board;      /* the colour of the board, "#dde" */
    const char *dark;       /* of each second square, the lower left one among them; "": of none */
    const char *line;       /* of the lines, or around the fields, "#889"; "none": there are none */
    const char *colours[2]; /* of the players' discs, "#000" and "#fff" */
    const char *players[2]; /* "Black", "White"; "The first player", "The second player" */
    bool sides; /* the upper and lower side are the first player's, the others the second's: Hex */
    bool black_begins;  /* records call the first player Black, otherwise White */
    bool small_letters; /* the letters of columns, large in the diagram, are small in moves */
    /* Ended by a letter of 0; NULL: discs, X and O the first player's and the second's, and all
     * other letters as they are, the large ones the first player's. */
    const miai_piece *pieces;
    const miai_variant *variants;       /* ended by a name of NULL */
    const miai_rules_name *rules_names; /* likewise */
    /* [each of the game's rules]: what makes them, as an object of JSON in KataGo's words ("ko",
     * "scoring", "suicide", "tax", ...).  NULL: KataGo's commands have no words for them. */
    const char *const *rules_terms;
    bool drops;   /* UCI's moves are drops of a piece on a point, "P@e4" for "E4", as Cute Chess has
                   * it */
    bool assumed; /* UCI, PGN and EPD were made for this game, and mean it where they name none */
    /* Rules beyond the named ones: a value of miai_setup.rules that is no index of the game's rules
     * stands for a named set with a change.  The value of such a text, or -1; and the text of any
     * value, as snprintf.  Both or neither. */
    int (*read_rules)(const char *text);
    int (*write_rules)(int rules, char *text, size_t size);
} miai_presentation;

/* What the game says, and the defaults where it says nothing: no member is NULL then but pieces,
 * variants, rules_names, rules_terms, read_rules and write_rules.  presentation->bytes is set by the caller, to
 * sizeof(miai_presentation). */
void miai_presentation_of(const miai_game *game, miai_presentation *presentation);

/* What a letter of the game's diagram stands for; false: for no piece. */
bool miai_piece_of(const miai_game *game, char letter, miai_piece *piece);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
