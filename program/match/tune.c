/* SPSA (Spall 1998): each step plays a pair of games between two settings, which differ from the
 * current one by a small change of all constants at once, and moves them towards the winner.  The
 * schedules are those of Fishtest. */
#include "tune.h"

#include "base/interrupt.h"
#include "base/text.h"
#include "opening.h"
#include "protocol/io/protocol.h"
#include "protocol/io/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CONSTANTS = 256, MAX_PLIES = 600, EXIT_USAGE = 2 };
enum { PREFIX_LENGTH = sizeof "tune-" - 1 }; /* of the options' names */

static const double ALPHA = 0.602, GAMMA = 0.101, STABILITY = 0.1; /* Spall's exponents, and A */

struct constant {
    const miai_option *option;
    double value;
    double end_step, rate; /* c_end and r_end */
    double step;           /* of the current pair: with the sign for the first engine */
};

struct tuning {
    int games;
    unsigned long seed;
    struct mi_openings openings;
    char openings_file[MI_ARG_NAME_SIZE];
    struct constant constant[MAX_CONSTANTS];
    int count;
    miai_engine *engine[2]; /* the second is owned */
    miai_rng rng;
    char playouts[32]; /* the option, which openings change */
    const char *program;
};

#define AT(field) offsetof(struct tuning, field)
static const struct mi_arg_row argument_rows[] = {
    MI_ARG_ROW_NUMBER("games", COUNT, AT(games), 2, 100000000, "2 to 100000000"),
    MI_ARG_ROW_NUMBER("plies", COUNT, AT(openings.plies), 0, 100, "0 to 100 of each opening"),
    MI_ARG_ROW_SEED("seed", AT(seed)),
    MI_ARG_ROW_FILE("openings", AT(openings_file), "a file"),
    MI_ARG_ROW_END,
};

/* ---- the table ---- */

static void print_constants(const miai_engine *engine)
{
    const miai_option *option;
    char value[32];
    double step, rate;
    printf("# name, type, value, min, max, c_end, r_end\n");
    for (int i = 0; (option = miai_tuning_at(engine, i, &step, &rate)) != NULL; i++) {
        miai_get_option(engine, option->name, value, sizeof value);
        printf("%s, int, %s, %g, %g, %g, %g\n", option->name, value, option->min, option->max, step,
               rate);
    }
}

/* Adds the constant of that name, with or without its prefix. */
static bool add_constant(struct tuning *tuning, const char *name, char *complaint)
{
    const miai_option *option;
    char value[32];
    double step, rate;
    for (int i = 0; (option = miai_tuning_at(tuning->engine[0], i, &step, &rate)) != NULL; i++) {
        if (!mi_same_text(option->name, name) &&
            !mi_same_text(option->name + PREFIX_LENGTH, name))
            continue;
        if (tuning->count == MAX_CONSTANTS)
            return mi_write_complaint(complaint, name, "too many constants");
        miai_get_option(tuning->engine[0], option->name, value, sizeof value);
        tuning->constant[tuning->count++] = (struct constant){
            .option = option, .value = strtod(value, NULL), .end_step = step, .rate = rate};
        return true;
    }
    return mi_write_complaint(complaint, name,
                              "not a constant; \"miai tune\" without arguments lists them");
}

static bool read_arguments(struct tuning *tuning, char *const *args, char *complaint)
{
    for (; *args; args++)
        if (strchr(*args, '=') ? !mi_arg_row_read(argument_rows, "tune", tuning, *args, complaint)
                               : !add_constant(tuning, *args, complaint))
            return false;
    tuning->openings.seed = tuning->seed;
    miai_rng_seed(&tuning->rng, tuning->seed);
    return !*tuning->openings_file ||
           mi_openings_read(&tuning->openings, tuning->openings_file, tuning->engine[0], complaint);
}

/* ---- games ---- */

/* Rounds up or down at random, with the value as the mean: a step may be less than 1. */
static long round_at_random(miai_rng *rng, double value)
{
    double random = (double)(miai_rng_next(rng) >> 11) / 9007199254740992.0;
    return (long)floor(value + random);
}

static void set_constants(struct tuning *tuning)
{
    char text[32];
    for (int i = 0; i < tuning->count; i++)
        for (int side = 0; side < 2; side++) {
            const struct constant *constant = &tuning->constant[i];
            double value = constant->value + (side == 0 ? constant->step : -constant->step);
            double limited = fmax(constant->option->min, fmin(constant->option->max, value));
            snprintf(text, sizeof text, "%ld", round_at_random(&tuning->rng, limited));
            miai_set_option(tuning->engine[side], constant->option->name, text);
        }
}

static int begin_tuning_game(struct tuning *tuning, unsigned long opening)
{
    char start[MI_OPENING_START];
    bool set_up;
    int error = MIAI_OK;
    for (int i = 0; i < 2 && error == MIAI_OK; i++) {
        error = mi_opening_play(&tuning->openings, opening, tuning->engine[i], start, &set_up);
        miai_set_option(tuning->engine[i], "playouts", tuning->playouts);
    }
    return error;
}

/* Plays a game in which that engine is player 0.  *result: for the first engine, 1, 0 or -1; a game
 * that is too long is a draw. */
