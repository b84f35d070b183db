/* page.h - HTML pages that show analysed games. */
#ifndef MI_PROGRAM_PAGE_PAGE_H
#define MI_PROGRAM_PAGE_PAGE_H

#include "program/analysis/analysis.h"
#include "program/convert/picture.h"
#include "protocol/io/reply.h"

enum { MI_PAGE_GAMES = 500 }; /* games of a file on one page */

/* Writes the name of the page that holds game `number`, from 0, of the file.  The buffer must hold
 * MI_ANALYSIS_PATH bytes. */
void mi_page_file_name(char *to, const char *name, int number);

/* Writes text escaped for HTML. */
void mi_page_text(const char *text, FILE *page);
/* Writes text escaped for a URL. */
void mi_page_link(const char *text, FILE *page);
/* Writes the strings up to a NULL, one per line. */
void mi_page_lines(const char *const *line, FILE *page);
/* Writes a page up to and including <body>; lines: the style sheet. */
void mi_page_begin(const char *title, const char *const *lines, FILE *page);
/* The style sheet of the pages that scripts fill, ended by NULL. */
extern const char *const mi_page_style[];
/* A page that scripts fill: mi_page_begin_data(), JSON data that the caller writes, and
 * mi_page_end_data(), which also ends the page.  lines: the scripts; call: starts them. */
void mi_page_begin_data(FILE *page);
void mi_page_end_data(const char *const *lines, const char *call, FILE *page);

/* A page for the games of a file, which needs no other file.  mi_page_open() begins the page whose
 * first game is `first`, from 0, of `count` in the file; mi_page_add() adds a game.  False: out of
 * memory. */
bool mi_page_open(const char *file, int first, int count, FILE *page);
bool mi_page_add(miai_engine *engine, const struct mi_game_analysis *game, int number, FILE *page);
void mi_page_end(FILE *page);

/* ---- book_page.c ---- */

/* Writes a page for a book, which needs no other file: boards, moves and values.  The engine has
 * the book's game and set-up.  Returns an error code of the engine. */
int mi_page_book(miai_engine *engine, const miai_book *book, const char *title, FILE *page);

/* Writes JSON into HTML. */
void mi_page_json(const struct mi_reply *json, FILE *page);

/* ---- game_json.c ---- */

/* Adds the look of the board and the letters of its pieces as members of an object, for board.js.
 */
void mi_page_board(const miai_engine *engine, const struct mi_picture *picture,
                   struct mi_reply *reply);
/* Adds the points that changed, as a list: index, letter, and so on. */
void mi_page_changes(const struct mi_picture *before, const struct mi_picture *now,
                     struct mi_reply *reply);

/* Adds a game as JSON, for game.js. */
void mi_page_game(miai_engine *engine, const struct mi_game_analysis *game, struct mi_reply *reply);

#endif
