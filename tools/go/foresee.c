/* foresee - how well searches predict the winner and the next move of games of strong players.
 *
 * A position costs one search, a game of a match hundreds.  But with 400 positions, the standard
 * error of the share of moves found is 2.5 %.
 *
 *     make tools/go/foresee
 *     tools/go/foresee [from=N] [to=N] [step=N] [games=N] [OPTION=VALUE ...] <games
 *
 * Reads games in the format of tools/go/patterns/README.  From every step-th game that is long
 * enough it takes one position after `from` to `to` moves, and searches it with the given options
 * of miai, of which playouts is required.  Prints the number of positions; in how many the search
 * chose the move played; the mean share of visits of that move; and the mean logarithmic loss of
 * predicting the winner by p = 1 / (1 + exp(-a - b ln(v / (1 - v)))).  v is the value for Black, a
 * and b are fitted; knowing nothing has a loss of 0.693. */
#include "miai.h"
#include "records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000, PASSED_BY = 37 };

static const char *const komi = "6.5"; /* range of the games used */

struct bounds {
    int from, to, step, games;
};

/* Accumulated results. */
struct tally {
    int n, found;
    double share;
    double odds[MOST]; /* ln(v / (1 - v)) */
    bool won[MOST];    /* by black */
};

static void exit_on_error(int error)
{
    if (error == MIAI_OK)
        return;
    fprintf(stderr, "foresee: %s\n", miai_error_text(error));
    exit(EXIT_FAILURE);
}

/* ---- games ---- */

static void read_move(const char *word, char text[MIAI_MOVE_TEXT])
{
    int move = record_move(word);
    if (move == SIDE * SIDE)
        snprintf(text, MIAI_MOVE_TEXT, "pass");
    else
        miai_point_text(move % SIDE, move / SIDE, text, MIAI_MOVE_TEXT);
}

/* Splits a line into words, the result and the moves; returns how many. */
static int split_words(char *line, char *word[], int most)
{
    int n = 0;
    for (char *w = strtok(line, " \n"); w && n < most; w = strtok(NULL, " \n"))
        word[n++] = w;
    return n;
}

static void replay_moves(miai_engine *engine, char *const word[], int moves)
{
    char text[MIAI_MOVE_TEXT];
    exit_on_error(miai_clear(engine));
    for (int i = 0; i < moves; i++) {
        read_move(word[i], text);
        exit_on_error(miai_play(engine, i % 2, text));
    }
}

/* ---- searches ---- */

static double share_of(const miai_engine *engine, const char *move)
{
    miai_choice choice;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        if (strcmp(choice.move, move) == 0)
            return choice.share;
    return 0;
}

static void search_position(miai_engine *engine, const char *played, bool black_won,
                            struct tally *tally)
{
    const double least = 0.003; /* bound of a value, so that the logarithm is finite */
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    exit_on_error(miai_search_fresh(engine, MIAI_TURN, move, sizeof move));
    miai_last_search(engine, &info);
    double value = miai_turn(engine) == 0 ? info.value : 1 - info.value;
    tally->found += strcmp(move, played) == 0;
    tally->share += share_of(engine, played);
    tally->odds[tally->n] = log((value + least) / (1 - value + least));
    tally->won[tally->n++] = black_won;
}

static void look_at_game(miai_engine *engine, char *line, int number, const struct bounds *bounds,
                         struct tally *tally)
{
    char *word[LINE / 2], played[MIAI_MOVE_TEXT];
    int n = split_words(line, word, LINE / 2);
    int at = bounds->from + number * PASSED_BY % (bounds->to - bounds->from + 1);
    if (n <= at + 1 || tally->n >= MOST)
        return;
    replay_moves(engine, word + 1, at);
    read_move(word[1 + at], played);
    search_position(engine, played, word[0][0] == 'B', tally);
}

/* ---- the winner ---- */

static double predicted_probability(double a, double b, double odds)
{
    return 1 / (1 + exp(-a - b * odds));
}

/* Fits a and b by Newton's method; returns the mean loss. */
static double fit_winner(const struct tally *tally)
{
    enum { ROUNDS = 50 };
    double a = 0, b = 1, loss = 0;
    for (int round = 0; round < ROUNDS; round++) {
        double ga = 0, gb = 0, aa = 1e-9, ab = 0, bb = 1e-9;
        for (int i = 0; i < tally->n; i++) {
            double x = tally->odds[i], p = predicted_probability(a, b, x), w = p * (1 - p);
            ga += tally->won[i] - p;
            gb += (tally->won[i] - p) * x;
            aa += w;
            ab += w * x;
            bb += w * x * x;
        }
        double d = aa * bb - ab * ab;
        a += (bb * ga - ab * gb) / d;
        b += (aa * gb - ab * ga) / d;
    }
    for (int i = 0; i < tally->n; i++) {
        double p = predicted_probability(a, b, tally->odds[i]);
        loss -= log(tally->won[i] ? p : 1 - p);
    }
    return loss / tally->n;
}

/* ---- the program ---- */

static bool read_bound(struct bounds *bounds, const char *word)
{
    return sscanf(word, "from=%d", &bounds->from) == 1 || sscanf(word, "to=%d", &bounds->to) == 1 ||
           sscanf(word, "step=%d", &bounds->step) == 1 ||
           sscanf(word, "games=%d", &bounds->games) == 1;
}

static void read_options(miai_engine *engine, struct bounds *bounds, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (read_bound(bounds, argv[i]))
            continue;
        if (value)
            *value++ = '\0';
        exit_on_error(miai_set_option(engine, argv[i], value ? value : ""));
    }
    if (bounds->from < 0 || bounds->to < bounds->from || bounds->step < 1)
        exit_on_error(MIAI_BAD_VALUE);
}

int main(int argc, char **argv)
{
    static struct tally tally;
    static char line[LINE];
    struct bounds bounds = {.from = 20, .to = 180, .step = 1, .games = MOST};
    miai_engine *engine = miai_new();
    exit_on_error(engine ? MIAI_OK : MIAI_NO_MEMORY);
    exit_on_error(miai_set_size(engine, SIDE, SIDE));
    exit_on_error(miai_set_option(engine, "komi", komi));
    read_options(engine, &bounds, argc, argv);
    for (int i = 0; tally.n < bounds.games && fgets(line, sizeof line, stdin); i++)
        if (i % bounds.step == 0)
            look_at_game(engine, line, i / bounds.step, &bounds, &tally);
    if (tally.n > 0)
        printf("%d positions: move found %.1f %%, share of visits %.1f %%, loss of winner %.3f\n",
               tally.n, 100.0 * tally.found / tally.n, 100 * tally.share / tally.n,
               fit_winner(&tally));
    miai_free(engine);
    return EXIT_SUCCESS;
}
