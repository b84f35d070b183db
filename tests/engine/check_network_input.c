/* The positions before a leaf, as a network receives them. */
#include "engine/engine.h"
#include "engine/root.h"
#include "game/games.h"
#include "network_fixture.h"
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

static void set_up_engine(void)
{
    begin_network("check_network_input.bin.gz");
}

/* Go for a network that reads only the history. */
static struct {
    int plies, earlier_count, keys;
    miai_ply last;
    uint64_t earlier[3];
} seen;

static void fill_from_history(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)pos;
    (void)plane;
    (void)number;
    seen.plies = past->plies;
    seen.last = past->plies > 0 ? past->ply[past->plies - 1] : (miai_ply){0};
    seen.earlier_count = past->earlier_count;
    seen.keys = past->key_count;
    for (int i = 0; i < past->earlier_count; i++)
        seen.earlier[i] = mi_go_game.hash(past->earlier[i]);
}

static const miai_encoding history_encoding = {.bytes = sizeof(miai_encoding),
                                               .name = "looking",
                                               .earlier = 3,
                                               .symmetries = MIAI_MIRROR | MIAI_TRANSPOSE,
                                               .fill = fill_from_history};

/* A game is split at every move into moves played and moves of a search. */
START_TEST(the_past_is_the_same_from_any_root)
{
    static const miai_move moves[] = {12, 7, 13, 25, 6, 8, 25};
    enum { PLIES = COUNT(moves) };
    uint64_t hash[PLIES + 1];
    struct mi_root root;
    set_engine_option("rules", "chinese");
    void *before = malloc(mi_history_size(engine->history));
    for (int played = 0; played <= PLIES; played++) {
        ck_assert(mi_engine_root(engine, played % 2, engine->pos, &root));
        hash[played] = root.game->hash(root.pos);
        memcpy(before, root.pos, root.size);
        struct mi_network_input input;
        void *block = malloc(mi_network_input_bytes(&root, &history_encoding));
        mi_network_input_init(&input, &root, &history_encoding, block);
        for (int length = 0; played + length <= PLIES; length++) {
            int all = played + length;
            struct mi_eval leaf = {.pos = before, .line = moves + played, .line_length = length};
            mi_network_input_fill(&input, &leaf, NULL, NULL);
            ck_assert_int_eq(seen.plies, all);
            ck_assert_int_eq(seen.earlier_count, all < 3 ? all : 3);
            ck_assert(all == 0 ||
                      (seen.last.move == moves[all - 1] && seen.last.player == (all - 1) % 2));
            for (int i = 0; i < seen.earlier_count && all - 1 - i <= played; i++)
                ck_assert_uint_eq(seen.earlier[i], hash[all - 1 - i]);
        }
        free(block);
        if (played < PLIES)
            ck_assert_int_eq(mi_history_play(engine->history, played % 2, moves[played]),
                             MI_PLAYED);
    }
    free(before);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network_input");
    TCase *single = add_single(suite, "network_input", 60);
    tcase_add_checked_fixture(single, set_up_engine, end_network);
    tcase_add_test(single, the_past_is_the_same_from_any_root);
    return run_suite(suite);
}
