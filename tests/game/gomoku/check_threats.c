/* Wins by fours and open threes, and their relevance zones. */
#include "game/gomoku/threat/rows.h"
#include "game/gomoku/threat/threats.h"
#include "tests/support/suite.h"

#include <check.h>

enum { SIDE = 15 };

static const struct gomoku_threats_bits bits = {.table = 14, .failed = 14, .habit = 12};
static union gomoku_position_copy threat_memory;
static struct gomoku_threats threats;

/* Random stones of alternating colours in the centre. */
static void scatter_stones(miai_rng *rng, int rules, int attacker)
{
    enum { STONES = 7, SPREAD = 5, FIRST = 5 };
    struct mi_gomoku *g = &threat_memory.position;
    mi_gomoku_clear(g, SIDE, SIDE, rules);
    for (int i = 0; i < STONES;) {
        int x = FIRST + (int)miai_rng_below(rng, SPREAD);
        int point = (FIRST + (int)miai_rng_below(rng, SPREAD)) * SIDE + x;
        if (stone_on(g, point) < 0)
            mi_gomoku_put(g, point, (i++ & 1) ^ attacker);
    }
    g->colour = (uint8_t)attacker;
}

/* A defending stone on any point outside the zone does not change the result. */
static void check_stones_outside_zone(const struct gomoku_zone *zone, int attacker, int64_t nodes)
{
    struct mi_gomoku *g = &threat_memory.position;
    struct gomoku_threats_result result;
    for (int point = 0; point < g->points; point++) {
        if (stone_on(g, point) >= 0 || zone_has(zone, point))
            continue;
        mi_gomoku_put(g, point, others(attacker));
        mi_gomoku_threats_search(&threats, g, nodes, &result);
        ck_assert_msg(result.proof == 0, "%d", point);
        mi_gomoku_remove(g, point, others(attacker));
    }
}

/* Checks random positions that the attacker wins by threats, without the defender's fours. */
START_TEST(winning_zones)
{
    enum { POSITIONS = 30, NODES = 2000 };
    static const int rules[] = {RULES_FREESTYLE, RULES_STANDARD};
    int attacker = _i & 1;
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    ck_assert(mi_gomoku_threats_open(&threats, bits));
    threats.attacker = attacker;
    for (int found = 0; found < POSITIONS;) {
        struct gomoku_threats_result result;
        scatter_stones(&rng, rules[_i / 2], attacker);
        mi_gomoku_threats_search(&threats, &threat_memory.position, NODES, &result);
        if (result.proof > 0)
            continue;
        found++;
        mi_gomoku_add_rows(&threat_memory.position, others(attacker), 3, &result.zone);
        check_stones_outside_zone(&result.zone, attacker, 10 * NODES);
    }
    mi_gomoku_threats_close(&threats);
}
END_TEST

/* A line cut off by depth in one search is open to the next, deeper one. */
START_TEST(depth_is_no_disproof)
{
    enum { POSITIONS = 10, NODES = 2000, SHALLOW = 1 };
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    ck_assert(mi_gomoku_threats_open(&threats, bits));
    int deep = threats.plies;
    for (int found = 0; found < POSITIONS;) {
        struct gomoku_threats_result alone, cut, after;
        scatter_stones(&rng, RULES_FREESTYLE, BLACK);
        mi_gomoku_threats_forget(&threats);
        mi_gomoku_threats_search(&threats, &threat_memory.position, NODES, &alone);
        mi_gomoku_threats_forget(&threats);
        threats.plies = SHALLOW;
        mi_gomoku_threats_search(&threats, &threat_memory.position, NODES, &cut);
        threats.plies = deep;
        if (alone.proof > 0 || cut.disproof > 0)
            continue;
        found++;
        ck_assert(cut.cut);
        mi_gomoku_threats_search(&threats, &threat_memory.position, NODES, &after);
        ck_assert(after.proof == 0 && !after.cut);
    }
    mi_gomoku_threats_close(&threats);
}
END_TEST

/* The search stops when asked to. */
static bool no_time_left(void *arg)
{
    ++*(int *)arg;
    return false;
}

START_TEST(search_stops_on_request)
{
    enum { SOON = 2000 };
    miai_rng rng;
    int asked = 0;
    miai_rng_seed(&rng, 1);
    ck_assert(mi_gomoku_threats_open(&threats, bits));
    threats.go_on = no_time_left;
    threats.arg = &asked;
    struct gomoku_threats_result result;
    while (asked == 0) {
        scatter_stones(&rng, RULES_FREESTYLE, BLACK);
        int64_t before = threats.nodes_total;
        mi_gomoku_threats_search(&threats, &threat_memory.position, INT64_MAX / 2, &result);
        ck_assert_int_lt(threats.nodes_total - before, SOON);
    }
    ck_assert_int_eq(asked, 1);
    ck_assert(result.proof > 0);
    mi_gomoku_threats_close(&threats);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku threats");
    TCase *tests = add_case(suite, "core", 120);
    tcase_add_loop_test(tests, winning_zones, 0, 4);
    tcase_add_test(tests, depth_is_no_disproof);
    tcase_add_test(tests, search_stops_on_request);
    return run_suite(suite);
}
