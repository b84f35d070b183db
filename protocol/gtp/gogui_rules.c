/* GTP commands with which GoGui, which itself only knows Go, uses miai as the referee ("ruler") of
 * other games.
 *
 * GoGui's board is reliably drawn only as a square.  On other boards, the points outside the board
 * are marked as removed.  A client that sends these commands is used with a mouse, so in games
 * where pieces fall, any point of a column stands for the column. */
#include "gtp.h"
#include "protocol/io/suggestion.h"

#include "protocol/io/words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- the game ---- */

/* The letters of the game's title; the first one is a capital. */
static const char *gtp_rules_game_id(struct mi_gtp *gtp, char *args)
{
    const char *title = mi_current_game(gtp->engine)->title;
    (void)args;
    gtp->is_ruler = gtp->is_gogui = true;
    for (bool first = true; *title; title++)
        if (isalpha((unsigned char)*title)) {
            int letter = first ? toupper((unsigned char)*title) : tolower((unsigned char)*title);
            mi_reply_format(&gtp->reply, "%c", letter);
            first = false;
        }
    return NULL;
}

static int longer_side(const miai_engine *engine)
{
    int width = miai_width(engine), height = miai_height(engine);
    return width > height ? width : height;
}

/* GoGui 1.6 draws hexagons if "hex" follows; older versions only read the number. */
static const char *gtp_rules_board_size(struct mi_gtp *gtp, char *args)
{
    bool hexagons = mi_current_presentation(gtp->engine).grid == MIAI_GRID_HEXAGONS;
    (void)args;
    mi_reply_format(&gtp->reply, "%d", longer_side(gtp->engine));
    if (hexagons)
        mi_reply_format(&gtp->reply, " %.3s", "hexagons");
    return NULL;
}

bool mi_gtp_means_current_size(const miai_engine *engine, int side)
{
    const miai_setup *defaults = &mi_current_game(engine)->setup;
    return defaults->width != defaults->height && miai_width(engine) != miai_height(engine) &&
           side == longer_side(engine);
}

/* ---- the position ---- */

static char gogui_mark(const struct mi_gtp *gtp, const int8_t *piece, int x, int y)
{
    int width = miai_width(gtp->engine), height = miai_height(gtp->engine);
    if (x >= width || y >= height)
        return '?';
    int8_t player = piece[y * width + x];
    return player == 0 ? 'X' : player == 1 ? 'O' : '.';
}

static const char *gtp_rules_board(struct mi_gtp *gtp, char *args)
{
    int8_t piece[MIAI_MAX_POINTS];
    int side = longer_side(gtp->engine);
    (void)args;
    if (miai_board(gtp->engine, piece) != MIAI_OK)
        return miai_error_text(MIAI_UNSUPPORTED);
    mi_reply_add(&gtp->reply, "\n");
    for (int row = 0; row < side; row++)
        for (int x = 0; x < side; x++)
            mi_reply_format(
                &gtp->reply, "%c%c",
                gogui_mark(gtp, piece, x, mi_gtp_flips_rows(gtp) ? row : side - 1 - row),
                x < side - 1 ? ' ' : '\n');
    return NULL;
}

static const char *gtp_rules_side_to_move(struct mi_gtp *gtp, char *args)
{
    (void)args;
    mi_reply_add(&gtp->reply, miai_turn(gtp->engine) == 0 ? "black" : "white");
    return NULL;
}

/* ---- moves ---- */

/* Can the move be made by a mouse click: a letter and a number, or a pass? */
static bool is_clickable(const char *move)
{
    if (strcmp(move, "pass") == 0)
        return true;
    return isalpha((unsigned char)*move) && move[1] &&
           move[1 + strspn(move + 1, "0123456789")] == 0;
}

/* Is the letter of a column a move, as in games where pieces fall? */
static bool columns_are_moves(miai_engine *engine, const char *move)
{
    char column[] = {*move, '\0'};
    if (strcmp(move, "pass") == 0 || miai_play(engine, MIAI_TURN, column) != MIAI_OK)
        return false;
    miai_undo(engine, 1);
    return true;
}

/* Adds all empty points of the move's column. */
static void add_column_points(struct mi_gtp *gtp, const int8_t *piece, const char *move)
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

/* No moves if the game is over.  Moves that cannot be clicked, such as the swap in Hex, are left
 * out if there are others. */
static const char *gtp_rules_legal_moves(struct mi_gtp *gtp, char *args)
{
    struct mi_reply moves = {0};
    int8_t piece[MIAI_MAX_POINTS];
    const char *move;
    bool any = false;
    (void)args;
    gtp->is_ruler = true;
    if (miai_over(gtp->engine, NULL))
        return NULL;
    mi_reply_add_legal_moves(&moves, gtp->engine, MIAI_TURN);
    char *rest = moves.text;
    bool falls = rest && miai_board(gtp->engine, piece) == MIAI_OK;
    while (rest && (move = mi_next_word(&rest)) != NULL) {
        if (!is_clickable(move))
            continue;
        falls = falls && (any || columns_are_moves(gtp->engine, move));
        if (falls)
            add_column_points(gtp, piece, move);
        else
            mi_reply_format(&gtp->reply, "%s%s", any ? " " : "", move);
        any = true;
    }
    int error = moves.failed ? MIAI_NO_MEMORY : any ? MIAI_OK : MIAI_UNSUPPORTED;
    mi_reply_free(&moves);
    return mi_gtp_error_text(error);
}

static bool is_empty_point(const miai_engine *engine, const char *move)
{
    int8_t piece[MIAI_MAX_POINTS];
    miai_move point = miai_point_read(move, miai_width(engine), miai_height(engine));
    return point != MIAI_NO_MOVE && miai_board(engine, piece) == MIAI_OK && piece[point] < 0;
}

/* KataGo's clients replay games that were played by other rules. */
int mi_gtp_play(struct mi_gtp *gtp, int player, const char *move)
{
    char column[] = {*move, '\0'};
    int error = (gtp->is_katago ? miai_replay : miai_play)(gtp->engine, player, move);
    if (error == MIAI_ILLEGAL && gtp->is_ruler && is_empty_point(gtp->engine, move) &&
        miai_play(gtp->engine, player, column) == MIAI_OK)
        return MIAI_OK;
    return error;
}

/* ---- the end ---- */

static const char *gtp_rules_final_result(struct mi_gtp *gtp, char *args)
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
    {"gogui-rules_game_id", "", 0, 0, gtp_rules_game_id},
    {"gogui-rules_board_size", "", 0, 0, gtp_rules_board_size},
    {"gogui-rules_board", "", 0, 0, gtp_rules_board},
    {"gogui-rules_legal_moves", "", 0, 0, gtp_rules_legal_moves},
    {"gogui-rules_side_to_move", "", 0, 0, gtp_rules_side_to_move},
    {"gogui-rules_final_result", "", 0, 0, gtp_rules_final_result},
    {0},
};
