/* When to pass. */
#include "pass.h"

#include "appraise.h"
#include "engine/root.h"
#include "engine/scoring/remove_dead.h"
#include "engine/scoring/score.h"
#include "engine/scoring/status.h"
#include "engine/setup/level.h"
#include "think.h"

/* ---- passing ---- */

/* Was the last move a pass, so that another pass may end the game? */
static bool after_pass(const struct mi_root *root)
{
    if (!mi_editing(root->game)->pass || root->plies == 0)
        return false;
    miai_move pass = mi_editing(root->game)->pass(root->pos);
    return pass != MIAI_NO_MOVE && root->line[root->plies - 1].move == pass;
}

/* When the judgement of the stones must end. The answer to a pass may end the game and deserves
 * more time. */
static double judgement_deadline(const struct mi_limits *limits, bool answer)
{
    double seconds = limits->soft_seconds > 0 ? limits->soft_seconds : limits->seconds;
    return seconds > 0 ? limits->start + seconds * (answer ? 0.5 : 0.1) : 0;
}

/* Restricts the root to the pass, or to all moves except the pass. */
static void restrict_to_pass(miai_engine *engine, struct mi_move_request *request, miai_move pass,
                             bool passes)
{
    struct mi_root *root = &request->root;
    miai_move list[MIAI_MAX_LEGAL];
    root->only_count = 0;
    int n = mi_root_moves(root, true, engine->scratch, list);
    for (int i = 0; i < n; i++)
        if ((list[i] == pass) == passes)
            request->only[root->only_count++] = list[i];
    root->only = request->only;
}

/* Restricts the root to moves that capture dead stones. False if there are none. */
static bool restrict_to_captures(miai_engine *engine, struct mi_move_request *request)
{
    struct mi_root *root = &request->root;
    root->only_count = mi_engine_list_captures_of_dead(engine, root, engine->status, request->only);
    root->only = request->only;
    return root->only_count > 0;
}

/* Would a player of the level see that the game is lost?  The margin is more points than the moves
 * that are left are worth.  The value of the search does not tell: at a weak level it comes from a
 * few playouts.  After the opponent's pass, stones in doubt are no reason to play on. */
static bool is_hopeless_at_level(const miai_engine *engine, const struct mi_move_request *request,
                                 enum mi_end_state state, bool answer)
{
    const miai_setup *setup = request->root.setup;
    miai_level level;
    int margin = (5 + setup->width * setup->height / 10) * MIAI_POINT_SCORE;
    bool judged = state == MI_END_LOST || state == MI_END_OVER || (answer && state == MI_END_OPEN);
    return judged && mi_engine_has_status(request->root.game) && mi_engine_level(engine, &level) &&
           mi_engine_score_with_last_status(engine, request->player) < -margin;
}

/* Would a player of the level accept the pass of the opponent as the end?  If a search is certain
 * that the game is lost, or won by each count: a level sees too little to gain by playing on, but
 * would fill the board before it stops. */
static bool accepts_pass_at_level(miai_engine *engine, const struct mi_move_request *request)
{
    const double certain = 0.95;
    const struct mi_root *root = &request->root;
    int sign = request->player == 0 ? 1 : -1;
    if (engine->status->too_early || !mi_engine_has_status(root->game) ||
        !mi_engine_appraises(engine))
        return false;
    bool ahead = mi_engine_score_with_last_status(engine, request->player) > 0 &&
                 sign * mi_scoring(root->game)->settle(root->pos, NULL) > 0;
    double value = mi_engine_position_value(engine, request);
    return (value >= 0 && value < 1 - certain) || (value > certain && ahead);
}

void mi_engine_decide_pass(miai_engine *engine, struct mi_move_request *request)
{
    struct mi_root *root = &request->root;
    miai_move pass =
        mi_editing(root->game)->pass ? mi_editing(root->game)->pass(root->pos) : MIAI_NO_MOVE;
    if (pass == MIAI_NO_MOVE)
        return;
    bool answer = after_pass(root);
    double deadline = judgement_deadline(&request->limits, answer);
    enum mi_end_state state =
        mi_engine_end_state(engine, request->player, deadline, engine->status);
    request->gives_up = is_hopeless_at_level(engine, request, state, answer);
    if (answer && (request->gives_up || accepts_pass_at_level(engine, request))) {
        restrict_to_pass(engine, request, pass, true);
        return;
    }
    switch (state) {
    case MI_END_OVER:
        request->lost = answer && mi_engine_score_with_last_status(engine, request->player) < 0;
        if (!request->lost)
            restrict_to_pass(engine, request, pass, true);
        break;
    case MI_END_WON:
        if (answer)
            restrict_to_pass(engine, request, pass, true);
        break;
    case MI_END_EARLY:
    case MI_END_LOST:
        if (answer)
            restrict_to_pass(engine, request, pass, false);
        break;
    case MI_END_CAPTURE:
        if (!restrict_to_captures(engine, request))
            restrict_to_pass(engine, request, pass, false);
        break;
    default:
        break;
    }
}

/* If the game is not over, prefers another move to the pass if it is as good. */
static void prefer_move_to_pass(miai_engine *engine, const struct mi_move_request *request)
{
    const double as_good = 0.01, lead_as_good = 0.25; /* points */
    const struct mi_root *root = &request->root;
    const struct mi_result *result = engine->result;
    miai_move pass =
        mi_editing(root->game)->pass ? mi_editing(root->game)->pass(root->pos) : MIAI_NO_MOVE;
    if (result->move != pass || root->only_count > 0 || request->lost)
        return;
    for (int i = 0; i < result->choice_count; i++) {
        const struct mi_choice *choice = &result->choice[i];
        bool leads = !result->leads || choice->lead >= result->lead - lead_as_good;
        if (choice->move != pass && choice->visits > 0 &&
            choice->value >= result->value - as_good && leads) {
            mi_engine_move_choice_to_front(engine, root, i);
            return;
        }
    }
}

/* By the count, a pass loses the game. Passes if the search has no hope either. */
static void pass_if_hopeless(miai_engine *engine, const struct mi_move_request *request)
{
    const double hope = 0.2;
    const struct mi_root *root = &request->root;
    const struct mi_result *result = engine->result;
    if (!request->lost || result->value >= hope)
        return;
    miai_move pass = mi_editing(root->game)->pass(root->pos);
    for (int i = 1; i < result->choice_count; i++)
        if (result->choice[i].move == pass) {
            mi_engine_move_choice_to_front(engine, root, i);
            return;
        }
}

void mi_engine_review_pass(miai_engine *engine, const struct mi_move_request *request)
{
    prefer_move_to_pass(engine, request);
    pass_if_hopeless(engine, request);
}

void mi_engine_restrict_to_cleanup(miai_engine *engine, struct mi_move_request *request)
{
    miai_move pass = mi_editing(request->root.game)->pass(request->root.pos);
    mi_engine_status(engine, false, judgement_deadline(&request->limits, true), engine->status);
    if (!restrict_to_captures(engine, request))
        restrict_to_pass(engine, request, pass, true);
}
