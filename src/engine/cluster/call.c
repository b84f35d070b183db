/* A search as a message:
 *
 * version | game, set-up, first position, moves | options | player, keys | allowed root moves |
 * limits
 *
 * Positions are sent as raw memory, because all ranks run the same program on machines of one kind.
 * The keys check that they reached the same position. */
#include "call.h"

#include "base/text.h"
#include "engine/add_game.h"
#include "engine/position.h"
#include "engine/root.h"
#include "engine/setup/setup.h"

#include <stdlib.h>

/* Seconds that a rank searches beyond the limit if it receives no stop. */
static const double MARGIN = 1;

enum { VALUE = 4096 };

/* ---- options ---- */

/* Is the option part of the message? Options of the position are sent with the position; those for
 * clients concern only rank 0. */
static bool is_sent_option(const miai_option *option)
{
    return option->scope != MIAI_SCOPE_GAME && option->scope != MIAI_SCOPE_CLIENT;
}

static void write_options(const miai_engine *engine, struct mi_bytes *bytes)
{
    const miai_option *option;
    char value[VALUE];
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
        if (is_sent_option(option) &&
            miai_get_option(engine, option->name, value, sizeof value) >= 0) {
            mi_bytes_write_text(bytes, option->name);
            mi_bytes_write_text(bytes, value);
        }
    mi_bytes_write_text(bytes, "");
}

static bool read_options(miai_engine *engine, struct mi_bytes *bytes)
{
    const char *name, *value;
    char have[VALUE];
    while ((name = mi_bytes_read_text(bytes)) != NULL && *name) {
        value = mi_bytes_read_text(bytes);
        if (!value || miai_get_option(engine, name, have, sizeof have) < 0)
            return false;
        if (strcmp(have, value) != 0 && miai_set_option(engine, name, value) != MIAI_OK)
            return false;
    }
    return name != NULL;
}

/* ---- the position ---- */

static void write_position(const miai_engine *engine, struct mi_bytes *bytes)
{
    const struct mi_history *history = engine->history;
    const miai_setup *setup = mi_history_setup(history);
    const miai_ply *line = mi_history_line(history);
    mi_bytes_write_text(bytes, mi_history_game(history)->name);
    mi_bytes_write(bytes, 8, engine->game_number);
    mi_bytes_write(bytes, 2, (uint64_t)setup->width);
    mi_bytes_write(bytes, 2, (uint64_t)setup->height);
    mi_bytes_write(bytes, 2, (uint64_t)setup->rules);
    mi_bytes_write_real(bytes, setup->komi);
    mi_bytes_write(bytes, 4, mi_history_size(history));
    mi_bytes_write_all(bytes, mi_history_start(history), mi_history_size(history));
    mi_bytes_write(bytes, 4, (uint64_t)mi_history_plies(history));
    for (int i = 0; i < mi_history_plies(history); i++) {
        mi_bytes_write(bytes, 2, line[i].move);
        mi_bytes_write(bytes, 1, line[i].player);
    }
}

/* Clears the state of earlier searches if a new game has begun. */
static void note_game_number(miai_engine *engine, uint64_t games_before)
{
    if (engine->game_number != games_before)
        miai_forget(engine);
    engine->game_number = games_before;
}

static bool set_up_game(miai_engine *engine, const char *name, const miai_setup *setup)
{
    int i = mi_engine_find_game(engine, name);
    const miai_setup *have = mi_history_setup(engine->history);
    if (i < 0)
        return false;
    if (mi_history_game(engine->history) == engine->games[i] && have->width == setup->width &&
        have->height == setup->height && have->rules == setup->rules && have->komi == setup->komi)
        return true;
    return mi_engine_replace_history(engine, mi_history_new(engine->games[i], setup)) == MIAI_OK;
}

/* The first position must be aligned like the original. */
static bool restart_from(miai_engine *engine, const unsigned char *first, size_t size)
{
    if (!first || size != mi_history_size(engine->history))
        return false;
    memcpy(engine->pos, first, size);
    mi_history_restart(engine->history, engine->pos);
    return true;
}

static bool read_position(miai_engine *engine, struct mi_bytes *bytes)
{
    const char *name = mi_bytes_read_text(bytes);
    uint64_t games_before = mi_bytes_read(bytes, 8);
    miai_setup setup = {.width = (int)mi_bytes_read(bytes, 2)};
    setup.height = (int)mi_bytes_read(bytes, 2);
    setup.rules = (int)mi_bytes_read(bytes, 2);
    setup.komi = mi_bytes_read_real(bytes);
    size_t size = (size_t)mi_bytes_read(bytes, 4);
    const unsigned char *first = mi_bytes_skip(bytes, size);
    if (!name || !set_up_game(engine, name, &setup) || !restart_from(engine, first, size))
        return false;
    note_game_number(engine, games_before);
    for (uint64_t plies = mi_bytes_read(bytes, 4); plies > 0 && !bytes->failed; plies--) {
        miai_move move = (miai_move)mi_bytes_read(bytes, 2);
        int player = (int)mi_bytes_read(bytes, 1);
        if (mi_history_replay(engine->history, player, move) != MI_PLAYED)
            return false;
    }
    return !bytes->failed;
}

