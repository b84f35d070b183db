/* simulate - measures how strong several ranks are, on a machine with fewer processors.
 *
 *     simulate match GAMES RANKS PLAYOUTS TIMES [TERM=VALUE...] [--OPTION=VALUE...]
 *     simulate regret POSITIONS RANKS,RANKS... PLAYOUTS [...]
 *
 * match: RANKS ranks with PLAYOUTS per move each play against one process with TIMES as many, two
 * games from each random opening; prints the score of rank 0.
 *
 * regret: in positions of games, what rank 0's moves lose according to a search 4 times as long as
 * the longest, compared with those of one process with 1, 2, 4 ... times PLAYOUTS. The equal one
 * shows what the ranks are worth.
 *
 * Terms: latency=1e-4 (seconds), bandwidth=1e9 (bytes per second), loss=0, rate=1000 (playouts per
 * second of a rank), plies=4 (of an opening), seed=1. Options are those of the engines. */
#include "simulation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTIONS_MAX = 64, KINDS_MAX = 16, PLIES_MAX = 1000, JUDGE = 1000 };

struct terms {
    struct simulation_terms simulation;
    const char *options[2 * OPTIONS_MAX + 2];
    int option_count, plies;
    miai_rng rng;
};

static void exit_with_error(const char *what)
{
    fprintf(stderr, "simulate: %s\n", what);
    exit(EXIT_FAILURE);
}

/* ---- arguments ---- */

static void add_option(struct terms *terms, char *word)
{
    char *value = strchr(word, '=');
    if (!value || terms->option_count == OPTIONS_MAX)
        exit_with_error("an option is --NAME=VALUE");
    *value = '\0';
    terms->options[2 * terms->option_count] = word + 2;
    terms->options[2 * terms->option_count++ + 1] = value + 1;
}

static void read_term(struct terms *terms, const char *word)
{
    struct simulation_terms *simulation = &terms->simulation;
    double x = strchr(word, '=') ? strtod(strchr(word, '=') + 1, NULL) : 0;
    if (strncmp(word, "latency=", 8) == 0)
        simulation->wire.latency = x;
    else if (strncmp(word, "bandwidth=", 10) == 0)
        simulation->wire.bandwidth = x;
    else if (strncmp(word, "loss=", 5) == 0)
        simulation->wire.loss = x;
    else if (strncmp(word, "rate=", 5) == 0)
        simulation->rate = x;
    else if (strncmp(word, "plies=", 6) == 0)
        terms->plies = (int)x;
    else if (strncmp(word, "seed=", 5) == 0)
        simulation->seed = (uint64_t)x;
    else
        exit_with_error("a term is latency, bandwidth, loss, rate, plies or seed");
}

static void read_words(struct terms *terms, int count, char **words)
{
    *terms = (struct terms){.plies = 4};
    terms->simulation = (struct simulation_terms){
        .rate = 1000, .wire = {.latency = 1e-4, .bandwidth = 1e9, .seed = 1}, .seed = 1};
    for (int i = 0; i < count; i++)
        if (strncmp(words[i], "--", 2) == 0)
            add_option(terms, words[i]);
        else
            read_term(terms, words[i]);
    terms->simulation.options = terms->options;
    miai_rng_seed(&terms->rng, terms->simulation.seed);
}

static struct simulation *begin_simulation(struct terms *terms, int ranks)
{
    terms->simulation.ranks = ranks;
    struct simulation *simulation = simulation_new(&terms->simulation);
    if (!simulation)
        exit_with_error("out of memory, or an invalid option");
    return simulation;
}

/* ---- games ---- */

/* A random legal move; false if the game is over. */
static bool draw_move(miai_engine *engine, miai_rng *rng, char *move)
{
    char list[MIAI_MAX_LEGAL * MIAI_MOVE_TEXT], *word;
    int n = 0;
    if (miai_over(engine, NULL))
        return false;
    miai_legal_moves(engine, MIAI_TURN, list, sizeof list);
    for (word = strtok(list, " "); word; word = strtok(NULL, " "))
        if (strcmp(word, "pass") != 0 && miai_rng_below(rng, (uint32_t)++n) == 0)
            snprintf(move, MIAI_MOVE_TEXT, "%s", word);
    return n > 0;
}

static void play_both(struct simulation *a, struct simulation *b, const char *move)
{
    if (!simulation_play(a, move) || (b && !simulation_play(b, move)))
        exit_with_error("a move was not legal");
}

