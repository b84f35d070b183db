#include "course.h"

#include "base/fmath.h"
#include "contract/capability.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How games deviate from the best play that the policy knows, in thousandths. */
enum {
    HANDICAP = 80,
    GIVEN_KOMI = 150, /* games that keep their initial komi */
    WIDE_KOMI = 250,  /* of the others: komi far from even */
    PLAYED_OUT = 250,
    RANDOM_MOVE = 15, /* moves that are uniformly random */
    ODD_MOVE = 50     /* moves drawn from a flattened policy */
};

static const float temperature = 0.85f, flat = 2, opening_temperature = 1.3f;
static const float certain_win = 0.97f; /* a game whose winner is this certain ... */
enum { WON_PLIES = 8 };         /* ... for so many plies is decided */

static bool random_chance(miai_rng *rng, int parts)
{
    return miai_rng_below(rng, 1000) < (uint32_t)parts;
}

/* 0 <= x < 1. */
static double uniform_number(miai_rng *rng)
{
    return mi_uniform(miai_rng_next(rng));
}

bool course_chance(struct course *c, double probability)
{
    return uniform_number(&c->rng) < probability;
}

/* Approximately normal, mean 0, standard deviation 1 (Irwin-Hall). */
static double normal_number(miai_rng *rng)
{
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform_number(rng);
    return sum;
}

static double half_points(double komi)
{
    return rint(2 * komi) / 2;
}

/* ---- how a game begins ---- */

static int board_area(const struct course *c)
{
    return c->setup.width * c->setup.height;
}

static void choose_setup(struct course *c)
{
    const miai_game *game = c->plan->game;
    int rules = 0;
    while (game->rules && game->rules[rules])
        rules++;
    c->setup = game->setup;
    c->setup.width = c->plan->shape.width;
    c->setup.height = c->plan->shape.height;
    if (rules > 0 && !random_chance(&c->rng, c->plan->usual))
        c->setup.rules = (int)miai_rng_below(&c->rng, (uint32_t)rules);
    if (game->setup.komi != 0)
        c->setup.komi = half_points(game->setup.komi + normal_number(&c->rng));
}

/* Sets up a new history with the moves played so far. Returns false if out of memory. */
static bool set_up(struct course *c)
{
    struct mi_history *old = c->history, *history = mi_history_new(c->plan->game, &c->setup);
    bool fine = history != NULL;
    for (int i = 0; fine && old && i < mi_history_plies(old); i++) {
        const miai_ply *ply = &mi_history_line(old)[i];
        fine = mi_history_play(history, ply->player, ply->move) == MI_PLAYED;
    }
    c->history = fine ? history : old;
    mi_history_free(fine ? old : history);
    return fine;
}

static size_t position_bytes(const struct course *c)
{
    return mi_history_size(c->history);
}

static bool play_move(struct course *c, int player, miai_move move)
{
    int most = c->plan->encoding->earlier;
    size_t bytes = position_bytes(c);
    if (most > 0) {
        memmove(c->earlier + bytes, c->earlier, bytes * (size_t)(most - 1));
        memcpy(c->earlier, mi_history_position(c->history), bytes);
        c->earlier_count += c->earlier_count < most;
    }
    return mi_history_play(c->history, player, move) == MI_PLAYED;
}

static bool give_handicap(struct course *c)
{
    const miai_editing *editing = mi_editing(c->plan->game);
    miai_move point[MIAI_MAX_POINTS];
    bool fine = true;
    if (!editing->handicap || !random_chance(&c->rng, HANDICAP))
        return true;
    int n = editing->handicap(&c->setup, 2 + (int)miai_rng_below(&c->rng, 4), point);
    for (int i = 0; fine && i < n; i++)
        fine = play_move(c, 0, point[i]);
    return fine;
}

static bool allocate_course(struct course *c)
{
    const struct shard_shape *shape = &c->plan->shape;
    size_t points = (size_t)board_area(c);
    size_t earlier = position_bytes(c) * (size_t)c->plan->encoding->earlier;
    c->earlier = malloc(earlier + 1);
    c->plane = malloc(points * (size_t)shape->planes * sizeof *c->plane);
    c->number = malloc((size_t)(shape->numbers + 1) * sizeof *c->number);
    return c->earlier && c->plane && c->number;
}