/* ---- limits ---- */

static void write_moves(struct mi_bytes *bytes, const miai_move *list, int n)
{
    mi_bytes_write(bytes, 2, (uint64_t)n);
    for (int i = 0; i < n; i++)
        mi_bytes_write(bytes, 2, (uint64_t)list[i]);
}

static int read_moves(struct mi_bytes *bytes, miai_move *list)
{
    int n = (int)mi_bytes_read(bytes, 2);
    if (n > MIAI_MAX_LEGAL)
        bytes->failed = true;
    for (int i = 0; i < n && !bytes->failed; i++)
        list[i] = (miai_move)mi_bytes_read(bytes, 2);
    return bytes->failed ? 0 : n;
}

/* The time left; 0 (no limit) while pondering. */
static double seconds_left(const struct mi_limits *limits, double now)
{
    if (limits->seconds <= 0 || limits->ponder_end)
        return 0;
    double left = limits->start + limits->seconds - now;
    return (left > 0 ? left : 0) + MARGIN;
}

static void write_limits(const struct mi_limits *limits, double now, struct mi_bytes *bytes)
{
    mi_bytes_write_real(bytes, seconds_left(limits, now));
    mi_bytes_write(bytes, 8, limits->playouts);
    mi_bytes_write(bytes, 4, (uint64_t)limits->depth);
    mi_bytes_write(bytes, 4, (uint64_t)limits->mate);
    mi_bytes_write(bytes, 8, limits->avoid_key);
    mi_bytes_write(bytes, 2, (uint64_t)limits->avoid_count);
    for (int i = 0; i < limits->avoid_count; i++) {
        mi_bytes_write(bytes, 1, (uint64_t)limits->avoid[i].player);
        mi_bytes_write(bytes, 4, (uint64_t)limits->avoid[i].plies);
        mi_bytes_write(bytes, 1, limits->avoid[i].allow);
        write_moves(bytes, limits->avoid[i].move, limits->avoid[i].count);
    }
}

static bool read_avoided(miai_engine *engine, struct mi_bytes *bytes, struct mi_limits *limits)
{
    limits->avoid_count = (int)mi_bytes_read(bytes, 2);
    if (!engine->avoiding)
        engine->avoiding = malloc(sizeof *engine->avoiding);
    if (!engine->avoiding || limits->avoid_count > MIAI_MAX_AVOID)
        return false;
    for (int i = 0; i < limits->avoid_count; i++) {
        struct mi_avoid *avoid = &engine->avoiding->list[i];
        avoid->player = (int)mi_bytes_read(bytes, 1);
        avoid->plies = (int)mi_bytes_read(bytes, 4);
        avoid->allow = mi_bytes_read(bytes, 1) != 0;
        avoid->count = read_moves(bytes, engine->avoiding->move[i]);
        avoid->move = engine->avoiding->move[i];
    }
    limits->avoid = engine->avoiding->list;
    return !bytes->failed;
}

static bool read_limits(miai_engine *engine, struct mi_bytes *bytes, double now,
                        struct mi_limits *limits)
{
    *limits = (struct mi_limits){.start = now, .stop = &engine->stop};
    limits->seconds = mi_bytes_read_real(bytes);
    limits->playouts = mi_bytes_read(bytes, 8);
    limits->depth = (int)mi_bytes_read(bytes, 4);
    limits->mate = (int)mi_bytes_read(bytes, 4);
    limits->avoid_key = mi_bytes_read(bytes, 8);
    return read_avoided(engine, bytes, limits);
}

/* ---- the whole message ---- */

void mi_call_write(const miai_engine *engine, const struct mi_root *root,
                   const struct mi_limits *limits, double now, struct mi_bytes *bytes)
{
    mi_bytes_write_text(bytes, miai_version());
    write_position(engine, bytes);
    write_options(engine, bytes);
    mi_bytes_write(bytes, 1, (uint64_t)root->game->turn(root->pos));
    mi_bytes_write(bytes, 8, root->start);
    mi_bytes_write(bytes, 8, root->game->hash(root->pos));
    write_moves(bytes, root->only, root->only_count);
    mi_bytes_write(bytes, 1, root->only_best);
    write_limits(limits, now, bytes);
}

bool mi_call_read(miai_engine *engine, struct mi_bytes *bytes, double now, struct mi_call *call)
{
    const char *version = mi_bytes_read_text(bytes);
    if (!version || strcmp(version, miai_version()) != 0 || !read_position(engine, bytes) ||
        !read_options(engine, bytes))
        return false;
    int player = (int)mi_bytes_read(bytes, 1);
    uint64_t start = mi_bytes_read(bytes, 8), hash = mi_bytes_read(bytes, 8);
    if (bytes->failed || !mi_engine_root(engine, player, engine->pos, &call->root) ||
        call->root.start != start || call->root.game->hash(call->root.pos) != hash)
        return false;
    call->root.only_count = read_moves(bytes, call->only);
    call->root.only = call->only;
    call->root.only_best = mi_bytes_read(bytes, 1) != 0;
    return read_limits(engine, bytes, now, &call->limits);
}
