/* The table of tuning constants, and the options made from it. */
#include "game/games.h"
#include "miai.h"
#include "search/alphabeta/alphabeta.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const miai_option *option_at(miai_engine *engine, int i, double *step)
{
    double rate;
    const miai_option *option = miai_tuning_at(engine, i, step, &rate);
    if (option)
        ck_assert(rate > 0 && rate < 1);
    return option;
}

static const char *value_of(miai_engine *engine, const char *name)
{
    static char text[16];
    ck_assert_int_gt(miai_get_option(engine, name, text, sizeof text), 0);
    return text;
}

/* The option of a field has its name, with hyphens. */
START_TEST(names_match_fields)
{
#define FIELD(name, ...) #name,
    static const char *const fields[] = {MI_TUNING_ROWS(FIELD, FIELD, FIELD)};
    miai_engine *engine = miai_new();
    double step;
    for (int i = 0; i < COUNT(fields); i++) {
        char name[64];
        snprintf(name, sizeof name, "tune-%s", fields[i]);
        for (char *c = name; *c; c++)
            *c = *c == '_' ? '-' : *c;
        ck_assert_str_eq(option_at(engine, i, &step)->name, name);
        ck_assert_ptr_eq(miai_option_find(engine, name), option_at(engine, i, &step));
    }
    ck_assert_ptr_null(option_at(engine, COUNT(fields), &step));
    miai_free(engine);
}
END_TEST

/* In each game, the value is within the bounds and can be set to them; the step is not wider. */
START_TEST(values_are_within_bounds)
{
    static const char *const games[] = {"chess", "othello", "gomoku", "go", "connect4"};
    for (int g = 0; g < COUNT(games); g++) {
        miai_engine *engine = miai_new();
        const miai_option *option;
        double step;
        ck_assert_int_eq(miai_set_option(engine, "game", games[g]), MIAI_OK);
        for (int i = 0; (option = option_at(engine, i, &step)) != NULL; i++) {
            double value = atof(value_of(engine, option->name));
            ck_assert_msg(value >= option->min && value <= option->max, "%s %s: %g", games[g],
                          option->name, value);
            ck_assert(step > 0 && step < option->max - option->min);
            ck_assert_int_eq(miai_set_option(engine, option->name, option->initial), MIAI_OK);
            ck_assert_str_eq(value_of(engine, option->name), option->initial);
        }
        ck_assert_int_eq(miai_set_option(engine, "tune-window", "0"), MIAI_BAD_VALUE);
        miai_free(engine);
    }
}
END_TEST

/* A game's own margin replaces the default; the others are scaled by its unit. */
START_TEST(games_have_margins)
{
    struct mi_ab_tuning othello = mi_ab_tuning_of(&mi_othello_game, NULL),
                        chess = mi_ab_tuning_of(&mi_chess_game, NULL);
    ck_assert_int_eq(othello.unit, 3 * MIAI_POINT_SCORE);
    ck_assert_int_eq(othello.window, 2 * MIAI_POINT_SCORE);
    ck_assert_int_eq(othello.futility, 3 * chess.futility);
    ck_assert_int_eq(othello.reduction_base, chess.reduction_base);
    ck_assert_int_eq(chess.multi_probcut, 0);
}
END_TEST

static uint64_t nodes_with(enum mi_ab_tuning_index index, int64_t value)
{
    static struct mi_result result;
    static const char middle[] =
        "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
    struct mi_ab_tuning_changes changes;
    struct situation s;
    for (int i = 0; i < MI_TUNING_COUNT; i++)
        changes.value[i] = MI_TUNING_UNSET;
    changes.value[index] = value;
    begin_at(&s, &mi_chess_game, middle);
    s.selective = true;
    s.tuning = &changes;
    search_to(&mi_alphabeta_searcher, &s, 8, &result);
    return result.nodes;
}

/* A change reaches the search.  Setting a constant to its own value changes nothing. */
START_TEST(changes_have_effect)
{
    static const struct {
        enum mi_ab_tuning_index index;
        int64_t value;
    } changes[] = {{MI_TUNING_window, 50},          {MI_TUNING_null_move_reduction, 8},
                   {MI_TUNING_futility, 300},       {MI_TUNING_reduction, 50},
                   {MI_TUNING_late_move_base, 20},  {MI_TUNING_quiet_see, 80},
                   {MI_TUNING_history_bonus, 20},   {MI_TUNING_correction_weight, 0},
                   {MI_TUNING_delta, 400},          {MI_TUNING_reverse_futility_step, 200},
                   {MI_TUNING_eval_change_max, 0},  {MI_TUNING_internal_reduction_depth, 4},
                   {MI_TUNING_history_pruning, 500}};
    uint64_t before = nodes_with(MI_TUNING_window, MI_TUNING_UNSET);
    ck_assert_uint_eq(nodes_with(MI_TUNING_window, 10), before);
    for (int i = 0; i < COUNT(changes); i++)
        ck_assert_msg(nodes_with(changes[i].index, changes[i].value) != before, "change %d", i);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tuning");
    TCase *tests = add_single(suite, "constants", 60);
    tcase_add_test(tests, names_match_fields);
    tcase_add_test(tests, values_are_within_bounds);
    tcase_add_test(tests, games_have_margins);
    tcase_add_test(tests, changes_have_effect);
    return run_suite(suite);
}
