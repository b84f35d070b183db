#include "samples.h"

#include "miai_game.h"

#include <stdlib.h>

enum { CHUNK = 1 << 16, HELD_OUT = 32 };

static bool reserve_records(struct nnue_samples *s, size_t more)
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

/* Adds a record; a new block begins a new group. */
static void add_record(struct nnue_samples *s, const struct nnue_record *record)
{
    if (!nnue_is_sound(record))
        return;
    if (s->count % GROUP > 0 && s->record[s->count - 1].block != record->block)
        s->count -= s->count % GROUP;
    s->record[s->count++] = *record;
}

bool nnue_read(struct nnue_samples *s, enum nnue_kind kind, const char *path)
{
    size_t before = s->count, got = 1;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    struct nnue_record *chunk = malloc(CHUNK * sizeof *chunk);
    while (chunk && got && reserve_records(s, CHUNK)) {
        got = fread(chunk, sizeof *chunk, CHUNK, file);
        for (size_t i = 0; i < got; i++)
            if (kind == NNUE_ALL || chunk[i].loud == (kind == NNUE_LOUD))
                add_record(s, &chunk[i]);
    }
    free(chunk);
    fclose(file);
    s->count -= s->count % GROUP;
    return !got && s->count > before;
}

struct group {
    struct nnue_record record[GROUP];
};

static void swap_groups(struct group *a, struct group *b)
{
    struct group other = *a;
    *a = *b;
    *b = other;
}

void nnue_hold_out(struct nnue_samples *s)
{
    miai_rng rng;
    struct group *group = (struct group *)s->record;
    size_t end = s->count / GROUP;
    for (size_t i = 0; i < end;)
        if (group[i].record[0].block % HELD_OUT == 0)
            swap_groups(&group[--end], &group[i]);
        else
            i++;
    s->learned = end * GROUP;
    miai_rng_seed(&rng, 1);
    for (size_t i = end; i > 1; i--)
        swap_groups(&group[i - 1], &group[miai_rng_below(&rng, (uint32_t)i)]);
}

void nnue_samples_free(struct nnue_samples *s)
{
    free(s->record);
}
