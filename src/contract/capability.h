/* capability.h - access to a game's optional capabilities, and copying the structs of games that
 * were compiled with an older or a newer miai_game.h. */
#ifndef MI_CONTRACT_CAPABILITY_H
#define MI_CONTRACT_CAPABILITY_H

#include "miai_game.h"

/* Defines mi_notation(game), mi_editing(game) and so on. If the game lacks a capability, the
 * function returns an empty struct, so that callers need only test the member that they use. */
#define MI_CAPABILITY_OF(name)                                                                     \
    static inline const miai_##name *mi_##name(const miai_game *game)                              \
    {                                                                                              \
        static const miai_##name empty;                                                            \
        return game->name ? game->name : &empty;                                                   \
    }
MIAI_CAPABILITIES(MI_CAPABILITY_OF)
#undef MI_CAPABILITY_OF

/* Does a struct, which the game may have compiled with another size, have this member? */
#define MI_HAS_MEMBER(of, member)                                                                  \
    ((of)->bytes >= (size_t)((const char *)&(of)->member - (const char *)(of)) + sizeof(of)->member)

/* Does the policy cover something other than the points of the board? */
static inline bool mi_has_custom_policy(const miai_encoding *encoding)
{
    return MI_HAS_MEMBER(encoding, policy_size) && encoding->policy_size > 0;
}

/* Which of these symmetries a board of this size has. */
static inline int mi_symmetries_on(int symmetries, int width, int height)
{
    return width == height ? symmetries : symmetries & ~MIAI_TRANSPOSE;
}

/* The index of a point, y * width + x, after a symmetry: mirrored, flipped, transposed, in this
 * order, then turned by 180 degrees. */
static inline int mi_transform_point(int width, int height, int symmetry, int point)
{
    int x = point % width, y = point / width;
    if (symmetry & MIAI_MIRROR)
        x = width - 1 - x;
    if (symmetry & MIAI_FLIP)
        y = height - 1 - y;
    int turned = symmetry & MIAI_TRANSPOSE ? x * height + y : y * width + x;
    return symmetry & MIAI_HALF_TURN ? width * height - 1 - turned : turned;
}

/* The length of the policy vector on a board with this number of points. */
static inline int mi_policy_length(const miai_encoding *encoding, int points)
{
    return mi_has_custom_policy(encoding) ? encoding->policy_size : points + 1;
}

/* The recommended search parameters for this network, or NULL. */
static inline const miai_network_tuning *mi_network_tuning(const miai_encoding *encoding)
{
    const miai_network_tuning *tuning = MI_HAS_MEMBER(encoding, tuning) ? encoding->tuning : NULL;
    return tuning && MI_HAS_MEMBER(tuning, policy_temperature) ? tuning : NULL;
}

/* A copy of a game and all its structs, in the sizes that this library knows. Members that the game
 * was compiled without are NULL or 0, and members that this library does not know are left out. */
struct mi_complete_game {
    miai_game game; /* the first member: freed by its address */
#define MI_CAPABILITY_STRUCT(name)       miai_##name name;
#define MI_PART_STRUCT(capability, name) miai_##name name;
    MIAI_CAPABILITIES(MI_CAPABILITY_STRUCT)
    MIAI_CAPABILITY_PARTS(MI_PART_STRUCT)
#undef MI_PART_STRUCT
#undef MI_CAPABILITY_STRUCT
};

/* Describes one struct that another one points to. */
struct mi_capability {
    const char *name;
    size_t pointer_offset; /* offset of the pointer to it in mi_complete_game */
    size_t offset;         /* offset of the struct itself */
    size_t size;         /* its sizeof */
    const char *no_size; /* error message if the game gives another size */
};

/* All structs, each capability before its parts. The list ends with a NULL name. */
extern const struct mi_capability mi_capabilities[];

/* Checks the size of the game's main struct. Returns an error message if the size is invalid or
 * that of an incompatible edition of miai_game.h, or else NULL. */
const char *mi_game_size_fault(const miai_game *game);

/* Copies the main struct; its pointers still point to the capabilities of from. */
void mi_copy_game(struct mi_complete_game *complete, const miai_game *from);

/* Copies one capability, if the game has it, and redirects the pointer to the copy. Returns false,
 * and copies nothing, if the size in the struct is invalid. */
bool mi_copy_capability(struct mi_complete_game *complete, const struct mi_capability *capability);

#endif
