/* Checks that moves and stones written to records are read back unchanged. */
#include "check.h"
#include "contract/sgf_move.h"

#include <string.h>

enum { VALUE_BYTES = 256 }; /* bytes of a move in SGF, including the final zero */

static void check_record_move(struct mi_check *check, miai_move move)
{
    char text[VALUE_BYTES + 1] = "";
    int length = mi_sgf_write_move(check->game, &check->setup, check->pos, move, text, VALUE_BYTES);
    const char *writer = mi_records(check->game)->write_move ? "records.write_move" : "move_text";
    if (length >= VALUE_BYTES || strpbrk(text, "\r\n")) {
        mi_report_fault(check, writer, "() does not write one line shorter than %d bytes for %s",
                        VALUE_BYTES, mi_move_name(check, move));
        return;
    }
    miai_move read = mi_sgf_read_move(check->game, &check->setup, check->pos, text);
    if (read != move)
        mi_report_fault(check,
                        mi_records(check->game)->read_move ? "records.read_move" : "move_text",
                        "(): the SGF value \"%s\" of move %d is read as move %d: "
                        "records.write_move() and read_move() must agree; without them, the texts "
                        "of moves must differ",
                        text, move, read);
}

static void check_record_stone(struct mi_check *check, miai_move point)
{
    char text[VALUE_BYTES + 1] = "";
    mi_sgf_write_point(check->game, &check->setup, check->pos, point, text, VALUE_BYTES);
    miai_move read = mi_sgf_read_point(check->game, &check->setup, check->pos, text);
    if (read != point)
        mi_report_fault(check, "records.read_move", "() reads \"%s\", a stone on point %d, as %d",
                        text, point, read);
}

void mi_check_records(struct mi_check *check)
{
    const miai_editing *editing = mi_editing(check->game);
    int points = check->setup.width * check->setup.height;
    int number = mi_records(check->game)->sgf;
    if (number < 0 || number > MIAI_SGF_MOST)
        mi_report_fault(check, "records.sgf", " is %d, not 0 to %d", number, MIAI_SGF_MOST);
    if (!number)
        return;
    for (int i = 0; i < check->list.count; i++)
        check_record_move(check, check->list.move[i]);
    if (check->plies == 0 && editing->put && editing->board && points <= MIAI_MAX_POINTS)
        for (miai_move point = 0; point < points; point++)
            check_record_stone(check, point);
    mi_check_unchanged(check, "one of the functions of records");
}
