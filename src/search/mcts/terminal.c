/* Scores of finished games: by the rules, or by playouts if dead stones are on the board. */
#include "mcts.h"

#include <string.h>

/* The same final position occurs again and again, so its score is cached. */
int mi_mcts_end_score(struct mi_worker *worker, const struct mi_descent *descent, int by_rules)
{
    const struct mi_run *run = worker->run;
    const void *pos = descent->eval.pos;
    if (!run->judges_ends)
        return by_rules;
    uint64_t key = run->root->game->hash(pos) | 1;
    struct mi_judged_end *judged = &worker->judged[(key >> 1) % MI_JUDGED];
    if (judged->key != key) {
        struct mi_territory_playout playout = mi_territory_make(run->root, run->settings->playout);
        int score = mi_territory_score(&playout, pos, worker->scratch, worker->end);
        *judged = (struct mi_judged_end){key, score};
    }
    return judged->score;
}

/* If the rules do not define the owner of each point, takes it from an additional playout. */
void mi_mcts_terminal_ownership(struct mi_worker *worker, struct mi_descent *descent)
{
    const struct mi_run *run = worker->run;
    const miai_game *game = run->root->game;
    struct mi_eval *eval = &descent->eval;
    int8_t owner[MIAI_MAX_POINTS] = {0};
    int score, points = run->mcts->ownership->points;
    eval->has_ownership = game->outcome(eval->pos, &score);
    if (!eval->has_ownership)
        return;
    eval->lead = mi_mcts_end_score(worker, descent, score) / (double)MIAI_POINT_SCORE;
    if (run->judges_ends) {
        struct mi_territory_playout playout = mi_territory_make(run->root, run->settings->playout);
        mi_editing(game)->set_turn(eval->pos, game->turn(eval->pos));
        memcpy(worker->end, eval->pos, run->root->size);
        mi_territory_play_out(&playout, eval->pos, worker->end, owner, &worker->rng, NULL);
    } else if (mi_scoring(game)->ownership) {
        mi_scoring(game)->ownership(eval->pos, owner);
    }
    for (int p = 0; p < points; p++)
        eval->ownership[p] = owner[p];
}
