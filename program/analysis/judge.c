/* Evaluates one position, and how much value the move played in it loses.
 *
 * Two independent short searches differ by more than most mistakes lose, especially searches of
 * the positions before and after a move, since the latter looks a ply further.  So the loss
 * comes from one search of the position before the move.  If that search has hardly looked at
 * the move played, it continues with only this move until the move has as many visits as the
 * best one. */
#include "analysis.h"

#include "protocol/io/suggestion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOST = 1, WON = 3 }; /* values of proof in miai_info and miai_choice */

/* values are comparable if the best move has at most this many times the visits */
enum { MAX_VISITS_RATIO = 2 };

/* ---- the end of a game ---- */

/* The result by final_score, without dead stones, and the margin in points, for the first
 * player. */
static double final_result(miai_engine *engine, double *points)
{
    char score[64];
    *points = 0;
    if (miai_final_score(engine, score, sizeof score) != MIAI_OK ||
        (score[0] != 'B' && score[0] != 'W'))
        return 0.5;
    *points = score[1] ? strtod(score + 2, NULL) : 0;
    if (score[0] == 'W')
        *points = -*points;
    return score[0] == 'B' ? 1 : 0;
}

/* Sets value and lead from the final score. */
static void set_final_score(miai_engine *engine, struct mi_position_analysis *position)
{
    position->value = final_result(engine, &position->lead);
    position->leads = mi_game_is_scored_by_points(engine);
}

void mi_analysis_read_played_move(miai_engine *engine, struct mi_played_move *played)
{
    int score, plies = miai_plies(engine);
    *played = (struct mi_played_move){.player = MIAI_TURN};
    if (plies == 0 ||
        miai_move_text(engine, plies - 1, &played->player, played->move, sizeof played->move) < 0)
        played->move[0] = '\0';
    played->ends_game = played->move[0] && miai_over(engine, &score);
    if (played->ends_game)
        played->result = final_result(engine, &played->points);
}

static bool move_is_pass(const char *move)
{
    return strcmp(move, "pass") == 0;
}

/* Was the board settled before the opponent's last pass? */
static bool was_settled(miai_engine *engine)
{
    char last[MIAI_MOVE_TEXT];
    int player, plies = miai_plies(engine);
    if (plies == 0 || miai_move_text(engine, plies - 1, &player, last, sizeof last) < 0 ||
        !move_is_pass(last) || miai_undo(engine, 1) != MIAI_OK)
        return false;
    bool settled = miai_is_settled(engine);
    return miai_play(engine, player, last) == MIAI_OK && settled;
}

/* Is the move a pass on a settled board? */
static bool is_final_pass(miai_engine *engine, const struct mi_played_move *played)
{
    return move_is_pass(played->move) && (miai_is_settled(engine) || was_settled(engine));
}

/* ---- searches ---- */

static bool find_move_choice(const miai_engine *engine, const char *move, miai_choice *choice)
{
    for (int i = 0; miai_choice_at(engine, i, choice); i++)
        if (strcmp(choice->move, move) == 0)
            return true;
    return false;
}

static bool counts_visits(const miai_info *info)
{
    return strcmp(info->search, "mcts") == 0 || strcmp(info->search, "flat") == 0;
}

/* Limits that give a move as much search as the best move had.  NULL: the limits of the options,
 * for example after a proof, which may have been found at once and says nothing about other
 * moves. */
static const miai_limits *limits_as_for_best(const miai_info *info, const miai_choice *best,
                                             miai_limits *limits)
{
    *limits = (miai_limits){.playouts = 0};
    if (info->proof != 0 || (counts_visits(info) && best->visits == 0))
        return NULL;
    if (counts_visits(info))
        limits->playouts = best->visits;
    else if (mi_analysis_search_is_by_depth(info) && info->depth > 0)
        limits->depth = info->depth;
    else
        return NULL;
    return limits;
}

