/* miai.h - the engine: plays one game at a time, keeps its history, and searches.
 *
 * Moves and positions are text. A function that writes text gets a buffer and its size and writes
 * at most size bytes, including the final zero. If it returns an int, that is the length of the
 * whole text, as with snprintf. A function that can fail returns MIAI_OK or another value of enum
 * miai_error; after a failure nothing has changed.
 *
 * Engines share no state. Call the functions of one engine from one thread at a time, except
 * miai_stop() and miai_ponderhit(): any thread may call these at any time, and a signal handler may
 * call miai_stop(). */
#ifndef MIAI_H
#define MIAI_H

#include "miai_game.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* everything declared here is exported */
#define MIAI_DEPRECATED(new_name) __attribute__((deprecated("use " new_name "()")))
#else
#define MIAI_DEPRECATED(new_name)
#endif

/* All errors with their texts: those of the GTP draft, if it has one. */
#define MIAI_ERRORS(X)                                                                             \
    X(MIAI_OK, "")                                                                                 \
    X(MIAI_SYNTAX, "syntax error")                                                                 \
    X(MIAI_ILLEGAL, "illegal move")                                                                \
    X(MIAI_SIZE, "unacceptable size")                                                              \
    X(MIAI_NO_UNDO, "cannot undo")                                                                 \
    X(MIAI_NO_MEMORY, "out of memory")                                                             \
    X(MIAI_NO_GAME, "unknown game")                                                                \
    X(MIAI_NO_OPTION, "unknown option")                                                            \
    X(MIAI_BAD_VALUE, "unacceptable value")                                                        \
    X(MIAI_NOT_EMPTY, "board not empty")                                                           \
    X(MIAI_BAD_COUNT, "invalid number of stones")                                                  \
    X(MIAI_BAD_LIST, "bad vertex list")                                                            \
    X(MIAI_NO_LOAD, "cannot load file")                                                            \
    X(MIAI_NO_SCORE, "cannot score")                                                               \
    X(MIAI_OVER, "game over")                                                                      \
    X(MIAI_UNSUPPORTED, "not supported by this game")                                              \
    X(MIAI_STOPPED, "stopped")                                                                     \
    X(MIAI_NO_NETWORK, "no network")                                                               \
    X(MIAI_NOT_TURN, "it is the other player's turn")                                              \
    X(MIAI_REFUSED, "not allowed")

enum miai_error {
#define MIAI_ERROR_CODE(code, text) code,
    MIAI_ERRORS(MIAI_ERROR_CODE)
#undef MIAI_ERROR_CODE
};

const char *miai_error_text(int error); /* "unknown error" for other numbers */
const char *miai_version(void);         /* "1.2.3" */

typedef struct miai_engine miai_engine;

/* The text of an error that a function of this engine just returned, with the reason if there is
 * one, for example why a file could not be loaded. Valid until the next call on the engine. */
const char *miai_error_reason(const miai_engine *engine, int error);

/* Writes the next fault of a file in use that did not make a call fail, on one line: one unreadable
 * folder of several, or a damaged endgame table, which is ignored. Each fault is reported once.
 * False if there are no more. */
bool miai_next_fault(miai_engine *engine, char *text, size_t size);

/* Creates an engine with the default options and game; NULL if out of memory. miai_free() accepts
 * NULL. */
miai_engine *miai_new(void);
void miai_free(miai_engine *engine);

/* ---- games ---- */

/* Adds your own game. The engine copies its structs; functions and other data that they point to
 * must outlive the engine. Returns MIAI_BAD_VALUE, with a reason, if a mandatory member is missing,
 * a struct has no size, or the name exists already. */
int miai_add_game(miai_engine *engine, const miai_game *game);
int miai_game_count(const miai_engine *engine);
const char *miai_game_name(const miai_engine *engine,
                           int i); /* NULL unless 0 <= i < miai_game_count() */
const char *miai_game_title(const miai_engine *engine, int i);   /* the same */
const char *miai_current_game(const miai_engine *engine);        /* its name */
const miai_game *miai_game_at(const miai_engine *engine, int i); /* the same */
/* Starts another game with its default size, komi and rules. Case does not matter in the name. */
int miai_set_game(miai_engine *engine, const char *name);

/* Tests a game: plays it at random in all its set-ups and calls every function the way searches and
 * protocols do. Reports each kind of fault once: the first sentence of the text names the function,
 * the board and the moves that led to the fault; the position follows. tell may be NULL. Returns
 * the number of faults, or -1 if out of memory. */
int miai_check_game(const miai_game *game, void (*tell)(void *context, const char *text),
                    void *context);

/* ---- options: one table for the command line, the configuration file and the protocols ---- */

enum miai_option_type {
    MIAI_OPTION_BOOL, /* "true" or "false"; also accepts 1 0 yes no on off */
    MIAI_OPTION_INT,
    MIAI_OPTION_REAL,
    MIAI_OPTION_CHOICE, /* one of choices */
    MIAI_OPTION_TEXT,
    MIAI_OPTION_FILE /* the name of a file, or one of choices */
};

/* What an option is about. The table lists options of one scope together. */
enum miai_scope {
    MIAI_SCOPE_GAME,        /* the game, its board and its rules */
    MIAI_SCOPE_LIMITS,      /* time and other limits of a move */
    MIAI_SCOPE_MACHINE,     /* threads and memory */
    MIAI_SCOPE_PLAY,        /* how the engine plays, with any search */
    MIAI_SCOPE_RESIGN,      /* resigning, if the protocol allows it */
    MIAI_SCOPE_KNOWLEDGE,   /* files: books, evaluations, networks, tablebases */
    MIAI_SCOPE_ALPHABETA,   /* the search alphabeta */
    MIAI_SCOPE_MONTE_CARLO, /* mcts, flat, and solve, which falls back to mcts */
    MIAI_SCOPE_TREE,        /* mcts and solve */
    MIAI_SCOPE_NETWORK,     /* mcts with a network, in games with network inputs */
    MIAI_SCOPE_HUMAN,       /* a network that imitates human players */
    MIAI_SCOPE_CLIENT       /* limits for clients; see miai_seal() */
};

