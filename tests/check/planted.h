/* planted.h - examples/nim.c with one planted fault at a time. */
#ifndef MI_TESTS_CHECK_PLANTED_H
#define MI_TESTS_CHECK_PLANTED_H

#include "miai.h"

/* A change that plants a fault in the game, and the beginning of the expected message. */
struct plant {
    void (*into)(miai_game *game);
    const char *told;
};

/* into_NAME puts the function NAME into a member of the game. */
#define PLANT(member, name)                                                                        \
    static void into_##name(miai_game *game)                                                       \
    {                                                                                              \
        game->member = name;                                                                       \
    }

/* The same for a member of an optional capability. */
#define PLANT_PART(part, member, name)                                                             \
    static void into_##name(miai_game *game)                                                       \
    {                                                                                              \
        static miai_##part own = {.bytes = sizeof own};                                            \
        own.member = name;                                                                         \
        game->part = &own;                                                                         \
    }

/* Each list ends with an entry whose message is NULL. */
extern const struct plant planted_rules[], planted_texts[];

#endif
