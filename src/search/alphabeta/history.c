#include "history.h"

#include "base/range.h"

#include <stdlib.h>

static int threat_classes_of(const miai_game *game, int kinds)
{
    return kinds && mi_tactics(game)->threat_map && mi_tactics(game)->threat_class ? MI_THREAT_CLASSES : 1;
}

size_t mi_ab_history_bytes(const miai_game *game, int move_count, int kinds)
{
    size_t moves = (size_t)move_count * (size_t)threat_classes_of(game, kinds), n = (size_t)kinds;
    return (2 * moves + n * MI_CAPTURE_CLASSES + (n + 1) * n) * sizeof(int16_t) +
           (n + 1) * sizeof(miai_move) + mi_ab_correction_bytes(game, kinds);
}

bool mi_ab_history_init(struct mi_ab_history *history, const miai_game *game, int move_count,
                        int kinds)
{
    size_t n = (size_t)kinds;
    *history = (struct mi_ab_history){
        .game = game,
        .move_count = move_count,
        .kinds = kinds,
        .threat_classes = threat_classes_of(game, kinds),
        .quiet = calloc(2 * (size_t)(threat_classes_of(game, kinds) * move_count),
                        sizeof *history->quiet),
        .noisy = calloc(n * MI_CAPTURE_CLASSES + 1, sizeof *history->noisy),
        .continuation = calloc((n + 1) * n + 1, sizeof *history->continuation),
        .counter = malloc((n + 1) * sizeof *history->counter),
    };
    bool corrects = mi_ab_correction_init(&history->correction, game, kinds);
    if (!corrects || !history->quiet || !history->noisy || !history->continuation ||
        !history->counter) {
        mi_ab_history_free(history);
        return false;
    }
    for (size_t i = 0; i <= n; i++)
        history->counter[i] = MIAI_NO_MOVE;
    return true;
}

void mi_ab_history_free(struct mi_ab_history *history)
{
    free(history->quiet);
    free(history->noisy);
    free(history->continuation);
    free(history->counter);
    mi_ab_correction_free(&history->correction);
    *history = (struct mi_ab_history){.game = NULL};
}

/* ---- tables ---- */

static int16_t *continuation_score(const struct mi_ab_history *history, int before, int kind)
{
    return &history->continuation[before * history->kinds + kind];
}

static int16_t *noisy_history(const struct mi_ab_history *history,
                              const struct mi_move_context *context, miai_move move,
                              int capture_value)
{
    int class = capture_value / MIAI_POINT_SCORE,
        kind = mi_tactics(history->game)->move_kind(context->pos, move);
    if (class >= MI_CAPTURE_CLASSES)
        class = MI_CAPTURE_CLASSES - 1;
    return &history->noisy[kind * MI_CAPTURE_CLASSES + class];
}

int mi_ab_history_noisy(const struct mi_ab_history *history, const struct mi_move_context *context,
                        miai_move move, int capture_value)
{
    return history->kinds ? *noisy_history(history, context, move, capture_value) : 0;
}

/* ---- updates ---- */

static void add_bonus(int16_t *score, int bonus)
{
    int size = bonus < 0 ? -bonus : bonus;
    *score = (int16_t)(*score + bonus - *score * size / MI_AB_HISTORY_MAX);
}

static void update_quiet(struct mi_ab_history *history, const struct mi_move_context *context,
                         miai_move move, int bonus)
{
    add_bonus(mi_ab_quiet_history(history, context, move), bonus);
    if (!history->kinds)
        return;
    int kind = mi_tactics(history->game)->move_kind(context->pos, move);
    for (int i = 0; i < MI_CONTINUATIONS; i++)
        if (context->earlier_kinds[i] < history->kinds)
            add_bonus(continuation_score(history, context->earlier_kinds[i], kind), bonus);
}

static void update_noisy(struct mi_ab_history *history, const struct mi_move_context *context,
                         miai_move move, int bonus)
{
    const miai_tactics *tactics = mi_tactics(history->game);
    if (history->kinds)
        add_bonus(noisy_history(history, context, move,
                                tactics->capture_value ? tactics->capture_value(context->pos, move) : 0),
                  bonus);
}

static int depth_bonus(const struct mi_ab_tuning *tuning, int depth)
{
    return mi_min(tuning->history_bonus * depth, tuning->history_bonus_max);
}

void mi_ab_history_learn(struct mi_ab_history *history, struct mi_move_context *context,
                         miai_move move, bool quiet, const struct mi_tried *quiets,
                         const struct mi_tried *noisies, int depth)
{
    const struct mi_ab_tuning *tuning = history->tuning;
    int bonus = depth_bonus(tuning, depth), malus = bonus * tuning->history_malus / 100;
    if (quiet) {
        mi_ab_find_threats(history, context);
        update_quiet(history, context, move, bonus);
        if (history->kinds)
            history->counter[context->earlier_kinds[0]] = move;
        for (int i = 0; i < quiets->count; i++)
            update_quiet(history, context, quiets->move[i], -malus);
    } else {
        update_noisy(history, context, move, bonus);
    }
    for (int i = 0; i < noisies->count; i++)
        update_noisy(history, context, noisies->move[i], -malus);
}

void mi_ab_history_update(struct mi_ab_history *history, struct mi_move_context *context,
                          miai_move move, int bonus)
{
    mi_ab_find_threats(history, context);
    add_bonus(mi_ab_quiet_history(history, context, move), bonus);
}

void mi_ab_prior_move_bonus(struct mi_ab_history *history, struct mi_move_context *context,
                            miai_move move, int depth)
{
    mi_ab_find_threats(history, context);
    update_quiet(history, context, move,
                 depth_bonus(history->tuning, depth) * history->tuning->history_prior / 100);
}

void mi_killers_add(struct mi_killers *killers, miai_move move)
{
    if (killers->move[0] == move)
        return;
    killers->move[1] = killers->move[0];
    killers->move[0] = move;
}
