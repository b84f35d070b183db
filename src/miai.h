/* miai.h - the engine: one game at a time, its history, and a search over it.
 *
 * Moves and positions go in and out as text.  Functions that write text take a buffer and its size,
 * write at most size bytes with the end, and where they return an int for it, return the length
 * that the whole text has, as snprintf does.  Functions that can fail return MIAI_OK or another of
 * enum miai_error, and after a failure everything is as it was before.
 *
 * An engine shares nothing with another.  All functions on one engine are called from one thread at
 * a time, but miai_stop() and miai_ponderhit(), which any thread may call at any time, and
 * miai_stop() a signal handler, too. */
#ifndef MIAI_H
#define MIAI_H

#include "miai_game.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default) /* all declared here is exported */
#define MIAI_DEPRECATED(new_name) __attribute__((deprecated("use " new_name "()")))
#else
#define MIAI_DEPRECATED(new_name)
#endif

/* Every error and its text, which is the one of the GTP draft where it has one. */
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

const char *miai_error_text(int error); /* "unknown error" for any other number */
const char *miai_version(void);         /* "1.2.3" */

typedef struct miai_engine miai_engine;

/* The text of an error that a function on this engine has just returned, and behind it what else
 * there is to say of it: why a file cannot be loaded.  Lives until the next call on the engine. */
const char *miai_error_reason(const miai_engine *engine, int error);

/* Takes the next fault of the files in use that made no call fail, as a line: a folder that cannot
 * be read besides others that can, or a damaged endgame table, which counts as missing.  False:
 * there is none that was not taken yet. */
bool miai_next_fault(miai_engine *engine, char *text, size_t size);

/* A new engine with the default options and game, or NULL without memory.  miai_free takes NULL. */
miai_engine *miai_new(void);
void miai_free(miai_engine *engine);

/* ---- games ---- */

/* Adds a game of one's own.  The engine copies its structs; the functions, and what else they point
 * to, must outlive the engine.  MIAI_BAD_VALUE, and miai_error_reason() says why, if a mandatory
 * member is missing, a struct has no size, or the name is taken. */
int miai_add_game(miai_engine *engine, const miai_game *game);
int miai_game_count(const miai_engine *engine);
const char *miai_game_name(const miai_engine *engine, int i);    /* NULL outside 0 .. count - 1 */
const char *miai_game_title(const miai_engine *engine, int i);   /* likewise */
const char *miai_current_game(const miai_engine *engine);        /* its name */
const miai_game *miai_game_at(const miai_engine *engine, int i); /* likewise */
/* Begins another game with its default size, komi and rules.  A name is read in either case. */
int miai_set_game(miai_engine *engine, const char *name);

/* Plays a game at random in all its set-ups and tries each function, as searches and protocols use
 * them.  tell is called for each kind of fault, once, with a text that begins with a sentence which
 * names the function, the board and the moves that led there; below it is the position.  tell may
 * be NULL.  Returns how many faults there are; -1 without memory. */
int miai_check_game(const miai_game *game, void (*tell)(void *context, const char *text),
                    void *context);

/* ---- options: one table for the command line, the configuration file and the protocols ---- */

enum miai_option_type {
    MIAI_OPTION_BOOL, /* "true" or "false"; reads also 1 0 yes no on off */
    MIAI_OPTION_INT,
    MIAI_OPTION_REAL,
    MIAI_OPTION_CHOICE, /* one of choices */
    MIAI_OPTION_TEXT,
    MIAI_OPTION_FILE /* text that names a file, or says "auto" or "none" where help tells */
};

/* What an option is about.  Options of a scope stand together in the table. */
enum miai_scope {
    MIAI_SCOPE_GAME,        /* the game, its board and its rules */
    MIAI_SCOPE_LIMITS,      /* how long a move takes */
    MIAI_SCOPE_MACHINE,     /* threads and memory */
    MIAI_SCOPE_PLAY,        /* how it plays, by any search */
    MIAI_SCOPE_RESIGN,      /* giving up, where the protocol has a word for it */
    MIAI_SCOPE_KNOWLEDGE,   /* what is read from files: books, evaluations, networks, tablebases */
    MIAI_SCOPE_ALPHABETA,   /* the search of that name */
    MIAI_SCOPE_MONTE_CARLO, /* the searches that sample: mcts and flat, and solve, which may end in
                               mcts */
    MIAI_SCOPE_TREE,        /* of these, those with a tree */
    MIAI_SCOPE_NETWORK,     /* the tree whose leaves a network values: mcts, in a game that shows
                               itself to networks */
    MIAI_SCOPE_HUMAN,       /* a network that knows how people play, there */
    MIAI_SCOPE_CLIENT       /* what clients may have; see miai_seal() */
};