bool course_begin(struct course *c, const struct course_plan *plan, uint64_t seed)
{
    memset(c, 0, sizeof *c);
    c->plan = plan;
    miai_rng_seed(&c->rng, seed);
    choose_setup(c);
    if (!set_up(c) || !allocate_course(c) || !give_handicap(c))
        return false;
    c->opening = (int)(-log(1 - uniform_number(&c->rng)) * 0.04 * board_area(c)) +
                 mi_history_plies(c->history);
    if (plan->wild > 0) {
        c->wild =
            mi_history_plies(c->history) + (int)miai_rng_below(&c->rng, (uint32_t)plan->wild + 1);
        c->opening = c->wild > c->opening ? c->wild : c->opening;
    }
    c->played_out = random_chance(&c->rng, PLAYED_OUT);
    return true;
}

void course_free(struct course *c)
{
    mi_history_free(c->history);
    free(c->earlier);
    free(c->plane);
    free(c->number);
    free(c->kept);
    free(c->mover);
}

/* ---- the moves ---- */

static int side_to_move(const struct course *c)
{
    return c->plan->game->turn(mi_history_position(c->history));
}

struct mi_net_in course_look(struct course *c)
{
    const void *earlier[64];
    const miai_encoding *encoding = c->plan->encoding;
    for (int i = 0; i < c->earlier_count; i++)
        earlier[i] = c->earlier + position_bytes(c) * (size_t)i;
    int keys = 0;
    const uint64_t *key = mi_history_keys(c->history, &keys);
    miai_past past = {.start = mi_history_start(c->history),
                      .ply = mi_history_line(c->history),
                      .plies = mi_history_plies(c->history),
                      .earlier = earlier,
                      .earlier_count = c->earlier_count,
                      .keys = key,
                      .key_count = keys > 0 ? keys - 1 : 0};
    encoding->fill(mi_history_position(c->history), &past, c->plane, c->number);
    return (struct mi_net_in){.plane = c->plane, .number = c->number};
}

/* The probabilities of the listed moves: the softmax of their logits at this temperature. */
static void move_probabilities(const struct course *c, const float *logits, const miai_move *list,
                               int n, float heat, float *p)
{
    const void *pos = mi_history_position(c->history);
    float most = -INFINITY, sum = 0;
    for (int i = 0; i < n; i++) {
        p[i] = logits[c->plan->encoding->policy(pos, list[i])];
        most = fmaxf(most, p[i]);
    }
    for (int i = 0; i < n; i++)
        sum += p[i] = expf((p[i] - most) / heat);
    for (int i = 0; i < n; i++)
        p[i] /= sum;
}

static miai_move choose_move(struct course *c, const float *logits, const miai_move *list, int n)
{
    float p[MIAI_MAX_LEGAL];
    bool opening = mi_history_plies(c->history) < c->opening;
    if (mi_history_plies(c->history) < c->wild || random_chance(&c->rng, RANDOM_MOVE))
        return list[miai_rng_below(&c->rng, (uint32_t)n)];
    float heat = opening                            ? opening_temperature
                 : random_chance(&c->rng, ODD_MOVE) ? flat
                                                    : temperature;
    move_probabilities(c, logits, list, n, heat, p);
    float left = (float)uniform_number(&c->rng);
    int i = 0;
    while (i < n - 1 && (left -= p[i]) >= 0)
        i++;
    return list[i];
}

/* ---- keeping positions ---- */

static bool reserve_positions(struct course *c)
{
    if (c->kept_count < c->capacity)
        return true;
    int capacity = c->capacity ? 2 * c->capacity : 128;
    uint8_t *kept = realloc(c->kept, (size_t)capacity * shard_bytes(&c->plan->shape));
    if (kept)
        c->kept = kept;
    int8_t *mover = kept ? realloc(c->mover, (size_t)capacity) : NULL;
    if (mover)
        c->mover = mover;
    c->capacity = mover ? capacity : c->capacity;
    return mover != NULL;
}

