/* NNUE files of chess: damaged files are rejected. */
#include "base/memory.h"
#include "game/chess/board/notation.h"
#include "image.h"
#include "miai_game.h"
#include "positions.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* Reads the bytes, and evaluates if they are a network; returns whether they are. */
static bool try_image(const unsigned char *bytes, size_t length)
{
    char error[160] = "";
    struct mi_chess p;
    struct mi_nnue *nnue = mi_nnue_read(bytes, length, error, sizeof error);
    if (!nnue) {
        ck_assert_str_ne(error, "");
        return false;
    }
    void *memory = new_zeroed_memory(nnue);
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    int value = mi_nnue_evaluate(nnue, memory, &p);
    ck_assert(value >= -20000 && value <= 20000);
    mi_aligned_free(memory);
    mi_aligned_free(nnue);
    return true;
}

/* The bytes are at the end of their own block, so that a read past them is detected. */
static bool try_cut(const struct image *image, size_t length)
{
    unsigned char *bytes = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, image->bytes, length);
    bool read = try_image(bytes, length);
    free(bytes);
    return read;
}

static void check_bytes(struct image image)
{
    ck_assert(try_image(image.bytes, image.length));
    for (size_t i = 0; i < image.length; i += i < NNUE_HEAD ? 1 : (size_t)REPEATED(600)) {
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1u << bit);
            ck_assert_msg(!try_image(image.bytes, image.length), "byte %zu", i);
            image.bytes[i] ^= (unsigned char)(1u << bit);
        }
    }
    for (size_t length = 0; length < image.length; length += length < NNUE_HEAD + 8 ? 1 : 997)
        ck_assert(!try_cut(&image, length));
    free(image.bytes);
}

static struct image make_changed(void)
{
    return make_image(64, 2, 2, (struct ranges){WITHIN, 90, FIRST_MOST, SECOND_MOST, OUTPUT_MOST},
                      5);
}

static struct image make_small(void)
{
    return make_image(64, 2, 2, (struct ranges){WITHIN, 63, 63, 63, 63}, 5);
}

START_TEST(changed_bytes_are_refused)
{
    check_bytes(make_changed());
}
END_TEST

/* With a correct checksum a changed byte is accepted, or its number is rejected as too large. */
START_TEST(changed_weights_are_read_or_refused)
{
    struct image image = make_changed();
    miai_rng rng;
    int taken = 0, refused = 0;
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < 200; i++) {
        size_t at = NNUE_HEAD + miai_rng_below(&rng, (uint32_t)(image.length - NNUE_HEAD));
        image.bytes[at] ^= (unsigned char)(1u << miai_rng_below(&rng, 8));
        sign_image(&image);
        bool read = try_image(image.bytes, image.length);
        taken += read;
        refused += !read;
        if (!read) { /* start again */
            free(image.bytes);
            image = make_changed();
        }
    }
    ck_assert_int_gt(taken, 0);
    ck_assert_int_gt(refused, 0);
    free(image.bytes);
}
END_TEST

static void check_words(const char *words, const struct image *image, size_t length)
{
    char error[160] = "";
    ck_assert_ptr_null(mi_nnue_read(image->bytes, length, error, sizeof error));
    ck_assert_msg(strstr(error, words) != NULL, "\"%s\" does not say \"%s\"", error, words);
}

static void check_wrong_word(size_t at, uint32_t word, const char *words)
{
    struct image image = make_small();
    put_word(image.bytes + at, word);
    check_words(words, &image, image.length);
    free(image.bytes);
}

START_TEST(errors_say_what_is_wrong)
{
    struct image image = make_small();
    check_words("too short", &image, image.length - 1);
    check_words("too short", &image, NNUE_HEAD - 1);
    check_words("too short", &image, 8);
    image.bytes[0] = 'm';
    check_words("MIAINNUE", &image, image.length);
    image.bytes[0] = 'M';
    image.bytes[NNUE_HEAD + 99] ^= 1;
    check_words("checksum", &image, image.length);
    free(image.bytes);
    for (uint32_t version = 0; version < NNUE_VERSION + 2; version++)
        if (version != NNUE_VERSION)
            check_wrong_word(NNUE_MAGIC_BYTES, version,
                             "version is not 6, which this miai reads: use the built-in network");
    check_wrong_word(12, 0, "1024");
    check_wrong_word(12, 96, "64");
    check_wrong_word(12, 1088, "1024");
    check_wrong_word(12, 0xffffffc0u, "1024");
    check_wrong_word(12, 128, "too short");
    check_wrong_word(16, 0, "buckets");
    check_wrong_word(16, 9, "buckets");
    check_wrong_word(16, 1, "its length");
}
END_TEST

/* Checks a network with two sets and a correct checksum, cut off at the end. */
static void check_wrong_sets(size_t at, int byte, size_t cut, const char *words)
{
    struct image image = make_changed();
    image.length -= cut;
    image.bytes[at < image.length ? at : image.length - 1] = (unsigned char)byte;
    sign_image(&image);
    check_words(words, &image, image.length);
    free(image.bytes);
}

