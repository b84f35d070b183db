/* samples - plays games by a network's policy, and writes its outputs for their positions: see
 * README. */
#include "base/clock.h"
#include "base/shared/work_item.h"
#include "contract/capability.h"
#include "course.h"
#include "exact.h"
#include "game/games.h"
#include "judge.h"
#include "think.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIZES = 32, MOST_GAMES = 4096 };

struct options {
    const char *network, *out, *game, *sizes, *numbers, *through;
    long first, shards, step, seed, wild, exact, solve;
    long games;   /* games of a shard, evaluated as one batch */
    double usual; /* thousandths of games with the usual rules */
    struct think_effort effort;
};

struct samples {
    struct options options;
    const miai_game *game;
    const miai_encoding *encoding;
    struct judge *judge;                   /* or */
    struct nn_evaluator *nn_evaluator;     /* if there are playouts */
    struct exact *exact;                   /* solver for the shard's board, or NULL */
    int size[SIZES], weight[SIZES], sizes; /* sum of the boards' weights */
    uint64_t positions;                    /* positions written */
    double began;
};

static bool report_failure(const char *what, const char *why)
{
    fprintf(stderr, "samples: %s: %s\n", what, why);
    return false;
}

/* ---- options ---- */

static bool read_option(struct options *o, const char *text)
{
    const struct {
        const char *name;
        const char **word;
        long *number;
        double *real;
    } table[] = {{.name = "network", .word = &o->network},
                 {.name = "out", .word = &o->out},
                 {.name = "game", .word = &o->game},
                 {.name = "sizes", .word = &o->sizes},
                 {.name = "numbers", .word = &o->numbers},
                 {.name = "through", .word = &o->through},
                 {.name = "first", .number = &o->first},
                 {.name = "shards", .number = &o->shards},
                 {.name = "step", .number = &o->step},
                 {.name = "seed", .number = &o->seed},
                 {.name = "games", .number = &o->games},
                 {.name = "wild", .number = &o->wild},
                 {.name = "exact", .number = &o->exact},
                 {.name = "solve", .number = &o->solve},
                 {.name = "playouts", .number = &o->effort.playouts},
                 {.name = "cheap", .number = &o->effort.cheap},
                 {.name = "usual", .real = &o->usual},
                 {.name = "full", .real = &o->effort.full},
                 {.name = "noise", .real = &o->effort.noise},
                 {.name = "forced", .real = &o->effort.forced}};
    const char *value = strchr(text, '=');
    for (size_t i = 0; value && i < sizeof table / sizeof *table; i++) {
        if (strncmp(text, table[i].name, (size_t)(value - text)) != 0 ||
            table[i].name[value - text])
            continue;
        if (table[i].word)
            *table[i].word = value + 1;
        else if (table[i].number)
            *table[i].number = atol(value + 1);
        else
            *table[i].real = atof(value + 1);
        return true;
    }
    return false;
}

/* Parses "9:3,19:4": sizes and their relative frequencies. */
static bool read_sizes(struct samples *s)
{
    const char *at = s->options.sizes;
    while (*at && s->sizes < SIZES) {
        int size, weight, length;
        if (sscanf(at, "%d:%d%n", &size, &weight, &length) != 2 || weight < 1)
            return false;
        s->size[s->sizes] = size;
        s->weight[s->sizes++] = weight;
        at += length;
        at += *at == ',';
    }
    return s->sizes > 0 && !*at;
}

static bool find_game(struct samples *s)
{
    for (int i = 0; mi_games[i]; i++)
        if (strcmp(mi_games[i]->name, s->options.game) == 0)
            s->game = mi_games[i];
    return s->game != NULL;
}

/* The game's encoding of that name, or the first one. */
static bool find_encoding(struct samples *s, const char *name)
{
    const miai_encoding *const *encoding = mi_planes(s->game)->encodings;
    for (; encoding && *encoding && !s->encoding; encoding++)
        if (!name || strcmp((*encoding)->name, name) == 0)
            s->encoding = *encoding;
    return s->encoding != NULL;
}

