/* analysis.h - the analysis of recorded games: for each position its value, the best move, and what
 * the move played there has lost. */
#ifndef MI_PROGRAM_ANALYSIS_ANALYSIS_H
#define MI_PROGRAM_ANALYSIS_ANALYSIS_H

#include "base/draft.h"
#include "miai.h"
#include "program/convert/file_errors.h"
#include "program/convert/progress_line.h"
#include "protocol/io/reply.h"

#include <stdint.h>
#include <stdio.h>

enum { MI_ANALYSIS_PV = 512, MI_ANALYSIS_ALTERNATIVES = 2, MI_ANALYSIS_PATH = 4096 };

/* An alternative to the best move, with its line. */
struct mi_alternative {
    double value; /* 0 to 1, for the first player */
    char pv[MI_ANALYSIS_PV / 4];
};

/* A position of the main line, and the move played there. */
struct mi_position_analysis {
    bool done;
    int player;                                        /* the side to move */
    double value;                                      /* 0 to 1, for the first player */
    char best[MIAI_MOVE_TEXT], played[MIAI_MOVE_TEXT]; /* "": none */
    char pv[MI_ANALYSIS_PV];
    double loss;  /* value lost by the move played, at least 0; from equally deep searches */
    bool certain; /* the move played is proven to win or to lose */
    bool leads;   /* lead is known */
    double lead;  /* expected margin in points, for the first player */
    double points_lost; /* points lost by the move played; 0: none, or unknown */
    bool scored;  /* score is known */
    int score;    /* centipawns, for the first player */
    int mate;     /* plies to the proven end, negative if the second player wins; 0: unknown */
    char *owner;  /* owned by this struct: the expected owner of each point, rows from the top, from
                     'A' (second player) to 'U' (first player); NULL: unknown */
    struct mi_alternative
        alternatives[MI_ANALYSIS_ALTERNATIVES]; /* the next best moves; an empty pv: none */
};

/* Converts a value from the first player's view to the player's, or back. */
static inline double mi_value_for_player(int player, double value)
{
    return player ? 1 - value : value;
}

/* The lead in points in a game that counts them: measured at the leaves, or else from the score. */
static inline double mi_lead_of(const miai_info *info)
{
    return info->leads ? info->lead : info->score / (double)MIAI_POINT_SCORE;
}

struct mi_game_analysis {
    miai_game_record *game_record;
    int moves;                         /* length of the main line */
    struct mi_position_analysis *list; /* [moves + 1]: the last one is the final position */
    const char *format;
    int random_plies; /* random moves of the opening, which are not rated */
};

/* Progress over the files of a folder. */
struct mi_folder_progress {
    long done;   /* finished, by any process */
    long done_before; /* those finished before this process started */
    long total;       /* 0: no folder is being analysed */
    double started_at;
};

/* Where the results of one file of a folder also go; all NULL: nowhere.  Its CSV lines are written
 * to FILE-analysis.rows. */
struct mi_folder_output {
    const char *name; /* path of the file in the folder */
    struct mi_reply *fields;
};

struct mi_analysis_run {
    miai_engine *engine;
    const char *program;          /* the prefix of error messages */
    struct mi_progress_line progress; /* the progress display */
    long faults;                  /* errors so far; the caller sets 0 */
    double started_at;            /* when the search of the current file began */
    long done, total;   /* positions of the file: searched since then, and to be searched */
    const char *output; /* the folder for the results; NULL: beside the files */
    struct mi_folder_progress folder_progress;
    struct mi_folder_output folder_output;
};

/* Writes the name of an output file: "games/x.sgf" and ".html" give "games/x-analysis.html"; NULL
 * keeps the extension.  The buffer must hold MI_ANALYSIS_PATH bytes. */
void mi_analysis_output_name(char *to, const char *name, const char *ending);

/* Writes the name from which mi_analysis_output_name() makes those of a file's results: the file's
 * own, or one in the output folder.  The buffer must hold MI_ANALYSIS_PATH bytes. */
void mi_analysis_output_base(const struct mi_analysis_run *analyze, const char *name,
                             char *output_base);

/* ---- read_games.c: the games of a file, one after the other ---- */

struct mi_game_reader {
    const char *name;    /* file name; borrowed */
    const char *output_base; /* the name from which those of the results are made; borrowed */
    const char *format;
    char *bytes; /* owned */
    miai_file file;
    int count;                        /* games returned so far */
    bool failed;                      /* out of memory, which was reported */
    struct mi_file_errors errors;     /* filled by a pass that reports errors */
};

/* False: the file cannot be read; error says why.  Call mi_game_reader_close() in either case. */
bool mi_game_reader_open(struct mi_game_reader *games, const char *name, char *error);
void mi_game_reader_close(struct mi_game_reader *games);
/* Starts again from the first game. */
void mi_game_reader_rewind(struct mi_game_reader *games);

