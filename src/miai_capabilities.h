/* miai_capabilities.h - the optional capabilities of a game.
 *
 * Include miai_game.h, which has what every game needs, and which includes this file at its end. A
 * first game needs nothing from here. */
#ifndef MIAI_CAPABILITIES_H
#define MIAI_CAPABILITIES_H

#ifndef MIAI_GAME_H
#error "include miai_game.h"
#endif

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* everything declared here is exported */
#endif

/* ---- types that several capabilities share ---- */

/* A board as shown by a game's text. */
typedef struct miai_diagram {
    char letter[MIAI_MAX_POINTS];  /* the piece on each point y * width + x, or '.' */
    char columns[MIAI_MAX_POINTS]; /* letters of the columns as in moves; "": none shown */
    bool from_top;                 /* row 0 is at the top */
} miai_diagram;

/* Records the moves of a playout for all-moves-as-first statistics (AMAF). Owned by the caller. */
typedef struct miai_trace {
    int length;     /* moves written; a playout appends to them */
    int capacity;   /* size of move; further moves are dropped */
    uint16_t *move; /* each move, plus MIAI_TRACE_SECOND if the second player made it */
} miai_trace;

enum { MIAI_TRACE_SECOND = 0x8000 };

static inline void miai_trace_add(miai_trace *trace, miai_move move, int player)
{
    if (trace->length < trace->capacity)
        trace->move[trace->length++] = (uint16_t)(move | (player ? MIAI_TRACE_SECOND : 0));
}

/* How the rules treat a repeated position. */
enum {
    MIAI_REPEAT_FREE,    /* no special rule */
    MIAI_REPEAT_ILLEGAL, /* the move that repeats it is illegal (superko) */
    MIAI_REPEAT_DRAW     /* a draw at the third occurrence (chess) */
};

/* The fate of a stone. */
enum { MIAI_ALIVE, MIAI_DEAD, MIAI_SEKI };

/* One ply of the game so far. */
typedef struct miai_ply {
    uint16_t move;
    uint8_t player;
    uint8_t nulls; /* null moves of a record before it: each passes the turn to the other player */
} miai_ply;

/* The history before a position. */
typedef struct miai_past {
    const void *start;          /* the first position of the game */
    const miai_ply *ply;        /* [plies]: the moves from there, the oldest first */
    int plies;                  /* may be fewer than were played, if the earlier ones are unknown */
    const void *const *earlier; /* [earlier_count]: the positions 1, 2, ... plies ago */
    int earlier_count;          /* as many as were requested, or all that exist */
    const uint64_t *keys; /* [key_count]: repetition keys of the positions before this one, the
                           * oldest first; NULL and 0 if the game has no repetition */
    int key_count;
} miai_past;

/* Values for options of the same names that are set to "auto"; 0 or NULL: no preference. The
 * constants of the tree are for use with the evaluation's priors. See miai(6). */
typedef struct miai_tuning {
    size_t bytes;
    const char *search; /* the strongest search for the game; NULL: "mcts" */
    double uct_constant;
    double rave;
    double prior_wins; /* virtual wins of a move with a prior of 1; 0: PUCT */
    double margin;     /* share of a playout's value that depends on the score, 0 to 1 */
    /* The evaluation at which a win is e times as likely as a loss. If set, leaves of the tree are
     * evaluated instead of played out. */
    double leaf_odds;
    double resign;       /* resign below this value */
    bool transpositions; /* equal positions share one node of the tree */
    /* Number of moves, the most likely by the priors, that a node has at first; the others are
     * added when it has eight visits for each of these. 0: all moves at once, as long as there is
     * memory. */
    int width;
} miai_tuning;

/* The scale of ratings of a game's players. */
enum miai_scale {
    MIAI_SCALE_LEVEL, /* 1, 2, 3, ... */
    MIAI_SCALE_ELO,
    MIAI_SCALE_RANK /* 20k to 1k are -19 to 0; 1d, 2d, ... are 1, 2, ... */
};

/* A player to imitate: searches that many nodes or playouts per move, and draws a move by its value
 * to the power of 1 / temperature (0: the best). In a fraction `haste` of the moves, the value is
 * only the evaluation right after the move: the player does not see replies, except that the
 * opponent captures the moved piece. */
typedef struct miai_level {
    double rating, nodes, temperature, haste;
} miai_level;

/* Margins of a selective alpha-beta search: how far it trusts the evaluation. All are scores,
 * except reduction and plain. 0: the default, tuned for chess, scaled by unit. */
