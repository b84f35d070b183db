/* Flat Monte Carlo: random playouts from each root move, without a tree, in one thread.  Moves get
 * equal numbers of playouts, or are selected by UCB1 (Auer, Cesa-Bianchi and Fischer 2002),
 * Q + c sqrt(ln N / n).  This is the simplest search that plays sensibly, and a reference for the
 * others. */
#include "base/clock.h"
#include "base/fmath.h"
#include "search/common/choice.h"
#include "search/common/limits.h"
#include "search/common/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { INTERVAL = 4 }; /* playouts between two checks of the clock */

struct flat {
    const struct mi_root *root;
    const struct mi_settings *settings;
    const struct mi_limits *limits;
    struct mi_scale scale;
    void *pos;
    miai_rng rng;
    int turn, playout_max;
    int moves;
    miai_move move[MIAI_MAX_LEGAL];
    double sum[MIAI_MAX_LEGAL]; /* of the values, view of the side to move */
    uint64_t visits[MIAI_MAX_LEGAL];
    uint64_t playouts;
};

/* The move for the next playout: each in turn, or by UCB1 after one playout for each. */
static int choose_flat_move(const struct flat *flat)
{
    if (!flat->settings->flat_ucb || flat->playouts < (uint64_t)flat->moves)
        return (int)(flat->playouts % (uint64_t)flat->moves);
    double explore = flat->settings->uct_constant * sqrt(mi_ln((double)flat->playouts));
    double max_urgency = -1;
    int best = 0;
    for (int i = 0; i < flat->moves; i++) {
        double n = (double)flat->visits[i], urgency = flat->sum[i] / n + explore / sqrt(n);
        best = urgency > max_urgency ? i : best;
        max_urgency = urgency > max_urgency ? urgency : max_urgency;
    }
    return best;
}

static void play_out_flat(struct flat *flat)
{
    const miai_game *game = flat->root->game;
    int i = choose_flat_move(flat);
    flat->playouts++;
    flat->visits[i]++;
    memcpy(flat->pos, flat->root->pos, flat->root->size);
    game->play(flat->pos, flat->move[i]);
    int score;
    if (!game->outcome(flat->pos, &score))
        score = mi_playout(game, flat->root->weights, flat->settings->playout, flat->pos,
                           &flat->rng, NULL, flat->playout_max);
    double value = mi_scale_outcome(&flat->scale, score);
    flat->sum[i] += flat->turn ? 1 - value : value;
}

static double flat_mean(const struct flat *flat)
{
    double sum = 0;
    for (int i = 0; i < flat->moves; i++)
        sum += flat->sum[i];
    return flat->playouts ? sum / (double)flat->playouts : 0.5;
}

static void fill_flat_result(const struct flat *flat, struct mi_result *result)
{
    result->choice_count = flat->moves;
    for (int i = 0; i < flat->moves; i++) {
        uint64_t n = flat->visits[i];
        double value = n ? flat->sum[i] / (double)n : 0.5;
        result->choice[i] = (struct mi_choice){.move = flat->move[i], .visits = n, .value = value};
    }
    /* UCB1 gives a good move many visits; a high value from few visits may be luck. */
    mi_choices_finish(flat->root, result,
                      flat->settings->flat_ucb ? MI_FINAL_VISITS : MI_FINAL_VALUE);
    result->pv[0] = result->move;
    result->pv_length = result->choice_count > 0;
    result->playouts = result->nodes = result->leaves = flat->playouts;
    result->depth = flat->playouts > 0;
    result->seconds = mi_clock() - flat->limits->start;
    result->reused_visits = 0;
    result->root_visits = flat->playouts;
    result->root_value = flat_mean(flat);
    result->tree_nodes = (uint64_t)flat->moves;
    result->tree_bytes = sizeof *flat + flat->root->size;
    result->limit_bytes = flat->settings->memory;
}

static bool is_flat_done(const struct flat *flat)
{
    uint64_t limit = flat->limits->playouts;
    return flat->moves == 0 || (limit > 0 && flat->playouts >= limit) ||
           mi_limits_stopped(flat->limits);
}

static void search_flat(struct flat *flat, const struct mi_progress *progress,
                        struct mi_result *result)
{
    double next_report = flat->limits->start + mi_report_seconds(flat->limits);
    while (!is_flat_done(flat)) {
        play_out_flat(flat);
        if (flat->playouts % INTERVAL != 1)
            continue;
        double now = mi_clock();
        if (mi_limits_enough(flat->limits, now))
            break;
        if (progress && progress->report && now >= next_report) {
            next_report = now + mi_report_seconds(flat->limits);
            fill_flat_result(flat, result);
            progress->report(progress->context, result);
        }
    }
    fill_flat_result(flat, result);
}

static bool flat_run(void *self, const struct mi_root *root, const struct mi_settings *settings,
                     const struct mi_limits *limits, const struct mi_progress *progress,
                     struct mi_result *result)
{
    (void)self;
    struct flat *flat = calloc(1, sizeof *flat);
    void *pos = malloc(root->size);
    bool ready = flat && pos;
    if (ready) {
        flat->root = root;
        flat->settings = settings;
        flat->limits = limits;
        flat->scale = mi_scale_make(root->game, root->setup, settings->margin, 0);
        flat->pos = pos;
        flat->turn = root->game->turn(root->pos);
        flat->playout_max = mi_playout_max(root->game, root->setup);
        flat->moves = mi_root_moves(root, true, pos, flat->move);
        miai_rng_seed(&flat->rng, miai_mix(settings->seed) ^ miai_mix((uint64_t)root->plies));
        search_flat(flat, progress, result);
    }
    free(pos);
    free(flat);
    return ready;
}

/* ---- the searcher: keeps nothing, so its object is a single byte ---- */

static void *flat_make(void)
{
    return malloc(1);
}

static void flat_clear(void *self)
{
    (void)self;
}

const struct mi_searcher mi_flat_searcher = {
    .name = "flat", .make = flat_make, .free = free, .clear = flat_clear, .run = flat_run};
