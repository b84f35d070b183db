/* Adds the results to the game record in the form that other programs read: SGF values for
 * Sabaki (SBKV), PGN values for lichess ([%eval]), and comments, assessments and variations for
 * all. */
#include "analysis.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <math.h>
#include <string.h>

enum { TEXT_BYTES = 2 * MI_ANALYSIS_PV };

static const double GOOD_VALUE = 0.75,
                    WON_VALUE = 0.95; /* from these values on, a position is good or won */

/* ---- texts ---- */

/* Writes a line of play in the game's notation; the engine's position is the same afterwards. */
static void write_line_notation(miai_engine *engine, const char *line, char *text, size_t size)
{
    char copy[MI_ANALYSIS_PV], *rest = copy, *move, name[2 * MIAI_MOVE_TEXT];
    size_t n = 0;
    int plies = miai_plies(engine);
    snprintf(copy, sizeof copy, "%s", line);
    *text = '\0';
    while ((move = mi_next_word(&rest)) != NULL && n + sizeof name < size) {
        if (miai_write_move(engine, MIAI_TURN, move, name, sizeof name) < 0 ||
            miai_play(engine, MIAI_TURN, move) != MIAI_OK)
            snprintf(name, sizeof name, "%s", move);
        n += (size_t)snprintf(text + n, size - n, "%s%s", n ? " " : "", name);
    }
    miai_undo(engine, miai_plies(engine) - plies);
}

/* Loads a position and writes its best move. */
static void write_best_move(miai_engine *engine, const struct mi_game_analysis *game, int k,
                            char *text, size_t size)
{
    const char *best = game->list[k].best;
    if (miai_game_record_load(engine, game->game_record, k + 1, NULL) == MIAI_OK)
        write_line_notation(engine, best, text, size);
    else
        snprintf(text, size, "%s", best);
}

/* Writes for example "miai: 51.5% for White", and the lead if the game counts points.  Near an even
 * game the chance to win and the lead, which are estimated separately, can disagree. */
static size_t write_value(const miai_engine *engine, const struct mi_position_analysis *position,
                          char *text, size_t size)
{
    miai_presentation look = mi_current_presentation(engine);
    bool second = position->value < 0.5;
    size_t n = (size_t)snprintf(text, size, "miai: %.1f%% for %s",
                                100 * (second ? 1 - position->value : position->value),
                                look.players[second]);
    if (position->leads && (position->value - 0.5) * position->lead < 0)
        n += (size_t)snprintf(text + n, size - n, ", about even");
    else if (position->leads)
        n += (size_t)snprintf(text + n, size - n, ", %s leads by %.1f",
                              look.players[position->lead < 0], fabs(position->lead));
    return n;
}

/* ---- comments ---- */

/* Writes for example "[%eval 0.35] " or "[%eval #-3] ". */
static size_t write_eval(const struct mi_game_analysis *game,
                         const struct mi_position_analysis *position, char *text, size_t size)
{
    bool scored = position->scored || position->mate != 0;
    *text = '\0';
    if (strcmp(game->format, "pgn") != 0 || !scored)
        return 0;
    if (position->mate != 0)
        return (size_t)snprintf(text, size, "[%%eval #%d] ",
                                (position->mate + (position->mate > 0 ? 1 : -1)) / 2);
    return (size_t)snprintf(text, size, "[%%eval %.2f] ",
                            position->score / (double)MIAI_POINT_SCORE);
}

static void add_comment(miai_engine *engine, const struct mi_game_analysis *game, int k)
{
    const struct mi_position_analysis *position = &game->list[k],
                                      *before = k > 0 ? position - 1 : NULL;
    char text[TEXT_BYTES + 256], line[TEXT_BYTES], best[4 * MIAI_MOVE_TEXT];
    size_t n = write_eval(game, position, text, sizeof text);
    n += write_value(engine, position, text + n, sizeof text - n);
    if (before && (before->loss > 0 || before->points_lost >= 0.05) && before->best[0]) {
        write_best_move(engine, game, k - 1, best, sizeof best);
        n += (size_t)snprintf(text + n, sizeof text - n, "; loss %.1f%%", 100 * before->loss);
        if (before->points_lost >= 0.05)
            n += (size_t)snprintf(text + n, sizeof text - n, ", %.1f points", before->points_lost);
        n += (size_t)snprintf(text + n, sizeof text - n, ", best was %s", best);
    }
    if (position->best[0]) {
        write_best_move(engine, game, k, best, sizeof best);
        write_line_notation(engine, position->pv, line, sizeof line);
        snprintf(text + n, sizeof text - n, "; now best %s (%s)", best, line);
    }
    miai_game_record_note(game->game_record, k, "comment", text);
}

