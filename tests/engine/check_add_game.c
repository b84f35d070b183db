/* Games from other libraries: of an older contract, of a newer one, and invalid ones. */
#include "game/games.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static void set_up_engine(void)
{
    begin_engine("go");
}

/* Allocates `bytes` bytes: the struct, cut off or followed by garbage, with its size in front. */
static void *resized_struct(const void *from, size_t size, size_t bytes)
{
    unsigned char *to = malloc(bytes);
    ck_assert_ptr_nonnull(to);
    memset(to, 0xa5, bytes);
    memcpy(to, from, size < bytes ? size : bytes);
    memcpy(to, &bytes, sizeof bytes);
    return to;
}

/* Selects the game, which the engine must have, and plays it to its end. */
static void play_a_game(const char *name)
{
    char move[MIAI_MOVE_TEXT], text[1024];
    ck_assert_int_eq(miai_set_game(engine, name), MIAI_OK);
    set_engine_option("playouts", "100");
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

/* The last members of a capability may be missing. */
START_TEST(older_capabilities)
{
    miai_game game = mi_connect4_game;
    game.name = "older";
    for (size_t bytes = 2 * sizeof(size_t); bytes <= sizeof(miai_hints); bytes += sizeof(void *)) {
        end_engine();
        set_up_engine();
        miai_hints *older = resized_struct(mi_connect4_game.hints, sizeof *older, bytes);
        game.hints = older;
        add_and_play(&game);
        free(older);
    }
}
END_TEST

START_TEST(newer_game)
{
    miai_game game = mi_chess_game;
    miai_hints *hints = resized_struct(mi_chess_game.hints, sizeof *hints, sizeof *hints + 64);
    miai_game *newer;
    char search[32];
    game.name = "newer";
    game.hints = hints;
    newer = resized_struct(&game, sizeof game, sizeof game + 64);
    ck_assert_int_eq(miai_add_game(engine, newer), MIAI_OK);
    free(newer);
    free(hints); /* the engine's own */
    ck_assert_int_eq(miai_set_game(engine, "NEWER"), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &(miai_limits){.depth = 2}, search, 32),
                     MIAI_OK);
    miai_info info;
    miai_last_search(engine, &info);
    ck_assert_str_eq(info.search, "alphabeta"); /* from its tuning */
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

START_TEST(incomplete_games_are_refused)
{
    miai_game game = mi_connect4_game;
    game.name = "x";
    game.turn = NULL;
    expect_refusal(&game, "no turn");
    game.turn = mi_connect4_game.turn;
    game.text = NULL;
    expect_refusal(&game, "no text");
    game.text = mi_connect4_game.text;
    game.name = NULL;
    expect_refusal(&game, "no name");
    game.name = "connect4";
    expect_refusal(&game, "of that name");
    game.name = "x";
    game.setup.width = game.max_width + 1;
    expect_refusal(&game, "its own bounds");
}
END_TEST

START_TEST(zero_sizes_are_refused)
{
    miai_game game = mi_connect4_game;
    miai_records records = {.sgf = 1};
    game.name = "x";
    game.bytes = 0;
    expect_refusal(&game, "sizeof(miai_game)");
    game.bytes = sizeof game;
    game.records = &records;
    expect_refusal(&game, "sizeof(miai_records) in records");
}
END_TEST

START_TEST(nested_zero_sizes_are_refused)
{
    const miai_tuning tuning = {.uct_constant = 1};
    const miai_margins margins = {.unit = 7};
    miai_hints hints = {.bytes = sizeof hints, .tuning = &tuning};
    miai_tactics tactics = {.bytes = sizeof tactics, .margins = &margins};
    miai_game game = mi_connect4_game;
    game.name = "x";
    game.hints = &hints;
    expect_refusal(&game, "sizeof(miai_tuning) in tuning");
    hints.tuning = NULL;
    game.tactics = &tactics;
    expect_refusal(&game, "sizeof(miai_margins) in margins");
}
END_TEST

/* A capability that opens an object must have all functions of such an object. */
START_TEST(objects_without_their_functions)
{
    miai_evaluation evaluation = *mi_gomoku_game.evaluation;
    miai_tablebase tablebase = {.bytes = sizeof tablebase, .open = evaluation.open};
    miai_solver solver = *mi_connect4_game.solver;
    miai_game game = mi_connect4_game;
    game.name = "x";
    game.evaluation = &evaluation;
    evaluation.held = NULL;
    expect_refusal(&game, "evaluation has open(), but not");
    evaluation.held = evaluation.memory;
    evaluation.memory = NULL;
    expect_refusal(&game, "evaluation has open(), but not");
    game.evaluation = NULL;
    game.tablebase = &tablebase;
    expect_refusal(&game, "tablebase has open(), but no close()");
    game.tablebase = NULL;
    game.solver = &solver;
    solver.solve = NULL;
    expect_refusal(&game, "solver has open(), but not");
}
END_TEST

/* Structs of miai 1 had twelve capabilities, some of them other ones. */
START_TEST(miai_1_games_are_refused)
{
    miai_game game = mi_connect4_game;
    game.name = "x";
    size_t bytes = offsetof(miai_game, notation) + 12 * sizeof(void *);
    miai_game *older = resized_struct(&game, sizeof game, bytes);
    expect_refusal(older, "compiled for miai 1");
    free(older);
    older = resized_struct(&game, sizeof game, offsetof(miai_game, notation));
    expect_refusal(older, "compiled for miai 1");
    free(older);
}
END_TEST

/* ---- a game whose positions have an odd number of bytes ---- */

static int misaligned_positions;

static const void *aligned_position(const void *pos)
{
    misaligned_positions += (uintptr_t)pos % _Alignof(max_align_t) != 0;
    return pos;
}

static size_t odd_size(const miai_setup *setup)
{
    size_t size = mi_connect4_game.size(setup);
    return size > 0 ? size + 1 : 0;
}

static int aligned_turn(const void *pos)
{
    return mi_connect4_game.turn(aligned_position(pos));
}

static void aligned_play(void *pos, miai_move move)
{
    aligned_position(pos);
    mi_connect4_game.play(pos, move);
}

static bool aligned_outcome(const void *pos, int *score)
{
    return mi_connect4_game.outcome(aligned_position(pos), score);
}

static int aligned_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    return mi_connect4_game.move_text(aligned_position(pos), move, text, size);
}

