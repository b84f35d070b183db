/* The lines below the board: who is to move, the last move, captured pieces, and the result. */
#include "base/text.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BOARD_TEXT = 1 << 14,
    CAPTURED_BYTES = 256,
    STATUS_BYTES = 4 * CAPTURED_BYTES,
    UTF8_BYTES = 4
};

/* ---- captured pieces ---- */

/* Counts the pieces on the board by letter.  False: the game has no pieces with symbols; its own
 * board text then reports captures. */
static bool count_piece_letters(const miai_engine *engine, int count[MI_TERMINAL_LETTERS])
{
    const miai_presentation look = mi_current_presentation(engine);
    miai_diagram *diagram = malloc(sizeof *diagram);
    bool known = diagram && look.pieces && miai_read_board(engine, diagram) == MIAI_OK;
    memset(count, 0, MI_TERMINAL_LETTERS * sizeof *count);
    for (int i = 0; known && i < miai_width(engine) * miai_height(engine); i++)
        count[diagram->letter[i] & (MI_TERMINAL_LETTERS - 1)]++;
    free(diagram);
    return known;
}

void mi_terminal_count_start(struct mi_terminal *terminal)
{
    count_piece_letters(terminal->engine, terminal->start_count);
}

void mi_terminal_count_loaded(struct mi_terminal *terminal)
{
    int plies = miai_plies(terminal->engine), player;
    char(*move)[MIAI_MOVE_TEXT] = malloc(((size_t)plies + 1) * sizeof *move);
    if (!move)
        return;
    for (int i = 0; i < plies; i++)
        miai_move_text(terminal->engine, i, &player, move[i], sizeof *move);
    miai_undo(terminal->engine, plies);
    mi_terminal_count_start(terminal);
    for (int i = 0; i < plies; i++)
        miai_replay(terminal->engine, MIAI_TURN, move[i]);
    free(move);
}

/* The player's piece that is most numerous at the start: the one that can be promoted. */
static int find_commonest(const struct mi_terminal *terminal, int player)
{
    const miai_game *game = mi_current_game(terminal->engine);
    miai_piece piece;
    int commonest = 0;
    for (int c = 1; c < MI_TERMINAL_LETTERS; c++)
        if (miai_piece_of(game, (char)c, &piece) && piece.player == player &&
            terminal->start_count[c] > terminal->start_count[commonest])
            commonest = c;
    return commonest;
}

/* Lists the pieces that a player has lost.  Additional pieces of a kind were promoted. */
static void list_lost_pieces(const struct mi_terminal *terminal, const int *now, int player,
                             char text[CAPTURED_BYTES])
{
    const miai_game *game = mi_current_game(terminal->engine);
    int lost[MI_TERMINAL_LETTERS] = {0}, commonest = find_commonest(terminal, player);
    size_t length = 0;
    miai_piece piece;
    for (int c = 1; c < MI_TERMINAL_LETTERS; c++) {
        if (!miai_piece_of(game, (char)c, &piece) || piece.player != player || !piece.sign)
            continue;
        int missing = terminal->start_count[c] - now[c];
        lost[missing < 0 ? commonest : c] += missing;
    }
    text[0] = '\0';
    for (int c = MI_TERMINAL_LETTERS - 1; c > 0; c--)
        for (int i = 0; i < lost[c] && miai_piece_of(game, (char)c, &piece); i++)
            if (length + UTF8_BYTES < CAPTURED_BYTES) {
                length += mi_utf8_write(piece.sign, text + length);
                text[length] = '\0';
            }
}

static void add_captured(const struct mi_terminal *terminal, char *text, size_t size)
{
    int now[MI_TERMINAL_LETTERS];
    if (!count_piece_letters(terminal->engine, now))
        return;
    for (int player = 0; player < 2; player++) {
        char lost[CAPTURED_BYTES], name[MI_TERMINAL_NAME];
        list_lost_pieces(terminal, now, !player, lost);
        size_t n = strlen(text);
        if (*lost)
            snprintf(text + n, size - n, "%s%s has captured %s.", n ? "  " : "",
                     mi_terminal_name(terminal, player, name), lost);
    }
}

/* ---- turn and last move ---- */

/* "the first player (X)" at the start of a sentence. */
static const char *name_at_start(const struct mi_terminal *terminal, int player,
                                 char name[MI_TERMINAL_NAME])
{
    mi_terminal_name(terminal, player, name);
    if (strncmp(name, "the ", 4) == 0)
        name[0] = 'T';
    return name;
}