typedef struct miai_margins {
    size_t bytes;
    int unit;   /* a score that matters as much as a pawn in chess; 0: MIAI_POINT_SCORE */
    int window; /* half width of the aspiration window */
    int futility, futility_step;   /* expected gain of a quiet move: a constant, and per ply of
                                    * depth */
    int reverse_futility_step;     /* reverse futility margin per ply of depth */
    int null_move, null_move_step; /* a null move is tried if the evaluation exceeds beta by
                                    * null_move - depth * null_move_step */
    int null_move_unit;            /* evaluation above beta for which a null-move search is one ply
                                    * shallower */
    int probcut;                   /* margin above beta for ProbCut */
    int quiet_see;                 /* SEE threshold of quiet moves, per square of the depth */
    int noisy_see;                 /* SEE threshold of noisy moves, per ply of depth */
    int singular_step;             /* margin of singular extensions, per ply of depth */
    int double_singular;           /* additional margin for extending twice */
    int delta;     /* quiescence: margin for captures, in addition to the piece captured
                    * (delta pruning) */
    int reduction; /* late-move reductions, in percent of the default */
    bool plain;    /* no selectivity: the game is played better without */
    /* Margin of multi-ProbCut, by a search of half the depth: a constant, and per ply of depth; 0:
     * not used. */
    int multi_probcut, multi_probcut_step;
} miai_margins;

/* ---- the structs of the capabilities ----
 *
 * In each struct, bytes is its sizeof, and a member that is NULL or 0 means that the game does not
 * have that feature. Members are only added at the end. Members that a game was compiled without
 * count as NULL; members that the library does not know are ignored. */

/* Notations in addition to move_text() and text(). */
typedef struct miai_notation {
    size_t bytes;
    /* Reads other spellings of a move (a column alone, SAN). Not needed for the texts of
     * move_text(), which are read in either case. The move need not be legal. */
    miai_move (*read_move)(const void *pos, const char *text);
    /* The position as text (FEN). read_position() returns false, and leaves pos undefined, if the
     * text is not a position. */
    int (*write_position)(const void *pos, char *text, size_t size);
    bool (*read_position)(void *pos, const miai_setup *setup, const char *text);
    /* Letters of the columns (MIAI_LETTERS_...) for points that the library itself writes and
     * reads: handicap, status of stones. */
    int letters;
    /* Writes a legal move for records, as snprintf, if the notation differs from move_text() (SAN).
     * read_move() must read it. */
    int (*write_move)(const void *pos, miai_move move, char *text, size_t size);
    /* Writes why a text is not a legal move in an unfinished game, in a few words without a final
     * full stop ("column D is full"), as snprintf. 0: no reason, or one that applies to any game:
     * the point is occupied or outside the board, passing is not allowed, the position would be
     * repeated. move: what the text means, or MIAI_NO_MOVE. A text with a reason is reported as an
     * illegal move, not as a syntax error. */
    int (*refusal)(const void *pos, miai_move move, const char *text, char *why, size_t size);
    /* Writes why read_position() rejects a text ("White has no king"), or which part of it was
     * ignored, as snprintf. 0: no fault. Leaves pos undefined. */
    int (*position_refusal)(void *pos, const miai_setup *setup, const char *text, char *why,
                            size_t size);
    /* How a finished game ended, in a few words that do not name the winner ("checkmate", "the
     * board is full"). NULL: nothing to say. */
    const char *(*ending)(const void *pos);
} miai_notation;

/* The contents of the board, and editing it outside the rules. */
typedef struct miai_editing {
    size_t bytes;
    /* The pass, or MIAI_NO_MOVE if the position has none. */
    miai_move (*pass)(const void *pos);
    /* Fills in the owner of the piece on each point: 0, 1, or -1 if empty. */
    void (*board)(const void *pos, int8_t *piece);
    /* Sets the player to move, even if the game was over. Clears ko and earlier passes, does not
     * end the game. Leaves the turn unchanged if it cannot change (a king in check). */
    void (*set_turn)(void *pos, int player);
    /* Puts a piece of a player (0 or 1) on a point or removes one (-1), for set-up and handicap.
     * Clears ko and earlier passes, keeps the turn. Returns false and changes nothing if the piece
     * cannot stand there (a Go stone without a liberty). */
    bool (*put)(void *pos, miai_move point, int player);
    /* Sets the komi and rules of a position, whose size equals that of the setup; changes nothing
     * else. Without this function, the game's first position is converted through its text, or set
     * up again. */
    void (*set_rules)(void *pos, const miai_setup *setup);
    /* Lists the points for n handicap stones by the rules. Returns n, or 0 if the board has no
     * points for that number. */
    int (*handicap)(const miai_setup *setup, int n, miai_move *list);
    /* Determines the number of the first player's stones that are handicap, for which the rules may
     * give points to the second player: all of them if the second player has no stone, otherwise
     * none. Called for each first position, and when a player moves out of turn; play() counts the
     * stones after that. */
    void (*give)(void *pos, int stones);
    /* Can play() play this move of a record, although legal() refuses it? True if other rules allow
     * it (suicide, retaking a ko at once). */
    bool (*tolerates)(const void *pos, miai_move move);
} miai_editing;