typedef struct miai_option {
    const char *name; /* lower case, words joined by hyphens */
    enum miai_option_type type;
    double min, max;            /* for INT and REAL */
    const char *initial;        /* the default, as text */
    const char *const *choices; /* for CHOICE: the choices, ended by NULL; for TEXT: the words of a
                                 * list separated by commas, or NULL; for FILE: the words that are
                                 * not names of files, or NULL */
    const char *help;           /* one line */
    enum miai_scope scope;
    /* Names of the same option in other programs; NULL: none. */
    const char *uci;    /* in UCI, for example "Hash" */
    const char *katago; /* in KataGo's configuration; several are separated by spaces */
    const char *alias;  /* an older name of the option, still accepted; or NULL */
} miai_option;

/* The i-th option, or NULL after the last. game, size, komi and rules are among them. */
const miai_option *miai_option_at(const miai_engine *engine, int i);
/* Finds an option; NULL if there is none. Here and below, a name may also be an alias or the name
 * in UCI or KataGo. */
const miai_option *miai_option_find(const miai_engine *engine, const char *name);
/* The i-th tuning constant of alpha-beta as an option, or NULL after the last. *step and *rate:
 * SPSA's perturbation and learning rate at the end of a run. The list of options has these only in
 * builds that were configured with --enable-tuning; miai_set_option() and the others always know
 * them. */
const miai_option *miai_tuning_at(const miai_engine *engine, int i, double *step, double *rate);
/* Does the option have an effect in the current game with the current search? That depends on its
 * scope, on the game's capabilities and on the option search, not on the values of other options.
 * An option without effect can still be set. False if there is no such option. */
bool miai_option_applies(const miai_engine *engine, const char *name);
/* A heading for the options of a scope; NULL after the last. */
const char *miai_scope_title(enum miai_scope scope);
int miai_set_option(miai_engine *engine, const char *name, const char *value);
/* Writes the value as text; -1 if there is no such option. */
int miai_get_option(const miai_engine *engine, const char *name, char *text, size_t size);

/* The same, but if the value is "auto", writes the value that it stands for in the current game, if
 * any. */
int miai_effective_option(const miai_engine *engine, const char *name, char *text, size_t size);

/* From now on the engine serves a client that is not trusted. Options of MIAI_SCOPE_CLIENT can no
 * longer be changed, and they take effect: values above a ceiling are lowered to it, later requests
 * for more return MIAI_REFUSED with the allowed value as the reason, and searches stay within the
 * limits. */
void miai_seal(miai_engine *engine);
/* The files that a protocol may open for a client. *folder: they must be below this absolute path
 * without links; "": none; NULL: anywhere. *most: their largest size in bytes; 0: any. *folder is
 * valid as long as the engine. False: there are no restrictions. */
bool miai_confined(const miai_engine *engine, const char **folder, size_t *most);
/* The largest value that an INT or REAL option can currently have. */
double miai_option_max(const miai_engine *engine, const miai_option *option);

/* The scale of the option level in the current game, and the weakest and strongest level. False if
 * the game has no levels. */
bool miai_level_range(const miai_engine *engine, enum miai_scale *scale, int *least, int *most);
/* Writes a rating as the option level has it, as snprintf: 10k, 1500, 7. */
int miai_level_text(enum miai_scale scale, int rating, char *text, size_t size);

/* ---- the position ---- */

/* Players are 0 (first; Black in Go) and 1. MIAI_TURN means the player to move. */
enum { MIAI_TURN = -1 };

int miai_set_size(miai_engine *engine, int width, int height); /* also clears the board */
int miai_width(const miai_engine *engine);
int miai_height(const miai_engine *engine);
int miai_clear(miai_engine *engine); /* returns to the first position; options stay */
/* Like miai_clear(), for a new game: forgets results of searches and changes the random numbers, so
 * that a second game is not the same as the first. Changes nothing if the current game has not been
 * searched. */
int miai_new_game(miai_engine *engine);
int miai_set_komi(miai_engine *engine, double komi);
double miai_komi(const miai_engine *engine);
int miai_turn(const miai_engine *engine);
int miai_plies(const miai_engine *engine); /* number of moves that can be undone */
int miai_play(miai_engine *engine, int player, const char *move);

/* Plays a move of a game played elsewhere, maybe by other rules: the move may repeat a position
 * even if the current rules forbid that (superko), and in Go retake a ko at once or be suicide of
 * several stones. */
int miai_replay(miai_engine *engine, int player, const char *move);
int miai_undo(miai_engine *engine, int plies);
/* True if the game is over. *score: result in the first player's view, in 1/100 of a point if the
 * game has points. score may be NULL. */
bool miai_over(const miai_engine *engine, int *score);
/* How the game ended, in a few words that do not name the winner ("checkmate"). NULL if the game is
 * not over or does not say. */
const char *miai_ending(const miai_engine *engine);
int miai_board_text(const miai_engine *engine, char *text, size_t size);

/* Explains the evaluation of the position, in lines for people. Returns the length as snprintf, or
 * -1 if the game cannot explain it or is over. Not to be called during a search. */
int miai_explain(miai_engine *engine, char *text, size_t size);
/* The legal moves, in order, separated by spaces. */
int miai_legal_moves(const miai_engine *engine, int player, char *text, size_t size);
/* Reads such a list, or the moves of a line: copies the next move to a buffer of MIAI_MOVE_TEXT
 * bytes, and advances *moves past it. A longer word is cut to that. False at the end. */
