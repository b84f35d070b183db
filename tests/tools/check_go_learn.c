/* Learning move strengths of Go from records: choices drawn with given strengths give these
 * strengths back, and the same games give the same bytes. */
#include "game/go/board/go.h"
#include "game/go/board/move.h"
#include "tests/support/suite.h"
#include "tools/go/patterns/recipe.h"
#include "tools/go/patterns/shapes.h"
#include "tools/go/patterns/softmax.h"

#include <math.h>
#include <stdlib.h>

/* ---- the model ---- */

enum { CHOICES = 3, ROUNDS = 20000 };

/* Choice i has the feature arg[i]; the last one also has a second feature. */
static int features_of(const void *arg, size_t i, int *feature)
{
    feature[0] = ((const int *)arg)[i];
    feature[1] = CHOICES;
    return i + 1 < CHOICES ? 1 : 2;
}

/* Features 0, 1, 2 are chosen in the proportion 4 : 2 : 1, in any order of the choices; 3 only
 * accompanies one of them. */
START_TEST(known_strengths_are_learned)
{
    static const int order[7] = {0, 0, 0, 0, 1, 1, 2};
    struct softmax softmax;
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    softmax_make(&softmax, CHOICES + 1);
    double sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        int rank, chosen = order[miai_rng_below(&rng, 7)], turn = (int)miai_rng_below(&rng, 2);
        int list[CHOICES] = {chosen, (chosen + 1 + turn) % 3, (chosen + 2 - turn) % 3};
        sum +=
            softmax_learn(&softmax, features_of, list, CHOICES, 0.1 * (ROUNDS - i) / ROUNDS, &rank);
        ck_assert_int_le(rank, CHOICES - 1);
    }
    ck_assert_double_eq_tol(exp(softmax_log(&softmax, 0) - softmax_log(&softmax, 2)), 4, 0.5);
    ck_assert_double_eq_tol(exp(softmax_log(&softmax, 1) - softmax_log(&softmax, 2)), 2, 0.3);
    ck_assert_double_lt(softmax_log(&softmax, CHOICES), -1); /* never chosen */
    ck_assert_double_gt(sum / ROUNDS, -1.05);                /* the entropy is 0.956 */
    softmax_free(&softmax);
}
END_TEST

/* A feature that was never chosen has the strength of its parent. */
START_TEST(refinements_begin_like_their_parents)
{
    struct softmax softmax;
    int rank, list[CHOICES] = {0, 1, 1};
    softmax_make(&softmax, 6);
    softmax.parent[4] = 0;
    softmax.parent[5] = 4;
    for (int i = 0; i < 100; i++)
        softmax_learn(&softmax, features_of, list, 2, 0.1, &rank);
    ck_assert_double_gt(softmax_log(&softmax, 0), 0.5);
    ck_assert_double_eq(softmax_log(&softmax, 5), softmax_log(&softmax, 0));
    double before = softmax_log(&softmax, 1);
    ck_assert_double_lt(softmax_learn(&softmax, features_of, list, 2, 0, &rank), 0);
    ck_assert_double_eq(softmax_log(&softmax, 1), before); /* rate 0: nothing learned */
    softmax_free(&softmax);
}
END_TEST

/* ---- 3x3 patterns ---- */

START_TEST(symmetric_patterns_are_one)
{
    int kinds = 0;
    for (int shape = 0; shape < GO_SHAPES; shape++) {
        ck_assert_int_le(canonical_shape(shape), shape);
        ck_assert_int_eq(canonical_shape(canonical_shape(shape)), canonical_shape(shape));
        kinds += canonical_shape(shape) == shape;
    }
    /* Burnside: (3^8 + 2 * 3^2 + 3^4 + 4 * 3^5) / 8, (3^5 + 3^3) / 2, (3^3 + 3^2) / 2 */
    ck_assert_int_eq(kinds, 954 + 135 + 18);
}
END_TEST

/* ---- the whole program ---- */

/* Random game records, as text. */
static FILE *invent_games(int count)
{
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = MI_GO_SIMPLE_KO};
    FILE *stream = tmpfile();
    struct mi_go *b = malloc(mi_go_size(&setup));
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < count; i++) {
        fputs("B+Resign", stream);
        mi_go_init(b, &setup);
        for (int ply = 0; ply < 60; ply++) {
            miai_move list[MIAI_MAX_LEGAL];
            int n = mi_go_candidates(b, list) - 1;
            miai_move move = list[miai_rng_below(&rng, (uint32_t)n)];
            fprintf(stream, " %c%c", 'a' + move % SIDE, 'a' + SIDE - 1 - move / SIDE);
            mi_go_play(b, move);
        }
        fputs(i % 2 ? " -- aa zz\n" : "\n", stream);
    }
    free(b);
    return stream;
}

/* Learns from the records and writes a file; returns its content. */
static unsigned char *learn_once(const struct options *options, size_t *length)
{
    static const char *const file = "check_go_learn.tmp";
    struct games games;
    FILE *stream = invent_games(12);
    rewind(stream);
    games_read(&games, stream, options->games);
    fclose(stream);
    ck_assert_int_eq(games.count, 12);
    ck_assert_uint_eq(games.first[1], 60);
    ck_assert_uint_eq(games.first[2], 60 + 63);
    struct learned *learned = malloc(sizeof *learned);
    ck_assert(learn_weights(learned, &games, options));
    ck_assert(write_weights(learned, file));
    FILE *written = fopen(file, "rb");
    unsigned char *bytes = malloc(1 << 20);
    *length = fread(bytes, 1, 1 << 20, written);
    fclose(written);
    remove(file);
    free(learned->pattern);
    free(learned);
    games_free(&games);
    return bytes;
}

START_TEST(the_same_games_give_the_same_file)
{
    const struct options options = {
        .games = 20, .held_out = 2, .step = 9, .rounds = 2, .often = 2, .rate = 0.1};
    size_t length[2];
    char why[200] = "";
    unsigned char *once = learn_once(&options, &length[0]);
    unsigned char *twice = learn_once(&options, &length[1]);
    ck_assert_uint_eq(length[0], length[1]);
    ck_assert_mem_eq(once, twice, length[0]);
    bool wrong = mi_go_weights_fault(once, length[0], why, sizeof why);
    ck_assert_msg(!wrong, "%s", why);
    ck_assert_uint_gt(go_word(mi_go_weights(once)->patterns), 10);
    free(once);
    free(twice);
}
END_TEST

/* Only passes, and one illegal move. */
START_TEST(games_without_moves_are_ignored)
{
    const struct options options = {
        .games = 20, .held_out = 1, .step = 1, .rounds = 1, .often = 1, .rate = 0.1};
    struct games games;
    FILE *stream = tmpfile();
    fputs("B+1 -- --\nW+2\nB+R -- -- aa\n", stream);
    rewind(stream);
    games_read(&games, stream, 20);
    fclose(stream);
    struct learned *learned = malloc(sizeof *learned);
    ck_assert_int_eq(games.count, 3);
    ck_assert(!learn_weights(learned, &games, &options));
    free(learned);
    games_free(&games);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_learn");
    TCase *tests = add_case(suite, "go_learn", 10);
    tcase_add_test(tests, known_strengths_are_learned);
    tcase_add_test(tests, refinements_begin_like_their_parents);
    tcase_add_test(tests, symmetric_patterns_are_one);
    tcase_add_test(tests, the_same_games_give_the_same_file);
    tcase_add_test(tests, games_without_moves_are_ignored);
    return run_suite(suite);
}
