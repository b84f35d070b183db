/* Clears or frees what searches keep in the engine. */
#include "forget.h"

void mi_engine_drop_search(miai_engine *engine)
{
    engine->live = false;
    if (engine->searcher)
        engine->searcher->free(engine->self);
    engine->searcher = NULL;
    engine->self = NULL;
    engine->kept_bytes = 0;
}

void miai_forget(miai_engine *engine)
{
    engine->live = false;
    engine->status->key = 0; /* the status of stones also came from searches */
    if (engine->searcher)
        engine->searcher->clear(engine->self);
}
