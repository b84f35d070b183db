/* The engine's life, its games and its position. */
#include "engine.h"

#include "../base/text.h"
#include "../game/games.h"
#include "config.h"

#include <stdlib.h>
#include <string.h>

const char *miai_error_text(int error)
{
    static const char *const texts[] = {
#define MIAI_ERROR_TEXT(code, text) text,
        MIAI_ERRORS(MIAI_ERROR_TEXT)
#undef MIAI_ERROR_TEXT
    };
    return error >= 0 && error < (int)(sizeof texts / sizeof *texts) ? texts[error]
                                                                     : "unknown error";
}

const char *miai_version(void)
{
    return PACKAGE_VERSION;
}

static bool copy_games(miai_engine *engine)
{
    while (mi_games[engine->game_count])
        engine->game_count++;
    engine->games = malloc(((size_t)engine->game_count + 1) * sizeof *engine->games);
    if (!engine->games)
        return false;
    memcpy(engine->games, mi_games, ((size_t)engine->game_count + 1) * sizeof *engine->games);
    return true;
}

miai_engine *miai_new(void)
{
    miai_engine *engine = calloc(1, sizeof *engine);
    if (!engine)
        return NULL;
    mi_options_init(&engine->options);
    atomic_init(&engine->stop, false);
    atomic_init(&engine->ponder_end, -1);
    engine->result = calloc(1, sizeof *engine->result);
    engine->choice_text = calloc(MIAI_MAX_LEGAL, sizeof *engine->choice_text);
    if (!engine->result || !engine->choice_text || !copy_games(engine) ||
        mi_engine_take(engine, mi_record_new(mi_games[0], &mi_games[0]->setup)) != MIAI_OK) {
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
    mi_record_free(engine->record);
    free(engine->pos);
    free(engine->scratch);
    free(engine->result);
    free(engine->choice_text);
    free(engine->games);
    free(engine);
}

/* What is known of the game so far holds no longer. */
static void begin_anew(miai_engine *engine)
{
    engine->handicap = false;
    engine->hopeless[0] = engine->hopeless[1] = 0;
    mi_time_restart(&engine->time);
}

int mi_engine_take(miai_engine *engine, struct mi_record *record)
{
    if (!record)
        return MIAI_NO_MEMORY;
    void *pos = malloc(mi_record_size(record)), *scratch = malloc(mi_record_size(record));
    if (!pos || !scratch) {
        free(pos);
        free(scratch);
        mi_record_free(record);
        return MIAI_NO_MEMORY;
    }
    free(engine->pos);
    free(engine->scratch);
    mi_record_free(engine->record);
    engine->pos = pos;
    engine->scratch = scratch;
    engine->record = record;
    begin_anew(engine);
    return MIAI_OK;
}

/* ---- games ---- */

static int find_game(const miai_engine *engine, const char *name)
{
    for (int i = 0; i < engine->game_count; i++)
        if (mi_same_text(engine->games[i]->name, name))
            return i;
    return -1;
}

static bool is_complete(const miai_game *game)
{
    return game->abi == MIAI_GAME_ABI && game->name && game->title && game->size &&
           game->move_count && game->init && game->turn && game->moves && game->legal &&
           game->play && game->outcome && game->hash && game->move_text && game->text;
}

int miai_add_game(miai_engine *engine, const miai_game *game)
{
    if (!is_complete(game) || find_game(engine, game->name) >= 0)
        return MIAI_BAD_VALUE;
    size_t room = (size_t)engine->game_count + 2;
    const miai_game **games = realloc(engine->games, room * sizeof *games);
    if (!games)
        return MIAI_NO_MEMORY;
    games[engine->game_count++] = game;
    games[engine->game_count] = NULL;
    engine->games = games;
    return MIAI_OK;
}

int miai_game_count(const miai_engine *engine)
{
    return engine->game_count;
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
    return mi_record_game(engine->record)->name;
}

int miai_set_game(miai_engine *engine, const char *name)
{
    int i = find_game(engine, name);
    if (i < 0)
        return MIAI_NO_GAME;
    const miai_game *game = engine->games[i];
    return mi_engine_take(engine, mi_record_new(game, &game->setup));
}

/* ---- the position ---- */

int mi_engine_player(const miai_engine *engine, int player)
{
    if (player == MIAI_TURN)
        return miai_turn(engine);
    return player == 0 || player == 1 ? player : -1;
}

bool mi_engine_allows(const miai_game *game, const miai_setup *setup)
{
    return setup->width >= game->min_width && setup->width <= game->max_width &&
           setup->height >= game->min_height && setup->height <= game->max_height &&
           game->size(setup) > 0;
}

int miai_set_size(miai_engine *engine, int width, int height)
{
    const miai_game *game = mi_record_game(engine->record);
    miai_setup setup = *mi_record_setup(engine->record);
    setup.width = width;
    setup.height = height;
    if (!mi_engine_allows(game, &setup))
        return MIAI_SIZE;
    return mi_engine_take(engine, mi_record_new(game, &setup));
}

int miai_width(const miai_engine *engine)
{
    return mi_record_setup(engine->record)->width;
}

int miai_height(const miai_engine *engine)
{
    return mi_record_setup(engine->record)->height;
}

int miai_clear(miai_engine *engine)
{
    mi_record_clear(engine->record);
    begin_anew(engine);
    return MIAI_OK;
}

int miai_new_game(miai_engine *engine)
{
    if (engine->searched) {
        engine->games_before++;
        engine->searched = false;
        miai_forget(engine);
    }
    return miai_clear(engine);
}

int miai_set_komi(miai_engine *engine, double komi)
{
    if (!(komi >= -9999 && komi <= 9999))
        return MIAI_BAD_VALUE;
    miai_setup setup = *mi_record_setup(engine->record);
    setup.komi = komi;
    struct mi_record *record = mi_engine_rebuild(engine, &setup);
    if (!record)
        return MIAI_NO_MEMORY;
    mi_record_free(engine->record); /* of the same size: the buffers and clocks stay */
    engine->record = record;
    return MIAI_OK;
}

double miai_komi(const miai_engine *engine)
{
    return mi_record_setup(engine->record)->komi;
}

int miai_turn(const miai_engine *engine)
{
    return mi_record_game(engine->record)->turn(mi_record_position(engine->record));
}

int miai_plies(const miai_engine *engine)
{
    return mi_record_plies(engine->record);
}

int miai_play(miai_engine *engine, int player, const char *text)
{
    miai_move move;
    player = mi_engine_player(engine, player);
    if (player < 0)
        return MIAI_BAD_VALUE;
    switch (mi_record_read(engine->record, player, text, &move)) {
    case MI_READ_NONE:
        return MIAI_SYNTAX;
    case MI_READ_ILLEGAL:
        return MIAI_ILLEGAL;
    default:
        break;
    }
    return mi_record_play(engine->record, player, move) == MI_PLAYED ? MIAI_OK : MIAI_NO_MEMORY;
}

int miai_undo(miai_engine *engine, int plies)
{
    if (!mi_record_undo(engine->record, plies))
        return MIAI_NO_UNDO;
    if (plies > 0)
        engine->hopeless[0] = engine->hopeless[1] = 0;
    return MIAI_OK;
}

bool miai_over(const miai_engine *engine, int *score)
{
    int result = 0;
    bool over = mi_record_outcome(engine->record, &result);
    if (over && score)
        *score = result;
    return over;
}

int miai_board_text(const miai_engine *engine, char *text, size_t size)
{
    return mi_record_game(engine->record)->text(mi_record_position(engine->record), text, size);
}

int miai_legal_moves(const miai_engine *engine, int player, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    miai_move list[MIAI_MAX_LEGAL];
    char name[MIAI_MOVE_TEXT];
    struct mi_out out;
    mi_out_init(&out, text, size);
    player = mi_engine_player(engine, player);
    int n = player < 0 ? 0 : mi_record_moves(engine->record, player, list);
    for (int i = 0; i < n; i++) {
        game->move_text(mi_record_position(engine->record), list[i], name, sizeof name);
        mi_out_format(&out, "%s%s", i ? " " : "", name);
    }
    return mi_out_length(&out);
}

int miai_board(const miai_engine *engine, int8_t *piece)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!game->board)
        return MIAI_UNSUPPORTED;
    game->board(mi_record_position(engine->record), piece);
    return MIAI_OK;
}

