/* NNUE of chess: the arithmetic of all kernels. */
#include "base/memory.h"
#include "definition.h"
#include "game/chess/board/notation.h"
#include "game/games.h"
#include "positions.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>

static struct mi_nnue *read_image(const struct image *image)
{
    char error[160] = "";
    struct mi_nnue *nnue = mi_nnue_read(image->bytes, image->length, error, sizeof error);
    ck_assert_msg(nnue != NULL, "%s", error);
    return nnue;
}

/* Plays a random legal move; false: the game is over. */
static bool play_random_move(struct mi_chess *p, miai_rng *rng)
{
    miai_move list[CHESS_MAX_LEGAL];
    int score;
    if (mi_chess_game.outcome(p, &score))
        return false;
    int n = mi_chess_moves(p, list);
    mi_chess_play(p, list[miai_rng_below(rng, (uint32_t)n)]);
    return true;
}

enum { KERNELS_MAX = 4 };

/* A network with each kernel of this processor, updated incrementally from the previous
 * position. */
struct trial {
    struct image image;
    struct definition definition;
    int kernels;
    struct mi_nnue *nnue[KERNELS_MAX];
    void *memory[KERNELS_MAX];
};

/* Checks the image, and frees it. */
static void begin_trial(struct trial *trial, struct image image)
{
    *trial = (struct trial){.image = image, .definition = read_definition(&image)};
    for (int i = 0; mi_nnue_kernels[i]; i++) {
        if (!mi_nnue_kernels[i]->usable())
            continue;
        ck_assert_int_lt(trial->kernels, KERNELS_MAX);
        struct mi_nnue *nnue = read_image(&trial->image);
        nnue->kernel = mi_nnue_kernels[i];
        trial->memory[trial->kernels] = new_zeroed_memory(nnue);
        trial->nnue[trial->kernels++] = nnue;
    }
}

static void end_trial(struct trial *trial)
{
    for (int i = 0; i < trial->kernels; i++) {
        mi_aligned_free(trial->nnue[i]);
        mi_aligned_free(trial->memory[i]);
    }
    free_definition(&trial->definition);
    free(trial->image.bytes);
}

/* Each kernel must give the value of the reference implementation. */
static void check_position(const struct trial *trial, const struct mi_chess *p)
{
    int value = slow_value(&trial->definition, p);
    for (int i = 0; i < trial->kernels; i++)
        ck_assert_int_eq(mi_nnue_evaluate(trial->nnue[i], trial->memory[i], p), value);
}

/* A search also visits siblings. */
static void check_games(struct image image, int games, int plies)
{
    struct trial trial;
    miai_rng rng;
    begin_trial(&trial, image);
    miai_rng_seed(&rng, 3);
    for (int game = 0; game < games; game++) {
        struct mi_chess p, sibling;
        ck_assert(mi_chess_read_fen(&p, false, starts[game % COUNT(starts)]));
        for (int ply = 0; ply < plies; ply++) {
            sibling = p;
            check_position(&trial, &p);
            if (!play_random_move(&p, &rng))
                break;
            if (ply % 3 == 0 && play_random_move(&sibling, &rng))
                check_position(&trial, &sibling);
        }
    }
    end_trial(&trial);
}

START_TEST(incremental_equals_fresh)
{
    static const struct {
        int width, buckets, sets;
        struct ranges most;
        int games, plies;
    } trials[] = {
        {64, 8, 4, {WITHIN, 40, FIRST_MOST, SECOND_MOST, OUTPUT_MOST}, 15, 60},
        {128, 8, 2, {WITHIN, 20, 30, 1000, 4000}, 10, 60},
        {192, 3, 1, {WITHIN, INPUT_MOST, 10, 300, 1000}, 5, 30},
        {64, 1, 16, {AT_ENDS, 60, FIRST_MOST, SECOND_MOST, OUTPUT_MOST}, 5, 60},
        {768, 2, 2, {WITHIN, 15, 40, 2000, 4000}, 2, 15},
        {128, 2, 16, {WITHIN, INPUT_MOST, 20, 1000, 4000}, 5, 60},
        {1024, 8, 1, {WITHIN, INPUT_MOST, 20, 1000, 4000}, 1, 8},
        {1024, 1, 1, {AT_ENDS, INPUT_MOST, FIRST_MOST, SECOND_MOST, OUTPUT_MOST}, 1, 8},
    };
    for (int i = 0; i < COUNT(trials); i++)
        check_games(make_image(trials[i].width, trials[i].buckets, trials[i].sets, trials[i].most,
                               12 + (uint64_t)i),
                    trials[i].games, trials[i].plies);
}
END_TEST

/* The widest network, with the largest weights: all products, and all sums of the layers, are as
 * large or as small as possible; then the same with the smallest weights, -128. */
START_TEST(largest_numbers)
{
    struct ranges most = {AT_TOP, INPUT_MOST, FIRST_MOST, SECOND_MOST, OUTPUT_MOST};
    check_games(make_image(1024, 1, 1, most, 1), 1, 2);
    most.second = -SECOND_MOST;
    check_games(make_image(1024, 1, 1, most, 1), 1, 2);
    most.output = -OUTPUT_MOST;
    most.second = SECOND_MOST;
    check_games(make_image(1024, 1, 1, most, 1), 1, 2);
    most.first = -FIRST_MOST;
    check_games(make_image(1024, 1, 1, most, 1), 1, 2);
    most.input = -INPUT_MOST - 1;
    check_games(make_image(1024, 1, 1, most, 1), 1, 2);
}
END_TEST

/* One side's view of a position equals the other side's view of the mirrored position. */
START_TEST(sides_are_alike)
{
    static const char *const pairs[][2] = {
        {"4k3/8/8/2pPp3/8/8/4K3/8 w - c6 0 1", "8/4k3/8/8/2PpP3/8/8/4K3 b - c3 0 1"},
        {"r5k1/5ppp/8/8/8/2N5/PP6/1K6 w - - 0 1", "1k6/pp6/2n5/8/8/8/5PPP/R5K1 b - - 0 1"},
        {"r5k1/5ppp/8/8/8/2N5/PP6/1K6 w - - 0 1", "1k5r/ppp5/8/8/8/5N2/6PP/6K1 w - - 0 1"},
    };
    struct image image =
        make_image(WIDTH, BUCKETS, 2, (struct ranges){WITHIN, 40, 60, 1000, 4000}, 11);
    struct mi_nnue *nnue = read_image(&image);
    void *memory = new_zeroed_memory(nnue);
    for (int i = 0; i < COUNT(pairs); i++) {
        struct mi_chess a, b;
        ck_assert(mi_chess_read_fen(&a, false, pairs[i][0]));
        ck_assert(mi_chess_read_fen(&b, false, pairs[i][1]));
        ck_assert_int_eq(mi_nnue_evaluate(nnue, memory, &a), mi_nnue_evaluate(nnue, memory, &b));
    }
    mi_aligned_free(memory);
    mi_aligned_free(nnue);
    free(image.bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_network_numbers");
    TCase *tests = add_case(suite, "numbers", 20);
    tcase_add_test(tests, incremental_equals_fresh);
    tcase_add_test(tests, largest_numbers);
    tcase_add_test(tests, sides_are_alike);
    return run_suite(suite);
}
