#include "opening.h"

#include "program/convert/convert.h"
#include "protocol/io/file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAX_TRIES = 40,       /* random openings tried to find a balanced one */
    JUDGE_PLAYOUTS = 400, /* playouts to evaluate each */
    MAX_RECORDS = 100000, /* in a file */
    BOARD_BYTES = 1 << 14,
    LIST_BYTES = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT
};

/* ---- from a file ---- */

/* line 0: the error concerns the whole file. */
static bool opening_fail(char *complaint, const char *file, long line, const char *what)
{
    if (line > 0)
        snprintf(complaint, MI_COMPLAINT, "%.200s:%ld: %.250s", file, line, what);
    else
        snprintf(complaint, MI_COMPLAINT, "%.200s: %.250s", file, what);
    return false;
}

/* Does the record have the game and board size of the match? */
static bool check_opening_record(miai_engine *engine, const miai_game_record *game_record,
                                 const char *file, const char *format, bool first, char *complaint)
{
    char game[64], size[64], current[64];
    long line = 0;
    miai_get_option(engine, "game", game, sizeof game);
    miai_get_option(engine, "size", size, sizeof size);
    int error = miai_game_record_load(engine, game_record, 0, &line);
    if (error != MIAI_OK) {
        const char *reason = miai_error_reason(engine, error);
        return opening_fail(complaint, file, line,
                            first ? mi_first_record_fault(file, format, error, reason) : reason);
    }
    mi_print_note("miai", file, line, miai_note(engine));
    miai_get_option(engine, "game", current, sizeof current);
    if (strcmp(game, current) != 0)
        return opening_fail(complaint, file, line, "not a record of the game of the match");
    miai_get_option(engine, "size", current, sizeof current);
    return strcmp(size, current) == 0 ||
           opening_fail(complaint, file, line, "not the board size of the match");
}

static bool read_game_records(struct mi_openings *openings, const char *name, miai_file *file,
                              miai_engine *engine, char *complaint)
{
    const char *format = mi_format_of_file(name, file->bytes, file->length);
    for (;;) {
        miai_game_record *game_record = miai_game_record_read(format, file);
        if (game_record)
            openings->game_record[openings->count++] = game_record;
        if (file->fault_line != 0)
            return opening_fail(complaint, name, file->fault_line, file->fault);
        if (!game_record || openings->count == MAX_RECORDS)
            break;
        if (!check_opening_record(engine, game_record, name, format, openings->count == 1,
                                  complaint))
            return false;
    }
    return openings->count > 0 || opening_fail(complaint, name, 1, "no openings");
}

bool mi_openings_read(struct mi_openings *openings, const char *file, miai_engine *engine,
                      char *complaint)
{
    miai_file bytes = {.line = 1};
    char error[MI_FILE_MESSAGE];
    openings->bytes = mi_load_text(file, &bytes.length, error);
    bytes.bytes = openings->bytes;
    if (!bytes.bytes)
        return opening_fail(complaint, file, 0, error);
    mi_print_note("miai", file, 0, error);
    openings->game_record = calloc(MAX_RECORDS, sizeof(miai_game_record *));
    return openings->game_record
               ? read_game_records(openings, file, &bytes, engine, complaint)
               : opening_fail(complaint, file, 0, miai_error_text(MIAI_NO_MEMORY));
}

void mi_openings_free(struct mi_openings *openings)
{
    for (int i = 0; i < openings->count; i++)
        miai_game_record_free(openings->game_record[i]);
    free(openings->game_record);
    free(openings->bytes);
}

/* The board, and the position if the game can write it. */
struct view {
    char board[BOARD_BYTES], position[MI_OPENING_START];
};

static void read_board_view(const miai_engine *engine, struct view *view)
{
    miai_board_text(engine, view->board, sizeof view->board);
    if (miai_write_position(engine, view->position, sizeof view->position) < 0)
        view->position[0] = '\0';
}

