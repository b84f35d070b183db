/* Functions for all searches that the contract does not provide: uniformly random playouts, root
 * moves. */
#include "search.h"

#include <string.h>

int mi_playout_max(const miai_game *game, const miai_setup *setup)
{
    int plies = 3 * game->move_count(setup);
    return plies < 100 ? 100 : plies;
}

int mi_unfinished_score(const miai_game *game, const void *pos)
{
    static const int8_t nothing_dead[MIAI_MAX_POINTS];
    return mi_scoring(game)->settle ? mi_scoring(game)->settle(pos, nothing_dead) : 0;
}

int mi_playout_plain(const miai_game *game, void *pos, miai_rng *rng, miai_trace *trace,
                     int max_plies)
{
    int (*moves)(const void *, miai_move *) =
        mi_playouts(game)->moves ? mi_playouts(game)->moves : game->moves;
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    for (int ply = 0; !game->outcome(pos, &score); ply++) {
        if (ply == max_plies)
            return mi_unfinished_score(game, pos);
        int n = moves(pos, list);
        miai_move move = list[n > 1 ? miai_rng_below(rng, (uint32_t)n) : 0];
        if (trace)
            miai_trace_add(trace, move, game->turn(pos));
        game->play(pos, move);
    }
    return score;
}

int mi_playout(const miai_game *game, const void *weights, enum mi_playout_kind kind, void *pos,
               miai_rng *rng, miai_trace *trace, int max_plies)
{
    if (kind == MI_PLAYOUT_HEAVY && mi_playouts(game)->heavy)
        return mi_playouts(game)->heavy(weights, pos, rng, trace);
    if (kind <= MI_PLAYOUT_UNIFORM && mi_playouts(game)->uniform)
        return mi_playouts(game)->uniform(pos, rng, trace);
    return mi_playout_plain(game, pos, rng, trace, max_plies);
}

/* Does superko forbid the move?  Plays it in scratch. */
static bool is_root_superko(const struct mi_root *root, miai_move move, void *scratch)
{
    const miai_game *game = root->game;
    memcpy(scratch, root->pos, root->size);
    game->play(scratch, move);
    return mi_superko_forbids(game, scratch, root->keys, root->key_count);
}

static int drop_root_superko(const struct mi_root *root, void *scratch, miai_move *list, int n)
{
    if (!mi_repetition(root->game)->rule || root->key_count == 0)
        return n;
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (!is_root_superko(root, list[i], scratch))
            list[kept++] = list[i];
    return kept;
}

bool mi_is_listed(const miai_move *list, int n, miai_move move)
{
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

int mi_root_rank(const struct mi_root *root, miai_move move)
{
    for (int i = 0; root->only_rank && i < root->only_count; i++)
        if (root->only[i] == move)
            return root->only_rank[i];
    return 0;
}

bool mi_root_prefers(const struct mi_root *root, miai_move move)
{
    int rank = mi_root_rank(root, move);
    for (int i = 0; root->only_rank && i < root->only_count; i++)
        if (root->only_rank[i] > rank)
            return false;
    return true;
}

int mi_root_moves(const struct mi_root *root, bool candidates, void *scratch, miai_move *list)
{
    if (root->only_count > 0) {
        memcpy(list, root->only, (size_t)root->only_count * sizeof *list);
        return root->only_count;
    }
    int n = 0;
    if (candidates && mi_hints(root->game)->candidates)
        n = drop_root_superko(root, scratch, list,
                              mi_hints(root->game)->candidates(root->pos, list));
    if (n == 0)
        n = drop_root_superko(root, scratch, list, root->game->moves(root->pos, list));
    return n;
}
