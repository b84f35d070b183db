/* GTP commands miai-svg, the last search as a picture, and miai-curve, a search over time. */
#include "gtp.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "protocol/picture/chess_glyphs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL_PIXELS = 40, MARGIN_PIXELS = 24 };

/* ---- the search over time ---- */

static void add_curve_rows(void *context, const miai_info *info)
{
    struct mi_gtp *gtp = context;
    struct mi_reply *reply = &gtp->reply;
    miai_choice choice;
    if (info->line > 1 || info->number > 0)
        return;
    for (int i = 0; miai_choice_at(gtp->engine, i, &choice); i++)
        if (choice.visits > 0 || i == 0)
            mi_reply_format(reply,
                            "%.3f,%" PRIu64 ",%" PRIu64 ",%d,%.4f,%s,%" PRIu64 ",%.4f,%.4f\n",
                            info->seconds, info->playouts, info->nodes, info->depth, info->value,
                            choice.move, choice.visits, choice.share, choice.value);
}

/* miai-curve [INTERVAL]: searches with the current options; CSV with a row for each root move at
 * each report. */
static const char *gtp_curve(struct mi_gtp *gtp, char *args)
{
    miai_analysis_request request = {.interval = 0.1};
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    if (*args && (!mi_read_word_real(args, &request.interval) || request.interval <= 0))
        return mi_gtp_syntax_error;
    mi_reply_add(&gtp->reply, "seconds,playouts,nodes,depth,root value,move,visits,share,value\n");
    miai_request_analysis(gtp->engine, &request);
    miai_on_info(gtp->engine, add_curve_rows, gtp);
    int error = miai_search(gtp->engine, MIAI_TURN, NULL, move, sizeof move);
    miai_on_info(gtp->engine, gtp->on_report, gtp);
    miai_request_analysis(gtp->engine, NULL);
    miai_last_search(gtp->engine, &info);
    if (error == MIAI_OK)
        add_curve_rows(gtp, &info);
    return mi_gtp_error_reason(gtp, error);
}

/* ---- the board as SVG ---- */

struct board_picture {
    struct mi_gtp *gtp;
    const miai_game *game;
    miai_presentation presentation;
    miai_diagram board;
    bool shown; /* the game can show its board */
    int width, height;
};

/* The row in the picture, counted from the top. */
static int picture_row(const struct board_picture *p, int point)
{
    int y = point / p->width;
    return p->board.from_top ? y : p->height - 1 - y;
}

static double picture_x(const struct board_picture *p, int point)
{
    double slant = p->presentation.grid == MIAI_GRID_HEXAGONS ? 0.5 * picture_row(p, point) : 0;
    return MARGIN_PIXELS + CELL_PIXELS * (point % p->width + slant + 0.5);
}

static double picture_y(const struct board_picture *p, int point)
{
    return MARGIN_PIXELS + CELL_PIXELS * (picture_row(p, point) + 0.5);
}

static void add_square(const struct board_picture *p, int point, const char *style)
{
    mi_reply_format(&p->gtp->reply, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" %s/>\n",
                    picture_x(p, point) - CELL_PIXELS / 2.0,
                    picture_y(p, point) - CELL_PIXELS / 2.0, CELL_PIXELS, CELL_PIXELS, style);
}

static void add_text(const struct board_picture *p, double x, double y, int size, const char *text)
{
    mi_reply_format(&p->gtp->reply,
                    "<text x=\"%.0f\" y=\"%.0f\" font-size=\"%d\" text-anchor=\"middle\">%s"
                    "</text>\n",
                    x, y, size, text);
}

static void add_squares(const struct board_picture *p)
{
    char style[128];
    for (int point = 0; point < p->width * p->height; point++) {
        bool dark = *p->presentation.dark &&
                    (point % p->width + p->height - 1 - picture_row(p, point)) % 2 == 0;
        snprintf(style, sizeof style, "fill=\"%s\" stroke=\"%s\"",
                 dark ? p->presentation.dark : p->presentation.board, p->presentation.line);
        add_square(p, point, style);
    }
}

