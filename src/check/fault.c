#include "base/text.h"
#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Was a fault of this kind already reported? If not, counts it. */
static bool is_already_reported(struct mi_check *check, const char *function, const char *format)
{
    for (int i = 0; i < check->faults && i < MI_CHECK_KINDS; i++)
        if (check->reported[i].format == format &&
            strcmp(check->reported[i].function, function) == 0)
            return true;
    if (check->faults < MI_CHECK_KINDS) {
        check->reported[check->faults].function = function;
        check->reported[check->faults].format = format;
    }
    check->faults++;
    return false;
}

/* Adds the board size, the rules, the moves and the position. */
static void add_position(struct mi_check *check, struct mi_out *out)
{
    char *text = check->cut;
    const char *const *rules = check->game->rules;
    if (check->size == 0)
        return;
    mi_out_format(out, "; on a board of %dx%d", check->setup.width, check->setup.height);
    if (rules && check->setup.rules > 0)
        mi_out_format(out, " with rules %s", rules[check->setup.rules]);
    if (!check->pos)
        return;
    mi_out_format(out, ", %s%s:\n", check->plies > 0 ? "after" : "at the beginning", check->line);
    memset(text, 0, MI_CHECK_TEXT);
    check->game->text(check->pos, text, MI_CHECK_TEXT - 1);
    text[MI_CHECK_TEXT - 1] = '\0';
    mi_out_add(out, text);
}

bool mi_report_fault(struct mi_check *check, const char *function, const char *format, ...)
{
    struct mi_out out;
    va_list args;
    if (is_already_reported(check, function, format))
        return false;
    mi_out_init(&out, check->sentence, sizeof check->sentence);
    mi_out_add(&out, function);
    va_start(args, format);
    int length = vsnprintf(out.text + out.length, out.size - out.length, format, args);
    va_end(args);
    out.length += (size_t)(length > 0 ? length : 0);
    add_position(check, &out);
    if (check->report)
        check->report(check->context, check->sentence);
    return false;
}

const char *mi_move_name(struct mi_check *check, miai_move move)
{
    char *name = check->names[check->name ^= 1], text[2 * MIAI_MOVE_TEXT] = "";
    if (check->pos && move >= 0 && move < check->move_count)
        check->game->move_text(check->pos, move, text, MIAI_MOVE_TEXT);
    text[MIAI_MOVE_TEXT] = '\0';
    if (text[0])
        snprintf(name, sizeof check->names[0], "%s (move %d)", text, move);
    else
        snprintf(name, sizeof check->names[0], "move %d", move);
    return name;
}
