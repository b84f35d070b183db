/* Plain minimax: every move of every position, to a depth or to the end of the game.  Nothing is
 * pruned, stored or reordered, so that the other searches can be tested against it. */
#include "base/clock.h"
#include "search/common/estimate.h"
#include "search/common/known.h"
#include "search/common/limits.h"
#include "search/common/path.h"
#include "search/common/score.h"

#include <stdlib.h>
#include <string.h>

enum { PLIES_MAX = 512, PLIES_MIN = 4, CHECK_NODES = 256 };

static const double REPORT_SECONDS = 0.5;

struct minimax_frame {
    miai_move list[MIAI_MAX_LEGAL];
    int pv_length;
    miai_move pv[MI_PV_MAX]; /* the best line from here */
};

/* A score in the view of the side to move, and whether it depends only on finished games. */
struct proven_score {
    int score;
    bool proven;
};

struct minimax {
    const miai_game *game;
    const void *tables;
    struct mi_estimator estimator;
    struct mi_scale scale;
    const struct mi_limits *limits;
    const struct mi_progress *progress;
    struct mi_result *result; /* the caller's; choice[] is the list of root moves */
    struct mi_path path;
    struct minimax_frame *frames; /* one for each ply of the path, and one more */
    int countdown;        /* nodes until the limits are checked */
    bool aborted;
    double last_report; /* mi_clock() */
};

/* ---- limits ---- */

static void check_minimax_limits(struct minimax *m)
{
    const struct mi_limits *limits = m->limits;
    struct mi_result *result = m->result;
    double now = mi_clock();
    result->seconds = now - limits->start;
    if (mi_limits_over(limits, now) || (limits->playouts > 0 && result->nodes >= limits->playouts))
        m->aborted = true;
    else if (m->progress && now - m->last_report >= REPORT_SECONDS) {
        m->last_report = now;
        m->progress->report(m->progress->context, result);
    }
    uint64_t left = limits->playouts > result->nodes ? limits->playouts - result->nodes : 1;
    m->countdown = limits->playouts > 0 && left < CHECK_NODES ? (int)left : CHECK_NODES;
}

/* ---- the search ---- */

static void update_minimax_pv(struct minimax *m, int ply, miai_move move)
{
    struct minimax_frame *frame = &m->frames[ply];
    int rest = frame[1].pv_length < MI_PV_MAX ? frame[1].pv_length : MI_PV_MAX - 1;
    frame->pv[0] = move;
    memcpy(frame->pv + 1, frame[1].pv, sizeof frame->pv[0] * (size_t)rest);
    frame->pv_length = rest + 1;
}

/* The static evaluation of an unfinished game. If the game has none, returns 0 and counts no leaf.
 */
static struct proven_score evaluate_minimax_leaf(struct minimax *m, const void *pos)
{
    if (!mi_evaluation(m->game)->evaluate)
        return (struct proven_score){0, false};
    m->result->leaves++;
    int score = mi_estimate(&m->estimator, pos);
    return (struct proven_score){m->game->turn(pos) == 0 ? score : -score, false};
}

/* Do the tablebases or the game's solver know the exact score? */
static bool probe_known_score(struct minimax *m, const void *pos, int ply,
                              struct proven_score *proven_score)
{
    int min_score, max_score;
    if (!mi_known_scores(m->game, m->tables, pos, m->game->turn(pos), ply, &min_score, &max_score,
                         NULL) ||
        min_score < max_score)
        return false;
    m->result->leaves++;
    *proven_score = (struct proven_score){min_score, true};
    return true;
}

static bool play_minimax_move(struct minimax *m, int ply, miai_move move, enum mi_path_step *step)
{
    *step = mi_path_play(&m->path, ply, move);
    m->result->nodes += *step != MI_PATH_FORBIDDEN;
    return *step != MI_PATH_FORBIDDEN;
}

static struct proven_score search_minimax(struct minimax *m, int ply, int depth);

