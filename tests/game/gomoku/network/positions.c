#include "positions.h"

#include "base/memory.h"
#include "game/games.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

const miai_setup setups[SETUPS] = {
    {.width = 15, .height = 15, .rules = RULES_FREESTYLE},
    {.width = 15, .height = 15, .rules = RULES_RENJU},
    {.width = 15, .height = 15, .rules = RULES_CARO},
    {.width = 5, .height = 9, .rules = RULES_CARO},
    {.width = 5, .height = 9, .rules = RULES_RENJU},
    {.width = 9, .height = 5, .rules = RULES_FREESTYLE},
    {.width = 22, .height = 22, .rules = RULES_RENJU},
    {.width = 22, .height = 22, .rules = RULES_CARO},
    {.width = 22, .height = 22, .rules = RULES_FREESTYLE},
    {.width = 15, .height = 15, .rules = RULES_SWAP2},
};

static bool is_over(const struct mi_gomoku *g)
{
    int score;
    return mi_gomoku_game.outcome(g, &score);
}

bool play_random_move(union gomoku_position_copy *current, miai_rng *rng)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_gomoku_game.hints->candidates(&current->position, list);
    mi_gomoku_play(&current->position, list[miai_rng_below(rng, (uint32_t)n)]);
    return !is_over(&current->position);
}

void *new_zeroed_memory(void)
{
    struct mi_gomoku_net_memory *memory = mi_aligned_alloc(64, sizeof *memory);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0, sizeof *memory);
}

void check_evaluation(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g)
{
    enum { MOST = 5000 };
    int64_t value = (int64_t)mi_gomoku_net_value(net, memory, g) * GOMOKU_ODDS / NET_ONE_OUTPUT;
    int held = (int)(value > MOST ? MOST : value < -MOST ? -MOST : value);
    int told = mi_gomoku_evaluation.evaluate(net, memory, g);
    if (g->opening != OPENING_OVER)
        ck_assert_int_eq(abs(told), abs(held));
    else
        ck_assert_int_eq(told, mi_gomoku_turn(g) == 0 ? held : -held);
}

/* The network's policy of a move; 0 if the move is no input. */
static int32_t look_of(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g,
                       miai_move move)
{
    int32_t look = move < g->points ? mi_gomoku_net_policy(net, memory, g, move) : INT32_MIN;
    return look == INT32_MIN ? 0 : look;
}

int check_priors(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g)
{
    miai_move list[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL];
    double sum = 0;
    int n = mi_gomoku_moves(g, list);
    mi_gomoku_evaluation.priors(net, memory, g, list, n, prior);
    for (int i = 0; i < n; i++) {
        REQUIRE(prior[i] > 0 && prior[i] <= 1);
        sum += (double)prior[i];
        if (look_of(net, memory, g, list[i]) >= look_of(net, memory, g, list[0]))
            REQUIRE(prior[i] >= prior[0]);
        else
            REQUIRE(prior[i] <= prior[0]);
    }
    ck_assert_double_eq_tol(sum, 1, 1e-5);
    return n;
}
