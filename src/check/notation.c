/* Checks further notations of moves and positions, and the explanations of refused texts. */
#include "check.h"

#include <string.h>

enum { LINE_BYTES = 256 };

/* A written position must be read as the same position. */
static void check_round_trip(struct mi_check *check)
{
    const miai_notation *notation = mi_notation(check->game);
    struct mi_check_snapshot shown, read;
    if (!notation->write_position)
        return;
    memset(check->text, 0, MI_CHECK_TEXT);
    notation->write_position(check->pos, check->text, MI_CHECK_TEXT - 1);
    if (!mi_check_unchanged(check, "notation.write_position"))
        return;
    if (check->text[0] == '\0' || strpbrk(check->text, "\r\n")) {
        mi_report_fault(check, "notation.write_position", "() does not write one line");
        return;
    }
    memset(check->one, 0, check->size);
    bool good = notation->read_position(check->one, &check->setup, check->text);
    if (!mi_check_guard(check, "notation.read_position", check->one))
        return;
    if (!good) {
        mi_report_fault(check, "notation.read_position",
                        "() refuses what write_position() wrote: %.200s", check->text);
        return;
    }
    if (!mi_check_take_snapshot(check, check->pos, &shown) ||
        !mi_check_take_snapshot(check, check->one, &read))
        return;
    const char *differs = mi_check_snapshot_difference(&shown, &read);
    if (differs)
        mi_report_fault(check, "notation.read_position",
                        "() reads \"%.200s\", which write_position() "
                        "wrote, as a position that differs in %s",
                        check->text, differs);
}

static void check_read_move(struct mi_check *check)
{
    static const char *const texts[] = {"", "?!", "a", "1", "99999999999", "zzzzzzzzzzzzzzzzzzzz"};
    const miai_notation *notation = mi_notation(check->game);
    for (size_t i = 0; notation->read_move && i < sizeof texts / sizeof *texts; i++) {
        miai_move move = notation->read_move(check->pos, texts[i]);
        if (move < MIAI_NO_MOVE || move >= check->move_count)
            mi_report_fault(check, "notation.read_move", "() returns move %d for \"%s\"", move,
                            texts[i]);
    }
}

/* Is the text one line or empty, and is the same length returned for a short buffer? */
static bool is_line(const char why[LINE_BYTES], int length, int again)
{
    return length >= 0 && length < LINE_BYTES && again == length && strlen(why) == (size_t)length &&
           !strchr(why, '\n');
}

static void check_refusal_of_move(struct mi_check *check, miai_move move, const char *text)
{
    const miai_notation *notation = mi_notation(check->game);
    char why[LINE_BYTES] = "", cut[8] = "";
    int length = notation->refusal(check->pos, move, text, why, sizeof why);
    int again = notation->refusal(check->pos, move, text, cut, sizeof cut);
    if (!is_line(why, length, again))
        mi_report_fault(check, "notation.refusal",
                        "() for move %d, \"%s\", does not write one line of text", move, text);
}

static void check_refusal(struct mi_check *check)
{
    static const char *const texts[] = {"", "?!", "a", "1", "pass", "zzzzzzzzzzzzzzzzzzzz"};
    char text[MIAI_MOVE_TEXT];
    if (!mi_notation(check->game)->refusal)
        return;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_refusal_of_move(check, MIAI_NO_MOVE, texts[i]);
    for (miai_move move = 0; move < check->move_count; move += 1 + check->move_count / 16)
        if (!check->game->legal(check->pos, move)) {
            check->game->move_text(check->pos, move, text, sizeof text);
            check_refusal_of_move(check, move, text);
        }
}

/* A reason is one line. A text that the game itself has written must have no reason. */
static void check_refusal_of_position(struct mi_check *check, const char *text, bool written)
{
    const miai_notation *notation = mi_notation(check->game);
    char why[LINE_BYTES] = "", cut[8] = "";
    int length = notation->position_refusal(check->one, &check->setup, text, why, sizeof why);
    int again = notation->position_refusal(check->one, &check->setup, text, cut, sizeof cut);
    if (!is_line(why, length, again))
        mi_report_fault(check, "notation.position_refusal",
                        "() for \"%.100s\" does not write one line of text", text);
    else if (written && length > 0)
        mi_report_fault(check, "notation.position_refusal",
                        "() refuses \"%.100s\", which read_position() accepts", text);
}

static void check_position_refusal(struct mi_check *check)
{
    static const char *const texts[] = {"", "?!", "a", "1 w - -", "8/8/8/8/8/8/8/8 w - - 0 1"};
    if (!mi_notation(check->game)->position_refusal)
        return;
    memset(check->text, 0, MI_CHECK_TEXT);
    mi_notation(check->game)->write_position(check->pos, check->text, MI_CHECK_TEXT - 1);
    check_refusal_of_position(check, check->text, true);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        check_refusal_of_position(check, texts[i], false);
}

/* Each legal move must be read from its text in records. */
static void check_write_move(struct mi_check *check)
{
    const miai_notation *notation = mi_notation(check->game);
    char text[LINE_BYTES] = "";
    if (!notation->write_move || !notation->read_move)
        return;
    for (int i = 0; i < check->list.count; i++) {
        miai_move move = check->list.move[i];
        int length = notation->write_move(check->pos, move, text, sizeof text);
        if (length <= 0 || length >= MIAI_MOVE_TEXT)
            mi_report_fault(check, "notation.write_move", "() returns %d for move %d, not 1 to %d",
                            length, move, MIAI_MOVE_TEXT - 1);
        else if (notation->read_move(check->pos, text) != move)
            mi_report_fault(check, "notation.read_move",
                            "() does not read \"%s\", which write_move() "
                            "wrote, as move %d",
                            text, move);
    }
}

/* Only a finished game has an ending, described in one line. */
static void check_ending(struct mi_check *check)
{
    const miai_notation *notation = mi_notation(check->game);
    int score;
    if (!notation->ending)
        return;
    const char *how = notation->ending(check->pos);
    if (how && !check->game->outcome(check->pos, &score))
        mi_report_fault(check, "notation.ending", "() of an unfinished game is \"%.100s\"", how);
    else if (how && (!*how || strlen(how) >= LINE_BYTES || strchr(how, '\n')))
        mi_report_fault(check, "notation.ending", "() is not one line of text");
}

void mi_check_notation(struct mi_check *check)
{
    check_ending(check);
    check_round_trip(check);
    check_read_move(check);
    check_write_move(check);
    check_refusal(check);
    check_position_refusal(check);
}