static int play_tuning_game(struct tuning *tuning, unsigned long opening, int first, int *result)
{
    char move[MIAI_MOVE_TEXT];
    int score = 0, error = begin_tuning_game(tuning, opening);
    for (int ply = 0; error == MIAI_OK && ply < MAX_PLIES && !mi_interrupted(); ply++) {
        if (miai_over(tuning->engine[0], &score))
            break;
        int player = miai_turn(tuning->engine[0]), side = player ^ first;
        error = miai_genmove(tuning->engine[side], player, move, sizeof move);
        if (error == MIAI_OK)
            error = miai_play(tuning->engine[1 - side], player, move);
    }
    int sign = (score > 0) - (score < 0);
    *result = miai_over(tuning->engine[0], NULL) ? (first == 0 ? sign : -sign) : 0;
    return error;
}

/* ---- SPSA ---- */

/* The step and the gain of a pair, from their values at the last one. */
static void choose_step(struct tuning *tuning, struct constant *constant, double pair, double pairs)
{
    double step = constant->end_step * pow(pairs / pair, GAMMA);
    constant->step = miai_rng_below(&tuning->rng, 2) ? step : -step;
}

static void move_constant(struct constant *constant, double pair, double pairs, int result)
{
    double shift = STABILITY * pairs,
           gain = constant->rate * constant->end_step * constant->end_step *
                  pow((shift + pairs) / (shift + pair), ALPHA),
           value = constant->value + gain / constant->step * result;
    constant->value = fmax(constant->option->min, fmin(constant->option->max, value));
}

/* Prints the constants as lines of a configuration file. */
static void print_values(const struct tuning *tuning, int games)
{
    printf("# after %d games\n", games);
    for (int i = 0; i < tuning->count; i++)
        printf("%s = %.0f # %.2f\n", tuning->constant[i].option->name, tuning->constant[i].value,
               tuning->constant[i].value);
    fflush(stdout);
}

static int play_pair(struct tuning *tuning, int pair, int pairs)
{
    int result[2] = {0};
    for (int i = 0; i < tuning->count; i++)
        choose_step(tuning, &tuning->constant[i], pair, pairs);
    set_constants(tuning);
    for (int first = 0; first < 2; first++) {
        int error = play_tuning_game(tuning, (unsigned long)pair, first, &result[first]);
        if (error != MIAI_OK)
            return error;
    }
    for (int i = 0; i < tuning->count && !mi_interrupted(); i++)
        move_constant(&tuning->constant[i], pair, pairs, result[0] + result[1]);
    return MIAI_OK;
}

static int tune_constants(struct tuning *tuning)
{
    int pairs = tuning->games / 2, interval = pairs > 10 ? pairs / 10 : 1, error = MIAI_OK;
    int pair = 0;
    mi_interrupt_search(tuning->engine[0]);
    while (pair < pairs && error == MIAI_OK && !mi_interrupted()) {
        error = play_pair(tuning, ++pair, pairs);
        if (pair % interval == 0 && error == MIAI_OK)
            print_values(tuning, 2 * pair);
    }
    if (mi_interrupted())
        print_values(tuning, 2 * (pair - 1));
    mi_interrupt_end();
    return error;
}

/* Makes the second engine. Neither resigns, nor plays from a book: its moves do not depend on the
 * constants. */
static bool make_engines(struct tuning *tuning, const struct mi_settings_list *settings,
                         char *complaint)
{
    tuning->engine[1] = miai_new();
    if (!tuning->engine[1])
        return mi_write_complaint(complaint, "tune", miai_error_text(MIAI_NO_MEMORY));
    if (!mi_settings_apply(settings, tuning->engine[1], complaint))
        return false;
    for (int i = 0; i < 2; i++) {
        miai_set_option(tuning->engine[i], "resign", "0");
        miai_set_option(tuning->engine[i], "book-file", "none");
    }
    return true;
}

static int run_tuning(struct tuning *tuning, char *const *args,
                      const struct mi_settings_list *settings)
{
    char complaint[MI_COMPLAINT];
    if (!read_arguments(tuning, args, complaint) || !make_engines(tuning, settings, complaint)) {
        fprintf(stderr, "%s: %s\n", tuning->program, complaint);
        return EXIT_USAGE;
    }
    if (!miai_option_applies(tuning->engine[0], "tune-reduction")) {
        fprintf(stderr,
                "%s: tune: %s has no constants to tune; a game with an evaluation has them, with "
                "search=alphabeta (--game=NAME)\n",
                tuning->program, miai_current_game(tuning->engine[0]));
        return EXIT_USAGE;
    }
    if (tuning->count == 0) {
        print_constants(tuning->engine[0]);
        return EXIT_SUCCESS;
    }
    int error = tune_constants(tuning);
    if (error != MIAI_OK)
        fprintf(stderr, "%s: tune: %s\n", tuning->program, miai_error_text(error));
    return error == MIAI_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}

int mi_tune_run(char *const *args, const struct mi_settings_list *settings, miai_engine *engine,
                const char *program)
{
    struct tuning *tuning = calloc(1, sizeof *tuning);
    if (!tuning) {
        fprintf(stderr, "%s: %s\n", program, miai_error_text(MIAI_NO_MEMORY));
        return EXIT_FAILURE;
    }
    *tuning = (struct tuning){.games = 10000,
                              .seed = 1,
                              .openings = {.plies = 8, .balance = 1},
                              .engine = {engine, NULL},
                              .program = program};
    miai_get_option(engine, "playouts", tuning->playouts, sizeof tuning->playouts);
    int status = run_tuning(tuning, args, settings);
    mi_openings_free(&tuning->openings);
    miai_free(tuning->engine[1]);
    free(tuning);
    return status;
}