/* Adds the best line as a variation after a mistake. */
static void add_variation(miai_engine *engine, const struct mi_game_analysis *game, int k)
{
    const struct mi_position_analysis *position = &game->list[k];
    if (k < game->moves && position->loss >= MI_DOUBTFUL && position->pv[0] &&
        strcmp(position->best, position->played) != 0 &&
        miai_game_record_load(engine, game->game_record, k + 1, NULL) == MIAI_OK)
        miai_game_record_line(engine, game->game_record, k, position->pv);
}

/* ---- values and assessments ---- */

static void add_property(const struct mi_game_analysis *game, int k, const char *name,
                         const char *value)
{
    miai_game_record_note(game->game_record, k, name, value);
}

/* SBKV and V are from the view of Black in SGF, the first player. */
static void add_sgf_properties(const struct mi_game_analysis *game, int k)
{
    char value[32];
    const struct mi_position_analysis *position = &game->list[k];
    double loss = k > 0 ? game->list[k - 1].loss : 0;
    double certainty = position->value > 0.5 ? position->value : 1 - position->value;
    snprintf(value, sizeof value, "%.2f", 100 * position->value);
    add_property(game, k, "SBKV", value);
    if (position->leads) {
        snprintf(value, sizeof value, "%.1f", position->lead);
        add_property(game, k, "V", value);
    }
    if (certainty >= GOOD_VALUE)
        add_property(game, k, position->value > 0.5 ? "GB" : "GW",
                     certainty >= WON_VALUE ? "2" : "1");
    if (loss >= MI_BAD)
        add_property(game, k, "BM", loss >= MI_VERY_BAD ? "2" : "1");
    else if (loss >= MI_DOUBTFUL)
        add_property(game, k, "DO", "");
}

static void add_pgn_assessment(const struct mi_game_analysis *game, int k)
{
    double loss = k > 0 ? game->list[k - 1].loss : 0;
    if (loss >= MI_DOUBTFUL)
        add_property(game, k, "nag", loss >= MI_VERY_BAD ? "$4" : loss >= MI_BAD ? "$2" : "$6");
}

/* EPD has positions without moves; the comment goes to c9, which hardly any other program uses. */
static void add_epd_comment(miai_engine *engine, const struct mi_game_analysis *game)
{
    const struct mi_position_analysis *position = &game->list[0];
    char text[TEXT_BYTES + 256], line[TEXT_BYTES], best[4 * MIAI_MOVE_TEXT];
    size_t n = 1 + write_value(engine, position, text + 1, sizeof text - 1);
    text[0] = '"';
    if (position->best[0]) {
        write_best_move(engine, game, 0, best, sizeof best);
        write_line_notation(engine, position->pv, line, sizeof line);
        n += (size_t)snprintf(text + n, sizeof text - n, "; best %s (%s)", best, line);
    }
    snprintf(text + n, sizeof text - n, "\"");
    add_property(game, 0, "c9", text);
}

void mi_analysis_annotate(miai_engine *engine, const struct mi_game_analysis *game)
{
    bool sgf = strcmp(game->format, "sgf") == 0, epd = strcmp(game->format, "epd") == 0;
    miai_game_record_load(engine, game->game_record, 1, NULL);
    if (epd)
        add_epd_comment(engine, game);
    for (int k = 0; k <= game->moves && !epd; k++) {
        if (sgf)
            add_sgf_properties(game, k);
        else
            add_pgn_assessment(game, k);
        add_comment(engine, game, k);
        add_variation(engine, game, k);
    }
}