static bool open_all(struct samples *s)
{
    char error[200];
    const char *file = s->options.network;
    bool integers = strcmp(s->options.numbers, "integers") == 0;
    if (!find_game(s))
        return report_failure(s->options.game, "no such game");
    if (s->options.sizes && !read_sizes(s))
        return report_failure(s->options.sizes, "sizes are written 9:3,19:4");
    if (s->options.solve > 0)
        return find_encoding(s, NULL) &&
               (mi_solver(s->game)->open || report_failure(s->options.game, "it has no solver"));
    if (s->options.effort.playouts > 0) {
        s->nn_evaluator = think_open(s->game, file, &s->options.effort, error, sizeof error);
        return s->nn_evaluator ? find_encoding(s, NULL) : report_failure(file, error);
    }
    s->judge = judge_open(file, integers ? MI_NET_INTEGERS : MI_NET_FLOATS, s->options.through,
                          error, sizeof error);
    if (!s->judge)
        return report_failure(file, error);
    return find_encoding(s, judge_encoding(s->judge)) ||
           report_failure(file, "not a network of this game");
}

/* ---- a shard ---- */

static struct course_plan plan_of(const struct samples *s, uint64_t seed)
{
    struct course_plan plan = {.game = s->game,
                               .encoding = s->encoding,
                               .wild = (int)s->options.wild,
                               .usual = (int)(1000 * s->options.usual)};
    struct shard_shape *shape = &plan.shape;
    *shape = (struct shard_shape){.width = s->game->setup.width,
                                  .height = s->game->setup.height,
                                  .planes = s->encoding->planes,
                                  .numbers = s->encoding->numbers,
                                  .symmetries = s->encoding->symmetries};
    snprintf(shape->encoding, sizeof shape->encoding, "%s", s->encoding->name);
    int sum = 0;
    for (int i = 0; i < s->sizes; i++)
        sum += s->weight[i];
    for (int i = 0, left = sum ? (int)(seed % (uint64_t)sum) : 0; i < s->sizes; i++) {
        if (left < s->weight[i]) {
            shape->width = shape->height = s->size[i];
            break;
        }
        left -= s->weight[i];
    }
    return plan;
}

/* The games of a shard. Owns its memory. */
struct table {
    int games;
    struct course *course;
    struct mi_net_in *in;
    struct mi_net_out *out;
    struct course **of; /* the samples that it belongs to */
    float *policy, *ownership;
};

/* 1 if the first player is to move, otherwise -1: converts between the first player's view and that
 * of the side to move. */
static int view_of(const struct course *course)
{
    return course->plan->game->turn(mi_history_position(course->history)) == 0 ? 1 : -1;
}

/* A position's proven result replaces the game's, in the first player's view. */
static void settle_result(struct course *course, int score, struct mi_net_out *out)
{
    int mine = view_of(course) * score;
    out->win = mine > 0 ? 1 : mine < 0 ? 0 : 0.5F;
    out->loss = 1 - out->win;
    out->no_result = 0;
    course_settle(course, score);
}

/* A search may prove the result; otherwise the game's solver may know it. */
static bool search_or_solve(const struct samples *s, struct course *course, struct mi_net_out *out)
{
    int proof, score;
    bool full = s->options.effort.full >= 1 || course_chance(course, s->options.effort.full);
    course->passed_over = !full;
    if (!search_position(s->nn_evaluator, course, full, out, &proof))
        return false;
    if (proof != 0)
        settle_result(course, view_of(course) * (proof - 2), out);
    else if (s->exact && exact_find(s->exact, course, &score))
        settle_result(course, score, out);
    return true;
}

/* Solves all moves; a position that takes too long is not kept. */
static bool solve_moves(const struct samples *s, struct course *course, struct mi_net_out *out)
{
    int score, points = course->setup.width * course->setup.height;
    bool found;
    memset(out->ownership, 0, (size_t)points * sizeof *out->ownership);
    out->no_result = out->score = out->deviation = out->lead = 0;
    if (!exact_moves(s->exact, course, out, &found, &score))
        return false;
    course->passed_over = !found;
    if (found)
        course_settle(course, score);
    course_look(course); /* the planes may be those of a position after a move */
    return true;
}

