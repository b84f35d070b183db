#include "rows.h"

/* The empty points, as bits of the line, of rows of five with at least min_stones own stones and no
 * enemy stone. */
static uint32_t open_rows(uint32_t own, uint32_t other, int min_stones)
{
    uint32_t stones = own & ~other, found = 0;
    for (uint32_t free = ~other & ~other >> 1 & ~other >> 2 & ~other >> 3 & ~other >> 4; free;
         free &= free - 1) {
        uint32_t row = (uint32_t)31 << __builtin_ctz(free);
        if (__builtin_popcount(stones & row) >= min_stones)
            found |= row & ~stones;
    }
    return found;
}

/* Adds those of the line through a point. */
static void add_rows_of_line(const struct mi_gomoku *g, int colour, int direction, int x, int y,
                             int min_stones, struct gomoku_zone *zone)
{
    struct gomoku_line_position place = line_position_of(g, direction, x, y);
    uint32_t own = g->line[place.line][colour], other = g->line[place.line][others(colour)];
    if (__builtin_popcount(own & ~other) < min_stones)
        return;
    for (uint32_t found = open_rows(own, other, min_stones); found; found &= found - 1)
        zone_add(zone, y * g->width + x + (__builtin_ctz(found) - place.bit) * place.step);
}

void mi_gomoku_add_rows_through(const struct mi_gomoku *g, int colour, int at, int min_stones,
                                struct gomoku_zone *zone)
{
    int y = row_of(g, at), x = at - y * g->width;
    for (int direction = 0; direction < DIRECTIONS; direction++)
        add_rows_of_line(g, colour, direction, x, y, min_stones, zone);
}

void mi_gomoku_add_rows(const struct mi_gomoku *g, int colour, int min_stones,
                        struct gomoku_zone *zone)
{
    for (int x = 0; x < g->width; x++)
        for (int direction = 1; direction < DIRECTIONS; direction++)
            add_rows_of_line(g, colour, direction, x, 0, min_stones, zone);
    for (int y = 0; y < g->height; y++)
        add_rows_of_line(g, colour, 0, 0, y, min_stones, zone);
    for (int y = 1; y < g->height; y++) {
        add_rows_of_line(g, colour, 2, 0, y, min_stones, zone);
        add_rows_of_line(g, colour, 3, g->width - 1, y, min_stones, zone);
    }
}
