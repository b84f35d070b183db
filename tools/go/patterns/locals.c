#include "locals.h"

#include "game/go/tactics/tactics.h"
#include "shapes.h"

#include <stdlib.h>

static bool is_calm(const struct mi_go *b, int last)
{
    if (mi_go_atari(b, last))
        return false;
    for (int i = 0; i < 4; i++) {
        int q = last + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour < MI_GO_EMPTY && mi_go_atari(b, q))
            return false;
    }
    return true;
}

/* The choices next to the last move, with p as the one chosen. */
static struct local choices_after(const struct mi_go *b, int last, int p)
{
    int s = b->stride, step[8] = {-s - 1, -s, -s + 1, -1, 1, s - 1, s, s + 1};
    struct local local = {.count = 1, .feature = {LOCAL_ELSEWHERE}};
    for (int i = 0; i < 8; i++) {
        int q = last + step[i];
        if (b->point[q].colour != MI_GO_EMPTY)
            continue;
        local.feature[local.count] = (uint16_t)canonical_shape(go_shape(b, q, b->turn));
        if (q == p) {
            local.feature[0] = local.feature[local.count];
            local.feature[local.count] = LOCAL_ELSEWHERE;
        }
        local.count++;
    }
    return local;
}

static void add_choice(void *arg, const struct mi_go *b, int ply, miai_move move)
{
    struct locals *locals = arg;
    int last = b->last[0];
    (void)ply;
    if (b->point[last].colour >= MI_GO_EMPTY || !is_calm(b, last))
        return;
    if (locals->count == locals->capacity) {
        locals->capacity = locals->capacity ? 2 * locals->capacity : 1 << 16;
        locals->local = reallocate_or_exit(locals->local, locals->capacity * sizeof *locals->local);
    }
    locals->local[locals->count++] = choices_after(b, last, mi_go_point_of(b, move));
}

void locals_gather(struct locals *locals, const struct games *games, long from, long to)
{
    uint64_t memory[(MI_GO_MAX_BYTES + 7) / 8];
    for (long i = from; i < to; i++)
        games_replay(games, i, (void *)memory, add_choice, locals);
}

void locals_free(struct locals *locals)
{
    free(locals->local);
}

int local_features(const void *local, size_t i, int *feature)
{
    *feature = ((const struct local *)local)->feature[i];
    return 1;
}
