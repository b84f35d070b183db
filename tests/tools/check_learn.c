/* Training positions: games by a network's policy, reproducible to the byte. */
#include "contract/capability.h"
#include "game/games.h"
#include "tests/support/suite.h"
#include "tools/network/course.h"
#include "tools/network/exact.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 5, AREA = SIDE * SIDE };

static struct course_plan plan_of(const miai_game *game, int side)
{
    const miai_encoding *encoding = mi_planes(game)->encodings[0];
    struct course_plan plan = {.game = game, .encoding = encoding};
    plan.shape = (struct shard_shape){.width = side ? side : game->setup.width,
                                      .height = side ? side : game->setup.height,
                                      .planes = encoding->planes,
                                      .numbers = encoding->numbers,
                                      .symmetries = encoding->symmetries};
    return plan;
}

/* A fake network: random outputs. */
static void fake_outputs(miai_rng *rng, const struct course *course, struct mi_net_out *out)
{
    int area = course->setup.width * course->setup.height;
    for (int i = 0; i <= area; i++)
        out->policy[i] = (float)miai_rng_below(rng, 1000) / 250;
    for (int i = 0; i < area; i++)
        out->ownership[i] = (float)miai_rng_below(rng, 201) / 100 - 1;
    out->win = (float)miai_rng_below(rng, 101) / 100;
    out->loss = 1 - out->win;
    out->no_result = out->score = out->deviation = 0;
    out->lead = (float)miai_rng_below(rng, 9) - 4;
}

/* Plays a game to its end. */
static void play_training_game(struct course *course, const struct course_plan *plan, uint64_t seed)
{
    float policy[MIAI_MAX_POINTS + 1], ownership[MIAI_MAX_POINTS];
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    ck_assert(course_begin(course, plan, seed));
    while (!course->over) {
        struct mi_net_out out = {.policy = policy, .ownership = ownership};
        course_look(course);
        fake_outputs(&rng, course, &out);
        ck_assert(course_go_on(course, &out));
    }
}

static int number_at(const uint8_t *bytes)
{
    return bytes[0] | bytes[1] << 8;
}

START_TEST(same_seed_same_game)
{
    struct course_plan plan = plan_of(&mi_go_game, SIDE);
    struct course a, b, c;
    play_training_game(&a, &plan, (uint64_t)_i);
    play_training_game(&b, &plan, (uint64_t)_i);
    play_training_game(&c, &plan, (uint64_t)_i + 100);
    size_t bytes = (size_t)a.kept_count * shard_bytes(&plan.shape);
    ck_assert_int_gt(a.kept_count, 0);
    ck_assert_int_eq(a.kept_count, b.kept_count);
    ck_assert(memcmp(a.kept, b.kept, bytes) == 0);
    ck_assert(a.kept_count != c.kept_count || memcmp(a.kept, c.kept, bytes) != 0);
    course_free(&a);
    course_free(&b);
    course_free(&c);
}
END_TEST

/* The first plane is the board; the policy sums to 1, and to 0 on stones. */
START_TEST(positions_are_well_formed)
{
    struct course_plan plan = plan_of(&mi_go_game, SIDE);
    struct course course;
    size_t bytes = shard_bytes(&plan.shape);
    play_training_game(&course, &plan, (uint64_t)_i);
    for (int i = 0; i < course.kept_count; i++) {
        const uint8_t *at = course.kept + (size_t)i * bytes;
        const uint8_t *policy = at + bytes - AREA - 2 * (AREA + 1);
        int sum = 0;
        for (int point = 0; point < AREA; point++) {
            int own = AREA + point, other = 2 * AREA + point;
            bool stone = (at[own / 8] >> own % 8 & 1) || (at[other / 8] >> other % 8 & 1);
            ck_assert(at[point / 8] >> point % 8 & 1);
            ck_assert(!stone || number_at(policy + 2 * point) == 0);
        }
        for (int place = 0; place <= AREA; place++)
            sum += number_at(policy + 2 * place);
        ck_assert_int_le(abs(sum - 65535), 2 * AREA);
    }
    course_free(&course);
}
END_TEST

/* From the view of the side to move, so the sign changes with each move. */
START_TEST(results_are_for_the_side_to_move)
{
    struct course_plan plan = plan_of(&mi_connect4_game, 0);
    struct course course;
    size_t bytes = shard_bytes(&plan.shape);
    int known = 0;
    for (uint64_t seed = 0; seed < 20; seed++) {
        play_training_game(&course, &plan, seed);
        float last = NAN;
        for (int i = 0; i < course.kept_count; i++) {
            float result;
            size_t points = (size_t)(plan.shape.width * plan.shape.height);
            memcpy(&result, course.kept + (size_t)(i + 1) * bytes - points - 2 * (points + 1) - 4,
                   sizeof result);
            known += !isnan(result) && result != 0;
            ck_assert(isnan(result) || i == 0 || result == -last);
            last = result;
        }
        course_free(&course);
    }
    ck_assert_int_gt(known, 50);
}
END_TEST

