/* Pass-alive chains, seki, and the end of a game of Go. */
#include "game/go/board/go.h"

#include "diagram.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static miai_setup setup_of(int width, int height, int rules)
{
    return (miai_setup){.width = width, .height = height, .komi = 0.5, .rules = rules};
}

/* ---- judging ---- */

/* Judges the stones by a mean ownership over four games that is the same at all points. */
static void check_judged(const char *rows, int owner, const int *other, bool sure, const char *want)
{
    enum { SIDE = 5, GAMES = 4 };
    miai_setup setup = setup_of(SIDE, SIDE, MI_GO_CHINESE);
    void *pos = board_draw(&setup, rows);
    int owners[SIDE * SIDE], others[SIDE * SIDE];
    int8_t life[SIDE * SIDE];
    char got[SIDE * (SIDE + 1)], *c = got;
    for (int p = 0; p < SIDE * SIDE; p++) {
        owners[p] = owner;
        others[p] = other ? *other : 0;
    }
    const miai_mean_ownership mean = {
        .bytes = sizeof mean, .games = GAMES, .owner = owners, .other = other ? others : NULL};
    ck_assert_int_eq(mi_go_game.scoring->judge(pos, &mean, 0, life), sure);
    for (int y = SIDE - 1; y >= 0; y--, *c++ = y >= 0 ? '/' : '\0')
        for (int x = 0; x < SIDE; x++)
            *c++ = ".ds"[life[y * SIDE + x]];
    ck_assert_str_eq(got, want);
    free(pos);
}

START_TEST(life_by_ownership)
{
    static const char two[] = "...../.X.../...../...O./....."; /* a stone of each colour */
    static const char none_dead[] = "...../...../...../...../.....";
    static const char white_dead[] = "...../...../...../...d./.....";
    static const char black_dead[] = "...../.d.../...../...../.....";
    const int black = 4, nobody = 0;
    check_judged(two, 4, NULL, true, white_dead);
    check_judged(two, -4, NULL, true, black_dead);
    check_judged(two, 1, NULL, false, white_dead);
    check_judged(two, 0, NULL, false, none_dead);
    check_judged(two, 0, &black, true, white_dead);
    check_judged(two, 1, &nobody, false, white_dead);
    /* Pass-alive chains live, whatever the playouts say. */
    check_judged("..XXX/.XX.X/XX.XX/XXXXX/.....", -4, NULL, true, none_dead);
}
END_TEST

/* Judges the stones if each player's survived as given in four games, some of which left the empty
 * points to nobody. */
static void check_shared(int width, int height, const char *rows, int black, int white, int nobody,
                         const char *want)
{
    enum { GAMES = 4 };
    miai_setup setup = setup_of(width, height, MI_GO_CHINESE);
    void *pos = board_draw(&setup, rows);
    int owners[MIAI_MAX_POINTS], nobodies[MIAI_MAX_POINTS];
    int8_t life[MIAI_MAX_POINTS];
    for (int p = 0; p < width * height; p++) {
        char point = rows[(height - 1 - p / width) * (width + 1) + p % width];
        owners[p] = point == 'X' ? black : point == 'O' ? -white : 0;
        nobodies[p] = point == '.' ? nobody : 0;
    }
    const miai_mean_ownership mean = {
        .bytes = sizeof mean, .games = GAMES, .owner = owners, .nobody = nobodies};
    mi_go_game.scoring->judge(pos, &mean, 0, life);
    for (int p = 0; p < width * height; p++)
        ck_assert_msg(".ds"[life[p]] == want[(height - 1 - p / width) * (width + 1) + p % width],
                      "%s, %d: the point %d is %c", rows, nobody, p, ".ds"[life[p]]);
    free(pos);
}

/* Chains of both players adjacent to a point that half of the games leave to nobody are in seki;
 * not those next to a dead chain. */
START_TEST(seki_by_neutral_points)
{
    static const char rows[] = ".X.O./.X.O./.X.O./.X.O./.X.O.";
    static const char seki[] = ".s.s./.s.s./.s.s./.s.s./.s.s.";
    static const char alive[] = "...../...../...../...../.....";
    static const char white_dead[] = "...d./...d./...d./...d./...d.";
    check_shared(5, 5, rows, 4, 4, 4, seki);
    check_shared(5, 5, rows, 4, 4, 2, seki);
    check_shared(5, 5, rows, 4, 4, 1, alive);
    check_shared(5, 5, rows, 4, -4, 4, white_dead);
    /* A chain not adjacent to it lives by itself. */
    check_shared(5, 5, "XX.O./X..O./X.XO./XX.O./.X.O.", 4, 4, 0, alive);
    /* A chain in the shape of a seki that certainly lives is not in seki. */
    check_shared(7, 2, ".OX.OX./.OX.OX.", 4, 4, 0, "......./.......");
}
END_TEST

