/* GTP commands with which GoGui shows search results on the board. */
#include "gtp.h"

#include "base/clock.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"
#include "protocol/katago/rules.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PV_BYTES = MIAI_LINE_MAX * MIAI_MOVE_TEXT,
    VERTICES_BYTES = MIAI_MAX_POINTS * MIAI_MOVE_TEXT
};

static const double OWNERSHIP_SECONDS = 0.5; /* search time for estimating ownership */

/* The time between two pictures of the running search. */
static const double LIVE_INTERVAL = 0.3;

/* Is the move a point of the board?  GoGui can only show those. */
static bool is_point(const miai_engine *engine, const char *move)
{
    int width = miai_width(engine), height = miai_height(engine);
    return miai_point_read(move, width, height) != MIAI_NO_MOVE ||
           miai_point_read_in(MIAI_LETTERS_ALL, move, width, height) != MIAI_NO_MOVE;
}

/* ---- the moves of the last search ---- */

/* The part of the line after the moves played since the search, so that its first move is made by
 * the side to move, as GoGui and HexGui expect.  NULL if other moves were played. */
static char *pv_from_current_position(const miai_engine *engine, const miai_info *info, char *line)
{
    char text[MIAI_MOVE_TEXT];
    const int plies = miai_plies(engine);
    if (!info->passed)
        return NULL;
    for (int i = info->plies; i < plies; i++) {
        const char *move = mi_next_word(&line);
        if (!move || miai_move_text(engine, i, NULL, text, sizeof text) < 0 ||
            strcmp(move, text) != 0)
            return NULL;
    }
    return line;
}

static const char *gtp_pv(struct mi_gtp *gtp, char *args)
{
    miai_info info;
    char text[PV_BYTES];
    (void)args;
    miai_last_search(gtp->engine, &info);
    snprintf(text, sizeof text, "%s", info.pv ? info.pv : "");
    const char *line = pv_from_current_position(gtp->engine, &info, text);
    mi_reply_add(&gtp->reply, line ? line : "");
    return NULL;
}

/* Writes the label of a move's point; returns false if it has none. */
typedef bool write_label(const miai_choice *choice, char *text, size_t size);

static const char *add_labels(struct mi_gtp *gtp, write_label *write)
{
    miai_choice choice;
    char text[32];
    for (int i = 0; miai_choice_at(gtp->engine, i, &choice); i++)
        if (is_point(gtp->engine, choice.move) && write(&choice, text, sizeof text))
            mi_reply_format(&gtp->reply, "%s%s %s", gtp->reply.length ? " " : "", choice.move,
                            text);
    return NULL;
}

/* A point has space for about three digits. */
static void write_short_count(uint64_t n, char *text, size_t size)
{
    if (n < 10000)
        snprintf(text, size, "%" PRIu64, n);
    else if (n < 10000000)
        snprintf(text, size, "%" PRIu64 "k", n / 1000);
    else
        snprintf(text, size, "%" PRIu64 "M", n / 1000000);
}

static bool write_visits_label(const miai_choice *choice, char *text, size_t size)
{
    write_short_count(choice->visits, text, size);
    return choice->visits > 0;
}

static void write_percent(double value, char *text, size_t size)
{
    snprintf(text, size, "%.0f", 100 * value);
}

static bool write_value_label(const miai_choice *choice, char *text, size_t size)
{
    write_percent(choice->value, text, size);
    return choice->visits > 0;
}

static bool write_prior_label(const miai_choice *choice, char *text, size_t size)
{
    snprintf(text, size, "%.1f", 100 * choice->prior);
    return choice->prior >= 0.001;
}

static bool write_amaf_label(const miai_choice *choice, char *text, size_t size)
{
    write_percent(choice->amaf, text, size);
    return choice->amaf_visits > 0;
}

static const char *gtp_gfx_visits(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return add_labels(gtp, write_visits_label);
}

static const char *gtp_gfx_values(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return add_labels(gtp, write_value_label);
}

static const char *gtp_gfx_priors(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return add_labels(gtp, write_prior_label);
}

static const char *gtp_gfx_amaf(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return add_labels(gtp, write_amaf_label);
}

/* ---- points ---- */

/* Searches the position briefly.  owner becomes the ownership of each point, 1 for the first
 * player. */
static const char *estimate_ownership(struct mi_gtp *gtp, double *owner)
{
    const miai_analysis_request request = {.points = true};
    const miai_limits limits = {.seconds = OWNERSHIP_SECONDS};
    char move[MIAI_MOVE_TEXT];
    miai_request_analysis(gtp->engine, &request);
    int error = miai_search(gtp->engine, MIAI_TURN, &limits, move, sizeof move);
    bool has_ownership = error == MIAI_OK && miai_ownership(gtp->engine, -1, owner, NULL);
    miai_request_analysis(gtp->engine, NULL);
    if (!has_ownership)
        return miai_error_text(error == MIAI_OK ? MIAI_UNSUPPORTED : error);
    for (int p = 0; p < miai_width(gtp->engine) * miai_height(gtp->engine); p++)
        if (miai_turn(gtp->engine) == 1)
            owner[p] = 0.0 - owner[p];
    return NULL;
}

