#include "opening.h"

#include "program/convert/convert.h"
#include "protocol/io/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TRIES = 40,      /* random openings that are looked at for one that is balanced */
    JUDGEMENT = 400, /* playouts for each */
    MOST = 100000,   /* openings of a file */
    BOARD = 1 << 14,
    LIST = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT
};

/* ---- from a file ---- */

/* line 0: of the whole file. */
static bool complain(char *complaint, const char *file, long line, const char *what)
{
    if (line > 0)
        snprintf(complaint, MI_COMPLAINT, "%.200s:%ld: %.250s", file, line, what);
    else
        snprintf(complaint, MI_COMPLAINT, "%.200s: %.250s", file, what);
    return false;
}

/* Is the record of the game and the board of the match? */
static bool suits(miai_engine *engine, const miai_game_record *game_record, const char *file,
                  char *complaint)
{
    char game[64], size[64], now[64];
    long line = 0;
    miai_get_option(engine, "game", game, sizeof game);
    miai_get_option(engine, "size", size, sizeof size);
    int error = miai_game_record_load(engine, game_record, 0, &line);
    if (error != MIAI_OK)
        return complain(complaint, file, line, miai_error_reason(engine, error));
    mi_print_note("miai", file, line, miai_note(engine));
    miai_get_option(engine, "game", now, sizeof now);
    if (strcmp(game, now) != 0)
        return complain(complaint, file, line, "a record of another game than the match");
    miai_get_option(engine, "size", now, sizeof now);
    return strcmp(size, now) == 0 ||
           complain(complaint, file, line, "a record of another board than the match");
}

static bool read_game_records(struct mi_openings *openings, const char *name, miai_file *file,
                              miai_engine *engine, char *complaint)
{
    const char *format = mi_format_of(name);
    if (!format)
        format = miai_game_record_format(file->bytes, file->length);
    for (;;) {
        miai_game_record *game_record = miai_game_record_read(format, file);
        if (game_record)
            openings->game_record[openings->count++] = game_record;
        if (file->fault_line != 0)
            return complain(complaint, name, file->fault_line, file->fault);
        if (!game_record || openings->count == MOST)
            break;
        if (!suits(engine, game_record, name, complaint))
            return false;
    }
    return openings->count > 0 || complain(complaint, name, 1, "no openings");
}

bool mi_openings_read(struct mi_openings *openings, const char *file, miai_engine *engine,
                      char *complaint)
{
    miai_file bytes = {.line = 1};
    char error[MI_FILE_WORDS];
    openings->bytes = mi_load_text(file, &bytes.length, error);
    bytes.bytes = openings->bytes;
    if (!bytes.bytes)
        return complain(complaint, file, 0, error);
    mi_print_note("miai", file, 0, error);
    openings->game_record = calloc(MOST, sizeof(miai_game_record *));
    return openings->game_record ? read_game_records(openings, file, &bytes, engine, complaint)
                                 : complain(complaint, file, 0, miai_error_text(MIAI_NO_MEMORY));
}

void mi_openings_free(struct mi_openings *openings)
{
    for (int i = 0; i < openings->count; i++)
        miai_game_record_free(openings->game_record[i]);
    free(openings->game_record);
    free(openings->bytes);
}

/* What stands on the board, and as the game writes positions, where it does. */
struct look {
    char board[BOARD], position[MI_OPENING_START];
};

static void look_at(const miai_engine *engine, struct look *look)
{
    miai_board_text(engine, look->board, sizeof look->board);
    if (miai_write_position(engine, look->position, sizeof look->position) < 0)
        look->position[0] = '\0';
}

static int play_game_record(const struct mi_openings *openings, unsigned long number,
                            miai_engine *engine, char start[MI_OPENING_START], bool *set_up)
{
    struct look usual, now;
    const miai_game_record *game_record =
        openings->game_record[number % (unsigned long)openings->count];
    look_at(engine, &usual);
    int error = miai_game_record_load(engine, game_record, 1, NULL);
    if (error != MIAI_OK)
        return error;
    look_at(engine, &now);
    *set_up = strcmp(now.board, usual.board) != 0 || strcmp(now.position, usual.position) != 0;
    if (*set_up)
        memcpy(start, now.position, sizeof now.position);
    return miai_game_record_load(engine, game_record, openings->plies > 0 ? openings->plies + 1 : 0,
                                 NULL);
}

/* ---- at random ---- */

/* One of the legal moves; false if there is none. */
static bool draw_move(miai_engine *engine, miai_rng *rng, char move[MIAI_MOVE_TEXT])
{
    char *text = malloc(LIST), *word = text;
    if (!text || miai_legal_moves(engine, MIAI_TURN, text, LIST) <= 0) {
        free(text);
        return false;
    }
    uint32_t count = 1;
    for (const char *c = text; *c; c++)
        count += *c == ' ';
    for (uint32_t i = miai_rng_below(rng, count); i > 0; i--)
        word = strchr(word, ' ') + 1;
    snprintf(move, MIAI_MOVE_TEXT, "%.*s", (int)strcspn(word, " "), word);
    free(text);
    return true;
}

/* Plays so many moves; false: the game has ended on the way. */
static bool wander(miai_engine *engine, int plies, uint64_t seed)
{
    miai_rng rng;
    char move[MIAI_MOVE_TEXT];
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < plies; i++)
        if (miai_over(engine, NULL) || !draw_move(engine, &rng, move) ||
            miai_play(engine, MIAI_TURN, move) != MIAI_OK)
            return false;
    return !miai_over(engine, NULL);
}

/* How far the position is from even, as a short search from nothing sees it. */
static double slant_of(miai_engine *engine)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    if (miai_search_fresh(engine, MIAI_TURN, move, sizeof move) != MIAI_OK)
        return 1;
    miai_last_search(engine, &info);
    return fabs(info.value - 0.5);
}

static int play_random(const struct mi_openings *openings, unsigned long number,
                       miai_engine *engine)
{
    uint64_t seed = miai_mix(openings->seed) + miai_mix(number + 1), chosen = seed;
    double least = 2;
    char playouts[32];
    snprintf(playouts, sizeof playouts, "%d", JUDGEMENT);
    if (openings->plies == 0)
        return MIAI_OK;
    miai_set_option(engine, "playouts", playouts);
    for (int i = 0; i < TRIES && least > openings->balance; i++) {
        uint64_t tried = miai_mix(seed + (uint64_t)i);
        miai_clear(engine);
        if (!wander(engine, openings->plies, tried))
            continue;
        double slant = openings->balance < 0.5 ? slant_of(engine) : 0;
        chosen = slant < least ? tried : chosen;
        least = slant < least ? slant : least;
    }
    miai_clear(engine);
    return wander(engine, openings->plies, chosen) ? MIAI_OK : MIAI_OVER;
}

int mi_opening_play(const struct mi_openings *openings, unsigned long number, miai_engine *engine,
                    char start[MI_OPENING_START], bool *set_up)
{
    int error = miai_new_game(engine);
    *set_up = false;
    if (error != MIAI_OK)
        return error;
    return openings->game_record ? play_game_record(openings, number, engine, start, set_up)
                                 : play_random(openings, number, engine);
}