/* Repetition of positions. */
typedef struct miai_repetition {
    size_t bytes;
    /* The rule: MIAI_REPEAT_... */
    int (*rule)(const void *pos);
    /* The key for comparing positions. */
    uint64_t (*key)(const void *pos);
    /* Largest distance in plies to an earlier equal position; 0 if the position cannot be a
     * repetition, for example after a pass or a pawn move in chess. */
    int (*window)(const void *pos);
    /* Within that distance, equal positions are a multiple of `step` plies apart: 2 if the key
     * includes the turn, the players always alternate, and the distance ends where set_turn()
     * changed the turn. 0 means 1. */
    int step;
} miai_repetition;

/* Random playouts to the end of the game. */
typedef struct miai_playouts {
    size_t bytes;
    /* Lists the moves of random playouts, in place of the legal moves: in Go those that do not fill
     * an own eye, or else the pass. */
    int (*moves)(const void *pos, miai_move *list);
    /* Plays pos to the end in place, by uniformly random moves of moves() (but faster), and returns
     * the score in the first player's view. trace may be NULL. */
    int (*uniform)(void *pos, miai_rng *rng, miai_trace *trace);
    /* The same with knowledge of the game. weights: as in evaluation, or NULL. */
    int (*heavy)(const void *weights, void *pos, miai_rng *rng, miai_trace *trace);
} miai_playouts;

/* Values of unfinished games and of moves, handcrafted, learned, or both.
 *
 * Learned weights, such as networks or patterns, come from a file; the game makes an object of
 * them. Each engine opens one, chosen by the option eval-file. Several threads use the same
 * weights, which are constant from open() to close(). Each thread has a block of memory() bytes of
 * its own, aligned to 64 bytes and initially zero, where the game may cache computations. Results
 * must not depend on its contents.
 *
 * weights and memory are NULL if there is no open(), no built-in weights, if the option disables
 * them, or if the engine's memory is too small. The functions then return handcrafted values on the
 * same scale. */
typedef struct miai_evaluation {
    size_t bytes;
    /* Estimates the score of an unfinished game in the first player's view. */
    int (*evaluate)(const void *weights, void *memory, const void *pos);
    /* Fills in the probability of each of the n listed moves: prior[i] > 0, sum 1. */
    void (*priors)(const void *weights, void *memory, const void *pos, const miai_move *list, int n,
                   float *prior);
    /* Explains evaluate(), in lines for people, as snprintf; no final newline. */
    int (*explain)(const void *weights, void *memory, const void *pos, char *text, size_t size);

    /* For learned weights: all four functions, and evaluate() or priors() or both; or none of
     * them. */

    /* Makes weights from a file for games of that size and rules; komi may change. file NULL: the
     * built-in weights. NULL on failure, with the reason as a line in error, which has `size` bytes
     * ("weights for 9x9"), or if there are no built-in weights. */
    void *(*open)(const miai_setup *setup, const char *file, char *error, size_t size);
    void (*close)(void *weights);
    /* Bytes of the weights. */
    size_t (*held)(const void *weights);
    /* Bytes of each thread's memory; if 0, memory may be NULL. */
    size_t (*memory)(const void *weights);
    /* The weights are accurate only in quiet positions. Levels that judge without a search
     * (miai_hints.levels) do not use them. */
    bool quiet;
} miai_evaluation;

/* Hints for all searches. */
typedef struct miai_hints {
    size_t bytes;
    /* constants of the searches */
    const miai_tuning *tuning;
    /* Lists the moves worth searching, in the order of moves(). At least one must be a best move.
     */
    int (*candidates)(const void *pos, miai_move *list);
    /* Expected number of further moves of the player to move, at least 1; used to divide the
     * clock. */
    int (*moves_left)(const void *pos);
    /* Players to imitate, from the weakest to the strongest, ended by one with 0 nodes; at least
     * two. Ratings in between are interpolated. */
    const miai_level *levels;
    enum miai_scale scale; /* scale of their ratings */
    /* How much more often players of these levels choose a legal move than others that look as
     * good: 1 as often; above 0, at most 1000. */
    double (*habit)(const void *pos, miai_move move);
    bool draw_offers; /* the players may agree on a draw */
} miai_hints;

/* What a selective alpha-beta search uses. Any game with evaluate() is searched selectively:
 * unlikely moves less deep or not at all. All members are optional: without in_check() nobody is
 * ever in check; without capture_value() and noisy() all moves are quiet. */
enum { MIAI_MAX_PARTS = 3 };

/* A quiet move, and what quiet_score(), move_kind() and threat_class() return for it. */
typedef struct miai_quiet {
    uint16_t move, kind;
    int16_t score;
    uint8_t threat_class;
} miai_quiet;