typedef struct miai_option {
    const char *name; /* lower case, words joined by dashes */
    enum miai_option_type type;
    double min, max;            /* of INT and REAL */
    const char *initial;        /* the default, as text */
    const char *const *choices; /* of CHOICE, ended by NULL; of TEXT, a list with commas, or NULL */
    const char *help;           /* one line */
    enum miai_scope scope;
    /* The names of what is the same, with the same values, elsewhere; NULL: none. */
    const char *uci;    /* in UCI, by Stockfish's habit: "Hash" */
    const char *katago; /* in KataGo's configuration, several with spaces between */
    const char *alias;  /* an older name of the option, still accepted; or NULL */
} miai_option;

/* The i-th option, or NULL behind the last.  game, size, komi and rules are among them. */
const miai_option *miai_option_at(const miai_engine *engine, int i);
/* The option of that name, which may be the one that UCI or KataGo has, here and below; or NULL. */
const miai_option *miai_option_find(const miai_engine *engine, const char *name);
/* Does it make a difference in the game that is on, by the search that is on?  By its scope, what
 * the game has and the search that the option search, or "auto", comes to; not by the values of
 * other options.  One that does not can be set all the same, for later.  False also if there is
 * none. */
bool miai_option_applies(const miai_engine *engine, const char *name);
/* What stands above the options of a scope in lists for people; NULL behind the last. */
const char *miai_scope_title(enum miai_scope scope);
int miai_set_option(miai_engine *engine, const char *name, const char *value);
/* The value as text, or -1 if there is no such option. */
int miai_get_option(const miai_engine *engine, const char *name, char *text, size_t size);

/* The same, but for "auto" what stands for it in the game that is on, where that is a value. */
int miai_effective_option(const miai_engine *engine, const char *name, char *text, size_t size);

/* From now on the engine obeys a client, whom nobody need trust: no option of MIAI_SCOPE_CLIENT is
 * changed any more, and what these say holds.  Until then they bound nothing; what is above a
 * ceiling is lowered to it.  Asked for more, a function returns MIAI_REFUSED, and
 * miai_error_reason() says how much would be allowed; a search takes no more. */
void miai_seal(miai_engine *engine);
/* Which files a protocol may open for a client: those below *folder, an absolute name without
 * links; none where that is empty; any where it is NULL; and none of more than *most bytes, unless
 * that is 0.  False: any.  *folder lives as long as the engine. */
bool miai_confined(const miai_engine *engine, const char **folder, size_t *most);
/* The largest value that an INT or REAL option can have now. */
double miai_option_max(const miai_engine *engine, const miai_option *option);

/* The scale of the option level in the current game, and the weakest and the strongest player that
 * it can imitate; false if there are none. */
bool miai_level_range(const miai_engine *engine, enum miai_scale *scale, int *least, int *most);
/* A rating on a scale as the option has it, as snprintf: 10k, 1500, 7. */
int miai_level_text(enum miai_scale scale, int rating, char *text, size_t size);

/* ---- the position ---- */

/* A player is 0 (first: black in Go) or 1; MIAI_TURN is whoever is to move. */
enum { MIAI_TURN = -1 };

int miai_set_size(miai_engine *engine, int width, int height); /* and clears the board */
int miai_width(const miai_engine *engine);
int miai_height(const miai_engine *engine);
int miai_clear(miai_engine *engine); /* the first position; options stay */
/* The same for another game: what searches found is forgotten, and the random numbers are others,
 * so that a second game of one engine is not the first one again.  If nothing was searched since
 * the last one began, it is still that one. */
int miai_new_game(miai_engine *engine);
int miai_set_komi(miai_engine *engine, double komi);
double miai_komi(const miai_engine *engine);
int miai_turn(const miai_engine *engine);
int miai_plies(const miai_engine *engine); /* moves that can be taken back */
int miai_play(miai_engine *engine, int player, const char *move);

/* The same for a move of a game that was played elsewhere, maybe by other rules: it may repeat a
 * position where the rules in force forbid that (superko). */
int miai_replay(miai_engine *engine, int player, const char *move);
int miai_undo(miai_engine *engine, int plies);
/* True if the game is over; *score in the first player's view, in 1/100 of a point where the game
 * has points.  score may be NULL. */
