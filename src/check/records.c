/* Moves and stones in records of games: each is read as what it was. */
#include "check.h"
#include "contract/sgf_move.h"

#include <string.h>

enum { VALUE = 256 }; /* bytes of a move in SGF, with its end */

static void check_move(struct mi_check *check, miai_move move)
{
    char text[VALUE + 1] = "";
    int length = mi_sgf_write_move(check->game, &check->setup, check->pos, move, text, VALUE);
    const char *writer = mi_records(check->game)->write_move ? "records.write_move" : "move_text";
    if (length >= VALUE || strpbrk(text, "\r\n")) {
        mi_fault(check, writer, "() writes no line of less than %d bytes for %s", VALUE,
                 mi_move_name(check, move));
        return;
    }
    miai_move read = mi_sgf_read_move(check->game, &check->setup, check->pos, text);
    if (read != move)
        mi_fault(check, mi_records(check->game)->read_move ? "records.read_move" : "move_text",
                 "(): SGF has \"%s\" for move %d of this position, and that is read as move %d: "
                 "records.write_move() and read_move() have to agree, and a value without them "
                 "is the text of one move alone",
                 text, move, read);
}

static void check_stone(struct mi_check *check, miai_move point)
{
    char text[VALUE + 1] = "";
    mi_sgf_write_point(check->game, &check->setup, check->pos, point, text, VALUE);
    miai_move read = mi_sgf_read_point(check->game, &check->setup, check->pos, text);
    if (read != point)
        mi_fault(check, "records.read_move", "() reads \"%s\", a stone on point %d, as %d", text,
                 point, read);
}

void mi_check_records(struct mi_check *check)
{
    const miai_editing *editing = mi_editing(check->game);
    int points = check->setup.width * check->setup.height;
    int number = mi_records(check->game)->sgf;
    if (number < 0 || number > MIAI_SGF_MOST)
        mi_fault(check, "records.sgf", " is %d, not 0 to %d", number, MIAI_SGF_MOST);
    if (!number)
        return;
    for (int i = 0; i < check->list.count; i++)
        check_move(check, check->list.move[i]);
    if (check->plies == 0 && editing->put && editing->board && points <= MIAI_MAX_POINTS)
        for (miai_move point = 0; point < points; point++)
            check_stone(check, point);
    mi_check_unchanged(check, "one of the functions of records");
}
