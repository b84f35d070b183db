/* Checks the texts of moves and positions. */
#include "check.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { GUARD_BYTE = '#' };

/* Writes move_text() of a move, or text() of the position for MIAI_NO_MOVE; as snprintf(). */
static int write_text(struct mi_check *check, miai_move move, char *text, size_t size)
{
    return move == MIAI_NO_MOVE ? check->game->text(check->pos, text, size)
                                : check->game->move_text(check->pos, move, text, size);
}

static const char *writer_name(miai_move move)
{
    return move == MIAI_NO_MOVE ? "text" : "move_text";
}

/* Writes with a limited size into check->cut: the text must be cut off, terminated, and nothing may
 * be written after it. */
static bool check_cut(struct mi_check *check, miai_move move, int length, size_t size)
{
    const char *function = writer_name(move);
    memset(check->cut, GUARD_BYTE, sizeof check->cut);
    int returned = write_text(check, move, check->cut, size);
    if (returned != length)
        return mi_report_fault(
            check, function,
            "() returns %d with a size of %zu, not the length of the whole text, %d", returned,
            size, length);
    const char *after = check->cut + size; /* at least one byte */
    if (after[0] != GUARD_BYTE ||
        memcmp(after, after + 1, (size_t)(check->cut + sizeof check->cut - after) - 1) != 0)
        return mi_report_fault(check, function, "() writes more than the %zu bytes of its buffer",
                               size);
    size_t kept = (size_t)length < size ? (size_t)length : size - 1;
    if (check->cut[kept] != '\0' || memcmp(check->cut, check->text, kept) != 0)
        return mi_report_fault(check, function,
                               "() does not write as snprintf does with a size of %zu", size);
    return true;
}

/* Writes the complete text into check->text, then tries several sizes. Returns the length, or -1.
 */
static int check_writer(struct mi_check *check, miai_move move)
{
    const char *function = writer_name(move);
    memset(check->text, 0, sizeof check->text);
    int length = write_text(check, move, check->text, MI_CHECK_TEXT);
    size_t written = strlen(check->text);
    if (length > 0 && length < MI_CHECK_TEXT && written == (size_t)length) {
        size_t sizes[] = {1, 2, (size_t)length / 2 + 1, (size_t)length, (size_t)length + 1};
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            if (!check_cut(check, move, length, sizes[i]))
                return -1;
        if (write_text(check, move, NULL, 0) != length)
            return mi_report_fault(check, function,
                                   "() does not return its length with a size of 0"),
                   -1;
        return mi_check_unchanged(check, function) ? length : -1;
    }
    if (length <= 0 || written == 0)
        mi_report_fault(check, function, "() writes no text and returns %d", length);
    else if (length < MI_CHECK_TEXT)
        mi_report_fault(check, function, "() writes %zu bytes and returns %d", written, length);
    return -1;
}

void mi_check_position_text(struct mi_check *check)
{
    int length = check_writer(check, MIAI_NO_MOVE);
    if (length < 0)
        return;
    if (check->text[0] == '\n' || strstr(check->text, "\n\n"))
        mi_report_fault(check, "text", "() has an empty line");
    if (check->text[length - 1] == '\n')
        mi_report_fault(check, "text", "() has a newline at its end");
}

/* The text of every move, legal or not, must be a short word. */
static bool check_word(struct mi_check *check, miai_move move)
{
    char *text = check->text;
    memset(text, 0, 4 * MIAI_MOVE_TEXT);
    int length = check->game->move_text(check->pos, move, text, 4 * MIAI_MOVE_TEXT - 1);
    if (length <= 0)
        return mi_report_fault(check, "move_text",
                               "() returns %d for move %d, but must accept every move", length,
                               move);
    if (length >= MIAI_MOVE_TEXT)
        return mi_report_fault(check, "move_text",
                               "() writes \"%s\" for move %d, more than %d bytes", text, move,
                               MIAI_MOVE_TEXT - 1);
    for (const char *c = text; *c; c++)
        if (*c <= ' ' || *c > '~' || *c == '#')
            return mi_report_fault(check, "move_text",
                                   "() writes \"%s\" for move %d, which is not a word: it contains "
                                   "a space, a # or a non-ASCII character",
                                   text, move);
    if (mi_same_text(text, "resign"))
        return mi_report_fault(check, "move_text",
                               "() writes \"%s\" for move %d, which means "
                               "resigning in the protocols",
                               text, move);
    return true;
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Readers ignore case, so compare in lower case. */
static void to_lower_case(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text = (char)(*text - 'A' + 'a');
}

/* Legal moves must have different texts. */
static void check_different(struct mi_check *check)
{
    const struct mi_list *list = &check->list;
    for (int i = 0; i < list->count; i++) {
        memset(check->texts[i], 0, MIAI_MOVE_TEXT);
        check->game->move_text(check->pos, list->move[i], check->texts[i], MIAI_MOVE_TEXT);
        to_lower_case(check->texts[i]);
    }
    qsort(check->texts, (size_t)list->count, sizeof *check->texts, compare_texts);
    for (int i = 1; i < list->count; i++)
        if (strcmp(check->texts[i - 1], check->texts[i]) == 0)
            mi_report_fault(check, "move_text",
                            "() has the same text for two legal moves, ignoring case: \"%s\"",
                            check->texts[i]);
}

void mi_check_texts(struct mi_check *check)
{
    bool good = true;
    for (miai_move move = 0; good && move < check->move_count; move++)
        good = check_word(check, move);
    if (good && mi_check_unchanged(check, "move_text") &&
        check_writer(check, mi_check_draw(check, &check->list)) > 0)
        check_different(check);
}
