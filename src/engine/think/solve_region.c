/* Life and death in a region of the board, by the game's own solver. */
#include "engine/engine.h"
#include "engine/error.h"
#include "engine/position.h"
#include "engine/root.h"
#include "engine/setup/client.h"
#include "think.h"

#include "base/clock.h"
#include "base/text.h"
#include "search/common/limits.h"

#include <inttypes.h>
#include <stdlib.h>

static const double DEFAULT_SECONDS = 10; /* if nothing limits the search */

static bool region_is_over(void *context, uint64_t nodes, double part)
{
    const struct mi_limits *limits = context;
    (void)part;
    return (limits->playouts > 0 && nodes >= limits->playouts) ||
           mi_limits_over(limits, mi_clock());
}

/* ---- the answer ---- */

/* The position gives the names of the moves. */
static void name_move(const miai_game *game, const void *pos, const miai_life_move *from,
                      miai_region_move *to)
{
    struct mi_out line;
    char text[MIAI_MOVE_TEXT];
    game->move_text(pos, from->move, to->move, sizeof to->move);
    to->result = !from->proved ? MIAI_LIFE_UNKNOWN
                 : from->works ? MIAI_LIFE_WORKS
                               : MIAI_LIFE_FAILS;
    mi_out_init(&line, to->line, sizeof to->line);
    for (int i = 0; i < from->length; i++) {
        game->move_text(pos, from->line[i], text, sizeof text);
        mi_out_format(&line, "%s%s", i > 0 ? " " : "", text);
    }
}

static void fill_region(const miai_engine *engine, int player, const miai_life_answer *answer,
                        miai_region *region)
{
    const miai_game *game = mi_history_game(engine->history);
    const void *pos = mi_history_position(engine->history);
    *region = (miai_region){.status = answer->status,
                            .eyes_known = answer->eyes_known,
                            .attacker_threats = answer->attacker_threats,
                            .defender_threats = answer->defender_threats,
                            .player = player,
                            .defender = answer->defender,
                            .points = answer->points,
                            .is_part = answer->is_part,
                            .is_sealed = answer->is_sealed,
                            .assumes_enclosed = answer->assumes_enclosed,
                            .nodes = answer->nodes,
                            .moves = answer->moves};
    game->move_text(pos, answer->stone, region->group, sizeof region->group);
    for (int i = 0; i < answer->moves; i++) {
        name_move(game, pos, &answer->move[i], &region->move[i]);
        region->works += region->move[i].result == MIAI_LIFE_WORKS;
        region->fails += region->move[i].result == MIAI_LIFE_FAILS;
    }
}

/* ---- the answer as text ---- */

const char *miai_region_status(const miai_region *region)
{
    static const char *const names[] = {"unknown", "dead", "ko", "seki", "alive", "escapes"};
    bool may_be_seki = region->status == MIAI_GROUP_ALIVE && !region->eyes_known;
    return may_be_seki ? "alive or seki" : names[region->status];
}

const char *miai_region_assumes(const miai_region *region)
{
    if (!region->assumes_enclosed)
        return "";
    return region->is_part ? "the group cannot leave these points"
                           : "the group cannot leave the region";
}

const char *miai_region_result(const miai_region_move *move)
{
    static const char *const names[] = {"unknown", "fails", "works"};
    return names[move->result];
}

static void add_threats(struct mi_out *out, const char *side, int threats)
{
    bool more = threats > MIAI_LIFE_THREATS;
    if (threats > 0)
        mi_out_format(out, ", %s needs %s%d ko threat%s", side, more ? "more than " : "",
                      more ? MIAI_LIFE_THREATS : threats, !more && threats == 1 ? "" : "s");
}

int miai_region_text(const miai_region *region, char *text, size_t size)
{
    bool unknown = region->status == MIAI_GROUP_UNKNOWN;
    struct mi_out out;
    mi_out_init(&out, text, size);
    mi_out_format(&out, "group %s\nstatus %s", region->group, miai_region_status(region));
    add_threats(&out, "attacker", region->attacker_threats);
    add_threats(&out, "defender", region->defender_threats);
    mi_out_format(&out, "\n%s %" PRIu64 " positions", unknown ? "read to" : "proved in",
                  region->nodes);
    if (region->is_part)
        mi_out_format(&out, ", in the %d empty points nearest to the group", region->points);
    if (region->assumes_enclosed)
        mi_out_format(&out, ", if %s", miai_region_assumes(region));
    for (int i = 0; i < region->moves; i++) {
        const miai_region_move *move = &region->move[i];
        mi_out_format(&out, "\n%s %s%s%s", miai_region_result(move), move->move,
                      move->line[0] ? " " : "", move->line);
    }
    return mi_out_length(&out);
}

/* ---- interface ---- */

static int solve_life(miai_engine *engine, int player, miai_move stone, const miai_watch *watch,
                      miai_region *region)
{
    struct mi_root root;
    const struct mi_history *history = engine->history;
    const miai_game *game = mi_history_game(history);
    void *pos = malloc(mi_history_size(history));
    miai_life_answer *answer = malloc(sizeof *answer);
    const char *fault = NULL;
    bool allocated = pos && answer, open = false;
    if (allocated) {
        mi_engine_drop_search(engine);
        open = mi_engine_root(engine, player, pos, &root);
    }
    if (open) {
        fault = mi_scoring(game)->solve_life(root.pos, stone, (size_t)engine->options.memory << 20,
                                             watch, answer);
        if (!fault)
            fill_region(engine, player, answer, region);
    }
    free(answer);
    free(pos);
    if (!allocated)
        return MIAI_NO_MEMORY;
    if (!open)
        return mi_engine_root_error(engine);
    return fault ? mi_engine_fail(engine, MIAI_UNSUPPORTED, fault) : MIAI_OK;
}

int miai_solve_group(miai_engine *engine, int player, const char *stone, double seconds,
                     uint64_t positions, miai_region *region)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_move point = MIAI_NO_MOVE;
    if (!MI_HAS_MEMBER(mi_scoring(game), solve_life) || !mi_scoring(game)->solve_life)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED,
                              "this game has no problems of life and death");
    if (stone &&
        (point = miai_point_read(stone, miai_width(engine), miai_height(engine))) == MIAI_NO_MOVE)
        return MIAI_SYNTAX;
    if ((player = mi_engine_player(engine, player)) < 0)
        return MIAI_BAD_VALUE;
    if (seconds <= 0 && positions == 0)
        seconds = DEFAULT_SECONDS;
    struct mi_limits limits = {.seconds = seconds > 0 ? seconds : 0,
                               .start = mi_clock(),
                               .playouts = positions,
                               .stop = &engine->stop};
    mi_engine_clamp_limits(engine, &limits);
    miai_watch watch = {.bytes = sizeof watch, .over = region_is_over, .context = &limits};
    mi_engine_arm_stop(engine);
    return solve_life(engine, player, point, &watch, region);
}

int miai_solve_region(miai_engine *engine, int player, const char *stone, double seconds,
                      uint64_t positions, char *text, size_t size)
{
    miai_region *region = malloc(sizeof *region);
    int error = region ? miai_solve_group(engine, player, stone, seconds, positions, region)
                       : MIAI_NO_MEMORY;
    if (error == MIAI_OK)
        miai_region_text(region, text, size);
    free(region);
    return error;
}
