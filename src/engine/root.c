/* The root position of a search, its random seed, and the state that searches keep. */
#include "root.h"

#include "evaluation.h"

#include "base/clock.h"

#include <string.h>

/* The game that is searched. With play-for=result this is a copy of a game with points in which
 * only the sign of the score counts, so that searches need not know the option. */
static const miai_game *searched_game(miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    if (engine->options.play_for != MI_PLAY_FOR_RESULT || game->points == 0)
        return game;
    engine->result_only_game = *game;
    engine->result_only_game.points = 0;
    return &engine->result_only_game;
}

uint64_t mi_engine_setup_key(const struct mi_history *history, const miai_game *game)
{
    const miai_setup *setup = mi_history_setup(history);
    uint64_t key = 0, komi;
    memcpy(&komi, &setup->komi, sizeof komi);
    for (const char *c = game->name; *c; c++)
        key = miai_mix(key ^ (unsigned char)*c);
    key = miai_mix(key ^ (uint64_t)setup->width << 32 ^ (uint64_t)setup->height);
    key = miai_mix(key ^ komi);
    return miai_mix(key ^ (uint64_t)setup->rules ^ (uint64_t)game->points << 32);
}

int mi_engine_root_error(const miai_engine *engine)
{
    return miai_over(engine, NULL) ? MIAI_OVER : MIAI_NOT_TURN;
}

bool mi_engine_root(miai_engine *engine, int player, void *pos, struct mi_root *root)
{
    const struct mi_history *history = engine->history;
    int score;
    if (mi_history_outcome(history, &score) && !mi_editing(mi_history_game(history))->set_turn)
        return false;
    engine->root_is_current = engine->root_is_current && pos != engine->pos;
    if (!mi_history_position_for(history, player, pos))
        return false;
    *root = (struct mi_root){
        .game = searched_game(engine),
        .setup = mi_history_setup(history),
        .size = mi_history_size(history),
        .pos = pos,
        .tables = engine->tables.object,
        .weights = mi_engine_weights(engine),
        .line = mi_history_line(history),
        .plies = mi_history_plies(history),
        .first = mi_history_start(history),
    };
    root->setup_key = mi_engine_setup_key(history, root->game);
    if (root->weights) /* results kept from another evaluation must not match */
        root->setup_key = miai_mix(root->setup_key);
    root->start = miai_mix(root->setup_key ^ root->game->hash(mi_history_start(history)));
    root->keys = mi_history_keys(history, &root->key_count);
    return true;
}

uint64_t mi_engine_seed(const miai_engine *engine, uint64_t game)
{
    uint64_t seed = (uint64_t)engine->options.seed;
    if (seed == 0)
        seed = miai_mix((uint64_t)(mi_clock() * 1e9)) | 1;
    return game > 0 ? miai_mix(seed + miai_mix(game)) : seed;
}

uint64_t mi_engine_draw_seed(const miai_engine *engine, const struct mi_root *root)
{
    uint64_t position = root->game->hash(root->pos) + (uint64_t)root->plies;
    return miai_mix(mi_engine_seed(engine, engine->game_number) ^ miai_mix(position));
}

/* ---- the state that searches keep ---- */

void mi_engine_drop_search(miai_engine *engine)
{
    engine->root_is_current = false;
    if (engine->searcher)
        engine->searcher->free(engine->searcher_state);
    engine->searcher = NULL;
    engine->searcher_state = NULL;
    engine->search_bytes = 0;
}

void miai_forget(miai_engine *engine)
{
    engine->root_is_current = false;
    engine->status->key = 0; /* the status of stones depends on searches, too */
    if (engine->searcher)
        engine->searcher->clear(engine->searcher_state);
}
