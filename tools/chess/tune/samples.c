#include "game/chess/board/notation.h"
#include "tune.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 256, HELD_OUT = 10, SEED = 1 };

static void *grow_array(void *array, size_t *capacity, size_t count, size_t size)
{
    if (count <= *capacity)
        return array;
    size_t larger = 2 * count + 1000;
    void *grown = realloc(array, larger * size);
    if (grown)
        *capacity = larger;
    return grown;
}

/* Reserves memory for a sample and its maximum number of terms. */
static bool reserve_sample(struct tune_samples *s)
{
    void *sample = grow_array(s->sample, &s->capacity, s->count + 1, sizeof *s->sample);
    if (sample)
        s->sample = sample;
    void *term =
        grow_array(s->term, &s->term_capacity, s->term_count + 3 * WEIGHTS, sizeof *s->term);
    if (term)
        s->term = term;
    return sample && term;
}

/* Adds the terms plus - minus (which may be NULL); returns the number of non-zero ones. */
static int add_terms(struct tune_samples *s, const int *plus, const int *minus)
{
    size_t first = s->term_count;
    for (int i = 0; i < WEIGHTS; i++) {
        int number = plus[i] - (minus ? minus[i] : 0);
        if (number)
            s->term[s->term_count++] = (struct tune_term){(uint16_t)i, (int16_t)number};
    }
    return (int)(s->term_count - first);
}

static void add_sample(struct tune_samples *s, const struct mi_chess_trace *trace,
                       struct tune_sample *sample)
{
    sample->first = s->term_count;
    sample->terms = (uint16_t)add_terms(s, trace->score[WHITE], trace->score[BLACK]);
    for (int player = WHITE; player <= BLACK; player++)
        if (trace->attacked[player])
            sample->danger[player] = (uint8_t)add_terms(s, trace->danger[player], NULL);
    sample->middle = (float)trace->phase / PHASE_MAX;
    sample->end = (1 - sample->middle) * (float)trace->scale / SCALE_FULL;
    s->sample[s->count++] = *sample;
}

/* Reads "FEN;result;score". */
static bool read_line(char *line, struct mi_chess *p, struct tune_sample *sample)
{
    char *result = strchr(line, ';'), *score = result ? strchr(result + 1, ';') : NULL;
    if (!score)
        return false;
    *result = '\0';
    sample->result = strtof(result + 1, NULL);
    sample->score = strtof(score + 1, NULL);
    return mi_chess_read_fen(p, false, line);
}

static void shuffle_samples(struct tune_samples *s)
{
    miai_rng rng;
    miai_rng_seed(&rng, SEED);
    for (size_t i = s->count; i > 1; i--) {
        size_t j = miai_rng_below(&rng, (uint32_t)i);
        struct tune_sample other = s->sample[j];
        s->sample[j] = s->sample[i - 1];
        s->sample[i - 1] = other;
    }
}

bool tune_read(struct tune_samples *s, FILE *file)
{
    char line[LINE_SIZE];
    int game = 0, number = 0;
    struct mi_chess_trace trace;
    while (fgets(line, sizeof line, file)) {
        struct tune_sample sample = {0};
        struct mi_chess p;
        int value;
        if (!reserve_sample(s))
            return false;
        if (!read_line(line, &p, &sample))
            continue;
        game += p.number < number; /* the move number decreases: another game */
        number = p.number;
        sample.held_out = game % HELD_OUT == 0;
        if (tune_trace(&p, &trace, &value) && trace.scale != SCALE_DRAW)
            add_sample(s, &trace, &sample);
    }
    shuffle_samples(s);
    return s->count > 0;
}

void tune_free(struct tune_samples *s)
{
    free(s->sample);
    free(s->term);
}