bool miai_over(const miai_engine *engine, int *score);
/* How a game that is over has ended, in a few words that do not say who has won ("checkmate");
 * NULL: it is not over, or the game does not tell. */
const char *miai_ending(const miai_engine *engine);
int miai_board_text(const miai_engine *engine, char *text, size_t size);

/* Writes how the position is evaluated and what of, in lines for people.  Returns the length as
 * snprintf, or -1: the game does not tell, or is over.  Not while a search runs. */
int miai_explain(miai_engine *engine, char *text, size_t size);
/* The legal moves, in order, with spaces between. */
int miai_legal_moves(const miai_engine *engine, int player, char *text, size_t size);
/* The i-th move of the game, and who made it (player may be NULL); -1 outside, or without an
 * engine. */
int miai_move_text(const miai_engine *engine, int i, int *player, char *text, size_t size);
/* The same move as records write it, as miai_write_move() does. */
int miai_move_written(const miai_engine *engine, int i, char *text, size_t size);

/* A legal move of the current position as records write it (SAN), where that is another text than
 * the engine's; as snprintf, or -1: it is none. */
int miai_write_move(const miai_engine *engine, int player, const char *move, char *text,
                    size_t size);

/* What stands on each point, y * width + x: 0 or 1 the player, -1 nothing.  piece holds
 * MIAI_MAX_POINTS. */
int miai_board(const miai_engine *engine, int8_t *piece);

/* The board as the game's text shows it, read from there, or else as miai_board() has it; what its
 * letters stand for, miai_piece_of() says.  MIAI_UNSUPPORTED: the game shows no board. */
int miai_read_board(const miai_engine *engine, miai_diagram *diagram);

/* Handicap: on an empty board, not taken back by undo, the second player moves next.  The stones'
 * vertices are written to text with spaces between. */
int miai_fixed_handicap(miai_engine *engine, int stones, char *text, size_t size);
int miai_free_handicap(miai_engine *engine, int stones, char *text, size_t size);
int miai_set_handicap(miai_engine *engine, const char *vertices);

/* A position made by hand: those stones, as "b D4 w Q16 ...", are the first position, and the first
 * player moves next.  MIAI_ILLEGAL if one may not stand there. */
int miai_set_stones(miai_engine *engine, const char *stones);
/* Lets player move next in the first position; MIAI_NOT_EMPTY once a move was made. */
int miai_set_turn(miai_engine *engine, int player);

/* Position as the game writes it (FEN), and back; the moves before it are forgotten.
 * MIAI_BAD_VALUE: it is none, and miai_error_reason() may tell why. */
int miai_write_position(const miai_engine *engine, char *text, size_t size);
int miai_read_position(miai_engine *engine, const char *text);
/* What the last position or record that was read had to be repaired in ("castling K is left out:
 * its rook is missing"); "": nothing.  Lives until the next call on the engine. */
const char *miai_note(const miai_engine *engine);
/* The position before the first move; "" where it is the one with which such games begin. */
int miai_write_start(const miai_engine *engine, char *text, size_t size);

/* A game record in SGF: the position before move `before` (1: set-up alone), or the end of the main
 * line if before is 0 or larger than it.  length bytes, which need not end in a zero. */
int miai_load_sgf(miai_engine *engine, const char *sgf, size_t length, int before);
int miai_save_sgf(const miai_engine *engine, char *text, size_t size);

/* ---- files of games ---- */

/* A game as a file has it: moves, variations, comments, and whatever else stands there. */
typedef struct miai_game_record miai_game_record;

/* A file on the way from its first game to its last.  Begins with bytes, length and line = 1. */
typedef struct miai_file {
    const char *bytes; /* stay as long as the records that are read from them */
    size_t length;
    size_t offset;   /* what was read */
    long line;       /* of that place, from 1 */
    long fault_line; /* what is wrong with the game just read stands there; 0: nothing */
    char fault[160]; /* and is this, without a newline */
} miai_file;

/* The format that the bytes are in: "sgf", "pgn", "epd" or "text". */
const char *miai_game_record_format(const char *bytes, size_t length);

/* Reads the next game, and moves on behind it, also where that is broken.  NULL at the end
 * (fault_line is 0), or if there is a fault; where only the end of a record is missing, there are
 * both.  What cannot be understood of a game that is well formed is kept. */
miai_game_record *miai_game_record_read(const char *format, miai_file *file);
void miai_game_record_free(miai_game_record *record);

/* Begins the record's game, with its size, komi and rules, and plays its main line, as
 * miai_load_sgf() does.  MIAI_NO_LOAD, and *line (which may be NULL) becomes where in the file the
 * fault is that miai_error_reason() tells of. */
