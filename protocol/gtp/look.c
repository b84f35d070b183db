/* GTP commands for front ends: miai-look, all that is needed to draw the position, as a JSON
 * object; miai-write, moves in the notation of records. */
#include "gtp.h"

#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <string.h>

static const char *const grids[] = {[MIAI_GRID_SQUARES] = "squares",
                                    [MIAI_GRID_LINES] = "lines",
                                    [MIAI_GRID_HEXAGONS] = "hexagons"};

static void add_presentation(const miai_engine *engine, struct mi_reply *reply)
{
    const miai_presentation presentation = mi_current_presentation(engine);
    mi_json_add_text(reply, "grid", grids[presentation.grid]);
    mi_json_add_text(reply, "board", presentation.board);
    mi_json_add_text(reply, "dark", presentation.dark);
    mi_json_add_text(reply, "line", presentation.line);
    for (int i = 0; i < 2; i++) {
        mi_json_add_text(reply, i ? "colour1" : "colour0", presentation.colours[i]);
        mi_json_add_text(reply, i ? "player1" : "player0", presentation.players[i]);
    }
    mi_reply_format(reply, "\"sides\":%d,", presentation.sides);
}

/* Adds the board, top row first, and the letters of the columns as moves use them. */
static bool add_board(const miai_engine *engine, struct mi_reply *reply)
{
    int width = miai_width(engine), height = miai_height(engine);
    miai_diagram board;
    if (miai_read_board(engine, &board) != MIAI_OK)
        return false;
    char pieces[MIAI_MAX_POINTS + 1] = "";
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            pieces[y * width + x] = board.letter[(board.from_top ? y : height - 1 - y) * width + x];
    mi_reply_format(reply, "\"w\":%d,\"h\":%d,\"top\":%d,", width, height, board.from_top);
    mi_json_add_text(reply, "columns", board.columns);
    mi_json_add_text(reply, "pieces", pieces);
    return true;
}

static void add_game_state(const miai_engine *engine, struct mi_reply *reply)
{
    char move[MIAI_MOVE_TEXT] = "";
    int player = 0, score = 0;
    bool over = miai_over(engine, &score);
    mi_reply_format(reply, "\"turn\":%d,\"over\":%d,\"score\":%d,\"draws\":%d,\"moves\":[",
                    miai_turn(engine), over, score, miai_has_draw_offers(engine));
    for (int i = 0; i < miai_plies(engine) && !reply->failed; i++) {
        reply->failed = miai_move_text(engine, i, &player, move, sizeof move) < 0;
        mi_reply_format(reply, "%s[%d,", i ? "," : "", player);
        mi_json_add(reply, move, false);
        mi_reply_add(reply, "]");
    }
    mi_reply_add(reply, "],");
}

/* Adds the legal moves in the notation of records, if the game has one of its own. */
static void add_move_names(const miai_engine *engine, const char *moves, struct mi_reply *reply)
{
    struct mi_reply names = {0};
    char move[MIAI_MOVE_TEXT], name[2 * MIAI_MOVE_TEXT];
    for (const char *rest = moves; miai_next_move(&rest, move);) {
        if (miai_write_move(engine, MIAI_TURN, move, name, sizeof name) < 0)
            snprintf(name, sizeof name, "%s", move);
        mi_reply_add(&names, names.length > 0 ? " " : "");
        mi_reply_add(&names, name);
    }
    if (names.text && strcmp(names.text, moves) != 0)
        mi_json_add_text(reply, "names", names.text);
    reply->failed |= names.failed;
    mi_reply_free(&names);
}

static void add_legal_moves(const miai_engine *engine, struct mi_reply *reply)
{
    struct mi_reply moves = {0};
    mi_reply_add_legal_moves(&moves, engine, MIAI_TURN);
    if (moves.text)
        add_move_names(engine, moves.text, reply);
    mi_reply_add(reply, "\"legal\":");
    mi_json_add(reply, moves.text ? moves.text : "", false);
    reply->failed |= moves.failed;
    mi_reply_free(&moves);
}

/* miai-look: the presentation, the board, the moves played and the legal moves, separated
 * by spaces. */
static const char *gtp_look(struct mi_gtp *gtp, char *args)
{
    struct mi_reply *reply = &gtp->reply;
    const miai_game *game = mi_current_game(gtp->engine);
    (void)args;
    mi_reply_add(reply, "{");
    if (!add_board(gtp->engine, reply))
        return miai_error_text(MIAI_UNSUPPORTED);
    mi_json_add_text(reply, "game", miai_current_game(gtp->engine));
    mi_json_add_text(reply, "title", game->title);
    add_presentation(gtp->engine, reply);
    mi_json_add_piece_glyphs(reply, game);
    add_game_state(gtp->engine, reply);
    add_legal_moves(gtp->engine, reply);
    mi_reply_add(reply, "}");
    return NULL;
}

/* miai-write MOVE ...: a line of play from the current position in the notation of records.  It
 * ends before a move that is not legal. */
static const char *gtp_write(struct mi_gtp *gtp, char *args)
{
    char name[2 * MIAI_MOVE_TEXT], *move;
    int made = 0;
    while ((move = mi_next_word(&args)) != NULL) {
        if (miai_write_move(gtp->engine, MIAI_TURN, move, name, sizeof name) < 0 ||
            miai_play(gtp->engine, MIAI_TURN, move) != MIAI_OK)
            break;
        mi_reply_format(&gtp->reply, "%s%s", made++ ? " " : "", name);
    }
    miai_undo(gtp->engine, made);
    return made > 0 ? NULL : mi_gtp_error_text(MIAI_ILLEGAL);
}

const struct mi_gtp_command mi_gtp_look_commands[] = {
    {"miai-look", "", 0, 0, gtp_look},
    {"miai-write", "MOVE ...", 1, MI_GTP_ANY_ARGS, gtp_write},
    {0},
};