static bool table_open(struct table *t, int games)
{
    size_t n = (size_t)games;
    *t = (struct table){.games = games,
                        .course = calloc(n, sizeof *t->course),
                        .in = calloc(n, sizeof *t->in),
                        .out = calloc(n, sizeof *t->out),
                        .of = calloc(n, sizeof(struct course *)),
                        .policy = malloc(n * (MIAI_MAX_POINTS + 1) * sizeof *t->policy),
                        .ownership = malloc(n * MIAI_MAX_POINTS * sizeof *t->ownership)};
    return t->course && t->in && t->out && t->of && t->policy && t->ownership;
}

static void table_close(struct table *t)
{
    for (int i = 0; t->course && i < t->games; i++)
        course_free(&t->course[i]);
    free(t->course);
    free(t->in);
    free(t->out);
    free(t->of);
    free(t->policy);
    free(t->ownership);
}

/* Evaluates the current position of each of n games. */
static bool evaluate_games(const struct samples *s, const struct table *t, int n)
{
    const struct shard_shape *shape = &t->of[0]->plan->shape;
    if (s->judge)
        return judge_run(s->judge, shape->width, shape->height, t->games, t->in, t->out, n);
    for (int i = 0; i < n; i++)
        if (!(s->options.solve > 0 ? solve_moves : search_or_solve)(s, t->of[i], &t->out[i]))
            return false;
    return true;
}

/* Plays one move in each unfinished game. *left becomes the number of those games. */
static bool play_step(const struct samples *s, struct table *t, int *left)
{
    int n = 0;
    for (int i = 0; i < t->games; i++)
        if (!t->course[i].over) {
            t->of[n] = &t->course[i];
            t->out[n] =
                (struct mi_net_out){.policy = t->policy + (size_t)n * (MIAI_MAX_POINTS + 1),
                                    .ownership = t->ownership + (size_t)n * MIAI_MAX_POINTS};
            t->in[n++] = course_look(&t->course[i]);
        }
    *left = n;
    if (n > 0 && !evaluate_games(s, t, n))
        return false;
    for (int i = 0; i < n; i++)
        if (!course_go_on(t->of[i], &t->out[i]))
            return false;
    return true;
}

static bool play_games(const struct samples *s, const struct course_plan *plan, struct table *t,
                       uint64_t seed)
{
    bool fine = true;
    for (int i = 0; i < t->games && fine; i++)
        fine = course_begin(&t->course[i], plan, miai_mix(seed + (uint64_t)i));
    for (int left = 1; fine && left > 0;)
        fine = play_step(s, t, &left);
    return fine;
}

static bool write_shard(struct samples *s, const struct course_plan *plan, const struct table *t,
                        FILE *file)
{
    bool fine = shard_write_head(&plan->shape, file);
    for (int i = 0; i < t->games && fine; i++) {
        size_t n = (size_t)t->course[i].kept_count;
        fine = n == 0 || fwrite(t->course[i].kept, shard_bytes(&plan->shape), n, file) == n;
        s->positions += n;
    }
    return fine;
}

static bool make_shard(struct samples *s, uint64_t number, const char *path, FILE *file)
{
    uint64_t seed = miai_mix(miai_mix((uint64_t)s->options.seed) + number);
    struct course_plan plan = plan_of(s, seed);
    struct table table;
    bool fine = table_open(&table, (int)s->options.games);
    long nodes = s->options.solve > 0 ? s->options.solve : s->options.exact;
    if (fine && nodes > 0)
        s->exact = exact_open(s->game, &s->game->setup, nodes);
    fine = fine && (s->exact || s->options.solve <= 0) && play_games(s, &plan, &table, seed);
    exact_close(s->exact); /* a shard must not depend on what was solved for another */
    s->exact = NULL;
    if (!fine)
        report_failure(path, "out of memory, no reply, or planes that are not 0 and 1");
    fine = fine && write_shard(s, &plan, &table, file);
    table_close(&table);
    return fine;
}

