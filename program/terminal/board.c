/* The board at a terminal, in colour where that shows, and the end of a game. */
#include "protocol/io/suggestion.h"
#include "terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_TEXT = 1 << 14 };

static const char plain[] = "\033[0m", faint[] = "\033[2m";
static const char *const players[] = {"\033[1;33m", "\033[1;36m"};

/* Is the line a row of a diagram: a number, the points, the number again? */
static bool is_row(const char *line, size_t length)
{
    size_t i = 0;
    while (i < length && line[i] == ' ')
        i++;
    bool begins = i < length && isdigit((unsigned char)line[i]);
    while (length > 0 && line[length - 1] == ' ')
        length--;
    return begins && length > i + 2 && isdigit((unsigned char)line[length - 1]);
}

/* Whose piece the letter is; -1: it is none. */
static int player_of(const miai_game *game, char c)
{
    miai_piece piece;
    return miai_piece_of(game, c, &piece) ? piece.player : -1;
}

static void print_row(const miai_game *game, const char *line, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        int player = player_of(game, line[i]);
        const char *colour = player >= 0 ? players[player]
                             : isdigit((unsigned char)line[i]) || strchr(".+-", line[i]) ? faint
                                                                                         : NULL;
        if (colour)
            printf("%s%c%s", colour, line[i], plain);
        else
            putchar(line[i]);
    }
}

void mi_terminal_show_board(const struct mi_terminal *terminal)
{
    char text[BOARD_TEXT];
    miai_board_text(terminal->engine, text, sizeof text);
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (terminal->colour && is_row(line, length))
            print_row(mi_current_game(terminal->engine), line, length);
        else
            fwrite(line, 1, length, stdout);
        putchar('\n');
        line += length + (line[length] == '\n');
    }
}

bool mi_terminal_show_end(struct mi_terminal *terminal)
{
    const miai_game *game = mi_current_game(terminal->engine);
    char text[64];
    int score;
    if (!miai_over(terminal->engine, &score))
        return false;
    if (game->scoring && miai_final_score(terminal->engine, text, sizeof text) == MIAI_OK)
        printf("The game is over: %s.\n", text);
    else if (score == 0)
        puts("The game is over: a draw.");
    else
        printf("The game is over: %s wins.\n",
               mi_hint_presentation(terminal->engine).players[score < 0]);
    return true;
}
