/* capability.h - the optional capabilities of a game: asked for, and taken from games that were
 * compiled with an older or a newer miai_game.h. */
#ifndef MI_CONTRACT_CAPABILITY_H
#define MI_CONTRACT_CAPABILITY_H

#include "miai_game.h"

/* mi_notation(game), mi_editing(game) ...: where the game has none of a kind, a struct of nothing
 * stands for it, so that each member can be asked for alone. */
#define MI_CAPABILITY_OF(name)                                                                     \
    static inline const miai_##name *mi_##name(const miai_game *game)                              \
    {                                                                                              \
        static const miai_##name none;                                                             \
        return game->name ? game->name : &none;                                                    \
    }
MIAI_CAPABILITIES(MI_CAPABILITY_OF)
#undef MI_CAPABILITY_OF

/* Does the struct, of which a game points to a list of its own, have the member? */
#define MI_HAS(of, member)                                                                         \
    ((of)->bytes >= (size_t)((const char *)&(of)->member - (const char *)(of)) + sizeof(of)->member)

/* Has it a policy that is not over the points? */
static inline bool mi_has_own_policy(const miai_encoding *encoding)
{
    return MI_HAS(encoding, policy_size) && encoding->policy_size > 0;
}

/* How many numbers the policy of an encoding has on a board of so many points. */
static inline int mi_policy_places(const miai_encoding *encoding, int points)
{
    return mi_has_own_policy(encoding) ? encoding->policy_size : points + 1;
}

/* What suits a tree with such a network, or NULL. */
static inline const miai_network_tuning *mi_network_tuning(const miai_encoding *encoding)
{
    const miai_network_tuning *tuning = MI_HAS(encoding, tuning) ? encoding->tuning : NULL;
    return tuning && MI_HAS(tuning, policy_temperature) ? tuning : NULL;
}

/* A game with all its structs, each as wide as this library knows it: what the game was compiled
 * without is NULL (0), and what it has more is left out. */
struct mi_complete_game {
    miai_game game; /* the first member: freed by its address */
#define MI_CAPABILITY_STRUCT(name)       miai_##name name;
#define MI_PART_STRUCT(capability, name) miai_##name name;
    MIAI_CAPABILITIES(MI_CAPABILITY_STRUCT)
    MIAI_CAPABILITY_PARTS(MI_PART_STRUCT)
#undef MI_PART_STRUCT
#undef MI_CAPABILITY_STRUCT
};

/* A struct of a whole game that another one points to. */
struct mi_capability {
    const char *name;
    size_t pointer;      /* where in mi_complete_game the pointer to it stands */
    size_t place;        /* where in mi_complete_game it stands itself */
    size_t size;         /* its sizeof */
    const char *no_size; /* words for a game whose struct says another */
};

/* All of them, a capability before its parts; a name of NULL ends the list. */
extern const struct mi_capability mi_capabilities[];

/* What is wrong with the size of a game's own struct, in words: it is none, or that of an edition
 * of miai_game.h whose members were others.  NULL: nothing is. */
const char *mi_game_size_fault(const miai_game *game);

/* Takes the game's own struct; its capabilities still are those of from. */
void mi_copy_game(struct mi_complete_game *whole, const miai_game *from);

/* Takes one capability, if the game has it, from where the game points to, and lets the game point
 * to what was taken.  Returns false if its bytes are no size; nothing of it is taken then. */
bool mi_copy_capability(struct mi_complete_game *whole, const struct mi_capability *capability);

#endif
