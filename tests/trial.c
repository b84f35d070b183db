#include "trial.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

void *new_position(const struct trial *t)
{
    void *pos = malloc(t->size);
    ck_assert_ptr_nonnull(pos);
    t->game->init(pos, t->setup);
    return pos;
}

void *copy_position(const struct trial *t, const void *pos)
{
    void *copy = malloc(t->size);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, pos, t->size);
}

bool is_over(const struct trial *t, const void *pos)
{
    int score;
    return t->game->outcome(pos, &score);
}

miai_move random_of(struct trial *t, const miai_move *list, int n)
{
    return list[miai_rng_below(&t->rng, (uint32_t)n)];
}

miai_move random_move(struct trial *t, const void *pos)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = t->game->playout_moves ? t->game->playout_moves(pos, list) : t->game->moves(pos, list);
    return random_of(t, list, n);
}
