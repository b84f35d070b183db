/* What one position is worth, and what the move made in it has lost.
 *
 * Two searches of few playouts differ by more than most mistakes lose, the more so one of the
 * position before a move and one of that behind it, which looks a ply further.  So the loss comes
 * from one search of the position before: where it has hardly looked at the move that was made, it
 * goes on with that move alone, until that has had as much of it as the best one. */
#include "analysis.h"

#include "protocol/io/suggestion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LOST = 1, WON = 3 }; /* proofs of a miai_info or miai_choice */

enum { ENOUGH = 2 }; /* values compare where the best move has at most so many times the visits */

/* ---- the end of a game ---- */

/* The result as final_score counts it, without dead stones, and the points by which the first
 * player has won. */
static double result_of(miai_engine *engine, double *points)
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

/* The value and the lead are those of the count. */
static void note_count(miai_engine *engine, struct mi_judged *judged)
{
    judged->value = result_of(engine, &judged->lead);
    judged->leads = mi_game_is_scored_by_points(engine);
}

void mi_analyze_made(miai_engine *engine, struct mi_made *made)
{
    int score, plies = miai_plies(engine);
    *made = (struct mi_made){.player = MIAI_TURN};
    if (plies == 0 ||
        miai_move_text(engine, plies - 1, &made->player, made->move, sizeof made->move) < 0)
        made->move[0] = '\0';
    made->ends = made->move[0] && miai_over(engine, &score);
    if (made->ends)
        made->result = result_of(engine, &made->points);
}

static bool is_pass(const char *move)
{
    return strcmp(move, "pass") == 0;
}

/* Was the board settled when the other player passed on it, just before? */
static bool was_settled(miai_engine *engine)
{
    char last[MIAI_MOVE_TEXT];
    int player, plies = miai_plies(engine);
    if (plies == 0 || miai_move_text(engine, plies - 1, &player, last, sizeof last) < 0 ||
        !is_pass(last) || miai_undo(engine, 1) != MIAI_OK)
        return false;
    bool settled = miai_is_settled(engine);
    return miai_play(engine, player, last) == MIAI_OK && settled;
}

/* Is the position one in which nothing is left to do but to pass, which the move does? */
static bool passes_at_end(miai_engine *engine, const struct mi_made *made)
{
    return is_pass(made->move) && (miai_is_settled(engine) || was_settled(engine));
}

/* ---- searches ---- */

static bool find_choice(const miai_engine *engine, const char *move, miai_choice *choice)
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

/* Bounds by which a search of one move is as good as that of the best one was.  NULL: those of the
 * options; what is proven may have been found at once, and says nothing of other moves. */
static const miai_limits *bounds_like(const miai_info *info, const miai_choice *best,
                                      miai_limits *limits)
{
    *limits = (miai_limits){.playouts = 0};
    if (info->proof != 0 || (counts_visits(info) && best->visits == 0))
        return NULL;
    if (counts_visits(info))
        limits->playouts = best->visits;
    else if (mi_analyze_deepens(info) && info->depth > 0)
        limits->depth = info->depth;
    else
        return NULL;
    return limits;
}

/* Searches with one move alone, or without it. */
static bool search_part(miai_engine *engine, const miai_avoid *avoid, const miai_limits *limits,
                        char best[MIAI_MOVE_TEXT])
{
    miai_analysis_request request = mi_analyze_request(engine);
    request.avoid = avoid;
    request.avoid_count = 1;
    if (miai_request_analysis(engine, &request) != MIAI_OK)
        return false;
    int error = miai_search(engine, avoid->player, limits, best, MIAI_MOVE_TEXT);
    request = mi_analyze_request(engine);
    miai_request_analysis(engine, &request);
    return error == MIAI_OK;
}

/* False: the search had other moves. */
static bool search_alone(miai_engine *engine, const struct mi_made *made, const miai_limits *limits,
                         miai_choice *choice)
{
    const miai_avoid all_others = {
        .player = made->player, .moves = made->move, .depth = 1, .allow = true};
    char best[MIAI_MOVE_TEXT];
    return search_part(engine, &all_others, limits, best) &&
           find_choice(engine, made->move, choice);
}

/* ---- a position ---- */

/* value: in the mover's view. */
static void note_best(struct mi_judged *judged, const char *move, const char *pv, double value)
{
    snprintf(judged->best, sizeof judged->best, "%s", move);
    snprintf(judged->pv, sizeof judged->pv, "%s", pv ? pv : "");
    judged->value = mi_in_view_of(judged->player, value);
}

/* Does the last search tell of the move as much as of the best one?  One by depth tells of the best
 * one alone. */
static bool knows(const miai_info *info, const miai_choice *best, const miai_choice *choice)
{
    return choice->proof != 0 ||
           (counts_visits(info) && info->proof == 0 && choice->visits * ENOUGH >= best->visits);
}

/* What the move made is worth, in the mover's view. */
struct weighed {
    miai_choice choice;
    bool scored; /* score is meant */
    int score, mate;
    char pv[MI_ANALYZE_PV];
};

/* Searches the move alone, as long as the last search, which info is of, searched the best one. */
static bool weigh_alone(miai_engine *engine, const struct mi_made *made, const miai_info *info,
                        const miai_choice *best, struct weighed *weighed)
{
    miai_limits limits;
    miai_info after;
    bool counts = mi_game_is_scored_by_points(engine);
    if (!search_alone(engine, made, bounds_like(info, best, &limits), &weighed->choice))
        return false;
    miai_last_search(engine, &after);
    snprintf(weighed->pv, sizeof weighed->pv, "%s", after.pv);
    weighed->scored = after.scored && !counts;
    weighed->score = after.score;
    weighed->mate = after.mate;
    weighed->choice.leads |= after.leads || (after.scored && counts);
    weighed->choice.lead = mi_lead_of(&after);
    return true;
}