int miai_game_record_load(miai_engine *engine, const miai_game_record *record, int before,
                          long *line);

/* The record as text: in SGF byte by byte what was read, but for what was added. */
int miai_game_record_write(const miai_game_record *record, char *text, size_t size);

/* The same game in another format: each move is made, so that it has to be legal.  Plain text has
 * the main line alone, EPD its positions.  NULL with a fault, as above. */
miai_game_record *miai_game_record_convert(miai_engine *engine, const miai_game_record *record,
                                           const char *format, long *line);

/* How many moves the main line has. */
int miai_game_record_moves(const miai_game_record *record);

/* How many lines besides it there are. */
int miai_game_record_variations(const miai_game_record *record);

/* Adds a property to the node of the main line behind so many moves, 0 being the first position: of
 * SGF by its name; "comment" is one in every format.  MIAI_BAD_VALUE if there is no such node. */
int miai_game_record_note(miai_game_record *record, int moves, const char *name, const char *text);

/* What the file says of its game as a whole, as snprintf, in UTF-8: of the players "first" and
 * "second", the one of the engine's game who begins and the other; "event", "place", "date",
 * "round", "result", "termination", "time", "annotator", "opening", "name", "source".  -1 where it
 * says nothing. */
int miai_game_record_tell(const miai_engine *engine, const miai_game_record *record,
                          const char *what, char *text, size_t size);

/* Adds a variation behind so many moves of the main line: the moves of a line, with spaces between,
 * as they are legal from the position that is on, which the caller has loaded.  MIAI_BAD_VALUE if
 * there is no move of the main line to which it would be one, or the format has none. */
int miai_game_record_line(const miai_engine *engine, miai_game_record *record, int moves,
                          const char *line);

/* ---- search ---- */

/* A clock that the search shares out itself. */
typedef struct miai_clock {
    double left;      /* seconds, maybe below 0 */
    double increment; /* seconds that each move adds */
    int moves_to_go;  /* to the next time control, 0: there is none */
} miai_clock;

/* What bounds a search; 0 where there is no such bound. */
typedef struct miai_limits {
    double seconds;
    uint64_t playouts; /* nodes for alphabeta */
    int depth;
    const char *moves;       /* NULL, or the root moves to choose among, with spaces between */
    const miai_clock *clock; /* of the player, or NULL */
    int mate;                /* stop when a win within so many plies is proven */
    bool ponder;             /* no bound of time counts before miai_ponderhit() */
    double late;             /* seconds since the request arrived: they are spent already */
    int lines;               /* of play to tell of, the best first; 0: the best alone */
    bool book;               /* a move of the opening book will do */
    bool level;              /* the option level counts: the move is to be played */
} miai_limits;

/* Moves that a search leaves out, or, with allow, all other moves; never all that there are.  A
 * tree heeds it down to some depth and is then not shared with searches that leave other moves out;
 * any other search heeds it at the root. */
typedef struct miai_avoid {
    int player;
    const char *moves; /* with spaces between, legal or not */
    int depth;         /* plies from the root: 1 the move made there, 2 the answer, too */
    bool allow;
} miai_avoid;

enum { MIAI_MAX_AVOID = 8 };

/* How searches are looked at while they run. */
typedef struct miai_analysis_request {
    double interval;     /* seconds from one report to the next; 0: as the search likes */
    int lines;           /* of play that an alpha-beta search follows, if the search does not say */
    bool points;         /* gather whose points will be whose, and by how much the game is won */
    bool points_by_move; /* the points for each root move apart, as far as memory allows */
    const miai_avoid *avoid;
    int avoid_count; /* at most MIAI_MAX_AVOID */
} miai_analysis_request;

/* For all searches from now on.  The strings of the request must live as long as it is set; NULL:
 * nothing is asked for.  MIAI_BAD_VALUE if there are too many to avoid; MIAI_SYNTAX if one is no
 * move, MIAI_ILLEGAL if they leave a player no legal move, which miai_error_reason() tells.  What
 * a later board does not have is left out there. */
int miai_request_analysis(miai_engine *engine, const miai_analysis_request *request);

/* Searches for player by the options and the clock, plays the move and writes it; "resign" is
 * written, and nothing played, where the options let the engine resign. */
int miai_genmove(miai_engine *engine, int player, char *move, size_t size);

/* The same without playing the move. */
int miai_choose(miai_engine *engine, int player, char *move, size_t size);