static bool keep_position(struct course *c, const struct mi_net_out *out, const miai_move *list,
                          int n)
{
    const struct shard_shape *shape = &c->plan->shape;
    const void *pos = mi_history_position(c->history);
    struct mi_net_in in = {.plane = c->plane, .number = c->number};
    float p[MIAI_MAX_LEGAL];
    if (!reserve_positions(c))
        return false;
    uint8_t *bytes = c->kept + (size_t)c->kept_count * shard_bytes(shape);
    if (!shard_put(shape, &in, out, bytes))
        return false;
    move_probabilities(c, out->policy, list, n, 1, p);
    for (int i = 0; i < n; i++)
        shard_put_policy(shape, c->plan->encoding->policy(pos, list[i]), p[i], bytes);
    c->mover[c->kept_count++] = (int8_t)side_to_move(c);
    return true;
}

/* Writes the result (1, 0 or -1, first player's view) into the kept positions that have none. */
static void put_result(struct course *c, float result)
{
    size_t bytes = shard_bytes(&c->plan->shape);
    for (; c->resulted < c->kept_count; c->resulted++)
        shard_put_result(&c->plan->shape, c->mover[c->resulted] ? -result : result,
                         c->kept + (size_t)c->resulted * bytes);
}

static float sign_of(int score)
{
    return (float)((score > 0) - (score < 0));
}

bool course_keep_value(struct course *c, const void *pos, int score)
{
    const struct shard_shape *shape = &c->plan->shape;
    const miai_past none = {.start = pos};
    struct mi_net_in in = {.plane = c->plane, .number = c->number};
    int player = c->plan->game->turn(pos), mine = player == 0 ? score : -score;
    struct mi_net_out out = {.win = mine > 0 ? 1 : mine < 0 ? 0 : 0.5F};
    out.loss = 1 - out.win;
    out.ownership = calloc((size_t)board_area(c), sizeof *out.ownership);
    bool fine = out.ownership && reserve_positions(c);
    if (fine) {
        c->plan->encoding->fill(pos, &none, c->plane, c->number);
        fine = shard_put(shape, &in, &out, c->kept + (size_t)c->kept_count * shard_bytes(shape));
        c->mover[c->kept_count++] = (int8_t)player;
        put_result(c, sign_of(score));
    }
    free(out.ownership);
    return fine;
}

static void finish_course(struct course *c)
{
    int score;
    bool known = mi_history_outcome(c->history, &score);
    put_result(c, known ? sign_of(score) : NAN);
    c->over = true;
}

void course_settle(struct course *c, int score)
{
    c->settled = true;
    c->score = score;
}

/* ---- a step ---- */

/* After the opening, most games get a komi that the network considers fair. */
static bool choose_komi(struct course *c, const struct mi_net_out *out)
{
    if (c->plan->game->setup.komi == 0 || random_chance(&c->rng, GIVEN_KOMI))
        return true;
    double lead = side_to_move(c) == 0 ? out->lead : -out->lead;
    double wide = 0.35 * sqrt(board_area(c)), most = board_area(c);
    double off = normal_number(&c->rng) * (random_chance(&c->rng, WIDE_KOMI) ? wide : 1);
    c->setup.komi = half_points(fmax(-most, fmin(most, c->setup.komi + lead + off)));
    return set_up(c);
}

static bool is_decided(struct course *c, const struct mi_net_out *out)
{
    c->decided = fmaxf(out->win, out->loss) > certain_win ? c->decided + 1 : 0;
    return c->decided >= WON_PLIES && !c->played_out;
}

bool course_go_on(struct course *c, const struct mi_net_out *out)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score, plies = mi_history_plies(c->history);
    int n = mi_history_moves(c->history, side_to_move(c), list);
    if (plies > c->opening && n > 0 && !c->passed_over && !keep_position(c, out, list, n))
        return false;
    if (c->settled)
        put_result(c, sign_of(c->score));
    c->settled = false;
    if (plies == c->opening && !choose_komi(c, out))
        return false;
    if (n == 0 || is_decided(c, out) || plies > 2 * board_area(c) + 20 ||
        !play_move(c, side_to_move(c), choose_move(c, out->policy, list, n)) ||
        mi_history_outcome(c->history, &score))
        finish_course(c);
    return true;
}
