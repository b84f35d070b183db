/* The tuner of the chess evaluation: see README. */
#include "tune.h"
#include "base/shared/work_item.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int usage(void)
{
    fprintf(stderr, "usage: tune selfplay GAMES NODES SEED FILE\n"
                    "       tune fit FILE WEIGHTS\n");
    return 2;
}

static int report_failure(const char *path)
{
    fprintf(stderr, "tune: %s: %s\n", path, errno ? strerror(errno) : "no samples");
    return 1;
}

/* Does nothing if the file exists or another process is making it. */
static int run_selfplay(char **argv)
{
    struct mi_work_item piece;
    enum mi_work_item_state state = mi_work_item_begin(&piece, argv[3]);
    if (state == MI_WORK_ITEM_MINE) {
        bool fine = tune_selfplay(atoi(argv[0]), atol(argv[1]), atol(argv[2]), piece.out);
        return mi_work_item_end(&piece, fine) ? 0 : report_failure(argv[3]);
    }
    if (state == MI_WORK_ITEM_FAILED)
        return report_failure(argv[3]);
    printf("%s: %s\n", argv[3],
           state == MI_WORK_ITEM_DONE ? "it exists" : "another process is making it");
    return 0;
}

static bool read_samples(struct tune_samples *samples, const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    bool fine = tune_read(samples, file);
    fclose(file);
    return fine;
}

static int run_fit(char **argv)
{
    tune_pair weights[WEIGHTS];
    struct tune_samples samples = {0};
    mi_chess_fill_tables();
    for (int i = 0; i < WEIGHTS; i++) {
        int32_t weight = ((const int32_t *)&mi_chess_weights)[i];
        weights[i][0] = middle_game(weight);
        weights[i][1] = endgame(weight);
    }
    if (!read_samples(&samples, argv[0]))
        return report_failure(argv[0]);
    tune_fit(&samples, weights);
    tune_free(&samples);
    FILE *file = fopen(argv[1], "w");
    if (!file)
        return report_failure(argv[1]);
    tune_write(weights, file);
    return fclose(file) == 0 ? 0 : report_failure(argv[1]);
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "selfplay") == 0)
        return run_selfplay(argv + 2);
    if (argc == 4 && strcmp(argv[1], "fit") == 0)
        return run_fit(argv + 2);
    return usage();
}