/* The same after the end of a game, to settle which stones are dead: takes those of the other
 * player that are, one after the other, and passes when there are none left.  Never resigns. */
int miai_genmove_cleanup(miai_engine *engine, int player, char *move, size_t size);

/* Searches and plays nothing.  limits NULL: by the options, not by the clock.  With no bound in
 * limits it goes on until miai_stop(). */
int miai_search(miai_engine *engine, int player, const miai_limits *limits, char *move,
                size_t size);

/* Like miai_search by the options, but from a fresh tree with the option's seed: the same answer
 * each time.  What is kept for the game is not touched, unless it takes more than half of the
 * memory. */
int miai_search_fresh(miai_engine *engine, int player, char *move, size_t size);

/* Searches for the player to move, whoever that is, until miai_stop(), for the searches to come;
 * the last search is still the one before. */
int miai_ponder(miai_engine *engine);

/* Makes the search that runs return soon with the best move so far, and miai_perft() fail. */
void miai_stop(miai_engine *engine);

/* The opponent has made the move that a search with limits.ponder was about: its time begins. */
void miai_ponderhit(miai_engine *engine);

/* Tells that another thread is going to search: miai_stop() and miai_ponderhit() count for that
 * search from now on, also before it has begun. */
void miai_arm_search(miai_engine *engine);
void miai_announce(miai_engine *engine) MIAI_DEPRECATED("miai_arm_search");

/* Forgets what earlier searches left. */
void miai_forget(miai_engine *engine);

/* Begins to take from the system, now, the memory that the next search would take on its own time,
 * and returns at once: worth a call where no clock runs, after options were set or a game begun. */
void miai_prepare(miai_engine *engine);

/* ---- several processes ----
 *
 * A program that was started as several ranks (mpirun -n 4 ...), with a library that was built with
 * MPI: rank 0 has the game and its clients, the others help with each search by a Monte-Carlo tree
 * of its engine.  Whichever of them is late, stopped or dead, rank 0 waits for none. */

/* Makes the engine one of the ranks, once in a process; miai_leave_ranks() comes before
 * miai_free(), and on rank 0 ends the others.  Returns how many ranks there are; 0: it is alone. */
int miai_join_ranks(miai_engine *engine);
void miai_leave_ranks(miai_engine *engine);
int miai_ranks(const miai_engine *engine); /* how many; 1 alone */
int miai_rank(const miai_engine *engine);  /* which; 0 alone */

/* Of any rank but 0: takes part in searches until rank 0 ends, or has been silent for long.  tell
 * is called when it cannot for the first time, with the reason. */
int miai_follow(miai_engine *engine, void (*tell)(void *context, const char *why), void *context);

/* What rank 0 knows of a rank. */
typedef struct miai_rank_info {
    bool away;                           /* nothing was heard of it for seconds */
    uint64_t done;                       /* its playouts in the last search */
    uint64_t received_bytes, sent_bytes; /* from it and to it, since the beginning */
    uint64_t received;                   /* messages from it */
    uint64_t missed;                     /* of these damaged, or too late */
    uint64_t lost;                       /* messages for which it had no room */
} miai_rank_info;

/* Of the i-th; false outside, or alone. */
bool miai_rank_at(const miai_engine *engine, int i, miai_rank_info *info);
/* How long the last search was held up by exchanging. */
double miai_exchange_seconds(const miai_engine *engine);

/* About the last search, or the running one.  Strings live until the next call on the engine. */
typedef struct miai_info {
    const char *search; /* name of the search; NULL if there was none yet */
    double value;       /* 0 to 1, mover's view */
    int proof;          /* 0 unproven, 1 loss, 2 draw, 3 win: mover's view */
    bool scored;        /* score is meant */
    int score;          /* mover's view, 1/100 of a point or pawn */
    int mate;           /* plies to the proven end of the game at most, negative when losing; or
                         * 0 */
    uint64_t playouts, nodes, leaves;
    int depth;
    int max_ply;         /* of the longest line looked at; 0: not counted */
    int line;            /* where several are told: which one this is, from 1; or 0 */
    int number;          /* in a report that a root move's turn has come: its place, from 1; or 0 */
    const char *current; /* that move; the rest is as it was */
    int full;            /* how full the table or the tree is, in thousandths */
    double seconds;
    uint64_t reused_visits, tree_nodes, tree_bytes;
    uint64_t limit_bytes;  /* of memory that it may use: less than wanted_bytes where the system */
    uint64_t wanted_bytes; /* did not have so many; the next search asks for those again */
    const char *pv;        /* moves with spaces between */
    int player;            /* the mover */
    uint64_t root_visits;  /* of the root, reused ones among them */
    double root_value;     /* the mean over them, mover's view */
    bool leads;  /* lead is meant: told by a network, or asked for by an analysis request */
    double lead; /* points by which the mover will win, and how far they scatter */
    double lead_deviation; /* around that */
    int plies;             /* of the game when it began */
    bool passed;           /* the game as it stands has begun with that game and these plies */
    uint64_t hits;         /* answers of the endgame tablebases */
    bool draws;            /* what follows is meant: a network tells draws apart from the rest */
    double draw;           /* the probability of one; value counts half of it */
    double moves_left;     /* plies to the end of the game; 0: it does not tell them */
    double own;            /* what it said of the position itself, as value has it */
    double root_lead;      /* the mean lead over the root's visits, as root_value; lead is that of
                            * the best move where a network tells it */
} miai_info;

