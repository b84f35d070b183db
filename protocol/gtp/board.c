/* GTP: setting up - size, komi, handicap, game records. */
#include "gtp.h"

#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STONES_TEXT = MIAI_MAX_POINTS * MIAI_MOVE_TEXT }; /* holds the vertices of a full board */

/* boardsize N or boardsize W H. */
static const char *boardsize(struct mi_gtp *gtp, char *args)
{
    const char *first = mi_next_word(&args), *second = mi_next_word(&args);
    char size[32];
    int width, height;
    if (!mi_read_word_int(first, &width) || !mi_read_word_int(second ? second : first, &height))
        return mi_gtp_syntax_error;
    snprintf(size, sizeof size, "%dx%d", width, height);
    if (width > MI_GTP_MAX_SIZE || height > MI_GTP_MAX_SIZE)
        return mi_gtp_no_value(gtp, "size", size, MIAI_SIZE);
    if (!second && mi_gtp_keeps_size(gtp->engine, width)) {
        width = miai_width(gtp->engine);
        height = miai_height(gtp->engine);
    }
    return mi_gtp_no_value(gtp, "size", size, miai_set_size(gtp->engine, width, height));
}

static const char *clear_board(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_gtp_failure(miai_new_game(gtp->engine));
}

static const char *komi(struct mi_gtp *gtp, char *args)
{
    double points;
    if (!mi_read_word_real(args, &points))
        return mi_gtp_syntax_error;
    return mi_gtp_reason(gtp, miai_set_komi(gtp->engine, points));
}

static const char *get_komi(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_format(&gtp->reply, "%.10g", miai_komi(gtp->engine) + 0.0); /* -0 becomes 0 */
    return NULL;
}

/* Both kinds of handicap in which the engine names the stones. */
static const char *place(struct mi_gtp *gtp, const char *word,
                         int (*handicap)(miai_engine *, int stones, char *text, size_t size))
{
    int stones;
    if (!mi_read_word_int(word, &stones))
        return mi_gtp_syntax_error;
    char *vertices = malloc(STONES_TEXT);
    int error = vertices ? handicap(gtp->engine, stones, vertices, STONES_TEXT) : MIAI_NO_MEMORY;
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, vertices);
    free(vertices);
    return mi_gtp_reason(gtp, error);
}

static const char *fixed_handicap(struct mi_gtp *gtp, char *args)
{
    return place(gtp, args, miai_fixed_handicap);
}

static const char *place_free_handicap(struct mi_gtp *gtp, char *args)
{
    return place(gtp, args, miai_free_handicap);
}

static const char *set_free_handicap(struct mi_gtp *gtp, char *args)
{
    return mi_gtp_failure(miai_set_handicap(gtp->engine, args));
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), n = strlen(end);
    return length >= n && strcmp(text + length - n, end) == 0;
}

/* A file that could not be opened: GTP's words, and why where only some may be named. */
static const char *refuse_file(struct mi_gtp *gtp, const char *why)
{
    struct mi_files files = mi_client_files(gtp->engine);
    if (ends_in(why, ": no memory for it"))
        return miai_error_text(MIAI_NO_MEMORY);
    if (!files.folder && files.most == 0)
        return miai_error_text(MIAI_NO_LOAD);
    snprintf(gtp->refusal, sizeof gtp->refusal, "%s: %s", miai_error_text(MIAI_NO_LOAD),
             strstr(why, ": ") + 2);
    return gtp->refusal;
}

/* loadsgf FILE [MOVE]: the position before that move, 1 being the first. */
static const char *loadsgf(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args), *number = mi_next_word(&args);
    int before = 0; /* the end */
    size_t length;
    if (number && (!mi_read_word_int(number, &before) || before < 1))
        return mi_gtp_syntax_error;
    char why[MI_FILE_WORDS], *sgf = mi_load_client_file(gtp->engine, name, false, &length, why);
    if (!sgf)
        return refuse_file(gtp, why);
    mi_print_note("miai", name, 0, why);
    int error = miai_load_sgf(gtp->engine, sgf, length, before);
    free(sgf);
    if (error == MIAI_OK)
        mi_game_result_begin(&gtp->game_result);
    return error == MIAI_REFUSED ? mi_gtp_reason(gtp, error) : mi_gtp_failure(error);
}

static const char *printsgf(struct mi_gtp *gtp, char *args)
{
    struct mi_reply sgf = {0};
    (void)args;
    bool written = mi_reply_sgf(&sgf, gtp->engine);
    if (written)
        mi_game_result_add(&gtp->game_result, gtp->engine, &sgf);
    if (written && sgf.text)
        mi_reply_add(&gtp->reply, sgf.text);
    gtp->reply.failed |= sgf.failed;
    mi_reply_free(&sgf);
    return written ? NULL : miai_error_text(MIAI_UNSUPPORTED);
}

const struct mi_gtp_command mi_gtp_board_commands[] = {
    {"boardsize", 1, 2, boardsize},
    {"rectangular_boardsize", 2, 2, boardsize},
    {"clear_board", 0, 0, clear_board},
    {"komi", 1, 1, komi},
    {"get_komi", 0, 0, get_komi},
    {"fixed_handicap", 1, 1, fixed_handicap},
    {"place_free_handicap", 1, 1, place_free_handicap},
    {"set_free_handicap", 0, MI_GTP_ANY_ARGS, set_free_handicap},
    {"loadsgf", 1, 2, loadsgf},
    {"printsgf", 0, 0, printsgf},
    {0},
};
