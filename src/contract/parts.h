/* parts.h - the optional capabilities of a game: where it has none of a kind, a struct of nothing
 * stands for it, so that each member can be asked for alone. */
#ifndef MI_PARTS_H
#define MI_PARTS_H

#include "miai_game.h"

#define MI_PART(part)                                                                              \
    static inline const miai_##part *mi_##part(const miai_game *game)                              \
    {                                                                                              \
        static const miai_##part none;                                                             \
        return game->part ? game->part : &none;                                                    \
    }

MI_PART(notation)
MI_PART(editing)
MI_PART(repetition)
MI_PART(playouts)
MI_PART(knowledge)
MI_PART(tactics)
MI_PART(scoring)
MI_PART(records)
MI_PART(books)
MI_PART(planes)
MI_PART(solver)
MI_PART(evaluation)

#undef MI_PART

#endif