static void add_lines(const struct board_picture *p)
{
    double left = MARGIN_PIXELS + CELL_PIXELS / 2.0, right = left + CELL_PIXELS * (p->width - 1),
           top = left, bottom = top + CELL_PIXELS * (p->height - 1);
    for (int x = 0; x < p->width; x++)
        mi_reply_format(&p->gtp->reply, "<path d=\"M%.0f %.0fV%.0f\" stroke=\"%s\"/>\n",
                        left + CELL_PIXELS * x, top, bottom, p->presentation.line);
    for (int y = p->height - 1; y >= 0; y--)
        mi_reply_format(&p->gtp->reply, "<path d=\"M%.0f %.0fH%.0f\" stroke=\"%s\"/>\n", left,
                        top + CELL_PIXELS * y, right, p->presentation.line);
}

static void add_board(const struct board_picture *p)
{
    const char *letters = p->shown ? p->board.columns : "";
    if (p->presentation.grid == MIAI_GRID_LINES)
        add_lines(p);
    else
        add_squares(p);
    for (int x = 0; letters[x]; x++) {
        const char name[] = {letters[x], '\0'};
        add_text(p, MARGIN_PIXELS + CELL_PIXELS * (x + 0.5), MARGIN_PIXELS - 8, 12, name);
    }
    for (int y = 0; y < p->height; y++) {
        char number[16];
        snprintf(number, sizeof number, "%d", y + 1);
        add_text(p, MARGIN_PIXELS / 2.0, picture_y(p, y * p->width) + 4, 12, number);
    }
}

static void add_piece(const struct board_picture *p, int point, const miai_piece *piece)
{
    char sign[16];
    const struct mi_chess_glyph *glyph = mi_chess_glyph_of(piece->sign);
    if (glyph) {
        mi_reply_format(&p->gtp->reply,
                        "<g transform=\"translate(%.0f %.0f) scale(%.2f)\" stroke=\"#000\" "
                        "stroke-width=\"4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">"
                        "<path fill=\"%s\" d=\"%s\"/><path fill=\"none\" stroke=\"%s\" "
                        "d=\"%s\"/></g>\n",
                        picture_x(p, point) - CELL_PIXELS / 2.0,
                        picture_y(p, point) - CELL_PIXELS / 2.0, CELL_PIXELS / 100.0,
                        piece->player ? "#222" : "#fff", glyph->body,
                        piece->player ? "#ddd" : "#000", glyph->strokes);
    } else if (piece->sign) {
        snprintf(sign, sizeof sign, "&#%u;", piece->sign);
        add_text(p, picture_x(p, point), picture_y(p, point) + 12, 34, sign);
    } else {
        mi_reply_format(&p->gtp->reply,
                        "<circle cx=\"%.0f\" cy=\"%.0f\" r=\"%.0f\" fill=\"%s\" "
                        "stroke=\"#000\"/>\n",
                        picture_x(p, point), picture_y(p, point), CELL_PIXELS * 0.45,
                        p->presentation.colours[piece->player]);
    }
}

static void add_pieces(const struct board_picture *p)
{
    miai_piece piece;
    for (int point = 0; p->shown && point < p->width * p->height; point++)
        if (miai_piece_of(p->game, p->board.letter[point], &piece))
            add_piece(p, point, &piece);
}

/* ---- heat map ---- */

/* The heat of a move, 0 to 1, and its label.  False if the move has no such value. */
static bool move_heat(const char *kind, const miai_choice *choice, double *heat, char *text,
                      size_t size)
{
    bool has_value = true;
    if (strcmp(kind, "values") == 0) {
        *heat = choice->value;
        has_value = choice->visits > 0;
    } else if (strcmp(kind, "priors") == 0) {
        *heat = choice->prior;
        has_value = choice->prior >= 0.001;
    } else if (strcmp(kind, "amaf") == 0) {
        *heat = choice->amaf;
        has_value = choice->amaf_visits > 0;
    } else {
        *heat = choice->share;
        has_value = choice->visits > 0;
    }
    snprintf(text, size, "%.1f", 100 * *heat);
    return has_value;
}