/* ---- unconditional life ---- */

/* Compares pass-alive points with a diagram for board_draw(). */
static void check_safe(int width, int height, const char *rows, const char *want)
{
    miai_setup setup = setup_of(width, height, MI_GO_CHINESE);
    void *pos = board_draw(&setup, rows);
    int8_t owner[MIAI_MAX_POINTS];
    char got[MIAI_MAX_POINTS], *c = got;
    mi_go_pass_alive(pos, owner);
    for (int y = height - 1; y >= 0; y--) {
        for (int x = 0; x < width; x++)
            *c++ = "O.X"[owner[y * width + x] + 1];
        *c++ = y ? '/' : '\0';
    }
    ck_assert_str_eq(got, want);
    free(pos);
}

START_TEST(safe_shapes)
{
    check_safe(6, 2, "XXXXO./.X.XO.", "XXXX../XXXX..");
    check_safe(6, 2, "XXXOO./.X.XO.", "....../......");
    /* An enemy stone inside an eye cannot make an eye; a stone in atari counts as part of an
     * eye. */
    check_safe(7, 2, ".OX.XO./XXXXXO.", "XXXXX../XXXXX..");
    check_safe(5, 2, "XXX.O/..XXO", "XXXXX/XXXXX");
    /* Two chains that share their eyes. */
    check_safe(4, 3, ".XX./XX.X/..XX", "XXXX/XXXX/XXXX");
    /* A row along a wall has space for one eye; a large eye for two. */
    check_safe(5, 3, "...../XXXXX/.X...", "XXXXX/XXXXX/XXXXX");
    check_safe(5, 5, "XXXXX/X...X/X...X/X...X/XXXXX", "...../...../...../...../.....");
    check_safe(3, 3, ".../.../...", ".../.../...");
}
END_TEST

enum { SIDE = 4, STATES = 1 << 14 };

/* Positions visited by the search below. */
struct seen {
    uint64_t key[STATES];
    int count;
    bool full;
};

static bool is_new(struct seen *seen, uint64_t key)
{
    uint64_t slot = miai_mix(key) % STATES;
    while (seen->key[slot] != 0 && seen->key[slot] != key)
        slot = (slot + 1) % STATES;
    if (seen->key[slot] == key)
        return false;
    seen->full = ++seen->count > STATES / 2;
    seen->key[slot] = key;
    return true;
}

/* Can the stone be captured if its owner always passes?  Exhaustive search. */
static bool can_be_taken(struct seen *seen, const void *pos, const miai_setup *setup, int target,
                         int owner)
{
    int8_t piece[MIAI_MAX_POINTS];
    miai_move list[MIAI_MAX_LEGAL];
    bool taken = false;
    size_t size = mi_go_game.size(setup);
    void *next = malloc(size);
    mi_go_game.editing->board(pos, piece);
    memcpy(next, pos, size);
    mi_go_game.editing->set_turn(next, !owner);
    bool here = piece[target] == owner;
    if (here && !seen->full && is_new(seen, mi_go_game.hash(next))) {
        int n = mi_go_game.moves(next, list) - 1; /* all moves except the pass */
        for (int i = 0; i < n && !taken && !seen->full; i++) {
            memcpy(next, pos, size);
            mi_go_game.editing->set_turn(next, !owner);
            mi_go_game.play(next, list[i]);
            taken = can_be_taken(seen, next, setup, target, owner);
        }
    }
    free(next);
    return !here || taken;
}

/* Benson's algorithm finds exactly the pass-alive chains. */
START_TEST(safe_is_exact)
{
    static struct seen seen;
    miai_setup setup = setup_of(SIDE, SIDE, MI_GO_SIMPLE_KO);
    void *pos = malloc(mi_go_game.size(&setup));
    int8_t owner[MIAI_MAX_POINTS], piece[MIAI_MAX_POINTS];
    int safe = 0, other = 0;
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    for (int game = 0; game < 400; game++) {
        mi_go_game.init(pos, &setup);
        int stones = 7 + (int)miai_rng_below(&rng, 6), black = (int)miai_rng_below(&rng, 4);
        for (int i = 0; i < stones; i++)
            mi_go_game.editing->put(pos, (miai_move)miai_rng_below(&rng, SIDE * SIDE),
                                    (int)miai_rng_below(&rng, 8) < 2 * black);
        mi_go_pass_alive(pos, owner);
        mi_go_game.editing->board(pos, piece);
        for (int p = 0; p < SIDE * SIDE; p++) {
            if (piece[p] < 0)
                continue;
            memset(&seen, 0, sizeof seen);
            bool taken = can_be_taken(&seen, pos, &setup, p, piece[p]);
            if (seen.full)
                continue;
            ck_assert_int_eq(owner[p] == (piece[p] ? -1 : 1), !taken);
            safe += !taken;
            other += taken;
        }
    }
    ck_assert_int_gt(safe, 100);
    ck_assert_int_gt(other, 100);
    free(pos);
}
END_TEST

