#include "capability.h"

#include <string.h>

#define CAPABILITY_IN(parent, name)                                                                \
    {#name, offsetof(struct mi_complete_game, parent.name),                                        \
     offsetof(struct mi_complete_game, name), sizeof(miai_##name),                                 \
     "bytes is not sizeof(miai_" #name ") in " #name},
#define CAPABILITY(name) CAPABILITY_IN(game, name)

const struct mi_capability mi_capabilities[] = {
    /* clang-format off */
    MIAI_CAPABILITIES(CAPABILITY)
    MIAI_CAPABILITY_PARTS(CAPABILITY_IN)
    {NULL, 0, 0, 0, NULL},
    /* clang-format on */
};

/* The first edition began with an int, 1. The struct of miai 1 is one capability shorter than any
 * later one, and its fifth capability differs. */
const char *mi_game_size_fault(const miai_game *game)
{
    enum { MIN_BYTES = offsetof(miai_game, planes) + sizeof game->planes };
    int first_edition;
    memcpy(&first_edition, game, sizeof first_edition);
    if (first_edition == 1)
        return "the game was compiled for the first edition of the contract";
    if (game->bytes < offsetof(miai_game, notation))
        return "bytes is not sizeof(miai_game)";
    return game->bytes < MIN_BYTES ? "the game was compiled for miai 1 and must be recompiled"
                                   : NULL;
}

/* Copies a struct that begins with its size into one of another size; missing members become 0. */
static void copy_struct(void *to, size_t size, const void *from, size_t bytes)
{
    memset(to, 0, size);
    memcpy(to, from, bytes < size ? bytes : size);
    memcpy(to, &size, sizeof size);
}

void mi_copy_game(struct mi_complete_game *complete, const miai_game *from)
{
    memset(complete, 0, sizeof *complete);
    copy_struct(&complete->game, sizeof complete->game, from, from->bytes);
}

bool mi_copy_capability(struct mi_complete_game *complete, const struct mi_capability *capability)
{
    char *base = (char *)complete;
    void *from, *to = base + capability->offset;
    size_t bytes;
    memcpy(&from, base + capability->pointer_offset,
           sizeof from); /* all struct pointers have the same representation */
    if (!from)
        return true;
    memcpy(&bytes, from, sizeof bytes);
    if (bytes < 2 * sizeof bytes)
        return false;
    copy_struct(to, capability->size, from, bytes);
    memcpy(base + capability->pointer_offset, &to, sizeof to);
    return true;
}
