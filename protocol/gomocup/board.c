/* Gomocup's protocol: commands that place stones. */
#include "gomocup.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Plays a stone for the side to move. */
static int play_at(struct mi_gomocup *gomocup, int x, int y)
{
    char move[MIAI_MOVE_TEXT];
    mi_gomocup_point_to_move(gomocup, x, y, move);
    return miai_play(gomocup->engine, MIAI_TURN, move);
}

/* ---- a new board ---- */

static bool clear_gomocup_board(struct mi_gomocup *gomocup, const char *rules)
{
    miai_engine *engine = gomocup->engine;
    miai_clear(engine);
    int error = miai_set_option(engine, "rules", rules);
    if (error != MIAI_OK)
        mi_gomocup_error(gomocup, miai_error_reason(engine, error));
    return error == MIAI_OK;
}

static void start_board(struct mi_gomocup *gomocup, int width, int height)
{
    const miai_game *game = NULL;
    for (int i = 0; i < miai_game_count(gomocup->engine); i++)
        if (strcmp(miai_game_name(gomocup->engine, i), "gomoku") == 0)
            game = miai_game_at(gomocup->engine, i);
    int error = game ? miai_set_size(gomocup->engine, width, height) : MIAI_NO_GAME;
    if (error == MIAI_NO_MEMORY) {
        mi_gomocup_error(gomocup, miai_error_text(error));
        return;
    }
    if (error != MIAI_OK) {
        mi_reply_format(&gomocup->reply, "ERROR unsupported size: boards are %dx%d to %dx%d\n",
                        game ? game->min_width : 0, game ? game->min_height : 0,
                        game ? game->max_width : 0, game ? game->max_height : 0);
        return;
    }
    gomocup->started = clear_gomocup_board(gomocup, mi_gomocup_rules(gomocup));
    gomocup->used = 0;
    if (!gomocup->started)
        return;
    miai_new_game(gomocup->engine);
    miai_prepare(gomocup->engine);
    mi_reply_add(&gomocup->reply, "OK\n");
}

void mi_gomocup_start(struct mi_gomocup *gomocup, char *args)
{
    int side;
    if (mi_read_word_int(args, &side))
        start_board(gomocup, side, side);
    else
        mi_gomocup_error(gomocup, "START needs the board size, for example START 15");
}

void mi_gomocup_rectstart(struct mi_gomocup *gomocup, char *args)
{
    int width, height, end = 0;
    if (sscanf(args, "%5d , %5d%n", &width, &height, &end) == 2 && args[end] == '\0')
        start_board(gomocup, width, height);
    else
        mi_gomocup_error(gomocup, "RECTSTART needs width and height, for example RECTSTART 20,15");
}

void mi_gomocup_restart(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    start_board(gomocup, miai_width(gomocup->engine), miai_height(gomocup->engine));
}

/* ---- lists of stones ---- */

static const char illegal_arrangement[] = "illegal arrangement of stones";

/* Starts a list.  Without a board it is still read to its end, and then fails. */
static void begin_stone_list(struct mi_gomocup *gomocup, bool needs_owner,
                             void (*done)(struct mi_gomocup *gomocup))
{
    gomocup->list.done = done;
    gomocup->list.needs_owner = needs_owner;
    gomocup->list.fault = gomocup->started ? NULL : mi_gomocup_no_board;
    gomocup->list.count = 0;
}

/* Parses "X,Y" or "X,Y,FIELD".  In lists in the order of the moves, the field is redundant: Gomocup
 * omits it and Rapfi sends it. */
static bool read_stone(const struct mi_gomocup *gomocup, char *line, struct mi_gomocup_stone *stone)
{
    char *comma = strrchr(line, ',');
    bool has_field = comma && comma != strchr(line, ',');
    stone->field = MI_GOMOCUP_OWN;
    if (gomocup->list.needs_owner || has_field) {
        if (!has_field || !mi_read_word_int(comma + 1 + strspn(comma + 1, " "), &stone->field) ||
            stone->field < MI_GOMOCUP_OWN || stone->field > MI_GOMOCUP_MARKED)
            return false;
        *comma = '\0';
    }
    return mi_gomocup_read_point(gomocup, line, &stone->x, &stone->y);
}