bool miai_next_move(const char **moves, char *move);
/* Writes the i-th move of the game, and who made it (player may be NULL). -1 if i is out of range
 * or engine is NULL. */
int miai_move_text(const miai_engine *engine, int i, int *player, char *text, size_t size);
/* The same move in the notation of records, like miai_write_move(). */
int miai_move_written(const miai_engine *engine, int i, char *text, size_t size);

/* Writes a legal move of the current position in the notation of records (SAN), if that differs
 * from the engine's. Returns the length as snprintf, or -1 if the move is not legal. */
int miai_write_move(const miai_engine *engine, int player, const char *move, char *text,
                    size_t size);

/* The owner of the piece on each point y * width + x: 0, 1, or -1 if empty. piece has
 * MIAI_MAX_POINTS elements. */
int miai_board(const miai_engine *engine, int8_t *piece);

/* The board, read from the game's text if possible, otherwise from miai_board(). miai_piece_of()
 * explains the letters. MIAI_UNSUPPORTED if the game shows no board. */
int miai_read_board(const miai_engine *engine, miai_diagram *diagram);

/* Handicap: needs an empty board, cannot be undone, and the second player moves next. The points of
 * the stones are written to text, separated by spaces. */
int miai_fixed_handicap(miai_engine *engine, int stones, char *text, size_t size);
int miai_free_handicap(miai_engine *engine, int stones, char *text, size_t size);
int miai_set_handicap(miai_engine *engine, const char *vertices);

/* Sets up a first position from stones such as "b D4 w Q16 ..."; the first player moves next.
 * MIAI_ILLEGAL if a stone cannot stand on its point. */
int miai_set_stones(miai_engine *engine, const char *stones);
/* Sets the player to move in the first position. MIAI_NOT_EMPTY if a move has been made. */
int miai_set_turn(miai_engine *engine, int player);

/* The position in the game's notation (FEN). Reading forgets all earlier moves. MIAI_BAD_VALUE,
 * usually with a reason, if the text is not a position. */
int miai_write_position(const miai_engine *engine, char *text, size_t size);
int miai_read_position(miai_engine *engine, const char *text);
/* What was repaired in the last position or record that was read ("castling K is left out: its rook
 * is missing"); "" if nothing. Valid until the next call on the engine. */
const char *miai_note(const miai_engine *engine);
/* The position before the first move; "" if it is the default one. */
int miai_write_start(const miai_engine *engine, char *text, size_t size);

/* Loads an SGF record up to the position before move `before` (1: only the set-up), or to the end
 * of the main line if before is 0 or too large. sgf has `length` bytes and need not end in a
 * zero. */
int miai_load_sgf(miai_engine *engine, const char *sgf, size_t length, int before);
int miai_save_sgf(const miai_engine *engine, char *text, size_t size);

/* ---- game records ---- */

/* A game of a file: moves, variations, comments and all other properties. */
typedef struct miai_game_record miai_game_record;

/* A file that is read game by game. Begin with bytes, length and line = 1. */
typedef struct miai_file {
    const char *bytes; /* must stay valid as long as records that were read from them */
    size_t length;
    size_t offset;   /* bytes read so far */
    long line;       /* line number at offset, from 1 */
    long fault_line; /* line of a fault in the game just read; 0: no fault */
    char fault[160]; /* its text, without a newline */
} miai_file;

/* Guesses the format of a file: "sgf", "pgn", "epd" or "text". */
const char *miai_game_record_format(const char *bytes, size_t length);

/* Reads the next game and moves on to the one after it, even after a fault. NULL at the end of the
 * file (fault_line is 0) or after a fault. If only the end of a record is missing, returns the
 * record and also sets the fault. Properties that are not understood are kept. */
miai_game_record *miai_game_record_read(const char *format, miai_file *file);
void miai_game_record_free(miai_game_record *record);

/* Starts the record's game with its size, komi and rules, and plays its main line, like
 * miai_load_sgf(). On MIAI_NO_LOAD *line (line may be NULL) is the line of the fault, and
 * miai_error_reason() describes it. */
int miai_game_record_load(miai_engine *engine, const miai_game_record *record, int before,
                          long *line);

/* Writes the record as text. SGF is written byte for byte as it was read, except for additions. */
int miai_game_record_write(const miai_game_record *record, char *text, size_t size);

/* Converts the record to another format. All moves must be legal, since they are played. Plain text
 * keeps only the main line, EPD only its positions. NULL after a fault, as above. */
miai_game_record *miai_game_record_convert(miai_engine *engine, const miai_game_record *record,
                                           const char *format, long *line);

/* Number of moves in the main line. */
int miai_game_record_moves(const miai_game_record *record);

/* Number of variations. */
int miai_game_record_variations(const miai_game_record *record);

/* Adds a property to the node of the main line after that many moves, 0 being the first position.
 * name: an SGF property, or "comment" in any format. MIAI_BAD_VALUE if there is no such node. */
int miai_game_record_note(miai_game_record *record, int moves, const char *name, const char *text);

/* Writes a property of the game as a whole, as snprintf, in UTF-8. what: "first" and "second" for
 * the players' names, by who moves first in the engine's game; "event", "place", "date", "round",
 * "result", "termination", "time", "annotator", "opening", "name", "source". -1 if the record does
 * not have it. */
int miai_game_record_tell(const miai_engine *engine, const miai_game_record *record,
                          const char *what, char *text, size_t size);

/* Adds a variation to the main line after that many moves. line: moves separated by spaces, legal
 * from the current position, which the caller has loaded. MIAI_BAD_VALUE if the main line has no
 * move there, or the format has no variations. */
int miai_game_record_line(const miai_engine *engine, miai_game_record *record, int moves,
                          const char *line);

/* ---- search ---- */