int miai_write_position(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!game->write_position)
        return -1;
    return game->write_position(mi_record_position(engine->record), text, size);
}

int miai_read_position(miai_engine *engine, const char *text)
{
    const miai_game *game = mi_record_game(engine->record);
    if (!game->read_position)
        return MIAI_UNSUPPORTED;
    if (!game->read_position(engine->scratch, mi_record_setup(engine->record), text))
        return MIAI_BAD_VALUE;
    mi_record_restart(engine->record, engine->scratch);
    return MIAI_OK;
}

/* Writes the i-th move as it stood when it was made: its text may depend on the position. */
int miai_move_text(const miai_engine *engine, int i, int *player, char *text, size_t size)
{
    const struct mi_record *record = engine->record;
    const miai_game *game = mi_record_game(record);
    if (i < 0 || i >= mi_record_plies(record))
        return -1;
    struct mi_record *then = mi_record_copy(record);
    if (!then)
        return -1;
    mi_record_undo(then, mi_record_plies(record) - i);
    struct mi_ply ply = mi_record_line(record)[i];
    *player = ply.player;
    int length = game->move_text(mi_record_position(then), ply.move, text, size);
    mi_record_free(then);
    return length;
}

/* ---- set-ups ---- */

/* Reads the text of old as a position of another set-up.  False: it is none there. */
static bool reread(const miai_game *game, const miai_setup *setup, void *pos, const void *old)
{
    char text[2048];
    return game->write_position && game->read_position &&
           game->write_position(old, text, sizeof text) < (int)sizeof text &&
           game->read_position(pos, setup, text);
}

/* Makes the first position of record, whose set-up may be another, as much like old as it can be.
 */
static bool copy_start(struct mi_record *record, const void *old)
{
    const miai_game *game = mi_record_game(record);
    const miai_setup *setup = mi_record_setup(record);
    void *pos = malloc(mi_record_size(record));
    if (!pos)
        return false;
    memcpy(pos, old, mi_record_size(record));
    if (game->set_rules)
        game->set_rules(pos, setup);
    else if (!reread(game, setup, pos, old))
        memcpy(pos, mi_record_start(record), mi_record_size(record));
    mi_record_restart(record, pos);
    free(pos);
    return true;
}

struct mi_record *mi_engine_rebuild(const miai_engine *engine, const miai_setup *setup)
{
    const struct mi_record *old = engine->record;
    const miai_game *game = mi_record_game(old);
    struct mi_record *record = mi_record_new(game, setup);
    if (!record || !copy_start(record, mi_record_start(old))) {
        mi_record_free(record);
        return NULL;
    }
    for (int i = 0; i < mi_record_plies(old); i++) {
        struct mi_ply ply = mi_record_line(old)[i];
        enum mi_played played = mi_record_play(record, ply.player, ply.move);
        if (played == MI_PLAY_NO_MEMORY) {
            mi_record_free(record);
            return NULL;
        }
        if (played != MI_PLAYED)
            break; /* other rules forbid the rest of the game */
    }
    return record;
}
