/* match - two sets of options against each other, and whether the first is the better: see README.
 *
 *     match [game=NAME] [size=N] [games=N] [pass=PERCENT] [opening=PLIES] [seed=N]
 *           [OPTION=VALUE ...] [a:OPTION=VALUE ...] [b:OPTION=VALUE ...]
 *
 * Options of miai(6), those without a: or b: for both.  Each opening, moves at random, is played
 * twice, colours exchanged.  Prints the games won by a and the standard error, after each game.
 * Ends with status 0 where a has won at least that share, 3 where not, 1 for an error. */
#include "miai.h"
#include "miai_game.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLIES = 1000, LOST = 3 };

struct match {
    miai_engine *engine[2]; /* a and b */
    int games, opening;
    double pass; /* parts of 100 */
    long seed;
    double won; /* by a */
};

static void check(const miai_engine *engine, int error, const char *what)
{
    if (error == MIAI_OK)
        return;
    fprintf(stderr, "match: %s: %s\n", what, miai_error_reason(engine, error));
    exit(EXIT_FAILURE);
}

/* ---- options ---- */

static void set_option(struct match *m, const char *text)
{
    char name[100];
    const char *value = strchr(text, '=');
    int from = strncmp(text, "b:", 2) == 0, to = strncmp(text, "a:", 2) == 0 ? 0 : 1;
    const char *begin = text + (from || !to ? 2 : 0);
    if (!value || value - begin >= (long)sizeof name || value < begin) {
        fprintf(stderr, "match: what is '%s'?\n", text);
        exit(EXIT_FAILURE);
    }
    snprintf(name, sizeof name, "%.*s", (int)(value - begin), begin);
    for (int i = from; i <= to; i++)
        check(m->engine[i], miai_set_option(m->engine[i], name, value + 1), text);
}

static void set(struct match *m, const char *text)
{
    const char *value = strchr(text, '=');
    size_t length = value ? (size_t)(value - text) : 0;
    if (length == 4 && strncmp(text, "game", 4) == 0)
        for (int i = 0; i < 2; i++)
            check(m->engine[i], miai_set_game(m->engine[i], value + 1), text);
    else if (length == 4 && strncmp(text, "size", 4) == 0)
        for (int i = 0; i < 2; i++)
            check(m->engine[i], miai_set_size(m->engine[i], atoi(value + 1), atoi(value + 1)),
                  text);
    else if (length == 5 && strncmp(text, "games", 5) == 0)
        m->games = atoi(value + 1);
    else if (length == 4 && strncmp(text, "pass", 4) == 0)
        m->pass = atof(value + 1);
    else if (length == 7 && strncmp(text, "opening", 7) == 0)
        m->opening = atoi(value + 1);
    else if (length == 4 && strncmp(text, "seed", 4) == 0)
        m->seed = atol(value + 1);
    else
        set_option(m, text);
}

/* ---- games ---- */

static void play_both(struct match *m, int player, const char *move)
{
    for (int i = 0; i < 2; i++)
        check(m->engine[i], miai_play(m->engine[i], player, move), move);
}

/* A legal move at random. */
static bool any_move(struct match *m, miai_rng *rng, char *move)
{
    char text[MIAI_MAX_LEGAL * MIAI_MOVE_TEXT], *word = text;
    miai_legal_moves(m->engine[0], MIAI_TURN, text, sizeof text);
    int n = *text != '\0';
    for (const char *c = text; *c; c++)
        n += *c == ' ';
    if (n == 0)
        return false;
    for (uint32_t i = miai_rng_below(rng, (uint32_t)n); i > 0; i--)
        word = strchr(word, ' ') + 1;
    snprintf(move, MIAI_MOVE_TEXT, "%.*s", (int)strcspn(word, " "), word);
    return true;
}

static void open_game(struct match *m, int pair)
{
    miai_rng rng;
    char move[MIAI_MOVE_TEXT];
    miai_rng_seed(&rng, miai_mix((uint64_t)m->seed) + (uint64_t)pair);
    for (int i = 0; i < 2; i++)
        check(m->engine[i], miai_new_game(m->engine[i]), "new game");
    for (int i = 0; i < m->opening && !miai_over(m->engine[0], NULL); i++)
        if (any_move(m, &rng, move))
            play_both(m, MIAI_TURN, move);
}

/* Which of the engines has won, 0 or 1; 0.5 for neither. */
static double winner_of(struct match *m, int first)
{
    char text[64];
    int score = 0;
    if (miai_final_score(m->engine[0], text, sizeof text) == MIAI_OK && strchr("BW", text[0]))
        return text[0] == 'B' ? first : 1 - first;
    miai_over(m->engine[0], &score);
    return score == 0 ? 0.5 : score > 0 ? first : 1 - first;
}

static double play_game(struct match *m, int first)
{
    for (int ply = 0; ply < MOST_PLIES && !miai_over(m->engine[0], NULL); ply++) {
        char move[MIAI_MOVE_TEXT];
        int player = miai_turn(m->engine[0]), mover = player == 0 ? first : 1 - first;
        check(m->engine[mover], miai_genmove(m->engine[mover], player, move, sizeof move), "move");
        if (strcmp(move, "resign") == 0)
            return 1 - mover;
        check(m->engine[1 - mover], miai_play(m->engine[1 - mover], player, move), move);
    }
    return winner_of(m, first);
}

static void play_match(struct match *m)
{
    for (int i = 0; i < m->games; i++) {
        open_game(m, i / 2);
        m->won += 1 - play_game(m, i % 2);
        int n = i + 1;
        double share = m->won / n;
        printf("%g of %d  %.1f %% +- %.1f\n", m->won, n, 100 * share,
               100 * sqrt(share * (1 - share) / n));
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    struct match m = {.games = 20, .pass = 55, .seed = 1};
    for (int i = 0; i < 2; i++)
        if (!(m.engine[i] = miai_new()))
            return EXIT_FAILURE;
    for (int i = 1; i < argc; i++)
        set(&m, argv[i]);
    play_match(&m);
    for (int i = 0; i < 2; i++)
        miai_free(m.engine[i]);
    return 100 * m.won >= m.pass * m.games ? EXIT_SUCCESS : LOST;
}
