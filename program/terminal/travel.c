/* Navigation: moves that were taken back are kept until a different one is made. */
#include "terminal.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Does the line belong to the current game and board size? */
static bool is_same_board(const struct mi_terminal *terminal)
{
    const struct mi_terminal_line *line = &terminal->line;
    return line->game == mi_current_game(terminal->engine) &&
           line->width == miai_width(terminal->engine) &&
           line->height == miai_height(terminal->engine);
}

/* Is the game so far a prefix of the line? */
static bool is_on_line(const struct mi_terminal *terminal)
{
    const struct mi_terminal_line *line = &terminal->line;
    char move[MIAI_MOVE_TEXT];
    int i = 0, player;
    if (!is_same_board(terminal))
        return false;
    for (; miai_move_text(terminal->engine, i, &player, move, sizeof move) >= 0; i++)
        if (i >= line->count || strcmp(line->move[i], move) != 0)
            return false;
    return true;
}

void mi_terminal_update_line(struct mi_terminal *terminal)
{
    struct mi_terminal_line *line = &terminal->line;
    int plies = miai_plies(terminal->engine), player;
    if (is_on_line(terminal))
        return;
    char(*move)[MIAI_MOVE_TEXT] = realloc(line->move, ((size_t)plies + 1) * sizeof *move);
    line->count = 0;
    if (!move)
        return;
    if (line->game && !is_same_board(terminal)) { /* another game was started */
        mi_terminal_store_headers(terminal, NULL);
        mi_terminal_note_author(terminal, 0, MI_AUTHOR_FILE);
        mi_game_result_begin(&terminal->game_result);
    }
    line->move = move;
    line->game = mi_current_game(terminal->engine);
    line->width = miai_width(terminal->engine);
    line->height = miai_height(terminal->engine);
    while (line->count < plies && miai_move_text(terminal->engine, line->count, &player,
                                                 move[line->count], sizeof *move) >= 0)
        line->count++;
}

void mi_terminal_note_author(struct mi_terminal *terminal, int from, int author)
{
    struct mi_terminal_line *line = &terminal->line;
    int plies = miai_plies(terminal->engine);
    if (plies > line->authors) {
        char *more = realloc(line->author, (size_t)plies);
        if (!more)
            return;
        memset(more + line->authors, MI_AUTHOR_FILE, (size_t)(plies - line->authors));
        line->author = more;
        line->authors = plies;
    }
    for (int i = from; i < line->authors; i++)
        line->author[i] = i < plies ? (char)author : MI_AUTHOR_FILE;
}

static void go_to_ply(struct mi_terminal *terminal, int plies)
{
    const struct mi_terminal_line *line = &terminal->line;
    int now = miai_plies(terminal->engine);
    if (plies < now)
        miai_undo(terminal->engine, now - plies);
    for (; now < plies; now++)
        if (miai_play(terminal->engine, MIAI_TURN, line->move[now]) != MIAI_OK)
            break;
    now = miai_plies(terminal->engine);
    mi_terminal_show_board(terminal);
    printf("Move %d of %d%s%s.\n", now, line->count, now > 0 ? ": " : "",
           now > 0 ? line->move[now - 1] : "");
    mi_terminal_show_end(terminal);
}

void mi_terminal_forward(struct mi_terminal *terminal, char *args)
{
    int plies = 1, left = terminal->line.count - miai_plies(terminal->engine);
    if (*args && (!mi_read_word_int(args, &plies) || plies < 1))
        puts("usage: forward [N], with N at least 1");
    else if (plies > left)
        printf("There %s %d move%s to go forward.\n", left == 1 ? "is" : "are", left,
               left == 1 ? "" : "s");
    else
        go_to_ply(terminal, miai_plies(terminal->engine) + plies);
}

void mi_terminal_goto(struct mi_terminal *terminal, char *args)
{
    int plies;
    if (!mi_read_word_int(args, &plies) || plies < 0 || plies > terminal->line.count)
        printf("usage: goto N, with N from 0 (the start) to %d.\n", terminal->line.count);
    else
        go_to_ply(terminal, plies);
}
