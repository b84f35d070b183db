/* Prints the part of the board with stones, since most problems fill a corner of a large board. */
#include "problem.h"

#include <stdio.h>

enum { MARGIN = 2 /* points around the stones */ };

/* An interval of rows or columns. */
struct span {
    int first, last;
};

static void span_include(struct span *span, int at)
{
    span->first = at < span->first ? at : span->first;
    span->last = at > span->last ? at : span->last;
}

/* Adds a margin; a part that is too narrow to be left out is shown as well. */
static void span_widen(struct span *span, int size)
{
    span->first -= MARGIN;
    span->last += MARGIN;
    if (span->first < MARGIN)
        span->first = 0;
    if (span->last >= size - MARGIN)
        span->last = size - 1;
}

static char column_letter(int x)
{
    char point[8];
    miai_point_text(x, 0, point, sizeof point);
    return point[0];
}

static void print_columns(const struct span *columns)
{
    fputs("   ", stdout);
    for (int x = columns->first; x <= columns->last; x++)
        printf(" %c", column_letter(x));
    putchar('\n');
}

void mi_problem_print_board(const miai_engine *engine)
{
    int8_t piece[MIAI_MAX_POINTS];
    int width = miai_width(engine), height = miai_height(engine);
    struct span columns = {width, -1}, rows = {height, -1};
    if (miai_board(engine, piece) != MIAI_OK)
        return;
    for (int i = 0; i < width * height; i++)
        if (piece[i] >= 0) {
            span_include(&columns, i % width);
            span_include(&rows, i / width);
        }
    span_widen(&columns, width);
    span_widen(&rows, height);
    putchar('\n');
    for (int y = rows.last; y >= rows.first; y--) {
        printf("%3d", y + 1);
        for (int x = columns.first; x <= columns.last; x++)
            printf(" %c", ".XO"[piece[y * width + x] + 1]);
        putchar('\n');
    }
    print_columns(&columns);
    putchar('\n');
}
