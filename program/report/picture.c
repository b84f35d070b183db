#include "picture.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Pixels of a point, of the margin, of what hexagons stand out by; bytes. */
enum { FIELD = 32, EDGE = 26, HEX_TOP = 4, TEXT = 4096 };

/* ---- what stands where ---- */

static bool is_game(const miai_engine *engine, const char *name)
{
    return strcmp(miai_current_game(engine), name) == 0;
}

static void read_fen(const char *fen, int points, char *pieces)
{
    for (int n = 0; *fen && *fen != ' ' && n < points; fen++) {
        int empty = isdigit((unsigned char)*fen) ? *fen - '0' : 0;
        memset(pieces + n, '.', (size_t)(empty < points - n ? empty : points - n));
        n += empty;
        if (isalpha((unsigned char)*fen))
            pieces[n++] = *fen;
    }
}

void mi_picture_pieces(const miai_engine *engine, char pieces[MIAI_MAX_POINTS + 1])
{
    int8_t piece[MIAI_MAX_POINTS];
    char fen[TEXT];
    int width = miai_width(engine), height = miai_height(engine), n = 0;
    memset(pieces, 0, MIAI_MAX_POINTS + 1);
    if (is_game(engine, "chess") && miai_write_position(engine, fen, sizeof fen) > 0) {
        read_fen(fen, width * height, pieces);
        return;
    }
    if (miai_board(engine, piece) != MIAI_OK)
        return;
    bool from_top = mi_picture_from_top(engine);
    for (int y = height - 1; y >= 0; y--)
        for (int x = 0; x < width; x++) {
            int at = (from_top ? height - 1 - y : y) * width + x;
            pieces[n++] = piece[at] < 0 ? '.' : piece[at] ? 'O' : 'X';
        }
}

/* The game's diagram has the number of its upper row in front of its second line. */
bool mi_picture_from_top(const miai_engine *engine)
{
    char diagram[TEXT];
    miai_board_text(engine, diagram, sizeof diagram);
    const char *row = strchr(diagram, '\n');
    return row && miai_height(engine) > 1 && atoi(row + 1) == 1;
}

/* The first line of the game's diagram has them. */
void mi_picture_columns(const miai_engine *engine, char columns[MIAI_MAX_POINTS])
{
    char diagram[TEXT];
    int n = 0;
    bool chess = is_game(engine, "chess"); /* its moves are written small */
    miai_board_text(engine, diagram, sizeof diagram);
    diagram[strcspn(diagram, "\n")] = '\0';
    for (const char *c = diagram; *c && n + 1 < MIAI_MAX_POINTS; c++)
        if (isalpha((unsigned char)*c))
            columns[n++] = (char)(chess ? tolower((unsigned char)*c) : *c);
    columns[n == miai_width(engine) ? n : 0] = '\0';
}

/* ---- looks ---- */

/* What stands on crossing lines, on squares, or on hexagons. */
static const struct look {
    const char *game; /* NULL: any other */
    struct mi_picture_look look;
} looks[] = {
    {"go", {"lines", "#dcb35c", "", "#000"}},
    {"gomoku", {"lines", "#dcb35c", "", "#000"}},
    {"chess", {"squares", "#f0d9b5", "#b58863", "none"}},
    {"othello", {"squares", "#3a8f54", "", "#1d5030"}},
    {"hex", {"hexagons", "#f3e3c3", "", "#888"}},
    {NULL, {"squares", "#dde", "", "#889"}},
};

const struct mi_picture_look *mi_picture_look(const miai_engine *engine)
{
    const struct look *look = looks;
    while (look->game && !is_game(engine, look->game))
        look++;
    return &look->look;
}

/* ---- drawing ---- */

/* A board on paper; rows are counted from the top. */
struct drawing {
    const miai_engine *engine;
    const struct mi_picture_look *look;
    int width, height;
    bool lines, hexagons;
    FILE *out;
};