typedef struct miai_tactics {
    size_t bytes;
    /* Lists the moves of a quiescence search (captures, promotions), maybe none. Not called when
     * the game is over. */
    int (*noisy)(const void *pos, miai_move *list);
    /* Must the player to move answer a threat at once (a king in check)? Such a position has no
     * static evaluation, and quiescence tries all its moves. */
    union {
        bool (*in_check)(const void *pos);
        bool (*threatened)(const void *pos); /* the old name */
    };
    /* Does a legal move put the opponent in check? Such a move is never pruned as unlikely, and
     * quiescence tries it at its first ply. */
    union {
        bool (*gives_check)(const void *pos, miai_move move);
        bool (*threatens)(const void *pos, miai_move move); /* the old name */
    };
    /* Is it safe to assume that the best move is at least as good as a null move by set_turn()? Not
     * if the turn cannot change, and not if zugzwang is likely. */
    bool (*may_null_move)(const void *pos);
    /* The immediate gain of a legal move as a score: the value of the captured piece, the gain of a
     * promotion; 0 for other moves. */
    union {
        int (*capture_value)(const void *pos, miai_move move);
        int (*takes)(const void *pos, miai_move move); /* the old name */
    };
    /* Does a legal move gain at least that much after all exchanges on its square (static exchange
     * evaluation)? */
    bool (*see_ge)(const void *pos, miai_move move, int least);
    /* Kinds of moves, for continuation history: 0 <= move_kind() < kinds for legal moves. In chess,
     * piece and target square. At most about 1000. */
    int kinds;
    int (*move_kind)(const void *pos, miai_move move);
    const miai_margins *margins;
    /* A bonus for ordering quiet moves, -16000 to 16000. It is added to the history, which has four
     * times that range. */
    int (*quiet_score)(const void *pos, miai_move move);
    /* A guess of hash() after a legal move, for prefetching the transposition table. Rare wrong
     * guesses do no harm. */
    uint64_t (*next_hash)(const void *pos, miai_move move);
    /* Lists the legal moves for which gives_check() is true, in the order of moves(), and returns
     * their number; faster than testing each. */
    int (*threats)(const void *pos, miai_move *list);
    /* Sets caught[point], initially false, for each stone caught in a ladder: its owner moves first
     * if it has one liberty, otherwise the opponent. For display only. */
    void (*ladders)(const void *pos, bool *caught);
    /* Classes of quiet moves by the threats to the moved piece, 0 to 3, for separate history
     * tables. In chess: whether the origin and the target are attacked. threat_map() computes once
     * per position what threat_class() needs. */
    union {
        uint64_t (*threat_map)(const void *pos);
        uint64_t (*danger)(const void *pos); /* the old name */
    };
    union {
        int (*threat_class)(uint64_t threat_map, miai_move move);
        int (*risk)(uint64_t danger, miai_move move); /* the old name */
    };
    /* Writes keys of parts of a position that the evaluation may misjudge as such (in chess the
     * pawns, and the pieces of each side), for correction history. Returns their number, at most
     * MIAI_MAX_PARTS. */
    int (*parts)(const void *pos, uint64_t *key);
    /* As outcome(), for each node of alpha-beta, without the time to look for a legal move: may
     * also return false if the game is over only because the player to move, who is not in check,
     * has no legal move. moves() and evaluate() are then called, and moves() returns 0. */
    bool (*quick_outcome)(const void *pos, int *score);
    /* Lists the legal moves that noisy() does not list, in the order of moves(), each with its
     * numbers, and returns their number; faster than asking for each move. Requires noisy(),
     * quiet_score(), move_kind(), threat_map() and threat_class(). */
    int (*quiets)(const void *pos, uint64_t threat_map, miai_quiet *list);
} miai_tactics;

/* Endgame tablebases: an object that the game makes from files. Each engine opens one when the
 * option knowledge-file names a file. Several threads use it at once: it must be constant from
 * open() to close(), or lock what changes. */
typedef struct miai_tablebase {
    size_t bytes;
    /* Makes tables from a file, or from the folders of a path, for games of that size and rules. On
     * failure returns NULL, with the reason as a line in error, which has `size` bytes. */
    void *(*open)(const miai_setup *setup, const char *file, char *error, size_t size);
    void (*close)(void *tables);
    /* Called before a search with the options probe-pieces and probe-draw-rule: probe only
     * positions with at most that many pieces; without draw_rule, ignore draws by the fifty-move
     * rule. */
    void (*limit)(void *tables, int pieces, bool draw_rule);
    /* Probes an unfinished position; results as in the solver's known(). */
    bool (*probe)(const void *tables, const void *pos, int *least, int *most, int *plies);
    /* For the root of a search: ranks each of the n legal moves by how surely it keeps its result,
     * rank[i], highest best, and fills in that result, score[i], in the first player's view. The
     * search then chooses among the moves of the highest rank without tables. repeated: a position
     * has occurred twice since the last irreversible move. False if the tables do not know all
     * moves. */
    bool (*rank)(const void *tables, const void *pos, bool repeated, const miai_move *list, int n,
                 int *rank, int *score);
    /* Writes the next fault that does not prevent using the tables, such as a damaged file, as a
     * line. Each is reported once, after open() or when a position reveals it. False if there are
     * no more. */
    bool (*fault)(void *tables, char *text, size_t size);
} miai_tablebase;

/* The services of a search for solve_endgame() in struct miai_solver. Only here, scores are in the
 * view of the side to move. */
