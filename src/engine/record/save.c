/* The game so far as a record in SGF. */
#include "engine/engine.h"

#include "base/text.h"
#include "contract/presentation.h"
#include "contract/sgf_move.h"

#include <string.h>

enum { MAX_VALUE = 256 }; /* bytes of a move in SGF, with its end */

static void add_value(struct mi_out *out, const char *text)
{
    mi_out_char(out, '[');
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            mi_out_char(out, '\\');
        mi_out_char(out, *text);
    }
    mi_out_char(out, ']');
}

static void add_header(const miai_engine *engine, struct mi_out *out)
{
    const miai_setup *setup = mi_history_setup(engine->history);
    const miai_game *game = mi_history_game(engine->history);
    char komi[32], rules[64];
    mi_write_real(setup->komi, komi, sizeof komi);
    mi_write_rules(game, setup->rules, rules, sizeof rules);
    mi_out_format(out, "(;GM[%d]FF[4]CA[UTF-8]AP[miai:%s]SZ[%d", mi_records(game)->sgf,
                  miai_version(), setup->width);
    if (setup->height != setup->width)
        mi_out_format(out, ":%d", setup->height);
    mi_out_format(out, "]KM[%s]", komi);
    if (game->rules)
        mi_out_format(out, "RU[%s]", rules);
}

/* A player's stones of the first position, or (-1) the points where its rules have some and it has
 * none. */
static int add_stones(const miai_engine *engine, struct mi_out *out, int player)
{
    const miai_setup *setup = mi_history_setup(engine->history);
    const void *pos = mi_history_start(engine->history);
    const miai_game *game = mi_history_game(engine->history);
    char text[MAX_VALUE];
    int8_t piece[MIAI_MAX_POINTS], usual[MIAI_MAX_POINTS];
    int n = 0;
    game->init(engine->scratch, setup);
    mi_editing(game)->board(engine->scratch, usual);
    mi_editing(game)->board(pos, piece);
    for (miai_move p = 0; p < setup->width * setup->height; p++) {
        if (piece[p] != player || (player < 0 && usual[p] < 0))
            continue;
        mi_out_add(out, n++ ? "" : player < 0 ? "AE" : player ? "AW" : "AB");
        mi_sgf_write_point(game, setup, pos, p, text, sizeof text);
        add_value(out, text);
    }
    return n;
}

/* Moves the position on. */
static void add_move(const miai_engine *engine, struct mi_out *out, void *pos, miai_ply ply)
{
    const miai_game *game = mi_history_game(engine->history);
    char text[MAX_VALUE];
    int score;
    if (mi_editing(game)->set_turn && (game->turn(pos) != ply.player || game->outcome(pos, &score)))
        mi_editing(game)->set_turn(pos, ply.player);
    mi_sgf_write_move(game, mi_history_setup(engine->history), pos, ply.move, text, sizeof text);
    mi_out_format(out, "\n;%c", ply.player ? 'W' : 'B');
    add_value(out, text);
    game->play(pos, ply.move);
}

static void add_moves(const miai_engine *engine, struct mi_out *out)
{
    const miai_ply *line = mi_history_line(engine->history);
    memcpy(engine->scratch, mi_history_start(engine->history), mi_history_size(engine->history));
    for (int i = 0; i < mi_history_plies(engine->history); i++)
        add_move(engine, out, engine->scratch, line[i]);
}

/* Did the game begin with the first player, as the rules have it? */
static bool begins_in_turn(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    game->init(engine->scratch, mi_history_setup(engine->history));
    return game->turn(engine->scratch) == game->turn(mi_history_start(engine->history));
}

/* And with the first position of the rules?  A game's key need not tell whose turn it is. */
static bool begins_as_usual(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return begins_in_turn(engine) &&
           game->hash(engine->scratch) == game->hash(mi_history_start(engine->history));
}

/* The position that the game began with, where it is not the usual one. */
static void add_start(const miai_engine *engine, struct mi_out *out)
{
    const void *start = mi_history_start(engine->history);
    int empty = add_stones(engine, out, -1);
    int black = add_stones(engine, out, 0), white = add_stones(engine, out, 1);
    if (engine->handicap)
        mi_out_format(out, "HA[%d]", black);
    if (black + white + empty > 0 || !begins_in_turn(engine))
        mi_out_format(out, "PL[%c]", mi_history_game(engine->history)->turn(start) ? 'W' : 'B');
}

int miai_save_sgf(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    bool usual = begins_as_usual(engine);
    struct mi_out out;
    if (!mi_records(game)->sgf || (!usual && !(mi_editing(game)->board && mi_editing(game)->put)))
        return -1;
    mi_out_init(&out, text, size);
    add_header(engine, &out);
    if (!usual)
        add_start(engine, &out);
    add_moves(engine, &out);
    mi_out_add(&out, ")");
    return mi_out_length(&out);
}
