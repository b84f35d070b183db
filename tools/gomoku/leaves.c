/* leaves - writes positions that the searches of fast self-play games evaluate, with the policy and
 * value of a teacher; see README.
 *
 *     leaves DIRECTORY SEED BLOCKS PLAYOUTS EVERY TEACHER [NETWORK] */
#include "game/gomoku/threat/find.h"
#include "leaf.h"
#include "net/net.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 16,
    MAX_PLIES = 60,
    LEVELS = 4,       /* playouts a move: PLAYOUTS, and two, four, eight times that */
    PLANES_MOST = 64, /* inputs of a teacher, and its numbers */
    NUMBERS_MOST = 64
};

struct gatherer {
    struct selfplay play;
    miai_rng rng;
    struct mi_net *teacher;
    struct mi_net_workspace *work;
    const miai_encoding *encoding;
    miai_game game;
    miai_evaluation evaluation;
    const char *network;
    int playouts, every;
    FILE *out;
    bool failed;
    int waiting;
    struct leaf leaf[BATCH];
    struct mi_net_in in[BATCH];
    struct mi_net_out answer[BATCH];
    float plane[BATCH][PLANES_MOST * SELFPLAY_POINTS], number[BATCH][NUMBERS_MOST];
    float policy[BATCH][SELFPLAY_POINTS + 1];
};

/* File-scope because the engine's callbacks have no argument for it. */
static struct gatherer gatherer;

/* ---- positions ---- */

static void write_stones(const struct mi_gomoku *g, struct leaf *leaf)
{
    memset(leaf, 0, sizeof *leaf);
    leaf->rules = g->rules;
    leaf->colour = g->colour;
    for (int point = 0; point < g->points; point++) {
        int colour = stone_on(g, point);
        if (colour >= 0)
            leaf->stone[colour][point / 8] |= (uint8_t)(1 << point % 8);
    }
}

/* Until the teacher has answered, the policy marks the candidates, so the answer needs no
 * position. */
static void add_position(struct gatherer *gather, const struct mi_gomoku *g)
{
    int k = gather->waiting++;
    struct leaf *leaf = &gather->leaf[k];
    miai_move list[MIAI_MAX_LEGAL];
    write_stones(g, leaf);
    for (int i = mi_gomoku_candidates(g, list); i-- > 0;)
        leaf->policy[list[i]] = 1;
    gather->encoding->fill(g, NULL, gather->plane[k], gather->number[k]);
}

/* Shares of the candidates. The teacher's rows are counted from the top, those of points from the
 * bottom. */
static void write_answer(struct leaf *leaf, const struct mi_net_out *answer)
{
    float logit[SELFPLAY_POINTS], max = -1e9F;
    for (int point = 0; point < SELFPLAY_POINTS; point++) {
        int y = point / SELFPLAY_SIDE, x = point % SELFPLAY_SIDE;
        logit[point] = answer->policy[(SELFPLAY_SIDE - 1 - y) * SELFPLAY_SIDE + x];
        if (leaf->policy[point] && logit[point] > max)
            max = logit[point];
    }
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        leaf->policy[point] =
            leaf->policy[point] ? (uint8_t)(255 * expf(logit[point] - max) + 0.5F) : 0;
    float value = answer->win + (answer->no_result + answer->draw) / 2;
    leaf->value = (uint16_t)(LEAF_VALUE_ONE * fminf(fmaxf(value, 0), 1) + 0.5F);
}

static void write_waiting(struct gatherer *gather)
{
    size_t n = (size_t)gather->waiting;
    if (n > 0)
        mi_net_run(gather->work, gather->in, gather->answer, (int)n);
    for (size_t i = 0; i < n; i++)
        write_answer(&gather->leaf[i], &gather->answer[i]);
    gather->failed |= fwrite(gather->leaf, sizeof *gather->leaf, n, gather->out) != n;
    gather->waiting = 0;
}

static int evaluate(const void *weights, void *memory, const void *pos)
{
    struct gatherer *gather = &gatherer;
    if (miai_rng_below(&gather->rng, (uint32_t)gather->every) == 0 && !selfplay_is_certain(pos)) {
        add_position(gather, pos);
        if (gather->waiting == BATCH)
            write_waiting(gather);
    }
    return mi_gomoku_evaluation.evaluate(weights, memory, pos);
}

