#include "samples.h"

#include "miai_game.h"

#include <stdlib.h>

enum { CHUNK = 1 << 16, HELD_OUT = 32 };

static bool make_room(struct nnue_samples *s, size_t more)
{
    if (s->count + more <= s->capacity)
        return true;
    size_t capacity = 2 * s->capacity + more;
    struct nnue_record *record = realloc(s->record, capacity * sizeof *record);
    if (!record)
        return false;
    s->record = record;
    s->capacity = capacity;
    return true;
}

bool nnue_read(struct nnue_samples *s, const char *path)
{
    size_t before = s->count, got = 1;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    while (got && make_room(s, CHUNK)) {
        struct nnue_record *record = s->record + s->count;
        got = fread(record, sizeof *record, CHUNK, file);
        for (size_t i = 0; i < got; i++)
            if (!record[i].loud)
                s->record[s->count++] = record[i];
    }
    fclose(file);
    return !got && s->count > before;
}

static void swap(struct nnue_record *a, struct nnue_record *b)
{
    struct nnue_record other = *a;
    *a = *b;
    *b = other;
}

void nnue_hold_out(struct nnue_samples *s)
{
    miai_rng rng;
    size_t end = s->count;
    for (size_t i = 0; i < end;)
        if (s->record[i].block % HELD_OUT == 0)
            swap(&s->record[--end], &s->record[i]);
        else
            i++;
    s->learned = end;
    miai_rng_seed(&rng, 1);
    for (size_t i = s->learned; i > 1; i--)
        swap(&s->record[i - 1], &s->record[miai_rng_below(&rng, (uint32_t)i)]);
}

void nnue_samples_free(struct nnue_samples *s)
{
    free(s->record);
}