/* A clock; the search decides how much of it to use. */
typedef struct miai_clock {
    double left;      /* seconds; may be negative */
    double increment; /* seconds added per move */
    int moves_to_go;  /* until the next time control; 0: none */
} miai_clock;

/* Limits of a search; 0: no such limit. */
typedef struct miai_limits {
    double seconds;
    uint64_t playouts; /* nodes for alphabeta */
    int depth;
    const char *moves;       /* root moves to choose from, separated by spaces; NULL: all */
    const miai_clock *clock; /* of the player; NULL: none */
    int mate;                /* stop when a win within this many plies is proven */
    bool ponder;             /* time limits start at miai_ponderhit() */
    double late;             /* seconds that have passed since the request arrived; they count as
                              * used */
    int lines;               /* lines of play to report, the best first; 0: only the best */
    bool book;               /* a book move may be returned */
    bool level;              /* apply the option level: the move is to be played */
} miai_limits;

/* Moves that a search avoids, or with allow the only moves that it may make. At least one legal
 * move must remain. mcts applies this down to a depth, and uses a separate tree for it; other
 * searches apply it only at the root. */
typedef struct miai_avoid {
    int player;
    const char *moves; /* separated by spaces, legal or not */
    int depth;         /* plies from the root: 1 is the move at the root, 2 also the reply */
    bool allow;
} miai_avoid;

enum { MIAI_MAX_AVOID = 8 };

/* Requests for searches: what to report, and which moves to avoid. */
typedef struct miai_analysis_request {
    double interval;     /* seconds between reports; 0: as the search chooses */
    int lines; /* lines for alpha-beta to report, unless the limits of the search set the number */
    bool points;         /* estimate the ownership of the points and the lead */
    bool points_by_move; /* and the ownership after each root move, as far as memory allows */
    const miai_avoid *avoid;
    int avoid_count; /* at most MIAI_MAX_AVOID */
} miai_analysis_request;

/* Applies to all searches from now on; NULL: no request. Strings in the request must stay valid.
 * MIAI_BAD_VALUE if avoid_count is out of range; with a reason, MIAI_SYNTAX if a text is not a
 * move, and MIAI_ILLEGAL if a player has no legal move left. Moves that a later board does not have
 * are ignored. */
int miai_request_analysis(miai_engine *engine, const miai_analysis_request *request);

/* Searches with the options and the clock, plays the move and writes it. Writes "resign", and plays
 * nothing, if the options let the engine resign. */
int miai_genmove(miai_engine *engine, int player, char *move, size_t size);

/* The same without playing the move. */
int miai_choose(miai_engine *engine, int player, char *move, size_t size);

/* The same after the end of a game, to settle which stones are dead: captures the opponent's dead
 * stones one after the other and passes when none are left. Never resigns. */
int miai_genmove_cleanup(miai_engine *engine, int player, char *move, size_t size);

/* May the players of the current game agree on a draw? */
bool miai_has_draw_offers(const miai_engine *engine);

/* Does the last move, from miai_genmove() or miai_choose(), come with an offer of a draw?  It
 * stands until another move is played. */
bool miai_offers_draw(const miai_engine *engine);

/* Would that player, at the option level, accept a draw now?  Searches, unless it has just offered
 * one.  miai_last_search() is unchanged.  MIAI_UNSUPPORTED if the game has no draws by agreement.
 */
int miai_accepts_draw(miai_engine *engine, int player, bool *accepts);

/* Searches without playing the move. limits NULL: the options set the limits, and the clock is
 * ignored. If limits has no limit at all, the search continues until miai_stop(). */
int miai_search(miai_engine *engine, int player, const miai_limits *limits, char *move,
                size_t size);

/* Like miai_search() with limits NULL, but from a new tree with the option's seed, so that the
 * result is always the same. Keeps the game's tree, unless that takes more than half of the
 * memory. */
int miai_search_fresh(miai_engine *engine, int player, char *move, size_t size);

/* Searches for the player to move until miai_stop(), to prepare later searches. miai_last_search()
 * still reports the search before. */
int miai_ponder(miai_engine *engine);

/* Makes the current search return its best move so far, soon, and makes miai_perft() fail. */
void miai_stop(miai_engine *engine);

/* The opponent played the expected move: the time of a search with limits.ponder begins. */
void miai_ponderhit(miai_engine *engine);

/* Call it before another thread starts a search: from now on miai_stop() and miai_ponderhit() apply
 * to that search, even before it has begun. miai_announce() is the old name. */
void miai_arm_search(miai_engine *engine);
void miai_announce(miai_engine *engine) MIAI_DEPRECATED("miai_arm_search");

/* Forgets the results of earlier searches. */
void miai_forget(miai_engine *engine);

/* Starts to allocate the memory of the next search and returns at once. Useful after options were
 * set or a game was started, while no clock runs. */
void miai_prepare(miai_engine *engine);
/* The same, but waits until the memory is mapped, if that takes no longer than about a second. */
void miai_finish_preparing(miai_engine *engine);

/* ---- several processes ----
 *
 * For a program started as several ranks (mpirun -n 4 ...) with a library built with MPI. Rank 0
 * has the game and its clients; the others help with each search by a tree of their own. Rank 0
 * never waits for ranks that are slow, stopped or dead. */

/* Makes the engine one of the ranks; once per process. Call miai_leave_ranks() before miai_free();
 * on rank 0 it also ends the other ranks. Returns the number of ranks; 0: there is only this
 * process. */
int miai_join_ranks(miai_engine *engine);
void miai_leave_ranks(miai_engine *engine);
int miai_ranks(const miai_engine *engine); /* number of ranks; 1 if single */
int miai_rank(const miai_engine *engine);  /* from 0; 0 if single */

/* For ranks other than 0: takes part in searches until rank 0 ends or has been silent for a long
 * time. Calls tell with the reason the first time that it cannot take part. */
int miai_follow(miai_engine *engine, void (*tell)(void *context, const char *why), void *context);