/* Searches only one move, or all moves except one. */
static bool search_restricted(miai_engine *engine, const miai_avoid *avoid,
                              const miai_limits *limits, char best[MIAI_MOVE_TEXT])
{
    miai_analysis_request request = mi_analysis_search_request(engine);
    request.avoid = avoid;
    request.avoid_count = 1;
    if (miai_request_analysis(engine, &request) != MIAI_OK)
        return false;
    int error = miai_search(engine, avoid->player, limits, best, MIAI_MOVE_TEXT);
    request = mi_analysis_search_request(engine);
    miai_request_analysis(engine, &request);
    return error == MIAI_OK;
}

/* Searches only the move played.  False: it failed. */
static bool search_played_move(miai_engine *engine, const struct mi_played_move *played,
                               const miai_limits *limits, miai_choice *choice)
{
    const miai_avoid all_others = {
        .player = played->player, .moves = played->move, .depth = 1, .allow = true};
    char best[MIAI_MOVE_TEXT];
    return search_restricted(engine, &all_others, limits, best) &&
           find_move_choice(engine, played->move, choice);
}

/* ---- one position ---- */

/* Sets the best move; value: for the player to move. */
static void set_best_move(struct mi_position_analysis *position, const char *move, const char *pv,
                          double value)
{
    snprintf(position->best, sizeof position->best, "%s", move);
    snprintf(position->pv, sizeof position->pv, "%s", pv ? pv : "");
    position->value = mi_value_for_player(position->player, value);
}

/* Did the last search examine the move as well as the best one?  A depth-limited search has
 * reliable values only for the best one. */
static bool is_comparable(const miai_info *info, const miai_choice *best, const miai_choice *choice)
{
    return choice->proof != 0 || (counts_visits(info) && info->proof == 0 &&
                                  choice->visits * MAX_VISITS_RATIO >= best->visits);
}

/* The value of the move played, for the player who made it. */
struct move_value {
    miai_choice choice;
    bool scored; /* score is known */
    int score, mate;
    char pv[MI_ANALYSIS_PV];
};

/* Searches only the move played, as much as the last search, described by info, searched the
 * best one. */
static bool evaluate_by_search(miai_engine *engine, const struct mi_played_move *played,
                               const miai_info *info, const miai_choice *best,
                               struct move_value *move_value)
{
    miai_limits limits;
    miai_info after;
    bool by_points = mi_game_is_scored_by_points(engine);
    if (!search_played_move(engine, played, limits_as_for_best(info, best, &limits),
                            &move_value->choice))
        return false;
    miai_last_search(engine, &after);
    snprintf(move_value->pv, sizeof move_value->pv, "%s", after.pv);
    move_value->scored = after.scored && !by_points;
    move_value->score = after.score;
    move_value->mate = after.mate;
    move_value->choice.leads |= after.leads || (after.scored && by_points);
    move_value->choice.lead = mi_lead_of(&after);
    return true;
}

/* Evaluates the move played from the last search, described by info, or by continuing it.
 * False: unknown. */
static bool evaluate_played_move(miai_engine *engine, const struct mi_played_move *played,
                                 const miai_info *info, struct move_value *move_value)
{
    miai_choice best;
    *move_value = (struct move_value){.scored = false};
    snprintf(move_value->pv, sizeof move_value->pv, "%s", played->move);
    if (played->ends_game) {
        double value = mi_value_for_player(played->player, played->result);
        move_value->choice =
            (miai_choice){.value = value,
                          .leads = mi_game_is_scored_by_points(engine),
                          .lead = played->player ? -played->points : played->points};
        move_value->mate = value >= 1 ? 1 : 0;
        return true;
    }
    if (!miai_choice_at(engine, 0, &best))
        return false;
    return (find_move_choice(engine, played->move, &move_value->choice) &&
            is_comparable(info, &best, &move_value->choice)) ||
           evaluate_by_search(engine, played, info, &best, move_value);
}

/* The move played turned out to be the best one: adopt its value, score and mate. */
static void adopt_played(const struct mi_played_move *played, const struct move_value *move_value,
                         struct mi_position_analysis *position)
{
    int sign = position->player ? -1 : 1;
    set_best_move(position, played->move, move_value->pv, move_value->choice.value);
    position->scored = move_value->scored;
    position->score = sign * move_value->score;
    position->mate = sign * move_value->mate;
}

