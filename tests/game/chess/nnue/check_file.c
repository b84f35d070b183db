/* The network that evaluates chess: files that are broken. */
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
    void *memory = zeros(nnue);
    ck_assert(mi_chess_read_fen(&p, false, starts[1]));
    int value = mi_nnue_evaluate(nnue, memory, &p);
    ck_assert(value >= -20000 && value <= 20000);
    mi_aligned_give(memory);
    mi_aligned_give(nnue);
    return true;
}

/* The bytes lie at the end of a block of their own, where nothing may be read behind them. */
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
    for (size_t i = 0; i < image.length; i += i < HEAD ? 1 : (size_t)REPEATED(600)) {
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1u << bit);
            ck_assert_msg(!try_image(image.bytes, image.length), "byte %zu", i);
            image.bytes[i] ^= (unsigned char)(1u << bit);
        }
    }
    for (size_t length = 0; length < image.length; length += length < HEAD + 8 ? 1 : 997)
        ck_assert(!try_cut(&image, length));
    free(image.bytes);
}

static const struct ranges any_layers = {WITHIN, 90, FIRST_MOST, SECOND_MOST, OUTPUT_MOST};

START_TEST(no_byte_may_be_another)
{
    check_bytes(make_image(32, 2, 90, 127, 5));
    check_bytes(make_image_of_sets(32, 2, 2, 90, 5));
    check_bytes(make_image_of_layers(64, 1, 1, any_layers, 5));
}
END_TEST