typedef struct miai_endgame miai_endgame;
struct miai_endgame {
    size_t bytes;
    /* Call it every few thousand positions with the number visited since the last call. False:
     * stop. */
    bool (*go_on)(miai_endgame *search, uint64_t visited);
    /* Reads what an earlier visit stored under that hash(). False if nothing. *move may be
     * MIAI_NO_MOVE, or illegal after a hash collision. */
    bool (*recall)(miai_endgame *search, uint64_t key, int *least, int *most, miai_move *move);
    /* Stores bounds of a position's score, at least one of them, and its best move. plies: largest
     * possible number of plies to the end of the game. */
    void (*keep)(miai_endgame *search, uint64_t key, int plies, int least, int most,
                 miai_move move);
};

/* Observes a running solver. */
typedef struct miai_watch {
    size_t bytes;
    /* Should the solver stop? Call it every few thousand positions: nodes is the number visited
     * since the last call, part the estimated progress of the current step, 0 to 1; 0: unknown. */
    bool (*over)(void *context, uint64_t nodes, double part);
    void *context;
} miai_watch;

/* Certain results under perfect play: known at once, found by a longer analysis, or by solving
 * whole games. The library can solve any game by itself; these functions are faster.
 *
 * Scores are in the first player's view. plies is the length of the game if the winner hurries and
 * the loser delays. */
typedef struct miai_solver {
    size_t bytes;

    /* ---- positions, for a search ---- */

    /* Certain bounds of the score of an unfinished game (a winning pattern): *least <= score <=
     * *most. They must hold for any earlier positions. Initially they are -MIAI_SCORE_MAX and
     * MIAI_SCORE_MAX. For a certain win or loss, *plies, initially 0, may be set to an upper bound
     * of the plies to the end: the search does not continue here, so otherwise it cannot tell quick
     * wins from slow ones. False: nothing is known. */
    bool (*known)(const void *pos, int *least, int *most, int *plies);
    /* A longer analysis than known() of an unfinished position that is visited often; may take
     * about a hundred times as long as a playout, and MIAI_MUSTPLAY_BYTES of temporary memory.
     * True: the result is certain, as in known(), and the list is unchanged. Otherwise it may
     * remove from the *n moves of candidates() those that certainly lose; at least one must remain,
     * in the same order. */
    bool (*mustplay)(const void *pos, int *least, int *most, miai_move *list, int *n);
    /* Looks for a forced win of the player to move, once before a search and for a part of its
     * time. Visits at most `positions` positions, and gives up when go_on(arg), called every few
     * thousand of them, returns false. Returns the first move, or MIAI_NO_MOVE. */
    miai_move (*find_win)(const void *pos, int64_t positions, bool (*go_on)(void *arg), void *arg);
    /* Solves an unfinished game, if the game can do so much faster than alpha-beta. *score: the
     * exact score if it is between alpha and beta; an upper bound if at or below alpha, a lower
     * bound if at or above beta. False: the search stopped it. */
    bool (*solve_endgame)(const void *pos, int alpha, int beta, miai_endgame *search, int *score);
    /* Estimated number of positions that solve_endgame() visits, 0 or more. */
    double (*endgame_cost)(const void *pos);

    /* ---- whole games, by an object that keeps its results ----
     *
     * open(), close() and solve() must all be set, or none. Only one thread at a time uses such an
     * object. */

    /* Makes an object that solves games of that set-up in at most that many bytes of memory, and
     * keeps its results from one position to the next. NULL on failure. */
    void *(*open)(const miai_setup *setup, size_t memory);
    void (*close)(void *solver);
    /* Solves an unfinished game: *score as in outcome(), *plies to the end, 0 if unknown. watch may
     * be NULL. False: watch stopped it. */
    bool (*solve)(void *solver, const void *pos, const miai_watch *watch, int *score, int *plies);
    /* Writes the result in the words of the game's players, in the first player's view, as snprintf
     * ("score 18"). */
    int (*text)(const void *pos, int score, int plies, char *text, size_t size);
    /* Saves the most valuable results in at most that many words, and returns how many were used.
     * load() reads them into an object of the same set-up. */
    size_t (*save)(const void *solver, uint64_t *word, size_t words);
    void (*load)(void *solver, const uint64_t *word, size_t words);

    /* ---- new positions of a tree search ---- */

    /* A short search of an unfinished position, about as long as a playout.  May be NULL.  In games
     * in which only the sign of the score counts, a tree search calls it for each new position that
     * known() has not decided, in several threads at once, but not for a level.  On entry, *least
     * and *most are the bounds of known(), or -MIAI_SCORE_MAX and MIAI_SCORE_MAX.  True: it has
     * narrowed them, and they hold whatever positions came before.  False: they are unchanged. */
    bool (*decide)(const void *pos, int *least, int *most);
} miai_solver;

/* Expected ownership of the points: sums over many playouts or searches from a position. Arrays are
 * indexed by y * width + x. */
