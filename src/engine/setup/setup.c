/* Creates and frees an engine, and sets up its game. */
#include "setup.h"

#include "book_file.h"
#include "client.h"
#include "engine/add_game.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "engine/option_value.h"
#include "engine/root.h"
#include "human_network.h"
#include "network_file.h"
#include "tablebase_file.h"

#include "config.h"
#include "game/games.h"

#include <stdlib.h>
#include <string.h>

const char *miai_version(void)
{
    return PACKAGE_VERSION;
}

miai_engine *miai_new(void)
{
    miai_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    mi_options_init(&engine->options);
    atomic_init(&engine->stop, false);
    atomic_init(&engine->ponder_end, -1);
    engine->status = calloc(1, sizeof *engine->status);
    engine->result = calloc(1, sizeof *engine->result);
    engine->choice_text = calloc(MIAI_MAX_LEGAL, sizeof *engine->choice_text);
    engine->line_text = malloc(MI_PV_TEXT);
    if (!engine->status || !engine->result || !engine->choice_text || !engine->line_text ||
        !mi_engine_list_games(engine) ||
        mi_engine_replace_history(engine, mi_history_new(mi_games[0], &mi_games[0]->setup)) !=
            MIAI_OK) {
        miai_free(engine);
        return NULL;
    }
    return engine;
}

void miai_free(miai_engine *engine)
{
    if (!engine)
        return;
    mi_engine_drop_search(engine);
    mi_engine_close_book(engine);
    mi_engine_close_tables(engine);
    mi_engine_close_evaluation(engine);
    mi_engine_close_network(engine);
    mi_engine_close_human_network(engine);
    mi_history_free(engine->history);
    free(engine->pos);
    free(engine->scratch);
    free(engine->status);
    free(engine->result);
    free(engine->choice_text);
    free(engine->line_text);
    free(engine->avoiding);
    free(engine->allowed_files);
    mi_engine_free_games(engine);
    free(engine);
}

/* Resets all state that belongs to the game in progress. */
static void reset_game_state(miai_engine *engine)
{
    engine->handicap = false;
    engine->game_end = (struct mi_game_end){0};
    mi_time_restart(&engine->time);
}

int mi_engine_replace_history(miai_engine *engine, struct mi_history *history)
{
    if (!history)
        return MIAI_NO_MEMORY;
    void *pos = malloc(mi_history_size(history)), *scratch = malloc(mi_history_size(history));
    int error = pos && scratch ? mi_engine_check_size_ceiling(engine, mi_history_setup(history))
                               : MIAI_NO_MEMORY;
    if (error == MIAI_OK)
        error = mi_engine_reopen_tables(engine, history);
    if (error == MIAI_OK)
        error = mi_engine_reopen_evaluation(engine, history);
    if (error != MIAI_OK) {
        free(pos);
        free(scratch);
        mi_history_free(history);
        return error;
    }
    engine->root_is_current = false;
    free(engine->pos);
    free(engine->scratch);
    mi_history_free(engine->history);
    engine->pos = pos;
    engine->scratch = scratch;
    engine->history = history;
    reset_game_state(engine);
    return MIAI_OK;
}

/* ---- games ---- */

int miai_game_count(const miai_engine *engine)
{
    return engine->game_count;
}

const miai_game *miai_game_at(const miai_engine *engine, int i)
{
    return i >= 0 && i < engine->game_count ? engine->games[i] : NULL;
}

const char *miai_game_name(const miai_engine *engine, int i)
{
    return i >= 0 && i < engine->game_count ? engine->games[i]->name : NULL;
}

const char *miai_game_title(const miai_engine *engine, int i)
{
    return i >= 0 && i < engine->game_count ? engine->games[i]->title : NULL;
}

const char *miai_current_game(const miai_engine *engine)
{
    return mi_history_game(engine->history)->name;
}

int miai_set_game(miai_engine *engine, const char *name)
{
    int i = mi_engine_find_game(engine, name);
    if (i < 0)
        return MIAI_NO_GAME;
    const miai_game *game = engine->games[i];
    miai_setup setup = game->setup;
    mi_engine_clamp_size(engine, game, &setup);
    int error = mi_engine_replace_history(engine, mi_history_new(game, &setup));
    if (error == MIAI_OK)
        engine->rules_game = NULL;
    return error;
}

/* ---- board size ---- */

int miai_set_size(miai_engine *engine, int width, int height)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_setup setup = *mi_history_setup(engine->history);
    setup.width = width;
    setup.height = height;
    if (!mi_engine_setup_is_allowed(game, &setup))
        return MIAI_SIZE;
    return mi_engine_replace_history(engine, mi_history_new(game, &setup));
}

int miai_width(const miai_engine *engine)
{
    return mi_history_setup(engine->history)->width;
}

int miai_height(const miai_engine *engine)
{
    return mi_history_setup(engine->history)->height;
}

int miai_clear(miai_engine *engine)
{
    mi_history_clear(engine->history);
    reset_game_state(engine);
    return MIAI_OK;
}

