/* Texel's tuning method (Peter Osterlund 2014): logistic regression of the results on the
 * evaluation, p = 1 / (1 + exp(-k * value)), with cross-entropy as the loss.
 *
 * The target mixes the result with the search's score, which depends more on the position and
 * less on the rest of the game. The evaluation is linear in the weights except for king danger,
 * so its gradient is known. A penalty keeps weights that few samples depend on close to their old
 * values. */
#include "tune.h"

#include <math.h>

enum { EPOCHS = 20, BATCH = 8192 };

static const double rate = 1.0;      /* initial learning rate */
static const double weight_deviation = 40; /* expected deviation of a weight, in its units */
static const double correlated = 30; /* samples with the information of one independent sample */

static const double search_share = 0.7; /* share of the search in the target */

struct model {
    const struct tune_samples *samples;
    double k;
    double search_share;
    tune_pair weight[WEIGHTS], before[WEIGHTS];
    tune_pair gradient[WEIGHTS], mean[WEIGHTS], square[WEIGHTS]; /* see adam_step() */
    int steps;
};

/* The parts of a sample's value: linear terms and king danger. */
struct value {
    const struct tune_term *terms, *danger_terms[2];
    tune_pair danger[2];
    double value;
};

static void sum_terms(const tune_pair *weight, const struct tune_term *terms, int count,
                      tune_pair sum)
{
    sum[0] = sum[1] = 0;
    for (int i = 0; i < count; i++)
        for (int half = 0; half < 2; half++)
            sum[half] += terms[i].number * weight[terms[i].weight][half];
}

/* See cost_of_danger() in game/chess/eval/king.c. */
static struct value value_of(const struct model *m, const struct tune_sample *sample)
{
    struct value v = {.terms = m->samples->term + sample->first};
    const struct tune_term *next = v.terms + sample->terms;
    tune_pair sum;
    sum_terms(m->weight, v.terms, sample->terms, sum);
    for (int player = WHITE; player <= BLACK; player++) {
        double sign = player == WHITE ? -1 : 1;
        v.danger_terms[player] = next;
        sum_terms(m->weight, next, sample->danger[player], v.danger[player]);
        double middle = fmax(v.danger[player][0], 0), end = fmax(v.danger[player][1], 0);
        sum[0] += sign * middle * middle / DANGER_MIDDLE;
        sum[1] += sign * end / DANGER_END;
        next += sample->danger[player];
    }
    v.value = sum[0] * sample->middle + sum[1] * sample->end;
    return v;
}

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* The target probability. */
static double target_probability(const struct model *m, const struct tune_sample *sample)
{
    return (1 - m->search_share) * sample->result + m->search_share * sigmoid(m->k * sample->score);
}

/* The mean cross-entropy. */
static double mean_loss(const struct model *m, bool held_out)
{
    double sum = 0, count = 0;
    for (size_t i = 0; i < m->samples->count; i++) {
        const struct tune_sample *sample = &m->samples->sample[i];
        if (sample->held_out != held_out)
            continue;
        double p = sigmoid(m->k * value_of(m, sample).value);
        p = fmin(fmax(p, 1e-9), 1 - 1e-9);
        double wanted = target_probability(m, sample);
        sum -= wanted * log(p) + (1 - wanted) * log(1 - p);
        count++;
    }
    return sum / fmax(count, 1);
}

/* The scale k with the smallest loss, by golden-section search. */
static void fit_scale(struct model *m)
{
    const double ratio = 0.6180339887498949;
    double low = 0.001, high = 0.02;
    while (high - low > 1e-5) {
        double a = high - ratio * (high - low), b = low + ratio * (high - low);
        m->k = a;
        double loss_a = mean_loss(m, false);
        m->k = b;
        if (loss_a < mean_loss(m, false))
            high = b;
        else
            low = a;
    }
}

static void add_gradient(struct model *m, const struct tune_term *terms, int count, double middle,
                         double end)
{
    for (int i = 0; i < count; i++) {
        m->gradient[terms[i].weight][0] += terms[i].number * middle;
        m->gradient[terms[i].weight][1] += terms[i].number * end;
    }
}

static void gradient_of_samples(struct model *m, const struct tune_sample *sample)
{
    struct value v = value_of(m, sample);
    double error = m->k * (sigmoid(m->k * v.value) - target_probability(m, sample));
    double middle = error * sample->middle, end = error * sample->end;
    add_gradient(m, v.terms, sample->terms, middle, end);
    for (int player = WHITE; player <= BLACK; player++) {
        double sign = player == WHITE ? -1 : 1;
        double slope = 2 * fmax(v.danger[player][0], 0) / DANGER_MIDDLE;
        double end_slope = v.danger[player][1] > 0 ? 1.0 / DANGER_END : 0;
        add_gradient(m, v.danger_terms[player], sample->danger[player], sign * slope * middle,
                     sign * end_slope * end);
    }
}

/* Adam (Kingma and Ba 2015, algorithm 1), with the gradient of the penalty. */
static void adam_step(struct model *m, int batch, double learning_rate)
{
    const double beta1 = 0.9, beta2 = 0.999;
    double penalty = correlated / (weight_deviation * weight_deviation * (double)m->samples->count);
    m->steps++;
    double unbias1 = 1 - pow(beta1, m->steps), unbias2 = 1 - pow(beta2, m->steps);
    for (int i = 0; i < WEIGHTS; i++)
        for (int half = 0; half < 2; half++) {
            double away = m->weight[i][half] - m->before[i][half];
            double g = m->gradient[i][half] / batch + penalty * away;
            m->gradient[i][half] = 0;
            m->mean[i][half] = beta1 * m->mean[i][half] + (1 - beta1) * g;
            m->square[i][half] = beta2 * m->square[i][half] + (1 - beta2) * g * g;
            m->weight[i][half] -= learning_rate * (m->mean[i][half] / unbias1) /
                                  (sqrt(m->square[i][half] / unbias2) + 1e-9);
        }
}

static void run_epoch(struct model *m, double learning_rate)
{
    int batch = 0;
    for (size_t i = 0; i < m->samples->count; i++) {
        if (m->samples->sample[i].held_out)
            continue;
        gradient_of_samples(m, &m->samples->sample[i]);
        if (++batch == BATCH) {
            adam_step(m, batch, learning_rate);
            batch = 0;
        }
    }
    if (batch)
        adam_step(m, batch, learning_rate);
}

void tune_fit(const struct tune_samples *samples, tune_pair weights[WEIGHTS])
{
    struct model m = {.samples = samples};
    for (int i = 0; i < WEIGHTS; i++)
        for (int half = 0; half < 2; half++)
            m.weight[i][half] = m.before[i][half] = weights[i][half];
    fit_scale(&m);
    m.search_share = search_share;
    printf("%zu samples, k = %.5f\n", samples->count, m.k);
    printf("loss %.6f, held out %.6f\n", mean_loss(&m, false), mean_loss(&m, true));
    for (int i = 1; i <= EPOCHS; i++) {
        run_epoch(&m, rate * (EPOCHS + 1 - i) / EPOCHS);
        if (i % 5 == 0) {
            printf("epoch %d: loss %.6f, held out %.6f\n", i, mean_loss(&m, false),
                   mean_loss(&m, true));
            fflush(stdout);
        }
    }
    for (int i = 0; i < WEIGHTS; i++)
        for (int half = 0; half < 2; half++)
            weights[i][half] = m.weight[i][half];
}