/* Reads the three positions before this one. */
static void aligned_fill(const void *pos, const miai_past *past, float *plane, float *number)
{
    aligned_position(past->start);
    for (int i = 0; i < past->earlier_count; i++)
        aligned_position(past->earlier[i]);
    mi_connect4_game.planes->encodings[0]->fill(aligned_position(pos), past, plane, number);
}

static bool continue_tracing(void *context, const miai_cut *cut)
{
    (void)context;
    (void)cut;
    return true;
}

/* Every position that the engine passes has malloc()'s alignment, even if its size is odd. */
START_TEST(positions_are_aligned)
{
    miai_encoding encoding = *mi_connect4_game.planes->encodings[0];
    const miai_encoding *const encodings[] = {&encoding, NULL};
    miai_planes planes = *mi_connect4_game.planes;
    miai_game game = mi_connect4_game;
    uint64_t count;
    encoding.earlier = 3;
    encoding.fill = aligned_fill;
    planes.encodings = encodings;
    planes.network = NULL;
    game.name = "odd";
    game.planes = &planes;
    game.size = odd_size;
    game.turn = aligned_turn;
    game.play = aligned_play;
    game.outcome = aligned_outcome;
    game.move_text = aligned_move_text;
    misaligned_positions = 0;
    static const char *const searches[] = {"mcts", "alphabeta", "minimax", "flat"};
    add_and_play(&game);
    for (int i = 0; i < COUNT(searches); i++) {
        ck_assert_int_eq(miai_clear(engine), MIAI_OK);
        set_engine_option("search", searches[i]);
        play_a_game("odd");
    }
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    ck_assert_int_eq(miai_perft(engine, 4, &count), MIAI_OK);
    ck_assert_int_eq(miai_trace_alphabeta(engine, 4, true, continue_tracing, NULL), MIAI_OK);
    ck_assert_int_eq(misaligned_positions, 0);
    miai_check_game(&game, NULL, NULL);
    ck_assert_int_eq(misaligned_positions, 0);
}
END_TEST

/* A struct whose size is followed by its name. */
START_TEST(first_contract_is_refused)
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
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, older_capabilities);
    tcase_add_test(tests, newer_game);
    tcase_add_test(tests, incomplete_games_are_refused);
    tcase_add_test(tests, zero_sizes_are_refused);
    tcase_add_test(tests, nested_zero_sizes_are_refused);
    tcase_add_test(tests, objects_without_their_functions);
    tcase_add_test(tests, miai_1_games_are_refused);
    tcase_add_test(tests, positions_are_aligned);
    tcase_add_test(tests, first_contract_is_refused);
    return run_suite(suite);
}