/* The score of the position after a move at ply, in the view of the player at ply. */
static struct proven_score search_minimax_child(struct minimax *m, int ply, int depth,
                                                enum mi_path_step step)
{
    m->frames[ply + 1].pv_length = 0;
    if (step == MI_PATH_DRAWN)
        return (struct proven_score){0, false};
    struct proven_score proven_score = search_minimax(m, ply + 1, depth - 1);
    if (m->game->turn(mi_path_at(&m->path, ply)) != m->game->turn(mi_path_at(&m->path, ply + 1)))
        proven_score.score = -proven_score.score;
    return proven_score;
}

/* A win is proven even if other moves are not. */
static struct proven_score better_proven_score(struct proven_score best, struct proven_score other)
{
    bool sure = best.proven && other.proven;
    best.score = other.score > best.score ? other.score : best.score;
    best.proven = sure || best.score >= MI_SCORE_PROVEN;
    return best;
}

static struct proven_score search_minimax(struct minimax *m, int ply, int depth)
{
    const void *pos = mi_path_at(&m->path, ply);
    struct proven_score best = {-MI_SCORE_INFINITE, true};
    int outcome;
    if (--m->countdown <= 0)
        check_minimax_limits(m);
    if (m->aborted)
        return (struct proven_score){0, false};
    if (m->game->outcome(pos, &outcome)) {
        m->result->leaves++;
        return (struct proven_score){mi_score_outcome(m->game, outcome, m->game->turn(pos), ply),
                                     true};
    }
    if (probe_known_score(m, pos, ply, &best))
        return best;
    if (depth == 0 || ply == m->path.plies)
        return evaluate_minimax_leaf(m, pos);

    enum mi_path_step step;
    const miai_move *list = m->frames[ply].list;
    int n = m->game->moves(pos, m->frames[ply].list);
    for (int i = 0; i < n && !m->aborted; i++) {
        if (!play_minimax_move(m, ply, list[i], &step))
            continue;
        struct proven_score proven_score = search_minimax_child(m, ply, depth, step);
        if (proven_score.score > best.score)
            update_minimax_pv(m, ply, list[i]);
        best = better_proven_score(best, proven_score);
    }
    return best.score == -MI_SCORE_INFINITE ? evaluate_minimax_leaf(m, pos) : best;
}

/* ---- the root ---- */

static enum mi_proof minimax_proof(struct proven_score proven_score)
{
    return proven_score.proven ? mi_score_proof(proven_score.score) : MI_UNPROVEN;
}

/* Compares by tablebase rank first, then by value. */
static bool is_better_choice(const struct mi_choice *a, const struct mi_choice *b)
{
    return a->rank != b->rank ? a->rank > b->rank : a->value > b->value;
}

/* Inserts the finished choice i into the sorted ones before it. It becomes first only if it is the
 * best. */
static void insert_root_choice(struct mi_result *result, int i, bool best)
{
    struct mi_choice choice = result->choice[i];
    for (; i > !best && (best || is_better_choice(&choice, &result->choice[i - 1])); i--)
        result->choice[i] = result->choice[i - 1];
    result->choice[i] = choice;
}

static void set_best_line(struct minimax *m, miai_move move, struct proven_score proven_score)
{
    struct mi_result *result = m->result;
    update_minimax_pv(m, 0, move);
    result->move = move;
    result->score = proven_score.score;
    result->value = mi_scale_score(&m->scale, proven_score.score, minimax_proof(proven_score));
    result->pv_length = m->frames[0].pv_length;
    memcpy(result->pv, m->frames[0].pv, sizeof result->pv);
}

static void search_minimax_root(struct minimax *m, int depth)
{
    struct mi_result *result = m->result;
    struct proven_score best = {-MI_SCORE_INFINITE, true};
    enum mi_path_step step;
    for (int i = 0; i < result->choice_count; i++) {
        struct mi_choice *choice = &result->choice[i];
        uint64_t before = result->nodes;
        play_minimax_move(m, 0, choice->move, &step);
        struct proven_score proven_score = search_minimax_child(m, 0, depth, step);
        choice->visits = result->nodes - before;
        if (m->aborted)
            break;
        choice->proof = minimax_proof(proven_score);
        choice->value = mi_scale_score(&m->scale, proven_score.score, choice->proof);
        bool counts = choice->rank == result->choice[0].rank; /* otherwise the tablebases decide */
        bool leads = counts && proven_score.score > best.score;
        best = counts ? better_proven_score(best, proven_score) : best;
        if (leads)
            set_best_line(m, choice->move, proven_score);
        insert_root_choice(result, i, leads);
    }
    if (!m->aborted) {
        result->depth = depth;
        result->proof = minimax_proof(best);
    } else if (best.score >= MI_SCORE_PROVEN) {
        result->proof = MI_WIN;
    }
}

