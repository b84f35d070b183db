/* The loss of a network's file on positions. */
#include "gradient.h"
#include "network.h"

bool nnue_measure(const struct nnue_samples *samples, size_t first, size_t end, const char *path,
                  const struct nnue_settings *settings, struct nnue_losses *losses)
{
    struct nnue_evaluator network;
    *losses = (struct nnue_losses){0};
    bool fine = nnue_evaluator_open(&network, path);
    for (size_t i = first; fine && i < end; i++) {
        const struct nnue_record *record = &samples->record[i];
        struct mi_chess p; /* White is to move */
        if (!nnue_unpack(record, &p))
            continue;
        int men = __builtin_popcountll(record->occupied);
        float value = nnue_winning_probability((float)nnue_evaluator_value(&network, &p));
        double error = (double)value - (double)nnue_target(settings, record);
        losses->sum[men] += error * error;
        losses->count[men]++;
    }
    nnue_evaluator_close(&network);
    return fine;
}

/* Adds the loss and the number of the positions with least to most men. */
static void add_losses(const struct nnue_losses *losses, int least, int most, double *sum,
                       size_t *count)
{
    for (int men = least; men <= most; men++) {
        *sum += losses->sum[men];
        *count += losses->count[men];
    }
}

double nnue_mean_loss(const struct nnue_losses *losses)
{
    double sum = 0;
    size_t count = 0;
    add_losses(losses, 0, MEN, &sum, &count);
    return count ? sum / (double)count : 0;
}

/* The network has other weights for each number of men here (miai-network(5)). */
void nnue_print_losses(const struct nnue_losses *losses)
{
    printf("men      positions  loss\n");
    for (int least = 2; least <= MEN; least += 4) {
        int most = least + 3 < MEN ? least + 3 : MEN;
        double sum = 0;
        size_t count = 0;
        add_losses(losses, least, most, &sum, &count);
        if (count)
            printf("%2d to %2d %9zu  %.6f\n", least, most, count, sum / (double)count);
    }
    size_t count = 0;
    double sum = 0;
    add_losses(losses, 0, MEN, &sum, &count);
    printf("all      %9zu  %.6f\n", count, nnue_mean_loss(losses));
}
