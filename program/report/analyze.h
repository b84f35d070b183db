/* analyze.h - the games of files, position by position: what each is worth, which move was best,
 * and what the one that was made has lost. */
#ifndef MI_PROGRAM_REPORT_ANALYZE_H
#define MI_PROGRAM_REPORT_ANALYZE_H

#include "base/draft.h"
#include "complaints.h"
#include "live.h"
#include "miai.h"
#include "protocol/io/reply.h"

#include <stdint.h>
#include <stdio.h>

enum { MI_ANALYZE_PV = 512, MI_ANALYZE_OTHERS = 2, MI_ANALYZE_PATH = 4096 };

/* Another move that the search took for good, and its line. */
struct mi_other {
    double value; /* 0 to 1, in the first player's view */
    char pv[MI_ANALYZE_PV / 4];
};

/* A position of the main line, and the move made there. */
struct mi_judged {
    bool done;
    int player;                                        /* who is to move */
    double value;                                      /* 0 to 1, in the first player's view */
    char best[MIAI_MOVE_TEXT], played[MIAI_MOVE_TEXT]; /* "": none */
    char pv[MI_ANALYZE_PV];
    double loss;  /* of value by the move made, at least 0: both were searched alike */
    bool certain; /* that move is proven to win or to lose */
    bool leads;   /* lead is meant */
    double lead;  /* points by which the first player will win */
    double cost;  /* points that the move made has lost; 0: none, or not known */
    bool scored;  /* score is meant */
    int score;    /* 1/100 of a pawn, in the first player's view */
    int mate;     /* plies to the proven end, negative where the second player wins; 0: not known */
    char *owner;  /* owned: whose each point will be, rows from the top, from 'A', the second
                     player's, to 'U', the first's; NULL: not known */
    struct mi_other other[MI_ANALYZE_OTHERS]; /* the next best moves; no pv: none */
};

/* A value in the first player's view in that of a player, or the other way. */
static inline double mi_in_view_of(int player, double value)
{
    return player ? 1 - value : value;
}

/* Points ahead, where points are counted: by the leaves, or by the score. */
static inline double mi_lead_of(const miai_info *info)
{
    return info->leads ? info->lead : info->score / (double)MIAI_POINT_SCORE;
}

struct mi_judged_game {
    miai_game_record *game_record;
    int moves;              /* of the main line */
    struct mi_judged *list; /* [moves + 1]: the last one is the end */
    const char *format;
};

/* How far the files of a folder are: done, and before by others or another time. */
struct mi_whole {
    long done, before, all; /* all 0: it is none of a folder */
    double begun;
};

/* Where what was found of a file goes besides; all NULL: nowhere.  Its lines of CSV come into
 * FILE-analysis.rows. */
struct mi_part_of_whole {
    const char *name; /* of the file, in its folder */
    struct mi_reply *fields;
};

struct mi_analyze {
    miai_engine *engine;
    const char *program; /* the name to complain under */
    struct mi_live live; /* tells how far it is */
    long faults;         /* counted; the caller begins with 0 */
    double begun;        /* when the search of the file began */
    long done, all;      /* positions of the file: searched since then, and left then */
    struct mi_whole whole;
    struct mi_part_of_whole part_of;
};

/* Analyses the i-th of the names, a file or the files below a folder.  Beside FILE.sgf come
 * FILE-analysis.sgf, the record with what was found, and FILE-analysis.html; while it works,
 * FILE-analysis.part has what was found so far, from which the next call goes on.  One game is in
 * memory at a time, beside the file's bytes.  Of a folder see collection.h, too. */
void mi_analyze_path(struct mi_analyze *analyze, char *const *name, size_t i);

/* A file alone; false: it was not read, or what was found is not all written. */
bool mi_analyze_file(struct mi_analyze *analyze, const char *name);
/* What its findings hang on; false: it cannot be read. */
bool mi_analyze_file_key(const struct mi_analyze *analyze, const char *name, uint64_t *key);

/* "games/x.sgf" becomes "games/x-analysis" and the ending, or the old one for NULL; to has room for
 * MI_ANALYZE_PATH bytes. */
void mi_analyze_name(char *to, const char *name, const char *ending);

/* The same for the page that has a game, numbered from 0, of the file. */
void mi_analyze_page_name(char *to, const char *name, int number);

/* ---- analyze_games.c: the games of a file, one after the other ---- */

