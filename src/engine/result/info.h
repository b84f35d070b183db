/* info.h - writes the moves of a result as text into the engine. */
#ifndef MI_ENGINE_RESULT_INFO_H
#define MI_ENGINE_RESULT_INFO_H

#include "engine/engine.h"

void mi_engine_write_choices(miai_engine *engine, const struct mi_root *root,
                             const struct mi_result *result);
void mi_engine_write_pv(miai_engine *engine, const struct mi_root *root,
                        const struct mi_result *result);

#endif