int miai_new_game(miai_engine *engine)
{
    if (engine->has_searched) {
        engine->game_number++;
        engine->has_searched = false;
        miai_forget(engine);
    }
    return miai_clear(engine);
}

void miai_seal(miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    const miai_setup *old = mi_history_setup(engine->history);
    miai_setup setup = *old;
    engine->sealed = true;
    mi_engine_clamp_options(&engine->options);
    mi_engine_clamp_size(engine, game, &setup);
    if (setup.width != old->width || setup.height != old->height)
        mi_engine_replace_history(engine, mi_history_new(game, &setup));
}

/* ---- rules and komi ---- */

/* Writes old as text and reads it as a position with another set-up. False if that fails. */
static bool convert_by_text(const miai_game *game, const miai_setup *setup, void *pos,
                            const void *old)
{
    char text[2048];
    return mi_notation(game)->write_position && mi_notation(game)->read_position &&
           mi_notation(game)->write_position(old, text, sizeof text) < (int)sizeof text &&
           mi_notation(game)->read_position(pos, setup, text);
}

/* Copies the first position of old to history, which may have another set-up. If old starts from
 * the default position, history keeps its own default: parts outside the board, such as the choice
 * of colours, may differ. */
static int copy_start(struct mi_history *history, const struct mi_history *old)
{
    const miai_game *game = mi_history_game(history);
    const miai_setup *setup = mi_history_setup(history);
    void *pos = malloc(mi_history_size(history));
    if (!pos)
        return MIAI_NO_MEMORY;
    bool default_start = mi_history_has_default_start(old), kept = true;
    memcpy(pos, mi_history_start(old), mi_history_size(history));
    if (mi_editing(game)->set_rules)
        mi_editing(game)->set_rules(pos, setup);
    else
        kept = !(default_start && mi_history_plies(old) == 0) &&
               convert_by_text(game, setup, pos, mi_history_start(old));
    if (kept)
        mi_history_restart(history, pos);
    free(pos);
    return kept || default_start ? MIAI_OK : MIAI_ILLEGAL;
}

/* Is it the player's turn in both or in neither? In Swap2 another player's stone may have another
 * colour. */
static bool turns_agree(const struct mi_history *a, const struct mi_history *b, int player)
{
    const miai_game *game = mi_history_game(a);
    return (game->turn(mi_history_position(a)) == player) ==
           (game->turn(mi_history_position(b)) == player);
}

/* Plays the moves of old by the rules of history, up to the first that they forbid. With the same
 * rules all moves are possible, and so are those that the old rules already forbade. */
static int copy_moves(struct mi_history *history, const struct mi_history *old)
{
    bool ruled = mi_history_setup(history)->rules != mi_history_setup(old)->rules;
    struct mi_history *before = mi_history_copy(old);
    if (!before)
        return MIAI_NO_MEMORY;
    enum mi_play_result played = MI_PLAYED;
    mi_history_undo(before, mi_history_plies(old));
    for (int i = 0; i < mi_history_plies(old) && played == MI_PLAYED; i++) {
        miai_ply ply = mi_history_line(old)[i];
        for (int k = 0; k < ply.nulls; k++)
            mi_history_null(history);
        if (ruled && !turns_agree(history, before, ply.player))
            break;
        bool strict = ruled && mi_history_legal(before, ply.player, ply.move);
        played = (strict ? mi_history_play : mi_history_replay)(history, ply.player, ply.move);
        if (played == MI_PLAYED)
            played = mi_history_replay(before, ply.player, ply.move);
    }
    mi_history_free(before);
    return played == MI_PLAY_NO_MEMORY ? MIAI_NO_MEMORY : MIAI_OK;
}

int mi_engine_rebuild(miai_engine *engine, const miai_setup *setup, struct mi_history **rebuilt)
{
    const struct mi_history *old = engine->history;
    struct mi_history *history = mi_history_new(mi_history_game(old), setup);
    int error = history ? copy_start(history, old) : MIAI_NO_MEMORY;
    if (error == MIAI_ILLEGAL)
        mi_engine_fail(engine, error,
                       "the position that was set up is impossible under these rules");
    if (error == MIAI_OK)
        error = copy_moves(history, old);
    if (error != MIAI_OK) {
        mi_history_free(history);
        history = NULL;
    }
    *rebuilt = history;
    return error;
}

int miai_set_komi(miai_engine *engine, double komi)
{
    if (!(komi >= -9999 && komi <= 9999))
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "komi must be from -9999 to 9999");
    miai_setup setup = *mi_history_setup(engine->history);
    setup.komi = komi;
    struct mi_history *history;
    int error = mi_engine_rebuild(engine, &setup, &history);
    if (error != MIAI_OK)
        return error;
    mi_history_free(engine->history); /* of the same size: the buffers and clocks stay */
    engine->history = history;
    return MIAI_OK;
}

double miai_komi(const miai_engine *engine)
{
    return mi_history_setup(engine->history)->komi;
}
