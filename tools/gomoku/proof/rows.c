#include "rows.h"

/* Which points of rows of five in a line are empty, with so many white stones in the row and no
 * black one: bits of the line. */
static uint32_t rows_in(uint32_t black, uint32_t white, int least)
{
    uint32_t stones = white & ~black, found = 0;
    for (uint32_t free = ~black & ~black >> 1 & ~black >> 2 & ~black >> 3 & ~black >> 4; free;
         free &= free - 1) {
        uint32_t row = (uint32_t)31 << __builtin_ctz(free);
        if (__builtin_popcount(stones & row) >= least)
            found |= row & ~stones;
    }
    return found;
}

static void add_rows_of_line(const struct mi_gomoku *g, const struct gomoku_place *place, int point,
                             int least, struct zone *zone)
{
    const uint32_t *line = g->line[place->line];
    for (uint32_t found = rows_in(line[BLACK], line[WHITE], least); found; found &= found - 1)
        zone_add(zone, point + (__builtin_ctz(found) - place->bit) * place->step);
}

void rows_add_through(const struct mi_gomoku *g, int at, int least, struct zone *zone)
{
    int y = row_of(g, at), x = at - y * g->width;
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        struct gomoku_place place = place_of(g, direction, x, y);
        add_rows_of_line(g, &place, at, least, zone);
    }
}

void rows_add(const struct mi_gomoku *g, int least, struct zone *zone)
{
    static const struct {
        int direction, x, y, step_x, step_y, n;
    } first[] = {{0, 0, 0, 0, 1, WIDTH},     {1, 0, 0, 1, 0, WIDTH},
                 {2, 0, 0, 1, 0, WIDTH - 4}, {2, 0, 1, 0, 1, WIDTH - 5},
                 {3, 4, 0, 1, 0, WIDTH - 4}, {3, WIDTH - 1, 1, 0, 1, WIDTH - 5}};
    for (unsigned i = 0; i < sizeof first / sizeof first[0]; i++)
        for (int n = 0; n < first[i].n; n++) {
            int x = first[i].x + n * first[i].step_x, y = first[i].y + n * first[i].step_y;
            struct gomoku_place place = place_of(g, first[i].direction, x, y);
            const uint32_t *line = g->line[place.line];
            if (__builtin_popcount(line[WHITE] & ~line[BLACK]) >= least)
                add_rows_of_line(g, &place, y * WIDTH + x, least, zone);
        }
}
