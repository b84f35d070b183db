/* miai_check_game() reports what is wrong with a game: examples/nim.c with one planted fault at a
 * time. */
#include "planted.h"
#include "tests/support/suite.h"

#include "examples/nim.c"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* The i-th planted fault, or NULL. */
static const struct plant *plant_at(int i)
{
    int rules = 0;
    while (planted_rules[rules].told)
        rules++;
    const struct plant *plant = i < rules ? &planted_rules[i] : &planted_texts[i - rules];
    return plant->told ? plant : NULL;
}

static int count_plants(void)
{
    int n = 0;
    while (plant_at(n))
        n++;
    return n;
}

struct reported_faults {
    int count;
    size_t length;
    char text[1 << 16];
};

static void note_fault(void *context, const char *text)
{
    struct reported_faults *reported_faults = context;
    reported_faults->count++;
    reported_faults->length +=
        (size_t)snprintf(reported_faults->text + reported_faults->length,
                         sizeof reported_faults->text - reported_faults->length, "%s\n\n", text);
    ck_assert_uint_lt(reported_faults->length, sizeof reported_faults->text);
}

START_TEST(sound_game_has_no_faults)
{
    struct reported_faults reported_faults = {0};
    ck_assert_int_eq(miai_check_game(miai_games[0], note_fault, &reported_faults), 0);
    ck_assert_str_eq(reported_faults.text, "");
    ck_assert_int_eq(miai_check_game(miai_games[0], NULL, NULL), 0);
}
END_TEST

/* A larger struct comes from a later edition; the additional members are ignored. */
START_TEST(newer_struct_is_accepted)
{
    struct reported_faults reported_faults = {0};
    struct {
        miai_game game;
        void *more[8];
    } game = {.game = *miai_games[0]};
    struct {
        miai_playouts playouts;
        void *more[8];
    } part = {.playouts.bytes = sizeof part};
    game.game.bytes = sizeof game;
    game.game.playouts = &part.playouts;
    ck_assert_int_eq(miai_check_game(&game.game, note_fault, &reported_faults), 0);
    ck_assert_str_eq(reported_faults.text, "");
}
END_TEST

START_TEST(each_planted_fault_is_reported)
{
    struct reported_faults reported_faults = {0};
    miai_game game = *miai_games[0];
    const struct plant *plant = plant_at(_i);
    plant->into(&game);
    int faults = miai_check_game(&game, note_fault, &reported_faults);
    ck_assert_int_gt(faults, 0);
    ck_assert_int_eq(faults, reported_faults.count);
    ck_assert_msg(strstr(reported_faults.text, plant->told) != NULL, "not reported: %s\nbut:\n%s",
                  plant->told, reported_faults.text);
    if (_i % 8 == 0) /* the callback is optional */
        ck_assert_int_eq(miai_check_game(&game, NULL, NULL), faults);
}
END_TEST

/* A message contains the board, the moves and the position. */
START_TEST(position_in_message)
{
    struct reported_faults reported_faults = {0};
    miai_game game = *miai_games[0];
    int i = 0;
    while (strncmp(plant_at(i)->told, "legal() allows", 14) != 0)
        i++;
    plant_at(i)->into(&game);
    miai_check_game(&game, note_fault, &reported_faults);
    const char *found = strstr(reported_faults.text, "on a board of 3x5, after ");
    ck_assert_ptr_nonnull(found);
    found = strchr(found, '\n');
    ck_assert_int_eq(strncmp(found, "\n   A B C\n 5 . . . 5\n", 21), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("faults");
    TCase *tests = add_case(suite, "faults", 60);
    tcase_add_test(tests, sound_game_has_no_faults);
    tcase_add_test(tests, newer_struct_is_accepted);
    tcase_add_loop_test(tests, each_planted_fault_is_reported, 0, count_plants());
    tcase_add_test(tests, position_in_message);
    return run_suite(suite);
}