/* The first player's score: 1, 0 or 1/2. */
static double score_of_game(miai_engine *engine, double value)
{
    int score;
    if (!miai_over(engine, &score))
        return value > 0.5;
    return score > 0 ? 1 : score < 0 ? 0 : 0.5;
}

/* The side to move searches; a game that both consider decided ends. */
static double play_game(struct simulation *const player[2], const uint64_t playouts[2],
                        const char (*opening)[MIAI_MOVE_TEXT], int plies)
{
    const double sure = 0.97;
    double first[2] = {0.5, 0.5};
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    simulation_clear(player[0]);
    simulation_clear(player[1]);
    for (int i = 0; i < plies; i++)
        play_both(player[0], player[1], opening[i]);
    for (int ply = plies; ply < PLIES_MAX; ply++) {
        int turn = miai_turn(simulation_engine(player[0]));
        if (!simulation_search(player[turn], playouts[turn], move, sizeof move))
            break;
        miai_last_search(simulation_engine(player[turn]), &info);
        first[turn] = turn ? 1 - info.value : info.value;
        if ((first[0] > sure && first[1] > sure) || (first[0] < 1 - sure && first[1] < 1 - sure))
            break;
        play_both(player[0], player[1], move);
    }
    return score_of_game(simulation_engine(player[0]), (first[0] + first[1]) / 2);
}

static void print_match(double won, int games, const struct simulation *unused)
{
    double part = won / games, error = sqrt(part * (1 - part) / games);
    (void)unused;
    printf("games %d won %.1f score %.3f +- %.3f\n", games, won, part, error);
    fflush(stdout);
}

static void run_match(int games, int ranks, uint64_t playouts, double times, struct terms *terms)
{
    struct simulation *several = begin_simulation(terms, ranks), *one = begin_simulation(terms, 1);
    char opening[PLIES_MAX][MIAI_MOVE_TEXT];
    double won = 0;
    for (int i = 0; i < games; i++) {
        struct simulation *player[2] = {i % 2 ? one : several, i % 2 ? several : one};
        uint64_t of_one = (uint64_t)(times * (double)playouts);
        uint64_t each[2] = {i % 2 ? of_one : playouts, i % 2 ? playouts : of_one};
        simulation_clear(one);
        for (int k = 0; k < terms->plies && i % 2 == 0; k++) {
            draw_move(simulation_engine(one), &terms->rng, opening[k]);
            play_both(one, NULL, opening[k]);
        }
        double first =
            play_game(player, each, (const char(*)[MIAI_MOVE_TEXT])opening, terms->plies);
        won += i % 2 ? 1 - first : first;
        print_match(won, i + 1, several);
    }
    struct simulation_sums sums = simulation_sums(several);
    printf("ranks %d: playouts %llu messages %llu bytes %llu lost %llu\n", ranks,
           (unsigned long long)sums.playouts, (unsigned long long)sums.messages,
           (unsigned long long)sums.bytes, (unsigned long long)sums.lost);
    simulation_free(several);
    simulation_free(one);
}

/* ---- regret ---- */

/* The losses of one kind of search. */
struct kind {
    int ranks;
    uint64_t playouts;
    struct simulation *simulation; /* of several ranks */
    double sum, squares;           /* sum of the losses */
    double apart; /* sum of the shares of visits that the longest search gave to other moves */
    int same;     /* moves that agree with it */
};

/* What a move loses according to the engine's last search. */
static double loss_of(miai_engine *engine, const char *move)
{
    miai_choice best, choice;
    double least = 1;
    miai_choice_at(engine, 0, &best);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        if (choice.visits > 0 && choice.value < least)
            least = choice.value;
        if (strcmp(choice.move, move) == 0)
            return choice.visits > 0 ? fmax(best.value - choice.value, 0) : best.value - least;
    }
    return best.value - least;
}

/* Half the sum of the differences of the moves' shares of visits. */
static double visit_distance(const miai_engine *judge, const miai_engine *engine)
{
    miai_choice choice, other;
    double sum = 0;
    for (int i = 0; miai_choice_at(judge, i, &choice); i++) {
        double share = 0;
        for (int k = 0; miai_choice_at(engine, k, &other); k++)
            if (strcmp(choice.move, other.move) == 0)
                share = other.share;
        sum += fabs(share - choice.share) / 2;
    }
    return sum;
}

static void add_loss(struct kind *kind, miai_engine *judge, char const *move)
{
    miai_choice best;
    double loss = loss_of(judge, move);
    miai_choice_at(judge, 0, &best);
    kind->sum += loss;
    kind->squares += loss * loss;
    kind->apart += visit_distance(judge, simulation_engine(kind->simulation));
    kind->same += strcmp(best.move, move) == 0;
}