struct mi_games {
    const char *name; /* of the file; borrowed */
    const char *format;
    char *bytes; /* owned */
    miai_file file;
    int count;                       /* of those that were given */
    bool failed;                     /* it ended for want of memory, which was told */
    struct mi_complaints complaints; /* of a pass that tells */
};

/* False: error says why it cannot be read.  mi_games_close() in either case. */
bool mi_games_open(struct mi_games *games, const char *name, char *error);
void mi_games_close(struct mi_games *games);
/* From the first one again. */
void mi_games_again(struct mi_games *games);

/* Gives the next game that can be played through, which mi_judged_free() frees; false: there is
 * none.  tell: what is wrong with those before it is told. */
bool mi_games_next(struct mi_analyze *analyze, struct mi_games *games, bool tell,
                   struct mi_judged_game *game);
void mi_judged_free(struct mi_judged_game *game);

/* ---- analyze_tell.c ---- */

/* A fault, which is counted; line 0: of the file as a whole. */
void mi_analyze_complain(struct mi_analyze *analyze, const char *file, long line, const char *what);

/* Tells how far it is, and what it is at, or which position of a game of a file that is. */
void mi_analyze_tell(struct mi_analyze *analyze, const char *what);
void mi_analyze_show(struct mi_analyze *analyze, const char *file, int game, int move, int moves);

/* ---- analyze_part.c: what was found so far, as a file ---- */

/* Lines in the order of the games and their positions.  Begins as all zero. */
struct mi_part {
    struct mi_draft draft; /* in its place; to write more to */
    FILE *known;           /* what was there before, read in step with the games; NULL: no more */
    char *line;            /* owned: one of it */
    bool waits;            /* the line is of a game to come */
    long count;            /* of the positions that were there before */
};

/* The key of what the findings depend on: the file and the options.  False: no memory. */
bool mi_analyze_key(const miai_engine *engine, const char *bytes, size_t length, uint64_t *key);

/* Opens the file, with what of it still holds.  False: error says why not.  mi_part_close() in
 * either case. */
bool mi_part_open(struct mi_part *part, const char *name, uint64_t key, char *error);
/* Takes what is known of a game; numbers, from 0, may only rise. */
void mi_part_recall(struct mi_part *part, int number, struct mi_judged_game *game);
/* Writes one position, the k-th of a game. */
void mi_part_keep(struct mi_part *part, int number, int k, const struct mi_judged *judged);
/* To be recalled from the first game again, with what was kept meanwhile. */
bool mi_part_again(struct mi_part *part, const char *name, char *error);
/* False: error says why not all is written. */
bool mi_part_close(struct mi_part *part, char *error);

/* ---- analyze_result.c ---- */

/* Writes what all games, of which there are so many, have come to; false: not all. */
bool mi_analyze_result(struct mi_analyze *analyze, struct mi_games *games, struct mi_part *part,
                       int count);

/* ---- analyze_judge.c ---- */

/* The move that was made in a position. */
struct mi_made {
    int player;
    char move[MIAI_MOVE_TEXT]; /* "": none */
    bool ends;                 /* the game is over by it */
    double result;             /* then: 0 to 1, in the first player's view */
    double points;             /* and the count: points by which the first player has won */
};

/* Takes the last move of the position that is on. */
void mi_analyze_made(miai_engine *engine, struct mi_made *made);

/* Searches the position that is on, the move made in it and the best one as long as each other. */
void mi_analyze_judge(miai_engine *engine, const struct mi_made *made, struct mi_judged *judged);

/* ---- analyze_found.c ---- */

/* Do points decide the game? */
bool mi_game_is_scored_by_points(const miai_engine *engine);

/* What a search is to find out: whose the points will be, where the game counts them, and the lines
 * of the next best moves. */
miai_analysis_request mi_analyze_request(const miai_engine *engine);

/* Does the search know its moves' values to a depth, however many nodes are behind each?  Minimax,
 * when it is stopped, has none. */
bool mi_analyze_deepens(const miai_info *info);

/* Takes over what the last search, of the position that is on, tells beside its best move. */
void mi_analyze_found(const miai_engine *engine, struct mi_judged *judged);

/* ---- analyze_write.c ---- */

/* Puts what was found into the record: comments, values, assessments, and the better lines. */
void mi_analyze_note(miai_engine *engine, const struct mi_judged_game *game);

