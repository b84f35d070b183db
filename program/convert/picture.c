#include "picture.h"

#include "protocol/io/suggestion.h"
#include "protocol/picture/chess_glyphs.h"
#include "protocol/picture/png.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels: a point, the margin, and the overhang of hexagons. */
enum { FIELD_SIZE = 32, MARGIN = 26, HEX_OVERHANG = 4 };

static const char *const grids[] = {[MIAI_GRID_SQUARES] = "squares",
                                    [MIAI_GRID_LINES] = "lines",
                                    [MIAI_GRID_HEXAGONS] = "hexagons"};

bool mi_picture_read_board(const miai_engine *engine, struct mi_picture *picture)
{
    int width = miai_width(engine), height = miai_height(engine);
    miai_diagram diagram;
    *picture = (struct mi_picture){.game = mi_current_game(engine),
                                   .look = mi_current_presentation(engine),
                                   .width = width,
                                   .height = height};
    picture->grid = grids[picture->look.grid];
    if (miai_read_board(engine, &diagram) != MIAI_OK)
        return false;
    picture->from_top = diagram.from_top;
    memcpy(picture->columns, diagram.columns, sizeof picture->columns);
    for (int i = 0; i < width * height; i++) {
        int x = i % width, y = i / width;
        picture->pieces[i] = diagram.letter[(diagram.from_top ? y : height - 1 - y) * width + x];
    }
    return true;
}

int mi_picture_point(const struct mi_picture *picture, const char *text)
{
    const char *column = NULL;
    for (int x = 0; x < picture->width && !column; x++)
        if (tolower((unsigned char)picture->columns[x]) == tolower((unsigned char)*text))
            column = &picture->columns[x];
    int row = *text && isdigit((unsigned char)text[1]) ? atoi(text + 1) : 0;
    if (!column || row < 1 || row > picture->height)
        return -1;
    return (picture->from_top ? row - 1 : picture->height - row) * picture->width +
           (int)(column - picture->columns);
}

bool mi_picture_is_corner(const struct mi_picture *picture, int point)
{
    int x = point % picture->width, y = point / picture->width;
    return (x == 0 || x == picture->width - 1) && (y == 0 || y == picture->height - 1);
}

int mi_list_neighbours(int width, int height, int point, int neighbours[4])
{
    int n = 0, x = point % width, y = point / width;
    if (x > 0)
        neighbours[n++] = point - 1;
    if (x + 1 < width)
        neighbours[n++] = point + 1;
    if (y > 0)
        neighbours[n++] = point - width;
    if (y + 1 < height)
        neighbours[n++] = point + width;
    return n;
}

/* ---- drawing ---- */

/* A drawing in progress; rows are counted from the top. */
struct drawing {
    const struct mi_picture *picture;
    const miai_presentation *look;
    int width, height;
    bool lines, hexagons;
    int winning_line[MI_LINE_POINTS], winning_points;
    FILE *out;
};

/* Each row of hexagons lies half a field to the right of the one above. */
static double field_left(const struct drawing *d, int x, int y)
{
    return MARGIN + x * FIELD_SIZE + (d->hexagons ? y * FIELD_SIZE / 2.0 : 0);
}

static double row_height(const struct drawing *d)
{
    return d->hexagons ? FIELD_SIZE * sqrt(0.75) : FIELD_SIZE;
}

static double field_top(const struct drawing *d, int y)
{
    return y * row_height(d) + (d->hexagons ? HEX_OVERHANG : 0);
}

static double page_width(const struct drawing *d)
{
    return field_left(d, d->width, d->height - 1) + (d->hexagons ? HEX_OVERHANG : 0);
}

static double page_height(const struct drawing *d)
{
    return field_top(d, d->height) + (d->hexagons ? HEX_OVERHANG : 0);
}