typedef struct miai_mean_ownership {
    size_t bytes;
    int games; /* number of playouts, above 0; divide the sums by it for means */
    /* Playouts that leave the point to the first player minus those that leave it to the second. */
    const int *owner;
    /* Playouts that leave the point to nobody; NULL: unknown, since the playouts were random. */
    const int *nobody;
    /* Like owner, by another judge, which knows shapes but does not read (a network); NULL:
     * none. */
    const int *other;
} miai_mean_ownership;

/* What becomes of a group under best play.  In seki it has no two eyes, but cannot be captured. A
 * group that escapes reaches open space, or stones that need no help; what happens there is not
 * read. */
enum {
    MIAI_GROUP_UNKNOWN,
    MIAI_GROUP_DEAD,
    MIAI_GROUP_KO,
    MIAI_GROUP_SEKI,
    MIAI_GROUP_ALIVE,
    MIAI_GROUP_ESCAPES
};

enum { MIAI_LIFE_MOVES = 128, MIAI_LIFE_LINE = 20, MIAI_LIFE_THREATS = 2 };

/* A first move of a problem of life and death, and what follows. */
typedef struct miai_life_move {
    miai_move move;
    bool proved; /* is it known whether it works? */
    bool works;  /* reaches the status of the problem, which is the best for the side to move */
    int length;
    miai_move line[MIAI_LIFE_LINE]; /* the best answers, or the refutation */
} miai_life_move;

/* The answer to a problem of life and death. */
typedef struct miai_life_answer {
    size_t bytes;
    int status;      /* MIAI_GROUP_... */
    bool eyes_known; /* is it known whether a group that cannot be captured has two eyes? */
    /* In a ko: the ko threats that each side needs to win if the other has none; -1: unknown.
     * Above MIAI_LIFE_THREATS, the number is only known to be larger than that. */
    int attacker_threats, defender_threats;
    int defender;    /* the player who owns the group */
    miai_move stone; /* one of the group */
    int points;      /* empty points of the region */
    bool is_part;    /* the region is larger; more stones may live there */
    /* A dead group cannot leave these points either, provided that the chains around it with five
     * liberties or more, and those cut by the limit of the part, live.  is_part is false then. */
    bool is_sealed;
    /* Dead, or in ko, only if the group cannot leave the region, whose walls have gaps. */
    bool assumes_enclosed;
    uint64_t nodes;  /* positions visited */
    int moves;
    miai_life_move move[MIAI_LIFE_MOVES]; /* the best first */
} miai_life_answer;

/* Owners of the points and the life of stones at the end of a game. */
typedef struct miai_scoring {
    size_t bytes;
    /* The owner of each point in a finished or played-out position: 1 first player, -1 second
     * player, 0 nobody. */
    void (*ownership)(const void *pos, int8_t *owner);
    /* The score in the first player's view if the game ended here. life[point] is MIAI_ALIVE ...
     * for each stone; dead stones are removed first, and counted by the rules. NULL: all are
     * alive. */
    int (*settle)(const void *pos, const int8_t *life);
    /* Fills in life[point], MIAI_ALIVE ..., from the expected ownership and the game's own
     * knowledge: the same value for stones that live or die together, MIAI_ALIVE for empty points.
     * Reads at most `positions` positions. False if some stone is unclear. */
    bool (*judge)(const void *pos, const miai_mean_ownership *mean, int positions, int8_t *life);
    /* Is no move worth a point any more, given the life of the stones, and assuming that each
     * player can hold the points that seem to be theirs? Fills in that ownership, like ownership().
     */
    bool (*finished)(const void *pos, const int8_t *life, int8_t *owner);

    /* ---- rules under which playing on costs points ---- */

    /* Does it cost points to capture dead stones at the end (territory rules)? */
    bool (*territory)(const void *pos);
    /* Changes to area scoring, so that playing on costs nothing and playouts show which stones
     * live. */
    void (*play_freely)(void *pos);
    /* The score in the first player's view if the game ended here with those owners, as ownership()
     * found them after playing on: stones on the opponent's points are dead. */
    int (*count)(const void *pos, const int8_t *owner);
    /* Solves a problem of life and death for the side to move: can the group of the stone at that
     * point be captured, or be saved?  MIAI_NO_MOVE: the function looks for an enclosed group, and
     * does not ask whether it escapes.  Uses at most that much memory.  Returns NULL, or what is
     * wrong with the question. */
    const char *(*solve_life)(const void *pos, miai_move stone, size_t memory,
                              const miai_watch *watch, miai_life_answer *answer);
} miai_scoring;

/* Game records. */
enum { MIAI_SGF_MOST = 999999 };