/* ---- the searcher ---- */

static size_t bytes_per_ply(const struct mi_root *root)
{
    return mi_path_bytes_per_ply(root) + sizeof(struct minimax_frame);
}

/* The maximum path length: the requested depth, or less if memory is short; 0 if there is too
 * little memory. */
static int plan_minimax(const struct mi_root *root, size_t memory, int depth)
{
    size_t fixed = mi_path_extra_bytes(root) + mi_estimator_bytes(root) + bytes_per_ply(root);
    size_t plies = memory > fixed ? (memory - fixed) / bytes_per_ply(root) : 0;
    if (plies < PLIES_MIN)
        return 0;
    if (plies > PLIES_MAX)
        plies = PLIES_MAX;
    return depth > 0 && (size_t)depth < plies ? depth : (int)plies;
}

static void begin_minimax_result(struct minimax *m, const struct mi_root *root, size_t memory)
{
    struct mi_result *result = m->result;
    int n = mi_root_moves(root, false, mi_path_at(&m->path, 1), m->frames[0].list);
    memset(result, 0, sizeof *result);
    result->move = n > 0 ? m->frames[0].list[0] : MIAI_NO_MOVE;
    result->pv[0] = result->move;
    result->pv_length = n > 0;
    result->value = 0.5;
    result->choice_count = n;
    for (int i = 0; i < n; i++)
        result->choice[i] = (struct mi_choice){
            .move = m->frames[0].list[i],
            .rank = mi_root_rank(root, m->frames[0].list[i]),
            .value = 0.5,
        };
    result->tree_bytes = mi_path_extra_bytes(root) + mi_estimator_bytes(root) +
                         bytes_per_ply(root) * (size_t)m->path.plies;
    result->limit_bytes = memory;
}

static void finish_minimax_result(struct mi_result *result, const struct minimax *m)
{
    result->seconds = mi_clock() - m->limits->start;
    result->scored = mi_evaluation(m->game)->evaluate || result->proof != MI_UNPROVEN;
    for (int i = 0; i < result->choice_count; i++)
        if (result->nodes > 0)
            result->choice[i].share = (double)result->choice[i].visits / (double)result->nodes;
}

/* Nothing is kept between runs: the object is a single byte. */
static void *minimax_make(void)
{
    return malloc(1);
}

static void minimax_clear(void *self)
{
    (void)self;
}

static bool minimax_run(void *self, const struct mi_root *root, const struct mi_settings *settings,
                        const struct mi_limits *limits, const struct mi_progress *progress,
                        struct mi_result *result)
{
    struct minimax m = {
        .game = root->game,
        .tables = root->tables,
        .scale = mi_scale_make(root->game, root->setup, 0, settings->leaf_odds),
        .limits = limits,
        .progress = progress,
        .result = result,
        .last_report = mi_clock(),
    };
    (void)self;
    int depth = limits->depth > 0 ? limits->depth : limits->mate;
    int plies = plan_minimax(root, mi_settings_search_memory(settings), depth);
    if (plies == 0 || !mi_path_init(&m.path, root, plies))
        return false;
    m.frames = malloc(sizeof *m.frames * ((size_t)plies + 1));
    bool ready = m.frames && mi_estimator_init(&m.estimator, root);
    if (ready) {
        begin_minimax_result(&m, root, settings->memory);
        search_minimax_root(&m, plies);
        finish_minimax_result(result, &m);
    }
    mi_estimator_free(&m.estimator);
    mi_path_free(&m.path);
    free(m.frames);
    return ready;
}

const struct mi_searcher mi_minimax_searcher = {
    .name = "minimax",
    .make = minimax_make,
    .free = free,
    .clear = minimax_clear,
    .run = minimax_run,
};