static void write_edge_labels(const struct drawing *d)
{
    const char *columns = d->picture->columns;
    bool from_top = d->picture->from_top;
    for (int x = 0; columns[x]; x++)
        fprintf(d->out, "<text x='%.0f' y='%.0f'>%c</text>\n",
                field_left(d, x, d->height - 1) + FIELD_SIZE / 2.0,
                page_height(d) + MARGIN * 2 / 3.0, columns[x]);
    for (int y = 0; y < d->height; y++)
        fprintf(d->out, "<text x='%.0f' y='%.0f'>%d</text>\n", field_left(d, 0, y) - MARGIN / 2.0,
                field_top(d, y) + FIELD_SIZE / 2.0 + 5, from_top ? y + 1 : d->height - y);
}

static void write_board_lines(const struct drawing *d)
{
    fprintf(d->out, "<path stroke='%s' d='", d->look->line);
    for (int x = 0; x < d->width; x++)
        fprintf(d->out, "M%d %dv%d", MARGIN + x * FIELD_SIZE + FIELD_SIZE / 2, FIELD_SIZE / 2,
                (d->height - 1) * FIELD_SIZE);
    for (int y = 0; y < d->height; y++)
        fprintf(d->out, "M%d %dh%d", MARGIN + FIELD_SIZE / 2, y * FIELD_SIZE + FIELD_SIZE / 2,
                (d->width - 1) * FIELD_SIZE);
    fputs("'/>\n", d->out);
}

/* Lists the coordinates of handicap points along an edge of `size` lines: on the third line, or
 * on the fourth from size 13 on; returns their number. */
static int list_stars(int size, bool sides, int star[3])
{
    int n = 0, from = size < 13 ? 2 : 3;
    if (size >= 7) {
        star[n++] = from;
        star[n++] = size - 1 - from;
    }
    if (size % 2 && (sides || size < 7))
        star[n++] = size / 2;
    return n;
}

static void write_star(const struct drawing *d, int x, int y)
{
    fprintf(d->out, "<circle class='star' cx='%.0f' cy='%.0f' r='3' fill='%s'/>\n",
            field_left(d, x, y) + FIELD_SIZE / 2.0, field_top(d, y) + FIELD_SIZE / 2.0,
            d->look->line);
}

static void write_stars(const struct drawing *d)
{
    int across[3], down[3];
    bool sides = d->width > 15 && d->height > 15;
    int columns = list_stars(d->width, sides, across), rows = list_stars(d->height, sides, down);
    for (int i = 0; i < columns * rows; i++)
        write_star(d, across[i % columns], down[i / columns]);
    if (!sides && d->width >= 7 && d->height >= 7 && d->width % 2 && d->height % 2)
        write_star(d, d->width / 2, d->height / 2);
}

static void write_square(const struct drawing *d, int x, int y)
{
    bool dark = *d->look->dark && (x + d->height - 1 - y) % 2 == 0;
    fprintf(d->out, "<rect x='%d' y='%d' width='%d' height='%d' fill='%s' stroke='%s'/>\n",
            MARGIN + x * FIELD_SIZE, y * FIELD_SIZE, FIELD_SIZE, FIELD_SIZE,
            dark ? d->look->dark : d->look->board, d->look->line);
}

/* Draws a hexagon, from its upper left corner clockwise. */
static void write_hexagon(const struct drawing *d, int x, int y)
{
    double half = FIELD_SIZE / 2.0, side = FIELD_SIZE / sqrt(3);
    fprintf(d->out,
            "<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fv%.1fl%.1f %.1fl%.1f %.1fz' fill='%s' "
            "stroke='%s'/>\n",
            field_left(d, x, y), field_top(d, y) + half - side / 2, half, -side / 2, half, side / 2,
            side, -half, side / 2, -half, -side / 2, d->look->board, d->look->line);
}

/* The colour of a player's sides, which must be visible on white. */
static const char *side_colour(const struct drawing *d, int player)
{
    return strcmp(d->look->colours[player], "#fff") == 0 ? "#999" : d->look->colours[player];
}

