/* Clears or frees the state that searches keep in the engine. */
#include "forget.h"

void mi_engine_drop_search(miai_engine *engine)
{
    engine->root_is_current = false;
    if (engine->searcher)
        engine->searcher->free(engine->searcher_state);
    engine->searcher = NULL;
    engine->searcher_state = NULL;
    engine->search_bytes = 0;
}

void miai_forget(miai_engine *engine)
{
    engine->root_is_current = false;
    engine->status->key = 0; /* the status of stones depends on searches, too */
    if (engine->searcher)
        engine->searcher->clear(engine->searcher_state);
}
