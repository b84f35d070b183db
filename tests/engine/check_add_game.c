/* Games from outside: of an older contract, of a newer one, and those that are refused. */
#include "tests/support/fixture.h"
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static void begin(void)
{
    begin_engine("go");
}

/* Memory of exactly so many bytes, which begin with their number and what the struct begins with,
 * and end in rubbish where it is shorter. */
static void *cut(const void *from, size_t size, size_t bytes)
{
    unsigned char *to = malloc(bytes);
    ck_assert_ptr_nonnull(to);
    memset(to, 0xa5, bytes);
    memcpy(to, from, size < bytes ? size : bytes);
    memcpy(to, &bytes, sizeof bytes);
    return to;
}

/* Plays the game, which is then the engine's. */
static void play_a_game(const char *name)
{
    char move[MIAI_MOVE_TEXT], text[1024];
    ck_assert_int_eq(miai_set_game(engine, name), MIAI_OK);
    set("playouts", "100");
    while (!miai_over(engine, NULL))
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_gt(miai_board_text(engine, text, sizeof text), 0);
    miai_save_sgf(engine, text, sizeof text);
    miai_final_score(engine, text, sizeof text);
}

static void add_and_play(const miai_game *game)
{
    ck_assert_int_eq(miai_add_game(engine, game), MIAI_OK);
    play_a_game(game->name);
}

/* What every game has is enough, and any of the rest may be missing. */
START_TEST(older_game)
{
    miai_game game = mi_connect4;
    game.name = "older";
    for (size_t bytes = offsetof(miai_game, notation); bytes <= sizeof game;
         bytes += sizeof(void *)) {
        end_engine();
        begin();
        miai_game *older = cut(&game, sizeof game, bytes);
        add_and_play(older);
        free(older);
    }
}
END_TEST

START_TEST(older_parts)
{
    miai_game game = mi_connect4;
    game.name = "older";
    for (size_t bytes = 2 * sizeof(size_t); bytes <= sizeof(miai_knowledge);
         bytes += sizeof(void *)) {
        end_engine();
        begin();
        miai_knowledge *older = cut(mi_connect4.knowledge, sizeof *older, bytes);
        game.knowledge = older;
        add_and_play(&game);
        free(older);
    }
}
END_TEST

START_TEST(newer_game)
{
    miai_game game = mi_chess;
    miai_knowledge *knowledge = cut(mi_chess.knowledge, sizeof *knowledge, sizeof *knowledge + 64);
    miai_game *newer;
    char search[32];
    game.name = "newer";
    game.knowledge = knowledge;
    newer = cut(&game, sizeof game, sizeof game + 64);
    ck_assert_int_eq(miai_add_game(engine, newer), MIAI_OK);
    free(newer);
    free(knowledge); /* the engine has its own */
    ck_assert_int_eq(miai_set_game(engine, "NEWER"), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &(miai_limits){.depth = 2}, search, 32),
                     MIAI_OK);
    miai_info info;
    miai_last_search(engine, &info);
    ck_assert_str_eq(info.search, "alphabeta"); /* as its tuning says */
}
END_TEST

/* ---- refused ---- */

static void expect_refusal(const void *game, const char *why)
{
    int count = miai_game_count(engine), error = miai_add_game(engine, game);
    ck_assert_int_eq(error, MIAI_BAD_VALUE);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, error), why));
    ck_assert_int_eq(miai_game_count(engine), count);
}

START_TEST(incomplete)
{
    miai_game game = mi_connect4;
    game.name = "x";
    game.turn = NULL;
    expect_refusal(&game, "no turn");
    game.turn = mi_connect4.turn;
    game.text = NULL;
    expect_refusal(&game, "no text");
    game.text = mi_connect4.text;
    game.name = NULL;
    expect_refusal(&game, "no name");
    game.name = "connect4";
    expect_refusal(&game, "of that name");
    game.name = "x";
    game.setup.width = game.max_width + 1;
    expect_refusal(&game, "its own setup");
}
END_TEST

START_TEST(without_size)
{
    miai_game game = mi_connect4;
    miai_records records = {.sgf = 1};
    game.name = "x";
    game.bytes = 0;
    expect_refusal(&game, "sizeof(miai_game)");
    game.bytes = sizeof game;
    game.records = &records;
    expect_refusal(&game, "sizeof(miai_records) in records");
}
END_TEST

START_TEST(part_of_a_part_without_size)
{
    const miai_tuning tuning = {.uct_constant = 1};
    const miai_margins margins = {.unit = 7};
    miai_knowledge knowledge = {.bytes = sizeof knowledge, .tuning = &tuning};
    miai_tactics tactics = {.bytes = sizeof tactics, .margins = &margins};
    miai_game game = mi_connect4;
    game.name = "x";
    game.knowledge = &knowledge;
    expect_refusal(&game, "sizeof(miai_tuning) in tuning");
    knowledge.tuning = NULL;
    game.tactics = &tactics;
    expect_refusal(&game, "sizeof(miai_margins) in margins");
}
END_TEST

static size_t some_bytes(const void *weights)
{
    (void)weights;
    return 64;
}

static int even(const void *weights, void *memory, const void *pos)
{
    (void)weights;
    (void)memory;
    (void)pos;
    return 0;
}

/* An evaluation is whole, and another stands behind it. */
START_TEST(evaluation_without_its_like)
{
    miai_evaluation evaluation = *mi_chess.evaluation;
    miai_knowledge knowledge = *mi_connect4.knowledge;
    miai_game game = mi_connect4;
    game.name = "x";
    game.evaluation = &evaluation;
    game.knowledge = &knowledge;
    evaluation.held = evaluation.memory = some_bytes;
    evaluation.evaluate = NULL;
    expect_refusal(&game, "lacks a function");
    evaluation.evaluate = even;
    knowledge.evaluate = NULL;
    expect_refusal(&game, "no knowledge->evaluate");
    game.knowledge = NULL;
    expect_refusal(&game, "no knowledge->evaluate");
}
END_TEST

/* It began with a number and its name. */
START_TEST(first_edition)
{
    struct {
        int abi;
        const char *name, *title;
        void *rest[60];
    } game = {.abi = 1, .name = "x", .title = "X"};
    expect_refusal(&game, "first edition");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("add_game");
    TCase *tests = add_case(suite, "add_game", 60);
    tcase_add_checked_fixture(tests, begin, end_engine);
    tcase_add_test(tests, older_game);
    tcase_add_test(tests, older_parts);
    tcase_add_test(tests, newer_game);
    tcase_add_test(tests, incomplete);
    tcase_add_test(tests, without_size);
    tcase_add_test(tests, part_of_a_part_without_size);
    tcase_add_test(tests, evaluation_without_its_like);
    tcase_add_test(tests, first_edition);
    return run_suite(suite);
}
