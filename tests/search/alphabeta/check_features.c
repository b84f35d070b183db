/* Alpha-beta without single parts: the same values where nothing is left out but work, and each
 * part does something. */
#include "game/games.h"
#include "tests/support/graph_game.h"
#include "tests/support/plates_game.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>

static struct mi_result a, b; /* large: not on the stack */

static const miai_setup *usual(const miai_game *game)
{
    return &game->setup;
}

/* The plates have 18 leaves; textbook alpha-beta with an open window, which goes from left to right
 * and remembers nothing, sees fewer, and the same value. */
START_TEST(textbook)
{
    struct situation s;
    begin_game(&s, plates_game, usual(plates_game)->width, usual(plates_game)->height);
    s.without = MI_PARTS_ALL;
    search_to(&mi_alphabeta, &s, 3, &a);
    search_to(&mi_minimax, &s, 0, &b);
    ck_assert_int_eq(a.score, b.score);
    ck_assert_int_eq(a.move, b.move);
    ck_assert_uint_lt(a.leaves, b.leaves);
    ck_assert_uint_eq(b.leaves, 18);
}
END_TEST

/* Any plain part, and all of them, may go: minimax's score stays. */
START_TEST(values_stay)
{
    miai_game game = graph_game;
    for (int seed = 0; seed < 40; seed++)
        for (unsigned part = 1; part <= MI_PARTS_PLAIN + 1; part <<= 1) {
            struct situation s;
            game.setup = (miai_setup){.komi = seed};
            begin_game(&s, &game, 1, 1);
            s.without = part > MI_PARTS_PLAIN ? MI_PARTS_PLAIN : part;
            for (int depth = 1; depth <= GRAPH_LEVELS; depth++) {
                search_to(&mi_minimax, &s, depth, &a);
                search_to(&mi_alphabeta, &s, depth, &b);
                ck_assert_int_eq(a.score, b.score);
            }
        }
}
END_TEST

static uint64_t nodes_without(struct situation *s, const miai_game *game, unsigned parts, int depth)
{
    s->without = parts;
    ck_assert_ptr_eq(s->game, game);
    search_to(&mi_alphabeta, s, depth, &a);
    return a.nodes;
}

/* What the table spares, and all together. */
START_TEST(parts_spare_nodes)
{
    static const unsigned parts[] = {MI_PART_TABLE, MI_PARTS_PLAIN};
    struct situation s;
    begin_game(&s, &mi_connect4, 7, 6);
    uint64_t all = nodes_without(&s, &mi_connect4, 0, 8);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        ck_assert_uint_gt(nodes_without(&s, &mi_connect4, parts[i], 8), all);
}
END_TEST

static const char middle[] = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/* In chess each has a part in the search; multi-ProbCut, of which chess has no margins, has none,
 * nor have killers, for the game tells kinds of moves apart, as Connect Four does not. */
START_TEST(each_part_matters)
{
    struct situation s;
    begin_at(&s, &mi_chess, middle);
    s.selective = true;
    uint64_t all = nodes_without(&s, &mi_chess, 0, 10);
    for (unsigned part = 1; part < MI_PARTS_ALL; part <<= 1) {
        uint64_t nodes = nodes_without(&s, &mi_chess, part, 10);
        if (part & (MI_PART_PROOFS | MI_PART_MULTI_PROBCUT | MI_PART_KILLERS))
            ck_assert_uint_eq(nodes, all);
        else
            ck_assert_msg(nodes != all, "part %x", part);
    }
    begin_game(&s, &mi_connect4, 7, 6);
    all = nodes_without(&s, &mi_connect4, 0, 8);
    ck_assert_uint_ne(nodes_without(&s, &mi_connect4, MI_PART_KILLERS, 8), all);
}
END_TEST

/* A search without the selective parts is the one that is not selective; quiescence is what sees
 * that a pawn is guarded. */
START_TEST(parts_of_a_kind)
{
    struct situation s;
    begin_at(&s, &mi_chess, middle);
    s.selective = true;
    uint64_t without = nodes_without(&s, &mi_chess, MI_PARTS_SELECTIVE, 4);
    s.selective = false;
    ck_assert_uint_eq(nodes_without(&s, &mi_chess, 0, 4), without);
    begin_at(&s, &mi_chess, "4k3/2p5/3p4/8/8/8/3R4/4K3 w - - 0 1");
    nodes_without(&s, &mi_chess, 0, 1);
    int quiet = a.score;
    nodes_without(&s, &mi_chess, MI_PART_QUIESCENCE, 1);
    ck_assert_int_ge(a.score, quiet + 50);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("parts");
    TCase *tests = add_case(suite, "parts", 60);
    tcase_add_test(tests, textbook);
    tcase_add_test(tests, values_stay);
    tcase_add_test(tests, parts_spare_nodes);
    tcase_add_test(tests, each_part_matters);
    tcase_add_test(tests, parts_of_a_kind);
    return run_suite(suite);
}