static int play_game_record(const struct mi_openings *openings, unsigned long number,
                            miai_engine *engine, char start[MI_OPENING_START], bool *set_up)
{
    struct view initial, current;
    const miai_game_record *game_record =
        openings->game_record[number % (unsigned long)openings->count];
    read_board_view(engine, &initial);
    int error = miai_game_record_load(engine, game_record, 1, NULL);
    if (error != MIAI_OK)
        return error;
    read_board_view(engine, &current);
    *set_up = strcmp(current.board, initial.board) != 0 ||
              strcmp(current.position, initial.position) != 0;
    if (*set_up)
        memcpy(start, current.position, sizeof current.position);
    return miai_game_record_load(engine, game_record, openings->plies > 0 ? openings->plies + 1 : 0,
                                 NULL);
}

/* ---- at random ---- */

/* Picks a random legal move.  False if there is no legal move. */
static bool random_opening_move(miai_engine *engine, miai_rng *rng, char move[MIAI_MOVE_TEXT])
{
    char *text = malloc(LIST_BYTES);
    uint32_t count = 0;
    if (text && miai_legal_moves(engine, MIAI_TURN, text, LIST_BYTES) > 0)
        for (const char *rest = text; miai_next_move(&rest, move);)
            count++;
    const char *rest = text;
    for (uint32_t i = count > 0 ? miai_rng_below(rng, count) + 1 : 0; i > 0; i--)
        miai_next_move(&rest, move);
    free(text);
    return count > 0;
}

/* Plays random moves; false: the game ended before the last one. */
static bool play_random_opening(miai_engine *engine, int plies, uint64_t seed)
{
    miai_rng rng;
    char move[MIAI_MOVE_TEXT];
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < plies; i++)
        if (miai_over(engine, NULL) || !random_opening_move(engine, &rng, move) ||
            miai_play(engine, MIAI_TURN, move) != MIAI_OK)
            return false;
    return !miai_over(engine, NULL);
}

/* The distance of the value from 1/2, by a short search with an empty tree. */
static double opening_imbalance(miai_engine *engine)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    if (miai_search_fresh(engine, MIAI_TURN, move, sizeof move) != MIAI_OK)
        return 1;
    miai_last_search(engine, &info);
    return fabs(info.value - 0.5);
}

static int play_balanced_opening(const struct mi_openings *openings, unsigned long number,
                                 miai_engine *engine)
{
    uint64_t seed = miai_mix(openings->seed) + miai_mix(number + 1), best_seed = seed;
    double best_imbalance = 2;
    char playouts[32];
    snprintf(playouts, sizeof playouts, "%d", JUDGE_PLAYOUTS);
    if (openings->plies == 0)
        return MIAI_OK;
    miai_set_option(engine, "playouts", playouts);
    for (int i = 0; i < MAX_TRIES && best_imbalance > openings->balance; i++) {
        uint64_t seed_tried = miai_mix(seed + (uint64_t)i);
        miai_clear(engine);
        if (!play_random_opening(engine, openings->plies, seed_tried))
            continue;
        double imbalance = openings->balance < 0.5 ? opening_imbalance(engine) : 0;
        best_seed = imbalance < best_imbalance ? seed_tried : best_seed;
        best_imbalance = imbalance < best_imbalance ? imbalance : best_imbalance;
    }
    miai_clear(engine);
    return play_random_opening(engine, openings->plies, best_seed) ? MIAI_OK : MIAI_OVER;
}

int mi_opening_play(const struct mi_openings *openings, unsigned long number, miai_engine *engine,
                    char start[MI_OPENING_START], bool *set_up)
{
    int error = miai_new_game(engine);
    *set_up = false;
    if (error != MIAI_OK)
        return error;
    return openings->game_record ? play_game_record(openings, number, engine, start, set_up)
                                 : play_balanced_opening(openings, number, engine);
}
