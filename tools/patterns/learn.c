/* learn - strengths of the features of moves from records of games.  See README. */
#include "game/games.h"
#include "game/go/feature.h"
#include "game/go/go.h"
#include "game/go/pattern.h"
#include "game/go/weights.h"
#include "harvest.h"
#include "mm.h"
#include "search/search.h"
#include "tools/records.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 20 };

struct options {
    long games, held_out; /* the last held_out of the games test */
    int step;             /* one of so many positions is used */
    int rounds;
    unsigned often; /* a large pattern was played at least so many times */
    bool local;     /* only what a playout looks at: see local_features() */
};

/* What one reading of the games goes by and adds to. */
struct reader {
    const struct options *options;
    struct go_frames frames;
    struct harvest harvest;
    struct mm_data train, test;
    bool harvesting; /* counts patterns; otherwise collects positions */
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

/* The largest pattern around the point that was harvested, as a feature, or the 3x3 one. */
static uint16_t largest_pattern(const struct reader *reader, int p, uint16_t shape)
{
    struct go_around around = mi_go_around(&reader->frames, p);
    uint32_t largest = 0, number;
    while (around.size < GO_PATTERN_MOST &&
           (number = harvest_find(&reader->harvest, mi_go_look_further(&around))) > 0)
        largest = number;
    if (largest > 0)
        return (uint16_t)(GO_FEATURES - 1 + largest);
    return (uint16_t)(GO_FIRST_SHAPE + canonical(shape - GO_FIRST_SHAPE));
}

static void add_move(const struct reader *reader, struct mm_data *data,
                     const struct go_scene *scene, miai_move move)
{
    int p = mi_go_point_of(scene->b, move);
    uint16_t *f = mm_add_move(data);
    mi_go_features(scene, p, f);
    f[GO_GROUP_SHAPE] = largest_pattern(reader, p, f[GO_GROUP_SHAPE]);
    if (reader->options->local)
        local_features(f);
}

static void add_position(const struct reader *reader, struct mm_data *data, const struct mi_go *b,
                         miai_move played)
{
    struct go_scene scene;
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_candidates(b, list);
    mi_go_look(&scene, b);
    add_move(reader, data, &scene, played);
    for (int i = 0; i < n; i++)
        if (list[i] != played && list[i] != mi_go_pass(b))
            add_move(reader, data, &scene, list[i]);
    mm_end_position(data);
}

static void count_patterns(struct reader *reader, const struct mi_go *b, miai_move played)
{
    struct go_around around = mi_go_around(&reader->frames, mi_go_point_of(b, played));
    while (around.size < GO_PATTERN_MOST)
        harvest_count(&reader->harvest, mi_go_look_further(&around));
}

static bool listed(const struct mi_go *b, miai_move move)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_candidates(b, list);
    return move != mi_go_pass(b) && mi_is_listed(list, n, move);
}

static void read_game(struct reader *reader, char *text, long number, struct mi_go *b)
{
    const struct options *options = reader->options;
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = MI_GO_SIMPLE_KO};
    bool held_out = number >= options->games - options->held_out;
    mi_go_init(b, &setup);
    strtok(text, " \n"); /* the result */
    char *word = strtok(NULL, " \n");
    for (long ply = number; word; word = strtok(NULL, " \n"), ply++) {
        miai_move move = record_move(word);
        if (!mi_go.legal(b, move))
            return;
        mi_go_make_frames(&reader->frames, b);
        if (reader->harvesting && !held_out && listed(b, move))
            count_patterns(reader, b, move);
        if (!reader->harvesting && ply % options->step == 0 && listed(b, move))
            add_position(reader, held_out ? &reader->test : &reader->train, b, move);
        mi_go_play(b, move);
    }
}

static void read_games(struct reader *reader)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE};
    struct mi_go *b = malloc(mi_go_size(&setup));
    char text[LINE];
    rewind(stdin);
    for (long i = 0; b && i < reader->options->games && fgets(text, sizeof text, stdin); i++)
        read_game(reader, text, i, b);
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

