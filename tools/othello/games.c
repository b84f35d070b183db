/* games - plays self-play games of Othello for learn.
 *
 *     make tools/othello/games
 *     tools/othello/games GAMES SEED NODES [WEIGHTS] >FILE
 *
 * Each game starts with random moves and continues by alpha-beta searches with NODES nodes per
 * move.  The last LAST empty squares are solved exactly.  WEIGHTS: a file, or "none"; by default
 * the built-in weights.  Writes each position with more than one legal move as a struct
 * othello_sample. The same arguments give the same bytes. */
#include "game/games.h"
#include "contract/read_move.h"
#include "game/othello/othello.h"
#include "miai.h"
#include "sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 12, RANDOM_LEAST = 4, RANDOM_MORE = 16, PLIES = 128, WORST = 100000 };

/* Later, one move in SLIP is random, too. */
enum { SLIP = 60 };

struct game {
    miai_engine *engine;
    miai_rng rng;
    struct mi_othello o;
    struct othello_sample sample[PLIES];
    int turn[PLIES], samples;
    int played_well; /* first sample from which on both sides played well, so that the result is
                        meaningful */
};

static bool print_error(const char *what)
{
    fprintf(stderr, "games: %s\n", what);
    return false;
}

/* ---- the solver works without the search's table ---- */

static bool go_on(miai_endgame *solving, uint64_t visited)
{
    (void)solving;
    (void)visited;
    return true;
}

static bool recall_nothing(miai_endgame *solving, uint64_t key, int *least, int *most,
                           miai_move *move)
{
    (void)solving;
    (void)key;
    (void)least;
    (void)most;
    (void)move;
    return false;
}

static void keep_nothing(miai_endgame *solving, uint64_t key, int plies, int least, int most,
                         miai_move move)
{
    (void)solving;
    (void)key;
    (void)plies;
    (void)least;
    (void)most;
    (void)move;
}

/* Solves the position; returns the first player's score. */
static int solved_score(const struct mi_othello *o)
{
    miai_endgame solving = {sizeof(miai_endgame), go_on, recall_nothing, keep_nothing};
    int score;
    if (!mi_othello_game.outcome(o, &score))
        mi_othello_solve_endgame(o, -WORST, WORST, &solving, &score);
    return score;
}

/* ---- a game ---- */

static bool play_move(struct game *g, miai_move move)
{
    char text[MIAI_MOVE_TEXT];
    mi_othello_game.move_text(&g->o, move, text, sizeof text);
    mi_othello_game.play(&g->o, move);
    return miai_play(g->engine, MIAI_TURN, text) == MIAI_OK;
}

static bool play_at_random(struct game *g)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_othello_game.moves(&g->o, list);
    return play_move(g, list[miai_rng_below(&g->rng, (uint32_t)n)]);
}

static bool open_game(struct game *g)
{
    int plies = RANDOM_LEAST + (int)miai_rng_below(&g->rng, RANDOM_MORE);
    g->samples = g->played_well = 0;
    mi_othello_init(&g->o, &mi_othello_game.setup);
    if (miai_new_game(g->engine) != MIAI_OK)
        return false;
    for (int i = 0; i < plies && !g->o.over; i++)
        if (!play_at_random(g))
            return false;
    return true;
}

static void record_sample(struct game *g, int score)
{
    struct othello_sample *sample = &g->sample[g->samples];
    *sample = (struct othello_sample){.own = g->o.discs[g->o.turn],
                                      .other = g->o.discs[!g->o.turn],
                                      .score = (int16_t)score,
                                      .result = OTHELLO_NO_RESULT};
    g->turn[g->samples++] = g->o.turn;
}

/* Searches, records the position, and plays the best move. */
static bool play_well(struct game *g)
{
    char text[MIAI_MOVE_TEXT];
    miai_info info;
    miai_move move;
    if (miai_search(g->engine, MIAI_TURN, NULL, text, sizeof text) != MIAI_OK)
        return false;
    miai_last_search(g->engine, &info);
    bool late = mi_othello_count(mi_othello_empty(&g->o)) <= LAST;
    if (late)
        record_sample(g, g->o.turn == 0 ? solved_score(&g->o) : -solved_score(&g->o));
    else if (info.scored)
        record_sample(g, info.score);
    move = mi_read_move(&mi_othello_game, &mi_othello_game.setup, &g->o, true, text);
    return move != MIAI_NO_MOVE && play_move(g, move);
}

/* Plays a random move.  Earlier positions did not lead to the result by good play. */
static bool play_slip(struct game *g)
{
    g->played_well = g->samples;
    return play_at_random(g);
}

static bool play_game(struct game *g)
{
    if (!open_game(g))
        return false;
    while (!g->o.over) {
        bool passes = g->o.moves == 0, slips = !passes && miai_rng_below(&g->rng, SLIP) == 0;
        if (!(passes ? play_at_random(g) : slips ? play_slip(g) : play_well(g)))
            return false;
    }
    int score = solved_score(&g->o);
    for (int i = g->played_well; i < g->samples; i++)
        g->sample[i].result = (int16_t)(g->turn[i] == 0 ? score : -score);
    return fwrite(g->sample, sizeof *g->sample, (size_t)g->samples, stdout) == (size_t)g->samples;
}

static bool make_engine(struct game *g, const char *nodes, const char *weights)
{
    const char *const options[][2] = {
        {"game", "othello"}, {"search", "alphabeta"}, {"threads", "1"},    {"memory", "16"},
        {"resign", "0"},     {"seed", "1"},           {"playouts", nodes}, {"eval-file", weights}};
    g->engine = miai_new();
    if (!g->engine)
        return print_error("no memory");
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        int failed = miai_set_option(g->engine, options[i][0], options[i][1]);
        if (failed != MIAI_OK)
            return print_error(miai_error_reason(g->engine, failed));
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct game game;
    if (argc < 4 || argc > 5) {
        print_error("usage: games GAMES SEED NODES [WEIGHTS] >FILE");
        return EXIT_FAILURE;
    }
    if (!make_engine(&game, argv[3], argc > 4 ? argv[4] : "auto"))
        return EXIT_FAILURE;
    miai_rng_seed(&game.rng, strtoull(argv[2], NULL, 10));
    for (long games = strtol(argv[1], NULL, 10); games > 0; games--)
        if (!play_game(&game)) {
            print_error("a game that cannot go on, or a full disk");
            return EXIT_FAILURE;
        }
    miai_free(game.engine);
    return EXIT_SUCCESS;
}
