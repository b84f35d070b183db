#include "book.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct mi_book_args, field)
/* clang-format off */
static const struct mi_arg_row make_rows[] = {
    MI_ARG_ROW_NUMBER("positions", COUNT, AT(positions), 1, 10000000, "1 to 10000000"),
    MI_ARG_ROW_NUMBER("ply-cost", REAL, AT(ply_cost), 0, 1, "0 to 1"),
    MI_ARG_ROW_NUMBER("plies", COUNT, AT(plies), 1, 1000, "1 to 1000"),
    MI_ARG_ROW_FILE("records", AT(records), "a file"),
    MI_ARG_ROW_FILE("moves", AT(moves), "moves, separated by spaces"),
    MI_ARG_ROW_END,
};
static const struct mi_arg_row check_rows[] = {
    MI_ARG_ROW_NUMBER("searches", COUNT, AT(searches), 1, 1000000, "1 to 1000000"),
    MI_ARG_ROW_END,
};
static const struct mi_arg_row show_rows[] = {
    MI_ARG_ROW_FILE("moves", AT(moves), "moves, separated by spaces"),
    MI_ARG_ROW_END,
};
/* clang-format on */

static const struct {
    const char *name;
    const struct mi_arg_row *rows; /* NULL: one more file name instead */
} actions[] = {
    [MI_BOOK_MAKE] = {"make", make_rows},
    [MI_BOOK_CHECK] = {"check", check_rows},
    [MI_BOOK_SHOW] = {"show", show_rows},
    [MI_BOOK_EXPORT] = {"export", NULL},
};

static bool complain_of_usage(char *complaint)
{
    return mi_write_complaint(complaint, "usage",
                              "miai book make | check | show FILE [SETTING=VALUE]..., or miai book "
                              "export FILE OUTPUT");
}

static bool read_action(struct mi_book_args *args, const char *word)
{
    for (size_t i = 0; i < sizeof actions / sizeof *actions; i++)
        if (strcmp(actions[i].name, word) == 0) {
            args->action = (enum mi_book_action)i;
            return true;
        }
    return false;
}

bool mi_book_read_args(struct mi_book_args *args, char *const *list, char *complaint)
{
    *args = (struct mi_book_args){.positions = 1000, .ply_cost = 0.005, .plies = 12};
    if (!list[0] || !read_action(args, list[0]) || !list[1])
        return complain_of_usage(complaint);
    args->file = list[1];
    const struct mi_arg_row *rows = actions[args->action].rows;
    if (!rows) {
        args->output = list[2];
        return (list[2] && !list[3]) || complain_of_usage(complaint);
    }
    for (list += 2; *list; list++)
        if (!mi_arg_row_read(rows, "book", args, *list, complaint))
            return false;
    return true;
}