/* ---- all shards ---- */

static void print_progress(const struct samples *s, long done, long made, long all)
{
    double seconds = mi_clock() - s->began + 1e-9;
    fprintf(stderr, "\rshard %ld of %ld  %llu positions  %.0f a second  %.0f min left   ", done,
            all, (unsigned long long)s->positions, (double)s->positions / seconds,
            made ? seconds / (double)made * (double)(all - done) / 60 : 0.0);
}

/* Makes a shard unless it exists or another process is making it; prints an error on failure. */
static enum mi_work_item_state make_missing_shard(struct samples *s, long number)
{
    struct mi_work_item piece;
    char path[4000];
    snprintf(path, sizeof path, "%s/%06ld.shard", s->options.out, number);
    enum mi_work_item_state state = mi_work_item_begin(&piece, path);
    if (state == MI_WORK_ITEM_MINE) {
        bool fine = make_shard(s, (uint64_t)number, path, piece.out);
        if (!mi_work_item_end(&piece, fine))
            state = MI_WORK_ITEM_FAILED;
        if (!fine)
            return state;
    }
    if (state == MI_WORK_ITEM_FAILED)
        report_failure(path, strerror(errno));
    return state;
}

/* Visits all shard numbers once; *there becomes the number of existing shards. Returns false on
 * failure. */
static bool make_missing_shards(struct samples *s, long *made, long *there)
{
    const struct options *o = &s->options;
    *there = 0;
    for (long i = 0; i < o->shards; i += o->step) {
        enum mi_work_item_state state = make_missing_shard(s, o->first + i);
        if (state == MI_WORK_ITEM_FAILED)
            return false;
        *made += state == MI_WORK_ITEM_MINE;
        *there += state != MI_WORK_ITEM_ELSEWHERE;
        print_progress(s, i / o->step + 1, *made, (o->shards + o->step - 1) / o->step);
    }
    return true;
}

/* Continues until this and other processes have made all shards. */
static bool make_all(struct samples *s)
{
    const struct timespec moment = {.tv_nsec = 500000000};
    long made = 0, there, all = (s->options.shards + s->options.step - 1) / s->options.step;
    s->began = mi_clock();
    bool fine = make_missing_shards(s, &made, &there);
    while (fine && there < all) {
        nanosleep(&moment, NULL);
        fine = make_missing_shards(s, &made, &there);
    }
    fputc('\n', stderr);
    return fine;
}

int main(int argc, char **argv)
{
    struct samples s = {.options = {.game = "go",
                                    .sizes = NULL,
                                    .numbers = "floats",
                                    .shards = 100,
                                    .step = 1,
                                    .seed = 1,
                                    .games = 16,
                                    .usual = 0.4,
                                    .effort = {.cheap = 50, .full = 1}}};
    bool fine = true;
    for (int i = 1; i < argc; i++)
        fine = read_option(&s.options, argv[i]) && fine;
    if (!fine || (!s.options.network && s.options.solve <= 0) || !s.options.out ||
        s.options.step < 1 || s.options.games < 1 || s.options.games > MOST_GAMES) {
        fprintf(
            stderr,
            "usage: samples network=FILE | solve=NODES out=FOLDER [game=NAME] [sizes=9:3,19:4]\n"
            "       [shards=N] [first=N] [step=N] [seed=N] [games=N]\n"
            "       [numbers=integers | through=COMMAND |\n"
            "       playouts=N [exact=NODES] [noise=X] [forced=K]\n"
            "       [full=PART cheap=N]] [wild=MOVES] [usual=PART]\n");
        return 2;
    }
    fine = open_all(&s) && make_all(&s);
    judge_close(s.judge);
    think_close(s.nn_evaluator);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
