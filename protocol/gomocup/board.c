/* Gomocup's protocol: the stones on the board. */
#include "gomocup.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Plays for whoever is to move. */
static int play_at(struct mi_gomocup *gomocup, int x, int y)
{
    char move[MIAI_MOVE_TEXT];
    mi_gomocup_move_in(gomocup, x, y, move);
    return miai_play(gomocup->engine, MIAI_TURN, move);
}

/* ---- a new board ---- */

static bool clear(struct mi_gomocup *gomocup, const char *rules)
{
    miai_engine *engine = gomocup->engine;
    miai_clear(engine);
    int error = miai_set_option(engine, "rules", rules);
    if (error != MIAI_OK)
        mi_gomocup_error(gomocup, miai_error_reason(engine, error));
    return error == MIAI_OK;
}

static void start(struct mi_gomocup *gomocup, int width, int height)
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
        mi_reply_format(&gomocup->reply, "ERROR unsupported size, %dx%d to %dx%d are played\n",
                        game ? game->min_width : 0, game ? game->min_height : 0,
                        game ? game->max_width : 0, game ? game->max_height : 0);
        return;
    }
    gomocup->started = clear(gomocup, mi_gomocup_rules(gomocup));
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
        start(gomocup, side, side);
    else
        mi_gomocup_error(gomocup, "START takes the size of the board, as START 15");
}

void mi_gomocup_rectstart(struct mi_gomocup *gomocup, char *args)
{
    int width, height, end = 0;
    if (sscanf(args, "%5d , %5d%n", &width, &height, &end) == 2 && args[end] == '\0')
        start(gomocup, width, height);
    else
        mi_gomocup_error(gomocup, "RECTSTART takes width and height, as RECTSTART 20,15");
}

void mi_gomocup_restart(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    start(gomocup, miai_width(gomocup->engine), miai_height(gomocup->engine));
}

/* ---- lists of stones ---- */

static const char cannot_stand[] = "the stones cannot stand so";

/* What comes before there is a board is read to its end all the same. */
static void begin_list(struct mi_gomocup *gomocup, bool owned,
                       void (*done)(struct mi_gomocup *gomocup))
{
    gomocup->list.done = done;
    gomocup->list.owned = owned;
    gomocup->list.fault = gomocup->started ? NULL : mi_gomocup_no_board;
    gomocup->list.count = 0;
}

/* "X,Y" or "X,Y,FIELD".  Where stones come in the order of the moves the field may be left out, as
 * Gomocup does, or not, as Rapfi wants it: it says nothing that the order does not. */
static bool read_stone(const struct mi_gomocup *gomocup, char *line, struct mi_gomocup_stone *stone)
{
    char *comma = strrchr(line, ',');
    bool has_field = comma && comma != strchr(line, ',');
    stone->field = MI_GOMOCUP_OWN;
    if (gomocup->list.owned || has_field) {
        if (!has_field || !mi_read_word_int(comma + 1 + strspn(comma + 1, " "), &stone->field) ||
            stone->field < MI_GOMOCUP_OWN || stone->field > MI_GOMOCUP_MARKED)
            return false;
        *comma = '\0';
    }
    return mi_gomocup_read_point(gomocup, line, &stone->x, &stone->y);
}

static bool is_there(const struct mi_gomocup_list *list, const struct mi_gomocup_stone *stone)
{
    for (int i = 0; i < list->count; i++)
        if (list->stone[i].x == stone->x && list->stone[i].y == stone->y)
            return true;
    return false;
}

/* Of several faults the first is told. */
static void blame(struct mi_gomocup_list *list, const char *fault)
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
        blame(list, "too many stones");
    } else if (read_stone(gomocup, line, &list->stone[list->count])) {
        if (is_there(list, &list->stone[list->count]))
            blame(list, cannot_stand);
        list->count++;
    } else {
        blame(list, list->owned ? "a stone is X,Y,FIELD on the board, FIELD 1, 2 or 3"
                                : "a stone is X,Y or X,Y,FIELD on the board, FIELD 1, 2 or 3");
    }
}