/* Weighs the move made by the last search, which info is of, or by going on with it.  False:
 * nothing tells. */
static bool weigh_made(miai_engine *engine, const struct mi_made *made, const miai_info *info,
                       struct weighed *weighed)
{
    miai_choice best;
    *weighed = (struct weighed){.scored = false};
    snprintf(weighed->pv, sizeof weighed->pv, "%s", made->move);
    if (made->ends) {
        double value = mi_in_view_of(made->player, made->result);
        weighed->choice = (miai_choice){.value = value,
                                        .leads = mi_game_is_scored_by_points(engine),
                                        .lead = made->player ? -made->points : made->points};
        weighed->mate = value >= 1 ? 1 : 0;
        return true;
    }
    if (!miai_choice_at(engine, 0, &best))
        return false;
    return (find_choice(engine, made->move, &weighed->choice) &&
            knows(info, &best, &weighed->choice)) ||
           weigh_alone(engine, made, info, &best, weighed);
}

/* The move made is the best one after all: value, score and mate are its own. */
static void note_made(const struct mi_made *made, const struct weighed *weighed,
                      struct mi_judged *judged)
{
    int sign = judged->player ? -1 : 1;
    note_best(judged, made->move, weighed->pv, weighed->choice.value);
    judged->scored = weighed->scored;
    judged->score = sign * weighed->score;
    judged->mate = sign * weighed->mate;
}

/* A move made that looks better by a few visits loses nothing.  It counts as the best move only if
 * it certainly wins.  In a lost position no move loses more, except points. */
static void weigh(miai_engine *engine, const struct mi_made *made, struct mi_judged *judged)
{
    double best = mi_in_view_of(judged->player, judged->value);
    struct weighed weighed;
    const miai_choice *choice = &weighed.choice;
    miai_info info;
    miai_last_search(engine, &info);
    judged->certain = info.proof == LOST;
    if ((best <= 0 && !judged->leads) || !weigh_made(engine, made, &info, &weighed))
        return;
    judged->certain |= made->ends ? choice->value <= 0 || choice->value >= 1
                                  : choice->proof == LOST || choice->proof == WON;
    if (choice->value > best && (made->ends || choice->value >= 1))
        note_made(made, &weighed, judged);
    judged->loss = fmax(0, best - choice->value);
    double lead = judged->player ? -judged->lead : judged->lead;
    judged->cost = judged->leads && choice->leads ? fmax(0, lead - choice->lead) : 0;
}

/* Is the game over by the move?  Then the value becomes what it is worth to the player. */
static bool ends_game(miai_engine *engine, int player, const char *move, double *value)
{
    struct mi_made made;
    if (miai_play(engine, player, move) != MIAI_OK)
        return false;
    mi_analyze_made(engine, &made);
    miai_undo(engine, 1);
    *value = mi_in_view_of(player, made.result);
    return made.ends;
}

/* A search may take stones that are dead for alive where a pass ends the game.  If the move that
 * looks best does so, and brings less than the search believes, the other moves are searched. */
static void correct_end(miai_engine *engine, struct mi_judged *judged)
{
    const miai_avoid avoid = {.player = judged->player, .moves = judged->best, .depth = 1};
    double value, believed = mi_in_view_of(judged->player, judged->value);
    char best[MIAI_MOVE_TEXT];
    miai_info info;
    if (!ends_game(engine, judged->player, judged->best, &value) || value == believed)
        return;
    judged->value = mi_in_view_of(judged->player, value);
    if (value > believed || !search_part(engine, &avoid, NULL, best))
        return;
    miai_last_search(engine, &info);
    if (info.value > value && strcmp(best, judged->best) != 0)
        note_best(judged, best, info.pv, info.value);
}

static void judge_by_search(miai_engine *engine, const struct mi_made *made,
                            struct mi_judged *judged)
{
    const miai_analysis_request request = mi_analyze_request(engine);
    char best[MIAI_MOVE_TEXT];
    miai_info info;
    miai_request_analysis(engine, &request);
    if (miai_search(engine, judged->player, NULL, best, sizeof best) != MIAI_OK)
        return;
    miai_last_search(engine, &info);
    note_best(judged, best, info.pv, info.value);
    mi_analyze_found(engine, judged);
    correct_end(engine, judged);
    if (made->move[0] && strcmp(made->move, judged->best) != 0)
        weigh(engine, made, judged);
}

/* Is the game over, or is this the end of its record and only the passes are missing? */
static bool has_ended(miai_engine *engine, const struct mi_made *made)
{
    int score;
    return miai_over(engine, &score) || (made->move[0] == '\0' && miai_is_settled(engine));
}

void mi_analyze_judge(miai_engine *engine, const struct mi_made *made, struct mi_judged *judged)
{
    judged->player = made->move[0] ? made->player : miai_turn(engine);
    judged->best[0] = judged->pv[0] = '\0';
    judged->value = 0.5;
    judged->loss = 0;
    judged->done = true;
    if (has_ended(engine, made)) {
        note_count(engine, judged);
    } else if (passes_at_end(engine, made)) {
        note_best(judged, made->move, made->move, 0.5);
        note_count(engine, judged);
    } else {
        judge_by_search(engine, made, judged);
    }
}