void miai_last_search(const miai_engine *engine, miai_info *info);

/* The same of the line of play that begins with the i-th best move: the line is that of
 * miai_choice_line().  False if there are fewer. */
bool miai_line_at(const miai_engine *engine, int i, miai_info *info);

/* What the last search thinks of a root move. */
typedef struct miai_choice {
    char move[MIAI_MOVE_TEXT];
    uint64_t visits;
    uint64_t looked_at; /* visits, with those that do not count for the move; 0: no such */
    double value;       /* 0 to 1, mover's view */
    double share;       /* of the visits, 0 to 1 */
    int proof;
    double lcb;           /* the value is hardly below it: 0 to 1 */
    double prior;         /* how good it looked before it was searched; of all moves: sum 1 */
    uint64_t amaf_visits; /* playouts in which the mover made it sooner or later, weighted */
    double amaf;          /* their value; meant where there are any */
    bool leads;           /* lead is meant, as in miai_info */
    double lead, lead_deviation;
    bool draws; /* these are meant, as in miai_info, of the position behind the move */
    double draw, moves_left;
    double own;         /* below 0: it has not been asked about it */
    double human_prior; /* how likely people are to make it; below 0: not told */
    bool bound; /* the value is a bound above: alpha-beta follows as many lines as it is asked for,
                   and of the other moves it finds that they are no better */
} miai_choice;

/* The i-th root move, best first; false outside. */
bool miai_choice_at(const miai_engine *engine, int i, miai_choice *choice);

/* The line of play that begins with the i-th root move, with spaces between; of a search that
 * another call has overtaken, the move alone.  visits, if it is not NULL, has room for
 * MIAI_LINE_MAX numbers: how often each move was chosen, 0 where that is not known.  -1
 * outside. */
enum { MIAI_LINE_MAX = 128 };
int miai_choice_line(const miai_engine *engine, int i, char *text, size_t size, uint64_t *visits);

/* A move of a position in the tree that the last search left. */
typedef struct miai_branch {
    int depth; /* plies from the position that was asked about: 1 is a move there */
    char move[MIAI_MOVE_TEXT];
    int player; /* who makes it; all values are in his view, 0 to 1 */
    uint64_t visits;
    double value; /* meant where there are visits, or a proof */
    double prior; /* how good it looked beforehand; 0 where nothing told */
    uint64_t amaf_visits;
    double amaf;    /* meant where there are any */
    double urgency; /* by which selection compares moves; infinite: it is tried first; NAN: it is
                       not followed */
    int proof;      /* 0 unproven, 1 loss, 2 draw, 3 win */
    bool next;      /* selection would follow it now */
    double exploration; /* the part of urgency that is no value; NAN: not told apart */
    int place;          /* of the move in the policy of the network that played; -1: none did */
} miai_branch;

/* Tells of the tree behind the moves, which have spaces between and begin where the last search did
 * (NULL: none): each branch with so many visits at least, the most visited first, and behind it its
 * own, down to a depth.  tell returns whether it wants more.  MIAI_UNSUPPORTED where there is no
 * tree: it was another search than mcts, or there is another position since. */
int miai_walk_tree(miai_engine *engine, const char *moves, int depth, uint64_t least,
                   bool (*tell)(void *context, const miai_branch *branch), void *context);

/* A position of the tree of alpha-beta.  Scores are in the first player's view, in 1/100 of a point
 * or pawn; a win is 1100000 less the plies to it, a loss the same below 0. */
