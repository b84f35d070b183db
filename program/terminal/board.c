/* Prints the board, in colour if possible, from either side. */
#include "protocol/io/suggestion.h"
#include "terminal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BOARD_TEXT = 1 << 14, LINE_BYTES = 256 };

static const char plain[] = "\033[0m", faint[] = "\033[2m", inverse[] = "\033[7m";
static const char *const player_colours[] = {"\033[1;33m", "\033[1;36m"};

/* Is the line a row of the diagram: a number, the points, the number again? */
static bool is_row(const char *line, size_t length)
{
    size_t i = 0;
    while (i < length && line[i] == ' ')
        i++;
    bool begins_with_number = i < length && isdigit((unsigned char)line[i]);
    while (length > 0 && line[length - 1] == ' ')
        length--;
    return begins_with_number && length > i + 2 && isdigit((unsigned char)line[length - 1]);
}

const char *mi_terminal_name(const struct mi_terminal *terminal, int player,
                             char name[MI_TERMINAL_NAME])
{
    const char *full_name = mi_current_presentation(terminal->engine).players[player];
    const char *letter = player ? " (O)" : " (X)";
    int8_t piece[MIAI_MAX_POINTS];
    if (strncmp(full_name, "The ", 4) != 0)
        snprintf(name, MI_TERMINAL_NAME, "%.60s", full_name);
    else
        snprintf(name, MI_TERMINAL_NAME, "the %.40s%s", full_name + 4,
                 miai_board(terminal->engine, piece) == MIAI_OK ? letter : "");
    return name;
}

/* The owner of the piece with this letter; -1: not a piece. */
static int player_of(const miai_game *game, char c)
{
    miai_piece piece;
    return miai_piece_of(game, c, &piece) ? piece.player : -1;
}

/* The point of the only piece on the board, the one that a swap hands over; -1: there are more. */
static int only_piece_point(const miai_engine *engine)
{
    int8_t piece[MIAI_MAX_POINTS];
    int found = -1;
    if (miai_board(engine, piece) != MIAI_OK)
        return -1;
    for (int i = 0; i < miai_width(engine) * miai_height(engine); i++)
        if (piece[i] >= 0) {
            if (found >= 0)
                return -1;
            found = i;
        }
    return found;
}

/* The point of the last move, counted from the lower left; -1: unknown. */
static int last_point(const miai_engine *engine)
{
    const miai_notation *notation = mi_current_game(engine)->notation;
    char move[MIAI_MOVE_TEXT], point[MIAI_MOVE_TEXT] = "";
    int player;
    if (miai_move_text(engine, miai_plies(engine) - 1, &player, move, sizeof move) < 0)
        return -1;
    for (const char *c = move; *c; c++)
        if (isalpha((unsigned char)c[0]) && isdigit((unsigned char)c[1]))
            snprintf(point, sizeof point, "%.*s", 1 + (int)strspn(c + 1, "0123456789"), c);
    if (!point[0])
        return strcmp(move, "pass") == 0 ? -1 : only_piece_point(engine);
    miai_move at = miai_point_read_in(notation ? notation->letters : MIAI_LETTERS_GTP, point,
                                      miai_width(engine), miai_height(engine));
    return at == MIAI_NO_MOVE ? -1 : (int)at;
}

/* The index of the point in the row's text; if it is not in this row, `length`. */
static size_t index_in_row(const miai_engine *engine, int point, const char *line, size_t length)
{
    int width = miai_width(engine), column = -1;
    size_t i = strspn(line, " ");
    if (point < 0 || atoi(line + i) != point / width + 1)
        return length;
    for (i += strspn(line + i, "0123456789"); i < length; i++)
        if (line[i] != ' ' && ++column == point % width)
            return i;
    return length;
}

static void print_cell(const struct mi_terminal *terminal, char c, bool last)
{
    int player = player_of(mi_current_game(terminal->engine), c);
    bool is_background = isdigit((unsigned char)c) || strchr(".+-", c);
    const char *colour = player >= 0 ? player_colours[player] : is_background ? faint : "";
    if (terminal->colour && (*colour || last))
        printf("%s%s%c%s", last ? inverse : "", colour, c, plain);
    else
        putchar(c);
}