static void add_owner_value(struct mi_reply *reply, double owner)
{
    mi_reply_format(reply, "%.3f", owner);
}

static void add_owner_color(struct mi_reply *reply, double owner)
{
    const double sure = 0.5;
    mi_reply_add(reply, owner > sure ? "b" : owner < -sure ? "w" : "\"\"");
}

static const char *show_points(struct mi_gtp *gtp,
                               void (*add)(struct mi_reply *reply, double owner))
{
    double owner[MIAI_MAX_POINTS];
    int width = miai_width(gtp->engine);
    const char *failure = estimate_ownership(gtp, owner);
    if (failure)
        return failure;
    mi_reply_add(&gtp->reply, "\n");
    for (int y = miai_height(gtp->engine) - 1; y >= 0; y--)
        for (int x = 0; x < width; x++) {
            add(&gtp->reply, owner[y * width + x]);
            mi_reply_add(&gtp->reply, x < width - 1 ? " " : "\n");
        }
    return NULL;
}

static const char *gtp_ownership(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return show_points(gtp, add_owner_value);
}

static const char *gtp_territory(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return show_points(gtp, add_owner_color);
}

/* Adds a GoGui graphics command with all stones of that status. */
static int add_stones_of_status(struct mi_gtp *gtp, const char *picture, const char *status,
                                char *stones)
{
    int error = miai_final_status(gtp->engine, status, stones, VERTICES_BYTES);
    if (error != MIAI_OK || *stones == '\0')
        return error;
    for (char *c = stones; *c; c++)
        *c = (char)(*c == '\n' ? ' ' : *c);
    mi_reply_add(&gtp->reply, picture);
    mi_reply_add(&gtp->reply, stones);
    mi_reply_add(&gtp->reply, "\n");
    return MIAI_OK;
}

static const char *gtp_status(struct mi_gtp *gtp, char *args)
{
    char *stones = malloc(VERTICES_BYTES);
    (void)args;
    if (!stones)
        return miai_error_text(MIAI_NO_MEMORY);
    int error = add_stones_of_status(gtp, "MARK ", "dead", stones);
    if (error == MIAI_OK)
        error = add_stones_of_status(gtp, "SQUARE ", "seki", stones);
    free(stones);
    if (error == MIAI_OK)
        mi_reply_add(&gtp->reply, "TEXT dead: crossed, seki: square");
    return mi_gtp_error_text(error);
}

static const char *gtp_ladders(struct mi_gtp *gtp, char *args)
{
    (void)args;
    return mi_gtp_reply_written(gtp, miai_ladders);
}

/* ---- the whole search in one picture ---- */

/* Adds GoGui graphics commands: the best line, and the values and visits of the moves. */
static void add_search_graphics(const miai_engine *engine, const miai_info *info,
                                struct mi_reply *reply)
{
    char text[PV_BYTES], *rest = text;
    miai_choice choice;
    const char *move;
    int player = info->player, sign = player == 0 ? 1 : -1;
    if (miai_choice_line(engine, 0, text, sizeof text, NULL) < 0)
        return;
    mi_reply_add(reply, "VAR");
    for (; (move = mi_next_word(&rest)) != NULL; player = 1 - player)
        if (is_point(engine, move) || strcmp(move, "pass") == 0)
            mi_reply_format(reply, " %c %s", player == 0 ? 'b' : 'w', move);
    mi_reply_add(reply, "\nINFLUENCE");
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        if (is_point(engine, choice.move) && choice.visits > 0)
            mi_reply_format(reply, " %s %.3f", choice.move, sign * (2 * choice.value - 1));
    mi_reply_add(reply, "\nLABEL");
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        if (is_point(engine, choice.move) && write_visits_label(&choice, text, sizeof text))
            mi_reply_format(reply, " %s %s", choice.move, text);
    mi_reply_format(reply, "\nTEXT %s: value %.3f, visits %" PRIu64 ", depth %d, %.1f s\n",
                    info->search, info->value, info->root_visits, info->depth, info->seconds);
}

static const char *gtp_gfx(struct mi_gtp *gtp, char *args)
{
    miai_info info;
    (void)args;
    miai_last_search(gtp->engine, &info);
    if (info.search)
        add_search_graphics(gtp->engine, &info, &gtp->reply);
    return NULL;
}