/* What rank 0 knows about a rank. */
typedef struct miai_rank_info {
    bool away;                           /* no message for several seconds */
    uint64_t done;                       /* its playouts in the last search */
    uint64_t received_bytes, sent_bytes; /* in total */
    uint64_t received;                   /* messages received from it */
    uint64_t missed;                     /* messages from it that were damaged or too late */
    uint64_t lost;                       /* messages not sent to it because its queue was full */
} miai_rank_info;

/* Information about rank i. False if there is no such rank, or only one process. */
bool miai_rank_at(const miai_engine *engine, int i, miai_rank_info *info);
/* Seconds by which exchanges delayed the last search. */
double miai_exchange_seconds(const miai_engine *engine);

/* The last search, or the one that is running. Strings are valid until the next call on the
 * engine. */
typedef struct miai_info {
    const char *search; /* its name; NULL: there was no search yet */
    double value;       /* 0 to 1, for the player of the search, like all values below */
    int proof;          /* 0 unproven, 1 loss, 2 draw, 3 win */
    bool scored;        /* score is valid */
    int score;          /* in 1/100 of a point or pawn */
    int mate;           /* plies to the proven end of the game, at most; negative when losing; 0:
                         * not proven */
    uint64_t playouts, nodes, leaves;
    int depth;
    int max_ply;         /* length of the longest line searched; 0: unknown */
    int line;            /* number of this line from 1 if several are reported, otherwise 0 */
    int number;          /* in a report about the root move that is searched now: its number from 1;
                          * otherwise 0 */
    const char *current; /* that root move; all other members are unchanged */
    int full;            /* permille of the table or tree in use */
    double seconds;
    uint64_t reused_visits, tree_nodes, tree_bytes;
    uint64_t limit_bytes;  /* memory that the search may use: less than */
    uint64_t wanted_bytes; /* wanted_bytes if the system did not have that */
    bool without_weights;  /* the memory was too small for the weights of the evaluation */
    const char *pv;        /* best line, moves separated by spaces */
    int player;            /* the player of the search */
    uint64_t root_visits;  /* including visits from earlier searches */
    double root_value;     /* mean over root_visits */
    bool leads;            /* lead is valid: known from a network, or by an analysis request */
    double lead;           /* expected lead in points */
    double lead_deviation; /* its standard deviation */
    int plies;             /* moves played before the position */
    bool passed;           /* the current game still contains the position */
    uint64_t hits;         /* successful probes of endgame tablebases */
    bool draws;            /* draw, moves_left and own are valid: the network predicts draws */
    double draw;           /* probability of a draw; value counts half of it */
    double moves_left;     /* expected plies to the end of the game; 0: unknown */
    double own;            /* value of the position by the network, without a search */
    double root_lead;      /* mean lead over the root's visits; with a network, lead is that of the
                            * best move */
} miai_info;

void miai_last_search(const miai_engine *engine, miai_info *info);

/* The same for the line of the i-th best move, as miai_choice_line() writes it. False if there are
 * fewer. */
bool miai_line_at(const miai_engine *engine, int i, miai_info *info);

/* A root move of the last search. */
typedef struct miai_choice {
    char move[MIAI_MOVE_TEXT];
    uint64_t visits;
    uint64_t looked_at; /* visits, including those that do not count for the move; 0: unknown */
    double value;       /* 0 to 1, for the player of the search */
    double share;       /* share of the visits, 0 to 1 */
    int proof;
    double lcb;           /* lower confidence bound of value, 0 to 1 */
    double prior;         /* probability before the search; the sum over all moves is 1 */
    uint64_t amaf_visits; /* weighted playouts in which the player made the move at any time */
    double amaf;          /* their mean value; valid if amaf_visits > 0 */
    bool leads;           /* lead is valid, as in miai_info */
    double lead, lead_deviation;
    bool draws; /* draw and moves_left are valid, as in miai_info, for the position after the
                 * move */
    double draw, moves_left;
    double own;         /* value by the network without a search; negative: unknown */
    double human_prior; /* probability that a human player makes the move; negative: unknown */
    bool bound; /* value is an upper bound: alpha-beta computes exact values only for the lines that
                 * it reports */
} miai_choice;

/* The i-th root move, best first. False if there are fewer. */
bool miai_choice_at(const miai_engine *engine, int i, miai_choice *choice);

/* Writes the line that begins with the i-th root move, separated by spaces; only the move itself if
 * the search's tree no longer exists. visits, unless NULL, gets up to MIAI_LINE_MAX numbers: the
 * visits of each move, 0 if unknown. -1 if there are fewer root moves. */
enum { MIAI_LINE_MAX = 128 };
int miai_choice_line(const miai_engine *engine, int i, char *text, size_t size, uint64_t *visits);

/* A move in the tree of the last search. */
typedef struct miai_branch {
    int depth; /* plies from the position that was asked about: 1 is a move there */
    char move[MIAI_MOVE_TEXT];
    int player; /* who makes it; all values are in this player's view, 0 to 1 */
    uint64_t visits;
    double value; /* valid if there are visits or a proof */
    double prior; /* probability before the search; 0: unknown */
    uint64_t amaf_visits;
    double amaf;        /* valid if amaf_visits > 0 */
    double urgency;     /* what selection maximizes; infinite: will be tried first; NAN: will not be
                         * selected */
    int proof;          /* 0 unproven, 1 loss, 2 draw, 3 win */
    bool next;          /* selection would choose it now */
    double exploration; /* the exploration term of urgency; NAN: not separate */
    int place;          /* index of the move in the network's policy; -1: no network */
} miai_branch;

/* Reports the tree after `moves`, which are separated by spaces and start at the position of the
 * last search (NULL: none): every branch with at least `least` visits, the most visited first, each
 * followed by its own branches, down to `depth` plies. tell returns false to stop. MIAI_UNSUPPORTED
 * if there is no tree: the last search was not mcts, or the position has changed. */
