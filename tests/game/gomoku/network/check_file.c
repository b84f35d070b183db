/* Gomoku network files: which are rejected, and with which messages. */
#include "base/memory.h"
#include "positions.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static void check_refusal(const struct image *image, size_t length, const char *words)
{
    char error[160] = "";
    ck_assert_ptr_null(mi_gomoku_net_read(image->bytes, length, error, sizeof error));
    ck_assert_msg(strstr(error, words) != NULL, "\"%s\" does not say \"%s\"", error, words);
}

static void check_too_large(int i, int number, const char *words)
{
    struct image image;
    make_largest(&image, "+++++++++", 1);
    mi_aligned_free(read_image(&image));
    put_number(&image, i, number);
    sign_image(&image);
    check_refusal(&image, LENGTH, words);
}

START_TEST(no_weight_may_be_larger)
{
    static const int begin[] = {AT_BESIDE,
                                AT_ACROSS,
                                AT_BIAS,
                                AT_POLICY_IN,
                                AT_POLICY_POOL,
                                AT_POLICY_OUT,
                                AT_VALUE_IN,
                                AT_VALUE_OUT,
                                SHORTS,
                                SHORTS + AT_VALUE_BIAS,
                                SHORTS + AT_OUTPUT_BIAS,
                                SHORTS + LONGS};
    for (int i = 0; i < COUNT(begin) - 1; i++) {
        const char *layer = begin[i] < AT_POLICY_IN ? "second layer" : "last layers";
        int most = most_of[part_of(begin[i])];
        check_too_large(begin[i], most + 1, layer);
        check_too_large(begin[i + 1] - 1, -most - 1, layer);
    }
    static const int shared[] = {AT_PAIRS,      AT_KINDS - 1, AT_KINDS,
                                 AT_STONES - 1, AT_LINES,     AT_MIDDLE - 1};
    for (int k = 0; k < COUNT(shared); k++) {
        int i = shared[k];
        check_too_large(i, most_of[part_of(i)] + 1, "first layer");
        check_too_large(i, -most_of[part_of(i)] - 1, "first layer");
        check_too_large(i, INT16_MIN, "first layer");
    }
}
END_TEST

/* ---- broken files ---- */

/* Reads the bytes and evaluates a position if they are a network; returns whether they are. */
static bool try_bytes(const unsigned char *bytes, size_t length)
{
    char error[160] = "";
    union gomoku_position_copy current;
    struct mi_gomoku_net *net = mi_gomoku_net_read(bytes, length, error, sizeof error);
    if (!net) {
        ck_assert_str_ne(error, "");
        return false;
    }
    void *memory = new_zeroed_memory();
    mi_gomoku_init(&current, &setups[0]);
    for (int stone = 0; stone < 9; stone++) {
        check_priors(net, memory, &current.position);
        check_evaluation(net, memory, &current.position);
        mi_gomoku_play(&current.position, 80 + 13 * stone);
    }
    mi_aligned_free(memory);
    mi_aligned_free(net);
    return true;
}

/* The bytes are at the end of their own block, so that reading past them is detected. */
static bool try_cut(const struct image *image, size_t length)
{
    unsigned char *bytes = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, image->bytes, length);
    bool read = try_bytes(bytes, length);
    free(bytes);
    return read;
}

START_TEST(changed_bytes_are_refused)
{
    struct image image;
    make_image(&image, usual, 5);
    ck_assert(try_cut(&image, LENGTH));
    for (int i = 0; i < LENGTH; i += i < HEAD || i > LENGTH - 4 ? 1 : 97 * REPEATED(10)) {
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1u << bit);
            ck_assert_msg(!try_bytes(image.bytes, LENGTH), "byte %d", i);
            image.bytes[i] ^= (unsigned char)(1u << bit);
        }
    }
    for (size_t length = 0; length < LENGTH; length += length < HEAD + 8 ? 1 : 1997)
        ck_assert(!try_cut(&image, length));
    ck_assert(!try_cut(&image, LENGTH - 1));
}
END_TEST

/* With a correct checksum, any byte value is accepted or reported as too large. */
START_TEST(changed_weights_are_read_or_refused)
{
    struct image image;
    miai_rng rng;
    int taken = 0, refused = 0;
    make_image(&image, usual, 5);
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < REPEATED(400); i++) {
        uint32_t at = HEAD + miai_rng_below(&rng, LENGTH - HEAD);
        image.bytes[at] ^= (unsigned char)(1u << miai_rng_below(&rng, 8));
        sign_image(&image);
        bool read = try_bytes(image.bytes, LENGTH);
        taken += read;
        refused += !read;
        if (!read)
            make_image(&image, usual, 5);
    }
    ck_assert_int_gt(taken, 0);
    ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(random_bytes_are_refused)
{
    struct image image;
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < LENGTH; i++)
        image.bytes[i] = (unsigned char)miai_rng_below(&rng, 256);
    check_refusal(&image, LENGTH, "MIAIGOMO");
    put_head(&image);
    check_refusal(&image, LENGTH, "first layer");
}
END_TEST

START_TEST(errors_say_what_is_wrong)
{
    struct {
        struct image image;
        unsigned char more;
    } longer;
    struct image *image = &longer.image;
    make_image(image, usual, 5);
    longer.more = 0;
    check_refusal(image, LENGTH + 1, "too long");
    check_refusal(image, LENGTH - 1, "too short");
    check_refusal(image, HEAD, "too short");
    check_refusal(image, HEAD - 1, "too short");
    check_refusal(image, 8, "too short");
    check_refusal(image, 0, "MIAIGOMO");
    image->bytes[HEAD + 99] ^= 1;
    check_refusal(image, LENGTH, "checksum");
    put_word(image->bytes + 8, 2);
    check_refusal(image, LENGTH, "version");
    image->bytes[7] = 'U';
    check_refusal(image, LENGTH, "MIAIGOMO");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_file");
    TCase *tests = add_case(suite, "files", 60);
    tcase_add_test(tests, no_weight_may_be_larger);
    tcase_add_test(tests, changed_bytes_are_refused);
    tcase_add_test(tests, changed_weights_are_read_or_refused);
    tcase_add_test(tests, random_bytes_are_refused);
    tcase_add_test(tests, errors_say_what_is_wrong);
    return run_suite(suite);
}