/* A move that looks better than the best one by a few visits loses nothing; it becomes the best
 * move only if it certainly wins.  In a lost position no move loses more value, only points. */
static void set_loss(miai_engine *engine, const struct mi_played_move *played,
                     struct mi_position_analysis *position)
{
    double best = mi_value_for_player(position->player, position->value);
    struct move_value move_value;
    const miai_choice *choice = &move_value.choice;
    miai_info info;
    miai_last_search(engine, &info);
    position->certain = info.proof == LOST;
    if ((best <= 0 && !position->leads) ||
        !evaluate_played_move(engine, played, &info, &move_value))
        return;
    position->certain |= played->ends_game ? choice->value <= 0 || choice->value >= 1
                                           : choice->proof == LOST || choice->proof == WON;
    if (choice->value > best && (played->ends_game || choice->value >= 1))
        adopt_played(played, &move_value, position);
    position->loss = fmax(0, best - choice->value);
    double lead = position->player ? -position->lead : position->lead;
    position->points_lost = position->leads && choice->leads ? fmax(0, lead - choice->lead) : 0;
}

/* Does the move end the game?  If so, sets its value for the player. */
static bool move_ends_game(miai_engine *engine, int player, const char *move, double *value)
{
    struct mi_played_move played;
    if (miai_play(engine, player, move) != MIAI_OK)
        return false;
    mi_analysis_read_played_move(engine, &played);
    miai_undo(engine, 1);
    *value = mi_value_for_player(player, played.result);
    return played.ends_game;
}

/* If a pass ends the game, a search may count dead stones as alive.  If the best move ends the
 * game with a lower value than the search expects, searches the other moves. */
static void correct_final_value(miai_engine *engine, struct mi_position_analysis *position)
{
    const miai_avoid avoid = {.player = position->player, .moves = position->best, .depth = 1};
    double value, expected = mi_value_for_player(position->player, position->value);
    char best[MIAI_MOVE_TEXT];
    miai_info info;
    if (!move_ends_game(engine, position->player, position->best, &value) || value == expected)
        return;
    position->value = mi_value_for_player(position->player, value);
    if (value > expected || !search_restricted(engine, &avoid, NULL, best))
        return;
    miai_last_search(engine, &info);
    if (info.value > value && strcmp(best, position->best) != 0)
        set_best_move(position, best, info.pv, info.value);
}

static void set_by_search(miai_engine *engine, const struct mi_played_move *played,
                          struct mi_position_analysis *position)
{
    const miai_analysis_request request = mi_analysis_search_request(engine);
    char best[MIAI_MOVE_TEXT];
    miai_info info;
    miai_request_analysis(engine, &request);
    if (miai_search(engine, position->player, NULL, best, sizeof best) != MIAI_OK)
        return;
    miai_last_search(engine, &info);
    set_best_move(position, best, info.pv, info.value);
    mi_analysis_copy_findings(engine, position);
    correct_final_value(engine, position);
    if (played->move[0] && strcmp(played->move, position->best) != 0)
        set_loss(engine, played, position);
}

/* Is the game over, or does the record end with only the passes missing? */
static bool game_has_ended(miai_engine *engine, const struct mi_played_move *played)
{
    int score;
    return miai_over(engine, &score) || (played->move[0] == '\0' && miai_is_settled(engine));
}

void mi_analyze_position(miai_engine *engine, const struct mi_played_move *played,
                         struct mi_position_analysis *position)
{
    position->player = played->move[0] ? played->player : miai_turn(engine);
    position->best[0] = position->pv[0] = '\0';
    position->value = 0.5;
    position->loss = 0;
    position->done = true;
    if (game_has_ended(engine, played)) {
        set_final_score(engine, position);
    } else if (is_final_pass(engine, played)) {
        set_best_move(position, played->move, played->move, 0.5);
        set_final_score(engine, position);
    } else {
        set_by_search(engine, played, position);
    }
}