/* ---- sums.c ---- */

/* A move that loses so much of the value is doubtful, bad, very bad. */
#define MI_DOUBTFUL 0.05
#define MI_BAD      0.1
#define MI_VERY_BAD 0.2

enum { MI_PHASES = 3 }; /* the first, middle and last third of a game's moves */

/* The moves of a player in a game, or in a phase of it. */
struct mi_sum {
    int moves, doubtful, bad, very_bad;
    double loss;     /* mean of value, 0 to 1 */
    double cost;     /* mean of points */
    double accuracy; /* 0 to 100: the mean of 103.1668 exp(-4.354 loss) - 3.1669, as lichess.org
                        has it (lichess.org/page/accuracy) */
};

/* phase -1: of the whole game. */
struct mi_sum mi_sum_of(const struct mi_judged_game *game, int player, int phase);

/* The moves that lost most, most first; returns how many, at most `most`.  None loses less than 3%.
 */
int mi_turning_points(const struct mi_judged_game *game, int *list, int most);

/* ---- why.c ---- */

/* Kinds of mistakes, bit by bit. */
enum {
    MI_WHY_MISSED = 1,     /* a win that was certain */
    MI_WHY_ALLOWED = 2,    /* a loss that is certain */
    MI_WHY_MATERIAL = 4,   /* pieces are lost */
    MI_WHY_DEATH = 8,      /* stones die that would have lived */
    MI_WHY_LAND = 16,      /* a part of the board falls */
    MI_WHY_WON = 32,       /* pieces might have been won */
    MI_WHY_ELSEWHERE = 64, /* another part of the board was worth more */
    MI_WHY_KINDS = 7
};

extern const char *const mi_why_names[MI_WHY_KINDS];

/* Adds sentences, each an element of JSON, on what the k-th move gave away, by the lines that were
 * found and whose the points will be; returns the kinds. */
int mi_why(miai_engine *engine, const struct mi_judged_game *game, int k, struct mi_reply *reply);

/* Says the same sentences of a move that was made from the position that is on, which is now, to
 * then; or, with made NULL, of now's best move: what it does, and what the other player would do if
 * he moved instead, which then is of.  Neither needs more of the two than player, best, pv, mate
 * and owner; the latter value, lead and the next best move, too. */
void mi_why_made(miai_engine *engine, const struct mi_judged *now, const struct mi_judged *then,
                 const char *made, void (*say)(void *context, const char *sentence), void *context);

/* Puts a few words before a sentence. */
void mi_why_behind(const char *words, const char *sentence, char *text, size_t size);

/* What a piece is worth by its sign: of chess' men as usual, of all others alike. */
int mi_worth_of(unsigned sign);

/* U+0080 to U+FFFF in UTF-8, or ASCII; returns the length. */
size_t mi_write_sign(unsigned sign, char *text);

/* ---- threats.c ---- */

/* Says of a move of the player to move in the position that is on what the board shows: that it
 * wins at once, hinders a win, threatens one or two; that it attacks several men, or is a corner
 * where pieces are turned.  answer: what the other player would do instead, or "".
 * True: somebody wins at once, and there is no more to say. */
bool mi_tell_threats(miai_engine *engine, const char *move, const char *answer,
                     void (*say)(void *context, const char *sentence), void *context);

/* ---- page_game.c ---- */

/* Adds a game as JSON, as program/report/game.js reads it. */
void mi_page_game(miai_engine *engine, const struct mi_judged_game *game, struct mi_reply *reply);

/* ---- page.c ---- */

/* Text in HTML; part of a link, what does not stand for itself in all URLs by its number; lines as
 * they are; and a page up to its body, with lines of a style. */
void mi_page_text(const char *text, FILE *page);
void mi_page_link(const char *text, FILE *page);
void mi_page_lines(const char *const *line, FILE *page);
void mi_page_begin(const char *title, const char *const *lines, FILE *page);

enum { MI_PAGE_GAMES = 500 }; /* of a file on one page */

/* Begins the page of a file that has the game with that number, from 0, first, of count in all;
 * adds a game; ends the page, which has everything it needs in itself.  False: no memory. */
bool mi_page_open(const char *file, int first, int count, FILE *page);
bool mi_page_add(miai_engine *engine, const struct mi_judged_game *game, int number, FILE *page);
void mi_page_end(FILE *page);

#endif