typedef struct miai_records {
    size_t bytes;
    /* The game's number in SGF (GM: Go 1, Othello 2, Hex 11), at most MIAI_SGF_MOST; 0: no records.
     * For your own game choose a number above 1000, where none is assigned. */
    int sgf;
    /* Writes the SGF value of a move, as snprintf, and reads it, in the position before the move.
     * If they are NULL, or write_move returns 0 or read_move MIAI_NO_MOVE, the library writes a
     * pass as an empty value, a move on its point as two letters from the upper left corner, and
     * any other move as its text. */
    int (*write_move)(const void *pos, miai_move move, char *text, size_t size);
    miai_move (*read_move)(const void *pos, const char *text);
    /* Is row 0 at the top, as in Othello, whose A1 is the upper left corner? SGF's second letter
     * then counts rows by their numbers. */
    bool from_top;
} miai_records;

enum { MIAI_BOOK_ENTRY = 64 };

/* Opening books. book and size: the contents of a file in the usual format of the game's books, if
 * it has one. Books that miai makes (miai book) need no capability. */
typedef struct miai_books {
    size_t bytes;
    /* Is it a valid book? */
    bool (*is_book)(const uint8_t *book, size_t size);
    /* Lists the book's legal moves for a position, with weights, weight[i] > 0, proportional to how
     * often each should be played. Returns their number, at most MIAI_MAX_LEGAL. */
    int (*moves)(const void *pos, const uint8_t *book, size_t size, miai_move *list,
                 uint32_t *weight);
    /* Sum of MIAI_MIRROR ...: if all moves of a game that are points are applied to the board in
     * this way, positions keep their values. 0: no such symmetry. */
    int symmetries;
    /* Writes the entry of a move, at most MIAI_BOOK_ENTRY bytes, and returns its size. A file is
     * the sequence of all entries, sorted as bytes. NULL: the format cannot be written. */
    int (*write_entry)(const void *pos, miai_move move, uint32_t weight, uint8_t *entry);
    /* The text of a book that miai made, used by default; it outlives the game. NULL: none. */
    const unsigned char *builtin;
    size_t builtin_bytes;
} miai_books;

/* Symmetries of the board, applied in this order. */
enum {
    MIAI_MIRROR = 1,    /* left and right */
    MIAI_FLIP = 2,      /* top and bottom */
    MIAI_TRANSPOSE = 4, /* rows and columns; only on square boards */
    MIAI_HALF_TURN = 8  /* both of the first two, for boards that have neither alone */
};

/* Values for options of the same names that are set to "auto", with this kind of network; all are
 * used. See miai(6). */
typedef struct miai_network_tuning {
    size_t bytes;
    double uct_constant, uct_growth, uct_base, uct_spread;
    double fpu_reduction, root_fpu_reduction;
    double policy_temperature;
} miai_network_tuning;

/* An input format of networks: planes with a number for each point, and numbers for the whole
 * position. A network's outputs are in the view of the side to move. The policy has a number for
 * each point and one for the move that is not a point (pass), or policy_size numbers. */
typedef struct miai_encoding {
    size_t bytes;
    const char *name; /* as in network files: "katago-7" */
    int planes, numbers;
    int earlier;    /* number of earlier positions needed */
    int symmetries; /* sum of MIAI_MIRROR ... */
    /* Writes plane[planes][height][width], rows from the top, and number[numbers]. With a
     * policy_size, rows are in the order of the network's training, and its ownership is not
     * used. */
    void (*fill)(const void *pos, const miai_past *past, float *plane, float *number);
    /* The policy index of a move: row * width + column, rows from the top, or height * width if the
     * move is not a point. With a policy_size: 0 to policy_size - 1, different for all legal moves
     * of a position. */
    int (*policy)(const void *pos, miai_move move);
    /* Size of the policy if moves are more than points (in chess, from one square to another), 1 to
     * MIAI_MAX_MOVES; 0: width * height + 1. If set, symmetries must be 0. */
    int policy_size;
    const miai_network_tuning *tuning; /* NULL: the defaults for Go networks */
    /* For networks that imitate players: the number of inputs that describe the players; 0: none.
     * players() writes metadata[metadata] for the players of a profile, such as "rank_5k", with
     * player to move; "": the strongest. metadata NULL: only tests the profile. False if there is
     * no such profile. */
    int metadata;
    bool (*players)(const miai_setup *setup, int player, const char *profile, float *metadata);
    /* Index in numbers of two inputs of a network that was trained on games between unequal
     * players: 1 if they are unequal, and half the binary logarithm of how many times more playouts
     * the player to move has; 0: none. fill() leaves both at 0. */
    int advantage;
} miai_encoding;

/* Inputs of neural networks. */
typedef struct miai_planes {
    size_t bytes;
    const miai_encoding *const *encodings; /* ended by NULL */
    /* The built-in network file, or NULL. By default it plays on boards for which suits() says that
     * it is stronger than playouts; NULL: on all. */
    const unsigned char *network;
    size_t network_bytes;
    bool (*suits)(const miai_setup *setup);
    /* Weight of its value on that board, above 0, to 1; a playout has the rest. NULL: 1. */
    double (*network_weight)(const miai_setup *setup);
    /* The network file for levels (miai_level), if their ratings were measured with another
     * network; NULL: the same. */
    const unsigned char *level_network;
    size_t level_network_bytes;
    /* The ratings of the levels were measured without a network: none plays at levels. */
    bool levels_without;
    /* A search with a network tries only the game's candidates(), one of which is certainly best;
     * otherwise all legal moves. */
    bool candidates;
} miai_planes;

