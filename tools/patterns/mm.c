#include "mm.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void *grow(void *block, size_t bytes)
{
    block = realloc(block, bytes);
    if (!block) {
        perror("realloc");
        exit(EXIT_FAILURE);
    }
    return block;
}

uint16_t *mm_add_move(struct mm_data *data)
{
    if (data->moves == data->room_moves) {
        data->room_moves = data->room_moves ? 2 * data->room_moves : 1 << 20;
        data->feature =
            grow(data->feature, data->room_moves * (size_t)data->groups * sizeof *data->feature);
    }
    return data->feature + data->moves++ * (size_t)data->groups;
}

void mm_end_position(struct mm_data *data)
{
    if (data->positions + 2 > data->room_positions) {
        data->room_positions = data->room_positions ? 2 * data->room_positions : 1 << 12;
        data->first = grow(data->first, data->room_positions * sizeof *data->first);
        data->first[0] = 0;
    }
    data->first[++data->positions] = data->moves;
}

void mm_free(struct mm_data *data)
{
    free(data->first);
    free(data->feature);
}

static double strength(const struct mm_data *data, const double *gamma, size_t move)
{
    const uint16_t *f = data->feature + move * (size_t)data->groups;
    double product = 1;
    for (int g = 0; g < data->groups; g++)
        product *= gamma[f[g]];
    return product;
}

/* For each feature of the group: how often it won, and sum over positions of C / E, where E is the
 * strength of all moves, and C of the feature's team mates (equation 4). */
static double add_up(const struct mm_data *data, const double *gamma, int group, double *wins,
                     double *rivals)
{
    double likelihood = 0, *product = NULL;
    size_t room = 0;
    for (size_t j = 0; j < data->positions; j++) {
        size_t first = data->first[j], n = data->first[j + 1] - first;
        double sum = 0;
        if (n > room)
            product = grow(product, (room = 2 * n) * sizeof *product);
        for (size_t i = 0; i < n; i++)
            sum += product[i] = strength(data, gamma, first + i);
        likelihood += log(product[0] / sum);
        wins[data->feature[first * (size_t)data->groups + (size_t)group]]++;
        for (size_t i = 0; i < n; i++) {
            uint16_t f = data->feature[(first + i) * (size_t)data->groups + (size_t)group];
            rivals[f] += product[i] / gamma[f] / sum;
        }
    }
    free(product);
    return likelihood / (double)data->positions;
}

/* A feature has won once and lost once against strength 1 beforehand, so that none is without
 * bounds. */
double mm_round(const struct mm_data *data, double *gamma)
{
    size_t bytes = (size_t)data->features * sizeof(double);
    double *wins = grow(NULL, bytes), *rivals = grow(NULL, bytes), likelihood = 0;
    for (int group = 0; group < data->groups; group++) {
        for (int f = 0; f < data->features; f++)
            wins[f] = rivals[f] = 0;
        double now = add_up(data, gamma, group, wins, rivals);
        likelihood = group == 0 ? now : likelihood;
        for (int f = 0; f < data->features; f++)
            if (rivals[f] > 0)
                gamma[f] = (wins[f] + 1) / (rivals[f] + 2 / (gamma[f] + 1));
    }
    free(wins);
    free(rivals);
    return likelihood;
}

void mm_rank(const struct mm_data *data, const double *gamma, int most, double *share)
{
    for (int n = 0; n < most; n++)
        share[n] = 0;
    for (size_t j = 0; j < data->positions; j++) {
        double played = strength(data, gamma, data->first[j]);
        int rank = 0;
        for (size_t i = data->first[j] + 1; i < data->first[j + 1]; i++)
            rank += strength(data, gamma, i) >= played;
        for (int n = rank; n < most; n++)
            share[n] += 1.0 / (double)data->positions;
    }
}
