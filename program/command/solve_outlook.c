/* Estimates the effort before solving, enforces limits, and reports an early end. */
#include "solve.h"

#include "base/clock.h"
#include "base/interrupt.h"
#include "protocol/io/file.h"
#include "protocol/io/settings.h"
#include "protocol/io/suggestion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A rough speed, and the longest estimate that is not printed. */
static const double POSITIONS_PER_SECOND = 1e6, UNANNOUNCED_SECONDS = 60;

static const double SECONDS_PER_YEAR = 365.25 * 86400;

static void write_time(double seconds, char *text, size_t size)
{
    double years = seconds / SECONDS_PER_YEAR;
    if (years >= 1e6)
        snprintf(text, size, "10^%.0f years", floor(log10(years)));
    else if (years >= 2)
        snprintf(text, size, "%.0f years", years);
    else if (seconds >= 2 * 86400)
        snprintf(text, size, "%.0f days", seconds / 86400);
    else if (seconds >= 7200)
        snprintf(text, size, "%.0f hours", seconds / 3600);
    else
        snprintf(text, size, "%.0f minutes", seconds / 60);
}

/* Each remaining point may be empty or either player's: 3^points positions, of which alpha-beta
 * with perfect move ordering visits the square root (Knuth and Moore 1975). */
void mi_solve_print_estimate(const struct mi_solve *s)
{
    const miai_game *game = mi_current_game(s->engine);
    int points = miai_width(s->engine) * miai_height(s->engine) - miai_plies(s->engine);
    double log_positions = points * log10(3),
           seconds = pow(10, log_positions / 2) / POSITIONS_PER_SECOND;
    char text[40];
    if ((game->solver && game->solver->open) || seconds < UNANNOUNCED_SECONDS)
        return;
    write_time(seconds, text, sizeof text);
    fprintf(stderr,
            "%s: %d points are left, up to 10^%.0f positions: at best %s.  Stop by Ctrl-C;\n"
            "  limit it by --time=SECONDS or --playouts=POSITIONS, or try a smaller --size\n",
            s->program, points, log_positions, text);
}

bool mi_solve_limit_reached(const struct mi_solve *s, uint64_t positions_before)
{
    double seconds;
    uint64_t positions;
    mi_settings_effort(s->engine, &seconds, &positions);
    return (seconds > 0 && mi_clock() - s->started_at >= seconds) ||
           (positions > 0 && s->positions_before + positions_before >= positions);
}

void mi_solve_print_stopped(const struct mi_solve *s)
{
    mi_print_clean(stderr, "%s: %s after %.1f s and %" PRIu64 " positions: not solved; ",
                   s->program, mi_interrupted() ? "interrupted" : "limit reached",
                   mi_clock() - s->started_at, s->positions_before);
    if (s->state)
        mi_print_clean(stderr, "the same command resumes from %s\n", s->state);
    else
        fputs("nothing was saved (use --state=FILE)\n", stderr);
}
