#include "notation.h"

#include <stdio.h>
#include <string.h>

/* Copies the next word or quoted text of an operation and returns the rest; NULL at the semicolon.
 * Some files have commas between the words. */
static const char *next_operand(const char *text, char *word, size_t size)
{
    text += strspn(text, " ,\t\r\n");
    bool quoted = *text == '"';
    text += quoted;
    size_t length = strcspn(text, quoted ? "\"" : " ,\t\r\n;");
    if (length == 0 && !quoted)
        return NULL;
    snprintf(word, size, "%.*s", (int)(length < size ? length : size - 1), text);
    text += length;
    return text + (quoted && *text == '"');
}

static bool read_epd_moves(const struct mi_chess *p, const char **text, miai_move *list, int *count)
{
    char word[EPD_ID];
    for (const char *rest; (rest = next_operand(*text, word, sizeof word)) != NULL; *text = rest) {
        miai_move move = mi_chess_read_move(p, word);
        if (move == MIAI_NO_MOVE || *count == EPD_MOVES)
            return false;
        list[(*count)++] = move;
    }
    return true;
}

static bool read_suite_operation(struct mi_chess_epd *epd, const char *code, const char **text)
{
    char word[EPD_ID];
    if (strcmp(code, "bm") == 0)
        return read_epd_moves(&epd->pos, text, epd->best, &epd->best_count);
    if (strcmp(code, "am") == 0)
        return read_epd_moves(&epd->pos, text, epd->avoid, &epd->avoid_count);
    for (const char *rest; (rest = next_operand(*text, word, sizeof word)) != NULL; *text = rest)
        if (strcmp(code, "id") == 0)
            memcpy(epd->id, word, sizeof word);
    return true;
}

bool mi_chess_read_epd(struct mi_chess_epd *epd, bool chess960, const char *line)
{
    char code[EPD_ID];
    memset(epd, 0, sizeof *epd);
    line = mi_chess_read_placement(&epd->pos, chess960, line);
    if (!line)
        return false;
    for (const char *rest; (rest = next_operand(line, code, sizeof code)) != NULL;) {
        line = rest;
        if (!read_suite_operation(epd, code, &line))
            return false;
        line += strspn(line, " \t\r\n");
        line += *line == ';';
    }
    return line[strspn(line, " \t\r\n;")] == '\0';
}
