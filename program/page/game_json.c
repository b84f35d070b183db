/* Writes a game as JSON: each board as changes to the previous one, the results, and the lines
 * of play.  game.js reads it. */
#include "page.h"

#include "base/system.h"

#include "program/convert/picture.h"
#include "program/explain/explain.h"
#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <math.h>
#include <string.h>

enum { LINE_PLIES = 12, MAX_TURNING_POINTS = 10 };

/* ---- values ---- */

void mi_page_changes(const struct mi_picture *before, const struct mi_picture *now,
                     struct mi_reply *reply)
{
    const char *between = "";
    mi_reply_add(reply, "[");
    for (int i = 0; now->pieces[i]; i++)
        if (now->pieces[i] != before->pieces[i]) {
            mi_reply_format(reply, "%s%d,\"%c\"", between, i, now->pieces[i]);
            between = ",";
        }
    mi_reply_add(reply, "]");
}

/* ---- lines of play ---- */

/* Adds a move and its changes, and plays it; false: illegal. */
static bool add_move_json(miai_engine *engine, const char *move, struct mi_picture *now,
                          struct mi_reply *reply)
{
    char text[2 * MIAI_MOVE_TEXT];
    struct mi_picture before = *now;
    if (miai_write_move(engine, MIAI_TURN, move, text, sizeof text) < 0 ||
        miai_play(engine, MIAI_TURN, move) != MIAI_OK || !mi_picture_read_board(engine, now))
        return false;
    mi_reply_add(reply, "[");
    mi_json_add(reply, text, false);
    mi_reply_add(reply, ",");
    mi_page_changes(&before, now, reply);
    mi_reply_add(reply, "]");
    return true;
}

/* Adds a line of play from the current position, which is the same afterwards. */
static void add_line_json(miai_engine *engine, const char *line, struct mi_reply *reply)
{
    char copy[MI_ANALYSIS_PV], *rest = copy, *move;
    struct mi_picture now;
    struct mi_reply move_json = {0};
    int plies = miai_plies(engine);
    snprintf(copy, sizeof copy, "%s", line);
    mi_picture_read_board(engine, &now);
    mi_reply_add(reply, "[");
    for (int i = 0; i < LINE_PLIES && (move = mi_next_word(&rest)) != NULL; i++) {
        mi_reply_clear(&move_json);
        if (!add_move_json(engine, move, &now, &move_json))
            break;
        mi_reply_add(reply, i ? "," : "");
        mi_reply_bytes(reply, move_json.text, move_json.length);
    }
    mi_reply_add(reply, "]");
    reply->failed |= move_json.failed;
    mi_reply_free(&move_json);
    miai_undo(engine, miai_plies(engine) - plies);
}

static void add_alternatives(miai_engine *engine, const struct mi_position_analysis *position,
                             struct mi_reply *reply)
{
    mi_reply_add(reply, "\"others\":[");
    for (int i = 0; i < MI_ANALYSIS_ALTERNATIVES && position->alternatives[i].pv[0]; i++) {
        mi_reply_format(reply, "%s[%.4f,", i ? "," : "", position->alternatives[i].value);
        add_line_json(engine, position->alternatives[i].pv, reply);
        mi_reply_add(reply, "]");
    }
    mi_reply_add(reply, "],");
}

/* ---- a position ---- */

/* Adds the move played, in the game's notation. */
static void add_played(miai_engine *engine, const struct mi_position_analysis *position,
                       struct mi_reply *reply)
{
    char text[2 * MIAI_MOVE_TEXT];
    if (miai_write_move(engine, position->player, position->played, text, sizeof text) < 0)
        snprintf(text, sizeof text, "%s", position->played);
    mi_json_add_text(reply, "m", text);
}

static void add_findings(const struct mi_position_analysis *position, struct mi_reply *reply)
{
    mi_reply_format(reply, "\"p\":%d,\"v\":%.4f,\"loss\":%.4f,", position->player, position->value,
                    position->loss);
    if (position->leads)
        mi_reply_format(reply, "\"lead\":%.1f,\"cost\":%.1f,", position->lead,
                        position->points_lost);
    if (position->scored && position->mate == 0)
        mi_reply_format(reply, "\"score\":%.2f,", position->score / (double)MIAI_POINT_SCORE);
    if (position->mate != 0)
        mi_reply_format(reply, "\"mate\":%d,", position->mate);
    if (position->owner)
        mi_json_add_text(reply, "own", position->owner);
}

