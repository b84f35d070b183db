/* A page for an opening book: the positions as JSON, and the scripts that show them. */
#include "page.h"

#include "protocol/io/json.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const script[] = {
#include "program/page/board.js.inc"
#include "program/page/book.js.inc"
#include "program/page/results.js.inc"
    NULL};

enum { PATH_BYTES = 1 << 14 };

/* What is needed to write each position. */
struct book_page {
    miai_engine *engine;
    const miai_book *book;
    struct mi_picture before, now;
    char path[PATH_BYTES];
};

/* Plays the moves that lead to a position; `before` gets the board before the last one. */
static int set_up_position(struct book_page *p, int i)
{
    char move[MIAI_MOVE_TEXT];
    int error = miai_clear(p->engine);
    miai_book_path(p->book, i, p->path, sizeof p->path);
    mi_picture_read_board(p->engine, &p->now);
    p->before = p->now;
    for (const char *rest = p->path; error == MIAI_OK && miai_next_move(&rest, move);) {
        mi_picture_read_board(p->engine, &p->before);
        error = miai_play(p->engine, MIAI_TURN, move);
    }
    mi_picture_read_board(p->engine, &p->now);
    return error;
}

/* Adds a move in the game's notation. */
static void add_move_text(const struct book_page *p, const char *move, struct mi_reply *json)
{
    char text[2 * MIAI_MOVE_TEXT];
    bool written = miai_write_move(p->engine, MIAI_TURN, move, text, sizeof text) >= 0;
    mi_json_add(json, written ? text : move, false);
}

static void add_moves(const struct book_page *p, int i, struct mi_reply *json)
{
    miai_book_move move;
    mi_reply_add(json, "\"moves\":[");
    for (int j = 0; miai_book_move_at(p->book, i, j, &move); j++) {
        mi_reply_add(json, j ? ",[" : "[");
        add_move_text(p, move.move, json);
        mi_reply_format(json, ",%d,%.4f]", move.position, move.value);
    }
    mi_reply_add(json, "]");
}

/* Adds the move that led to the current position. */
static void add_last_move(const struct book_page *p, struct mi_reply *json)
{
    char text[2 * MIAI_MOVE_TEXT];
    int plies = miai_plies(p->engine);
    if (plies > 0 && miai_move_written(p->engine, plies - 1, text, sizeof text) >= 0)
        mi_json_add_text(json, "m", text);
}

static int add_position(struct book_page *p, int i, struct mi_reply *json)
{
    miai_book_position position;
    int error = set_up_position(p, i);
    miai_book_position_at(p->book, i, &position);
    mi_reply_format(json, "%s{\"parent\":%d,\"p\":%d,\"v\":%.4f,", i ? ",\n" : "", position.parent,
                    position.player, position.value);
    add_last_move(p, json);
    mi_reply_add(json, position.over ? "\"over\":1,\"d\":" : "\"d\":");
    mi_page_changes(&p->before, &p->now, json);
    if (*position.candidate) {
        mi_reply_add(json, ",\"candidate\":[");
        add_move_text(p, position.candidate, json);
        mi_reply_format(json, ",%.4f,%" PRIu64 "]", position.candidate_value, position.visits);
    }
    mi_reply_add(json, ",");
    add_moves(p, i, json);
    mi_reply_add(json, "}");
    return error;
}

/* Writes the data of the page. */
static int write_book_data(struct book_page *p, FILE *page)
{
    struct mi_reply json = {0};
    int error = miai_clear(p->engine);
    mi_reply_add(&json, "{");
    if (mi_picture_read_board(p->engine, &p->now))
        mi_page_board(p->engine, &p->now, &json);
    mi_reply_add(&json, "\"positions\":[\n");
    for (int i = 0; error == MIAI_OK && i < miai_book_positions(p->book); i++) {
        error = add_position(p, i, &json);
        mi_page_json(&json, page);
        if (json.failed)
            error = MIAI_NO_MEMORY;
        mi_reply_clear(&json);
    }
    mi_reply_free(&json);
    fputs("\n]}", page);
    return error;
}

int mi_page_book(miai_engine *engine, const miai_book *book, const char *title, FILE *page)
{
    struct book_page *p = calloc(1, sizeof *p);
    if (!p)
        return MIAI_NO_MEMORY;
    p->engine = engine;
    p->book = book;
    mi_page_begin(title, mi_page_style, page);
    mi_page_begin_data(page);
    int error = write_book_data(p, page);
    mi_page_end_data(script, "startBook()", page);
    free(p);
    return error;
}