static void print_strengths(const double *gamma, const struct options *options)
{
    printf("/* Made by tools/patterns/learn; its README has the recipe. */\n"
           "/* clang-format off */\n#include \"weights.h\"\n\n");
    printf("const float mi_go_%s] = {\n",
           options->local ? "playout_shape[GO_SHAPES" : "strength[GO_FEATURES");
    for (int f = options->local ? GO_FIRST_SHAPE : 0, n = 0; f < GO_FEATURES; f++, n++) {
        int shape = f - GO_FIRST_SHAPE;
        double value = gamma[shape < 0 ? f : GO_FIRST_SHAPE + canonical(shape)];
        printf("%s%#.3gF,%s", n % 12 == 0 ? "    " : "", value < 1e-3 ? 1e-3 : value,
               n % 12 == 11 || f == GO_FEATURES - 1 ? "\n" : " ");
    }
    printf("};\n");
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* The entry of a pattern in the table of weights.h. */
static uint64_t entry(uint64_t hash, double strength)
{
    double most = (1 << GO_STRENGTH_BITS) - 1, value = floor(strength * GO_STRENGTH_UNIT + 0.5);
    value = value < 1 ? 1 : value > most ? most : value;
    return hash >> GO_STRENGTH_BITS << GO_STRENGTH_BITS | (uint64_t)value;
}

/* Each entry at its slot, or behind the one before, five or more slots a line. */
static void print_table(const uint64_t *list, size_t n)
{
    size_t slot = 0;
    printf("\nconst uint64_t mi_go_pattern[GO_PATTERN_SLOTS] = {\n");
    for (size_t i = 0; i < n; i++) {
        for (; slot < list[i] >> (64 - GO_PATTERN_BITS); slot++)
            printf("0,");
        printf("0x%016llx,%s", (unsigned long long)list[i], i % 5 == 4 ? "\n" : "");
        slot++;
    }
    printf("};\n");
}

static void print_patterns(const struct harvest *harvest, const double *gamma)
{
    uint64_t *list = malloc((harvest->used + 1) * sizeof *list);
    size_t n = 0;
    for (size_t i = 0; list && i < harvest->slots; i++)
        if (harvest->count[i])
            list[n++] = entry(harvest->hash[i], gamma[GO_FEATURES - 1 + harvest->count[i]]);
    if (list) {
        qsort(list, n, sizeof *list, compare);
        print_table(list, n);
    }
    free(list);
}

static bool read_options(struct options *options, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (sscanf(argv[i], "games=%ld", &options->games) != 1 &&
            sscanf(argv[i], "test=%ld", &options->held_out) != 1 &&
            sscanf(argv[i], "step=%d", &options->step) != 1 &&
            sscanf(argv[i], "often=%u", &options->often) != 1 &&
            sscanf(argv[i], "rounds=%d", &options->rounds) != 1) {
            if (strcmp(argv[i], "local") != 0)
                return false;
            options->local = true;
        }
    return options->games > options->held_out && options->step > 0;
}

/* The patterns to learn, and then the positions to learn from. */
static void read_all(struct reader *reader)
{
    int patterns = 0;
    if (!reader->options->local) {
        reader->harvesting = true;
        read_games(reader);
        patterns = harvest_number(&reader->harvest, reader->options->often);
        fprintf(stderr, "%d large patterns\n", patterns);
    }
    reader->harvesting = false;
    reader->train = (struct mm_data){.groups = GO_GROUPS, .features = GO_FEATURES + patterns};
    reader->test = reader->train;
    if (reader->train.features <= UINT16_MAX)
        read_games(reader);
}

static void learn(struct reader *reader)
{
    int features = reader->train.features;
    double *gamma = malloc((size_t)features * sizeof *gamma);
    for (int f = 0; gamma && f < features; f++)
        gamma[f] = 1;
    for (int round = 1; gamma && round <= reader->options->rounds; round++)
        fprintf(stderr, "round %d: mean log of the probability %.4f\n", round,
                mm_round(&reader->train, gamma));
    if (gamma) {
        report(&reader->test, gamma);
        print_strengths(gamma, reader->options);
        if (!reader->options->local)
            print_patterns(&reader->harvest, gamma);
    }
    free(gamma);
}

int main(int argc, char **argv)
{
    struct options options = {
        .games = 10000, .held_out = 500, .step = 20, .rounds = 20, .often = 20};
    struct reader reader = {.options = &options};
    if (!read_options(&options, argc, argv) || fseek(stdin, 0, SEEK_SET) != 0) { /* read twice */
        fprintf(stderr, "usage: learn [games=N] [test=N] [step=N] [rounds=N] [often=N] [local]"
                        " <games\n");
        return EXIT_FAILURE;
    }
    read_all(&reader);
    learn(&reader);
    mm_free(&reader.train);
    mm_free(&reader.test);
    harvest_free(&reader.harvest);
    return EXIT_SUCCESS;
}
