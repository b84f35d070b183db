/* ownership_search.h - expected ownership by tree searches. */
#ifndef MI_ENGINE_SCORING_OWNERSHIP_SEARCH_H
#define MI_ENGINE_SCORING_OWNERSHIP_SEARCH_H

#include "engine/engine.h"

/* Ownership by the search in which that player moves first. owner: mean over the leaves, as the
 * contract's ownership() writes it; nobody: share of the leaves that leave the point to nobody. */
struct mi_search_ownership {
    int points;
    float owner[2][MIAI_MAX_POINTS], nobody[2][MIAI_MAX_POINTS];
};

/* Searches with that many playouts under rules by which moves cost no points. lead: the first
 * player's estimated lead in points. False if the deadline (0: none) came first or the engine's
 * memory limit leaves too little. */
bool mi_engine_search_ownership(miai_engine *engine, double lead, int playouts, double deadline,
                                struct mi_search_ownership *by_search);

#endif