static void add_turn(const struct mi_terminal *terminal, char *text, size_t size)
{
    char board[BOARD_TEXT], name[MI_TERMINAL_NAME];
    miai_board_text(terminal->engine, board, sizeof board);
    if (!miai_over(terminal->engine, NULL) && !strstr(board, " to move"))
        snprintf(text, size, "%s to move.",
                 name_at_start(terminal, miai_turn(terminal->engine), name));
}

static void add_last_move(const struct mi_terminal *terminal, char *text, size_t size)
{
    char move[MIAI_MOVE_TEXT], written[2 * MIAI_MOVE_TEXT], name[MI_TERMINAL_NAME];
    int last = miai_plies(terminal->engine) - 1, player;
    size_t n = strlen(text);
    if (miai_move_text(terminal->engine, last, &player, move, sizeof move) < 0)
        return;
    miai_move_written(terminal->engine, last, written, sizeof written);
    bool passed = strcmp(move, "pass") == 0;
    snprintf(text + n, size - n, "%s%s %s%s.", n ? "  " : "", name_at_start(terminal, player, name),
             passed ? "passed" : "played ", passed ? "" : written);
}

/* Some games let a player take over the opponent's first move. */
static bool can_swap(const miai_engine *engine)
{
    char *moves = malloc(MI_TERMINAL_MOVES), *rest = moves, *move;
    bool swap = false;
    if (moves && miai_plies(engine) < 8 && !miai_over(engine, NULL) &&
        miai_legal_moves(engine, MIAI_TURN, moves, MI_TERMINAL_MOVES) > 0)
        while (!swap && (move = mi_next_word(&rest)) != NULL)
            swap = strncmp(move, "swap", 4) == 0;
    free(moves);
    return swap;
}

void mi_terminal_print_status(const struct mi_terminal *terminal, bool last_move)
{
    char text[STATUS_BYTES] = "";
    add_turn(terminal, text, sizeof text);
    if (last_move)
        add_last_move(terminal, text, sizeof text);
    add_captured(terminal, text, sizeof text);
    if (*text)
        mi_terminal_print("%s", text);
    if (can_swap(terminal->engine))
        mi_terminal_print("\"swap\" is a move now: \"help %s\" explains it.",
                          miai_current_game(terminal->engine));
}

/* ---- the end ---- */

/* Writes the winning margin, "" if points are not counted. */
static void write_margin(const struct mi_terminal *terminal, int *score, char points[32])
{
    const miai_game *game = mi_current_game(terminal->engine);
    char text[64];
    points[0] = '\0';
    if (!game->scoring || miai_final_score(terminal->engine, text, sizeof text) != MIAI_OK)
        return;
    bool drawn = strcmp(text, "0") == 0;
    double value = drawn ? 0 : strtod(text + 2, NULL) * (*text == 'W' ? -1 : 1);
    *score = (value > 0) - (value < 0);
    if (!drawn)
        snprintf(points, 32, " by %.27s", text + 2);
}

/* Names the stones that the score does not count. */
static void print_dead_stones(const struct mi_terminal *terminal)
{
    static const int size = MIAI_MAX_POINTS * MIAI_MOVE_TEXT;
    char *stones = malloc((size_t)size);
    if (stones && miai_final_status(terminal->engine, "dead", stones, (size_t)size) >= 0 &&
        *stones) {
        for (char *c = stones; (c = strchr(c, '\n')) != NULL;)
            *c = ' ';
        mi_terminal_print("Dead stones, by the engine's estimate: %s.", stones);
    }
    free(stones);
}

bool mi_terminal_show_end(struct mi_terminal *terminal)
{
    const miai_game *game = mi_current_game(terminal->engine);
    const char *how = miai_ending(terminal->engine);
    char points[32], winner[MI_TERMINAL_NAME];
    int score;
    if (!miai_over(terminal->engine, &score))
        return false;
    write_margin(terminal, &score, points);
    printf("The game is over%s%s%s: ", how ? " (" : "", how ? how : "", how ? ")" : "");
    if (score == 0)
        puts("a draw.");
    else
        printf("%s wins%s.\n", mi_terminal_name(terminal, score < 0, winner), points);
    if (game->scoring && game->scoring->settle)
        print_dead_stones(terminal);
    return true;
}

bool mi_terminal_was_ended(const struct mi_terminal *terminal)
{
    return terminal->game_result.resigned >= 0 || terminal->game_result.agreed;
}

bool mi_terminal_report_ended(const struct mi_terminal *terminal)
{
    bool ended = mi_terminal_was_ended(terminal);
    if (ended)
        printf("The game has ended; \"new\" starts another, \"undo\" takes back the %s.\n",
               terminal->game_result.agreed ? "agreement" : "resignation");
    return ended;
}
