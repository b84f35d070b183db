/* planted.h - examples/nim.c with one fault planted at a time. */
#ifndef MI_TESTS_CHECK_PLANTED_H
#define MI_TESTS_CHECK_PLANTED_H

#include "miai.h"

/* A change to the game that makes it wrong, and the words by which that is told. */
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

/* The same for a member of one of the optional parts. */
#define PLANT_PART(part, member, name)                                                             \
    static void into_##name(miai_game *game)                                                       \
    {                                                                                              \
        static miai_##part own = {.bytes = sizeof own};                                            \
        own.member = name;                                                                         \
        game->part = &own;                                                                         \
    }

/* Each ended by one without words. */
extern const struct plant planted_rules[], planted_texts[];

#endif
