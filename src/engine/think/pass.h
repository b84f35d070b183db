/* pass.h - when to pass, to resign, and to offer or accept a draw. */
#ifndef MI_ENGINE_THINK_PASS_H
#define MI_ENGINE_THINK_PASS_H

#include "engine/engine.h"

/* A request for a move: the root and the limits of its search. */
struct mi_move_request {
    int player;
    double asked; /* mi_clock() */
    struct mi_root root;
    struct mi_limits limits;
    uint64_t caller_playouts; /* limits.playouts without a level */
    miai_move only[MIAI_MAX_LEGAL];
    bool lost; /* a pass would end and lose the game: pass only if the search sees no hope either */
    bool gives_up; /* at a level: the count is hopeless; resign, or pass if that is not allowed */
};

/* In games that end by passes, decides by the dead stones whether a pass is a good move.  A search
 * counts dead stones as alive: it would pass although its own stones are dead, or continue without
 * need.  Restricts the moves of the root; called before the search. */
void mi_engine_decide_pass(miai_engine *engine, struct mi_move_request *request);

/* Reconsiders a pass after the search: prefers another move that is as good, and passes if the game
 * is lost by the count and the search has no hope either. */
void mi_engine_review_pass(miai_engine *engine, const struct mi_move_request *request);

/* Restricts the root to moves that capture dead stones, or to the pass if there are none.  For games
 * with a pass and with dead stones. */
void mi_engine_restrict_to_cleanup(miai_engine *engine, struct mi_move_request *request);

/* Has the value been below the threshold for resign-moves moves in a row, or does the level give up?
 * A move that was the only one allowed does not count: it may be the pass that ends a won game, to
 * which the search gives a low value because it does not remove dead stones. */
bool mi_engine_should_resign(miai_engine *engine, const struct mi_move_request *request);

/* Does the move that was chosen come with an offer of a draw?  If so, remembers the offer.  Call it
 * once for each move. */
void mi_engine_offer_draw(miai_engine *engine, const struct mi_move_request *request);

/* Does that player accept a draw?  Searches the position of the request. */
int mi_engine_accept_draw(miai_engine *engine, const struct mi_move_request *request, int player,
                          bool *accepts);

#endif
