#include "miai_game.h"

/* Fills the state with four outputs of splitmix64, as the authors of xoshiro advise. */
void miai_rng_seed(miai_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->s[i] = miai_mix(seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
}
