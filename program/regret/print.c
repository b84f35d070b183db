/* Prints progress and results. */
#include "regret.h"

#include <math.h>

void mi_regret_print_progress(const struct mi_regret *regret, const char *what, int done, int all)
{
    if (regret->show_progress)
        fprintf(stderr, "\r%s %d of %d%*s", what, done, all, 20, "");
}

static void print_result_row(const char *method, const struct mi_regret_result *result)
{
    double n = result->searches, mean = result->sum / n, square = result->squares / n;
    double error = sqrt(fmax(square - mean * mean, 0) / n);
    printf("%-20s %10g  %8d  %.4f  %.4f  %5.1f%%  %5.1f%%\n", method, result->bound,
           result->searches, mean, error, 100 * result->best / n, 100 * result->proven / n);
}

void mi_regret_print(const struct mi_regret *regret)
{
    static const char *const by[] = {"playouts", "depth", "seconds"};
    const struct mi_regret_args *args = regret->args;
    if (regret->show_progress)
        fprintf(stderr, "\r%60s\r", "");
    printf("%-20s %10s  searches  regret  +-        best  proven\n", "method", by[args->by]);
    for (int m = 0; m < args->methods; m++)
        for (int i = 0; i < regret->limits; i++)
            if (regret->result[m][i].searches > 0)
                print_result_row(args->method[m].name, &regret->result[m][i]);
}