static bool list_has_point(const struct mi_gomocup_list *list, const struct mi_gomocup_stone *stone)
{
    for (int i = 0; i < list->count; i++)
        if (list->stone[i].x == stone->x && list->stone[i].y == stone->y)
            return true;
    return false;
}

/* Only the first error of a list is reported. */
static void list_fail(struct mi_gomocup_list *list, const char *fault)
{
    list->fault = list->fault ? list->fault : fault;
}

void mi_gomocup_list_line(struct mi_gomocup *gomocup, char *line)
{
    struct mi_gomocup_list *list = &gomocup->list;
    if (strcasecmp(line, "DONE") == 0) {
        void (*done)(struct mi_gomocup *) = list->done;
        list->done = NULL;
        if (list->fault)
            mi_gomocup_error(gomocup, list->fault);
        else
            done(gomocup);
    } else if (list->count == MI_GOMOCUP_STONES) {
        list_fail(list, "too many stones");
    } else if (read_stone(gomocup, line, &list->stone[list->count])) {
        if (list_has_point(list, &list->stone[list->count]))
            list_fail(list, illegal_arrangement);
        list->count++;
    } else {
        list_fail(list, list->needs_owner
                            ? "expected X,Y,FIELD on the board, with FIELD 1, 2 or 3"
                            : "expected X,Y or X,Y,FIELD on the board, with FIELD 1, 2 or 3");
    }
}

/* The first stone from i on with that owner; count if there is none. */
static int next_stone(const struct mi_gomocup_list *list, int i, bool own)
{
    while (i < list->count && (list->stone[i].field == MI_GOMOCUP_OWN) != own)
        i++;
    return i;
}

/* Plays the stones in turn, those of each colour in their order, the first player's first.  The
 * stone counts show which colour the brain has, since it is to move. */
static int play_stone_list(struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_list *list = &gomocup->list;
    int own = next_stone(list, 0, true), other = next_stone(list, 0, false), balance = 0;
    for (int i = 0; i < list->count; i++)
        balance += list->stone[i].field == MI_GOMOCUP_OWN ? 1 : -1;
    if (balance != 0 && balance != -1)
        return MIAI_BAD_LIST;
    bool brain_moves = balance == 0;
    for (int i = 0; i < list->count; i++, brain_moves = !brain_moves) {
        int *next = brain_moves ? &own : &other;
        int error = play_at(gomocup, list->stone[*next].x, list->stone[*next].y);
        if (error != MIAI_OK)
            return error;
        *next = next_stone(list, *next + 1, brain_moves);
    }
    return MIAI_OK;
}

/* Sets up stones that cannot come from a game; the brain's stones are the first player's. */
static int set_up_stone_list(struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_list *list = &gomocup->list;
    struct mi_reply stones = {0};
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < list->count; i++) {
        mi_gomocup_point_to_move(gomocup, list->stone[i].x, list->stone[i].y, move);
        mi_reply_format(&stones, "%s %s ", list->stone[i].field == MI_GOMOCUP_OWN ? "b" : "w",
                        move);
    }
    int error = stones.failed ? MIAI_NO_MEMORY
                              : miai_set_stones(gomocup->engine, stones.text ? stones.text : "");
    mi_reply_free(&stones);
    return error;
}

