/* Positions as a search meets them: games that the engine plays with the teacher's network as its
 * evaluation, or with its own.  One in `every` of the positions that it evaluates is kept.  Most
 * are far from the game, after losing moves, and close in value to their neighbours: the
 * differences that a network has to see.  A search visits what its evaluation overrates.  The
 * engine's own mistakes are therefore found where its own network leads, and the teacher corrects
 * them (Ross, Gordon and Bagnell 2011, "dataset aggregation"). */
#include "game/chess/board/notation.h"
#include "game/chess/evaluation.h"
#include "game/games.h"
#include "miai.h"
#include "miai_game.h"
#include "network.h"
#include "train.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 16, /* games of a block */
    MAX_PLIES = 240,
    OPENING_PLIES = 6,   /* minimum number of random plies */
    OPENING_VARIETY = 7, /* added at random: less than this */
    OPENING_SCORE = 160, /* maximum evaluation after the opening; */
    UNFAIR = 8,          /* one game in this many begins with any evaluation */
    WON_SCORE = 700,     /* the game is adjudicated when the score is above */
    KEPT_SCORE = 3000,   /* positions with a higher score are not kept */
    SCALE = 90,          /* hundredths: the search's margins are in the engine's centipawns */
    BLOCK_ROOM = 1 << 20,
    COUNTS = 4 /* levels of nodes per move: the minimum, and two, four, eight times that */
};

struct trees {
    struct nnue_evaluator teacher;
    miai_engine *engine;
    int nodes; /* the minimum */
    int every; /* one position in this many is kept */
    uint32_t seed;
    uint32_t block;
    miai_rng rng;
    struct nnue_record *kept;
    int count;
};

/* File-scope because the engine's callbacks have no argument for it. */
static struct trees *trees;

static uint32_t random_below(uint32_t n)
{
    return miai_rng_below(&trees->rng, n);
}

/* ---- the evaluation ---- */

/* Is it selected, whatever its score? */
static bool is_chosen(const struct mi_chess *p)
{
    return !p->checkers && trees->count < BLOCK_ROOM && random_below((uint32_t)trees->every) == 0;
}

static void keep_position(const struct mi_chess *p, int score)
{
    struct nnue_record *record = &trees->kept[trees->count++];
    nnue_note(p, score, trees->block, record);
    record->result = UNKNOWN_RESULT;
    record->loud = nnue_is_loud(p);
}

static int evaluate(const void *weights, void *memory, const void *pos)
{
    const struct mi_chess *p = pos;
    int score = nnue_evaluator_value(&trees->teacher, p);
    (void)weights, (void)memory;
    if (abs(score) <= KEPT_SCORE && is_chosen(p))
        keep_position(p, score);
    score = score * SCALE / 100;
    return p->turn == WHITE ? score : -score;
}

/* Only positions that are kept are evaluated by the teacher. */
static int evaluate_by_own(const void *weights, void *memory, const void *pos)
{
    if (is_chosen(pos)) {
        int score = nnue_evaluator_value(&trees->teacher, pos);
        if (abs(score) <= KEPT_SCORE)
            keep_position(pos, score);
    }
    return mi_chess_evaluation.evaluate(weights, memory, pos);
}

/* ---- games ---- */

/* Random moves from the first position; false if they end the game. */
static bool open_randomly(struct mi_chess *p)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    miai_move list[CHESS_MAX_LEGAL];
    mi_chess_read_fen(p, false, start);
    for (int n = OPENING_PLIES + (int)random_below(OPENING_VARIETY); n > 0; n--) {
        int count = mi_chess_moves(p, list);
        if (count == 0)
            return false;
        mi_chess_play(p, list[random_below((uint32_t)count)]);
    }
    return mi_chess_has_move(p);
}

static bool begin_game(void)
{
    struct mi_chess p;
    char fen[128], nodes[16];
    bool unfair = random_below(UNFAIR) == 0;
    while (!open_randomly(&p) ||
           (!unfair && abs(nnue_evaluator_value(&trees->teacher, &p)) > OPENING_SCORE))
        ;
    mi_chess_write_fen(&p, fen, sizeof fen);
    snprintf(nodes, sizeof nodes, "%d", trees->nodes << random_below(COUNTS));
    return miai_new_game(trees->engine) == MIAI_OK &&
           miai_read_position(trees->engine, fen) == MIAI_OK &&
           miai_set_option(trees->engine, "playouts", nodes) == MIAI_OK;
}

static bool is_decided(void)
{
    miai_info info;
    miai_last_search(trees->engine, &info);
    return info.search && info.scored && abs(info.score) > WON_SCORE;
}

static bool play_game(void)
{
    char move[MIAI_MOVE_TEXT];
    bool fine = begin_game();
    for (int ply = 0; fine && ply < MAX_PLIES; ply++) {
        if (miai_over(trees->engine, NULL))
            break;
        fine = miai_genmove(trees->engine, MIAI_TURN, move, sizeof move) == MIAI_OK;
        if (is_decided())
            break;
    }
    return fine;
}

static bool make_block(void *context, uint32_t block, FILE *file, size_t *count)
{
    bool fine = true;
    (void)context;
    trees->block = block;
    trees->count = 0;
    miai_rng_seed(&trees->rng, (uint64_t)trees->seed << 32 | block);
    for (int i = 0; fine && i < GAMES; i++)
        fine = play_game();
    *count += (size_t)trees->count;
    return fine && fwrite(trees->kept, sizeof *trees->kept, (size_t)trees->count, file) ==
                       (size_t)trees->count;
}

/* Chess with another evaluation. */
static bool prepare_game(const miai_game *game, const char *own)
{
    static const char *const options[][2] = {
        {"search", "alphabeta"}, {"threads", "1"}, {"memory", "4"}, {"seed", "1"}, {"resign", "0"}};
    bool fine = miai_add_game(trees->engine, game) == MIAI_OK &&
                miai_set_game(trees->engine, game->name) == MIAI_OK;
    for (size_t i = 0; fine && i < sizeof options / sizeof *options; i++)
        fine = miai_set_option(trees->engine, options[i][0], options[i][1]) == MIAI_OK;
    int error = fine && own ? miai_set_option(trees->engine, "eval-file", own) : MIAI_OK;
    if (error != MIAI_OK)
        fprintf(stderr, "train: %s: %s\n", own, miai_error_reason(trees->engine, error));
    return fine && error == MIAI_OK;
}

bool nnue_trees(const char *network, const char *own, int nodes, int every, uint32_t seed,
                uint32_t blocks, const char *path)
{
    miai_evaluation evaluation = {.bytes = sizeof evaluation, .evaluate = evaluate};
    miai_game game = mi_chess_game;
    if (own) {
        evaluation = mi_chess_evaluation;
        evaluation.evaluate = evaluate_by_own;
    }
    game.name = "taught";
    game.evaluation = &evaluation;
    trees = calloc(1, sizeof *trees);
    if (!trees)
        return false;
    trees->nodes = nodes;
    trees->every = every;
    trees->seed = seed;
    trees->kept = malloc(BLOCK_ROOM * sizeof *trees->kept);
    trees->engine = miai_new();
    bool good = nnue_evaluator_open(&trees->teacher, network) && trees->kept && trees->engine &&
                prepare_game(&game, own) && nnue_make_blocks(path, 0, blocks, make_block, NULL);
    miai_free(trees->engine);
    nnue_evaluator_close(&trees->teacher);
    free(trees->kept);
    free(trees);
    return good;
}