/* ---- appearance, and names in other programs ---- */

/* What a board is made of. */
enum {
    MIAI_GRID_SQUARES, /* pieces stand on squares */
    MIAI_GRID_LINES,   /* pieces stand on crossings of lines */
    MIAI_GRID_HEXAGONS /* each row is shifted right by half a field against the row above it */
};

/* A piece in the diagram of text(). */
typedef struct miai_piece {
    char letter;   /* in the diagram: 'X' */
    int player;    /* its owner: 0 or 1 */
    unsigned sign; /* character for pictures (Unicode); 0: a disc in the player's colour */
} miai_piece;

/* A name that other programs use for the game, or for the game with some of its rules. Case,
 * blanks, hyphens and underscores do not matter. */
typedef struct miai_variant {
    const char *name;
    const char *rules; /* one of the game's; NULL: the default in a record, no change in UCI */
    bool in_uci;       /* offered, and reported, by UCI_Variant */
    bool in_pgn;       /* a PGN identifies these rules only by the tag Variant */
    const char *check; /* UCI option of type check that selects the rules, or NULL */
} miai_variant;

/* A name that other programs use for rules; compared like a variant's. */
typedef struct miai_rules_name {
    const char *name;
    const char *rules;   /* the game's rules that are equal or most similar */
    const char *without; /* what those rules lack: "the button"; NULL: they are equal */
} miai_rules_name;

/* Appearance and names, for pictures, records, the terminal and UCI. miai_presentation_of() fills
 * in defaults for NULL members; without this struct, Black moves first if the game has an SGF
 * number. Colours are as in SVG: "#3a8f54", "black". */
typedef struct miai_presentation {
    size_t bytes;
    int grid;               /* MIAI_GRID_SQUARES ... */
    const char *board;      /* colour of the board, "#dde" */
    const char *dark;       /* colour of every other square, including the lower left one; "":
                             * none */
    const char *line;       /* colour of lines, or around fields, "#889"; "none": no lines */
    const char *colours[2]; /* of the players' discs, "#000" and "#fff" */
    const char *players[2]; /* "Black", "White"; "The first player", "The second player" */
    bool sides;         /* the upper and lower sides are the first player's, the others the second's
                         * (Hex) */
    bool black_begins;  /* records call the first player Black, otherwise White */
    bool small_letters; /* letters of columns are large in diagrams and small in moves */
    /* Ended by letter 0. NULL: X and O are discs of the first and second player; of other letters,
     * capitals are the first player's. */
    const miai_piece *pieces;
    const miai_variant *variants;       /* ended by a name of NULL */
    const miai_rules_name *rules_names; /* the same */
    /* [each of the game's rules]: a JSON object with the rules in KataGo's terms ("ko", "scoring",
     * "suicide", "tax", ...). NULL: KataGo cannot express them. */
    const char *const *rules_terms;
    bool drops;   /* UCI moves are drops, "P@e4" for "E4", as in Cute Chess */
    bool assumed; /* the default game of UCI, PGN and EPD if they name none */
    /* Rules beyond the named ones: a value of miai_setup.rules that is not an index means a named
     * set with changes. read_rules() returns the value of a text, or -1; write_rules() writes any
     * value as text, as snprintf. Set both or neither. */
    int (*read_rules)(const char *text);
    int (*write_rules)(int rules, char *text, size_t size);
    /* For such rules: writes the JSON object of rules_terms, as snprintf(); changes one rule by a
     * key and a value of that object, and returns the new value of miai_setup.rules or -1. Set both
     * or neither. */
    int (*write_rule_terms)(int rules, char *text, size_t size);
    int (*change_rule)(int rules, const char *key, const char *value);
    /* Writes the rules in a few words for people, as snprintf(). NULL: only the name is shown. */
    int (*explain_rules)(int rules, char *text, size_t size);
    const char *how_to_play; /* the rules and the texts of moves, for a beginner: lines of at most
                              * 79 characters, each with its newline; NULL: none */
    /* The komi that KataGo's clients mean if they name these rules without one. named: by a name,
     * not by an object or a text of single rules. NULL: that of the options. */
    double (*usual_komi)(int rules, bool named);
} miai_presentation;

/* The presentation with defaults filled in: only pieces, variants, rules_names, rules_terms,
 * and the functions may be NULL. The caller sets presentation->bytes to sizeof(miai_presentation).
 */
void miai_presentation_of(const miai_game *game, miai_presentation *presentation);

/* The game's first variant with this name, or NULL. */
const miai_variant *miai_find_variant(const miai_game *game, const char *name);

/* The piece that a letter of the game's diagram stands for. False if it is not a piece. */
bool miai_piece_of(const miai_game *game, char letter, miai_piece *piece);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