static bool load_stone_list(struct mi_gomocup *gomocup)
{
    if (!clear_gomocup_board(gomocup, mi_gomocup_rules(gomocup)))
        return false;
    int error = play_stone_list(gomocup);
    if (error != MIAI_OK) {
        miai_clear(gomocup->engine);
        error = set_up_stone_list(gomocup);
    }
    if (error != MIAI_OK)
        mi_gomocup_error(gomocup,
                         error == MIAI_NO_MEMORY ? miai_error_text(error) : illegal_arrangement);
    return error == MIAI_OK;
}

/* If the stones cannot be set up, restores the board. */
static bool set_board(struct mi_gomocup *gomocup)
{
    struct mi_reply before = {0};
    bool known = mi_reply_add_sgf(&before, gomocup->engine),
         set = !before.failed && load_stone_list(gomocup);
    if (before.failed)
        mi_gomocup_error(gomocup, miai_error_text(MIAI_NO_MEMORY));
    else if (!set && known)
        miai_load_sgf(gomocup->engine, before.text, before.length, 0);
    mi_reply_free(&before);
    return set;
}

static void think_about_board(struct mi_gomocup *gomocup)
{
    if (set_board(gomocup))
        mi_gomocup_move(gomocup);
}

static void set_board_only(struct mi_gomocup *gomocup)
{
    set_board(gomocup);
}

void mi_gomocup_board(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    begin_stone_list(gomocup, true, think_about_board);
}

void mi_gomocup_yxboard(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    begin_stone_list(gomocup, true, set_board_only);
}

/* ---- swap2 ----
 *
 * No stones: the brain places the first three.  Three stones: the brain makes the second player's
 * choice.  Five stones: it makes the first player's choice. */

/* Appends the engine's next point, separated by a space from the previous one. */
static bool add_generated_point(struct mi_gomocup *gomocup)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_think(gomocup, move))
        return false;
    if (mi_gomocup_move_to_point(gomocup, move, &x, &y))
        mi_reply_format(&gomocup->reply, "%s%d,%d", gomocup->reply.length ? " " : "", x, y);
    return true;
}

static void answer_swap2_choice(struct mi_gomocup *gomocup)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_think(gomocup, move))
        return;
    if (mi_gomocup_move_to_point(gomocup, move, &x, &y))
        mi_reply_format(&gomocup->reply, "%d,%d", x, y);
    else if (strcmp(move, "swap") == 0)
        mi_reply_add(&gomocup->reply, "SWAP");
    else if (!add_generated_point(gomocup) || !add_generated_point(gomocup)) /* "two" stones more */
        return;
    mi_reply_add(&gomocup->reply, "\n");
}

static void play_swap2(struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_list *list = &gomocup->list;
    if (list->count != 0 && list->count != 3 && list->count != 5) {
        mi_gomocup_error(gomocup, "SWAP2BOARD needs no stones, three or five");
        return;
    }
    if (!clear_gomocup_board(gomocup, "swap2"))
        return;
    for (int i = 0; i < list->count; i++)
        if ((i == 3 && miai_play(gomocup->engine, MIAI_TURN, "two") != MIAI_OK) ||
            play_at(gomocup, list->stone[i].x, list->stone[i].y) != MIAI_OK) {
            mi_gomocup_error(gomocup, illegal_arrangement);
            return;
        }
    if (list->count > 0)
        answer_swap2_choice(gomocup);
    else if (add_generated_point(gomocup) && add_generated_point(gomocup) &&
             add_generated_point(gomocup))
        mi_reply_add(&gomocup->reply, "\n");
}

void mi_gomocup_swap2board(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    begin_stone_list(gomocup, false, play_swap2);
}

/* ---- moves ---- */

/* Plays the point in the arguments.  On failure returns false with an error in the reply. */
static bool play_args(struct mi_gomocup *gomocup, const char *args, int *x, int *y)
{
    if (!mi_gomocup_read_point(gomocup, args, x, y)) {
        mi_gomocup_error(gomocup, "expected X,Y on the board, counted from 0,0");
        return false;
    }
    int error = play_at(gomocup, *x, *y);
    if (error != MIAI_OK)
        mi_gomocup_error(gomocup, error == MIAI_SYNTAX ? miai_error_text(MIAI_ILLEGAL)
                                                       : miai_error_reason(gomocup->engine, error));
    return error == MIAI_OK;
}