int miai_walk_tree(miai_engine *engine, const char *moves, int depth, uint64_t least,
                   bool (*tell)(void *context, const miai_branch *branch), void *context);

/* A node of an alpha-beta tree. Scores are in the first player's view, in 1/100 of a point or pawn;
 * a win is 1100000 minus the plies to it, a loss the negative of that. */
typedef struct miai_cut {
    int depth;                 /* plies from the root */
    char move[MIAI_MOVE_TEXT]; /* the move that leads to the node; "" at the root */
    int player;                /* who made that move */
    int alpha, beta;           /* search window; +-1100001 if unbounded */
    int score;                 /* exact within the window, otherwise a bound */
    int moves, tried;          /* number of legal moves, and of those searched before a cut-off */
} miai_cut;

enum { MIAI_CUTS_DEPTH = 20 };

/* Reports every node of a textbook alpha-beta search of the current position, without a table or
 * move ordering, each node before its children; of minimax if prune is false. tell returns false to
 * stop. MIAI_BAD_VALUE unless 1 <= depth <= MIAI_CUTS_DEPTH; MIAI_UNSUPPORTED, with a reason, if
 * there are too many nodes; MIAI_OVER if the game is over. miai_walk_cuts() is the old name. */
int miai_trace_alphabeta(miai_engine *engine, int depth, bool prune,
                         bool (*tell)(void *context, const miai_cut *cut), void *context);
int miai_walk_cuts(miai_engine *engine, int depth, bool prune,
                   bool (*tell)(void *context, const miai_cut *cut), void *context)
    MIAI_DEPRECATED("miai_trace_alphabeta");

/* Expected owner of each point y * width + x after the i-th root move, or with i = -1 of the
 * position itself: from 1 (the player of the search) to -1; and its standard deviation, 0 to 1.
 * Both arrays have MIAI_MAX_POINTS elements; deviation may be NULL. False
 * if no analysis request asked for it, or it is unknown. */
bool miai_ownership(const miai_engine *engine, int i, double *owner, double *deviation);

/* Calls report regularly during searches, from the searching thread; NULL: no reports. info is
 * valid during the call. */
void miai_on_info(miai_engine *engine, void (*report)(void *context, const miai_info *info),
                  void *context);

/* A network's evaluation of a position, in the first player's view. */
typedef struct miai_network_output {
    double win, loss, no_result; /* probabilities, sum 1 */
    double score, deviation;     /* expected points at the end, and their standard deviation */
    double lead;                 /* points that the first player would have to give up for an even
                                  * game */
    int points;                  /* width * height */
    /* Probability of a move on each point y * width + x; the last element is the move that is not a
     * point (pass). Sum 1; -1 for illegal moves. */
    float policy[MIAI_MAX_POINTS + 1];
    float ownership[MIAI_MAX_POINTS]; /* 1 first player, -1 second player */
} miai_network_output;

/* Evaluates the current position by the network, with player to move, without a search, in floating
 * point unless network-numbers is integer. symmetry: sum of MIAI_MIRROR ..., applied to the board.
 * MIAI_NO_NETWORK if no network is loaded that knows the game; MIAI_BAD_VALUE if the board does not
 * have the symmetry. */
int miai_ask_network(miai_engine *engine, int player, int symmetry, miai_network_output *output);

/* The same by the network that predicts human moves (options human-network and human-profile). If
 * it needs a profile and none is set, there is no network. */
int miai_ask_human_network(miai_engine *engine, int player, int symmetry,
                           miai_network_output *output);
/* Its output for the position of the last search. False if there is none. */
bool miai_human_output(const miai_engine *engine, miai_network_output *output);

/* The contents of a network file, and its cost on this machine. */
typedef struct miai_network_facts {
    char kind[64];       /* "KataGo, version 15" */
    char name[160];      /* given by its authors; "": none */
    char encoding[64];   /* name of its input format: "katago-7" */
    char games[256];     /* names of the games that it can play, separated by spaces */
    char kernels[16];    /* kernels that compute it: "avx512" */
    char arithmetic[16]; /* "floats", "integers" (16 bits), "bfloat16", "bytes" */
    int blocks, channels;
    int metadata; /* number of inputs that describe the players; 0: none */
    uint64_t weights;
    uint64_t bytes, thread_bytes; /* memory of the network, and of each thread */
    int width, height;            /* board for which thread_bytes and rate were measured */
    double rate;                  /* evaluations per second and thread */
    uint64_t products;            /* multiplications of an evaluation on that board */
    double peak; /* multiplications per second that one thread can do if all numbers are in the
                  * first-level cache; 0: unknown */
} miai_network_facts;

/* Writes the name of the network that the next search uses, as snprintf: the name in the file, such
 * as "miai-go-5", or else that of the file; built_in, which may be NULL: it is part of the program.
 * "" if no network is used; chess and Othello have weights of their evaluation instead (eval-file).
 */
int miai_network_in_use(miai_engine *engine, char *text, size_t size, bool *built_in);

/* Loads the file in addition to the current network, and measures its speed for about that many
 * seconds, on the board of the current game, or of the first game that the network knows.
 * MIAI_NO_LOAD if no game can use it. */
int miai_describe_network(miai_engine *engine, const char *file, double seconds,
                          miai_network_facts *facts);

/* ---- solving ---- */

/* What is known for certain about a position. */
typedef struct miai_solution {
    bool solved;
    /* The result in the first player's view, like miai_over(); 1, 0 or -1 in games without points.
     * If the position is not solved, the score lies between least and most. */
    int score, least, most;
    int plies;      /* to the end of the game; 0: unknown */
    char text[64];  /* the result in the words of the game's players; may be "" */
    uint64_t nodes; /* positions visited */
    double seconds;
    double part; /* estimated progress of the current step, 0 to 1; 0: unknown */
} miai_solution;

