#include "diagram.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { MAX_LINE = 2 * MIAI_MAX_POINTS + 64 };

struct diagram_row {
    int number; /* from 1; 0: no number */
    char field[MIAI_MAX_POINTS];
};

/* Reads the fields of a row, written as one word or separated by blanks. */
static bool read_fields(const char **text, int width, char *field)
{
    char word[MIAI_MAX_POINTS + 2];
    if (!mi_read_word(text, word, sizeof word))
        return false;
    if (strlen(word) == (size_t)width) {
        memcpy(field, word, (size_t)width);
        return true;
    }
    for (int x = 0; x < width; x++) {
        if (word[0] == '\0' || word[1] != '\0')
            return false;
        field[x] = word[0];
        if (x + 1 < width && !mi_read_word(text, word, sizeof word))
            return false;
    }
    return true;
}

static bool read_row_number(const char **text, int *number)
{
    char word[8];
    int64_t value;
    if (!mi_read_word(text, word, sizeof word) || !mi_read_int(word, 1, MIAI_MAX_POINTS, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool is_end_of_line(const char *text)
{
    char word[2];
    return !mi_read_word(&text, word, sizeof word);
}

static bool read_row(const char *line, int width, struct diagram_row *row)
{
    const char *at = line;
    int number_after;
    if (read_row_number(&at, &row->number) && read_fields(&at, width, row->field) &&
        (is_end_of_line(at) || (read_row_number(&at, &number_after) &&
                                number_after == row->number && is_end_of_line(at))))
        return true;
    row->number = 0;
    at = line;
    return read_fields(&at, width, row->field) && is_end_of_line(at);
}

/* Is it a row of column names: letters or digits in increasing order? */
static bool are_column_names(const char *field, int width)
{
    for (int x = 0; x < width; x++)
        if (!isalnum((unsigned char)field[x]) || (x > 0 && field[x] <= field[x - 1]))
            return false;
    return true;
}

static bool read_line(const char **text, char *line)
{
    size_t length = strcspn(*text, "\n"), kept = length < MAX_LINE ? length : MAX_LINE - 1;
    if (**text == '\0')
        return false;
    memcpy(line, *text, kept);
    line[kept] = '\0';
    *text += length + ((*text)[length] == '\n');
    return true;
}

/* Reads only the numbered rows, or only those without a number. Returns true if all rows were
 * found. */
static bool read_rows(const char *text, int width, int height, bool numbered, miai_diagram *diagram)
{
    char line[MAX_LINE];
    struct diagram_row row;
    int count = 0, first = 0;
    diagram->columns[0] = '\0';
    while (read_line(&text, line)) {
        if (!read_row(line, width, &row))
            continue;
        if (row.number == 0 && are_column_names(row.field, width)) {
            memcpy(diagram->columns, row.field, (size_t)width);
            diagram->columns[width < MIAI_MAX_POINTS ? width : MIAI_MAX_POINTS - 1] = '\0';
        } else if ((row.number > 0) == numbered && row.number <= height && count < height) {
            int y = numbered ? row.number - 1 : height - 1 - count;
            memcpy(diagram->letter + y * width, row.field, (size_t)width);
            first = count++ == 0 ? row.number : first;
        }
    }
    diagram->from_top = numbered && height > 1 && first == 1;
    return count == height;
}

bool mi_read_diagram(const char *text, int width, int height, miai_diagram *diagram)
{
    return read_rows(text, width, height, true, diagram) ||
           read_rows(text, width, height, false, diagram);
}