/* Each row of hexagons lies half a field to the right of the one above. */
static double left_of(const struct drawing *d, int x, int y)
{
    return EDGE + x * FIELD + (d->hexagons ? y * FIELD / 2.0 : 0);
}

static double row_height(const struct drawing *d)
{
    return d->hexagons ? FIELD * sqrt(0.75) : FIELD;
}

static double top_of(const struct drawing *d, int y)
{
    return y * row_height(d) + (d->hexagons ? HEX_TOP : 0);
}

static double page_width(const struct drawing *d)
{
    return left_of(d, d->width, d->height - 1) + (d->hexagons ? HEX_TOP : 0);
}

static double page_height(const struct drawing *d)
{
    return top_of(d, d->height) + (d->hexagons ? HEX_TOP : 0);
}

static void write_edges(const struct drawing *d)
{
    char columns[MIAI_MAX_POINTS];
    bool from_top = mi_picture_from_top(d->engine);
    mi_picture_columns(d->engine, columns);
    for (int x = 0; columns[x]; x++)
        fprintf(d->out, "<text x='%.0f' y='%.0f'>%c</text>\n",
                left_of(d, x, d->height - 1) + FIELD / 2.0, page_height(d) + EDGE * 2 / 3.0,
                columns[x]);
    for (int y = 0; y < d->height; y++)
        fprintf(d->out, "<text x='%.0f' y='%.0f'>%d</text>\n", left_of(d, 0, y) - EDGE / 2.0,
                top_of(d, y) + FIELD / 2.0 + 5, from_top ? y + 1 : d->height - y);
}

static void write_lines(const struct drawing *d)
{
    fputs("<path stroke='#000' d='", d->out);
    for (int x = 0; x < d->width; x++)
        fprintf(d->out, "M%d %dv%d", EDGE + x * FIELD + FIELD / 2, FIELD / 2,
                (d->height - 1) * FIELD);
    for (int y = 0; y < d->height; y++)
        fprintf(d->out, "M%d %dh%d", EDGE + FIELD / 2, y * FIELD + FIELD / 2,
                (d->width - 1) * FIELD);
    fputs("'/>\n", d->out);
}

static void write_square(const struct drawing *d, int x, int y)
{
    bool dark = *d->look->dark && (x + y) % 2;
    fprintf(d->out, "<rect x='%d' y='%d' width='%d' height='%d' fill='%s' stroke='%s'/>\n",
            EDGE + x * FIELD, y * FIELD, FIELD, FIELD, dark ? d->look->dark : d->look->board,
            d->look->line);
}

/* From its upper left corner, clockwise. */
static void write_hexagon(const struct drawing *d, int x, int y)
{
    double half = FIELD / 2.0, side = FIELD / sqrt(3);
    fprintf(d->out,
            "<path d='M%.1f %.1fl%.1f %.1fl%.1f %.1fv%.1fl%.1f %.1fl%.1f %.1fz' fill='%s' "
            "stroke='%s'/>\n",
            left_of(d, x, y), top_of(d, y) + half - side / 2, half, -side / 2, half, side / 2, side,
            -half, side / 2, -half, -side / 2, d->look->board, d->look->line);
}

/* The upper and the lower side are the first player's, the others the second's. */
static void write_sides(const struct drawing *d)
{
    const double half = FIELD / 2.0, side = FIELD / sqrt(3);
    int last = d->height - 1;
    fputs("<path fill='none' stroke-width='4' stroke='#999' d='", d->out);
    for (int y = 0; y < d->height; y++) {
        double top = top_of(d, y) + half - side / 2;
        fprintf(d->out, "M%.1f %.1fv%.1fM%.1f %.1fv%.1f", left_of(d, d->width, y), top, side,
                left_of(d, 0, y), top, side);
        if (y < last)
            fprintf(d->out, "l%.1f %.1f", half, side / 2);
    }
    fputs("'/>\n<path fill='none' stroke-width='4' stroke='#000' d='", d->out);
    for (int x = 0; x < d->width; x++)
        fprintf(d->out, "M%.1f %.1fl%.1f %.1fl%.1f %.1fM%.1f %.1fl%.1f %.1fl%.1f %.1f",
                left_of(d, x, 0), top_of(d, 0) + half - side / 2, half, -side / 2, half, side / 2,
                left_of(d, x, last), top_of(d, last) + half + side / 2, half, side / 2, half,
                -side / 2);
    fputs("'/>\n", d->out);
}