/* ---- seki ---- */

static bool may_be_seki(int width, int height, const char *rows, const char *point)
{
    miai_setup setup = setup_of(width, height, MI_GO_CHINESE);
    void *pos = board_draw(&setup, rows);
    bool found = mi_go_may_be_seki(pos, miai_point_read(point, width, height));
    free(pos);
    return found;
}

START_TEST(seki_shapes)
{
    /* Two chains without eyes share two liberties; then one of them has another liberty. */
    ck_assert(may_be_seki(7, 2, ".OX.OX./.OX.OX.", "C1"));
    ck_assert(may_be_seki(7, 2, ".OX.OX./.OX.OX.", "E2"));
    ck_assert(!may_be_seki(7, 2, ".OX.O../.OX.OX.", "E2"));
    ck_assert(!may_be_seki(7, 2, ".OX.OX./.OX.OX.", "D1"));
    /* Nobody can play in its only eye, but it is dead. */
    ck_assert(!may_be_seki(4, 3, "OOO./XXO./.XO.", "B1"));
    /* Black may connect C3 to more liberties before playing at C4. */
    ck_assert(!may_be_seki(3, 4, ".O./OOX/XX./XX.", "B4"));
    /* A chain in atari can be captured; one with liberties can run. */
    ck_assert(!may_be_seki(4, 2, "OX../.XOO", "A2"));
    ck_assert(!may_be_seki(4, 4, "..../.X../..../....", "B3"));
}
END_TEST

/* ---- the end ---- */

static bool is_finished(int rules, const char *rows, const int8_t *life)
{
    static const int8_t all_alive[MIAI_MAX_POINTS];
    int8_t owner[MIAI_MAX_POINTS];
    miai_setup setup = setup_of(5, 3, rules);
    void *pos = board_draw(&setup, rows);
    bool is = mi_go_game.scoring->finished(pos, life ? life : all_alive, owner);
    free(pos);
    return is;
}

START_TEST(finished_games)
{
    ck_assert(is_finished(MI_GO_CHINESE, ".XXO./.XXO./.XXO.", NULL));
    /* A neutral point is worth a move by area, not by territory. */
    ck_assert(!is_finished(MI_GO_CHINESE, ".X.O./.XXO./.XXO.", NULL));
    ck_assert(is_finished(MI_GO_JAPANESE, ".X.O./.XXO./.XXO.", NULL));
    /* But it is if it gains territory. */
    ck_assert(!is_finished(MI_GO_JAPANESE, ".X.O./.X.../.X.O.", NULL));
    /* A dead stone does not separate regions. */
    int8_t life[MIAI_MAX_POINTS] = {0};
    life[2 * 5 + 1] = MIAI_DEAD;
    ck_assert(is_finished(MI_GO_CHINESE, ".OX.O/..XOO/..XOO", life) == false);
    ck_assert(is_finished(MI_GO_CHINESE, ".OXO./..XO./..XO.", life));
    /* The game is not finished while a living stone can be captured. */
    ck_assert(!is_finished(MI_GO_JAPANESE, ".X.OO/.XXO./.XXOX", NULL));
    /* Points between chains in seki belong to nobody. */
    memset(life, MIAI_SEKI, sizeof life);
    ck_assert(is_finished(MI_GO_CHINESE, "X.O.X/X.OOX/XXOXX", life));
}
END_TEST

START_TEST(no_territory_in_seki)
{
    int8_t life[MIAI_MAX_POINTS] = {0};
    miai_setup setup = setup_of(5, 3, MI_GO_JAPANESE);
    void *pos = board_draw(&setup, ".XXO./XXXO./.XXO.");
    setup.rules = MI_GO_CHINESE;
    void *area = board_draw(&setup, ".XXO./XXXO./.XXO.");
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, life), 200 - 300 - 50);
    ck_assert_int_eq(mi_go_game.scoring->settle(area, life), 900 - 600 - 50);
    for (int p = 0; p < 15; p++)
        life[p] = p % 5 < 3 ? MIAI_SEKI : MIAI_ALIVE;
    ck_assert_int_eq(mi_go_game.scoring->settle(pos, life), 0 - 300 - 50);
    ck_assert_int_eq(mi_go_game.scoring->settle(area, life), 900 - 600 - 50);
    free(pos);
    free(area);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_life");
    TCase *tests = add_case(suite, "go_life", 120);
    tcase_add_test(tests, life_by_ownership);
    tcase_add_test(tests, seki_by_neutral_points);
    tcase_add_test(tests, safe_shapes);
    tcase_add_test(tests, safe_is_exact);
    tcase_add_test(tests, seki_shapes);
    tcase_add_test(tests, finished_games);
    tcase_add_test(tests, no_territory_in_seki);
    return run_suite(suite);
}
