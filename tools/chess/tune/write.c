#include "tune.h"

#include <math.h>

static const struct group {
    const char *name, *text;
    int count, row;
} groups[] = {
#define GROUP(name, count, row, text) {#name, text, count, row},
    MI_CHESS_WEIGHTS(GROUP)
#undef GROUP
};

static void write_group(const struct group *group, tune_pair *weights, FILE *file)
{
    fprintf(file, "    /* %s */\n    .%s = {\n", group->text, group->name);
    for (int i = 0; i < group->count; i++)
        fprintf(file, "%s SCORE(%ld, %ld),%s", i % group->row ? "" : "       ",
                lround(weights[i][0]), lround(weights[i][1]),
                (i + 1) % group->row && i + 1 < group->count ? "" : "\n");
    fprintf(file, "    },\n");
}

void tune_write(tune_pair weights[WEIGHTS], FILE *file)
{
    fprintf(file, "/* Evaluation weights in centipawns: middlegame, endgame.\n"
                  " * Written by the tuner: see tools/chess/tune/README. */\n"
                  "#include \"weights.h\"\n\n"
                  "/* clang-format off */\n"
                  "const struct mi_chess_weight_set mi_chess_weights = {\n");
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        write_group(&groups[i], weights, file);
        weights += groups[i].count;
    }
    fprintf(file, "};\n/* clang-format on */\n");
}