/* The point that a move goes to: of a move from one point to another, the second. */
static int target_point(const struct board_picture *p, const char *move)
{
    int point =
        miai_point_read_in(mi_gtp_column_letters(p->gtp->engine), move, p->width, p->height);
    char to[3];
    if (point != MIAI_NO_MOVE || strlen(move) < 4)
        return point;
    snprintf(to, sizeof to, "%.2s", move + 2);
    return miai_point_read_in(mi_gtp_column_letters(p->gtp->engine), to, p->width, p->height);
}

static void add_heat_map(const struct board_picture *p, const char *kind)
{
    double max_heat[MIAI_MAX_POINTS] = {0}, heat;
    char text[16], style[80];
    miai_choice choice;
    for (int i = 0; miai_choice_at(p->gtp->engine, i, &choice); i++) {
        int point = target_point(p, choice.move);
        /* Of several moves to the same point, show only the first, which is the best. */
        if (point == MIAI_NO_MOVE || point >= p->width * p->height || max_heat[point] > 0 ||
            !move_heat(kind, &choice, &heat, text, sizeof text))
            continue;
        max_heat[point] = heat > 0 ? heat : 1e-9;
        snprintf(style, sizeof style, "fill=\"#d00\" fill-opacity=\"%.3f\"",
                 0.8 * sqrt(heat < 0   ? 0
                            : heat > 1 ? 1
                                       : heat));
        add_square(p, point, style);
        add_text(p, picture_x(p, point), picture_y(p, point) + 4, 11, text);
    }
}

static void begin_svg(const struct board_picture *p)
{
    bool slants = p->presentation.grid == MIAI_GRID_HEXAGONS,
         lines = p->presentation.grid == MIAI_GRID_LINES;
    int width = 2 * MARGIN_PIXELS + CELL_PIXELS * p->width +
                (slants ? CELL_PIXELS / 2 * (p->height - 1) : 0);
    int height = 2 * MARGIN_PIXELS + CELL_PIXELS * p->height;
    mi_reply_format(&p->gtp->reply,
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                    "width=\"%d\" height=\"%d\" font-family=\"sans-serif\">\n"
                    "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                    width, height, width, height, width, height,
                    lines ? p->presentation.board : "#fff");
}

/* miai-svg [visits|values|priors|amaf|none]: the board and the moves of the last search, in
 * percent. */
static const char *gtp_svg(struct mi_gtp *gtp, char *args)
{
    static const char *const kinds[] = {"visits", "values", "priors", "amaf", "none"};
    const char *kind = *args ? args : kinds[0];
    struct board_picture p = {.gtp = gtp,
                              .game = mi_current_game(gtp->engine),
                              .presentation = mi_current_presentation(gtp->engine),
                              .width = miai_width(gtp->engine),
                              .height = miai_height(gtp->engine)};
    bool known = false;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        known |= strcmp(kinds[i], kind) == 0;
    if (!known)
        return mi_gtp_syntax_error;
    p.shown = miai_read_board(gtp->engine, &p.board) == MIAI_OK;
    begin_svg(&p);
    add_board(&p);
    add_pieces(&p);
    if (strcmp(kind, "none") != 0)
        add_heat_map(&p, kind);
    mi_reply_add(&gtp->reply, "</svg>");
    return NULL;
}

const struct mi_gtp_command mi_gtp_picture_commands[] = {
    {"miai-curve", "[SECONDS]", 0, 1, gtp_curve},
    {"miai-svg", "[visits|values|priors|amaf|none]", 0, 1, gtp_svg},
    {0},
};
