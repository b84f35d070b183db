/* Moves and positions as text. */
#include "go.h"
#include "move.h"

#include "base/text.h"

#include <stdio.h>

int mi_go_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct mi_go *b = pos;
    if (move == mi_go_pass(b))
        return snprintf(text, size, "pass");
    return miai_point_text(move % b->width, move / b->width, text, size);
}

/* What is empty, and no ko, has no liberty left. */
static int refusal(const void *pos, miai_move move, const char *text, char *why, size_t size)
{
    const struct mi_go *b = pos;
    (void)text;
    int point = move < 0 || move >= mi_go_pass(b) ? MI_GO_NONE : mi_go_point_of(b, move);
    if (point == MI_GO_NONE || b->point[point].colour != MI_GO_EMPTY || mi_go_legal_point(b, point))
        return 0;
    return snprintf(why, size, "%s",
                    point == b->ko ? "it is a ko, to be taken back when a move was made elsewhere"
                                   : "it is suicide: no liberty is left there");
}

const miai_notation mi_go_notation = {.bytes = sizeof(miai_notation), .refusal = refusal};

static char mark(const void *context, int x, int y)
{
    static const char stones[] = {[MI_GO_BLACK] = 'X', [MI_GO_WHITE] = 'O'};
    const struct mi_go *b = context;
    int colour = b->point[mi_go_point_at(b, x, y)].colour;
    if (colour != MI_GO_EMPTY)
        return stones[colour];
    return mi_go_is_star(b->width, b->height, x, y) ? '+' : '.';
}

static const char *const names[] = {"black (X)", "white (O)"};

int mi_go_text(const void *pos, char *text, size_t size)
{
    const struct mi_go *b = pos;
    char diagram[4096];
    struct mi_out out;
    mi_out_init(&out, text, size);
    miai_board_diagram(b->width, b->height, mark, b, diagram, sizeof diagram);
    mi_out_add(&out, diagram);
    if (b->passes < 2)
        mi_out_format(&out, "\n%s to move", names[b->turn]);
    else
        mi_out_add(&out, "\ngame over");
    for (int i = 0; i < 2; i++)
        mi_out_format(&out, "\n%s has captured %d stone%s", names[i], (int)b->prisoners[i],
                      b->prisoners[i] == 1 ? "" : "s");
    return mi_out_length(&out);
}
