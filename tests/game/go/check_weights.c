/* Go weights files: the built-in one fits the present features, a file that does not is rejected
 * with a reason, and written files are read back. */
#include "engine/engine.h"
#include "game/go/board/go.h"
#include "game/go/policy/feature.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"
#include "tools/go/patterns/write.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

enum { PATTERNS = 1000 };

static const char *const weights_file = "check_go_weights.tmp";

/* ---- the built-in file ---- */

START_TEST(builtin_file_fits_the_features)
{
    size_t length;
    char why[200] = "";
    const unsigned char *bytes = mi_go_weights_builtin(&length);
    bool wrong = mi_go_weights_fault(bytes, length, why, sizeof why);
    ck_assert_msg(!wrong, "data/go_weights.bin: %s (make learn)", why);
    ck_assert_uint_gt(go_word(mi_go_weights(NULL)->patterns), 10000);
    ck_assert_ptr_eq(mi_go_weights(bytes), bytes);
}
END_TEST

/* ---- invalid files ---- */

static void seal_checksum(struct go_weights *weights, size_t length)
{
    const size_t head = offsetof(struct go_weights, patterns);
    uint32_t crc = (uint32_t)crc32(0, weights->patterns, (unsigned)(length - head));
    for (int i = 0; i < 4; i++)
        weights->crc[i] = (uint8_t)(crc >> 8 * i);
}

static struct go_weights *copy_of_builtin(size_t *length)
{
    const unsigned char *bytes = mi_go_weights_builtin(length);
    return memcpy(malloc(*length), bytes, *length);
}

static void expect_wrong(const struct go_weights *weights, size_t length, const char *why)
{
    char error[200] = "";
    ck_assert(mi_go_weights_fault((const void *)weights, length, error, sizeof error));
    ck_assert_msg(strstr(error, why) != NULL, "%s, not %s", error, why);
}

START_TEST(invalid_files_are_refused_with_a_reason)
{
    size_t length;
    struct go_weights *weights = copy_of_builtin(&length);
    expect_wrong(weights, 0, "begin with MIAIGOWT");
    expect_wrong(weights, 20, "too short");
    expect_wrong(weights, length - 1, "length");
    weights->features[1] ^= 1;
    expect_wrong(weights, length, "outdated");
    weights->features[1] ^= 1;
    weights->version[0]++;
    expect_wrong(weights, length, "version");
    weights->version[0]--;
    weights->pattern[7][5] ^= 1;
    expect_wrong(weights, length, "damaged");
    weights->pattern[7][5] ^= 1;
    weights->magic[3]++;
    expect_wrong(weights, length, "begin with MIAIGOWT");
    free(weights);
}
END_TEST

/* Invalid contents with a correct checksum: out of bounds, or out of order. */
START_TEST(invalid_contents_are_refused)
{
    size_t length;
    for (int i = 0; i < 6; i++) {
        struct go_weights *weights = copy_of_builtin(&length);
        if (i == 0)
            memset(weights->strength[3], 0xff, 4); /* not a number */
        else if (i == 1)
            memset(weights->shape[GO_SHAPES - 1], 0, 4);
        else if (i == 2)
            memset(weights->elsewhere, 0x7f, 4);
        else if (i == 3)
            memset(weights->first[5], 0xff, 4);
        else if (i == 4)
            weights->first[GO_BUCKETS][0] ^= 1;
        else
            memset(&weights->pattern[100][4], 0, 2); /* a strength of 0 would mean "unknown" */
        seal_checksum(weights, length);
        expect_wrong(weights, length, "out of bounds or its patterns out of order");
        free(weights);
    }
}
END_TEST

/* ---- written files ---- */

static double strength_of(int i)
{
    return 0.25 + i % 77;
}

/* Distinct strengths, and patterns with random hashes. */
static struct learned *invent_weights(void)
{
    struct learned *learned = malloc(sizeof *learned);
    *learned = (struct learned){.elsewhere = 3.5, .patterns = PATTERNS};
    learned->pattern = malloc(PATTERNS * sizeof *learned->pattern);
    for (int f = 0; f < GO_FEATURES; f++)
        learned->strength[f] = strength_of(f);
    for (int shape = 0; shape < GO_SHAPES; shape++)
        learned->shape[shape] = strength_of(shape + 1);
    for (int i = 0; i < PATTERNS; i++)
        learned->pattern[i] = (struct pattern){miai_mix((uint64_t)i + 1), strength_of(i)};
    return learned;
}