/* The upper and lower sides belong to the first player, the others to the second. */
static void write_sides(const struct drawing *d)
{
    const double half = FIELD_SIZE / 2.0, side = FIELD_SIZE / sqrt(3);
    int last = d->height - 1;
    fprintf(d->out, "<path fill='none' stroke-width='4' stroke='%s' d='", side_colour(d, 1));
    for (int y = 0; y < d->height; y++) {
        double top = field_top(d, y) + half - side / 2;
        fprintf(d->out, "M%.1f %.1fv%.1fM%.1f %.1fv%.1f", field_left(d, d->width, y), top, side,
                field_left(d, 0, y), top, side);
        if (y < last)
            fprintf(d->out, "l%.1f %.1f", half, side / 2);
    }
    fprintf(d->out, "'/>\n<path fill='none' stroke-width='4' stroke='%s' d='", side_colour(d, 0));
    for (int x = 0; x < d->width; x++)
        fprintf(d->out, "M%.1f %.1fl%.1f %.1fl%.1f %.1fM%.1f %.1fl%.1f %.1fl%.1f %.1f",
                field_left(d, x, 0), field_top(d, 0) + half - side / 2, half, -side / 2, half,
                side / 2, field_left(d, x, last), field_top(d, last) + half + side / 2, half,
                side / 2, half, -side / 2);
    fputs("'/>\n", d->out);
}

/* The second player's pieces are dark with light strokes. */
static void write_chess_piece(const struct drawing *d, const struct mi_chess_glyph *glyph,
                              int player, double left, double top)
{
    fprintf(d->out,
            "<g class='man' transform='translate(%.1f %.1f) scale(%.2f)' stroke='#000' "
            "stroke-width='4' stroke-linejoin='round' stroke-linecap='round'><path fill='%s' "
            "d='%s'/><path fill='none' stroke='%s' d='%s'/></g>\n",
            left, top, FIELD_SIZE / 100.0, player ? "#222" : "#fff", glyph->body,
            player ? "#ddd" : "#000", glyph->strokes);
}

static void write_piece(const struct drawing *d, char letter, int x, int y)
{
    double middle = field_left(d, x, y) + FIELD_SIZE / 2.0, top = field_top(d, y);
    const struct mi_chess_glyph *glyph;
    miai_piece piece;
    if (!miai_piece_of(d->picture->game, letter, &piece))
        return;
    if (piece.sign == 0)
        fprintf(d->out, "<circle cx='%.1f' cy='%.1f' r='%d' fill='%s' stroke='#000'/>\n", middle,
                top + FIELD_SIZE / 2.0, FIELD_SIZE * (d->hexagons ? 6 : 7) / 16,
                d->look->colours[piece.player]);
    else if ((glyph = mi_chess_glyph_of(piece.sign)) != NULL)
        write_chess_piece(d, glyph, piece.player, field_left(d, x, y), top);
    else
        fprintf(d->out, "<text class='m' x='%.0f' y='%.0f'>&#%u;</text>\n", middle,
                top + FIELD_SIZE * 13 / 16, piece.sign);
}

/* Marks a piece that the last move put there: a dot on discs, a frame on others. */
static void mark_moved_piece(const struct drawing *d, char now, char before, int x, int y)
{
    double left = field_left(d, x, y), top = field_top(d, y);
    miai_piece piece;
    if (now == before || !miai_piece_of(d->picture->game, now, &piece))
        return;
    if (piece.sign == 0)
        fprintf(d->out, "<circle cx='%.1f' cy='%.1f' r='%d' fill='#c30'/>\n",
                left + FIELD_SIZE / 2.0, top + FIELD_SIZE / 2.0,
                FIELD_SIZE / (before == '.' ? 6 : 12));
    else
        fprintf(d->out,
                "<rect x='%.0f' y='%.0f' width='%d' height='%d' fill='none' stroke='#c30' "
                "stroke-width='2'/>\n",
                left + 2, top + 2, FIELD_SIZE - 4, FIELD_SIZE - 4);
}

