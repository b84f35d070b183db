/* analyze.h - the games of files, position by position: what each is worth, which move was best,
 * and what the one that was made has lost. */
#ifndef MI_PROGRAM_REPORT_ANALYZE_H
#define MI_PROGRAM_REPORT_ANALYZE_H

#include "miai.h"

#include <stdio.h>

enum { MI_ANALYZE_PV = 512 };

/* A position of the main line, and the move made there. */
struct mi_judged {
    bool done;
    int player;                                        /* who is to move */
    double value;                                      /* 0 to 1, in the first player's view */
    char best[MIAI_MOVE_TEXT], played[MIAI_MOVE_TEXT]; /* "": none */
    char pv[MI_ANALYZE_PV];
    double loss; /* of value by the move made, at least 0: both were searched alike */
};

struct mi_judged_game {
    miai_game_record *game_record;
    int moves;              /* of the main line */
    struct mi_judged *list; /* [moves + 1]: the last one is the end */
    const char *format;
};

struct mi_analyze {
    miai_engine *engine;
    const char *program; /* the name to complain under */
    bool live;           /* a line on standard error tells how far it is */
    long faults;         /* counted; the caller begins with 0 */
    double begun;        /* when the search of the file began */
    long done, all;      /* positions of the file: searched since then, and left then */
    int width;           /* of the line that stands there */
};

/* Analyses a file or the files below a folder.  Beside FILE.sgf come FILE-analysis.sgf, the record
 * with what was found, and FILE-analysis.html; while it works, FILE-analysis.part has what was
 * found so far, from which the next call goes on. */
void mi_analyze_path(struct mi_analyze *analyze, const char *name);

/* ---- analyze_judge.c ---- */

/* The move that was made in a position. */
struct mi_made {
    int player;
    char move[MIAI_MOVE_TEXT]; /* "": none */
    bool ends;                 /* the game is over by it */
    double result;             /* then: 0 to 1, in the first player's view */
};

/* Takes the last move of the position that is on. */
void mi_analyze_made(miai_engine *engine, struct mi_made *made);

/* Searches the position that is on, the move made in it and the best one as long as each other. */
void mi_analyze_judge(miai_engine *engine, const struct mi_made *made, struct mi_judged *judged);

/* ---- analyze_write.c ---- */

/* Puts what was found into the record: comments, and in SGF values and assessments. */
void mi_analyze_note(const struct mi_judged_game *game);

/* ---- page.c ---- */

/* Writes the page of all games of a file, which has everything it needs in itself. */
void mi_analyze_page(miai_engine *engine, const struct mi_judged_game *games, int count,
                     const char *title, FILE *page);

#endif