static void write_piece(const struct drawing *d, char piece, int x, int y)
{
    static const char letters[] = "KQRBNPkqrbnp"; /* in the order of Unicode, from U+2654 on */
    const char *man = strchr(letters, piece);
    double middle = left_of(d, x, y) + FIELD / 2.0, top = top_of(d, y);
    if (piece == 'X' || piece == 'O')
        fprintf(d->out, "<circle cx='%.1f' cy='%.1f' r='%d' fill='%s' stroke='#000'/>\n", middle,
                top + FIELD / 2.0, FIELD * (d->hexagons ? 6 : 7) / 16,
                piece == 'X' ? "#000" : "#fff");
    else if (man)
        fprintf(d->out, "<text class='m' x='%.0f' y='%.0f'>&#%d;</text>\n", middle,
                top + FIELD * 13 / 16, 0x2654 + (int)(man - letters));
}

/* Where something stands now, and did not before the last move: a dot on pieces, a frame else. */
static void write_mark(const struct drawing *d, char now, char before, int x, int y)
{
    double left = left_of(d, x, y), top = top_of(d, y);
    if (now == '.' || now == before)
        return;
    if (now == 'X' || now == 'O')
        fprintf(d->out, "<circle cx='%.1f' cy='%.1f' r='%d' fill='#c30'/>\n", left + FIELD / 2.0,
                top + FIELD / 2.0, FIELD / (before == '.' ? 6 : 12));
    else
        fprintf(d->out,
                "<rect x='%.0f' y='%.0f' width='%d' height='%d' fill='none' stroke='#c30' "
                "stroke-width='2'/>\n",
                left + 2, top + 2, FIELD - 4, FIELD - 4);
}

static void write_points(const struct drawing *d, const char *now, const char *before)
{
    int width = d->width, points = d->width * d->height;
    for (int i = 0; !d->lines && i < points; i++)
        (d->hexagons ? write_hexagon : write_square)(d, i % width, i / width);
    if (d->hexagons)
        write_sides(d);
    for (int i = 0; i < points; i++) {
        write_piece(d, now[i], i % width, i / width);
        write_mark(d, now[i], before[i], i % width, i / width);
    }
}

static void write_page(const struct drawing *d, const char *now, const char *before)
{
    fprintf(d->out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%.0f' height='%.0f' font-size='14' "
            "font-family='sans-serif' text-anchor='middle'>\n<style>.m{font-size:28px}</style>\n"
            "<rect width='100%%' height='100%%' fill='#fff'/>\n",
            page_width(d), EDGE + page_height(d));
    if (d->lines) {
        fprintf(d->out, "<rect x='%d' width='%d' height='%d' fill='%s'/>\n", EDGE, d->width * FIELD,
                d->height * FIELD, d->look->board);
        write_lines(d);
    }
    write_edges(d);
    write_points(d, now, before);
    fputs("</svg>\n", d->out);
}

bool mi_picture_write(miai_engine *engine, FILE *out)
{
    char now[MIAI_MAX_POINTS + 1], before[MIAI_MAX_POINTS + 1];
    struct drawing d = {.engine = engine,
                        .look = mi_picture_look(engine),
                        .width = miai_width(engine),
                        .height = miai_height(engine),
                        .out = out};
    d.lines = strcmp(d.look->kind, "lines") == 0;
    d.hexagons = strcmp(d.look->kind, "hexagons") == 0;
    mi_picture_pieces(engine, now);
    if (now[0] == '\0')
        return false;
    memcpy(before, now, sizeof before);
    if (miai_undo(engine, 1) == MIAI_OK)
        mi_picture_pieces(engine, before);
    write_page(&d, now, before);
    return true;
}
