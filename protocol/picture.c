#include "picture.h"

#include <ctype.h>
#include <string.h>

enum { FIELD = 32, EDGE = 26, TEXT = 4096 }; /* pixels of a point, of the margin; bytes */

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
    for (int y = height - 1; y >= 0; y--)
        for (int x = 0; x < width; x++)
            pieces[n++] = piece[y * width + x] < 0 ? '.' : piece[y * width + x] ? 'O' : 'X';
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

/* ---- drawing ---- */

/* Of stones on lines; of everything else on squares. */
static const struct look {
    const char *board, *dark; /* colours; dark "" if all squares are alike */
} go_look = {"#dcb35c", ""}, chess_look = {"#f0d9b5", "#b58863"}, other_look = {"#dde", ""};

static const struct look *look_of(const miai_engine *engine)
{
    return is_game(engine, "go") ? &go_look : is_game(engine, "chess") ? &chess_look : &other_look;
}

static void write_edges(const miai_engine *engine, FILE *out)
{
    char columns[MIAI_MAX_POINTS];
    int height = miai_height(engine);
    mi_picture_columns(engine, columns);
    for (int x = 0; columns[x]; x++)
        fprintf(out, "<text x='%d' y='%d'>%c</text>\n", EDGE + x * FIELD + FIELD / 2,
                height * FIELD + EDGE * 2 / 3, columns[x]);
    for (int y = 0; y < height; y++)
        fprintf(out, "<text x='%d' y='%d'>%d</text>\n", EDGE / 2, y * FIELD + FIELD / 2 + 5,
                height - y);
}

static void write_lines(int width, int height, FILE *out)
{
    fputs("<path stroke='#000' d='", out);
    for (int x = 0; x < width; x++)
        fprintf(out, "M%d %dv%d", EDGE + x * FIELD + FIELD / 2, FIELD / 2, (height - 1) * FIELD);
    for (int y = 0; y < height; y++)
        fprintf(out, "M%d %dh%d", EDGE + FIELD / 2, y * FIELD + FIELD / 2, (width - 1) * FIELD);
    fputs("'/>\n", out);
}

static void write_square(const struct look *look, int x, int y, FILE *out)
{
    bool dark = *look->dark && (x + y) % 2;
    if (dark || !*look->dark)
        fprintf(out, "<rect x='%d' y='%d' width='%d' height='%d' fill='%s'%s/>\n", EDGE + x * FIELD,
                y * FIELD, FIELD, FIELD, dark ? look->dark : look->board,
                dark ? "" : " stroke='#889'");
}

static void write_piece(char piece, int x, int y, FILE *out)
{
    static const char letters[] = "KQRBNPkqrbnp"; /* in the order of Unicode, from U+2654 on */
    const char *man = strchr(letters, piece);
    int left = EDGE + x * FIELD, top = y * FIELD;
    if (piece == 'X' || piece == 'O')
        fprintf(out, "<circle cx='%d' cy='%d' r='%d' fill='%s' stroke='#000'/>\n", left + FIELD / 2,
                top + FIELD / 2, FIELD * 7 / 16, piece == 'X' ? "#000" : "#fff");
    else if (man)
        fprintf(out, "<text class='m' x='%d' y='%d'>&#%d;</text>\n", left + FIELD / 2,
                top + FIELD * 13 / 16, 0x2654 + (int)(man - letters));
}

/* Where something stands now, and did not before the last move. */
static void write_mark(char now, char before, int x, int y, FILE *out)
{
    if (now != '.' && now != before)
        fprintf(out,
                "<rect x='%d' y='%d' width='%d' height='%d' fill='none' stroke='#c30' "
                "stroke-width='2'/>\n",
                EDGE + x * FIELD + 2, y * FIELD + 2, FIELD - 4, FIELD - 4);
}

static void write_points(const miai_engine *engine, const char *now, const char *before, FILE *out)
{
    const struct look *look = look_of(engine);
    int width = miai_width(engine), height = miai_height(engine);
    for (int i = 0; look != &go_look && i < width * height; i++)
        write_square(look, i % width, i / width, out);
    for (int i = 0; i < width * height; i++) {
        write_piece(now[i], i % width, i / width, out);
        write_mark(now[i], before[i], i % width, i / width, out);
    }
}

bool mi_picture_write(miai_engine *engine, FILE *out)
{
    char now[MIAI_MAX_POINTS + 1], before[MIAI_MAX_POINTS + 1];
    int width = miai_width(engine), height = miai_height(engine);
    mi_picture_pieces(engine, now);
    if (now[0] == '\0')
        return false;
    memcpy(before, now, sizeof before);
    if (miai_undo(engine, 1) == MIAI_OK)
        mi_picture_pieces(engine, before);
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-size='14' "
            "font-family='sans-serif' text-anchor='middle'>\n<style>.m{font-size:28px}</style>\n"
            "<rect width='100%%' height='100%%' fill='#fff'/>\n"
            "<rect x='%d' width='%d' height='%d' fill='%s'/>\n",
            EDGE + width * FIELD, EDGE + height * FIELD, EDGE, width * FIELD, height * FIELD,
            look_of(engine)->board);
    if (look_of(engine) == &go_look)
        write_lines(width, height, out);
    write_edges(engine, out);
    write_points(engine, now, before, out);
    fputs("</svg>\n", out);
    return true;
}