/* The next stone of the list from i on that is the brain's own, or is not; count: there is none. */
static int next_stone(const struct mi_gomocup_list *list, int i, bool own)
{
    while (i < list->count && (list->stone[i].field == MI_GOMOCUP_OWN) != own)
        i++;
    return i;
}

/* Puts the stones in turn: each colour's in their order, the first player's first.  Whose they are
 * tells the number: the brain is to move. */
static int play_list(struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_list *list = &gomocup->list;
    int own = next_stone(list, 0, true), other = next_stone(list, 0, false), balance = 0;
    for (int i = 0; i < list->count; i++)
        balance += list->stone[i].field == MI_GOMOCUP_OWN ? 1 : -1;
    if (balance != 0 && balance != -1)
        return MIAI_BAD_LIST;
    bool owns = balance == 0;
    for (int i = 0; i < list->count; i++, owns = !owns) {
        int *next = owns ? &own : &other;
        int error = play_at(gomocup, list->stone[*next].x, list->stone[*next].y);
        if (error != MIAI_OK)
            return error;
        *next = next_stone(list, *next + 1, owns);
    }
    return MIAI_OK;
}

/* Stones that no game has brought there: the brain's are the first player's. */
static int set_list(struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_list *list = &gomocup->list;
    struct mi_reply stones = {0};
    char move[MIAI_MOVE_TEXT];
    for (int i = 0; i < list->count; i++) {
        mi_gomocup_move_in(gomocup, list->stone[i].x, list->stone[i].y, move);
        mi_reply_format(&stones, "%s %s ", list->stone[i].field == MI_GOMOCUP_OWN ? "b" : "w",
                        move);
    }
    int error = stones.failed ? MIAI_NO_MEMORY
                              : miai_set_stones(gomocup->engine, stones.text ? stones.text : "");
    mi_reply_free(&stones);
    return error;
}

static bool try_board(struct mi_gomocup *gomocup)
{
    if (!clear(gomocup, mi_gomocup_rules(gomocup)))
        return false;
    int error = play_list(gomocup);
    if (error != MIAI_OK) {
        miai_clear(gomocup->engine);
        error = set_list(gomocup);
    }
    if (error != MIAI_OK)
        mi_gomocup_error(gomocup, error == MIAI_NO_MEMORY ? miai_error_text(error) : cannot_stand);
    return error == MIAI_OK;
}

/* Where the stones cannot stand the board is as it was. */
static bool set_board(struct mi_gomocup *gomocup)
{
    struct mi_reply before = {0};
    bool known = mi_reply_sgf(&before, gomocup->engine), set = !before.failed && try_board(gomocup);
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

static void keep_board(struct mi_gomocup *gomocup)
{
    set_board(gomocup);
}

void mi_gomocup_board(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    begin_list(gomocup, true, think_about_board);
}

void mi_gomocup_yxboard(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    begin_list(gomocup, true, keep_board);
}

/* ---- swap2 ----
 *
 * No stones: the first three are asked for; three: the choice of the second player; five: that of
 * the first. */

/* The next point of several, with a blank before it but the first. */
static bool think_of_point(struct mi_gomocup *gomocup)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_think(gomocup, move))
        return false;
    if (mi_gomocup_move_out(gomocup, move, &x, &y))
        mi_reply_format(&gomocup->reply, "%s%d,%d", gomocup->reply.length ? " " : "", x, y);
    return true;
}

static void choose_colours(struct mi_gomocup *gomocup)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_think(gomocup, move))
        return;
    if (mi_gomocup_move_out(gomocup, move, &x, &y))
        mi_reply_format(&gomocup->reply, "%d,%d", x, y);
    else if (strcmp(move, "swap") == 0)
        mi_reply_add(&gomocup->reply, "SWAP");
    else if (!think_of_point(gomocup) || !think_of_point(gomocup)) /* "two" */
        return;
    mi_reply_add(&gomocup->reply, "\n");
}