/* ---- games ---- */

static bool set_random_playouts(struct gatherer *gather)
{
    char playouts[16];
    snprintf(playouts, sizeof playouts, "%d",
             gather->playouts << selfplay_random_below(&gather->play, LEVELS));
    return miai_set_option(gather->play.engine, "playouts", playouts) == MIAI_OK;
}

/* Stops when a search has proved the result. */
static bool play_game(struct gatherer *gather)
{
    struct selfplay *play = &gather->play;
    char text[MIAI_MOVE_TEXT];
    int score;
    selfplay_open(play);
    if (!set_random_playouts(gather))
        return false;
    for (int ply = 0; ply < MAX_PLIES && !mi_gomoku_game.outcome(play->position, &score); ply++) {
        miai_info info;
        miai_forget(play->engine);
        if (miai_search(play->engine, MIAI_TURN, NULL, text, sizeof text) != MIAI_OK)
            return false;
        miai_last_search(play->engine, &info);
        if (info.proof != 0)
            break;
        selfplay_move(play, ply < SELFPLAY_WILD_PLIES ? selfplay_draw_move(play)
                                                      : selfplay_read_move(text));
    }
    return true;
}

static bool write_block(void *context, uint64_t seed, FILE *out)
{
    struct gatherer *gather = context;
    bool fine = selfplay_make_engine(&gather->play, &gather->game, "1", gather->network);
    miai_rng_seed(&gather->play.rng, seed);
    miai_rng_seed(&gather->rng, ~seed);
    gather->out = out;
    gather->failed = false;
    for (int i = 0; i < SELFPLAY_BLOCK && fine; i++)
        fine = play_game(gather);
    write_waiting(gather);
    miai_free(gather->play.engine);
    return fine && !gather->failed;
}

/* ---- the teacher ---- */

static bool open_teacher(struct gatherer *gather, const char *file)
{
    char error[200];
    gather->teacher = mi_net_load(file, MI_NET_FASTEST, error, sizeof error);
    if (!gather->teacher) {
        fprintf(stderr, "leaves: %s: %s\n", file, error);
        return false;
    }
    gather->encoding = mi_gomoku_planes.encodings[0];
    const struct mi_net_info *info = mi_net_describe(gather->teacher);
    if (strcmp(info->encoding, gather->encoding->name) != 0) {
        fprintf(stderr, "leaves: %s: not a network for Gomoku, whose inputs are %s\n", file,
                gather->encoding->name);
        return false;
    }
    gather->work = mi_net_workspace_new(gather->teacher, SELFPLAY_SIDE, SELFPLAY_SIDE, BATCH);
    for (int i = 0; i < BATCH; i++) {
        gather->in[i] = (struct mi_net_in){.plane = gather->plane[i], .number = gather->number[i]};
        gather->answer[i].policy = gather->policy[i];
    }
    return gather->work != NULL;
}

int main(int argc, char **argv)
{
    static union gomoku_position_copy memory;
    struct gatherer *gather = &gatherer;
    if (argc < 7 || argc > 8 || atoi(argv[4]) < 1 || atoi(argv[5]) < 1) {
        fprintf(stderr, "usage: leaves DIRECTORY SEED BLOCKS PLAYOUTS EVERY TEACHER [NETWORK]\n"
                        "(BLOCKS: how many, or FIRST:COUNT)\n");
        return EXIT_FAILURE;
    }
    gather->play.position = &memory.position;
    gather->playouts = atoi(argv[4]);
    gather->every = atoi(argv[5]);
    gather->network = argc > 7 ? argv[7] : "auto";
    gather->evaluation = mi_gomoku_evaluation;
    gather->evaluation.evaluate = evaluate;
    gather->game = mi_gomoku_game;
    gather->game.name = "taught";
    gather->game.evaluation = &gather->evaluation;
    const struct selfplay_run run = {.directory = argv[1],
                                     .seed = argv[2],
                                     .blocks = argv[3],
                                     .write = write_block,
                                     .context = gather};
    bool fine = open_teacher(gather, argv[6]) && selfplay_write_blocks(&run);
    mi_net_workspace_free(gather->work);
    mi_net_free(gather->teacher);
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
