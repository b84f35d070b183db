/* Describes the result of a search as text and numbers. */
#include "info.h"

#include "analysis.h"
#include "engine/setup/human_network.h"

#include "base/text.h"
#include "search/common/score.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void mi_engine_write_choices(miai_engine *engine, const struct mi_root *root,
                             const struct mi_result *result)
{
    for (int i = 0; i < result->choice_count; i++)
        root->game->move_text(root->pos, result->choice[i].move, engine->choice_text[i],
                              MIAI_MOVE_TEXT);
}

void mi_engine_write_pv(miai_engine *engine, const struct mi_root *root,
                        const struct mi_result *result)
{
    char name[MIAI_MOVE_TEXT];
    struct mi_out out;
    mi_out_init(&out, engine->pv_text, sizeof engine->pv_text);
    memcpy(engine->scratch, root->pos, root->size);
    for (int i = 0; i < result->pv_length; i++) {
        root->game->move_text(engine->scratch, result->pv[i], name, sizeof name);
        mi_out_format(&out, "%s%s", i ? " " : "", name);
        root->game->play(engine->scratch, result->pv[i]);
    }
}

/* Is the score that of a proven win or loss? */
static bool score_is_proven(const struct mi_result *result)
{
    return result->scored && abs(result->score) >= MI_SCORE_PROVEN;
}

/* Plies to the proven end of the game, negative if losing; 0: not proven or unknown. */
static int plies_to_mate(const struct mi_result *result)
{
    if (!result->scored)
        return result->mate;
    int plies = MI_SCORE_WIN - abs(result->score);
    if (!score_is_proven(result) || plies >= MI_UNKNOWN_PLIES)
        return 0;
    return result->score > 0 ? plies : -plies;
}

/* The value to report. For a solved position or move this is the result, even in a game with
 * points, in which the search compares scores; the lead shows the margin. */
static double reported_value(double value, enum mi_proof proof)
{
    return proof == MI_UNPROVEN ? value : mi_scale_proof(proof);
}

/* A network always knows the lead of the best move and of the root. */
static void fill_lead(const miai_engine *engine, const struct mi_result *result, miai_info *info)
{
    info->leads = mi_engine_lead(engine, MIAI_NO_MOVE, &info->lead, &info->lead_deviation);
    info->root_lead = info->lead;
    if (result->leads) {
        info->leads = true;
        info->lead = result->lead;
        info->root_lead = result->root_lead;
    }
}

/* Does the current game contain the position that was searched? */
static bool game_contains_root(const miai_engine *engine)
{
    const int plies = engine->result_plies;
    return plies <= mi_history_plies(engine->history) &&
           mi_history_line_key(engine->history, plies) == engine->result_path;
}

static void fill_info(const miai_engine *engine, miai_info *info)
{
    const struct mi_result *result = engine->result;
    int mate = plies_to_mate(result);
    *info = (miai_info){
        .search = engine->result_search,
        .value = reported_value(result->value, result->proof),
        .proof = (int)result->proof,
        .scored = result->scored && (mate != 0 || !score_is_proven(result)),
        .score = result->score,
        .mate = mate,
        .playouts = result->playouts,
        .nodes = result->nodes,
        .leaves = result->leaves,
        .hits = result->hits + (uint64_t)engine->tablebase_root.count,
        .depth = result->depth,
        .max_ply = result->max_ply,
        .line = result->line,
        .number = result->number,
        .current = result->number > 0 ? engine->current_text : NULL,
        .full = result->full,
        .seconds = result->seconds,
        .reused_visits = result->reused_visits,
        .tree_nodes = result->tree_nodes,
        .tree_bytes = result->tree_bytes,
        .limit_bytes = result->limit_bytes,
        .wanted_bytes = engine->wanted_bytes,
        .without_weights = result->without_weights,
        .pv = engine->pv_text,
        .player = engine->result_player,
        .plies = engine->result_plies,
        .passed = game_contains_root(engine),
        .root_visits = result->root_visits,
        .root_value = reported_value(result->root_value, result->proof),
        .draws = result->draws,
    };
    if (result->draws && result->choice_count > 0) {
        info->draw = result->choice[0].draw;
        info->moves_left = result->choice[0].moves_left;
        info->own = result->position_value;
    }
    fill_lead(engine, result, info);
}

