/* Prints the progress and the results of a match. */
#include "print.h"

#include "base/clock.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- scores ---- */

static double score_points(struct mi_score score)
{
    return score.won + score.drawn / 2.0;
}

static int score_games(struct mi_score score)
{
    return score.won + score.drawn + score.lost;
}

/* "+12", "-inf" */
static const char *elo_text(double elo, char text[16])
{
    if (isinf(elo))
        snprintf(text, 16, "%s", elo > 0 ? "+inf" : "-inf");
    else
        snprintf(text, 16, "%+.0f", elo);
    return text;
}

/* ---- a match ---- */

static int write_sprt(const struct mi_match *match, const struct mi_pairs *pairs, char *text,
                      size_t size)
{
    const struct mi_sprt *sprt = &match->args->sprt;
    static const char *const states[] = {"undecided", "elo0 accepted", "elo1 accepted"};
    double low, high;
    mi_sprt_bounds(sprt, &low, &high);
    return snprintf(text, size, "LLR %.2f (%.2f, %.2f) of %g against %g: %s",
                    mi_sprt_ratio(sprt, pairs), low, high, sprt->elo1, sprt->elo0,
                    states[mi_sprt_state(sprt, pairs)]);
}

static int write_elo(const struct mi_pairs *pairs, char *text, size_t size)
{
    struct mi_strength strength = mi_strength_of(pairs);
    char elo[16], low[16], high[16];
    return snprintf(text, size, "Elo %s (%s to %s)", elo_text(strength.elo, elo),
                    elo_text(strength.low, low), elo_text(strength.high, high));
}

static void print_match(const struct mi_match *match)
{
    const struct mi_player *player = match->args->player;
    const struct mi_pairs *pairs = &match->pairs;
    struct mi_score score = mi_match_score(match, 0, 1);
    char text[200], normalised[16];
    int games = score_games(score);
    printf("%s - %s: %g of %d games (%.1f%%), +%d =%d -%d\n", player[0].name, player[1].name,
           score_points(score), games, games ? 100 * score_points(score) / games : 50, score.won,
           score.drawn, score.lost);
    write_elo(pairs, text, sizeof text);
    printf("%s, 95%% confidence; normalised %s\n", text,
           elo_text(mi_strength_of(pairs).normalised, normalised));
    printf("pairs with 0, 1/2, 1, 3/2, 2 points: %.0f %.0f %.0f %.0f %.0f\n", pairs->count[0],
           pairs->count[1], pairs->count[2], pairs->count[3], pairs->count[4]);
    if (match->args->use_sprt) {
        write_sprt(match, pairs, text, sizeof text);
        puts(text);
    }
}

/* ---- a tournament ---- */

struct standing {
    int player;
    struct mi_rating rating;
    struct mi_score all;
};

static int compare_ratings(const void *a, const void *b)
{
    double x = ((const struct standing *)a)->rating.elo,
           y = ((const struct standing *)b)->rating.elo;
    return (x < y) - (x > y);
}

static void sort_by_rating(const struct mi_match *match, double *points, struct standing *list)
{
    struct mi_rating rating[MI_RATED_MAX];
    int n = match->args->players;
    for (int i = 0; i < n; i++) {
        list[i] = (struct standing){.player = i};
        for (int k = 0; k < n; k++) {
            struct mi_score score =
                i == k ? (struct mi_score){.won = 0} : mi_match_score(match, i, k);
            points[i * n + k] = score_points(score);
            list[i].all.won += score.won;
            list[i].all.drawn += score.drawn;
            list[i].all.lost += score.lost;
        }
    }
    mi_fit_ratings(n, points, rating);
    for (int i = 0; i < n; i++)
        list[i].rating = rating[i];
    qsort(list, (size_t)n, sizeof *list, compare_ratings);
}

static void print_tournament(const struct mi_match *match)
{
    int n = match->args->players;
    double *points = calloc((size_t)n * (size_t)n, sizeof *points);
    struct standing list[MI_RATED_MAX];
    if (!points)
        return;
    sort_by_rating(match, points, list);
    printf("%4s %-20s %6s %6s %6s %6s ", "", "player", "Elo", "+-", "points", "games");
    for (int k = 0; k < n; k++)
        printf(" %5d", k + 1);
    putchar('\n');
    for (int i = 0; i < n; i++) {
        const struct standing *s = &list[i];
        printf("%3d. %-20s %+6.0f %6.0f %6g %6d ", i + 1, match->args->player[s->player].name,
               s->rating.elo, s->rating.error, score_points(s->all), score_games(s->all));
        for (int k = 0; k < n; k++)
            if (k == i)
                printf(" %5s", "-");
            else
                printf(" %5g", points[s->player * n + list[k].player]);
        putchar('\n');
    }
    free(points);
}