static void open_by_swap2(struct mi_gomocup *gomocup)
{
    const struct mi_gomocup_list *list = &gomocup->list;
    if (list->count != 0 && list->count != 3 && list->count != 5) {
        mi_gomocup_error(gomocup, "SWAP2BOARD takes no stone, three or five");
        return;
    }
    if (!clear(gomocup, "swap2"))
        return;
    for (int i = 0; i < list->count; i++)
        if ((i == 3 && miai_play(gomocup->engine, MIAI_TURN, "two") != MIAI_OK) ||
            play_at(gomocup, list->stone[i].x, list->stone[i].y) != MIAI_OK) {
            mi_gomocup_error(gomocup, cannot_stand);
            return;
        }
    if (list->count > 0)
        choose_colours(gomocup);
    else if (think_of_point(gomocup) && think_of_point(gomocup) && think_of_point(gomocup))
        mi_reply_add(&gomocup->reply, "\n");
}

void mi_gomocup_swap2board(struct mi_gomocup *gomocup, char *args)
{
    (void)args;
    begin_list(gomocup, false, open_by_swap2);
}

/* ---- moves ---- */

/* Plays the point that a command names; false, with an error, if it cannot be. */
static bool play_args(struct mi_gomocup *gomocup, const char *args, int *x, int *y)
{
    if (!mi_gomocup_read_point(gomocup, args, x, y)) {
        mi_gomocup_error(gomocup, "a point is X,Y on the board, from 0,0");
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

/* The manager has taken the point for the brain's move. */
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
        mi_gomocup_error(gomocup, "BEGIN is for an empty board");
    else
        mi_gomocup_move(gomocup);
}

enum { NOT_THERE = -1, NOT_KNOWN = -2 };

/* How many moves lie behind the one that put a stone there; or that none did, or that there is no
 * memory to find out. */
static int moves_behind(const struct mi_gomocup *gomocup, const char *move)
{
    char text[MIAI_MOVE_TEXT];
    int plies = miai_plies(gomocup->engine), player;
    for (int i = plies - 1; i >= 0; i--) {
        if (miai_move_text(gomocup->engine, i, &player, text, sizeof text) < 0)
            return NOT_KNOWN;
        if (strcasecmp(text, move) == 0)
            return plies - 1 - i;
    }
    return NOT_THERE;
}

struct made {
    int player;
    char move[MIAI_MOVE_TEXT];
};

/* Plays the moves from first to before end; returns how many could be played. */
static int play_again(struct mi_gomocup *gomocup, const struct made *made, int first, int end)
{
    int i = first;
    while (i < end && miai_play(gomocup->engine, made[i].player, made[i].move) == MIAI_OK)
        i++;
    return i - first;
}

/* Takes back the move behind which so many lie, and plays these again, by the same players.  NULL;
 * or why that cannot be, and all is as it was. */
static const char *take_back(struct mi_gomocup *gomocup, int behind)
{
    int count = behind + 1, plies = miai_plies(gomocup->engine);
    struct made *made = malloc(sizeof *made * (size_t)count);
    if (!made)
        return miai_error_text(MIAI_NO_MEMORY);
    for (int i = 0; i < count; i++)
        if (miai_move_text(gomocup->engine, plies - count + i, &made[i].player, made[i].move,
                           sizeof made[i].move) < 0) {
            free(made);
            return miai_error_text(MIAI_NO_MEMORY);
        }
    miai_undo(gomocup->engine, count);
    int again = play_again(gomocup, made, 1, count);
    if (again < behind) {
        miai_undo(gomocup->engine, again);
        play_again(gomocup, made, 0, count);
    }
    free(made);
    return again < behind ? "the moves behind it cannot stand without that stone" : NULL;
}

void mi_gomocup_takeback(struct mi_gomocup *gomocup, char *args)
{
    char move[MIAI_MOVE_TEXT];
    int x, y;
    if (!mi_gomocup_read_point(gomocup, args, &x, &y)) {
        mi_gomocup_error(gomocup, "a point is X,Y on the board, from 0,0");
        return;
    }
    mi_gomocup_move_in(gomocup, x, y, move);
    int behind = moves_behind(gomocup, move);
    const char *why = behind == NOT_THERE   ? "no stone that was played stands there"
                      : behind == NOT_KNOWN ? miai_error_text(MIAI_NO_MEMORY)
                                            : take_back(gomocup, behind);
    if (why)
        mi_gomocup_error(gomocup, why);
    else
        mi_reply_add(&gomocup->reply, "OK\n");
}