/* Adds the winning line of the final position. */
static void add_winning_line(const miai_engine *engine, const struct mi_picture *before,
                             const struct mi_picture *now, struct mi_reply *reply)
{
    int line[MI_LINE_POINTS], score = 0;
    int count = miai_over(engine, &score) ? mi_winning_line(now, before, score, line) : 0;
    for (int i = 0; i < count; i++)
        mi_reply_format(reply, "%s%d", i ? "," : "\"won\":[", line[i]);
    mi_reply_add(reply, count ? "]," : "");
}

/* Adds the engine's position; before: the previous board. */
static void add_position_json(miai_engine *engine, const struct mi_position_analysis *position,
                              bool last, const struct mi_picture *before,
                              const struct mi_picture *now, struct mi_reply *reply)
{
    mi_reply_add(reply, "{");
    add_findings(position, reply);
    if (!last)
        add_played(engine, position, reply);
    else
        add_winning_line(engine, before, now, reply);
    add_alternatives(engine, position, reply);
    mi_reply_add(reply, "\"best\":");
    add_line_json(engine, position->pv[0] ? position->pv : position->best, reply);
    mi_reply_add(reply, ",\"d\":");
    mi_page_changes(before, now, reply);
    mi_reply_add(reply, "}");
}

static void add_positions(miai_engine *engine, const struct mi_game_analysis *game,
                          struct mi_reply *reply)
{
    struct mi_picture before, now;
    for (int k = 0; k <= game->moves; k++) {
        if (miai_game_record_load(engine, game->game_record, k + 1, NULL) != MIAI_OK)
            break;
        mi_picture_read_board(engine, &now);
        if (k == 0)
            before = now;
        mi_reply_add(reply, k ? ",\n" : "");
        add_position_json(engine, &game->list[k], k == game->moves, &before, &now, reply);
        before = now;
    }
}

/* ---- the game ---- */

/* Should the page state the rules?  Most games are nearly always played by their first rule set,
 * which readers know. */
static bool are_rules_unusual(const miai_engine *engine, const char *rules)
{
    const miai_game *game = mi_current_game(engine);
    return game->scoring || !game->rules || strcmp(rules, game->rules[0]) != 0;
}

static void add_headers(const miai_engine *engine, const struct mi_game_analysis *game,
                        struct mi_reply *reply)
{
    static const char *const headers[] = {"event", "place",  "date",   "round",
                                          "first", "second", "result", "opening"};
    char text[512];
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (miai_game_record_tell(engine, game->game_record, headers[i], text, sizeof text) >= 0)
            mi_json_add_text(reply, headers[i], text);
    if (miai_get_option(engine, "rules", text, sizeof text) > 0 && are_rules_unusual(engine, text))
        mi_json_add_text(reply, "rules", text);
    if (mi_explain_current_rules(engine, text, sizeof text) > 0)
        mi_json_add_text(reply, "rulesInWords", text);
    if (miai_option_applies(engine, "komi"))
        mi_reply_format(reply, "\"komi\":%g,", miai_komi(engine));
    mi_reply_format(reply, "\"drawn\":%d,", game->random_plies);
}

/* Writes for example ", network miai-go-5 (built in)"; ", no network" if the search could use one;
 * or else the weights of the evaluation, if the game has them. */
static void write_network_name(miai_engine *engine, const char *search, char *text, size_t size)
{
    char name[128], weights[256];
    bool built_in;
    if (miai_network_in_use(engine, name, sizeof name, &built_in) > 0)
        snprintf(text, size, ", network %s%s", name, built_in ? " (built in)" : "");
    else if (strcmp(search, "alphabeta") != 0 && miai_option_applies(engine, "network"))
        snprintf(text, size, ", no network");
    else if (miai_option_applies(engine, "eval-file") &&
             miai_effective_option(engine, "eval-file", weights, sizeof weights) > 0 &&
             strcmp(weights, "none") != 0)
        snprintf(text, size, ", evaluation %.100s",
                 strcmp(weights, "auto") == 0 ? "built in" : mi_system_basename(weights));
}

/* Adds the limits, the search and the network that analysed each position. */
static void add_search_limits(miai_engine *engine, struct mi_reply *reply)
{
    static const struct {
        const char *option, *unit;
    } limits[] = {
        {"time", "s"}, {"playouts", "playouts"}, {"depth", "plies"}, {"threads", "threads"}};
    char value[256], search[32] = "", text[512] = "";
    size_t n = 0;
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        if (miai_get_option(engine, limits[i].option, value, sizeof value) > 0 &&
            strcmp(value, "0") != 0 && strcmp(value, "auto") != 0 &&
            (strcmp(limits[i].option, "threads") != 0 || strcmp(value, "1") != 0))
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%.20s %s", n ? ", " : "", value,
                                  limits[i].unit);
    if (n == 0)
        n = (size_t)snprintf(text, sizeof text, "1 s");
    n += (size_t)snprintf(text + n, sizeof text - n, " per position");
    if (miai_effective_option(engine, "search", search, sizeof search) > 0)
        n += (size_t)snprintf(text + n, sizeof text - n, ", search %s", search);
    write_network_name(engine, search, text + n, sizeof text - n);
    mi_json_add_text(reply, "effort", text);
}

