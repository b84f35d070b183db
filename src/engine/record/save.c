/* Writes the current game as SGF. */
#include "game_record.h"

#include "contract/presentation.h"
#include "contract/sgf_move.h"

#include <string.h>

enum { MAX_VALUE = 256 }; /* size of a move in SGF, including the final zero */

void mi_sgf_add_header(const miai_game *game, const miai_setup *setup, struct mi_out *out)
{
    char komi[32], rules[96];
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

/* Writes a player's stones of the first position, or with -1 the points that are empty although the
 * rules' first position has a piece there. Returns their number. */
static int add_stones(const miai_engine *engine, struct mi_out *out, int player)
{
    const miai_setup *setup = mi_history_setup(engine->history);
    const void *pos = mi_history_start(engine->history);
    const miai_game *game = mi_history_game(engine->history);
    char text[MAX_VALUE];
    int8_t piece[MIAI_MAX_POINTS], default_piece[MIAI_MAX_POINTS];
    int n = 0;
    game->init(engine->scratch, setup);
    mi_editing(game)->board(engine->scratch, default_piece);
    mi_editing(game)->board(pos, piece);
    for (miai_move p = 0; p < setup->width * setup->height; p++) {
        if (piece[p] != player || (player < 0 && default_piece[p] < 0))
            continue;
        mi_out_add(out, n++ ? "" : player < 0 ? "AE" : player ? "AW" : "AB");
        mi_sgf_write_point(game, setup, pos, p, text, sizeof text);
        mi_sgf_add_value(out, text);
    }
    return n;
}

/* Writes a move and plays it in pos. */
static void add_move(const miai_engine *engine, struct mi_out *out, void *pos, miai_ply ply)
{
    const miai_game *game = mi_history_game(engine->history);
    char text[MAX_VALUE];
    int score;
    if (mi_editing(game)->set_turn && (game->turn(pos) != ply.player || game->outcome(pos, &score)))
        mi_editing(game)->set_turn(pos, ply.player);
    mi_sgf_write_move(game, mi_history_setup(engine->history), pos, ply.move, text, sizeof text);
    mi_out_format(out, "\n;%c", ply.player ? 'W' : 'B');
    mi_sgf_add_value(out, text);
    game->play(pos, ply.move);
}

static void add_moves(const miai_engine *engine, struct mi_out *out)
{
    const miai_ply *line = mi_history_line(engine->history);
    memcpy(engine->scratch, mi_history_start(engine->history), mi_history_size(engine->history));
    for (int i = 0; i < mi_history_plies(engine->history); i++)
        add_move(engine, out, engine->scratch, line[i]);
}

/* Does the game begin with the same side to move as the rules' first position? */
static bool starts_with_default_turn(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    game->init(engine->scratch, mi_history_setup(engine->history));
    return game->turn(engine->scratch) == game->turn(mi_history_start(engine->history));
}

/* Does the game begin with the rules' first position? A game's hash need not include the side to
 * move. */
static bool starts_with_default_position(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return starts_with_default_turn(engine) &&
           game->hash(engine->scratch) == game->hash(mi_history_start(engine->history));
}

/* Writes the first position, if it is not that of the rules. */
static void add_start(const miai_engine *engine, struct mi_out *out)
{
    const void *start = mi_history_start(engine->history);
    int empty = add_stones(engine, out, -1);
    int black = add_stones(engine, out, 0), white = add_stones(engine, out, 1);
    if (engine->handicap)
        mi_out_format(out, "HA[%d]", black);
    if (black + white + empty > 0 || !starts_with_default_turn(engine))
        mi_out_format(out, "PL[%c]", mi_history_game(engine->history)->turn(start) ? 'W' : 'B');
}

int miai_save_sgf(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    bool default_start = starts_with_default_position(engine);
    struct mi_out out;
    if (!mi_records(game)->sgf ||
        (!default_start && !(mi_editing(game)->board && mi_editing(game)->put)))
        return -1;
    mi_out_init(&out, text, size);
    mi_sgf_add_header(game, mi_history_setup(engine->history), &out);
    if (!default_start)
        add_start(engine, &out);
    add_moves(engine, &out);
    mi_out_add(&out, ")");
    return mi_out_length(&out);
}