/* With a checksum that is right, a byte is as good as another, or told to be too large. */
START_TEST(any_weights_do_or_are_refused)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    miai_rng rng;
    int taken = 0, refused = 0;
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < REPEATED(200); i++) {
        size_t at = HEAD + miai_rng_below(&rng, (uint32_t)(image.length - HEAD));
        image.bytes[at] ^= (unsigned char)(1u << miai_rng_below(&rng, 8));
        sign_image(&image);
        bool read = try_image(image.bytes, image.length);
        taken += read;
        refused += !read;
        if (!read) { /* begin anew */
            free(image.bytes);
            image = make_image(32, 2, 90, 127, 5);
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
    struct image image = make_image(32, 2, 90, 127, 5);
    put_word(image.bytes + at, word);
    check_words(words, &image, image.length);
    free(image.bytes);
}

START_TEST(errors_say_what_is_wrong)
{
    struct image image = make_image(32, 2, 90, 127, 5);
    check_words("too short", &image, image.length - 1);
    check_words("too short", &image, HEAD - 1);
    check_words("too short", &image, 8);
    image.bytes[0] = 'm';
    check_words("MIAINNUE", &image, image.length);
    image.bytes[0] = 'M';
    image.bytes[HEAD + 99] ^= 1;
    check_words("checksum", &image, image.length);
    free(image.bytes);
    check_wrong_word(8, 6, "version");
    check_wrong_word(8, 0, "version");
    check_wrong_word(12, 0, "32");
    check_wrong_word(12, 33, "32");
    check_wrong_word(12, 1056, "1024");
    check_wrong_word(12, 0xffffffe0u, "1024");
    check_wrong_word(12, 64, "too short");
    check_wrong_word(16, 0, "buckets");
    check_wrong_word(16, 9, "buckets");
    check_wrong_word(16, 1, "too long");
}
END_TEST

/* Of a network with two sets, whose checksum is right; length: what is left of it. */
static void check_wrong_sets(size_t at, int byte, size_t cut, const char *words)
{
    struct image image = make_image_of_sets(32, 1, 2, 90, 5);
    image.length -= cut;
    image.bytes[at < image.length ? at : image.length - 1] = (unsigned char)byte;
    sign_image(&image);
    check_words(words, &image, image.length);
    free(image.bytes);
}

START_TEST(errors_say_what_is_wrong_with_sets)
{
    check_wrong_sets(HEAD, 0, 0, "1 to 16 sets");
    check_wrong_sets(HEAD, 17, 0, "1 to 16 sets");
    check_wrong_sets(HEAD, 16, 0, "too short"); /* more numbers than bytes */
    check_wrong_sets(HEAD + 4 + 7, 2, 0, "no set");
    check_wrong_sets(HEAD, 2, 1, "its length");
}
END_TEST

/* A number takes 16 bits, in three bytes at most. */
START_TEST(packed_numbers_have_16_bits)
{
    static const unsigned char last[][3] = {{0xff, 0xff, 0x01}, {0x80, 0x80, 0x7e}};
    static const unsigned char beyond[][3] = {
        {0x80, 0x80, 0x02}, {0xff, 0xff, 0x7d}, {0xff, 0xff, 0xff}};
    struct image image = make_image_of_sets(32, 1, 2, 0, 5); /* a byte each */
    size_t bias = HEAD + 4 + NNUE_KINGS + 2 * 768 * 32;
    memmove(image.bytes + bias + 1, image.bytes + bias + 3, image.length - bias - 3);
    image.length -= 2; /* three numbers' bytes are one's, two are missing */
    for (int i = 0; i < COUNT(beyond); i++) {
        memcpy(image.bytes + bias - 2, beyond[i], 3);
        sign_image(&image);
        check_words("16 bits", &image, image.length);
    }
    for (int i = 0; i < COUNT(last); i++) {
        memcpy(image.bytes + bias - 2, last[i], 3);
        sign_image(&image);
        check_words("its length", &image, image.length);
    }
    free(image.bytes);
}
END_TEST

/* Of a network with layers, the numbers of which are 0 and have a byte each, but one of them. */
static struct image image_with(size_t at, int number)
{
    struct image zeros = make_image_of_layers(64, 1, 1, (struct ranges){WITHIN, 0, 0, 0, 0}, 5);
    struct image image = {malloc(zeros.length + 2), 0};
    ck_assert_ptr_nonnull(image.bytes);
    size_t before = HEAD + 4 + NNUE_KINGS + at;
    memcpy(image.bytes, zeros.bytes, before);
    unsigned char *end = put_packed(image.bytes + before, number);
    memcpy(end, zeros.bytes + before + 1, zeros.length - before - 1);
    image.length = (size_t)(end - image.bytes) + zeros.length - before - 1;
    sign_image(&image);
    free(zeros.bytes);
    return image;
}

/* words: of the refusal, or NULL.  It frees the image. */
static void check_taken(struct image image, const char *words)
{
    if (words)
        check_words(words, &image, image.length);
    else
        ck_assert(try_image(image.bytes, image.length));
    free(image.bytes);
}

static void check_number(size_t at, int most, const char *words)
{
    check_taken(image_with(at, most), NULL);
    check_taken(image_with(at, -most), NULL);
    check_taken(image_with(at, most + 1), words);
    check_taken(image_with(at, -most - 1), words);
}

static struct image image_with_bias(size_t at, int number)
{
    struct image image = image_with(0, 0);
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
    const size_t first = 769 * 64, second = first + 16 * 64, output = second + 32 * 32;
    check_number(first, 127, "-127 and 127");
    check_number(second - 1, 127, "-127 and 127");
    check_number(second, 4095, "-4095 and 4095");
    check_number(output - 1, 4095, "-4095 and 4095");
    check_number(output, 16383, "-16383 and 16383");
    check_number(output + 63, 16383, "-16383 and 16383");
    check_bias(0, 1 << 24, "2^24");
    check_bias(15, 1 << 24, "2^24");
    check_bias(16, 1 << 30, "2^30");
    check_bias(47, 1 << 30, "2^30");
}
END_TEST

/* Whatever is missing or too much, by a checksum that is right. */
START_TEST(layers_have_their_length)
{
    struct image image = make_image_of_layers(64, 1, 1, any_layers, 5);
    const size_t length = image.length, ends = 1000; /* in the weights of the second layer */
    unsigned char *longer = realloc(image.bytes, length + 4);
    ck_assert_ptr_nonnull(longer);
    image.bytes = longer;
    memset(longer + length, 0, 4);
    for (image.length = HEAD; image.length < length;
         image.length += image.length < length - ends ? 997 : 1) {
        sign_image(&image);
        ck_assert(!try_cut(&image, image.length));
    }
    for (image.length = length + 1; image.length <= length + 4; image.length++) {
        sign_image(&image);
        check_words("its length", &image, image.length);
    }
    image.length = length;
    put_word(image.bytes + 12, 96);
    check_words("multiple of 64", &image, length);
    free(image.bytes);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess_network_file");
    TCase *tests = add_case(suite, "file", 20);
    tcase_add_test(tests, no_byte_may_be_another);
    tcase_add_test(tests, any_weights_do_or_are_refused);
    tcase_add_test(tests, errors_say_what_is_wrong);
    tcase_add_test(tests, errors_say_what_is_wrong_with_sets);
    tcase_add_test(tests, packed_numbers_have_16_bits);
    tcase_add_test(tests, numbers_of_layers_have_bounds);
    tcase_add_test(tests, layers_have_their_length);
    return run_suite(suite);
}
