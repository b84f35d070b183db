/* GTP commands of miai's own: options, levels, statistics, positions. */
#include "gtp.h"

#include "protocol/io/file.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PERFT_DEPTH = 100 };

/* The effective value of "auto" depends on the network that the next search will use, so prepare
 * that search first. */
static const char *reply_option_list(struct mi_gtp *gtp)
{
    const miai_option *option;
    miai_prepare(gtp->engine);
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++) {
        char value[256], effective[256];
        if (!miai_option_applies(gtp->engine, option->name))
            continue;
        mi_reply_format(&gtp->reply, "%s ", option->name);
        mi_gtp_reply_option_value(gtp, option->name);
        if (miai_get_option(gtp->engine, option->name, value, sizeof value) > 0 &&
            miai_effective_option(gtp->engine, option->name, effective, sizeof effective) > 0 &&
            strcmp(value, effective) != 0)
            mi_reply_format(&gtp->reply, " (%s)", effective);
        mi_reply_add(&gtp->reply, "\n");
    }
    return NULL;
}

/* miai-param: lists the options that apply to the current game and search.  miai-param NAME: reads
 * an option.  miai-param NAME VALUE: sets it. */
static const char *gtp_param(struct mi_gtp *gtp, char *args)
{
    const char *name = mi_next_word(&args), *value = mi_next_word(&args);
    if (!name)
        return reply_option_list(gtp);
    if (!value)
        return mi_gtp_reply_option_value(gtp, name);
    return mi_gtp_set_option(gtp, name, value);
}

/* level: reports the level and the range.  level LEVEL: sets it.  level max: full strength. */
static const char *gtp_level(struct mi_gtp *gtp, char *args)
{
    enum miai_scale scale;
    int min, max;
    char text[16], weakest[16], strongest[16];
    if (*args)
        return mi_gtp_set_option(gtp, "level", strcmp(args, "max") == 0 ? "" : args);
    if (!miai_level_range(gtp->engine, &scale, &min, &max))
        return "the game has no levels";
    miai_level_text(scale, min, weakest, sizeof weakest);
    miai_level_text(scale, max, strongest, sizeof strongest);
    bool set = miai_get_option(gtp->engine, "level", text, sizeof text) > 0;
    mi_reply_format(&gtp->reply, "%s (%s to %s, or max)", set ? text : "max", weakest, strongest);
    return NULL;
}

static const char *proof_name(int proof)
{
    static const char *const names[] = {"none", "loss", "draw", "win"};
    return names[proof];
}

/* If there are several MPI ranks: a line for each, as known to rank 0. */
static void add_rank_lines(struct mi_gtp *gtp)
{
    miai_rank_info rank;
    if (miai_ranks(gtp->engine) == 1)
        return;
    mi_reply_format(&gtp->reply, "ranks %d\n", miai_ranks(gtp->engine));
    mi_reply_format(&gtp->reply, "exchange_seconds %.4f\n", miai_exchange_seconds(gtp->engine));
    for (int i = 0; miai_rank_at(gtp->engine, i, &rank); i++)
        mi_reply_format(&gtp->reply,
                        "rank %d playouts %" PRIu64 " received_bytes %" PRIu64
                        " sent_bytes %" PRIu64 " received %" PRIu64 " missed %" PRIu64
                        " lost %" PRIu64 "%s\n",
                        i, rank.done, rank.received_bytes, rank.sent_bytes, rank.received,
                        rank.missed, rank.lost, rank.away ? " away" : "");
}

static const char *gtp_stats(struct mi_gtp *gtp, char *args)
{
    miai_info info;
    struct mi_reply *reply = &gtp->reply;
    (void)args;
    miai_last_search(gtp->engine, &info);
    mi_reply_format(reply, "search %s\n", info.search ? info.search : "none");
    mi_reply_format(reply, "playouts %" PRIu64 "\n", info.playouts);
    mi_reply_format(reply, "seconds %.3f\n", info.seconds);
    mi_reply_format(reply, "nodes %" PRIu64 "\n", info.nodes);
    mi_reply_format(reply, "leaves %" PRIu64 "\n", info.leaves);
    mi_reply_format(reply, "depth %d\n", info.depth);
    mi_reply_format(reply, "value %.4f\n", info.value);
    if (info.leads)
        mi_reply_format(reply, "lead %.2f\n", info.lead);
    mi_reply_format(reply, "proof %s\n", proof_name(info.proof));
    if (info.scored)
        mi_reply_format(reply, "score %.2f\n", info.score / (double)MIAI_POINT_SCORE);
    mi_reply_format(reply, "reused_visits %" PRIu64 "\n", info.reused_visits);
    mi_reply_format(reply, "tree_nodes %" PRIu64 "\n", info.tree_nodes);
    mi_reply_format(reply, "tree_bytes %" PRIu64 "\n", info.tree_bytes);
    mi_reply_format(reply, "limit_bytes %" PRIu64 "\n", info.limit_bytes);
    mi_reply_format(reply, "wanted_bytes %" PRIu64 "\n", info.wanted_bytes);
    add_rank_lines(gtp);
    mi_reply_add(reply, "pv ");
    mi_reply_add(reply, info.pv ? info.pv : "");
    return NULL;
}

