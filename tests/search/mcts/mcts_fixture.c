#include "mcts_fixture.h"

#include "base/clock.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

struct toy toy;
struct mi_settings settings;
struct mi_result result;
void *mcts;

void begin_mcts(void)
{
    settings = toy_settings();
    mcts = mi_mcts_searcher.make();
    ck_assert_ptr_nonnull(mcts);
}

void end_mcts(void)
{
    mi_mcts_searcher.free(mcts);
}

void check_result(void)
{
    uint64_t visits = 0;
    double share = 0;
    ck_assert_int_gt(result.choice_count, 0);
    ck_assert(toy.root.game->legal(toy.pos, result.move));
    ck_assert_int_eq(result.move, result.choice[0].move);
    ck_assert_double_eq(result.value, result.choice[0].value);
    ck_assert_uint_le(result.tree_bytes, settings.memory);
    for (int i = 0; i < result.choice_count; i++) {
        visits += result.choice[i].visits;
        share += result.choice[i].share;
        ck_assert(result.choice[i].value >= 0 && result.choice[i].value <= 1);
    }
    ck_assert(visits == 0 || (share > 0.999999 && share < 1.000001));
    ck_assert_int_eq(result.pv[0], result.move);
    _Alignas(max_align_t) char pos[TOY_BYTES];
    memcpy(pos, toy.pos, toy.root.size);
    for (int i = 0; i < result.pv_length; i++) {
        ck_assert(toy.root.game->legal(pos, result.pv[i]));
        toy.root.game->play(pos, result.pv[i]);
    }
}

void search_limited(struct mi_limits limits)
{
    limits.start = mi_clock();
    ck_assert(mi_mcts_searcher.run(mcts, &toy.root, &settings, &limits, NULL, &result));
    check_result();
}

void search_tree(uint64_t playouts)
{
    search_limited((struct mi_limits){.playouts = playouts});
}

uint64_t visits_of(miai_move move)
{
    for (int i = 0; i < result.choice_count; i++)
        if (result.choice[i].move == move)
            return result.choice[i].visits;
    return 0;
}