/* A solver for one game, size and rules, which keeps its results. */
typedef struct miai_solving miai_solving;

/* Creates a solver for the engine's current game and set-up, which uses the memory of the option
 * memory. The engine must outlive it. Frees what searches keep, so that both together stay within
 * that memory. MIAI_UNSUPPORTED, with a reason, if the game cannot be solved. */
int miai_solving_new(miai_engine *engine, miai_solving **solving);
void miai_solving_free(miai_solving *solving); /* accepts NULL */

/* Solves the current position. tell, unless NULL, is called from time to time with the state so
 * far. MIAI_STOPPED after miai_stop(): the work done is kept. MIAI_OVER; MIAI_BAD_VALUE if the
 * engine's game or set-up has changed; MIAI_NO_MEMORY if a line of play is too long for the
 * memory. */
int miai_solve(miai_solving *solving, miai_solution *solution,
               void (*tell)(void *context, const miai_solution *so_far), void *context);

/* Saves the most valuable results in at most that many words, and returns how many were used.
 * Loading returns MIAI_BAD_VALUE if they belong to another game, size, komi or rules, or are
 * damaged. */
size_t miai_solving_save(const miai_solving *solving, uint64_t *word, size_t words);
int miai_solving_load(miai_solving *solving, const uint64_t *word, size_t words);

/* ---- life and death ---- */

enum { MIAI_LIFE_UNKNOWN, MIAI_LIFE_FAILS, MIAI_LIFE_WORKS };

/* A first move in a problem of life and death. */
typedef struct miai_region_move {
    char move[MIAI_MOVE_TEXT];
    int result; /* MIAI_LIFE_...: does it reach the status of the problem? */
    /* The best play after it, separated by spaces; "" if unknown, or if nothing need be played. */
    char line[(int)MIAI_LIFE_LINE * MIAI_MOVE_TEXT];
} miai_region_move;

/* The answer to a problem of life and death, in the view of the side to move. */
typedef struct miai_region {
    char group[MIAI_MOVE_TEXT]; /* a point of the group in question */
    int status;                 /* under best play: MIAI_GROUP_... (miai_capabilities.h) */
    bool eyes_known;            /* false: a group that is alive might have no two eyes (seki) */
    /* In a ko: the ko threats that each side needs if the other has none, 0 to MIAI_LIFE_THREATS;
     * MIAI_LIFE_THREATS + 1: more than that; -1: unknown, or no ko. */
    int attacker_threats, defender_threats;
    int player, defender;                   /* who moves first, and the owner of the group */
    int points;                             /* empty points of the region */
    bool is_part;                           /* the region is larger: more stones may live there */
    /* A dead group cannot leave the region either, provided that the chains around it with five
     * liberties or more, and those cut by the limit of the region, live.  is_part is false then. */
    bool is_sealed;
    /* Dead, or in ko, only if the group cannot leave the region, whose walls have gaps. */
    bool assumes_enclosed;
    uint64_t nodes;                         /* positions visited */
    int moves;                              /* first moves, 0 to MIAI_LIFE_MOVES */
    int works, fails;                       /* the number of those proved to work, and to fail */
    miai_region_move move[MIAI_LIFE_MOVES]; /* the best first */
} miai_region;

/* Solves life and death in a region of the board (Go), if that player moves first: can the group of
 * the stone be captured, or saved?  stone NULL: looks for an enclosed group, and does not ask
 * whether it escapes.  Ends after that many seconds or positions, unless 0 (both 0: 10 seconds), or
 * after miai_stop().  Fills in *region (about 45 KB), which belongs to the caller and refers to
 * nothing else.
 *
 * A game that ended by passes goes on, as in miai_genmove().  MIAI_SYNTAX if the stone is not a
 * point; MIAI_BAD_VALUE if there is no such player; MIAI_UNSUPPORTED, with a reason, if there is no
 * such problem; MIAI_OVER. */
int miai_solve_group(miai_engine *engine, int player, const char *stone, double seconds,
                     uint64_t positions, miai_region *region);

/* "dead", "ko", "seki", "alive", "alive or seki", "escapes" or "unknown". */
const char *miai_region_status(const miai_region *region);
/* What the status assumes: "the group cannot leave the region", or "the group cannot leave these
 * points" of a part of it; "": nothing. */
const char *miai_region_assumes(const miai_region *region);
/* "works", "fails" or "unknown". */
const char *miai_region_result(const miai_region_move *move);

/* Writes the answer as lines:
 *
 *     group POINT
 *     status dead|ko|seki|alive|alive or seki|escapes|unknown
 *            [, attacker|defender needs [more than] N ko threat[s]]
 *     proved in|read to N positions [, in the N empty points nearest to the group]
 *            [, if the group cannot leave the region|these points]
 *     works|fails|unknown MOVE ANSWER...      for each first move, with the best play after it
 *
 * Returns the length of the whole text, as snprintf(). */
int miai_region_text(const miai_region *region, char *text, size_t size);

/* miai_solve_group() and miai_region_text() in one.  Returns an error as the former; the text is
 * truncated to the size. */
int miai_solve_region(miai_engine *engine, int player, const char *stone, double seconds,
                      uint64_t positions, char *text, size_t size);

/* ---- opening books ----
 *
 * A book for one game, size, komi and rules: a tree of positions, numbered from 0, the first one.
 * Each has moves in the book and a best move outside, which a search found. As text, a book is the
 * line of miai_book_head() and a line for each step by which it was made; src/book/book.h describes
 * them. The option book-file reads such a file. */

typedef struct miai_book miai_book;

