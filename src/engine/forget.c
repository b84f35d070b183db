/* What a search leaves in the engine, forgotten or freed. */
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
    engine->status->key = 0; /* what was said of the stones came of searches, too */
    if (engine->searcher)
        engine->searcher->clear(engine->self);
}