void miai_last_search(const miai_engine *engine, miai_info *info)
{
    if (engine->result_search)
        fill_info(engine, info);
    else
        *info = (miai_info){.pv = ""};
}

bool miai_line_at(const miai_engine *engine, int i, miai_info *info)
{
    miai_last_search(engine, info);
    if (!engine->result_search || i < 0 || i >= engine->result->choice_count)
        return false;
    if (i > 0) {
        const struct mi_choice *choice = &engine->result->choice[i];
        info->value = reported_value(choice->value, choice->proof);
        info->proof = (int)choice->proof;
        info->scored = false;
        info->score = info->mate = 0;
        info->draw = choice->draw;
        info->moves_left = choice->moves_left;
        if (engine->result->leads)
            info->lead = choice->lead;
        info->pv = engine->line_text;
        miai_choice_line(engine, i, engine->line_text, MI_PV_TEXT, NULL);
    }
    return true;
}

/* Wilson's score interval at 95 %: unlike the normal approximation it stays within 0 and 1 and is
 * valid for few visits (Wilson 1927; Brown, Cai and DasGupta 2001). */
static double wilson_lower_bound(const struct mi_choice *choice)
{
    const double z = 1.96;
    double n = (double)choice->visits, p = reported_value(choice->value, choice->proof);
    if (choice->proof != MI_UNPROVEN)
        return p;
    if (n < 1)
        return 0;
    p = p < 0 ? 0 : p > 1 ? 1 : p;
    double middle = p + z * z / (2 * n), half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n));
    double bound = (middle - half) / (1 + z * z / n);
    return bound < 0 ? 0 : bound > p ? p : bound;
}

/* The prior, scaled so that the sum is 1; uniform if there are no priors. */
static double normalized_prior(const struct mi_result *result, const struct mi_choice *choice)
{
    double sum = 0;
    for (int i = 0; i < result->choice_count; i++)
        sum += result->choice[i].prior;
    return sum > 0 ? choice->prior / sum : 1.0 / result->choice_count;
}

bool miai_choice_at(const miai_engine *engine, int i, miai_choice *choice)
{
    if (!engine->result_search || i < 0 || i >= engine->result->choice_count)
        return false;
    const struct mi_choice *from = &engine->result->choice[i];
    *choice = (miai_choice){
        .visits = from->visits,
        .looked_at = from->looked_at,
        .human_prior = mi_engine_human_prior(engine, from->move),
        .value = reported_value(from->value, from->proof),
        .share = from->share,
        .proof = (int)from->proof,
        .lcb = wilson_lower_bound(from),
        .prior = normalized_prior(engine->result, from),
        .amaf_visits = from->amaf_visits,
        .amaf = from->amaf,
        .draws = engine->result->draws,
        .draw = from->draw,
        .moves_left = from->moves_left,
        .own = from->position_value,
        .bound = from->bound,
    };
    /* a move without leaves gets the overall lead */
    choice->leads = mi_engine_lead(engine, from->move, &choice->lead, &choice->lead_deviation) ||
                    mi_engine_lead(engine, MIAI_NO_MOVE, &choice->lead, &choice->lead_deviation);
    if (engine->result->leads) {
        choice->leads = true;
        choice->lead = from->lead;
    }
    memcpy(choice->move, engine->choice_text[i], MIAI_MOVE_TEXT);
    return true;
}

void miai_on_info(miai_engine *engine, void (*report)(void *context, const miai_info *info),
                  void *context)
{
    engine->report = report;
    engine->report_context = context;
}
