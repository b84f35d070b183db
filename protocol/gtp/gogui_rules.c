/* GTP: miai as the ruler of its games in GoGui, which itself knows Go alone.
 *
 * GoGui's board is a square as far as it is sure of: of a board that is none, the points beside it
 * are removed.  Whoever asks these commands plays with a mouse: a point of a column stands for the
 * column in a game where stones fall. */
#include "gtp.h"
#include "protocol/io/suggestion.h"

#include "protocol/io/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the game ---- */

/* Of its title the letters: the first is a capital, and no other. */
static const char *game_id(struct mi_gtp *gtp, char *args)
{
    const char *title = mi_current_game(gtp->engine)->title;
    (void)args;
    gtp->by_mouse = gtp->by_gogui = true;
    for (bool first = true; *title; title++)
        if (isalpha((unsigned char)*title)) {
            int letter = first ? toupper((unsigned char)*title) : tolower((unsigned char)*title);
            mi_reply_format(&gtp->reply, "%c", letter);
            first = false;
        }
    return NULL;
}

static int side_of(const miai_engine *engine)
{
    int width = miai_width(engine), height = miai_height(engine);
    return width > height ? width : height;
}

/* GoGui 1.6 draws hexagons if it is told so, by the first three letters of that word; older ones
 * take the number alone. */
static const char *board_size(struct mi_gtp *gtp, char *args)
{
    bool hexagons = mi_hint_presentation(gtp->engine).grid == MIAI_GRID_HEXAGONS;
    (void)args;
    mi_reply_format(&gtp->reply, "%d", side_of(gtp->engine));
    if (hexagons)
        mi_reply_format(&gtp->reply, " %.3s", "hexagons");
    return NULL;
}

bool mi_gtp_keeps_size(const miai_engine *engine, int side)
{
    const miai_setup *usual = &mi_current_game(engine)->setup;
    return usual->width != usual->height && miai_width(engine) != miai_height(engine) &&
           side == side_of(engine);
}

/* ---- the position ---- */

static char mark_of(const struct mi_gtp *gtp, const int8_t *piece, int x, int y)
{
    int width = miai_width(gtp->engine), height = miai_height(gtp->engine);
    if (x >= width || y >= height)
        return '?';
    int8_t player = piece[y * width + x];
    return player == 0 ? 'X' : player == 1 ? 'O' : '.';
}

static const char *board(struct mi_gtp *gtp, char *args)
{
    int8_t piece[MIAI_MAX_POINTS];
    int side = side_of(gtp->engine);
    (void)args;
    if (miai_board(gtp->engine, piece) != MIAI_OK)
        return miai_error_text(MIAI_UNSUPPORTED);
    mi_reply_add(&gtp->reply, "\n");
    for (int row = 0; row < side; row++)
        for (int x = 0; x < side; x++)
            mi_reply_format(&gtp->reply, "%c%c",
                            mark_of(gtp, piece, x, mi_gtp_turns_rows(gtp) ? row : side - 1 - row),
                            x < side - 1 ? ' ' : '\n');
    return NULL;
}

static const char *side_to_move(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, miai_turn(gtp->engine) == 0 ? "black" : "white");
    return NULL;
}

/* ---- moves ---- */

/* A letter and a number, or the pass: what can be clicked at. */
static bool is_clickable(const char *move)
{
    if (strcmp(move, "pass") == 0)
        return true;
    return isalpha((unsigned char)*move) && move[1] &&
           move[1 + strspn(move + 1, "0123456789")] == 0;
}

/* Is the letter of a column a move?  Where stones fall it is. */
static bool columns_are_moves(miai_engine *engine, const char *move)
{
    char column[] = {*move, '\0'};
    if (strcmp(move, "pass") == 0 || miai_play(engine, MIAI_TURN, column) != MIAI_OK)
        return false;
    miai_undo(engine, 1);
    return true;
}

/* All empty points of the column of a move. */
static void add_column(struct mi_gtp *gtp, const int8_t *piece, const char *move)
{
    int width = miai_width(gtp->engine);
    int x = miai_point_read(move, width, miai_height(gtp->engine)) % width;
    for (int y = 0; y < miai_height(gtp->engine); y++)
        if (piece[y * width + x] < 0) {
            char name[MIAI_MOVE_TEXT];
            miai_point_text(x, y, name, sizeof name);
            mi_reply_format(&gtp->reply, "%s%s", gtp->reply.length ? " " : "", name);
        }
}

/* None where the game is over.  A move that cannot be clicked at, as the swap of Hex, is left out
 * where others can be. */
static const char *legal_moves(struct mi_gtp *gtp, char *args)
{
    struct mi_reply moves = {0};
    int8_t piece[MIAI_MAX_POINTS];
    const char *move;
    bool any = false;
    (void)args;
    gtp->by_mouse = true;
    if (miai_over(gtp->engine, NULL))
        return NULL;
    mi_reply_legal(&moves, gtp->engine, MIAI_TURN);
    char *rest = moves.text;
    bool falls = rest && miai_board(gtp->engine, piece) == MIAI_OK;
    while (rest && (move = mi_next_word(&rest)) != NULL) {
        if (!is_clickable(move))
            continue;
        falls = falls && (any || columns_are_moves(gtp->engine, move));
        if (falls)
            add_column(gtp, piece, move);
        else
            mi_reply_format(&gtp->reply, "%s%s", any ? " " : "", move);
        any = true;
    }
    int error = moves.failed ? MIAI_NO_MEMORY : any ? MIAI_OK : MIAI_UNSUPPORTED;
    mi_reply_free(&moves);
    return mi_gtp_failure(error);
}

static bool is_empty(const miai_engine *engine, const char *move)
{
    int8_t piece[MIAI_MAX_POINTS];
    miai_move point = miai_point_read(move, miai_width(engine), miai_height(engine));
    return point != MIAI_NO_MOVE && miai_board(engine, piece) == MIAI_OK && piece[point] < 0;
}

int mi_gtp_play(struct mi_gtp *gtp, int player, const char *move)
{
    char column[] = {*move, '\0'};
    int error = miai_play(gtp->engine, player, move);
    if (error == MIAI_ILLEGAL && gtp->by_mouse && is_empty(gtp->engine, move) &&
        miai_play(gtp->engine, player, column) == MIAI_OK)
        return MIAI_OK;
    return error;
}

/* ---- the end ---- */

static const char *final_result(struct mi_gtp *gtp, char *args)
{
    char score[64];
    (void)args;
    int error = miai_final_score(gtp->engine, score, sizeof score);
    if (error != MIAI_OK)
        return miai_error_text(error);
    if (strcmp(score, "0") == 0)
        mi_reply_add(&gtp->reply, "Draw");
    else if (mi_current_game(gtp->engine)->points > 0 || mi_current_game(gtp->engine)->scoring)
        mi_reply_format(&gtp->reply, "%s wins by %s points", *score == 'B' ? "Black" : "White",
                        score + 2);
    else
        mi_reply_format(&gtp->reply, "%s wins", *score == 'B' ? "Black" : "White");
    return NULL;
}

const struct mi_gtp_command mi_gtp_gogui_rules_commands[] = {
    {"gogui-rules_game_id", 0, 0, game_id},
    {"gogui-rules_board_size", 0, 0, board_size},
    {"gogui-rules_board", 0, 0, board},
    {"gogui-rules_legal_moves", 0, 0, legal_moves},
    {"gogui-rules_side_to_move", 0, 0, side_to_move},
    {"gogui-rules_final_result", 0, 0, final_result},
    {0},
};