/* Reads the next game whose moves are all legal; free it with mi_game_analysis_free().  False:
 * there are no more.  With `report`, prints errors in the games skipped. */
bool mi_game_reader_next(struct mi_analysis_run *analyze, struct mi_game_reader *games, bool report,
                         struct mi_game_analysis *game);
void mi_game_analysis_free(struct mi_game_analysis *game);

/* ---- progress.c ---- */

/* Reports an error and counts it; line 0: the error concerns the whole file. */
void mi_analysis_report_error(struct mi_analysis_run *analyze, const char *file, long line,
                              const char *what);

/* Updates the progress display: any text, or the position of a game that is being searched. */
void mi_analysis_show_text(struct mi_analysis_run *analyze, const char *what);
void mi_analysis_show_progress(struct mi_analysis_run *analyze, const char *file, int game,
                               int move, int moves);

/* ---- checkpoint.c: the file of results from which an interrupted analysis resumes ---- */

/* Its lines are in the order of the games and positions.  The caller zeroes it. */
struct mi_checkpoint {
    struct mi_draft draft; /* the new file, which replaces the old one */
    FILE *old_results;     /* the old results, read in step with the games; NULL: no more */
    char *line;            /* owned: the current line */
    bool is_later_line;    /* the line belongs to a later game */
    long count;            /* positions found in the old file */
};

/* Hashes what the results depend on: the file and the options.  False: out of memory. */
bool mi_analysis_key(const miai_engine *engine, const char *bytes, size_t length, uint64_t *key);

/* Opens the file and keeps the results in it if their key matches.  False: error says why.  Call
 * mi_checkpoint_close() in either case. */
bool mi_checkpoint_open(struct mi_checkpoint *checkpoint, const char *name, uint64_t key,
                        char *error);
/* Fills in the stored results of a game; `number`, from 0, must not decrease between calls. */
void mi_checkpoint_restore(struct mi_checkpoint *checkpoint, int number,
                           struct mi_game_analysis *game);
/* Stores the result of position k of a game. */
void mi_checkpoint_store(struct mi_checkpoint *checkpoint, int number, int k,
                         const struct mi_position_analysis *position);
/* Restarts recalling from the first game, including what was stored meanwhile. */
bool mi_checkpoint_rewind(struct mi_checkpoint *checkpoint, const char *name, char *error);
/* False: error says why not everything was written. */
bool mi_checkpoint_close(struct mi_checkpoint *checkpoint, char *error);

/* ---- judge.c ---- */

/* The move played in a position. */
struct mi_played_move {
    int player;
    char move[MIAI_MOVE_TEXT]; /* "": none */
    bool ends_game;
    double result;             /* if it ends the game: 0 to 1, for the first player */
    double points;             /* and the margin in points, for the first player */
};

/* Reads the last move of the current position. */
void mi_analysis_read_played_move(miai_engine *engine, struct mi_played_move *played);

/* Searches the current position, giving the move played as much search as the best one. */
void mi_analyze_position(miai_engine *engine, const struct mi_played_move *played,
                         struct mi_position_analysis *position);

/* ---- search_findings.c ---- */

bool mi_game_is_scored_by_points(const miai_engine *engine);

/* What to ask of a search: the owners of the points if the game counts them, and alternative moves.
 */
miai_analysis_request mi_analysis_search_request(const miai_engine *engine);

/* Are values of moves comparable by search depth, whatever their node counts?  Not those of minimax
 * if it was stopped early. */
bool mi_analysis_search_is_by_depth(const miai_info *info);

/* Copies what the last search found besides the best move of the current position. */
void mi_analysis_copy_findings(const miai_engine *engine, struct mi_position_analysis *position);

/* ---- annotate.c ---- */

/* Adds the results to the game record: comments, values, assessments and better lines. */
void mi_analysis_annotate(miai_engine *engine, const struct mi_game_analysis *game);

/* ---- move_stats.c ---- */

/* Losses of value from which a move is called doubtful, bad or very bad. */
#define MI_DOUBTFUL 0.05
#define MI_BAD      0.1
#define MI_VERY_BAD 0.2

enum { MI_PHASES = 3 }; /* thirds of a game's moves */

/* Statistics of a player's moves in a game, or in one phase of it. */
struct mi_move_stats {
    int moves, doubtful, bad, very_bad;
    double loss;     /* mean loss of value, 0 to 1 */
    double points_lost; /* mean loss of points */
    double accuracy; /* 0 to 100: the mean of 103.1668 exp(-4.354 loss) - 3.1669, the formula of
                        lichess.org/page/accuracy */
};

/* phase: 0 to MI_PHASES - 1, or -1 for the whole game. */
struct mi_move_stats mi_move_stats_of(const struct mi_game_analysis *game, int player, int phase);

/* Lists the moves that lost most (3% or more), the worst first, at most max_count of them;
 * returns their number. */
int mi_turning_points(const struct mi_game_analysis *game, int *list, int max_count);

#endif
