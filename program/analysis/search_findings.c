/* Copies what a search found besides the best move: lead, score, distance to a proven end, owners
 * of points, and alternative moves. */
#include "analysis.h"

#include "program/convert/picture.h"
#include "protocol/io/suggestion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OWNER_STEPS = 20 }; /* steps from 'A' to 'U' */

/* The owners of points as letters, rows from the top; NULL: unknown. */
static char *owner_letters(const miai_engine *engine, int player)
{
    double owner[MIAI_MAX_POINTS];
    struct mi_picture picture;
    if (!mi_picture_read_board(engine, &picture) || !miai_ownership(engine, -1, owner, NULL))
        return NULL;
    int width = picture.width, height = picture.height;
    char *letters = malloc((size_t)(width * height) + 1);
    for (int i = 0; letters && i < width * height; i++) {
        int y = i / width, row = picture.from_top ? y : height - 1 - y;
        double first = (player ? -1 : 1) * owner[row * width + i % width];
        letters[i] = (char)('A' + lround((first + 1) * OWNER_STEPS / 2));
    }
    if (letters)
        letters[width * height] = '\0';
    return letters;
}

bool mi_analysis_search_is_by_depth(const miai_info *info)
{
    return strcmp(info->search, "alphabeta") == 0 ||
           (strcmp(info->search, "minimax") == 0 && info->depth > 0);
}

/* Was the move searched as well as the best one?  With MCTS, that means at least a tenth of the
 * best move's visits. */
static bool is_well_searched(const miai_info *info, const miai_choice *best,
                             const miai_choice *choice)
{
    bool enough = mi_analysis_search_is_by_depth(info) || choice->visits * 10 >= best->visits;
    return choice->visits > 0 && !choice->bound && enough;
}

/* Collects the next best moves that were searched well. */
static void collect_alternative_moves(const miai_engine *engine, const miai_info *info,
                                      struct mi_position_analysis *position)
{
    miai_choice best, choice;
    int count = 0;
    if (!miai_choice_at(engine, 0, &best))
        return;
    for (int i = 1; count < MI_ANALYSIS_ALTERNATIVES && miai_choice_at(engine, i, &choice); i++) {
        struct mi_alternative *other = &position->alternatives[count];
        if (!is_well_searched(info, &best, &choice))
            continue;
        other->value = mi_value_for_player(position->player, choice.value);
        char pv[MI_ANALYSIS_PV];
        miai_choice_line(engine, i, pv, sizeof pv, NULL);
        if (strlen(pv) >= sizeof other->pv) { /* cut at a move boundary */
            pv[sizeof other->pv - 1] = '\0';
            *strrchr(pv, ' ') = '\0';
        }
        memcpy(other->pv, pv, strlen(pv) + 1);
        count++;
    }
}

bool mi_game_is_scored_by_points(const miai_engine *engine)
{
    return mi_current_game(engine)->scoring != NULL;
}

/* Does the game have its own solver? */
static bool has_solver(const miai_game *game)
{
    const miai_solver *solver = game->solver;
    return solver &&
           (solver->open || solver->find_win || solver->mustplay || solver->solve_endgame);
}

/* Alpha-beta evaluates other moves only in a multi-PV search, which uses neither proofs nor the
 * game's solver; so ask for one line if the game has a solver. */
static int requested_lines(const miai_engine *engine)
{
    const miai_game *game = mi_current_game(engine);
    char search[64];
    miai_effective_option(engine, "search", search, sizeof search);
    bool multi_pv = strcmp(search, "alphabeta") == 0 && game->evaluation && !has_solver(game);
    return multi_pv ? 1 + MI_ANALYSIS_ALTERNATIVES : 0;
}

miai_analysis_request mi_analysis_search_request(const miai_engine *engine)
{
    return (miai_analysis_request){.points = mi_game_is_scored_by_points(engine),
                                   .lines = requested_lines(engine)};
}

void mi_analysis_copy_findings(const miai_engine *engine, struct mi_position_analysis *position)
{
    bool by_points = mi_game_is_scored_by_points(engine);
    miai_info info;
    miai_last_search(engine, &info);
    int sign = position->player ? -1 : 1;
    position->leads = info.leads || (by_points && info.scored);
    position->lead = sign * mi_lead_of(&info);
    position->scored = info.scored && !by_points;
    position->score = sign * info.score;
    position->mate = sign * info.mate;
    free(position->owner);
    position->owner = owner_letters(engine, position->player);
    collect_alternative_moves(engine, &info, position);
}