typedef struct miai_cut {
    int depth;                 /* plies from the root, which is 0 and has no move */
    char move[MIAI_MOVE_TEXT]; /* that leads there */
    int player;                /* who has made it */
    int alpha, beta;           /* the window with which the search came; +-1100001: no bound */
    int score;                 /* exact within the window, else a bound */
    int moves, tried; /* that it has, and how many were searched before a bound cut the rest */
} miai_cut;

enum { MIAI_CUTS_DEPTH = 20 };

/* Tells of each position that alpha-beta as the textbook has it, without a table or an order but
 * the game's, searches so many plies deep from the current one, each before those behind it; with
 * prune false, that minimax does.  tell returns whether it wants more.  MIAI_BAD_VALUE: not 1 to
 * MIAI_CUTS_DEPTH plies; MIAI_UNSUPPORTED, and miai_error_reason() says why: they are too many;
 * MIAI_OVER. */
int miai_trace_alphabeta(miai_engine *engine, int depth, bool prune,
                         bool (*tell)(void *context, const miai_cut *cut), void *context);
int miai_walk_cuts(miai_engine *engine, int depth, bool prune,
                   bool (*tell)(void *context, const miai_cut *cut), void *context)
    MIAI_DEPRECATED("miai_trace_alphabeta");

/* Whose each point y * width + x will be, from 1, the mover's, to -1, and how far that scatters, 0
 * to 1; behind the i-th root move, or in all with i = -1.  Both have room for MIAI_MAX_POINTS;
 * deviation may be NULL, and is 0 for a root move.  False where no analysis request asked for it,
 * or nothing is known. */
bool miai_ownership(const miai_engine *engine, int i, double *owner, double *deviation);

/* Calls report from time to time while a search runs, in the thread that searches; NULL: no more.
 * info lives for the call. */
void miai_on_info(miai_engine *engine, void (*report)(void *context, const miai_info *info),
                  void *context);

/* What a network says of a position, in the first player's view. */
typedef struct miai_network_output {
    double win, loss, no_result; /* of the first player: probabilities, sum 1 */
    double score, deviation;     /* points at the end: expected, and its standard deviation */
    double lead;                 /* points that he would have to give away for an even game */
    int points;                  /* width * height */
    /* How good each point looks as a move, y * width + x, and behind the last point the move that
     * is none; the sum of all is 1.  Below 0: it is not legal. */
    float policy[MIAI_MAX_POINTS + 1];
    float ownership[MIAI_MAX_POINTS]; /* 1 the first player's, -1 the second's */
} miai_network_output;

/* Asks the network itself, without a search and in floating point (unless network-numbers is
 * integer), of the current position with player to move, turned over by a sum of MIAI_MIRROR ...
 * MIAI_NO_NETWORK: none is loaded, or none that knows the game; MIAI_BAD_VALUE: the board cannot be
 * turned so. */
int miai_ask_network(miai_engine *engine, int player, int symmetry, miai_network_output *output);

/* The same of the network beside it that knows how people play (options human-network and
 * human-profile).  Where no profile is set that it needs, there is none. */
int miai_ask_human_network(miai_engine *engine, int player, int symmetry,
                           miai_network_output *output);
/* What it said of the position of the last search; false: nothing. */
bool miai_human_output(const miai_engine *engine, miai_network_output *output);

/* What is in a file of a network, and what it costs here. */
typedef struct miai_network_facts {
    char kind[64];       /* "KataGo, version 15" */
    char name[160];      /* that its makers gave it; "": none */
    char encoding[64];   /* of what it sees, as games name it: "katago-7" */
    char games[256];     /* those of the engine that show themselves so, a space between them */
    char kernels[16];    /* that calculate it: "avx512" */
    char arithmetic[16]; /* that it calculates in: "floats", "integers" of 16 bits, "bfloat16",
                            "bytes" */
    int blocks, channels;
    int metadata; /* inputs about the players, as networks of how people play have; 0: none */
    uint64_t weights;
    uint64_t bytes, thread_bytes; /* of memory: once, and for each thread */
    int width, height;            /* of the board that these and rate are about */
    double rate;                  /* evaluations a second of one thread */
} miai_network_facts;

/* Reads the file beside the network that plays, and measures its speed for about so many seconds,
 * on the board of the current game or, where that does not show itself to it, of the first that
 * does.  MIAI_NO_LOAD: it is none that any game shows itself to. */
int miai_describe_network(miai_engine *engine, const char *file, double seconds,
                          miai_network_facts *facts);

/* ---- solving ---- */