/* ---- both ---- */

/* The progress display fits terminals of 80 columns. */
enum { LIVE_WIDTH = 79, LIVE_TEXT = 400 };

static int write_match_time_left(const struct mi_match *match, char *text, size_t size)
{
    double elapsed = mi_clock() - match->started_at;
    long played = match->done - match->done_before;
    if (played == 0)
        return mi_write_duration(elapsed, "elapsed", text, size);
    return mi_write_duration(elapsed / (double)played * (double)(match->count - match->done),
                             "left", text, size);
}

/* Appends a part to the line if it and the tail fit. */
static void add_if_it_fits(char line[LIVE_TEXT], const char *part, const char *tail)
{
    size_t n = strlen(line);
    if (n + 2 + strlen(part) + 2 + strlen(tail) <= LIVE_WIDTH)
        snprintf(line + n, LIVE_TEXT - n, "%s%.*s", n ? "  " : "", LIVE_WIDTH, part);
}

/* Writes the score of a match of two players; the less important parts come last. */
static void write_standing(const struct mi_match *match, const char *tail, char line[LIVE_TEXT])
{
    const struct mi_pairs *pairs = &match->pairs;
    struct mi_score score = mi_match_score(match, 0, 1);
    char part[200];
    double low, high;
    snprintf(line, LIVE_TEXT, "%.10s - %.10s  %g:%g", match->args->player[0].name,
             match->args->player[1].name, score_points(score),
             score_games(score) - score_points(score));
    if (match->args->use_sprt) {
        mi_sprt_bounds(&match->args->sprt, &low, &high);
        snprintf(part, sizeof part, "LLR %.2f (%.2f, %.2f)",
                 mi_sprt_ratio(&match->args->sprt, pairs), low, high);
        add_if_it_fits(line, part, tail);
    }
    write_elo(pairs, part, sizeof part);
    if (score_games(score) > 0)
        add_if_it_fits(line, part, tail);
}

static void write_progress(const struct mi_match *match, char line[LIVE_TEXT])
{
    char tail[LIVE_TEXT];
    int n = snprintf(tail, sizeof tail, "%ld of %ld games, ", match->done, match->count);
    write_match_time_left(match, tail + n, sizeof tail - (size_t)n);
    line[0] = '\0';
    if (match->pairings == 1)
        write_standing(match, tail, line);
    add_if_it_fits(line, tail, "");
}

void mi_match_print_progress(struct mi_match *match)
{
    char line[LIVE_TEXT];
    if (!mi_progress_line_due(&match->progress))
        return;
    write_progress(match, line);
    mi_progress_line_show(&match->progress, line);
}

void mi_match_print_forfeit(struct mi_match *match, long number,
                            const struct mi_match_outcome *outcome)
{
    mi_progress_line_erase(&match->progress);
    fprintf(stderr, "%s: game %ld: %s\n", match->program, number + 1, outcome->reason);
}

/* Prints how many games each player forfeited. */
static void print_forfeits(const struct mi_match *match)
{
    int forfeits[MI_RATED_MAX] = {0};
    for (long i = 0; i < match->count; i++) {
        struct mi_match_pairing game = mi_match_pairing_of(match, i);
        if (match->results[i].points >= 0 && match->results[i].forfeit_by >= 0)
            forfeits[match->results[i].forfeit_by ? game.second : game.first]++;
    }
    for (int i = 0; i < match->args->players; i++)
        if (forfeits[i] > 0)
            printf("%s forfeited %d games (illegal move, time, exit or crash)\n",
                   match->args->player[i].name, forfeits[i]);
}

void mi_match_print_result(struct mi_match *match)
{
    mi_progress_line_erase(&match->progress);
    if (match->args->players == 2)
        print_match(match);
    else
        print_tournament(match);
    print_forfeits(match);
}