/* Plays a random opening, then moves of a short search, up to a random ply. */
static bool set_position(struct terms *terms, miai_engine *judge, struct kind *kinds, int n)
{
    char move[MIAI_MOVE_TEXT];
    const miai_limits few = {.playouts = 50};
    int plies = terms->plies + (int)miai_rng_below(&terms->rng, 30);
    miai_new_game(judge);
    for (int k = 0; k < n; k++)
        simulation_clear(kinds[k].simulation);
    for (int i = 0; i < plies; i++) {
        if (i < terms->plies ? !draw_move(judge, &terms->rng, move)
                             : miai_search(judge, MIAI_TURN, &few, move, sizeof move) != MIAI_OK)
            return false;
        if (miai_play(judge, MIAI_TURN, move) != MIAI_OK)
            return false;
        for (int k = 0; k < n; k++)
            play_both(kinds[k].simulation, NULL, move);
    }
    return !miai_over(judge, NULL);
}

static void print_regret(const struct kind *kinds, int n, int positions)
{
    printf("\npositions %d\nranks playouts   loss     +-     same  apart\n", positions);
    for (int i = 0; i < n; i++) {
        double mean = kinds[i].sum / positions;
        double error = sqrt((kinds[i].squares / positions - mean * mean) / positions);
        printf("%5d %8llu %7.5f %7.5f %7.3f %6.4f\n", kinds[i].ranks,
               (unsigned long long)kinds[i].playouts, mean, error,
               (double)kinds[i].same / positions, kinds[i].apart / positions);
    }
    fflush(stdout);
}

static int list_kinds(struct terms *terms, char *ranks, uint64_t playouts, struct kind *kinds)
{
    int n = 0, most = 1;
    for (char *word = strtok(ranks, ","); word && n < KINDS_MAX / 2; word = strtok(NULL, ",")) {
        kinds[n++] = (struct kind){.ranks = atoi(word), .playouts = playouts};
        most = atoi(word) > most ? atoi(word) : most;
    }
    for (int times = 1; times <= most && n < KINDS_MAX; times *= 2)
        kinds[n++] = (struct kind){.ranks = 1, .playouts = (uint64_t)times * playouts};
    for (int i = 0; i < n; i++)
        kinds[i].simulation = begin_simulation(terms, kinds[i].ranks);
    return n;
}

static void measure_regret(int positions, char *ranks, uint64_t playouts, struct terms *terms)
{
    struct kind kinds[KINDS_MAX];
    char move[MIAI_MOVE_TEXT];
    int n = list_kinds(terms, ranks, playouts, kinds);
    terms->simulation.seed += JUDGE; /* otherwise a single process would search like the judge */
    struct simulation *judge = begin_simulation(terms, 1);
    miai_engine *engine = simulation_engine(judge);
    const miai_limits many = {.playouts = 4 * kinds[n - 1].playouts};
    for (int done = 0; done < positions;) {
        if (!set_position(terms, engine, kinds, n) ||
            miai_search(engine, MIAI_TURN, &many, move, sizeof move) != MIAI_OK)
            continue;
        done++;
        for (int i = 0; i < n; i++)
            if (simulation_search(kinds[i].simulation, kinds[i].playouts, move, sizeof move))
                add_loss(&kinds[i], engine, move);
        print_regret(kinds, n, done);
    }
    for (int i = 0; i < n; i++) {
        struct simulation_sums sums = simulation_sums(kinds[i].simulation);
        printf("ranks %d: playouts %llu messages %llu bytes %llu lost %llu\n", kinds[i].ranks,
               (unsigned long long)sums.playouts, (unsigned long long)sums.messages,
               (unsigned long long)sums.bytes, (unsigned long long)sums.lost);
        simulation_free(kinds[i].simulation);
    }
    simulation_free(judge);
}

int main(int count, char **words)
{
    struct terms terms;
    if (count >= 6 && strcmp(words[1], "match") == 0) {
        read_words(&terms, count - 6, words + 6);
        run_match(atoi(words[2]), atoi(words[3]), strtoull(words[4], NULL, 10), atof(words[5]),
                  &terms);
    } else if (count >= 5 && strcmp(words[1], "regret") == 0) {
        read_words(&terms, count - 5, words + 5);
        measure_regret(atoi(words[2]), words[3], strtoull(words[4], NULL, 10), &terms);
    } else {
        exit_with_error("match GAMES RANKS PLAYOUTS TIMES or regret POSITIONS RANKS,... PLAYOUTS");
    }
    return EXIT_SUCCESS;
}