/* Reverses the cells of a row or of the letters of the columns, for a board that is turned.
 * Returns the new index of the cell `last`. */
static size_t reverse_cells(char *line, size_t length, size_t last)
{
    size_t from = strspn(line, " "), to = length;
    while (to > from && line[to - 1] == ' ')
        to--;
    if (is_row(line, length)) {
        from += strspn(line + from, "0123456789");
        from += strspn(line + from, " ");
        while (isdigit((unsigned char)line[to - 1]))
            to--;
        while (line[to - 1] == ' ')
            to--;
    }
    size_t mirror_sum = from + to - 1;
    for (; from + 1 < to; from++) {
        char c = line[from];
        line[from] = line[--to];
        line[to] = c;
    }
    return last < length ? mirror_sum - last : last;
}

/* The last move is shown inverse, or in brackets if there are no colours. */
static void print_row(const struct mi_terminal *terminal, const char *row, size_t length)
{
    char line[LINE_BYTES];
    size_t last = index_in_row(terminal->engine, last_point(terminal->engine), row, length);
    bool brackets = !terminal->colour && last < length;
    snprintf(line, sizeof line, "%.*s", (int)length, row);
    if (terminal->flipped)
        last = reverse_cells(line, length, last);
    for (size_t i = 0; i < length; i++) {
        if (brackets && line[i] == ' ' && (i + 1 == last || i == last + 1))
            putchar(i < last ? '(' : ')');
        else
            print_cell(terminal, line[i], i == last);
    }
    putchar('\n');
}

/* Are these the letters of the columns? */
static bool is_header(const char *line, size_t length)
{
    bool letters = false;
    for (size_t i = 0; i < length; i++) {
        if (line[i] != ' ' &&
            (!isalpha((unsigned char)line[i]) || (i + 1 < length && line[i + 1] != ' ')))
            return false;
        letters |= line[i] != ' ';
    }
    return letters;
}

static void print_line(const struct mi_terminal *terminal, const char *text, size_t length)
{
    char line[LINE_BYTES];
    snprintf(line, sizeof line, "%.*s", (int)length, text);
    if (terminal->flipped && is_header(line, strlen(line)))
        reverse_cells(line, strlen(line), LINE_BYTES);
    puts(line);
}

/* Prints the rows that begin at `rows`, the last one first. */
static void print_rows_turned(const struct mi_terminal *terminal, const char *rows)
{
    size_t length = strcspn(rows, "\n");
    if (!is_row(rows, length))
        return;
    if (rows[length])
        print_rows_turned(terminal, rows + length + 1);
    print_row(terminal, rows, length);
}

/* Does the line only state how the game ended?  mi_terminal_show_end() prints that in full. */
static bool is_ending_line(const miai_engine *engine, const char *line)
{
    const char *how = miai_ending(engine);
    size_t length = how ? strlen(how) : 0;
    return length > 0 && strncmp(line, how, length) == 0 && line[length] == ':';
}

void mi_terminal_draw_board(const struct mi_terminal *terminal)
{
    char text[BOARD_TEXT];
    bool rows_printed = false; /* the rows have been printed */
    miai_board_text(terminal->engine, text, sizeof text);
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        bool row = is_row(line, length);
        if (row && terminal->flipped && !rows_printed)
            print_rows_turned(terminal, line);
        else if (row && !terminal->flipped)
            print_row(terminal, line, length);
        else if (!row && !is_ending_line(terminal->engine, line))
            print_line(terminal, line, length);
        rows_printed |= row;
        line += length + (line[length] == '\n');
    }
}

void mi_terminal_show_board(struct mi_terminal *terminal)
{
    mi_terminal_draw_board(terminal);
    if (miai_plies(terminal->engine) == 0)
        mi_terminal_count_start(terminal);
    mi_terminal_print_status(terminal, true);
}