void mi_gomocup_turn(struct mi_gomocup *gomocup, char *args)
{
    int x, y;
    if (play_args(gomocup, args, &x, &y))
        mi_gomocup_move(gomocup);
}

/* PLAY: the manager has chosen this move for the brain. */
void mi_gomocup_play(struct mi_gomocup *gomocup, char *args)
{
    int x, y;
    if (play_args(gomocup, args, &x, &y))
        mi_reply_format(&gomocup->reply, "%d,%d\n", x, y);
}

void mi_gomocup_begin(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    if (miai_plies(gomocup->engine) > 0)
        mi_gomocup_error(gomocup, "BEGIN needs an empty board");
    else
        mi_gomocup_move(gomocup);
}

enum { NO_SUCH_MOVE = -1, LOOKUP_NO_MEMORY = -2 };

/* The number of moves played after the one at that point, or one of the constants above. */
static int moves_after(const struct mi_gomocup *gomocup, const char *move)
{
    char text[MIAI_MOVE_TEXT];
    int plies = miai_plies(gomocup->engine), player;
    for (int i = plies - 1; i >= 0; i--) {
        if (miai_move_text(gomocup->engine, i, &player, text, sizeof text) < 0)
            return LOOKUP_NO_MEMORY;
        if (strcasecmp(text, move) == 0)
            return plies - 1 - i;
    }
    return NO_SUCH_MOVE;
}

struct played_move {
    int player;
    char move[MIAI_MOVE_TEXT];
};

/* Plays the moves from first to before end again; returns how many were legal. */
static int replay_moves(struct mi_gomocup *gomocup, const struct played_move *played_move,
                        int first, int end)
{
    int i = first;
    while (i < end &&
           miai_play(gomocup->engine, played_move[i].player, played_move[i].move) == MIAI_OK)
        i++;
    return i - first;
}

/* Takes back a move and plays the moves after it again, for the same players.  Returns NULL, or an
 * error message and leaves the game unchanged. */
static const char *take_back_move(struct mi_gomocup *gomocup, int after)
{
    int count = after + 1, plies = miai_plies(gomocup->engine);
    struct played_move *played_move = malloc(sizeof *played_move * (size_t)count);
    if (!played_move)
        return miai_error_text(MIAI_NO_MEMORY);
    for (int i = 0; i < count; i++)
        if (miai_move_text(gomocup->engine, plies - count + i, &played_move[i].player,
                           played_move[i].move, sizeof played_move[i].move) < 0) {
            free(played_move);
            return miai_error_text(MIAI_NO_MEMORY);
        }
    miai_undo(gomocup->engine, count);
    int replayed = replay_moves(gomocup, played_move, 1, count);
    if (replayed < after) {
        miai_undo(gomocup->engine, replayed);
        replay_moves(gomocup, played_move, 0, count);
    }
    free(played_move);
    return replayed < after ? "later moves would be illegal without that stone" : NULL;
}

void mi_gomocup_takeback(struct mi_gomocup *gomocup, char *args)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_read_point(gomocup, args, &x, &y)) {
        mi_gomocup_error(gomocup, "expected X,Y on the board, counted from 0,0");
        return;
    }
    mi_gomocup_point_to_move(gomocup, x, y, move);
    int after = moves_after(gomocup, move);
    const char *why = after == NO_SUCH_MOVE       ? "no stone was played there"
                      : after == LOOKUP_NO_MEMORY ? miai_error_text(MIAI_NO_MEMORY)
                                                  : take_back_move(gomocup, after);
    if (why)
        mi_gomocup_error(gomocup, why);
    else
        mi_reply_add(&gomocup->reply, "OK\n");
}