/* Does a move only choose a column? */
static bool move_is_column(const miai_engine *engine)
{
    char moves[MIAI_MAX_LEGAL * MIAI_MOVE_TEXT];
    int n = 0, first_row_moves = 0;
    miai_legal_moves(engine, MIAI_TURN, moves, sizeof moves);
    for (char *rest = moves, *move; (move = mi_next_word(&rest)) != NULL; n++)
        first_row_moves += strchr(move, '1') != NULL;
    return n == first_row_moves && n == miai_width(engine) && miai_height(engine) > 1;
}

void mi_page_board(const miai_engine *engine, const struct mi_picture *picture,
                   struct mi_reply *reply)
{
    const miai_presentation *look = &picture->look;
    mi_json_add_text(reply, "title", picture->game->title);
    const miai_game *game = picture->game;
    if (game->min_width != game->max_width || game->min_height != game->max_height)
        mi_reply_add(reply, "\"sized\":1,");
    mi_reply_format(reply, "\"w\":%d,\"h\":%d,\"top\":%d,\"sides\":%d,\"drops\":%d,\"points\":%d,",
                    picture->width, picture->height, picture->from_top, look->sides,
                    move_is_column(engine), mi_game_is_scored_by_points(engine));
    mi_json_add_text(reply, "columns", picture->columns);
    mi_json_add_text(reply, "grid", picture->grid);
    mi_json_add_text(reply, "board", look->board);
    mi_json_add_text(reply, "dark", look->dark);
    mi_json_add_text(reply, "line", look->line);
    for (int i = 0; i < 2; i++) {
        mi_json_add_text(reply, i ? "colour1" : "colour0", look->colours[i]);
        mi_json_add_text(reply, i ? "player1" : "player0", look->players[i]);
    }
    mi_json_add_piece_glyphs(reply, picture->game);
    mi_json_add_text(reply, "start", picture->pieces);
}

static void add_move_stats(struct mi_move_stats sum, struct mi_reply *reply)
{
    mi_reply_format(reply, "[%d,%.1f,%.4f,%.2f,%d,%d,%d]", sum.moves, sum.accuracy, sum.loss,
                    sum.points_lost, sum.doubtful, sum.bad, sum.very_bad);
}

static void add_statistics(const struct mi_game_analysis *game, struct mi_reply *reply)
{
    mi_reply_add(reply, "\"sums\":[");
    for (int player = 0; player < 2; player++)
        for (int phase = -1; phase < MI_PHASES; phase++) {
            mi_reply_add(reply, player == 0 && phase < 0 ? "" : ",");
            add_move_stats(mi_move_stats_of(game, player, phase), reply);
        }
    mi_reply_add(reply, "],");
}

static void add_turning_points(miai_engine *engine, const struct mi_game_analysis *game,
                               struct mi_reply *reply)
{
    int list[MAX_TURNING_POINTS], n = mi_turning_points(game, list, MAX_TURNING_POINTS);
    mi_reply_add(reply, "\"turns\":[");
    for (int i = 0; i < n; i++) {
        mi_reply_format(reply, "%s{\"k\":%d,\"why\":[", i ? ",\n" : "", list[i]);
        int kinds = mi_explain_game_move(engine, game, list[i], reply);
        mi_reply_format(reply, "],\"kinds\":%d}", kinds);
    }
    mi_reply_add(reply, "],\n");
}

void mi_page_game(miai_engine *engine, const struct mi_game_analysis *game, struct mi_reply *reply)
{
    struct mi_picture picture;
    mi_reply_add(reply, "{");
    if (miai_game_record_load(engine, game->game_record, 1, NULL) == MIAI_OK &&
        mi_picture_read_board(engine, &picture))
        mi_page_board(engine, &picture, reply);
    add_headers(engine, game, reply);
    add_search_limits(engine, reply);
    add_statistics(game, reply);
    add_turning_points(engine, game, reply);
    mi_reply_add(reply, "\"positions\":[\n");
    add_positions(engine, game, reply);
    mi_reply_add(reply, "\n]}");
}