/* What is found of a position: certain, not estimated. */
typedef struct miai_solution {
    bool solved;
    /* In the first player's view, as miai_over() has it; where the game has no points, 1, 0 or -1.
     * Not solved: it is one of those from least to most. */
    int score, least, most;
    int plies;      /* to the end of the game; 0: not known */
    char text[64];  /* the same as those who play the game say it; "" */
    uint64_t nodes; /* positions seen */
    double seconds;
    double part; /* of what is done now, 0 to 1: a guess; 0: not known */
} miai_solution;

/* Something that solves positions of one game, size and rules, and keeps what it finds. */
typedef struct miai_solving miai_solving;

/* Makes one for the engine's game as it is set up, which takes the memory of the option "memory";
 * the engine must outlive it.  What searches keep is dropped, lest both exceed that.
 * MIAI_UNSUPPORTED, and miai_error_reason() says why, where the game cannot be solved. */
int miai_solving_new(miai_engine *engine, miai_solving **solving);
void miai_solving_free(miai_solving *solving); /* takes NULL */

/* Solves the current position.  tell, if it is not NULL, is called now and then with what is known
 * so far.  MIAI_STOPPED after miai_stop(): what was found stays for the next time.  MIAI_OVER;
 * MIAI_BAD_VALUE if the engine plays something else by now; MIAI_NO_MEMORY if a line of play is
 * longer than the memory allows. */
int miai_solve(miai_solving *solving, miai_solution *solution,
               void (*tell)(void *context, const miai_solution *so_far), void *context);

/* What it knows, to go on another time: at most so many words, the most valuable ones; returns how
 * many.  Loading is MIAI_BAD_VALUE if they are not from the same game, size, komi and rules, or not
 * whole. */
size_t miai_solving_save(const miai_solving *solving, uint64_t *word, size_t words);
int miai_solving_load(miai_solving *solving, const uint64_t *word, size_t words);

/* ---- clock: for miai_genmove ---- */

/* As GTP: main time, then stones moves in each period of byoyomi seconds (Canadian).  byoyomi > 0
 * with stones 0: no limit. */
int miai_time_settings(miai_engine *engine, double main_time, double byoyomi, int stones);
/* Main time, then so many periods, of which a move uses up one only if it takes longer. */
int miai_time_byoyomi(miai_engine *engine, double main_time, double period, int periods);
/* Main time to which each move adds the increment, but never to more than most_left; no move may
 * take longer than most_used.  0: any. */
int miai_time_fischer(miai_engine *engine, double main_time, double increment, double most_left,
                      double most_used);
/* What is left for a player: seconds, and the moves to make in them, 0 in main time; of byo-yomi,
 * the periods. */
int miai_time_left(miai_engine *engine, int player, double seconds, int count);

/* ---- the end ---- */

/* The score of the position as "B+3.5", "W+1", "0", with what the playouts hold for dead taken off.
 */
int miai_final_score(miai_engine *engine, char *text, size_t size);
/* Is nothing left to play for, so that a pass loses nothing and that score is the result?  The end
 * of the game is, and a board on which each point is somebody's and the stones' life is clear. */
bool miai_is_settled(miai_engine *engine);
/* The stones that are caught in a ladder, with spaces between: those in atari that cannot run, and
 * those that the other player can chase to the end.  -1 where the game does not know. */
int miai_ladders(const miai_engine *engine, char *text, size_t size);
/* The chains that are "alive", "dead" or "seki", one a line. */
int miai_final_status(miai_engine *engine, const char *status, char *text, size_t size);

/* ---- measurement ---- */

/* A fixed piece of work over several games, one thread; equal signatures mean equal play. */
typedef struct miai_bench_result {
    uint64_t nodes, playouts, signature;
    double seconds;
} miai_bench_result;
int miai_bench(miai_bench_result *result);

/* Move sequences of that many plies from the current position, repetition not heeded; MIAI_STOPPED
 * if miai_stop() came before all were counted. */
int miai_perft(miai_engine *engine, int depth, uint64_t *count);

/* ---- the program ---- */

/* The whole program miai, to return from main(): reads the command line, and speaks GTP or UCI on
 * standard input and output.  games, ended by NULL, are games of one's own, which it plays beside
 * the library's, and the first of them where no other is named; NULL: none.  Returns the exit
 * status, as miai(6) has it; complains to standard error; ignores SIGPIPE; reorders argv, as
 * getopt_long(3) does.  One call at a time. */
int miai_main(int argc, char **argv, const miai_game *const *games);

/* What a module that the program loads (--load) defines, and the library does not: its games, ended
 * by NULL. */
extern const miai_game *const miai_games[];

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