static void write_winning_line(const struct drawing *d, const int *line, int count)
{
    const char *to = "M";
    if (count == 0)
        return;
    fputs("<path class='won' fill='none' stroke='#c30' stroke-width='5' stroke-linecap='round' "
          "stroke-linejoin='round' opacity='.8' d='",
          d->out);
    for (int i = 0; i < count; i++) {
        int x = line[i] % d->width, y = line[i] / d->width;
        if (line[i] != MI_LINE_ENDS)
            fprintf(d->out, "%s%.1f %.1f", to, field_left(d, x, y) + FIELD_SIZE / 2.0,
                    field_top(d, y) + FIELD_SIZE / 2.0);
        to = line[i] != MI_LINE_ENDS ? "L" : "M";
    }
    fputs("'/>\n", d->out);
}

static void write_points(const struct drawing *d, const char *now, const char *before)
{
    int width = d->width, points = d->width * d->height;
    for (int i = 0; !d->lines && i < points; i++)
        (d->hexagons ? write_hexagon : write_square)(d, i % width, i / width);
    if (d->hexagons && d->look->sides)
        write_sides(d);
    for (int i = 0; i < points; i++) {
        write_piece(d, now[i], i % width, i / width);
        mark_moved_piece(d, now[i], before[i], i % width, i / width);
    }
}

static void write_svg_page(const struct drawing *d, const char *now, const char *before)
{
    fprintf(d->out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' font-size='14' "
            "font-family='sans-serif' text-anchor='middle'>\n<style>.m{font-size:28px}</style>\n"
            "<rect width='100%%' height='100%%' fill='#fff'/>\n",
            page_width(d), MARGIN + page_height(d));
    if (d->lines) {
        fprintf(d->out, "<rect x='%d' width='%d' height='%d' fill='%s'/>\n", MARGIN,
                d->width * FIELD_SIZE, d->height * FIELD_SIZE, d->look->board);
        write_board_lines(d);
        write_stars(d);
    }
    write_edge_labels(d);
    write_points(d, now, before);
    write_winning_line(d, d->winning_line, d->winning_points);
    fputs("</svg>\n", d->out);
}

bool mi_picture_write_svg(miai_engine *engine, FILE *out)
{
    struct mi_picture now, before;
    int score = 0;
    if (!mi_picture_read_board(engine, &now))
        return false;
    if (!miai_over(engine, &score))
        score = 0;
    if (miai_undo(engine, 1) != MIAI_OK || !mi_picture_read_board(engine, &before))
        before = now;
    struct drawing d = {.picture = &now,
                        .look = &now.look,
                        .width = now.width,
                        .height = now.height,
                        .lines = now.look.grid == MIAI_GRID_LINES,
                        .hexagons = now.look.grid == MIAI_GRID_HEXAGONS,
                        .out = out};
    d.winning_points = mi_winning_line(&now, &before, score, d.winning_line);
    write_svg_page(&d, now.pieces, before.pieces);
    return true;
}

static void draw_picture_svg(void *context, FILE *svg)
{
    mi_picture_write_svg(context, svg);
}

bool mi_picture_draw(miai_engine *engine, const char *format, FILE *out,
                     char error[MI_PICTURE_WORDS])
{
    _Static_assert((int)MI_PICTURE_WORDS == (int)MI_PNG_MESSAGE, "same buffer size");
    struct mi_picture board;
    if (strcmp(format, "png") == 0 && mi_picture_read_board(engine, &board))
        return mi_png_write(draw_picture_svg, engine, out, error);
    if (mi_picture_write_svg(engine, out))
        return true;
    snprintf(error, MI_PICTURE_WORDS, "this game has no picture");
    return false;
}
