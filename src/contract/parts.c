#include "capability.h"

#include <string.h>

#define IN(parent, name)                                                                           \
    {#name, offsetof(struct mi_complete_game, parent.name),                                        \
     offsetof(struct mi_complete_game, name), sizeof(miai_##name),                                 \
     "bytes is not sizeof(miai_" #name ") in " #name},
#define CAPABILITY(name) IN(game, name)

const struct mi_capability mi_capabilities[] = {
    /* clang-format off */
    MIAI_CAPABILITIES(CAPABILITY)
    MIAI_CAPABILITY_PARTS(IN)
    {NULL, 0, 0, 0, NULL},
    /* clang-format on */
};

/* Before the members of the first edition stood a number; that of miai 1 had a capability less than
 * any later one, and its fifth was another. */
const char *mi_game_size_fault(const miai_game *game)
{
    enum { LEAST = offsetof(miai_game, planes) + sizeof game->planes };
    int first_edition;
    memcpy(&first_edition, game, sizeof first_edition);
    if (first_edition == 1)
        return "the game was compiled for the first edition of the contract";
    if (game->bytes < offsetof(miai_game, notation))
        return "bytes is not sizeof(miai_game)";
    return game->bytes < LEAST ? "the game was compiled for miai 1, and has to be compiled anew"
                               : NULL;
}

/* Copies a struct that begins with its size into one of another size, what is missing being 0. */
static void widen(void *to, size_t size, const void *from, size_t bytes)
{
    memset(to, 0, size);
    memcpy(to, from, bytes < size ? bytes : size);
    memcpy(to, &size, sizeof size);
}

void mi_copy_game(struct mi_complete_game *whole, const miai_game *from)
{
    memset(whole, 0, sizeof *whole);
    widen(&whole->game, sizeof whole->game, from, from->bytes);
}

bool mi_copy_capability(struct mi_complete_game *whole, const struct mi_capability *capability)
{
    char *base = (char *)whole;
    void *from, *to = base + capability->place;
    size_t bytes;
    memcpy(&from, base + capability->pointer, sizeof from); /* pointers to structs are alike */
    if (!from)
        return true;
    memcpy(&bytes, from, sizeof bytes);
    if (bytes < 2 * sizeof bytes)
        return false;
    widen(to, capability->size, from, bytes);
    memcpy(base + capability->pointer, &to, sizeof to);
    return true;
}
