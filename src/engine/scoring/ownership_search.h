/* ownership_search.h - whose each point will be, by searches. */
#ifndef MI_ENGINE_SCORING_OWNERSHIP_SEARCH_H
#define MI_ENGINE_SCORING_OWNERSHIP_SEARCH_H

#include "engine/engine.h"

/* Whose each point will be, by the search of who moves first: owner as the contract's ownership()
 * has it, the mean over the leaves; nobody: the part of them that leave it to nobody. */
struct mi_search_ownership {
    int points;
    float owner[2][MIAI_MAX_POINTS], nobody[2][MIAI_MAX_POINTS];
};

/* Searches so many playouts, as if playing on cost nothing; lead: by how many points the first
 * player seems to be ahead.  False: the deadline (0: none) came first, or the memory that the
 * engine's bound leaves is too little. */
bool mi_engine_search_ownership(miai_engine *engine, double lead, int playouts, double deadline,
                                struct mi_search_ownership *by_search);

#endif