void mi_gtp_show_in_gogui(struct mi_gtp *gtp, const miai_info *info)
{
    struct mi_reply text = {0}, translated = {0};
    double now = mi_clock();
    if (!gtp->live_gfx || info->line > 1 || now - gtp->last_shown < LIVE_INTERVAL)
        return;
    gtp->last_shown = now;
    mi_reply_add(&text, "gogui-gfx:\n");
    add_search_graphics(gtp->engine, info, &text);
    mi_reply_add(&text, "\n");
    mi_gtp_translate_reply(gtp, &text, &translated);
    if (!text.failed)
        fputs(text.text, stderr);
    mi_reply_free(&text);
    mi_reply_free(&translated);
}

/* ---- the list of analyze commands ---- */

/* What a game must support for a command to be listed. */
enum requirement { NOTHING, POINTS, OWNERS, STATUS, LADDERS, RULES, NETWORKS };

/* Are some of the legal moves points of the board, or are there no legal moves at the moment?
 * GoGui cannot show moves from one point to another. */
static bool has_points(const miai_engine *engine)
{
    struct mi_reply moves = {0};
    mi_reply_add_legal_moves(&moves, engine, MIAI_TURN);
    char *rest = moves.text ? moves.text : "";
    const char *move = mi_next_word(&rest);
    bool found = !move;
    for (; move && !found; move = mi_next_word(&rest))
        found = is_point(engine, move);
    mi_reply_free(&moves);
    return found;
}

static bool meets_requirement(const miai_engine *engine, enum requirement requirement)
{
    const miai_game *game = mi_current_game(engine);
    const miai_scoring *scoring = game->scoring;
    if (requirement == POINTS)
        return has_points(engine);
    if (requirement == RULES)
        return mi_game_has_katago_rules(game);
    if (requirement == NETWORKS)
        return miai_option_applies(engine, "network-weight");
    if (requirement == LADDERS)
        return game->tactics && game->tactics->ladders;
    return requirement == NOTHING || (scoring && (requirement == OWNERS ? scoring->ownership != NULL
                                                                        : scoring->settle != NULL));
}

static const char *gtp_gogui_analyze_commands(struct mi_gtp *gtp, char *args)
{
    static const struct {
        const char *line;
        enum requirement requirement;
    } list[] = {
        {"gfx/Last search/miai-gfx", NOTHING},
        {"var/Principal variation/miai-pv", POINTS},
        {"pspairs/Visits/miai-gfx_visits", POINTS},
        {"pspairs/Values/miai-gfx_values", POINTS},
        {"pspairs/Priors/miai-gfx_priors", POINTS},
        {"pspairs/AMAF/miai-gfx_amaf", POINTS},
        {"hstring/Search info/miai-stats", NOTHING},
        {"dboard/Ownership/miai-ownership", OWNERS},
        {"bwboard/Territory/miai-territory", OWNERS},
        {"gfx/Status of stones/miai-status", STATUS},
        {"plist/Stones in ladders/miai-ladders", LADDERS},
        {"plist/Dead stones/final_status_list dead", STATUS},
        {"string/Final score/final_score", NOTHING},
        {"string/Estimated score/estimate_score", OWNERS},
        {"plist/Legal moves/miai-legal", POINTS},
        {"string/Best move/reg_genmove %m", NOTHING},
        {"string/Rules/kata-get-rules", RULES},
        {"hstring/Position/showboard", NOTHING},
        {"none/Forget the tree/clear_cache", NOTHING},
        {"param/Parameters: play/miai-params play", NOTHING},
        {"param/Parameters: machine and files/miai-params machine", NOTHING},
        {"param/Parameters: search/miai-params search", NOTHING},
        {"param/Parameters: networks/miai-params networks", NETWORKS},
    };
    (void)args;
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (meets_requirement(gtp->engine, list[i].requirement))
            mi_reply_format(&gtp->reply, "%s\n", list[i].line);
    return NULL;
}

const struct mi_gtp_command mi_gtp_gogui_show_commands[] = {
    {"gogui-analyze_commands", "", 0, 0, gtp_gogui_analyze_commands},
    {"miai-gfx", "", 0, 0, gtp_gfx},
    {"miai-pv", "", 0, 0, gtp_pv},
    {"miai-gfx_visits", "", 0, 0, gtp_gfx_visits},
    {"miai-gfx_values", "", 0, 0, gtp_gfx_values},
    {"miai-gfx_priors", "", 0, 0, gtp_gfx_priors},
    {"miai-gfx_amaf", "", 0, 0, gtp_gfx_amaf},
    {"miai-ownership", "", 0, 0, gtp_ownership},
    {"miai-territory", "", 0, 0, gtp_territory},
    {"miai-status", "", 0, 0, gtp_status},
    {"miai-ladders", "", 0, 0, gtp_ladders},
    {0},
};
