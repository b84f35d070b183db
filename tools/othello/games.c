/* games - plays Othello against itself, for learn to learn from.
 *
 *     make tools/othello/games
 *     tools/othello/games GAMES SEED DEPTH [WEIGHTS] >FILE
 *
 * Each game begins with random moves, goes on by an alpha-beta search of so many plies, and from
 * the last LAST empty squares is solved.  WEIGHTS are those that the game brings along, a
 * file, or "none": the number of moves and corners alone.  Writes each position where there is a choice as 24 bytes:
 * the discs of who is to move and the other's as two numbers, and the score of the game for who is
 * to move, in discs, as a third.  The same arguments give the same bytes. */
#include "game/games.h"
#include "game/othello/eval.h"
#include "game/othello/othello.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LAST = 11, RANDOM_LEAST = 6, RANDOM_MORE = 14, PLIES = 128, WORST = 100000 };

/* One move in so many is random later on, too. */
enum { SLIP = 60 };

static const int8_t *weights; /* NULL: none */

static int search(const struct mi_othello *o, int depth, int alpha, int beta);

static int estimate(const struct mi_othello *o)
{
    const uint64_t corners = 0x8100000000000081u;
    uint64_t own = o->discs[o->turn], other = o->discs[!o->turn];
    if (weights)
        return mi_othello_expect(weights, o->board, own, other);
    return mi_othello_count(o->moves) -
           mi_othello_count(mi_othello_moves(other, own, mi_othello_empty(o))) +
           8 * (mi_othello_count(own & corners) - mi_othello_count(other & corners));
}

static int value_of(const struct mi_othello *o, int square, int depth, int alpha, int beta)
{
    struct mi_othello next = *o;
    mi_othello_put(&next.discs[o->turn], &next.discs[!o->turn], square);
    next.turn = !o->turn;
    mi_othello_look(&next);
    return -search(&next, depth, -beta, -alpha);
}

/* The mover's view. */
static int search(const struct mi_othello *o, int depth, int alpha, int beta)
{
    uint64_t own = o->discs[o->turn], other = o->discs[!o->turn];
    if (o->over)
        return MIAI_POINT_SCORE * mi_othello_final(own, other, o->board, o->rules);
    if (!o->moves) {
        struct mi_othello next = *o;
        next.turn = !o->turn;
        mi_othello_look(&next);
        return -search(&next, depth, -beta, -alpha);
    }
    if (depth == 0)
        return estimate(o);
    int best = -WORST;
    for (uint64_t left = o->moves; left && best < beta; left &= left - 1) {
        int score = value_of(o, mi_othello_first(left), depth - 1, alpha, beta);
        best = score > best ? score : best;
        alpha = best > alpha ? best : alpha;
    }
    return best;
}

static int choose(const struct mi_othello *o, int depth)
{
    int best = -WORST, square = -1;
    for (uint64_t left = o->moves; left; left &= left - 1) {
        int score = value_of(o, mi_othello_first(left), depth - 1, -WORST, -best);
        if (score > best) {
            best = score;
            square = mi_othello_first(left);
        }
    }
    return square;
}

static int pick(uint64_t squares, miai_rng *rng)
{
    for (uint32_t n = miai_rng_below(rng, (uint32_t)mi_othello_count(squares)); n > 0; n--)
        squares &= squares - 1;
    return mi_othello_first(squares);
}

/* ---- what the solver is lent: nothing ---- */

static bool go_on(miai_endgame *solving, uint64_t visited)
{
    (void)solving;
    (void)visited;
    return true;
}

static bool recall(miai_endgame *solving, uint64_t key, int *least, int *most, miai_move *move)
{
    (void)solving;
    (void)key;
    (void)least;
    (void)most;
    (void)move;
    return false;
}

static void keep(miai_endgame *solving, uint64_t key, int plies, int least, int most,
                 miai_move move)
{
    (void)solving;
    (void)key;
    (void)plies;
    (void)least;
    (void)most;
    (void)move;
}

/* The score for the first player. */
static int solve(const struct mi_othello *o)
{
    miai_endgame solving = {sizeof(miai_endgame), go_on, recall, keep};
    int score;
    if (!mi_othello_game.outcome(o, &score))
        mi_othello_solve_endgame(o, -WORST, WORST, &solving, &score);
    return score / MIAI_POINT_SCORE;
}

static void write(const struct mi_othello *history, int n, int score)
{
    for (int i = 0; i < n; i++) {
        const struct mi_othello *o = &history[i];
        uint64_t out[] = {o->discs[o->turn], o->discs[!o->turn],
                          (uint64_t)(int64_t)(o->turn == 0 ? score : -score)};
        fwrite(out, sizeof out, 1, stdout);
    }
}

static void play(int depth, miai_rng *rng)
{
    struct mi_othello o, history[PLIES];
    int n = 0, opening = RANDOM_LEAST + (int)miai_rng_below(rng, RANDOM_MORE);
    mi_othello_init(&o, &mi_othello_game.setup);
    for (int ply = 0; !o.over && mi_othello_count(mi_othello_empty(&o)) > LAST; ply++) {
        int square = -1;
        if (o.moves) {
            bool random = ply < opening || miai_rng_below(rng, SLIP) == 0;
            if (random)
                n = 0; /* what came before did not lead here by good play */
            square = random ? pick(o.moves, rng) : choose(&o, depth);
            if (!random)
                history[n++] = o;
            mi_othello_put(&o.discs[o.turn], &o.discs[!o.turn], square);
        }
        o.turn = !o.turn;
        mi_othello_look(&o);
    }
    if (!o.over && o.moves)
        history[n++] = o;
    write(history, n, solve(&o));
}

static bool open_weights(const char *file)
{
    char error[200];
    if (file && strcmp(file, "none") == 0)
        return true;
    weights = mi_othello_evaluation.open(&mi_othello_game.setup, file, error, sizeof error);
    if (!weights)
        fprintf(stderr, "games: %s: %s\n", file, error);
    return weights != NULL;
}

int main(int argc, char **argv)
{
    miai_rng rng;
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: games GAMES SEED DEPTH [WEIGHTS] >FILE\n");
        return EXIT_FAILURE;
    }
    if (!open_weights(argc > 4 ? argv[4] : NULL))
        return EXIT_FAILURE;
    miai_rng_seed(&rng, strtoull(argv[2], NULL, 10));
    for (long games = strtol(argv[1], NULL, 10); games > 0; games--)
        play((int)strtol(argv[3], NULL, 10), &rng);
    return EXIT_SUCCESS;
}
