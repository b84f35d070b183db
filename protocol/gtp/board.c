/* GTP commands for the board size, komi, handicap and game records. */
#include "gtp.h"

#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* bytes for the vertices of a full board */
enum { VERTICES_BYTES = MIAI_MAX_POINTS * MIAI_MOVE_TEXT };

/* boardsize N or boardsize W H. */
static const char *gtp_boardsize(struct mi_gtp *gtp, char *args)
{
    const char *first = mi_next_word(&args), *second = mi_next_word(&args);
    char size[32];
    int width, height;
    if (!mi_read_word_int(first, &width) || !mi_read_word_int(second ? second : first, &height))
        return mi_gtp_syntax_error;
    snprintf(size, sizeof size, "%dx%d", width, height);
    if (width > MI_GTP_MAX_SIZE || height > MI_GTP_MAX_SIZE)
        return mi_gtp_explain_bad_value(gtp, "size", size, MIAI_SIZE);
    if (!second && mi_gtp_means_current_size(gtp->engine, width)) {
        width = miai_width(gtp->engine);
        height = miai_height(gtp->engine);
    }
    return mi_gtp_explain_bad_value(gtp, "size", size, miai_set_size(gtp->engine, width, height));
}

static const char *gtp_clear_board(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_gtp_error_text(miai_new_game(gtp->engine));
}

static const char *gtp_komi(struct mi_gtp *gtp, char *args)
{
    double points;
    if (!mi_read_word_real(args, &points))
        return mi_gtp_syntax_error;
    return mi_gtp_error_reason(gtp, miai_set_komi(gtp->engine, points));
}

static const char *gtp_get_komi(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_format(&gtp->reply, "%.10g", miai_komi(gtp->engine) + 0.0); /* -0 becomes 0 */
    return NULL;
}

/* The two handicap commands in which the engine chooses the points. */
static const char *place_handicap(struct mi_gtp *gtp, const char *word,
                                  int (*handicap)(miai_engine *, int stones, char *text,
                                                  size_t size))
{
    int stones;
    if (!mi_read_word_int(word, &stones))
        return mi_gtp_syntax_error;
    char *vertices = malloc(VERTICES_BYTES);
    int error = vertices ? handicap(gtp->engine, stones, vertices, VERTICES_BYTES) : MIAI_NO_MEMORY;
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, vertices);
    free(vertices);
    return mi_gtp_error_reason(gtp, error);
}

static const char *gtp_fixed_handicap(struct mi_gtp *gtp, char *args)
{
    return place_handicap(gtp, args, miai_fixed_handicap);
}

static const char *gtp_place_free_handicap(struct mi_gtp *gtp, char *args)
{
    return place_handicap(gtp, args, miai_free_handicap);
}

static const char *gtp_set_free_handicap(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_error_reason(gtp, miai_set_handicap(gtp->engine, args));
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), n = strlen(end);
    return length >= n && strcmp(text + length - n, end) == 0;
}

/* The error message for a file that cannot be opened: GTP's standard text and the reason. */
static const char *explain_unreadable_file(struct mi_gtp *gtp, const char *why)
{
    if (ends_with(why, ": no memory for it"))
        return miai_error_text(MIAI_NO_MEMORY);
    snprintf(gtp->failure_text, sizeof gtp->failure_text, "%s: %s", miai_error_text(MIAI_NO_LOAD),
             strstr(why, ": ") + 2);
    return gtp->failure_text;
}

/* loadsgf FILE [MOVE]: loads the position before that move, counted from 1. */
static const char *gtp_loadsgf(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args), *number = mi_next_word(&args);
    int before = 0; /* the end of the game */
    size_t length;
    if (number && (!mi_read_word_int(number, &before) || before < 1))
        return mi_gtp_syntax_error;
    char why[MI_FILE_MESSAGE], *sgf = mi_load_client_file(gtp->engine, name, false, &length, why);
    if (!sgf)
        return explain_unreadable_file(gtp, why);
    mi_print_note("miai", name, 0, why);
    int error = miai_load_sgf(gtp->engine, sgf, length, before);
    free(sgf);
    if (error == MIAI_OK) {
        mi_print_note("miai", name, 0, miai_note(gtp->engine));
        mi_game_result_begin(&gtp->game_result);
    }
    return mi_gtp_error_reason(gtp, error);
}

/* printsgf [FILE]: into the reply without a file, or with "-", as KataGo. */
static const char *gtp_printsgf(struct mi_gtp *gtp, char *args)
{
    struct mi_reply sgf = {0};
    const char *file = mi_next_word(&args);
    bool good = true;
    bool written = mi_reply_add_sgf(&sgf, gtp->engine);
    if (written)
        mi_game_result_add(&gtp->game_result, gtp->engine, &sgf);
    if (written && file && strcmp(file, "-") != 0 && !sgf.failed)
        good = mi_write_client_sgf(gtp->engine, file, sgf.text, sgf.length, gtp->failure_text);
    else if (written && sgf.text)
        mi_reply_add(&gtp->reply, sgf.text);
    gtp->reply.failed |= sgf.failed;
    mi_reply_free(&sgf);
    return !written ? miai_error_text(MIAI_UNSUPPORTED) : good ? NULL : gtp->failure_text;
}

const struct mi_gtp_command mi_gtp_board_commands[] = {
    {"boardsize", "SIZE, or WIDTH HEIGHT", 1, 2, gtp_boardsize},
    {"rectangular_boardsize", "WIDTH HEIGHT", 2, 2, gtp_boardsize},
    {"clear_board", "", 0, 0, gtp_clear_board},
    {"komi", "POINTS", 1, 1, gtp_komi},
    {"get_komi", "", 0, 0, gtp_get_komi},
    {"fixed_handicap", "STONES", 1, 1, gtp_fixed_handicap},
    {"place_free_handicap", "STONES", 1, 1, gtp_place_free_handicap},
    {"set_free_handicap", "VERTEX ...", 0, MI_GTP_ANY_ARGS, gtp_set_free_handicap},
    {"loadsgf", "FILE [MOVE], with MOVE from 1", 1, 2, gtp_loadsgf},
    {"printsgf", "[FILE]", 0, 1, gtp_printsgf},
    {0},
};
