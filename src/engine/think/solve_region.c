/* Life and death in a region of the board, by the game's own solver. */
#include "engine/engine.h"
#include "engine/error.h"
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

/* ---- the answer as text ---- */

/* The position gives the names of the moves. */
struct region_text {
    struct mi_out out;
    const miai_game *game;
    const void *pos;
};

static void add_move(struct region_text *t, const char *before, miai_move move)
{
    char text[MIAI_MOVE_TEXT];
    t->game->move_text(t->pos, move, text, sizeof text);
    mi_out_format(&t->out, "%s%s", before, text);
}

static void add_threats(struct mi_out *out, const char *side, int threats)
{
    bool more = threats > MIAI_LIFE_THREATS;
    if (threats > 0)
        mi_out_format(out, ", %s needs %s%d ko threat%s", side, more ? "more than " : "",
                      more ? MIAI_LIFE_THREATS : threats, !more && threats == 1 ? "" : "s");
}

static void add_status(struct mi_out *out, const miai_life_answer *answer)
{
    static const char *const names[] = {"unknown", "dead", "ko", "seki", "alive"};
    bool may_be_seki = answer->status == MIAI_GROUP_ALIVE && !answer->eyes_known;
    mi_out_format(out, "\nstatus %s%s", names[answer->status], may_be_seki ? " or seki" : "");
    add_threats(out, "attacker", answer->attacker_threats);
    add_threats(out, "defender", answer->defender_threats);
}

static void add_answer(struct region_text *t, const miai_life_answer *answer)
{
    bool unknown = answer->status == MIAI_GROUP_UNKNOWN;
    add_move(t, "group ", answer->stone);
    add_status(&t->out, answer);
    mi_out_format(&t->out, "\n%s %" PRIu64 " positions", unknown ? "read to" : "proved in",
                  answer->nodes);
    if (answer->is_part)
        mi_out_format(&t->out, ", in the %d empty points nearest to the group", answer->points);
    for (int i = 0; i < answer->moves; i++) {
        const miai_life_move *move = &answer->move[i];
        const char *word = !move->proved ? "\nunknown " : move->works ? "\nworks " : "\nfails ";
        add_move(t, word, move->move);
        for (int j = 0; j < move->length; j++)
            add_move(t, " ", move->line[j]);
    }
}

/* ---- interface ---- */

static int solve_life(miai_engine *engine, miai_move stone, const miai_watch *watch,
                      miai_life_answer *answer)
{
    struct mi_root root;
    const struct mi_history *history = engine->history;
    const miai_game *game = mi_history_game(history);
    void *pos = malloc(mi_history_size(history));
    if (!pos)
        return MIAI_NO_MEMORY;
    mi_engine_drop_search(engine);
    mi_engine_root(engine, miai_turn(engine), pos, &root);
    const char *fault = mi_scoring(game)->solve_life(
        root.pos, stone, (size_t)engine->options.memory << 20, watch, answer);
    free(pos);
    return fault ? mi_engine_fail(engine, MIAI_UNSUPPORTED, fault) : MIAI_OK;
}

int miai_solve_region(miai_engine *engine, const char *stone, double seconds, uint64_t positions,
                      char *text, size_t size)
{
    const miai_game *game = mi_history_game(engine->history);
    miai_move point = MIAI_NO_MOVE;
    if (!MI_HAS_MEMBER(mi_scoring(game), solve_life) || !mi_scoring(game)->solve_life)
        return mi_engine_fail(engine, MIAI_UNSUPPORTED,
                              "this game has no problems of life and death");
    if (stone &&
        (point = miai_point_read(stone, miai_width(engine), miai_height(engine))) == MIAI_NO_MOVE)
        return MIAI_SYNTAX;
    if (miai_over(engine, NULL))
        return MIAI_OVER;
    miai_life_answer *answer = malloc(sizeof *answer);
    if (!answer)
        return MIAI_NO_MEMORY;
    if (seconds <= 0 && positions == 0)
        seconds = DEFAULT_SECONDS;
    struct mi_limits limits = {.seconds = seconds > 0 ? seconds : 0,
                               .start = mi_clock(),
                               .playouts = positions,
                               .stop = &engine->stop};
    mi_engine_clamp_limits(engine, &limits);
    miai_watch watch = {.bytes = sizeof watch, .over = region_is_over, .context = &limits};
    mi_engine_arm_stop(engine);
    int error = solve_life(engine, point, &watch, answer);
    struct region_text out = {.game = game, .pos = mi_history_position(engine->history)};
    mi_out_init(&out.out, text, size);
    if (error == MIAI_OK)
        add_answer(&out, answer);
    free(answer);
    return error;
}