typedef struct miai_book_position {
    int parent;                /* the position before; -1: none */
    char move[MIAI_MOVE_TEXT]; /* that led from there to this one */
    int plies, player;         /* from the start; to move */
    bool over;                 /* the game is over, value is its result */
    double value;              /* by minimax, 0 to 1, for the player to move */
    int moves;                 /* number of moves in the book */
    char candidate[MIAI_MOVE_TEXT]; /* the best move outside the book; "": none */
    double candidate_value;         /* its value */
    uint64_t visits;           /* playouts or nodes of the search that found it */
} miai_book_position;

typedef struct miai_book_move {
    char move[MIAI_MOVE_TEXT];
    int position; /* after the move */
    double value; /* 0 to 1, for the player who makes it */
} miai_book_move;

enum miai_book_format {
    MIAI_BOOK_SGF, /* a record with variations */
    MIAI_BOOK_OWN  /* the format of the game's books; chess: Polyglot's */
};

/* An empty book for the engine's game and set-up. The engine must outlive it. */
int miai_book_new(const miai_engine *engine, miai_book **book);
void miai_book_free(miai_book *book); /* accepts NULL */
/* The first line, without its end, as snprintf(). */
int miai_book_head(const miai_book *book, char *text, size_t size);
/* Writes the text of the built-in book of the engine's game, as snprintf(); -1: it has none. */
int miai_builtin_book(const miai_engine *engine, char *text, size_t size);
/* Adds another line. MIAI_BAD_VALUE, with the reason in why: the line is wrong, nothing changed. */
int miai_book_add(miai_book *book, const char *line, char *why, size_t size);
/* Computes the values of all positions; call it after adding lines. */
int miai_book_back_up(miai_book *book);

int miai_book_positions(const miai_book *book); /* their number */
/* False if there is no such position, or no such move in it. */
bool miai_book_position_at(const miai_book *book, int i, miai_book_position *position);
bool miai_book_move_at(const miai_book *book, int i, int j, miai_book_move *move);
/* The position after a move in position i, or its mirror image; -1: the book lacks it. */
int miai_book_find(const miai_book *book, int i, const char *move);
/* Do two moves of position i lead to the same position, or to mirror images of one? */
bool miai_book_mirrored(const miai_book *book, int i, const char *a, const char *b);
/* The moves that lead to a position, separated by spaces, as snprintf(). -1: no such position. */
int miai_book_path(const miai_book *book, int i, char *text, size_t size);
/* Writes the book in another format, as snprintf(); -1: the game has no such format. */
int miai_book_write(const miai_book *book, enum miai_book_format format, char *text, size_t size);

/* ---- clocks, for miai_genmove() ---- */

/* As in GTP: main time, then `stones` moves per period of byoyomi seconds (Canadian). byoyomi > 0
 * with stones 0: no time limit. */
int miai_time_settings(miai_engine *engine, double main_time, double byoyomi, int stones);
/* Main time, then a number of periods; a move that exceeds its period uses it up (Japanese). */
int miai_time_byoyomi(miai_engine *engine, double main_time, double period, int periods);
/* Main time, to which each move adds the increment, up to most_left; a move must not take longer
 * than most_used. 0: no such limit. */
int miai_time_fischer(miai_engine *engine, double main_time, double increment, double most_left,
                      double most_used);
/* Remaining seconds of a player, and the moves to make in them (0 in main time), or the number of
 * periods left. */
int miai_time_left(miai_engine *engine, int player, double seconds, int count);

/* ---- end of the game ---- */

/* The score of the position as "B+3.5", "W+1" or "0", after removing stones that playouts find
 * dead. */
int miai_final_score(miai_engine *engine, char *text, size_t size);
/* Is the game decided, so that passing loses nothing and the score is the result?
 * True after the end of the game, and if every point is decided and the life of all stones is
 * clear. */
bool miai_is_settled(miai_engine *engine);
/* The stones caught in ladders, separated by spaces: those in atari that cannot escape,
 * and those that the opponent can chase to the end. -1 if the game has no ladders. */
int miai_ladders(const miai_engine *engine, char *text, size_t size);
/* The chains that are "alive", "dead" or "seki", one per line. */
int miai_final_status(miai_engine *engine, const char *status, char *text, size_t size);

/* ---- tests and benchmarks ---- */

/* A part of the benchmark. */
enum { MIAI_BENCH_PARTS = 32 };
typedef struct miai_bench_part {
    char name[40]; /* game, size and search: "go 9 mcts", "go 9 network" */
    uint64_t nodes, playouts;
    double seconds;
    char kernels[16], arithmetic[16]; /* of the network, as in miai_network_facts; "": none */
} miai_bench_part;

/* A benchmark over several games with one thread. The first fixed_count parts do a fixed amount of
 * work; the sums and the signature are over them, and equal signatures mean equal play. The others
 * search with the built-in networks for a fixed time. */
typedef struct miai_bench_result {
    uint64_t nodes, playouts, signature;
    double seconds;
    int fixed_count, part_count;
    miai_bench_part part[MIAI_BENCH_PARTS];
} miai_bench_result;
int miai_bench(miai_bench_result *result);

/* Counts the move sequences of that many plies from the current position, ignoring repetition.
 * MIAI_STOPPED if miai_stop() came first. */
int miai_perft(miai_engine *engine, int depth, uint64_t *count);

/* ---- the program ---- */

/* The whole program miai, to be returned from main(): reads the command line, and speaks GTP or UCI
 * on standard input and output. games: your own games, ended by NULL, which it plays in addition to
 * the library's; the first of them is the default. NULL: none. Returns the exit status described in
 * miai(6). Writes errors to standard error, ignores SIGPIPE, and reorders argv like getopt_long(3).
 * Do not call it twice at the same time. */
int miai_main(int argc, char **argv, const miai_game *const *games);

/* Defined by modules that the program loads (--load), not by the library: their games, ended by
 * NULL. */
extern const miai_game *const miai_games[];

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