/* A line "MOVE VISITS SHARE VALUE" for each move, best first; for a solved move its proof follows.
 */
static const char *gtp_visits(struct mi_gtp *gtp, char *args)
{
    miai_choice choice;
    (void)args;
    for (int i = 0; miai_choice_at(gtp->engine, i, &choice); i++)
        mi_reply_format(&gtp->reply, "%s %" PRIu64 " %.4f %.4f%s%s\n", choice.move, choice.visits,
                        choice.share, choice.value, choice.proof ? " " : "",
                        choice.proof ? proof_name(choice.proof) : "");
    return NULL;
}

static const char *gtp_perft(struct mi_gtp *gtp, char *args)
{
    int depth;
    uint64_t count;
    if (!mi_read_word_int(args, &depth) || depth < 0 || depth > MAX_PERFT_DEPTH)
        return mi_gtp_syntax_error;
    int error = miai_perft(gtp->engine, depth, &count);
    if (error == MIAI_OK)
        mi_reply_format(&gtp->reply, "%" PRIu64, count);
    return error == MIAI_REFUSED ? mi_gtp_error_reason(gtp, error) : mi_gtp_error_text(error);
}

/* miai-legal [COLOR]: the legal moves, by default of the side to move. */
static const char *gtp_legal(struct mi_gtp *gtp, char *args)
{
    int player = MIAI_TURN;
    if (*args && !mi_read_word_player(args, &player))
        return mi_gtp_syntax_error;
    mi_reply_add_legal_moves(&gtp->reply, gtp->engine, player);
    return NULL;
}

/* miai-position TEXT: starts from a position in the game's notation (FEN).  The error message for
 * an invalid position shows a valid one. */
static const char *gtp_position(struct mi_gtp *gtp, char *args)
{
    char example[MI_SUGGESTION / 2];
    int error = miai_read_position(gtp->engine, args);
    if (error == MIAI_OK)
        mi_print_note("miai", "position", 0, miai_note(gtp->engine));
    if (error != MIAI_BAD_VALUE)
        return mi_gtp_error_text(error);
    miai_write_position(gtp->engine, example, sizeof example);
    snprintf(gtp->failure_text, sizeof gtp->failure_text, "%s; example: %s",
             miai_error_reason(gtp->engine, error), example);
    return gtp->failure_text;
}

/* miai-solve-region [b|w] [POINT]: life and death of the group there, or of an enclosed group, if
 * that player moves first; within the options time and playouts. */
static const char *gtp_solve_region(struct mi_gtp *gtp, char *args)
{
    miai_region *region = malloc(sizeof *region);
    const char *stone = mi_next_word(&args);
    int player = MIAI_TURN, error = MIAI_NO_MEMORY;
    double seconds;
    uint64_t positions;
    if (stone && mi_read_word_player(stone, &player))
        stone = mi_next_word(&args);
    mi_settings_effort(gtp->engine, &seconds, &positions);
    if (region)
        error = mi_next_word(&args)
                    ? MIAI_SYNTAX
                    : miai_solve_group(gtp->engine, player, stone, seconds, positions, region);
    if (error == MIAI_OK)
        mi_reply_add_region(&gtp->reply, region);
    free(region);
    if (error == MIAI_SYNTAX)
        return mi_gtp_syntax_error;
    return error == MIAI_OK ? NULL : mi_error_details(gtp->engine, error);
}

const struct mi_gtp_command mi_gtp_miai_commands[] = {
    {"level", "[RATING]", 0, 1, gtp_level},
    {"miai-param", "[NAME [VALUE]]", 0, 2, gtp_param},
    {"miai-stats", "", 0, 0, gtp_stats},
    {"miai-visits", "", 0, 0, gtp_visits},
    {"miai-perft", "DEPTH", 1, 1, gtp_perft},
    {"miai-legal", "[b|w]", 0, 1, gtp_legal},
    {"miai-position", "TEXT", 1, MI_GTP_ANY_ARGS, gtp_position},
    {"miai-solve-region", "[b|w] [POINT]", 0, 2, gtp_solve_region},
    {0},
};
