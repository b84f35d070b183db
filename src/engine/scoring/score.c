/* The end of the game: the score, the status of stones, ladders. */
#include "score.h"

#include "status.h"

#include "base/text.h"
#include "search/common/territory.h"

#include <stdlib.h>
#include <string.h>

static const double NO_DEADLINE = 0;

static int score_with_status(const miai_engine *engine, const struct mi_status *status)
{
    return mi_scoring(mi_history_game(engine->history))
        ->settle(mi_history_position(engine->history), status->life);
}

static bool has_dead_stones(const miai_engine *engine, const struct mi_status *status, int player)
{
    for (int p = 0; p < miai_width(engine) * miai_height(engine); p++)
        if (status->piece[p] == player && status->life[p] == MIAI_DEAD)
            return true;
    return false;
}

enum mi_end_state mi_engine_end_state(miai_engine *engine, int player, double deadline,
                                      struct mi_status *status)
{
    const miai_game *game = mi_history_game(engine->history);
    const void *pos = mi_history_position(engine->history);
    if (!mi_engine_has_status(game))
        return MI_END_OPEN;
    mi_engine_status(engine, true, deadline, status);
    int sign = player == 0 ? 1 : -1, score_as_is = sign * mi_scoring(game)->settle(pos, NULL);
    if (status->too_early && score_as_is > 0)
        return MI_END_EARLY;
    if (status->unsettled)
        return MI_END_OPEN;
    int score = sign * score_with_status(engine, status);
    bool playing_on_costs = mi_scoring(game)->territory && mi_scoring(game)->territory(pos);
    if (score > 0 && !playing_on_costs && score_as_is <= 0)
        return status->finished ? MI_END_CAPTURE : MI_END_OPEN;
    if (!status->finished)
        return score > 0 ? MI_END_WON : score < 0 ? MI_END_LOST : MI_END_OPEN;
    bool lost_as_is = score <= 0 && score == score_as_is;
    return lost_as_is && !playing_on_costs && has_dead_stones(engine, status, 1 - player)
               ? MI_END_CAPTURE
               : MI_END_OVER;
}

int mi_engine_score_with_last_status(const miai_engine *engine, int player)
{
    int score = score_with_status(engine, engine->status);
    return player == 0 ? score : -score;
}

/* Writes "B+3.5"; score is in the first player's view. */
static void write_score(int score, char *text, size_t size)
{
    char number[32];
    struct mi_out out;
    mi_out_init(&out, text, size);
    mi_write_real(abs(score) / (double)MIAI_POINT_SCORE, number, sizeof number);
    if (score == 0)
        mi_out_add(&out, "0");
    else
        mi_out_format(&out, "%c+%s", score > 0 ? 'B' : 'W', number);
}

/* Has the game ended without a count, by repetition? */
static bool ended_by_repetition(const miai_engine *engine)
{
    const void *pos = mi_history_position(engine->history);
    int score;
    return mi_history_outcome(engine->history, &score) &&
           !mi_history_game(engine->history)->outcome(pos, &score);
}

int miai_final_score(miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    int score = 0;
    if (mi_engine_has_status(game) && !ended_by_repetition(engine)) {
        mi_engine_status(engine, false, NO_DEADLINE, engine->status);
        score = score_with_status(engine, engine->status);
    } else {
        if (!mi_history_outcome(engine->history, &score))
            return MIAI_NO_SCORE;
        if (game->points == 0)
            score = ((score > 0) - (score < 0)) * MIAI_POINT_SCORE;
    }
    write_score(score, text, size);
    return MIAI_OK;
}

bool miai_is_settled(miai_engine *engine)
{
    int score;
    if (mi_history_outcome(engine->history, &score))
        return true;
    if (!mi_engine_has_status(mi_history_game(engine->history)))
        return false;
    mi_engine_status(engine, false, NO_DEADLINE, engine->status);
    return engine->status->finished;
}

/* Writes the points of one chain as a line. */
static void add_chain(const miai_engine *engine, struct mi_out *out, const int16_t *chain, int id)
{
    char name[MIAI_MOVE_TEXT];
    int width = miai_width(engine), points = width * miai_height(engine);
    int letters = mi_notation(mi_history_game(engine->history))->letters;
    if (out->length > 0)
        mi_out_char(out, '\n');
    for (int p = id; p < points; p++) {
        if (chain[p] != id)
            continue;
        miai_point_text_in(letters, p % width, p / width, name, sizeof name);
        mi_out_format(out, "%s%s", p == id ? "" : " ", name);
    }
}

int miai_final_status(miai_engine *engine, const char *word, char *text, size_t size)
{
    static const char *const status_names[] = {
        [MIAI_ALIVE] = "alive", [MIAI_DEAD] = "dead", [MIAI_SEKI] = "seki", NULL};
    const struct mi_status *status = engine->status;
    int points = miai_width(engine) * miai_height(engine), wanted = 0;
    int16_t chain[MIAI_MAX_POINTS];
    struct mi_out out;
    while (status_names[wanted] && strcmp(status_names[wanted], word) != 0)
        wanted++;
    if (!status_names[wanted])
        return MIAI_SYNTAX;
    mi_out_init(&out, text, size);
    if (!mi_engine_has_status(mi_history_game(engine->history)))
        return MIAI_UNSUPPORTED;
    mi_engine_status(engine, false, NO_DEADLINE, engine->status);
    mi_find_chains(status->piece, miai_width(engine), points, chain);
    for (int p = 0; p < points; p++)
        if (chain[p] == p && status->life[p] == wanted)
            add_chain(engine, &out, chain, p);
    return MIAI_OK;
}

int miai_ladders(const miai_engine *engine, char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    bool caught[MIAI_MAX_POINTS] = {false};
    char name[MIAI_MOVE_TEXT];
    struct mi_out out;
    int width = miai_width(engine), letters = mi_notation(game)->letters;
    mi_out_init(&out, text, size);
    if (!mi_tactics(game)->ladders)
        return -1;
    mi_tactics(game)->ladders(mi_history_position(engine->history), caught);
    for (int p = 0; p < width * miai_height(engine); p++) {
        if (!caught[p])
            continue;
        miai_point_text_in(letters, p % width, p / width, name, sizeof name);
        mi_out_format(&out, "%s%s", out.length > 0 ? " " : "", name);
    }
    return mi_out_length(&out);
}
