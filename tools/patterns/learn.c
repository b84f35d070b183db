/* learn - strengths of the features of moves from records of games.  See README. */
#include "game/games.h"
#include "game/go/feature.h"
#include "game/go/go.h"
#include "mm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 19, LINE = 8192, RANKS = 20 };

struct options {
    long games, held_out; /* the last held_out of the games test */
    int step;             /* one of so many positions is used */
    int rounds;
    bool local; /* only what a playout looks at: see local_features() */
};

/* ---- the 3x3 patterns that are turns and reflections of each other ---- */

/* The pattern's mirror image, and the pattern turned by a right angle. */
static int mirrored(int shape)
{
    static const int inside[8] = {4, 3, 2, 1, 0, 7, 6, 5}, edge[5] = {4, 3, 2, 1, 0};
    static const int corner[3] = {2, 1, 0};
    int base = shape < GO_SHAPES_INSIDE                    ? 0
               : shape < GO_SHAPES_INSIDE + GO_SHAPES_EDGE ? GO_SHAPES_INSIDE
                                                           : GO_SHAPES_INSIDE + GO_SHAPES_EDGE;
    const int *map = base == 0 ? inside : base == GO_SHAPES_INSIDE ? edge : corner;
    int n = base == 0 ? 8 : base == GO_SHAPES_INSIDE ? 5 : 3, digit[8], image = 0;
    for (int i = 0, rest = shape - base; i < n; i++, rest /= 3)
        digit[i] = rest % 3;
    for (int i = n - 1; i >= 0; i--)
        image = 3 * image + digit[map[i]];
    return base + image;
}

static int turned(int shape)
{
    if (shape >= GO_SHAPES_INSIDE)
        return shape;
    return shape / 9 + shape % 9 * (GO_SHAPES_INSIDE / 9);
}

/* The least of the eight images stands for all. */
static int canonical(int shape)
{
    int least = shape;
    for (int i = 0; i < 4; i++) {
        shape = turned(shape);
        least = shape < least ? shape : least;
        int image = mirrored(shape);
        least = image < least ? image : least;
    }
    return least;
}

/* ---- reading games ---- */

/* A playout sees only whether a move is beside the last one, and no lines. */
static void local_features(uint16_t *f)
{
    if (f[GO_GROUP_LAST] - GO_FIRST_LAST > 3)
        f[GO_GROUP_LAST] = GO_FIRST_LAST;
    f[GO_GROUP_BEFORE] = GO_FIRST_BEFORE;
    f[GO_GROUP_LINE] = GO_FIRST_LINE;
}

static void add_move(struct mm_data *data, const struct options *options,
                     const struct go_scene *scene, miai_move move)
{
    uint16_t *f = mm_add_move(data);
    mi_go_features(scene, mi_go_point_of(scene->b, move), f);
    f[GO_GROUP_SHAPE] = (uint16_t)(GO_FIRST_SHAPE + canonical(f[GO_GROUP_SHAPE] - GO_FIRST_SHAPE));
    if (options->local)
        local_features(f);
}

static void add_position(struct mm_data *data, const struct options *options, const struct mi_go *b,
                         miai_move played)
{
    struct go_scene scene;
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_candidates(b, list);
    mi_go_look(&scene, b);
    add_move(data, options, &scene, played);
    for (int i = 0; i < n; i++)
        if (list[i] != played && list[i] != mi_go_pass(b))
            add_move(data, options, &scene, list[i]);
    mm_end_position(data);
}

static bool listed(const struct mi_go *b, miai_move move)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_candidates(b, list);
    while (n > 0 && list[n - 1] != move)
        n--;
    return n > 0 && move != mi_go_pass(b);
}

/* Two letters, the column and the row from the top; anything else is a pass. */
static miai_move read_move(const char *word)
{
    int x = word[0] - 'a', y = SIDE - 1 - (word[1] - 'a');
    return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? y * SIDE + x : SIDE * SIDE;
}

static void read_game(struct mm_data *data, const struct options *options, char *text, long number,
                      struct mi_go *b)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = MI_GO_SIMPLE_KO};
    mi_go_init(b, &setup);
    strtok(text, " \n"); /* the result */
    char *word = strtok(NULL, " \n");
    for (long ply = number; word; word = strtok(NULL, " \n"), ply++) {
        miai_move move = read_move(word);
        if (!mi_go.legal(b, move))
            return;
        if (ply % options->step == 0 && listed(b, move))
            add_position(data, options, b, move);
        mi_go_play(b, move);
    }
}

static void read_games(struct mm_data *train, struct mm_data *test, const struct options *options)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE};
    struct mi_go *b = malloc(mi_go_size(&setup));
    char text[LINE];
    for (long i = 0; b && i < options->games && fgets(text, sizeof text, stdin); i++)
        read_game(i < options->games - options->held_out ? train : test, options, text, i, b);
    free(b);
}

/* ---- results ---- */

static void report(const struct mm_data *test, const double *gamma)
{
    double share[RANKS];
    mm_rank(test, gamma, RANKS, share);
    fprintf(stderr, "%zu held-out positions, played move among the first 1, 2, 5, 10, 20:",
            test->positions);
    fprintf(stderr, " %.1f %.1f %.1f %.1f %.1f %%\n", 100 * share[0], 100 * share[1],
            100 * share[4], 100 * share[9], 100 * share[19]);
}

static void print(const double *gamma, const struct options *options)
{
    printf("/* Made by tools/patterns/learn; its README has the recipe. */\n"
           "/* clang-format off */\n#include \"weights.h\"\n\n");
    printf("const float mi_go_%s[GO_FEATURES] = {\n",
           options->local ? "playout_strength" : "strength");
    for (int f = 0; f < GO_FEATURES; f++) {
        int shape = f - GO_FIRST_SHAPE;
        double value = gamma[shape < 0 ? f : GO_FIRST_SHAPE + canonical(shape)];
        printf("%s%#.3gF,%s", f % 12 == 0 ? "    " : "", value < 1e-3 ? 1e-3 : value,
               f % 12 == 11 || f == GO_FEATURES - 1 ? "\n" : " ");
    }
    printf("};\n");
}

static bool read_options(struct options *options, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (sscanf(argv[i], "games=%ld", &options->games) != 1 &&
            sscanf(argv[i], "test=%ld", &options->held_out) != 1 &&
            sscanf(argv[i], "step=%d", &options->step) != 1 &&
            sscanf(argv[i], "rounds=%d", &options->rounds) != 1) {
            if (strcmp(argv[i], "local") != 0)
                return false;
            options->local = true;
        }
    return options->games > options->held_out && options->step > 0;
}

int main(int argc, char **argv)
{
    struct options options = {.games = 10000, .held_out = 500, .step = 20, .rounds = 20};
    struct mm_data train = {.groups = GO_GROUPS, .features = GO_FEATURES}, test = train;
    double gamma[GO_FEATURES];
    if (!read_options(&options, argc, argv)) {
        fprintf(stderr, "usage: learn [games=N] [test=N] [step=N] [rounds=N] [local] <games\n");
        return EXIT_FAILURE;
    }
    read_games(&train, &test, &options);
    for (int f = 0; f < GO_FEATURES; f++)
        gamma[f] = 1;
    for (int round = 1; round <= options.rounds; round++)
        fprintf(stderr, "round %d: mean log of the probability %.4f\n", round,
                mm_round(&train, gamma));
    report(&test, gamma);
    print(gamma, &options);
    mm_free(&train);
    mm_free(&test);
    return EXIT_SUCCESS;
}