START_TEST(errors_say_what_is_wrong_with_sets)
{
    check_wrong_sets(NNUE_HEAD, 0, 0, "not 1 to 16");
    check_wrong_sets(NNUE_HEAD, 17, 0, "not 1 to 16");
    check_wrong_sets(NNUE_HEAD, 3, 0, "too short");
    check_wrong_sets(NNUE_HEAD, 1, 0, "its length");
    check_wrong_sets(NNUE_HEAD + 4 + 7, 2, 0, "no set");
    check_wrong_sets(NNUE_HEAD, 2, 1, "too short");
}
END_TEST

/* A network whose numbers are all 0, except for one of one or two bytes. */
static struct image image_with(size_t at, int bytes, int number)
{
    struct image image = make_image(64, 1, 1, (struct ranges){WITHIN, 0, 0, 0, 0}, 5);
    for (int i = 0; i < bytes; i++)
        image.bytes[NNUE_HEAD + NNUE_SETS_BYTES + at + (size_t)i] =
            (unsigned char)((unsigned)number >> 8 * i);
    sign_image(&image);
    return image;
}

/* words: part of the error text, or NULL.  Frees the image. */
static void check_taken(struct image image, const char *words)
{
    if (words)
        check_words(words, &image, image.length);
    else
        ck_assert(try_image(image.bytes, image.length));
    free(image.bytes);
}

static void check_number(size_t at, int bytes, int most, const char *words)
{
    check_taken(image_with(at, bytes, most), NULL);
    check_taken(image_with(at, bytes, -most), NULL);
    check_taken(image_with(at, bytes, most + 1), words);
    check_taken(image_with(at, bytes, -most - 1), words);
}

static struct image image_with_bias(size_t at, int number)
{
    struct image image = image_with(0, 1, 0);
    put_word(image.bytes + image.length - 4 * BIASES + 4 * at, (uint32_t)number);
    sign_image(&image);
    return image;
}

static void check_bias(size_t at, int most, const char *words)
{
    check_taken(image_with_bias(at, most), NULL);
    check_taken(image_with_bias(at, -most), NULL);
    check_taken(image_with_bias(at, most + 1), words);
    check_taken(image_with_bias(at, -most - 1), words);
}

START_TEST(numbers_of_layers_have_bounds)
{
    const size_t first = 769 * 64, second = first + 16 * 64, output = second + 2 * 32 * 32;
    check_number(first, 1, 127, "-127 to 127");
    check_number(second - 1, 1, 127, "-127 to 127");
    check_number(second, 2, 4095, "-4095 to 4095");
    check_number(output - 2, 2, 4095, "-4095 to 4095");
    check_number(output, 2, 16383, "-16383 to 16383");
    check_number(output + 2 * 63, 2, 16383, "-16383 to 16383");
    check_bias(0, 1 << 24, "2^24");
    check_bias(15, 1 << 24, "2^24");
    check_bias(16, 1 << 30, "2^30");
    check_bias(47, 1 << 30, "2^30");
}
END_TEST

/* The sums of 33 bytes fit 16 bits. */
START_TEST(accumulators_take_all_bytes)
{
    for (int byte = -128; byte < 128; byte += 255) {
        struct ranges most = {AT_TOP, byte, FIRST_MOST, SECOND_MOST, OUTPUT_MOST};
        check_taken(make_image(64, 1, 2, most, 5), NULL);
    }
}
END_TEST

/* Missing or extra bytes, with a correct checksum. */
START_TEST(files_have_their_length)
{
    struct image image = make_changed();
    const size_t length = image.length, ends = 1000; /* in the last weights */
    unsigned char *longer = realloc(image.bytes, length + 4);
    ck_assert_ptr_nonnull(longer);
    image.bytes = longer;
    memset(longer + length, 0, 4);
    for (image.length = NNUE_HEAD; image.length < length;
         image.length += image.length < length - ends ? 997 : 1) {
        sign_image(&image);
        ck_assert(!try_cut(&image, image.length));
    }
    for (image.length = length + 1; image.length <= length + 4; image.length++) {
        sign_image(&image);
        check_words("its length", &image, image.length);
    }
    free(image.bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_network_file");
    TCase *tests = add_case(suite, "file", 20);
    tcase_add_test(tests, changed_bytes_are_refused);
    tcase_add_test(tests, changed_weights_are_read_or_refused);
    tcase_add_test(tests, errors_say_what_is_wrong);
    tcase_add_test(tests, errors_say_what_is_wrong_with_sets);
    tcase_add_test(tests, numbers_of_layers_have_bounds);
    tcase_add_test(tests, accumulators_take_all_bytes);
    tcase_add_test(tests, files_have_their_length);
    return run_suite(suite);
}
