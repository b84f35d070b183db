/* appraise.h - the values that a level shows and by which it resigns. */
#ifndef MI_ENGINE_THINK_APPRAISE_H
#define MI_ENGINE_THINK_APPRAISE_H

#include "pass.h"

/* Is a level set whose own search is too small for its values to mean something? */
bool mi_engine_appraises(const miai_engine *engine);

/* As mi_engine_think(), but a weak level reports no progress. */
int mi_engine_think_at_level(miai_engine *engine, const struct mi_move_request *request);

/* After the move was chosen: replaces the result of a weak level's search by that of a small search
 * of this move at full strength.  Does nothing without a level, or if its own search is as large.
 */
void mi_engine_appraise(miai_engine *engine, const struct mi_move_request *request);

/* Searches all moves of the request, with enough nodes to end a game by the result.  False if the
 * search of the level is that large itself, or there was no memory. */
bool mi_engine_search_position(miai_engine *engine, const struct mi_move_request *request,
                               struct mi_result *result);

/* The same at any level, and at full strength. */
bool mi_engine_judge_position(miai_engine *engine, const struct mi_move_request *request,
                              struct mi_result *result);

/* How many of its moves in a row must be hopeless before a level resigns, or even before it offers
 * a draw.  A weak level waits longer, because it hopes for mistakes. */
int mi_engine_moves_in_a_row(const miai_engine *engine);

/* The value of the position by mi_engine_search_position(); negative: unknown. */
double mi_engine_position_value(miai_engine *engine, const struct mi_move_request *request);

#endif
