/* Draws the curves: regret from 0 upwards, over playouts or seconds on a logarithmic scale, or
 * over the depth. */
#include "regret.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 720, HEIGHT = 420, LEFT = 60, RIGHT = 180, TOP = 40, BOTTOM = 50, GRID_LINES = 4 };

static const char *const colours[] = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7",
    "#e69f00", "#56b4e9", "#000000", "#999999"}; /* the colours of Okabe and Ito */

enum { COLOURS = sizeof colours / sizeof *colours };

/* The scale of the picture. */
struct scale {
    bool log;
    double from, to, max_regret;
};

static double mean_regret(const struct mi_regret_result *result)
{
    return result->sum / result->searches;
}

static double regret_error(const struct mi_regret_result *result)
{
    double mean = mean_regret(result);
    return sqrt(fmax(result->squares / result->searches - mean * mean, 0) / result->searches);
}

/* The largest regret plus its error, rounded up so that four grid lines have round values. */
static double max_regret(const struct mi_regret *regret)
{
    double largest = 0.001, unit = 1e-4;
    for (int m = 0; m < regret->args->methods; m++)
        for (int i = 0; i < regret->limits; i++)
            if (regret->result[m][i].searches > 0)
                largest = fmax(largest, mean_regret(&regret->result[m][i]) +
                                            regret_error(&regret->result[m][i]));
    while (10 * unit < largest)
        unit *= 10;
    static const double steps[] = {1, 2, 4, 6, 8, 10};
    int i = 0;
    while (steps[i] * unit < largest)
        i++;
    return steps[i] * unit;
}

static double bound_x(const struct scale *scale, double bound)
{
    double span = scale->to - scale->from;
    double offset = (scale->log ? log(bound) : bound) - scale->from;
    return LEFT + (span > 0 ? offset / span : 0.5) * (WIDTH - LEFT - RIGHT);
}

static double regret_y(const struct scale *scale, double regret)
{
    return TOP + (1 - regret / scale->max_regret) * (HEIGHT - TOP - BOTTOM);
}

static void write_svg_text(const char *text, FILE *out)
{
    for (; *text; text++)
        if (strchr("&<>'\"", *text))
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
}

/* Draws grid lines with their values. */
static void write_grid_lines(const struct scale *scale, FILE *out)
{
    for (int i = 0; i <= GRID_LINES; i++) {
        double value = scale->max_regret * i / GRID_LINES, y = regret_y(scale, value);
        fprintf(out,
                "<path d='M%d %.1fh%d' stroke='#ccc'/>"
                "<text x='%d' y='%.1f' text-anchor='end'>%g</text>\n",
                LEFT, y, WIDTH - LEFT - RIGHT, LEFT - 8, y + 4, value);
    }
}

/* Labels the limits below the axis, not all if there are many. */
static void write_bounds(const struct mi_regret *regret, const struct scale *scale, FILE *out)
{
    static const char *const by[] = {"playouts or nodes", "depth", "seconds"};
    int label_step = (regret->limits + 7) / 8;
    for (int i = 0; i < regret->limits; i += label_step)
        fprintf(out, "<text x='%.1f' y='%d' text-anchor='middle'>%g</text>\n",
                bound_x(scale, regret->result[0][i].bound), HEIGHT - BOTTOM + 20,
                regret->result[0][i].bound);
    fprintf(out, "<text x='%d' y='%d' text-anchor='middle'>%s</text>\n",
            LEFT + (WIDTH - LEFT - RIGHT) / 2, HEIGHT - 10, by[regret->args->by]);
}

static void write_curve(const struct mi_regret *regret, const struct scale *scale, int m, FILE *out)
{
    const char *colour = colours[m % COLOURS];
    fprintf(out, "<g stroke='%s' fill='none'><polyline stroke-width='2' points='", colour);
    for (int i = 0; i < regret->limits; i++)
        fprintf(out, "%.1f,%.1f ", bound_x(scale, regret->result[m][i].bound),
                regret_y(scale, mean_regret(&regret->result[m][i])));
    fputs("'/><path d='", out);
    for (int i = 0; i < regret->limits; i++) {
        const struct mi_regret_result *result = &regret->result[m][i];
        double low = regret_y(scale, fmax(0, mean_regret(result) - regret_error(result)));
        double high = regret_y(scale, mean_regret(result) + regret_error(result));
        fprintf(out, "M%.1f %.1fV%.1f", bound_x(scale, result->bound), low, high);
    }
    int y = TOP + 10 + 18 * m;
    fprintf(out, "'/><path stroke-width='2' d='M%d %dh20'/></g>\n<text x='%d' y='%d'>",
            WIDTH - RIGHT + 10, y, WIDTH - RIGHT + 36, y + 4);
    write_svg_text(regret->args->method[m].name, out);
    fputs("</text>\n", out);
}

void mi_regret_draw(const struct mi_regret *regret, FILE *out)
{
    const struct mi_regret_args *args = regret->args;
    bool log_scale = args->by != MI_BY_DEPTH;
    double last = regret->result[0][regret->limits - 1].bound, first = regret->result[0][0].bound;
    const struct scale scale = {log_scale, log_scale ? log(first) : first,
                                log_scale ? log(last) : last, max_regret(regret)};
    int methods = 18 * args->methods + TOP + 10;
    fprintf(out,
            "<svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-size='13' "
            "font-family='sans-serif'>\n<rect width='100%%' height='100%%' fill='#fff'/>\n"
            "<text x='%d' y='22'>",
            WIDTH, methods > HEIGHT ? methods : HEIGHT, LEFT);
    write_svg_text(miai_current_game(regret->engine), out);
    fprintf(out, " %dx%d: mean regret of %d positions</text>\n", miai_width(regret->engine),
            miai_height(regret->engine), regret->positions);
    write_grid_lines(&scale, out);
    write_bounds(regret, &scale, out);
    for (int m = 0; m < args->methods; m++)
        write_curve(regret, &scale, m, out);
    fputs("</svg>\n", out);
}