static float result_at(const struct course *course, const struct course_plan *plan, int i)
{
    const struct shard_shape *shape = &plan->shape;
    size_t points = (size_t)(shape->width * shape->height);
    float result;
    memcpy(&result,
           course->kept + (size_t)(i + 1) * shard_bytes(shape) - points - 2 * (points + 1) - 4,
           sizeof result);
    return course->mover[i] ? -result : result;
}

/* If a position is proven, its result and that of the positions before it is the proven one,
 * however the game ends. */
START_TEST(proven_results_count)
{
    enum { FIRST = 5, SECOND = 8 };
    struct course_plan plan = plan_of(&mi_connect4_game, 0);
    struct course course;
    float policy[MIAI_MAX_POINTS + 1], ownership[MIAI_MAX_POINTS];
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    plan.wild = 4;
    ck_assert(course_begin(&course, &plan, (uint64_t)_i));
    while (!course.over) {
        struct mi_net_out out = {.policy = policy, .ownership = ownership};
        course_look(&course);
        fake_outputs(&rng, &course, &out);
        if (course.kept_count == FIRST || course.kept_count == SECOND)
            course_settle(&course, course.kept_count == FIRST ? 7 : 0);
        ck_assert(course_go_on(&course, &out));
    }
    for (int i = 0; i <= FIRST && course.kept_count > FIRST; i++)
        ck_assert(result_at(&course, &plan, i) == 1);
    for (int i = FIRST + 1; i <= SECOND && course.kept_count > SECOND; i++)
        ck_assert(result_at(&course, &plan, i) == 0);
    course_free(&course);
}
END_TEST

/* The score of the position after a move, in the view of the player who makes it. */
static int score_after(struct exact *exact, struct course *course, miai_move move)
{
    int turn = course->plan->game->turn(mi_history_position(course->history)), score;
    ck_assert_int_eq(mi_history_play(course->history, turn, move), MI_PLAYED);
    if (!mi_history_outcome(course->history, &score))
        ck_assert(exact_find(exact, course, &score));
    ck_assert(mi_history_undo(course->history, 1));
    return turn == 0 ? score : -score;
}

/* Compares the outputs for a solved position with the scores of its moves, one by one. */
static void check_solved_moves(struct exact *exact, struct course *course,
                               const struct mi_net_out *out)
{
    const void *pos = mi_history_position(course->history);
    const miai_encoding *encoding = course->plan->encoding;
    miai_move list[MIAI_MAX_LEGAL];
    int score[MIAI_MAX_LEGAL], best = -1000;
    int n = mi_history_moves(course->history, course->plan->game->turn(pos), list);
    for (int i = 0; i < n; i++) {
        score[i] = score_after(exact, course, list[i]);
        best = score[i] > best ? score[i] : best;
    }
    pos = mi_history_position(course->history);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (score[i] > score[j])
                ck_assert(out->policy[encoding->policy(pos, list[i])] >
                          out->policy[encoding->policy(pos, list[j])]);
    ck_assert(out->win == (best > 0 ? 1 : best < 0 ? 0 : 0.5F));
}

/* A solved position prefers the moves that keep its result; some positions after its moves are kept
 * with their results. */
START_TEST(moves_are_solved)
{
    struct course_plan plan = plan_of(&mi_connect4_game, 0);
    struct course course;
    struct exact *exact = exact_open(plan.game, &plan.game->setup, 1000000);
    float policy[MIAI_MAX_POINTS + 1], ownership[MIAI_MAX_POINTS] = {0};
    plan.wild = 1;
    ck_assert(exact && course_begin(&course, &plan, (uint64_t)_i));
    course.opening = course.wild = 22;
    int solved = 0, before = 0;
    while (!course.over) {
        struct mi_net_out out = {.policy = policy, .ownership = ownership};
        bool found = false;
        int score;
        memset(policy, 0, sizeof policy);
        if (mi_history_plies(course.history) >= 22) {
            ck_assert(exact_moves(exact, &course, &out, &found, &score));
            ck_assert(found);
            check_solved_moves(exact, &course, &out);
            before = course.kept_count;
            course_settle(&course, score);
            solved++;
        }
        course_look(&course);
        ck_assert(course_go_on(&course, &out));
    }
    for (int i = before; i < course.kept_count; i++)
        ck_assert(!isnan(result_at(&course, &plan, i)));
    ck_assert(solved == 0 || course.kept_count >= solved - 1);
    course_free(&course);
    exact_close(exact);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("learn");
    TCase *tests = add_case(suite, "samples", 30);
    tcase_add_loop_test(tests, same_seed_same_game, 0, 10);
    tcase_add_loop_test(tests, positions_are_well_formed, 0, 10);
    tcase_add_test(tests, results_are_for_the_side_to_move);
    tcase_add_loop_test(tests, proven_results_count, 0, 10);
    tcase_add_loop_test(tests, moves_are_solved, 0, 10);
    return run_suite(suite);
}