static void free_weights(struct learned *learned)
{
    free(learned->pattern);
    free(learned);
}

START_TEST(written_files_are_read_back)
{
    struct learned *learned = invent_weights();
    char why[200] = "";
    ck_assert(write_weights(learned, weights_file));
    struct go_weights *weights = mi_go_open_weights(NULL, weights_file, why, sizeof why);
    ck_assert_msg(weights != NULL, "%s", why);
    ck_assert_float_eq(go_number(weights->elsewhere), 3.5F);
    for (int f = 0; f < GO_FEATURES; f++)
        ck_assert_double_eq(go_number(weights->strength[f]), strength_of(f));
    for (int shape = 0; shape < GO_SHAPES; shape++)
        ck_assert_double_eq(go_number(weights->shape[shape]), strength_of(shape + 1));
    for (int i = 0; i < PATTERNS; i++) {
        uint64_t hash = miai_mix((uint64_t)i + 1);
        ck_assert_double_eq(go_known_pattern(weights, hash), strength_of(i));
        ck_assert_double_eq(go_known_pattern(weights, hash ^ (uint64_t)1 << 24), 0);
    }
    free(weights);
    free_weights(learned);
    remove(weights_file);
}
END_TEST

START_TEST(a_stamp_makes_a_stale_file_fit)
{
    size_t length;
    struct go_weights *own = copy_of_builtin(&length), *again;
    char why[200] = "";
    own->features[2] ^= 1;
    FILE *stream = fopen(weights_file, "wb");
    ck_assert_uint_eq(fwrite(own, 1, length, stream), length);
    fclose(stream);
    ck_assert_ptr_null(mi_go_open_weights(NULL, weights_file, why, sizeof why));
    ck_assert(stamp_weights(weights_file));
    again = mi_go_open_weights(NULL, weights_file, why, sizeof why);
    ck_assert_msg(again != NULL, "%s", why);
    own->features[2] ^= 1;
    ck_assert_mem_eq(again, own, length);
    free(again);
    free(own);
    remove(weights_file);
    ck_assert(!stamp_weights(weights_file)); /* must be unknown */
}
END_TEST

/* ---- the option ---- */

static miai_info search_move(void)
{
    miai_info info;
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

/* With the built-in file the search is the same, with another file different; an outdated file is
 * rejected and the previous one stays. */
START_TEST(the_option_takes_a_file)
{
    size_t length;
    struct go_weights *own = copy_of_builtin(&length);
    struct learned *other = invent_weights();
    begin_engine("go");
    set_engine_option("network", "none");
    set_engine_option("playouts", "50");
    miai_info plain = search_move();
    FILE *stream = fopen(weights_file, "wb");
    ck_assert_uint_eq(fwrite(own, 1, length, stream), length);
    fclose(stream);
    set_engine_option("eval-file", weights_file);
    ck_assert_double_eq(search_move().value, plain.value);
    ck_assert(write_weights(other, weights_file));
    set_engine_option("eval-file", weights_file);
    double value = search_move().value;
    ck_assert_double_ne(value, plain.value);
    own->features[0] ^= 1;
    stream = fopen(weights_file, "wb");
    ck_assert_uint_eq(fwrite(own, 1, length, stream), length);
    fclose(stream);
    ck_assert_int_eq(miai_set_option(engine, "eval-file", weights_file), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), "outdated"));
    ck_assert_double_eq(search_move().value, value);
    set_engine_option("eval-file", "auto");
    ck_assert_double_eq(search_move().value, plain.value);
    end_engine();
    free_weights(other);
    free(own);
    remove(weights_file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_weights");
    TCase *tests = add_case(suite, "go_weights", 10);
    tcase_add_test(tests, builtin_file_fits_the_features);
    tcase_add_test(tests, invalid_files_are_refused_with_a_reason);
    tcase_add_test(tests, invalid_contents_are_refused);
    tcase_add_test(tests, written_files_are_read_back);
    tcase_add_test(tests, a_stamp_makes_a_stale_file_fit);
    tcase_add_test(tests, the_option_takes_a_file);
    return run_suite(suite);
}
